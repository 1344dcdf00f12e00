"""One fetch at a time, also across processes: two would write the same partial file."""

from __future__ import annotations

import os
import sys
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from app.catalog.model_files import disk_errors
from app.catalog.progress import Stage

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from app.catalog.progress import Reporter

POLL_SECONDS: Final = 0.1


@contextmanager
def exclusive(path: Path, reporter: Reporter) -> Iterator[None]:
    """Hold the lock file at `path`, waiting for whoever holds it. The system frees it when a process dies.

    The file itself stays: to remove it would let two hold locks on two files of that name.

    Raises:
        CancelledError: a stop came while waiting.
        NotWritableError: the file cannot be made.
    """
    with disk_errors(path, 0):
        handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        while not _try_lock(handle):
            reporter.step(Stage.WAITING)
            time.sleep(POLL_SECONDS)
        yield
    finally:
        os.close(handle)


def hold(path: Path) -> int | None:
    """Take the lock file at `path` if nobody has it; the system frees it when the process ends, however that is.

    Returns:
        A handle for `os.close`, or None if another process has it.

    Raises:
        NotWritableError: the file cannot be made.
    """
    with disk_errors(path, 0):
        handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    if _try_lock(handle):
        return handle
    os.close(handle)
    return None


if sys.platform == "win32":
    import msvcrt

    def _try_lock(handle: int) -> bool:
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def _try_lock(handle: int) -> bool:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:
            # A network folder without locks: better to go on than never to fetch.
            return True
        return True
