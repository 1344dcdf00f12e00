"""The way from a conversation to all numbers of its replies."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from app.chats.records import Role
from app.errors import ChatStoreError
from app.ui.errands import Errands
from app.ui.notices import notice_of
from app.ui.plain_speed import offer_measuring
from app.ui.statistics_counting import ReplyCounter, Work

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtWidgets import QWidget

    from app.chats.records import StoredMessage
    from app.chats.store import ChatStore
    from app.ui.appearance import Appearance
    from app.ui.conversation import Conversation
    from app.ui.plain_speed import PlainSpeed
    from app.ui.statistics_dialog import StatisticsDialog
    from app.ui.theme import Theme
    from app.ui.transcript import Transcript


class StatisticsDoor(QObject):
    """Opens the statistics of the chat on show; `dialog` is there while they are open.

    Signals:
        inspect_requested (int): the rounds of the reply with this id are to be seen; 0 is the one being written.
    """

    inspect_requested = Signal(int)

    def __init__(
        self, view: QWidget, transcript: Transcript, conversation: Conversation, look: Appearance, store: ChatStore
    ) -> None:
        super().__init__(view)
        self.dialog: StatisticsDialog | None = None
        self._view = view
        self._transcript = transcript
        self._conversation = conversation
        self._look = look
        self._store = store
        self._work = Work(Errands("statistics"), Errands("saving"))
        self._counter: ReplyCounter | None = None
        self._plain: PlainSpeed | None = None
        conversation.reply_measured.connect(self._on_measured)
        for changed in (conversation.reply_started, conversation.reply_ended, conversation.unanswered):
            changed.connect(self._on_replies_changed)

    @property
    def saving(self) -> Errands:
        """The thread that writes files of what is shown."""
        return self._work.saving

    def offer(self, plain: PlainSpeed) -> None:
        """Offer to have plain decoding measured."""
        self._plain = plain

    def set_theme(self, theme: Theme) -> None:
        """Draw in another theme."""
        if self.dialog is not None:
            self.dialog.set_theme(theme)

    @Slot(int)
    def show_reply(self, reply: int) -> None:
        """Show all numbers of a reply, counted from 0, and of its chat."""
        replies, live = self._replies(), self._conversation.live
        if self.dialog is not None or not (replies or live):
            return
        self._counter = ReplyCounter(self, self._work.counting, self.packed_rounds_of)
        self._counter.take(replies, live)
        from app.ui.statistics_dialog import StatisticsDialog

        dialog = StatisticsDialog(self._view, self._counter, self._work, self._look.theme, self._look.caption_font)
        self.dialog = dialog
        dialog.show_reply(min(reply, len(self._counter) - 1))
        dialog.inspect_requested.connect(self._on_inspect)
        if self._plain is not None:
            offer_measuring(dialog.measure, self._plain, self._id_on_show)
            self._plain.said.connect(dialog.tell)
        dialog.finished.connect(self._on_closed)
        dialog.open()

    @Slot()
    def show_last(self) -> None:
        """Show the numbers of the last reply, which may be the one that is being written."""
        self.show_reply(len(self._replies()))

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

    def packed_rounds_of(self, reply: StoredMessage) -> Sequence[bytes | str]:
        """Return the rounds of a reply as they are stored; none if they cannot be read."""
        try:
            return self._store.packed_rounds_of(reply.id)
        except ChatStoreError as error:
            self._conversation.noticed.emit(notice_of(error))
            return ()

    def close(self) -> None:
        """Count no more."""
        if self.dialog is not None:
            self.dialog.rest()
        self._work.counting.close()
        self._work.saving.close()

    @Slot()
    def _on_replies_changed(self) -> None:
        """Go on with the reply that began or ended while the numbers are open; one without a token leaves nothing."""
        if self._counter is not None and self.dialog is not None:
            self._counter.take(self._replies(), self._conversation.live)
            if len(self._counter):
                self.dialog.show_reply(self.dialog.place)
            else:
                self.dialog.reject()

    def _id_on_show(self) -> int:
        replies = self._replies()
        place = self.dialog.place if self.dialog is not None else 0
        return replies[place].id if 0 <= place < len(replies) else 0

    @Slot(object)
    def _on_measured(self, reply: StoredMessage) -> None:
        """Count a reply again that has a speed it is compared with now."""
        if self._counter is None or self.dialog is None:
            return
        replies = self._replies()
        self._counter.take(replies, self._conversation.live)
        self._counter.forget(next(place for place, one in enumerate(replies) if one.id == reply.id))
        self.dialog.show_reply(self.dialog.place)

    @Slot(int)
    def _on_inspect(self, place: int) -> None:
        replies = self._replies()
        self.inspect_requested.emit(replies[place].id if place < len(replies) else 0)

    @Slot()
    def _on_closed(self) -> None:
        if self.dialog is not None and self._counter is not None:
            self.dialog.deleteLater()
            self._counter.deleteLater()
            self.dialog = self._counter = None
