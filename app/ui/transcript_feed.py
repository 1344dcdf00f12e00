"""Gives the transcript what the store has: whole chats, and the rounds of replies that come into view."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtGui import QGuiApplication

from app.chats.records import Role, is_private
from app.chats.store import StoredReply
from app.ui.chats.store_reader import StoreReader
from app.ui.language import when_language_changes
from app.ui.notices import notice_of
from app.ui.shown_message import attachment_names, line_of, shown_message

if TYPE_CHECKING:
    from app.chats.records import StoredMessage
    from app.chats.store import ChatStore
    from app.errors import DraftlightError
    from app.speculation.records import Round
    from app.ui.bugs import Bug
    from app.ui.conversation import Conversation
    from app.ui.shown_message import ShownMessage
    from app.ui.transcript import Transcript


@dataclasses.dataclass(frozen=True, slots=True)
class ReadRounds:
    """The rounds of one reply."""

    message_id: int
    rounds: tuple[Round, ...]


class TranscriptFeed(QObject):
    """Reads for a transcript, and copies from what was read.

    Signals:
        line_told (): a reply that broke off has its line of numbers now.
    """

    line_told = Signal()

    def __init__(self, transcript: Transcript, conversation: Conversation, store: ChatStore) -> None:
        super().__init__(transcript)
        self._transcript = transcript
        self._conversation = conversation
        conversation.branched.connect(self._on_branched)
        conversation.reply_measured.connect(self._on_measured)
        self._reader = StoreReader(store, "rounds")
        self._reader.answered.connect(self._on_rounds_read)
        self._reader.noticed.connect(conversation.noticed)
        self._asked: set[int] = set()
        transcript.code_colours.failed.connect(self._on_failed)
        transcript.layer.rounds_wanted.connect(self._on_rounds_wanted)
        transcript.layer.bar.copy_requested.connect(self._on_copy)
        when_language_changes(transcript, self._say_again)

    def shown(self, messages: tuple[StoredMessage, ...]) -> list[ShownMessage]:
        """Return the messages of a chat as they are shown; a system prompt is not."""
        return [shown_message(one) for one in messages if one.message.role is not Role.SYSTEM]

    def _say_again(self) -> None:
        """Write the names and the lines of numbers in the language of the moment; a reply being written goes on."""
        for one in self._transcript.messages:
            stored = self._conversation.message(one.id)
            if stored is not None:
                one.attachments = attachment_names(stored.attachments)
            if one.line and isinstance(stored, StoredReply):
                one.line = line_of(stored, one.rounds if stored.summary is None else ())
        self._transcript.rewriter.write_all_in_place()

    @Slot(int)
    def _on_rounds_wanted(self, index: int) -> None:
        """Read the rounds of a reply that came into view."""
        message_id = self._transcript.messages[index].id
        stored = self._conversation.message(message_id)
        if isinstance(stored, StoredReply) and message_id not in self._asked:
            self._asked.add(message_id)
            self._reader.ask(
                lambda store: ReadRounds(message_id, stored.rounds or store.rounds_of(message_id)),
                here=is_private(message_id),
            )

    @Slot(object)
    def _on_rounds_read(self, read: ReadRounds) -> None:
        self._asked.discard(read.message_id)
        index = next((n for n, one in enumerate(self._transcript.messages) if one.id == read.message_id), None)
        stored = self._conversation.message(read.message_id)
        if index is None or not read.rounds or not isinstance(stored, StoredReply):
            return
        message = self._transcript.messages[index]
        told, message.line = message.line, message.line or line_of(stored, read.rounds)
        self._transcript.put_rounds(index, read.rounds)
        if not told:
            self.line_told.emit()

    @Slot(object)
    def _on_measured(self, reply: StoredReply) -> None:
        """Tell the speed-up of a reply that is known now."""
        index = next((n for n, one in enumerate(self._transcript.messages) if one.id == reply.id), None)
        if index is not None:
            self._transcript.rewriter.put_line(index, line_of(reply, ()))
            self.line_told.emit()

    @Slot(object)
    def _on_failed(self, error: DraftlightError | Bug) -> None:
        self._conversation.noticed.emit(notice_of(error))

    def rest(self) -> None:
        """Read nothing more."""
        self._reader.close()

    @Slot(int)
    def _on_branched(self, count: int) -> None:
        shown = sum(one.message.role is not Role.SYSTEM for one in self._conversation.messages[:count])
        self._transcript.drop_from(shown)

    @Slot(int)
    def _on_copy(self, message_id: int) -> None:
        message = self._conversation.message(message_id)
        if message is not None:
            QGuiApplication.clipboard().setText(message.message.content)
