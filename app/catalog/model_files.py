"""Model files on the disk: checked by size and SHA-256 once, and written so that only whole ones appear."""

from __future__ import annotations

import errno
import hashlib
import json
import os
import shutil
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Self

from app.catalog.progress import Stage
from app.errors import CorruptDownloadError, DiskFullError, NotWritableError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path
    from types import TracebackType
    from typing import BinaryIO

    from app.catalog.progress import Reporter

CHUNK: Final = 1 << 20
# Left free on top of what is needed, so that chats and settings can still be saved.
SPARE_BYTES: Final = 32 << 20


@dataclass(frozen=True, slots=True)
class ModelFile:
    """One file as published: `size` in bytes, `sha256` in lower-case hexadecimal digits."""

    name: str
    file_name: str
    size: int
    sha256: str


def is_right(path: Path, file: ModelFile, *, take_note: bool, check: Callable[[], None]) -> bool:
    """Whether the file at `path` is `file`; if it cannot be read it is not.

    With `take_note` the hash is computed once and trusted while size and time of change stay the same. `check` is
    called now and then while hashing, and may raise to end it.
    """
    try:
        if not path.is_file() or path.stat().st_size != file.size:
            return False
        known = _remembered(path) if take_note else None
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
        _note_of(path).write_text(json.dumps(note), encoding="utf-8")


def _remembered(path: Path) -> str | None:
    note = _read_note(_note_of(path))
    status = path.stat()
    if (note.get("size"), note.get("modified")) != (status.st_size, status.st_mtime_ns):
        return None
    return str(note.get("sha256"))


def _note_of(path: Path) -> Path:
    return path.with_name(path.name + ".verified.json")


def _read_note(path: Path) -> dict[str, object]:
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


def partial_path(place: Path) -> Path:
    """Where a file grows until it is whole."""
    return place.with_name(place.name + ".part")


def discard_partial(place: Path) -> None:
    """Remove what was received of a file that is not wanted any more."""
    part = partial_path(place)
    for path in (part, _state_of(part)):
        with suppress(OSError):
            path.unlink(missing_ok=True)


def _state_of(part: Path) -> Path:
    return part.with_name(part.name + ".json")


class Incoming:
    """A file that is being received: it grows as `<place>.part` and takes its place when whole and right.

    A context manager. Left by an error, the part stays for another try if it is `resumable`; if the disk is full it
    is removed in any case. All methods raise DiskFullError and NotWritableError.
    """

    def __init__(self, place: Path, file: ModelFile, reporter: Reporter, *, resumable: bool) -> None:
        self.received = 0
        self._place = place
        self._part = partial_path(place)
        self._file = file
        self._reporter = reporter
        self._resumable = resumable
        self._digest = hashlib.sha256()
        self._stream: BinaryIO

    def __enter__(self) -> Self:
        with disk_errors(self._part, self._file.size):
            self._stream = open_part(self._part)
        try:
            self._take_up()
        except BaseException:
            self._stream.close()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with suppress(OSError):
            self._stream.close()
        spoilt = isinstance(error, DiskFullError | CorruptDownloadError)
        if error is not None and (spoilt or not self._resumable):
            discard_partial(self._place)

    def write(self, data: bytes) -> None:
        """Append what came. Raises CorruptDownloadError for more than was promised."""
        self.received += len(data)
        if self.received > self._file.size:
            raise CorruptDownloadError(file=self._file.file_name, detail=f"more than {self._file.size} bytes")
        self._digest.update(data)
        with disk_errors(self._part, self._file.size):
            self._stream.write(data)

    def restart(self) -> None:
        """Forget what was received."""
        self.received = 0
        self._digest = hashlib.sha256()
        state = {"sha256": self._file.sha256, "size": self._file.size}
        with disk_errors(self._part, self._file.size):
            self._stream.seek(0)
            self._stream.truncate()
            _state_of(self._part).write_text(json.dumps(state), encoding="utf-8")

    def finish(self) -> Path:
        """Check what was received and put it in its place.

        Raises:
            CorruptDownloadError: it is not the file that was promised.
        """
        self._reporter.step(Stage.CHECKING, self.received, self._file.size)
        if self.received != self._file.size:
            detail = f"{self.received} of {self._file.size} bytes"
            raise CorruptDownloadError(file=self._file.file_name, detail=detail)
        if self._digest.hexdigest() != self._file.sha256:
            raise CorruptDownloadError(file=self._file.file_name, detail="its checksum is wrong")
        with disk_errors(self._part, self._file.size):
            self._stream.flush()
            os.fsync(self._stream.fileno())
            self._stream.close()
            self._part.replace(self._place)
        discard_partial(self._place)
        remember(self._place, self._file.sha256)
        return self._place

    def _take_up(self) -> None:
        """Go on from an earlier part of this very file, hashing what is there; else begin anew."""
        state = _read_note(_state_of(self._part)) if self._resumable else {}
        if (state.get("sha256"), state.get("size")) != (self._file.sha256, self._file.size):
            self.restart()
            return
        with disk_errors(self._part, self._file.size):
            while chunk := self._stream.read(CHUNK):
                self._digest.update(chunk)
                self.received += len(chunk)
                self._reporter.step(Stage.CHECKING, self.received, self._file.size)
        if self.received > self._file.size:
            self.restart()


def open_part(path: Path) -> BinaryIO:
    """Open for reading and writing, for this person alone; what is there stays."""
    return os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o600), "r+b")
