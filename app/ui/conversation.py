"""The chat on show and the reply being written: what is said, asked for, and saved. No widgets."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from app.chats.branch import place_of, question_of, sibling_of
from app.chats.records import Role, is_private
from app.errors import ChatStoreError
from app.ui.conversation_records import (
    ShownChat,
    Unanswered,
    add_question,
    prompt_of,
    refusal_of,
    still_writing,
    without_rounds,
)
from app.ui.notices import Notice, NoticeAction, hint, notice_of
from app.ui.reply_writer import ReplyWriter
from app.ui.statistics_line import drafting_is_off

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.chats.records import Attachment, StoredMessage, StoredReply
    from app.chats.store import ChatStore
    from app.errors import DraftlightError
    from app.speculation.records import Round
    from app.ui.bugs import Bug
    from app.ui.engine_client import EngineClient
    from app.ui.pair_controller import PairController
    from app.ui.preferences import Preferences
    from app.ui.reply_session import ReplySession


class Conversation(QObject):
    """Says, asks and saves. `system_prompt` is told to the model before the chat on show.

    Signals:
        chat_shown (ShownChat): another chat or branch is on show; a reply being written in it follows as if it began
            now.
        chats_changed (): the list of chats is another one.
        branched (int): only so many of the messages on show are part of what follows.
        message_added (StoredMessage): the person's message is in the chat.
        reply_started ().
        prompt_progressed (PromptProgress), round_arrived (Round): of the chat on show.
        reply_ended (StoredReply): the reply on show is complete.
        reply_measured (StoredReply): a reply on show has a speed that it is compared with now.
        unanswered (Unanswered): no token came.
        replying_changed (bool): a reply is being written, in this chat or in another.
        noticed (Notice).
    """

    chat_shown = Signal(object)
    chats_changed = Signal()
    branched = Signal(int)
    message_added = Signal(object)
    reply_started = Signal()
    prompt_progressed = Signal(object)
    round_arrived = Signal(object)
    reply_ended = Signal(object)
    reply_measured = Signal(object)
    unanswered = Signal(object)
    replying_changed = Signal(bool)
    noticed = Signal(object)

    def __init__(self, store: ChatStore, engine: EngineClient, pairs: PairController, preferences: Preferences) -> None:
        super().__init__()
        self.chat_id: int | None = None
        self.system_prompt = ""
        self._store = store
        self._pairs = pairs
        self._preferences = preferences
        self._messages: list[StoredMessage] = []
        self.writer = ReplyWriter(store, engine)
        self.writer.saver.failed.connect(self._on_save_failed)
        self.writer.saver.moved.connect(self._on_moved)
        self.writer.prompt_progressed.connect(self.prompt_progressed)
        self.writer.round_arrived.connect(self._on_round)
        self.writer.prompt_noted.connect(self._on_prompt_noted)
        self.writer.ended.connect(self._on_ended)

    @property
    def is_replying(self) -> bool:
        """Whether a reply is being written."""
        return self.writer.session is not None

    @property
    def live(self) -> ReplySession | None:
        """The reply being written on show."""
        session = self.writer.session
        return session if session is not None and self._is_shown(session) else None

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
        if chat_id != self.chat_id:
            self.writer.saver.save()
            self._load(chat_id)

    def open_message(self, chat_id: int, message_id: int) -> None:
        """Show the branch with this message, at the message."""
        if self.writer.is_in(chat_id):
            self.noticed.emit(still_writing())
            return
        self.writer.saver.save()
        try:
            self._store.show_message(message_id)
        except ChatStoreError as error:
            self.noticed.emit(notice_of(error))
            return
        self._load(chat_id, at=message_id, keeps_text=chat_id == self.chat_id)

    def show_sibling(self, message_id: int, step: int) -> None:
        """Show the next (1) or the previous (-1) of the messages that stand in the place of this one."""
        wanted = sibling_of(self._messages, message_id, step)
        if wanted is not None and self.chat_id is not None:
            self.open_message(self.chat_id, wanted)

    def _load(self, chat_id: int, at: int | None = None, keeps_text: bool = False) -> None:
        """Show a chat as it is stored, with the reply that is not, or not yet."""
        try:
            stored = self._store.list_messages(chat_id, with_rounds=False)
        except ChatStoreError as error:
            self.noticed.emit(notice_of(error))
            self.chats_changed.emit()
            return
        messages = self.writer.completed(chat_id, stored)
        self._show(chat_id, messages, at, keeps_text)
        if (live := self.live) is not None:
            self.reply_started.emit()
            for decoded in live.rounds:
                self.round_arrived.emit(decoded)
        elif messages and messages[-1].message.role is Role.USER:
            self.noticed.emit(hint(self.tr("The last message has no reply yet."), NoticeAction.RETRY))

    def send(self, text: str, attachments: Sequence[Attachment] = (), after: int | None = None) -> bool:
        """Say something and ask for a reply; return whether it was taken.

        Args:
            text: what was typed.
            attachments: the files that go with it.
            after: the message after which it is said, None for the last on show.
        """
        if not self._may_say(text, attachments):
            return False
        try:
            chat_id, message = add_question(self._store, self.chat_id, text, attachments, after)
        except ChatStoreError as error:
            self.noticed.emit(notice_of(error))
            return False
        gone = self.chat_id is not None and chat_id != self.chat_id
        if gone:
            self._show(None, [], keeps_text=True)
        self.chat_id = chat_id
        if after is not None and not gone and (place := place_of(self._messages, after)) is not None:
            self._branch(place + 1)
        self._say(message)
        if gone:
            self.noticed.emit(hint(self.tr("The chat was deleted in another window: the message is in a new one.")))
        return True

    def edit(self, message_id: int, text: str, attachments: Sequence[Attachment] = ()) -> bool:
        """Say something else in place of a message, which stays beside it; return whether it was taken."""
        place = place_of(self._messages, message_id)
        if place is None or not self._may_say(text, attachments):
            return False
        try:
            message = self._store.edit_message(message_id, text, attachments)
        except ChatStoreError as error:
            self.noticed.emit(notice_of(error))
            return False
        self._branch(place)
        self._say(message)
        return True

    def regenerate(self, message_id: int) -> None:
        """Ask for another reply in place of this one, or for one more to this message of the person."""
        asked = question_of(self._messages, message_id)
        if asked is None:
            return
        question = self._messages[asked]
        if not self._may_say(question.message.content, question.attachments):
            return
        others = self._messages[asked + 1].siblings if asked + 1 < len(self._messages) else ()
        self._branch(asked + 1)
        self._ask(others)

    def regenerate_last(self) -> None:
        """Ask for another reply in place of the last one."""
        if self._messages:
            self.regenerate(self._messages[-1].id)

    def retry(self) -> None:
        """Ask again for a reply to the last message."""
        if self._messages and self._messages[-1].message.role is Role.USER:
            self.regenerate(self._messages[-1].id)

    def message(self, message_id: int) -> StoredMessage | None:
        """Return a message on show."""
        place = place_of(self._messages, message_id)
        return None if place is None else self._messages[place]

    @property
    def messages(self) -> tuple[StoredMessage, ...]:
        """What is on show and complete."""
        return tuple(self._messages)

    def take_measured(self, reply: StoredReply) -> None:
        """Take in that a reply has a speed that it is compared with."""
        place = place_of(self._messages, reply.id)
        if place is not None:
            self._messages[place] = dataclasses.replace(self._messages[place], summary=reply.summary)
            self.reply_measured.emit(self._messages[place])

    def _branch(self, count: int) -> None:
        """Go on after the first `count` messages."""
        if count < len(self._messages):
            del self._messages[count:]
            self.branched.emit(count)

    def _say(self, message: StoredMessage) -> None:
        self._messages.append(message)
        self.message_added.emit(message)
        self.chats_changed.emit()
        self._ask()

    def take_back(self) -> None:
        """Remove the last message, which got no reply, from the chat; the store keeps it as unsent text."""
        message = self._messages.pop()
        try:
            self._store.take_back(message.id)
        except ChatStoreError as error:
            self.noticed.emit(notice_of(error))
        if message.count > 1 and self.chat_id is not None:
            self._load(self.chat_id, keeps_text=True)
            return
        if not self._messages and not is_private(self.chat_id):
            self.chat_id = None
        self.chats_changed.emit()

    def stop(self) -> None:
        """Stop the reply and keep what was emitted."""
        self.writer.stop()

    def close(self) -> None:
        """Save what is not saved yet; call it when no window is there to wait."""
        self.writer.saver.close()

    def delete_chat(self, chat_id: int) -> None:
        """Put a chat away; a reply that is being written in it stops, and stays as far as it is."""
        if self.writer.leave(chat_id):
            self.replying_changed.emit(False)
        try:
            self._store.delete_chat(chat_id)
        except ChatStoreError as error:
            self.noticed.emit(notice_of(error))
        if chat_id == self.chat_id:
            self.new_chat()
        self.chats_changed.emit()

    def _may_say(self, text: str, attachments: Sequence[Attachment]) -> bool:
        """Return whether something can be said now; if not, tell why."""
        refusal = self.writer.refusal(self.chat_id)
        if refusal is None:
            last = self.writer.last
            if last is not None and self._messages and not self._messages[-1].id:
                self._messages[-1] = last.message()  # it is saved by now, and has a number
            refusal = refusal_of(text, attachments, self._pairs.state)
        if refusal is not None:
            self.noticed.emit(refusal)
        return refusal is None

    def _show(
        self, chat_id: int | None, messages: list[StoredMessage], at: int | None = None, keeps_text: bool = False
    ) -> None:
        self.chat_id = chat_id
        self._messages = messages
        self.chat_shown.emit(ShownChat(tuple(messages), at, keeps_text))
        self.chats_changed.emit()

    def _is_shown(self, session: ReplySession) -> bool:
        """Whether the question of a reply that is being written is the last message on show."""
        last = self._messages[-1].id if self._messages else None
        return session.chat_id == self.chat_id and session.question.id == last

    def _ask(self, others: tuple[int, ...] = ()) -> None:
        """Ask the engine for a reply to the last message, beside the replies `others`."""
        assert self.chat_id is not None  # noqa: S101
        options = self._preferences.reply_options()
        prompt = prompt_of(self.system_prompt, self._messages)
        session = self.writer.ask(prompt, options, self.chat_id, self._messages[-1], others)
        if options.draft_length == 0:
            session.note = drafting_is_off(self.tr("the draft length is set to off"))
        self.reply_started.emit()
        self.replying_changed.emit(True)

    @Slot(object)
    def _on_round(self, decoded: Round) -> None:
        if self.live is not None:
            self.round_arrived.emit(decoded)

    @Slot(object)
    def _on_prompt_noted(self, told: Notice) -> None:
        if self.live is not None:
            self.noticed.emit(told)

    @Slot(object, object)
    def _on_ended(self, session: ReplySession, error: DraftlightError | Bug | None) -> None:
        self.replying_changed.emit(False)
        if session.ended:
            self._take_in(session)
        elif self._is_shown(session) and not session.others:
            self.unanswered.emit(Unanswered(session.question, error))
            return
        elif self._is_shown(session):
            self._load(session.chat_id, keeps_text=True)  # the reply that was there before
        if error is not None:
            self.noticed.emit(notice_of(error))
        if session.ended:
            self.chats_changed.emit()

    def _take_in(self, session: ReplySession) -> None:
        """Save a reply that has tokens, and show it complete."""
        shown = self._is_shown(session)
        self.writer.saver.save()
        if shown and self._is_shown(session):
            self._messages.append(session.message())
            self.reply_ended.emit(self._messages[-1])
            self._messages[-1] = without_rounds(self._messages[-1])

    @Slot(object)
    def _on_save_failed(self, error: ChatStoreError) -> None:
        self.noticed.emit(notice_of(error))

    @Slot(object, int)
    def _on_moved(self, session: ReplySession, left: int) -> None:
        """Show the new chat of a reply if the one that was deleted elsewhere was on show."""
        if self.chat_id != left:
            self.chats_changed.emit()
        else:
            self._load(session.chat_id, keeps_text=True)
        self.noticed.emit(
            hint(self.tr("The chat was deleted in another window: the last message and its reply are in a new one."))
        )
