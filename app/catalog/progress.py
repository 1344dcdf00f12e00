"""How a long errand tells how far it is, and how it is told to stop."""

from __future__ import annotations

import time
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final, Protocol

from app.errors import CancelledError

if TYPE_CHECKING:
    from collections.abc import Callable

# Often enough for a smooth bar, rarely enough to cost nothing.
REPORT_SECONDS: Final = 0.05


class Stop(Protocol):
    """What an errand must know of a request to stop; `app.speculation.stop.Stop` is one."""

    @property
    def is_set(self) -> bool:
        """Whether a stop was asked for."""


class Stage(StrEnum):
    """What a fetch does, in words that the window translates."""

    WAITING = "Waiting for another fetch"
    CONNECTING = "Connecting"
    RETRYING = "Waiting to try again"
    DOWNLOADING = "Downloading"
    UNPACKING = "Unpacking"
    CHECKING = "Checking"
    LOOKING = "Looking for models"
    READING = "Reading models"


@dataclass(frozen=True, slots=True)
class Retry:
    """The next try comes in `seconds`; `attempt` failed (1 is the first), and `detail` says in few words how."""

    attempt: int
    seconds: float
    detail: str


@dataclass(frozen=True, slots=True)
class Progress:
    """How far something is: `done` of `total` bytes (None: not known) of `stage`, by or from `source`.

    `stage` is a short English phrase: a Stage, or what another errand calls its own. `retry` comes with
    Stage.RETRYING.
    """

    stage: str
    done: int
    total: int | None
    source: str
    retry: Retry | None = None


class Reporter:
    """Passes on the progress of one source, about 20 times a second, and ends the errand when asked to."""

    def __init__(self, stop: Stop, report: Callable[[Progress], None], source: str) -> None:
        self.stop = stop
        self.source = source
        self._report = report
        self._stage: Stage | None = None
        self._next_time = 0.0

    def check(self) -> None:
        """Raise CancelledError if a stop was asked for."""
        if self.stop.is_set:
            raise CancelledError

    def step(self, stage: Stage, done: int = 0, total: int | None = None, retry: Retry | None = None) -> None:
        """Tell how far it is, unless that was told just now. Raises CancelledError as `check` does."""
        self.check()
        now = time.monotonic()
        if stage is self._stage and now < self._next_time and (done != total or retry):
            return
        self._stage, self._next_time = stage, now + REPORT_SECONDS
        self._report(Progress(stage, done, total, self.source, retry))
