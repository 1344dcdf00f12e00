"""A file that is being received: only whole and right ones appear under their name."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Self

from app.catalog.hashing import StreamHash
from app.catalog.model_files import CHUNK, disk_errors, read_note, remember
from app.catalog.network import in_thread
from app.catalog.progress import Stage
from app.errors import CorruptDownloadError, DiskFullError
from app.phrases import Phrase
from app.whole_files import replace_whole

if TYPE_CHECKING:
    from pathlib import Path
    from types import TracebackType
    from typing import BinaryIO

    from app.catalog.model_files import ModelFile
    from app.catalog.progress import Reporter


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
        self._digest = StreamHash()
        self._stream: BinaryIO

    def __enter__(self) -> Self:
        with disk_errors(self._part, self._file.size):
            self._stream = open_part(self._part)
        try:
            self._take_up()
        except BaseException:
            self._digest.close()
            self._stream.close()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._digest.close()
        with suppress(OSError):
            self._stream.close()
        spoilt = isinstance(error, DiskFullError | CorruptDownloadError)
        if error is not None and (spoilt or not self._resumable):
            discard_partial(self._place)

    def write(self, data: bytes) -> None:
        """Append what came. Raises CorruptDownloadError for more than was promised."""
        self.received += len(data)
        if self.received > self._file.size:
            raise CorruptDownloadError(
                file=self._file.file_name, detail=Phrase("more than {size} bytes", size=self._file.size)
            )
        self._digest.update(data)
        with disk_errors(self._part, self._file.size):
            self._stream.write(data)

    def restart(self) -> None:
        """Forget what was received."""
        self.received = 0
        self._digest.close()
        self._digest = StreamHash()
        state = {"sha256": self._file.sha256, "size": self._file.size}
        with disk_errors(self._part, self._file.size):
            self._stream.seek(0)
            self._stream.truncate()
            replace_whole(_state_of(self._part), json.dumps(state))

    def finish(self) -> Path:
        """Check what was received and put it in its place.

        Raises:
            CorruptDownloadError: it is not the file that was promised.
        """
        self._reporter.step(Stage.CHECKING, self.received, self._file.size)
        if self.received != self._file.size:
            detail = Phrase("{received} of {size} bytes", received=self.received, size=self._file.size)
            raise CorruptDownloadError(file=self._file.file_name, detail=detail)
        if self._digest.hexdigest() != self._file.sha256:
            raise CorruptDownloadError(file=self._file.file_name, detail=Phrase("its checksum is wrong"))
        with disk_errors(self._part, self._file.size):
            self._stream.flush()
            # A slow disk may take long, so a stop leaves it behind.
            in_thread(partial(_sync, os.dup(self._stream.fileno())), self._reporter.stop)
            self._stream.close()
            self._part.replace(self._place)
        discard_partial(self._place)
        remember(self._place, self._file.sha256)
        return self._place

    def _take_up(self) -> None:
        """Go on from an earlier part of this very file, hashing what is there; else begin anew."""
        state = read_note(_state_of(self._part)) if self._resumable else {}
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


def _sync(handle: int) -> None:
    """Bring a file down to the disk and close this handle of it."""
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
