"""Fetching the starter pair, in a thread of its own so that a chat goes on meanwhile."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QObject, Signal, Slot

from app.ui.errands import Errands

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.errors import DraftlightError
    from app.options import PairFiles
    from app.speculation.stop import Stop
    from app.ui.bugs import Bug
    from app.ui.errands import Tell

_FRACTION_STEP = 0.005
_BYTES_STEP = 1_000_000


class Progress(Protocol):
    """What `app.pull` tells while it fetches: a stage for a person, and bytes; `total` None is unknown."""

    @property
    def stage(self) -> str:
        """What is going on."""

    @property
    def done(self) -> int:
        """Bytes so far."""

    @property
    def total(self) -> int | None:
        """Bytes in all."""


class FindStarter(Protocol):
    """`app.pull.ready_starter_pair` with its paths filled in."""

    def __call__(self) -> PairFiles | None:
        """Return the starter pair if it is on this machine."""


class PullStarter(Protocol):
    """`app.pull.pull_starter` with its paths filled in."""

    def __call__(self, stop: Stop, progress: Callable[[Progress], None]) -> PairFiles:
        """Fetch the starter pair."""


@dataclass(frozen=True, slots=True)
class StarterSought:
    """The disk was searched; `files` None: the starter pair is not there."""

    files: PairFiles | None


@dataclass(frozen=True, slots=True)
class PullProgressed:
    """A step of the fetch: `done` of `total` bytes in this stage."""

    stage: str
    done: int
    total: int | None

    @property
    def fraction(self) -> float | None:
        """0 to 1; None while the size is unknown."""
        return min(1.0, self.done / self.total) if self.total else None


@dataclass(frozen=True, slots=True)
class PullEnded:
    """The starter pair is there."""

    files: PairFiles


@dataclass(frozen=True, slots=True)
class PullFailed:
    """The starter pair could not be fetched, or the person cancelled."""

    error: DraftlightError | Bug


class PullClient(QObject):
    """Looks for and fetches the starter pair, in threads of their own.

    Signals:
        starter_sought (StarterSought), pull_progressed (PullProgressed), pull_ended (PullEnded),
        pull_failed (PullFailed).
    """

    starter_sought = Signal(object)
    pull_progressed = Signal(object)
    pull_ended = Signal(object)
    pull_failed = Signal(object)

    def __init__(self, find_starter: FindStarter, pull_starter: PullStarter) -> None:
        super().__init__()
        self._find_starter = find_starter
        self._pull_starter = pull_starter
        self._seeking = Errands("seek")
        self._pulling = Errands("pull")
        self._seeking.done.connect(self.starter_sought)
        self._seeking.failed.connect(self._on_seek_failed)
        self._pulling.stepped.connect(self.pull_progressed)
        self._pulling.done.connect(self.pull_ended)
        self._pulling.failed.connect(self._on_pull_failed)

    def seek(self) -> None:
        """Look for the starter pair on the disk; `starter_sought` follows."""
        self._seeking.start(lambda _stop, _tell: StarterSought(self._find_starter()))

    def pull(self) -> None:
        """Fetch the starter pair."""
        self._pulling.start(self._pull)

    def cancel(self) -> None:
        """Stop the fetch; PullFailed with a CancelledError follows."""
        self._pulling.cancel()

    def close(self) -> None:
        """Stop the fetch and end the threads."""
        self._seeking.close()
        self._pulling.close()

    def _pull(self, stop: Stop, tell: Tell) -> PullEnded:
        last = PullProgressed("", 0, None)

        def progress(now: Progress) -> None:
            nonlocal last
            step = now.total * _FRACTION_STEP if now.total else _BYTES_STEP
            if now.stage != last.stage or now.done - last.done >= step or now.done == now.total:
                last = PullProgressed(now.stage, now.done, now.total)
                tell(last)

        return PullEnded(self._pull_starter(stop, progress))

    @Slot(object)
    def _on_seek_failed(self, _error: DraftlightError | Bug) -> None:
        """Not found is a good enough answer; a bug is in the log."""
        self.starter_sought.emit(StarterSought(None))

    @Slot(object)
    def _on_pull_failed(self, error: DraftlightError | Bug) -> None:
        self.pull_failed.emit(PullFailed(error))
