"""The replies that the store does not have, or not yet: the one being written, and those that wait. No widgets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from app.speculation.records import PromptProgress, Round
from app.ui.conversation_records import messages_up_to, not_saved_yet, still_writing
from app.ui.prompt_notes import prompt_notice
from app.ui.reply_saver import ReplySaver
from app.ui.reply_session import ReplySession

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.chats.records import Message, StoredMessage
    from app.chats.store import ChatStore
    from app.errors import DraftlightError
    from app.options import ReplyOptions
    from app.ui.bugs import Bug
    from app.ui.engine_client import EngineClient
    from app.ui.notices import Notice
    from app.ui.worker import EventArrived, ReplyEnded, ReplyFailed


class ReplyWriter(QObject):
    """Asks for one reply at a time, in whichever chat, takes it in and saves it.

    `session` is the reply being written, `last` the last one that was told of and may have got its id since.

    Signals:
        prompt_progressed (PromptProgress): how much of the prompt is read.
        round_arrived (Round): the reply goes on.
        prompt_noted (Notice): what is to be known about its prompt.
        ended (ReplySession, DraftlightError or Bug or None): nothing more of it comes, and why not. One that has
            tokens is to be saved.
    """

    prompt_progressed = Signal(object)
    round_arrived = Signal(object)
    prompt_noted = Signal(object)
    ended = Signal(object, object)

    def __init__(self, store: ChatStore, engine: EngineClient) -> None:
        super().__init__()
        self.session: ReplySession | None = None
        self.last: ReplySession | None = None
        self.saver = ReplySaver(store)
        self._engine = engine
        engine.event_arrived.connect(self._on_event)
        engine.reply_ended.connect(self._on_ended)
        engine.reply_failed.connect(self._on_failed)

    def ask(
        self,
        prompt: tuple[Message, ...],
        options: ReplyOptions,
        chat_id: int,
        question: StoredMessage,
        others: tuple[int, ...],
    ) -> ReplySession:
        """Ask the engine for a reply to `question`, beside the replies `others`."""
        session = ReplySession(self._engine.reply(prompt, options), chat_id, question, others=others)
        self.session = session
        self.saver.add(session)
        return session

    def stop(self) -> None:
        """Stop the reply and keep what was emitted."""
        self._engine.stop_reply()

    def is_in(self, chat_id: int) -> bool:
        """Whether the reply being written is in this chat."""
        return self.session is not None and self.session.chat_id == chat_id

    def leave(self, chat_id: int) -> bool:
        """Write and save nothing more in a chat that is deleted; return whether a reply was being written in it."""
        self.saver.save()
        was_writing = self.is_in(chat_id)
        if was_writing:
            self._engine.drop_reply()
            self.session = None
        self.saver.drop_chat(chat_id)
        return was_writing

    def refusal(self, chat_id: int | None) -> Notice | None:
        """Return why nothing can be said in this chat until a reply is written or saved."""
        if self.session is not None:
            return still_writing()
        self.saver.save()
        return None if self.saver.unsaved(chat_id) is None else not_saved_yet()

    def completed(self, chat_id: int, stored: Sequence[StoredMessage]) -> list[StoredMessage]:
        """Return what was said in a chat as it is stored, with the reply that could not be saved yet."""
        if self.session is not None and self.is_in(chat_id):
            return messages_up_to(self.session, stored)
        unsaved = self.saver.unsaved(chat_id)
        if unsaved is None:
            return list(stored)
        self.last = unsaved
        return [*messages_up_to(unsaved, stored), unsaved.message()]

    @Slot(object)
    def _on_event(self, record: EventArrived) -> None:
        session = self.session
        if session is None:
            return
        match record.event:
            case Round() as decoded:
                session.add(decoded)
                self.round_arrived.emit(decoded)
            case PromptProgress() as progress:
                self.prompt_progressed.emit(progress)
            case event:
                session.note_event(event)
                if (told := prompt_notice(event)) is not None:
                    self.prompt_noted.emit(told)

    @Slot(object)
    def _on_ended(self, _record: ReplyEnded) -> None:
        self._end(None)

    @Slot(object)
    def _on_failed(self, record: ReplyFailed) -> None:
        self._end(record.error)

    def _end(self, error: DraftlightError | Bug | None) -> None:
        session, self.session = self.session, None
        if session is None:
            return
        if session.tally.emitted:
            session.ended, self.last = True, session
        else:
            self.saver.drop(session)
        self.ended.emit(session, error)
