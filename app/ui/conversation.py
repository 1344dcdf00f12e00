"""The chat on show and the reply being written: what is said, asked for, and saved. No widgets."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from app.chats.attachments import prompt_message
from app.chats.records import Role
from app.chats.titles import title_of
from app.errors import ChatGoneError, ChatStoreError, EmptyPromptError, EngineNotReadyError
from app.speculation.records import DraftingStopped, DraftLengthDecided, PromptProgress, Round, Summary
from app.ui.notices import Notice, NoticeAction, hint, notice_of
from app.ui.reply_saver import ReplySaver
from app.ui.reply_session import ReplySession
from app.ui.statistics_line import drafting_is_off, drafting_is_on

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.chats.records import StoredMessage
    from app.chats.store import ChatStore
    from app.errors import DraftlightError
    from app.ui.bugs import Bug
    from app.ui.engine_client import EngineClient
    from app.ui.pair_controller import PairController
    from app.ui.preferences import Preferences
    from app.ui.worker import EventArrived, ReplyEnded, ReplyFailed


@dataclass(frozen=True, slots=True)
class Unanswered:
    """A message got no reply: `error` says why, None if the person stopped it before the first token."""

    text: str
    error: DraftlightError | Bug | None


class Conversation(QObject):
    """Says, asks and saves.

    Signals:
        chat_shown (tuple of StoredMessage): another chat is on show; a reply being written in it follows as if it
            began now.
        chats_changed (): the list of chats is another one.
        message_added (str): the person's message is in the chat.
        reply_started ().
        prompt_progressed (PromptProgress), round_arrived (Round): of the chat on show.
        reply_ended (str): the reply on show is complete; its statistics line.
        unanswered (Unanswered): no token came.
        replying_changed (bool): a reply is being written, in this chat or in another.
        noticed (Notice).
    """

    chat_shown = Signal(object)
    chats_changed = Signal()
    message_added = Signal(str)
    reply_started = Signal()
    prompt_progressed = Signal(object)
    round_arrived = Signal(object)
    reply_ended = Signal(str)
    unanswered = Signal(object)
    replying_changed = Signal(bool)
    noticed = Signal(object)

    def __init__(self, store: ChatStore, engine: EngineClient, pairs: PairController, preferences: Preferences) -> None:
        super().__init__()
        self.chat_id: int | None = None
        self._store = store
        self._engine = engine
        self._pairs = pairs
        self._preferences = preferences
        self._messages: list[StoredMessage] = []
        self._session: ReplySession | None = None
        self._saver = ReplySaver(store)
        self._saver.failed.connect(self._on_save_failed)
        self._saver.moved.connect(self._on_moved)
        engine.event_arrived.connect(self._on_event)
        engine.reply_ended.connect(self._on_ended)
        engine.reply_failed.connect(self._on_failed)

    @property
    def is_replying(self) -> bool:
        """Whether a reply is being written."""
        return self._session is not None

    @property
    def live_line(self) -> str:
        """The statistics of the reply being written on show."""
        return self._session.line if self._session and self._is_shown(self._session) else ""

    @property
    def replies(self) -> tuple[StoredMessage, ...]:
        """The replies on show that ended, in order."""
        return tuple(one for one in self._messages if one.message.role is Role.ASSISTANT)

    def rounds_of(self, reply: StoredMessage) -> Sequence[Round]:
        """Return the rounds of a reply, from the store where they are not at hand; none if it cannot be read."""
        try:
            return reply.rounds or self._store.rounds_of(reply.id)
        except ChatStoreError as error:
            self.noticed.emit(notice_of(error))
            return ()

    def new_chat(self) -> None:
        """Show an empty chat; it is made when something is said in it."""
        self._show(None, [])

    def open_chat(self, chat_id: int) -> None:
        """Show a stored chat."""
        if chat_id == self.chat_id:
            return
        self._saver.save()
        try:
            messages = list(self._store.list_messages(chat_id))
        except ChatStoreError as error:
            self.noticed.emit(notice_of(error))
            self.chats_changed.emit()
            return
        session = self._session
        if session is not None and session.chat_id == chat_id:
            messages = _up_to(session, messages)
        elif (unsaved := self._saver.unsaved(chat_id)) is not None:
            messages = [*_up_to(unsaved, messages), unsaved.message()]
        self._show(chat_id, messages)
        if session is not None and self._is_shown(session):
            self._show_from_the_start(session)
        elif messages and messages[-1].message.role is Role.USER:
            self.noticed.emit(hint(self.tr("The last message has no reply yet."), NoticeAction.RETRY))

    def _show_from_the_start(self, session: ReplySession) -> None:
        self.reply_started.emit()
        for decoded in session.rounds:
            self.round_arrived.emit(decoded)

    def send(self, text: str) -> bool:
        """Say `text` and ask for a reply; return whether it was taken."""
        refusal = self._refusal(text)
        if refusal is not None:
            self.noticed.emit(refusal)
            return False
        try:
            chat_id, message, gone = self._add(text)
        except ChatStoreError as error:
            self.noticed.emit(notice_of(error))
            return False
        if gone:
            self._show(None, [])
        self.chat_id = chat_id
        self._messages.append(message)
        self.message_added.emit(text)
        self.chats_changed.emit()
        self._ask()
        if gone:
            self.noticed.emit(hint(self.tr("The chat was deleted in another window: the message is in a new one.")))
        return True

    def _add(self, text: str) -> tuple[int, StoredMessage, bool]:
        """Store what is said; return its chat, and whether that is a new one because the one on show is gone."""
        if self.chat_id is not None:
            try:
                return self.chat_id, self._store.add_user_message(self.chat_id, text), False
            except ChatGoneError:
                pass
        chat, message = self._store.start_chat(title_of(text), text)
        return chat.id, message, self.chat_id is not None

    def retry(self) -> None:
        """Ask again for a reply to the last message."""
        if not self._messages or self._messages[-1].message.role is not Role.USER:
            return
        refusal = self._refusal(self._messages[-1].message.content)
        if refusal is None:
            self._ask()
        else:
            self.noticed.emit(refusal)

    def take_back(self) -> None:
        """Remove the last message, which got no reply, from the chat; the store keeps it as unsent text."""
        message = self._messages.pop()
        try:
            self._store.take_back(message.id)
        except ChatStoreError as error:
            self.noticed.emit(notice_of(error))
        if not self._messages:
            self.chat_id = None
        self.chats_changed.emit()

    def stop(self) -> None:
        """Stop the reply and keep what was emitted."""
        self._engine.stop_reply()

    def close(self) -> None:
        """Save what is not saved yet; call it when no window is there to wait."""
        self._saver.close()

    def rename_chat(self, chat_id: int, title: str) -> None:
        """Give a chat another title; an empty one leaves it."""
        try:
            if title.strip():
                self._store.rename_chat(chat_id, title.strip())
        except ChatStoreError as error:
            self.noticed.emit(notice_of(error))
        self.chats_changed.emit()

    def delete_chat(self, chat_id: int) -> None:
        """Delete a chat, with the reply that is being written in it."""
        if self._session is not None and self._session.chat_id == chat_id:
            self._engine.drop_reply()
            self._forget_session()
        self._saver.drop_chat(chat_id)
        try:
            self._store.delete_chat(chat_id)
        except ChatStoreError as error:
            self.noticed.emit(notice_of(error))
        if chat_id == self.chat_id:
            self.new_chat()
        self.chats_changed.emit()

    def _refusal(self, text: str) -> Notice | None:
        """Return why nothing can be said now."""
        if self._session is not None:
            return hint(self.tr("Draftlight is still writing: wait, or stop it with Esc."))
        self._saver.save()
        if self._saver.unsaved(self.chat_id) is not None:
            return hint(self.tr("The last reply is not saved yet: send again when the disk allows it."))
        if not text.strip():
            return notice_of(EmptyPromptError())
        return self._pair_refusal()

    def _pair_refusal(self) -> Notice | None:
        pairs = self._pairs.state
        if pairs.loading is not None:
            return hint(self.tr("The pair is still loading: send again when it is ready."))
        if pairs.pulling and pairs.loaded is None:
            return hint(self.tr("The starter pair is still on its way: send again when it is ready."))
        if pairs.loaded is None:
            return notice_of(EngineNotReadyError())
        return None

    def _show(self, chat_id: int | None, messages: list[StoredMessage]) -> None:
        self.chat_id = chat_id
        self._messages = messages
        self.chat_shown.emit(tuple(messages))
        self.chats_changed.emit()

    def _is_shown(self, session: ReplySession) -> bool:
        return session.chat_id == self.chat_id

    def _ask(self) -> None:
        """Ask the engine for a reply to the last message."""
        assert self.chat_id is not None  # noqa: S101
        options = self._preferences.reply_options()
        messages = tuple(prompt_message(stored) for stored in self._messages)
        request_id = self._engine.reply(messages, options)
        self._session = ReplySession(request_id, self.chat_id, self._messages[-1])
        if options.draft_length == 0:
            self._session.note = drafting_is_off(self.tr("the draft length is set to off"))
        self._saver.add(self._session)
        self.reply_started.emit()
        self.replying_changed.emit(True)

    @Slot(object)
    def _on_event(self, record: EventArrived) -> None:
        session = self._session
        if session is None:
            return
        match record.event:
            case Round() as decoded:
                session.add(decoded)
                if self._is_shown(session):
                    self.round_arrived.emit(decoded)
            case PromptProgress() as progress:
                self.prompt_progressed.emit(progress)
            case DraftLengthDecided(drafting=True, reason=reason):
                session.note = drafting_is_on(reason)
            case DraftingStopped(reason=reason) | DraftLengthDecided(reason=reason):
                session.note = drafting_is_off(reason)
            case Summary() as summary:
                session.summary = summary

    @Slot(object)
    def _on_ended(self, _record: ReplyEnded) -> None:
        self._finish(None)

    @Slot(object)
    def _on_failed(self, record: ReplyFailed) -> None:
        self._finish(record.error)

    def _finish(self, error: DraftlightError | Bug | None) -> None:
        """Save the reply and let go of it."""
        session = self._session
        if session is None:
            return
        self._forget_session()
        if not session.tally.emitted:
            self._saver.drop(session)
            if self._is_shown(session):
                self.unanswered.emit(Unanswered(session.question.message.content, error))
            elif error is not None:
                self.noticed.emit(notice_of(error))
            return
        session.ended = True
        if self._is_shown(session):
            self._messages.append(session.message())
            self.reply_ended.emit(session.line)
        self._saver.save()
        if error is not None:
            self.noticed.emit(notice_of(error))
        self.chats_changed.emit()

    def _forget_session(self) -> None:
        self._session = None
        self.replying_changed.emit(False)

    @Slot(object)
    def _on_save_failed(self, error: ChatStoreError) -> None:
        self.noticed.emit(notice_of(error))

    @Slot(object, int)
    def _on_moved(self, session: ReplySession, left: int) -> None:
        """Show the new chat of a reply if the one that was deleted elsewhere was on show."""
        if self.chat_id != left:
            self.chats_changed.emit()
        elif session.ended:
            self._show(session.chat_id, [session.question, session.message()])
        else:
            self._show(session.chat_id, [session.question])
            self._show_from_the_start(session)
        self.noticed.emit(
            hint(self.tr("The chat was deleted in another window: the last message and its reply are in a new one."))
        )


def _up_to(session: ReplySession, messages: list[StoredMessage]) -> list[StoredMessage]:
    """Return what was said before the reply, which is known better than the store knows it."""
    return [message for message in messages if message.id <= session.question.id]
