"""Gives the transcript what the store has: whole chats, and the rounds of replies that come into view."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot
from PySide6.QtGui import QGuiApplication

from app.chats.records import Role
from app.chats.store import StoredReply
from app.ui.shown_message import shown_message

if TYPE_CHECKING:
    from app.chats.records import StoredMessage
    from app.ui.conversation import Conversation
    from app.ui.shown_message import ShownMessage
    from app.ui.transcript import Transcript


class TranscriptFeed(QObject):
    """Reads for a transcript, and copies from what was read."""

    def __init__(self, transcript: Transcript, conversation: Conversation) -> None:
        super().__init__(transcript)
        self._transcript = transcript
        self._conversation = conversation
        conversation.branched.connect(self._on_branched)
        transcript.layer.rounds_wanted.connect(self._on_rounds_wanted)
        transcript.layer.bar.copy_requested.connect(self._on_copy)

    def shown(self, messages: tuple[StoredMessage, ...]) -> list[ShownMessage]:
        """Return the messages of a chat as they are shown; a system prompt is not."""
        return [shown_message(self._whole(one)) for one in messages if one.message.role is not Role.SYSTEM]

    def _whole(self, stored: StoredMessage) -> StoredMessage:
        """Return a message with its rounds if its numbers stand nowhere else: a reply that broke off."""
        if isinstance(stored, StoredReply) and stored.summary is None and not stored.rounds and stored.id:
            return dataclasses.replace(stored, rounds=tuple(self._conversation.rounds_of(stored)))
        return stored

    @Slot(int)
    def _on_rounds_wanted(self, index: int) -> None:
        """Read the rounds of a reply that came into view."""
        stored = self._conversation.message(self._transcript.messages[index].id)
        if not isinstance(stored, StoredReply):
            return
        rounds = self._conversation.rounds_of(stored)
        if rounds:
            self._transcript.put_rounds(index, rounds)

    @Slot(int)
    def _on_branched(self, count: int) -> None:
        shown = sum(one.message.role is not Role.SYSTEM for one in self._conversation.messages[:count])
        self._transcript.drop_from(shown)

    @Slot(int)
    def _on_copy(self, message_id: int) -> None:
        message = self._conversation.message(message_id)
        if message is not None:
            QGuiApplication.clipboard().setText(message.message.content)
