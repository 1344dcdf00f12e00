"""The window's side of the engine's thread: numbers requests, stops them, drops what is stale."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QThread, Signal, Slot

from app.speculation.stop import Stop
from app.ui.worker import EngineWorker, LoadRequest, ReplyRequest

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.chats.records import Message
    from app.engine import LoadOptions, PairFiles, ReplyOptions
    from app.ui.worker import (
        EventArrived,
        LoadFailed,
        PairLoaded,
        PairLoading,
        ReplyEnded,
        ReplyEngine,
        ReplyFailed,
    )


class EngineClient(QObject):
    """Asks the worker and passes on its answers to the latest request of each sort.

    Signals:
        pair_loading (PairLoading), pair_loaded (PairLoaded), load_failed (LoadFailed),
        event_arrived (EventArrived), reply_ended (ReplyEnded), reply_failed (ReplyFailed).
    """

    pair_loading = Signal(object)
    pair_loaded = Signal(object)
    load_failed = Signal(object)
    event_arrived = Signal(object)
    reply_ended = Signal(object)
    reply_failed = Signal(object)

    _load_requested = Signal(object)
    _reply_requested = Signal(object)
    _close_requested = Signal()

    def __init__(self, make_engine: Callable[[], ReplyEngine]) -> None:
        super().__init__()
        self._ids = count(1)
        self._load: LoadRequest | None = None
        self._reply: ReplyRequest | None = None
        self._thread = QThread()
        self._thread.setObjectName("engine")
        self._worker = EngineWorker(make_engine)
        self._worker.moveToThread(self._thread)
        self._load_requested.connect(self._worker.load)
        self._reply_requested.connect(self._worker.reply)
        self._close_requested.connect(self._worker.close)
        self._worker.pair_loading.connect(self._on_pair_loading)
        self._worker.pair_loaded.connect(self._on_pair_loaded)
        self._worker.load_failed.connect(self._on_load_failed)
        self._worker.event_arrived.connect(self._on_event_arrived)
        self._worker.reply_ended.connect(self._on_reply_ended)
        self._worker.reply_failed.connect(self._on_reply_failed)
        self._thread.start()

    def load(self, files: PairFiles, options: LoadOptions) -> int:
        """Ask for a pair, in place of any load under way; return the request's id."""
        self.cancel_load()
        self._load = LoadRequest(next(self._ids), files, options, Stop())
        self._load_requested.emit(self._load)
        return self._load.id

    def reply(self, messages: tuple[Message, ...], options: ReplyOptions) -> int:
        """Ask for the next message of a chat; return the request's id."""
        self.stop_reply()
        self._reply = ReplyRequest(next(self._ids), messages, options, Stop())
        self._reply_requested.emit(self._reply)
        return self._reply.id

    def cancel_load(self) -> None:
        """Stop the load under way; LoadFailed with a CancelledError follows."""
        if self._load is not None:
            self._load.stop.set()

    def stop_reply(self) -> None:
        """Stop the reply under way; its Summary and ReplyEnded follow."""
        if self._reply is not None:
            self._reply.stop.set()

    def drop_reply(self) -> None:
        """Stop the reply under way and pass on nothing more of it."""
        self.stop_reply()
        self._reply = None

    def close(self) -> None:
        """Stop everything, end the thread, and pass on what it said last."""
        self.cancel_load()
        self.stop_reply()
        self._close_requested.emit()
        self._thread.wait()
        QCoreApplication.sendPostedEvents(self, QEvent.Type.MetaCall.value)

    @Slot(object)
    def _on_pair_loading(self, record: PairLoading) -> None:
        if self._load is not None and record.request_id == self._load.id:
            self.pair_loading.emit(record)

    @Slot(object)
    def _on_pair_loaded(self, record: PairLoaded) -> None:
        if self._load is not None and record.request_id == self._load.id:
            self._load = None
            self.pair_loaded.emit(record)

    @Slot(object)
    def _on_load_failed(self, record: LoadFailed) -> None:
        if self._load is not None and record.request_id == self._load.id:
            self._load = None
            self.load_failed.emit(record)

    @Slot(object)
    def _on_event_arrived(self, record: EventArrived) -> None:
        if self._reply is not None and record.request_id == self._reply.id:
            self.event_arrived.emit(record)

    @Slot(object)
    def _on_reply_ended(self, record: ReplyEnded) -> None:
        if self._reply is not None and record.request_id == self._reply.id:
            self._reply = None
            self.reply_ended.emit(record)

    @Slot(object)
    def _on_reply_failed(self, record: ReplyFailed) -> None:
        if self._reply is not None and record.request_id == self._reply.id:
            self._reply = None
            self.reply_failed.emit(record)
