"""Fetching the starter pair, in a thread of its own so that a chat goes on meanwhile."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import count
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QObject, QThread, Signal, Slot

from app.speculation.stop import Stop
from app.ui.worker import told_error

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.engine import PairFiles
    from app.errors import DraftlightError
    from app.ui.bugs import Bug

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
    """`app.pull.find_starter_pair` with its paths filled in."""

    def __call__(self) -> PairFiles | None:
        """Return the starter pair if it is on this machine."""


class PullStarter(Protocol):
    """`app.pull.pull_starter` with its paths filled in."""

    def __call__(self, stop: Stop, progress: Callable[[Progress], None]) -> PairFiles:
        """Fetch the starter pair."""


@dataclass(frozen=True, slots=True)
class PullRequest:
    """Fetch the starter pair; `stop` is set from the window's thread."""

    id: int
    stop: Stop


@dataclass(frozen=True, slots=True)
class StarterSought:
    """The disk was searched; `files` None: the starter pair is not there."""

    files: PairFiles | None


@dataclass(frozen=True, slots=True)
class PullProgressed:
    """A step of the fetch: `done` of `total` bytes in this stage."""

    request_id: int
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

    request_id: int
    files: PairFiles


@dataclass(frozen=True, slots=True)
class PullFailed:
    """The starter pair could not be fetched, or the person cancelled."""

    request_id: int
    error: DraftlightError | Bug


class PullWorker(QObject):
    """Looks for and fetches the starter pair. Lives in its own thread.

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

    @Slot()
    def seek(self) -> None:
        """Look for the starter pair on the disk."""
        files = None
        try:
            files = self._find_starter()
        except Exception as error:  # noqa: BLE001 (the top of this thread; not found is a good enough answer)
            told_error(error)
        self.starter_sought.emit(StarterSought(files))

    @Slot(object)
    def pull(self, request: PullRequest) -> None:
        """Fetch the starter pair."""
        last = PullProgressed(request.id, "", 0, None)

        def progress(now: Progress) -> None:
            nonlocal last
            step = now.total * _FRACTION_STEP if now.total else _BYTES_STEP
            if now.stage != last.stage or now.done - last.done >= step or now.done == now.total:
                last = PullProgressed(request.id, now.stage, now.done, now.total)
                self.pull_progressed.emit(last)

        try:
            files = self._pull_starter(request.stop, progress)
        except Exception as error:  # noqa: BLE001 (the top of this thread)
            self.pull_failed.emit(PullFailed(request.id, told_error(error)))
        else:
            self.pull_ended.emit(PullEnded(request.id, files))


class PullClient(QObject):
    """The window's side of the pull thread.

    Signals:
        starter_sought (StarterSought), pull_progressed (PullProgressed), pull_ended (PullEnded),
        pull_failed (PullFailed).
    """

    starter_sought = Signal(object)
    pull_progressed = Signal(object)
    pull_ended = Signal(object)
    pull_failed = Signal(object)

    _seek_requested = Signal()
    _pull_requested = Signal(object)

    def __init__(self, find_starter: FindStarter, pull_starter: PullStarter) -> None:
        super().__init__()
        self._ids = count(1)
        self._request: PullRequest | None = None
        self._thread = QThread()
        self._thread.setObjectName("pull")
        self._worker = PullWorker(find_starter, pull_starter)
        self._worker.moveToThread(self._thread)
        self._seek_requested.connect(self._worker.seek)
        self._pull_requested.connect(self._worker.pull)
        self._worker.starter_sought.connect(self.starter_sought)
        self._worker.pull_progressed.connect(self._on_progressed)
        self._worker.pull_ended.connect(self._on_ended)
        self._worker.pull_failed.connect(self._on_failed)
        self._thread.start()

    def seek(self) -> None:
        """Look for the starter pair on the disk; `starter_sought` follows."""
        self._seek_requested.emit()

    def pull(self) -> None:
        """Fetch the starter pair."""
        self.cancel()
        self._request = PullRequest(next(self._ids), Stop())
        self._pull_requested.emit(self._request)

    def cancel(self) -> None:
        """Stop the fetch; PullFailed with a CancelledError follows."""
        if self._request is not None:
            self._request.stop.set()

    def close(self) -> None:
        """Stop the fetch and end the thread."""
        self.cancel()
        self._thread.quit()
        self._thread.wait()

    @Slot(object)
    def _on_progressed(self, record: PullProgressed) -> None:
        if self._request is not None and record.request_id == self._request.id:
            self.pull_progressed.emit(record)

    @Slot(object)
    def _on_ended(self, record: PullEnded) -> None:
        if self._request is not None and record.request_id == self._request.id:
            self._request = None
            self.pull_ended.emit(record)

    @Slot(object)
    def _on_failed(self, record: PullFailed) -> None:
        if self._request is not None and record.request_id == self._request.id:
            self._request = None
            self.pull_failed.emit(record)
