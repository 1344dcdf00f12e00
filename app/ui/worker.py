"""The engine's thread: requests come in by queued signals, one frozen record each goes out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QObject, QThread, Signal, Slot

from app.errors import CancelledError, DraftlightError
from app.ui.bugs import Bug, report_bug

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from app.chats.records import Message
    from app.options import LoadedPair, LoadOptions, PairFiles, PromptCount, ReplyOptions
    from app.speculation.distributions import Distribution
    from app.speculation.records import Event
    from app.speculation.stop import Stop

_FRACTION_STEP = 0.01


class ReplyEngine(Protocol):
    """What the worker needs of `app.engine.Engine`."""

    @property
    def loaded(self) -> LoadedPair | None:
        """What is loaded now."""

    def load(self, files: PairFiles, options: LoadOptions, stop: Stop, progress: Callable[[float], None]) -> LoadedPair:
        """Load a pair in place of the present one."""

    def reply(self, messages: Sequence[Message], options: ReplyOptions, stop: Stop) -> Iterator[Event]:
        """Write the next message."""

    def count(
        self, messages: Sequence[Message], texts: Sequence[str], options: ReplyOptions, stop: Stop
    ) -> PromptCount:
        """Count tokens."""

    def target_distribution(
        self, messages: Sequence[Message], options: ReplyOptions, after: Sequence[int], stop: Stop
    ) -> Distribution:
        """Return what the target's next token is drawn from."""

    def measure_plain(self, messages: Sequence[Message], options: ReplyOptions, stop: Stop) -> float | None:
        """Measure plain decoding; return the seconds of one token."""

    def close(self) -> None:
        """Free the models."""


@dataclass(frozen=True, slots=True)
class LoadRequest:
    """Load a pair; `stop` is set from the window's thread."""

    id: int
    files: PairFiles
    options: LoadOptions
    stop: Stop


@dataclass(frozen=True, slots=True)
class ReplyRequest:
    """Write the next message of a chat; `stop` is set from the window's thread."""

    id: int
    messages: tuple[Message, ...]
    options: ReplyOptions
    stop: Stop


@dataclass(frozen=True, slots=True)
class CountRequest:
    """Count the tokens of a chat and of the texts of a message; `stop` is set from the window's thread."""

    id: int
    messages: tuple[Message, ...]
    texts: tuple[str, ...]
    options: ReplyOptions
    stop: Stop


@dataclass(frozen=True, slots=True)
class MeasureRequest:
    """Measure plain decoding behind a chat; `stop` is set from the window's thread."""

    id: int
    messages: tuple[Message, ...]
    options: ReplyOptions
    stop: Stop


@dataclass(frozen=True, slots=True)
class PlainMeasured:
    """A measurement ended: the seconds of one plain token, or None and why, if it was not stopped."""

    request_id: int
    seconds: float | None
    error: DraftlightError | Bug | None = None


@dataclass(frozen=True, slots=True)
class PairLoading:
    """How far a load is, 0 to 1."""

    request_id: int
    fraction: float


@dataclass(frozen=True, slots=True)
class PairLoaded:
    """A load ended well."""

    request_id: int
    pair: LoadedPair


@dataclass(frozen=True, slots=True)
class LoadFailed:
    """A load ended otherwise; `loaded` is what is in memory now."""

    request_id: int
    error: DraftlightError | Bug
    loaded: LoadedPair | None


@dataclass(frozen=True, slots=True)
class EventArrived:
    """One event of a reply."""

    request_id: int
    event: Event


@dataclass(frozen=True, slots=True)
class ReplyEnded:
    """The last event of this reply has been sent."""

    request_id: int


@dataclass(frozen=True, slots=True)
class ReplyFailed:
    """The reply broke off; what was emitted before stands."""

    request_id: int
    error: DraftlightError | Bug


@dataclass(frozen=True, slots=True)
class TokensCounted:
    """What a request to count was answered."""

    request_id: int
    count: PromptCount


class EngineWorker(QObject):
    """Owns the engine. Lives in its own thread; only queued signals call its slots.

    Signals:
        pair_loading (PairLoading), pair_loaded (PairLoaded), load_failed (LoadFailed),
        event_arrived (EventArrived), reply_ended (ReplyEnded), reply_failed (ReplyFailed),
        tokens_counted (TokensCounted): not where the request was stopped, or nothing is loaded.
        plain_measured (PlainMeasured).
    """

    pair_loading = Signal(object)
    pair_loaded = Signal(object)
    load_failed = Signal(object)
    event_arrived = Signal(object)
    reply_ended = Signal(object)
    reply_failed = Signal(object)
    tokens_counted = Signal(object)
    plain_measured = Signal(object)

    def __init__(self, make_engine: Callable[[], ReplyEngine]) -> None:
        super().__init__()
        self._make_engine = make_engine
        self._engine: ReplyEngine | None = None

    def ready_engine(self) -> ReplyEngine:
        """Return the engine; the first call imports what it needs, here and not in the window's thread."""
        if self._engine is None:
            self._engine = self._make_engine()
        return self._engine

    @Slot(object)
    def load(self, request: LoadRequest) -> None:
        """Load a pair, unless another is asked for already: reading and weighing the files takes a while."""
        told = 0.0

        def progress(fraction: float) -> None:
            nonlocal told
            if fraction - told >= _FRACTION_STEP:
                told = fraction
                self.pair_loading.emit(PairLoading(request.id, fraction))

        try:
            if request.stop.is_set:
                raise CancelledError
            pair = self.ready_engine().load(request.files, request.options, request.stop, progress)
        except Exception as error:  # noqa: BLE001 (the top of this thread)
            loaded = self._engine.loaded if self._engine else None
            self.load_failed.emit(LoadFailed(request.id, told_error(error), loaded))
        else:
            self.pair_loaded.emit(PairLoaded(request.id, pair))

    @Slot(object)
    def reply(self, request: ReplyRequest) -> None:
        """Write a message, event by event."""
        try:
            for event in self.ready_engine().reply(request.messages, request.options, request.stop):
                self.event_arrived.emit(EventArrived(request.id, event))
        except Exception as error:  # noqa: BLE001 (the top of this thread)
            self.reply_failed.emit(ReplyFailed(request.id, told_error(error)))
        else:
            self.reply_ended.emit(ReplyEnded(request.id))

    @Slot(object)
    def count(self, request: CountRequest) -> None:
        """Count tokens, unless something newer is asked for already."""
        if request.stop.is_set or self._engine is None:
            return
        try:
            told = self._engine.count(request.messages, request.texts, request.options, request.stop)
        except DraftlightError:
            return  # stopped, or the pair is gone: there is nothing to count with
        except Exception as error:  # noqa: BLE001 (the top of this thread)
            report_bug(error)
        else:
            self.tokens_counted.emit(TokensCounted(request.id, told))

    @Slot(object)
    def measure_plain(self, request: MeasureRequest) -> None:
        """Measure plain decoding."""
        try:
            seconds = self.ready_engine().measure_plain(request.messages, request.options, request.stop)
        except Exception as error:  # noqa: BLE001 (the top of this thread)
            self.plain_measured.emit(PlainMeasured(request.id, None, told_error(error)))
        else:
            self.plain_measured.emit(PlainMeasured(request.id, seconds))

    @Slot()
    def close(self) -> None:
        """Free the models and end the thread."""
        try:
            if self._engine is not None:
                self._engine.close()
        except Exception as error:  # noqa: BLE001 (the top of this thread)
            report_bug(error)
        finally:
            self._engine = None
            QThread.currentThread().quit()


def told_error(error: Exception) -> DraftlightError | Bug:
    """Return a known error as it is, and anything else as a bug, logged."""
    return error if isinstance(error, DraftlightError) else report_bug(error)
