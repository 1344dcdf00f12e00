"""Long errands on a thread of their own: functions go in, frozen records come out by signals."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import count
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QThread, Signal, Slot

from app.errors import CancelledError
from app.speculation.stop import Stop
from app.ui.worker import told_error

if TYPE_CHECKING:
    from app.errors import DraftlightError
    from app.ui.bugs import Bug

Tell = Callable[[object], None]
Work = Callable[[Stop, Tell], object]


@dataclass(frozen=True, slots=True)
class Errand:
    """What is to be done; `stop` is set from the window's thread."""

    id: int
    work: Work
    stop: Stop


@dataclass(frozen=True, slots=True)
class Step:
    """What an errand told on its way."""

    errand_id: int
    news: object


@dataclass(frozen=True, slots=True)
class Done:
    """An errand ended well."""

    errand_id: int
    result: object


@dataclass(frozen=True, slots=True)
class Failed:
    """An errand ended otherwise; a CancelledError where it was stopped."""

    errand_id: int
    error: DraftlightError | Bug


class _Worker(QObject):
    """Runs errands one after another. Lives in its own thread."""

    stepped = Signal(object)
    done = Signal(object)
    failed = Signal(object)

    @Slot(object)
    def run(self, errand: Errand) -> None:
        """Run one errand to its end."""
        try:
            if errand.stop.is_set:
                raise CancelledError
            result = errand.work(errand.stop, lambda news: self.stepped.emit(Step(errand.id, news)))
        except Exception as error:  # noqa: BLE001 (the top of this thread)
            self.failed.emit(Failed(errand.id, told_error(error)))
        else:
            self.done.emit(Done(errand.id, result))


class Errands(QObject):
    """The window's side of one thread, which starts with the first errand; `thread` is one that others use as well.

    Signals:
        stepped (object): what an errand told on its way.
        done (object): what an errand returned.
        failed (DraftlightError or Bug): how one failed.
        busy_changed (bool): whether something is under way.
    """

    stepped = Signal(object)
    done = Signal(object)
    failed = Signal(object)
    busy_changed = Signal(bool)

    _requested = Signal(object)

    def __init__(self, name: str, thread: QThread | None = None) -> None:
        super().__init__()
        self._ids = count(1)
        self._wanted: dict[int, Errand] = {}
        self._shared = thread is not None
        self._thread = thread or QThread()
        if not self._shared:
            self._thread.setObjectName(name)
        self._worker = _Worker()
        self._worker.moveToThread(self._thread)
        self._requested.connect(self._worker.run)
        self._worker.stepped.connect(self._on_stepped)
        self._worker.done.connect(self._on_done)
        self._worker.failed.connect(self._on_failed)

    @property
    def is_busy(self) -> bool:
        """Whether an errand is under way or waiting."""
        return bool(self._wanted)

    def start(self, work: Work) -> None:
        """Run `work` in place of all that is under way, of which nothing more is heard."""
        self.drop()
        self.post(work)

    def post(self, work: Work) -> None:
        """Run `work` after what is under way."""
        errand = Errand(next(self._ids), work, Stop())
        self._wanted[errand.id] = errand
        if not self._thread.isRunning():
            self._thread.start()
        self._requested.emit(errand)
        if len(self._wanted) == 1:
            self.busy_changed.emit(True)

    def cancel(self) -> None:
        """Stop what is under way; `failed` with a CancelledError follows."""
        for errand in self._wanted.values():
            errand.stop.set()

    def drop(self) -> None:
        """Stop what is under way and pass on nothing more of it."""
        self.cancel()
        if self._wanted:
            self._wanted.clear()
            self.busy_changed.emit(False)

    def close(self) -> None:
        """Stop everything and end the thread, unless others use it."""
        self.blockSignals(True)
        self.drop()
        if not self._shared:
            self._thread.quit()
            self._thread.wait()

    def _end(self, errand_id: int) -> bool:
        """Note that an errand ended; False for one of which nothing is wanted any more."""
        if self._wanted.pop(errand_id, None) is None:
            return False
        if not self._wanted:
            self.busy_changed.emit(False)
        return True

    @Slot(object)
    def _on_stepped(self, record: Step) -> None:
        if record.errand_id in self._wanted:
            self.stepped.emit(record.news)

    @Slot(object)
    def _on_done(self, record: Done) -> None:
        if self._end(record.errand_id):
            self.done.emit(record.result)

    @Slot(object)
    def _on_failed(self, record: Failed) -> None:
        if self._end(record.errand_id):
            self.failed.emit(record.error)
