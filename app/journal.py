"""What the app is about to do that could take it down, written before it is done, so that the next start knows."""

from __future__ import annotations

import contextlib
import os
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.kept_json import read_object, write_object
from app.options import PairFiles

if TYPE_CHECKING:
    from collections.abc import Iterator

    import psutil


class Doing(StrEnum):
    """What was going on."""

    LOADING = "loading"
    WRITING = "writing"


@dataclass(frozen=True, slots=True)
class LeftOver:
    """What a process was doing when it ended without a word."""

    doing: Doing
    files: PairFiles


@dataclass(frozen=True, slots=True)
class Journal:
    """One small file that is there while llama.cpp works; None keeps nothing."""

    path: Path | None

    @contextlib.contextmanager
    def during(self, doing: Doing, files: PairFiles) -> Iterator[None]:
        """Note that this is being done until the body ends, however it ends."""
        if self.path is None:
            yield
            return
        drafter = None if files.drafter is None else str(files.drafter)
        entry = {"doing": doing, "name": files.name, "target": str(files.target), "drafter": drafter, **_this_process()}
        write_object(self.path, entry)
        try:
            yield
        finally:
            self._forget()

    def take_left_over(self) -> LeftOver | None:
        """Return what a process was doing when it ended, once; None where none did, or where it still runs."""
        if self.path is None:
            return None
        entry = read_object(self.path)
        if not entry or _runs(entry):
            return None
        self._forget()
        try:
            drafter = None if entry["drafter"] is None else Path(entry["drafter"])
            files = PairFiles(str(entry["name"]), Path(entry["target"]), drafter)
            return LeftOver(Doing(entry["doing"]), files)
        except (KeyError, TypeError, ValueError):  # not written by this program
            return None

    def _forget(self) -> None:
        if self.path is not None:
            with contextlib.suppress(OSError):
                self.path.unlink(missing_ok=True)


def _this_process() -> dict[str, Any]:
    import psutil

    return {"process": os.getpid(), "started": _started(psutil.Process())}


def _started(process: psutil.Process) -> float:
    """Return when a process was started, the same for as long as it runs, whatever is done to the clock meanwhile."""
    import psutil

    # Linux keeps the time since it was booted, which psutil makes a date of by the clock of the moment.
    booted = psutil.boot_time() if psutil.LINUX else 0.0
    return round(process.create_time() - booted, 2)


def _runs(entry: dict[str, Any]) -> bool:
    """Whether the process of an entry is still there, and not another one with its number."""
    import psutil

    try:
        return bool(_started(psutil.Process(int(entry["process"]))) == entry["started"])
    except (psutil.Error, KeyError, TypeError, ValueError, OverflowError):
        return False
