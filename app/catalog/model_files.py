"""Model files on the disk, checked by size and SHA-256 once, and what a disk may say."""

from __future__ import annotations

import errno
import hashlib
import json
import shutil
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from app.errors import DiskFullError, NotWritableError
from app.whole_files import replace_whole

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

CHUNK: Final = 1 << 20
# Left free on top of what is needed, so that chats and settings can still be saved.
SPARE_BYTES: Final = 32 << 20


@dataclass(frozen=True, slots=True)
class ModelFile:
    """One file as published: `size` in bytes, `sha256` in lower-case hexadecimal digits, "" if the Hub alone has it."""

    name: str
    file_name: str
    size: int
    sha256: str


def is_right(path: Path, file: ModelFile, *, take_note: bool, check: Callable[[], None]) -> bool:
    """Whether the file at `path` is `file`; if it cannot be read it is not.

    With `take_note` the hash is computed once and trusted while size and time of change stay the same. `check` is
    called now and then while hashing, and may raise to end it. Of a file whose hash nobody here knows, what has the
    name and a note that it was right when it came is taken for it.
    """
    try:
        if not path.is_file() or path.stat().st_size != file.size:
            return False
        known = _remembered(path) if take_note else None
        if not file.sha256:
            return known is not None and path.name == file.file_name
        right = (known or hash_file(path, check)) == file.sha256
        if right and take_note and not known:
            remember(path, file.sha256)
    except OSError:
        return False
    return right


def hash_file(path: Path, check: Callable[[], None]) -> str:
    """SHA-256 of a file, in hexadecimal digits; `check` is called once a chunk."""
    digest = hashlib.sha256()
    with path.open("rb") as stream:
        while chunk := stream.read(CHUNK):
            digest.update(chunk)
            check()
    return digest.hexdigest()


def remember(path: Path, sha256: str) -> None:
    """Note beside `path` that it has this hash. A note that cannot be written costs only time, later."""
    status = path.stat()
    note = {"sha256": sha256, "size": status.st_size, "modified": status.st_mtime_ns}
    with suppress(OSError):
        replace_whole(_note_of(path), json.dumps(note))


def forget(path: Path) -> None:
    """Remove the note beside `path`, which is there no more."""
    with suppress(OSError):
        _note_of(path).unlink(missing_ok=True)


def _remembered(path: Path) -> str | None:
    note = read_note(_note_of(path))
    status = path.stat()
    if (note.get("size"), note.get("modified")) != (status.st_size, status.st_mtime_ns):
        return None
    return str(note.get("sha256"))


def _note_of(path: Path) -> Path:
    return path.with_name(path.name + ".verified.json")


def read_note(path: Path) -> dict[str, object]:
    """The object in a small JSON file; empty when there is none, or something else."""
    try:
        note = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return note if isinstance(note, dict) else {}


def require_space(folder: Path, needed: int) -> None:
    """Raise DiskFullError unless `needed` bytes, and some to spare, are free in `folder`."""
    free = shutil.disk_usage(folder).free
    if free < needed + SPARE_BYTES:
        raise DiskFullError(folder=folder, needed=in_words(needed + SPARE_BYTES), free=in_words(free))


@contextmanager
def disk_errors(path: Path, needed: int) -> Iterator[None]:
    """Tell a full disk (`needed` bytes were to be written to `path`) from one that may not be written."""
    try:
        yield
    except OSError as error:
        if error.errno in {errno.ENOSPC, errno.EDQUOT}:
            free = in_words(shutil.disk_usage(path.parent).free)
            raise DiskFullError(folder=path.parent, needed=in_words(needed), free=free) from error
        raise NotWritableError(path=path, detail=error.strerror or error) from error


def in_words(size: int) -> str:
    """A number of bytes for a person."""
    return f"{size / 1e6:,.0f} MB"
