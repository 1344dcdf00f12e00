"""The window's side of the engine's thread: numbers requests, stops them, drops what is stale.

A thread that does not answer, because llama.cpp or a driver hangs, cannot be ended: it is left to itself and replaced.
"""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QDeadlineTimer, QEvent, QObject, QThread, QTimer, Signal, Slot

from app.errors import EngineRestartedError
from app.speculation.stop import Stop
from app.ui.errands import Errands
from app.ui.worker import (
    CountRequest,
    EngineWorker,
    LoadFailed,
    LoadRequest,
    MeasureRequest,
    PlainMeasured,
    ReplyFailed,
    ReplyRequest,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.chats.records import Message
    from app.options import LoadOptions, PairFiles, ReplyOptions
    from app.ui.errands import Tell
    from app.ui.worker import (
        EventArrived,
        PairLoaded,
        PairLoading,
        ReplyEnded,
        ReplyEngine,
        TokensCounted,
    )

# A pass over a part of a prompt may take seconds, and a stop waits for its end.
PATIENCE_MS = 10_000


class EngineClient(QObject):
    """Asks the worker and passes on its answers to the latest request of each sort.

    `errands` are what else is done with the engine, see `lend`.

    Signals:
        pair_loading (PairLoading), pair_loaded (PairLoaded), load_failed (LoadFailed),
        event_arrived (EventArrived), reply_ended (ReplyEnded), reply_failed (ReplyFailed),
        tokens_counted (TokensCounted), plain_measured (PlainMeasured).
        got_stuck (): what was stopped goes on all the same.
        restarted (): there is another engine, with nothing loaded.
    """

    pair_loading = Signal(object)
    pair_loaded = Signal(object)
    load_failed = Signal(object)
    event_arrived = Signal(object)
    reply_ended = Signal(object)
    reply_failed = Signal(object)
    got_stuck = Signal()
    restarted = Signal()
    tokens_counted = Signal(object)
    plain_measured = Signal(object)

    _load_requested = Signal(object)
    _reply_requested = Signal(object)
    _count_requested = Signal(object)
    _measure_requested = Signal(object)
    _close_requested = Signal()

    def __init__(self, make_engine: Callable[[], ReplyEngine], patience_ms: int = PATIENCE_MS) -> None:
        """`patience_ms` is how long a stop may take before the engine counts as stuck."""
        super().__init__()
        self._make_engine = make_engine
        self._patience_ms = patience_ms
        self._ids = count(1)
        self._load: LoadRequest | None = None
        self._reply: ReplyRequest | None = None
        self._stopped: set[int] = set()
        self._left: list[tuple[QThread, EngineWorker]] = []
        self._watch = QTimer(self)
        self._watch.setSingleShot(True)
        self._watch.setInterval(patience_ms)
        self._watch.timeout.connect(self._on_watch)
        self._count: CountRequest | None = None
        self._measure: MeasureRequest | None = None
        self._start()

    def _start(self) -> None:
        self._thread = QThread()
        self._thread.setObjectName("engine")
        self._worker = EngineWorker(self._make_engine)
        self._worker.moveToThread(self._thread)
        self.errands = Errands("engine", self._thread)
        self._load_requested.connect(self._worker.load)
        self._reply_requested.connect(self._worker.reply)
        self._count_requested.connect(self._worker.count)
        self._measure_requested.connect(self._worker.measure_plain)
        self._close_requested.connect(self._worker.close)
        self._worker.pair_loading.connect(self._on_pair_loading)
        self._worker.pair_loaded.connect(self._on_pair_loaded)
        self._worker.load_failed.connect(self._on_load_failed)
        self._worker.event_arrived.connect(self._on_event_arrived)
        self._worker.reply_ended.connect(self._on_reply_ended)
        self._worker.reply_failed.connect(self._on_reply_failed)
        self._worker.tokens_counted.connect(self._on_tokens_counted)
        self._worker.plain_measured.connect(self._on_plain_measured)
        self._thread.start()

    def load(self, files: PairFiles, options: LoadOptions) -> int:
        """Ask for a pair, in place of any load under way; return the request's id."""
        self.cancel_load()
        self.stop_count()
        self.stop_measuring()
        self._load = LoadRequest(next(self._ids), files, options, Stop())
        self._load_requested.emit(self._load)
        return self._load.id

    def reply(self, messages: tuple[Message, ...], options: ReplyOptions) -> int:
        """Ask for the next message of a chat; return the request's id."""
        self.stop_reply()
        self.stop_count()
        self.stop_measuring()
        self._reply = ReplyRequest(next(self._ids), messages, options, Stop())
        self._reply_requested.emit(self._reply)
        return self._reply.id

    def count(self, messages: tuple[Message, ...], texts: tuple[str, ...], options: ReplyOptions) -> int:
        """Ask for numbers of tokens, in place of those asked for before; return the request's id."""
        self.stop_count()
        self._count = CountRequest(next(self._ids), messages, texts, options, Stop())
        self._count_requested.emit(self._count)
        return self._count.id

    def stop_count(self) -> None:
        """Let nothing wait for numbers of tokens."""
        if self._count is not None:
            self._count.stop.set()
            self._count = None

    def measure_plain(self, messages: tuple[Message, ...], options: ReplyOptions) -> int:
        """Have plain decoding measured behind a chat; `plain_measured` follows. Return the request's id."""
        self.stop_measuring()
        self._measure = MeasureRequest(next(self._ids), messages, options, Stop())
        self._measure_requested.emit(self._measure)
        return self._measure.id

    def stop_measuring(self) -> None:
        """Stop the measurement under way; what it has is kept, and told."""
        if self._measure is not None:
            self._measure.stop.set()
            self._expect_end(self._measure.id)

    def lend(self, work: Callable[[ReplyEngine, Stop, Tell], object]) -> None:
        """Have `work` done with the engine, in its thread, after what is under way; `errands` tell how it goes."""
        self.errands.post(lambda stop, tell: work(self._worker.ready_engine(), stop, tell))

    def cancel_load(self) -> None:
        """Stop the load under way; LoadFailed with a CancelledError follows."""
        if self._load is not None:
            self._load.stop.set()
            self._expect_end(self._load.id)

    def stop_reply(self) -> None:
        """Stop the reply under way; its Summary and ReplyEnded follow."""
        if self._reply is not None:
            self._reply.stop.set()
            self._expect_end(self._reply.id)

    def drop_reply(self) -> None:
        """Stop the reply under way and pass on nothing more of it."""
        self.stop_reply()
        self._reply = None

    @property
    def is_stuck(self) -> bool:
        """Whether a thread still runs that was asked to end; Qt cannot be taken down in good order then."""
        return any(thread.isRunning() for thread, _ in self._left)

    def restart(self) -> None:
        """Leave the engine's thread to itself and start another; what was asked for fails.

        What the old engine has in memory is freed when its thread comes to its end, if ever.
        """
        self.cancel_load()
        self.stop_reply()
        self.stop_count()
        self.stop_measuring()
        self.errands.close()
        load, reply, measure = self._load, self._reply, self._measure
        self._load = self._reply = self._measure = None
        self._leave()
        self._start()
        if load is not None:
            self.load_failed.emit(LoadFailed(load.id, EngineRestartedError(), None))
        if reply is not None:
            self.reply_failed.emit(ReplyFailed(reply.id, EngineRestartedError()))
        if measure is not None:
            self.plain_measured.emit(PlainMeasured(measure.id, None, EngineRestartedError()))
        self.restarted.emit()

    def close(self) -> None:
        """Stop everything, end the thread, and pass on what it said last; after a while without it."""
        self.cancel_load()
        self.stop_reply()
        self.stop_count()
        self.stop_measuring()
        self.errands.close()
        self._watch.stop()
        self._close_requested.emit()
        ended = self._thread.wait(QDeadlineTimer(self._patience_ms))
        QCoreApplication.sendPostedEvents(self, QEvent.Type.MetaCall.value)
        if not ended:
            self._leave()

    def _leave(self) -> None:
        """Listen no more to the thread; it ends when it comes to its next request."""
        self._close_requested.emit()
        worker = self._worker
        requests = (self._load_requested, self._reply_requested, self._count_requested, self._measure_requested)
        for signal in (*requests, self._close_requested):
            signal.disconnect()
        worker.tokens_counted.disconnect()
        worker.plain_measured.disconnect()
        for signal in (worker.pair_loading, worker.pair_loaded, worker.load_failed):
            signal.disconnect()
        for signal in (worker.event_arrived, worker.reply_ended, worker.reply_failed):
            signal.disconnect()
        self._left = [one for one in self._left if one[0].isRunning()]
        self._left.append((self._thread, worker))
        self._stopped.clear()
        self._watch.stop()

    def _expect_end(self, request_id: int) -> None:
        self._stopped.add(request_id)
        if not self._watch.isActive():
            self._watch.start()

    def _note_end(self, request_id: int) -> None:
        self._stopped.discard(request_id)
        if not self._stopped:
            self._watch.stop()

    @Slot()
    def _on_watch(self) -> None:
        self.got_stuck.emit()

    @Slot(object)
    def _on_pair_loading(self, record: PairLoading) -> None:
        if self._load is not None and record.request_id == self._load.id:
            self.pair_loading.emit(record)

    @Slot(object)
    def _on_pair_loaded(self, record: PairLoaded) -> None:
        self._note_end(record.request_id)
        if self._load is not None and record.request_id == self._load.id:
            self._load = None
            self.pair_loaded.emit(record)

    @Slot(object)
    def _on_load_failed(self, record: LoadFailed) -> None:
        self._note_end(record.request_id)
        if self._load is not None and record.request_id == self._load.id:
            self._load = None
            self.load_failed.emit(record)

    @Slot(object)
    def _on_event_arrived(self, record: EventArrived) -> None:
        if self._reply is not None and record.request_id == self._reply.id:
            self.event_arrived.emit(record)

    @Slot(object)
    def _on_reply_ended(self, record: ReplyEnded) -> None:
        self._note_end(record.request_id)
        if self._reply is not None and record.request_id == self._reply.id:
            self._reply = None
            self.reply_ended.emit(record)

    @Slot(object)
    def _on_reply_failed(self, record: ReplyFailed) -> None:
        self._note_end(record.request_id)
        if self._reply is not None and record.request_id == self._reply.id:
            self._reply = None
            self.reply_failed.emit(record)

    @Slot(object)
    def _on_tokens_counted(self, record: TokensCounted) -> None:
        if self._count is not None and record.request_id == self._count.id:
            self._count = None
            self.tokens_counted.emit(record)

    @Slot(object)
    def _on_plain_measured(self, record: PlainMeasured) -> None:
        self._note_end(record.request_id)
        if self._measure is not None and record.request_id == self._measure.id:
            self._measure = None
            self.plain_measured.emit(record)
