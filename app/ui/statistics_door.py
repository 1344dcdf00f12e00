"""The way from a conversation to all numbers of its replies."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from app.chats.records import Role
from app.ui.statistics_dialog import StatisticsDialog

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from app.chats.records import StoredMessage
    from app.ui.appearance import Appearance
    from app.ui.conversation import Conversation
    from app.ui.theme import Theme
    from app.ui.transcript import Transcript


class StatisticsDoor(QObject):
    """Opens the statistics of the chat on show; `dialog` is there while they are open."""

    def __init__(self, view: QWidget, transcript: Transcript, conversation: Conversation, look: Appearance) -> None:
        super().__init__(view)
        self.dialog: StatisticsDialog | None = None
        self._view = view
        self._transcript = transcript
        self._conversation = conversation
        self._look = look

    def set_theme(self, theme: Theme) -> None:
        """Draw in another theme."""
        if self.dialog is not None:
            self.dialog.set_theme(theme)

    @Slot(int)
    def show_reply(self, reply: int) -> None:
        """Show all numbers of a reply, counted from 0, and of its chat."""
        replies = self._replies()
        if not replies:
            return
        dialog = StatisticsDialog(
            self._view, replies, self._conversation.rounds_of, self._look.theme, self._look.caption_font
        )
        self.dialog = dialog
        dialog.show_reply(min(reply, len(replies) - 1))
        dialog.finished.connect(self._on_closed)
        dialog.open()

    @Slot()
    def show_last(self) -> None:
        """Show the numbers of the last reply."""
        self.show_reply(len(self._replies()) - 1)

    @Slot()
    def show_present(self) -> None:
        """Show the numbers of the reply whose token is told about, or else of the last one."""
        told = self._transcript.told_reply
        if told is None:
            self.show_last()
        else:
            self.show_reply(told)

    def _replies(self) -> tuple[StoredMessage, ...]:
        """Return the replies on show that ended, in order."""
        return tuple(one for one in self._conversation.messages if one.message.role is Role.ASSISTANT)

    @Slot()
    def _on_closed(self) -> None:
        if self.dialog is not None:
            self.dialog.deleteLater()
            self.dialog = None
