"""A conversation on show: transcript or welcome, banner, composer, legend and statistics."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Signal, Slot
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QStackedWidget, QVBoxLayout, QWidget

from app.chats.records import Role
from app.chats.store import StoredReply
from app.errors import ChatStoreError, EngineNotReadyError
from app.ui.banner import Banner
from app.ui.composer import Composer
from app.ui.controls import ElidedLabel, button
from app.ui.legend import Legend
from app.ui.notices import Notice, NoticeAction, hint, notice_of
from app.ui.statistics_dialog import StatisticsDialog
from app.ui.statistics_line import interrupted, statistics_line, tally_of
from app.ui.top_bar import pair_status
from app.ui.transcript import ShownMessage, Transcript
from app.ui.transcript_document import details_name
from app.ui.welcome import Welcome

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtGui import QResizeEvent

    from app.chats.records import StoredMessage
    from app.chats.store import ChatStore
    from app.speculation.records import PromptProgress, Round
    from app.ui.appearance import Appearance
    from app.ui.conversation import Conversation, Unanswered
    from app.ui.pair_controller import PairState
    from app.ui.preferences import Preferences
    from app.ui.theme import Theme

_STATISTICS_EVERY_MS = 200
_KEEP_UNSENT_AFTER_MS = 1000


class ChatView(QWidget):
    """Shows what a Conversation tells and gives it what the person writes.

    Signals:
        status_changed (str): what is loaded or going on.
    """

    status_changed = Signal(str)

    def __init__(
        self, conversation: Conversation, store: ChatStore, preferences: Preferences, appearance: Appearance
    ) -> None:
        super().__init__()
        self._conversation = conversation
        self._store = store
        self._preferences = preferences
        self._appearance = appearance
        self._pairs: PairState | None = None
        self._activity = ""
        theme = appearance.theme
        self.welcome = Welcome()
        self.transcript = Transcript(theme, appearance.reading_font, appearance.sizes)
        self.banner = Banner(theme)
        self.composer = Composer(theme)
        self.legend = Legend(theme, appearance.caption_font)
        self.statistics = ElidedLabel("caption")
        self.statistics.setObjectName("statistics")
        self.statistics.setAccessibleName(self.tr("Statistics of the last reply"))
        self.details = button(details_name(), "link", "statistics_details")
        self.details.setToolTip(self.tr("All numbers of this reply and of this chat (Ctrl+I)"))
        self.details.setAccessibleName(self.tr("Details of the statistics"))
        self._statistics_dialog: StatisticsDialog | None = None
        self._welcome_page = QScrollArea()
        self._stack = QStackedWidget()
        self._lay_out()
        self._statistics_timer = _single_shot(self, _STATISTICS_EVERY_MS, self._show_live_statistics)
        self._unsent_timer = _single_shot(self, _KEEP_UNSENT_AFTER_MS, self._keep_unsent)
        self._connect_conversation()
        self._connect_controls()
        self.legend.show_rejected.setChecked(preferences.settings.show_rejected)
        self.composer.set_text(self._stored_unsent())

    def _lay_out(self) -> None:
        # Where the window is low, the welcome gives way and not what the person writes.
        self._welcome_page.setWidget(self.welcome)
        self._welcome_page.setWidgetResizable(True)
        self._welcome_page.setFrameShape(QFrame.Shape.NoFrame)
        self._welcome_page.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        for part in (self.welcome, self._welcome_page.viewport()):
            part.setAutoFillBackground(False)
        self._welcome_page.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._stack.addWidget(self._welcome_page)
        self._stack.addWidget(self.transcript)
        foot = QWidget()
        foot.setMaximumWidth(self.transcript.column_width + 40)
        lower = QVBoxLayout(foot)
        lower.setContentsMargins(20, 6, 20, 12)
        lower.setSpacing(8)
        for part in (self.banner, self.composer, self.legend):
            lower.addWidget(part)
        line = QHBoxLayout()
        line.addWidget(self.statistics, 1)
        line.addWidget(self.details)
        lower.addLayout(line)
        room = self.details.sizePolicy()
        room.setRetainSizeWhenHidden(True)
        self.details.setSizePolicy(room)
        self.details.hide()
        self.statistics.setContentsMargins(4, 0, 4, 0)
        centred = QHBoxLayout()
        centred.addStretch(1)
        centred.addWidget(foot, 1000)
        centred.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._stack, 1)
        column.addLayout(centred)

    def _connect_conversation(self) -> None:
        talk = self._conversation
        talk.chat_shown.connect(self._on_chat_shown)
        talk.message_added.connect(self._on_message_added)
        talk.reply_started.connect(self._on_reply_started)
        talk.prompt_progressed.connect(self._on_prompt_progressed)
        talk.round_arrived.connect(self._on_round_arrived)
        talk.reply_ended.connect(self._on_reply_ended)
        talk.unanswered.connect(self._on_unanswered)
        talk.replying_changed.connect(self._on_replying_changed)
        talk.noticed.connect(self.tell)

    def _connect_controls(self) -> None:
        self.composer.send_requested.connect(self._on_send)
        self.composer.stop_requested.connect(self._conversation.stop)
        self.composer.text_changed.connect(self._unsent_timer.start)
        self.banner.retry_requested.connect(self._conversation.retry)
        self.legend.show_rejected_changed.connect(self._on_show_rejected)
        self.transcript.flushed.connect(self._on_flushed)
        self.transcript.details_requested.connect(self.show_details)
        self.details.clicked.connect(self._on_details)

    @Slot(object)
    def tell(self, notice: Notice) -> None:
        """Show a notice above the composer."""
        self.banner.tell(notice)

    def show_pairs(self, state: PairState) -> None:
        """Take in what is loaded or under way."""
        told = self.banner.notice
        asks_for_pair = told is not None and (
            told.action is NoticeAction.OPEN_ANYWAY or told.text == notice_of(EngineNotReadyError()).text
        )
        if state.busy and asks_for_pair:
            self.banner.dismiss()  # what it asked for is under way, or no longer wanted
        self._pairs = state
        self.welcome.show_pairs(state)
        self._show_activity()

    def set_theme(self, theme: Theme) -> None:
        """Draw in another theme."""
        for part in (self.transcript, self.banner, self.composer, self.legend):
            part.set_theme(theme)
        if self._statistics_dialog is not None:
            self._statistics_dialog.set_theme(theme)

    @Slot(int)
    def show_details(self, reply: int) -> None:
        """Show all numbers of a reply, counted from 0, and of its chat."""
        replies = self._conversation.replies
        if not replies:
            return
        look = self._appearance
        dialog = StatisticsDialog(self, replies, self._conversation.rounds_of, look.theme, look.caption_font)
        self._statistics_dialog = dialog
        dialog.show_reply(min(reply, len(replies) - 1))
        dialog.finished.connect(self._on_details_closed)
        dialog.open()

    @Slot()
    def show_present_details(self) -> None:
        """Show the numbers of the reply whose token is told about, or else of the last one."""
        told = self.transcript.told_reply
        self.show_details(len(self._conversation.replies) - 1 if told is None else told)

    @Slot()
    def _on_details(self) -> None:
        self.show_details(len(self._conversation.replies) - 1)

    @Slot()
    def _on_details_closed(self) -> None:
        if self._statistics_dialog is not None:
            self._statistics_dialog.deleteLater()
            self._statistics_dialog = None

    def escape(self) -> None:
        """Dismiss the card, or else stop the reply, or else dismiss the banner."""
        if self.transcript.dismiss_card():
            return
        if self._conversation.is_replying:
            self._conversation.stop()
        else:
            self.banner.dismiss()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.composer.edit.fit()

    def keep(self) -> None:
        """Save what was typed, and do nothing more by itself."""
        self._unsent_timer.stop()
        self._statistics_timer.stop()
        self._keep_unsent()

    @Slot(object)
    def _on_chat_shown(self, messages: tuple[StoredMessage, ...]) -> None:
        self.banner.dismiss()
        self.transcript.show_messages([_shown(one) for one in messages if one.message.role is not Role.SYSTEM])
        self._show_last_statistics()
        self._show_page()

    @Slot(str)
    def _on_message_added(self, text: str) -> None:
        self.banner.dismiss()
        self.transcript.add_own_message(text)
        self._show_page()

    @Slot()
    def _on_reply_started(self) -> None:
        self.transcript.begin_reply()
        self._show_line("")

    @Slot(object)
    def _on_prompt_progressed(self, progress: PromptProgress) -> None:
        told = self.tr("Reading the prompt {done} / {total} tokens")
        self._activity = told.format(done=progress.done, total=progress.total)
        self._show_activity()

    @Slot(object)
    def _on_round_arrived(self, decoded: Round) -> None:
        self._end_activity()
        self.transcript.add_round(decoded)

    @Slot(str)
    def _on_reply_ended(self, line: str) -> None:
        self.transcript.end_reply(line)
        self._statistics_timer.stop()
        self._show_line(line)

    @Slot(object)
    def _on_unanswered(self, record: Unanswered) -> None:
        """Give the text back, or offer to try again if something else was typed meanwhile."""
        shown = len(self.transcript.messages)
        action = None
        if self.composer.text():
            self.transcript.drop_from(shown - 1)
            action = NoticeAction.RETRY
        else:
            self.composer.set_text(record.text)
            self.transcript.drop_from(shown - 2)
            self._conversation.take_back()
            self._show_page()
        self._show_last_statistics()
        if record.error is not None:
            self.tell(notice_of(record.error, action))
        elif action is not None:
            self.tell(hint(self.tr("Stopped before the first token."), action))

    @Slot(bool)
    def _on_replying_changed(self, replying: bool) -> None:
        self.composer.set_replying(replying)
        self._end_activity()

    @Slot()
    def _on_flushed(self) -> None:
        if not self._statistics_timer.isActive():
            self._statistics_timer.start()

    @Slot(str)
    def _on_send(self, text: str) -> None:
        if self._conversation.send(text):
            self.composer.edit.clear()

    @Slot(bool)
    def _on_show_rejected(self, show: bool) -> None:
        self.transcript.set_show_rejected(show)
        self._preferences.update(show_rejected=show)

    @Slot()
    def _show_live_statistics(self) -> None:
        line = self._conversation.live_line
        if line:
            self.statistics.setText(line)

    def _show_last_statistics(self) -> None:
        lines = (message.line for message in reversed(self.transcript.messages) if message.line)
        self._show_line(next(lines, ""))

    def _show_line(self, line: str) -> None:
        """Show the line of a reply that ended."""
        self.statistics.setText(line)
        self.details.setVisible(bool(line))

    def _end_activity(self) -> None:
        if self._activity:
            self._activity = ""
            self._show_activity()

    def _show_activity(self) -> None:
        """Say what is going on, in the bar and beside Stop; the welcome panel says it itself."""
        if self._pairs is None:
            return
        status = self._activity or pair_status(self._pairs)
        told_above = self._stack.currentWidget() is self._welcome_page
        self.composer.show_activity(status if self._activity or (self._pairs.busy and not told_above) else "")
        self.status_changed.emit(status)

    def _show_page(self) -> None:
        self._stack.setCurrentWidget(self.transcript if self.transcript.messages else self._welcome_page)

    def _stored_unsent(self) -> str:
        try:
            return self._store.unsent().text
        except ChatStoreError as error:
            self.tell(notice_of(error))
            return ""

    @Slot()
    def _keep_unsent(self) -> None:
        try:
            self._store.save_unsent(self.composer.text())
        except ChatStoreError as error:
            self.tell(notice_of(error))


def _shown(stored: StoredMessage) -> ShownMessage:
    """Return a stored message as the transcript takes it."""
    note = stored.note if isinstance(stored, StoredReply) else ""
    if stored.rounds and stored.summary is None:
        note = " · ".join(part for part in (interrupted(), note) if part)
    line = statistics_line(tally_of(stored.rounds), stored.summary, note)
    return ShownMessage(stored.message.role, stored.message.content, list(stored.rounds), line)


def _single_shot(parent: QWidget, milliseconds: int, slot: Callable[[], None]) -> QTimer:
    timer = QTimer(parent)
    timer.setSingleShot(True)
    timer.setInterval(milliseconds)
    timer.timeout.connect(slot)
    return timer
