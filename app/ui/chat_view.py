"""A conversation on show: transcript or welcome, banner, composer, legend and statistics."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QMimeData, Qt, Signal, Slot
from PySide6.QtWidgets import QFileDialog, QFrame, QHBoxLayout, QScrollArea, QStackedWidget, QVBoxLayout, QWidget

from app.chats.records import Role, Unsent
from app.ui.banner import Banner
from app.ui.composer import Composer
from app.ui.language import when_language_changes
from app.ui.legend import Legend
from app.ui.marking_settings import marking_of, settings_of
from app.ui.message_edit import local_files
from app.ui.notices import Notice, NoticeAction, hint, notice_of
from app.ui.reading.view_switch import ViewSwitch
from app.ui.sharing import Sharing
from app.ui.shown_message import line_of, shown_message, take_place
from app.ui.statistics_door import StatisticsDoor
from app.ui.statistics_foot import StatisticsFoot
from app.ui.top_bar import pair_status
from app.ui.transcript import Transcript
from app.ui.transcript_feed import TranscriptFeed
from app.ui.welcome import Welcome
from app.ui.writing import Writing

if TYPE_CHECKING:
    from PySide6.QtGui import QDragEnterEvent, QDropEvent, QResizeEvent

    from app.chats.records import StoredMessage
    from app.chats.store import ChatStore, StoredReply
    from app.speculation.records import PromptProgress, Round
    from app.ui.appearance import Appearance
    from app.ui.colourings import Marking
    from app.ui.conversation import Conversation
    from app.ui.conversation_records import ShownChat, Unanswered
    from app.ui.pair_controller import PairState
    from app.ui.preferences import Preferences
    from app.ui.theme import Theme


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
        self._preferences = preferences
        self._pairs: PairState | None = None
        self._activity = ""
        theme = appearance.theme
        self.welcome = Welcome()
        self.transcript = Transcript(theme, appearance.reading_font, appearance.sizes)
        self.banner = Banner(theme)
        self.composer = Composer(theme)
        self.legend = Legend(theme, appearance.caption_font)
        self.foot = StatisticsFoot(conversation, self.transcript)
        self._feed = TranscriptFeed(self.transcript, conversation, store)
        self.view_switch = ViewSwitch(self.transcript, preferences, theme)
        for control in (self.view_switch, self.foot.details):
            self.legend.add(control)
        self._welcome_page = QScrollArea()
        self._stack = QStackedWidget()
        self._lower = QWidget()
        self._lay_out()
        self._fit()
        self.writing = Writing(self.composer, conversation, store)
        self.numbers = StatisticsDoor(self, self.transcript, conversation, appearance, store)
        bar, present = self.transcript.layer.bar, lambda: self.transcript.marking
        self.sharing = Sharing(self, bar, conversation, store, appearance, self.numbers, present)
        self._connect_conversation()
        self._connect_controls()
        marking = marking_of(preferences.settings)
        self.legend.show_marking(marking)
        self.transcript.set_marking(marking)
        self.setAcceptDrops(True)
        when_language_changes(self, self._show_activity)

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
        lower = QVBoxLayout(self._lower)
        lower.setContentsMargins(20, 6, 20, 12)
        lower.setSpacing(8)
        for part in (self.banner, self.composer, self.legend, self.foot):
            lower.addWidget(part)
        centred = QHBoxLayout()
        centred.addStretch(1)
        centred.addWidget(self._lower, 1000)
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
        self.composer.stop_requested.connect(self._conversation.stop)
        self.composer.attach_requested.connect(self.pick_files)
        self.composer.text_changed.connect(self._on_text_changed)
        for part in (self.writing, self.sharing):
            part.noticed.connect(self.tell)
        bar = self.transcript.layer.bar
        bar.sibling_requested.connect(self._conversation.show_sibling)
        bar.edit_requested.connect(self.writing.edit_message)
        bar.again_requested.connect(self._conversation.regenerate)
        bar.continue_requested.connect(self.writing.continue_from)
        self.banner.retry_requested.connect(self._conversation.retry)
        self.legend.marking_changed.connect(self._on_marking_changed)
        self.transcript.details_requested.connect(self.numbers.show_reply)
        self._feed.line_told.connect(self.foot.show_last)
        self.foot.details.clicked.connect(self.numbers.show_last)

    @Slot(object)
    def tell(self, notice: Notice) -> None:
        """Show a notice above the composer."""
        self.banner.tell(notice)

    @Slot()
    def _on_text_changed(self) -> None:
        if not self.composer.text() and not self.composer.attachments:
            self.banner.dismiss_want()

    @property
    def foot_chain(self) -> tuple[QWidget, ...]:
        """What Tab walks over under the composer, in order."""
        return (*self.legend.tab_chain, self.view_switch, self.foot.details)

    def show_pairs(self, state: PairState) -> None:
        """Take in what is loaded or under way."""
        told = self.banner.notice
        asks_for_pair = told is not None and (told.action in (NoticeAction.OPEN_ANYWAY, NoticeAction.CHOOSE_MODELS))
        if state.busy and asks_for_pair:
            self.banner.dismiss()  # what it asked for is under way, or no longer wanted
        if state.loaded is not None:
            self.banner.dismiss_want()
        self._pairs = state
        self.welcome.show_pairs(state)
        self._show_activity()

    def set_theme(self, theme: Theme) -> None:
        """Draw in another theme or text size."""
        for part in (self.transcript, self.banner, self.composer, self.legend, self.view_switch):
            part.set_theme(theme)
        self.welcome.fit()
        self._fit()
        self.numbers.set_theme(theme)

    def _fit(self) -> None:
        self._lower.setMaximumWidth(self.transcript.column_width + 40)
        self.composer.edit.fit()

    def escape(self) -> None:
        """Dismiss the card, or else stop the reply, or else give up editing, or else dismiss the banner."""
        if self.transcript.dismiss_card():
            return
        if self._conversation.is_replying:
            self._conversation.stop()
        elif not self.writing.drop_target():
            self.banner.dismiss()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.composer.edit.fit()

    def keep(self) -> None:
        """Save what was typed, and do nothing more by itself."""
        self.foot.rest()
        self.transcript.rest()
        self.sharing.rest()
        self.numbers.close()
        self._feed.rest()
        self.writing.keep()

    def edit_last(self) -> None:
        """Edit the last message of the person."""
        said = [one for one in self._conversation.messages if one.message.role is Role.USER]
        if said:
            self.writing.edit_message(said[-1].id)

    @Slot()
    def pick_files(self) -> None:
        """Let the person choose files to attach."""
        dialog = QFileDialog(self, self.tr("Attach text or code files"))
        dialog.setObjectName("attach_dialog")
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
        dialog.filesSelected.connect(self._on_files_picked)
        dialog.open()

    @Slot(list)
    def _on_files_picked(self, names: list[str]) -> None:
        self.writing.attach([Path(name) for name in names])
        self.composer.setFocus()

    @Slot(object)
    def _on_chat_shown(self, shown: ShownChat) -> None:
        self.banner.dismiss()
        self.writing.show_chat(shown)
        told = self._feed.shown(shown.messages)
        if told:
            # Before there is anything in it: a text widget that is shown for the first time scrolls to its cursor.
            self._stack.setCurrentWidget(self.transcript)
        self.transcript.show_messages(told, shown.at)
        self.foot.show_last()
        self._show_page()

    @Slot(object)
    def _on_message_added(self, message: StoredMessage) -> None:
        self.banner.dismiss()
        self.transcript.add_own_message(shown_message(message))
        self._show_page()

    @Slot()
    def _on_reply_started(self) -> None:
        self.transcript.begin_reply()
        self.foot.show_line("")

    @Slot(object)
    def _on_prompt_progressed(self, progress: PromptProgress) -> None:
        told = self.tr("Reading the prompt {done} / {total} tokens")
        self._activity = told.format(done=progress.done, total=progress.total)
        self._show_activity()

    @Slot(object)
    def _on_round_arrived(self, decoded: Round) -> None:
        self._end_activity()
        self.transcript.add_round(decoded)

    @Slot(object)
    def _on_reply_ended(self, reply: StoredReply) -> None:
        line = line_of(reply, reply.rounds)
        self.transcript.end_reply(line)
        take_place(self.transcript.messages[-1], reply)
        self.foot.show_line(line)

    @Slot(object)
    def _on_unanswered(self, record: Unanswered) -> None:
        """Give the text back, or offer to try again if something else was typed meanwhile."""
        shown = len(self.transcript.messages)
        action = None
        if self.composer.text() or self.composer.attachments:
            self.transcript.drop_from(shown - 1)
            action = NoticeAction.RETRY
        else:
            self.transcript.drop_from(shown - 2)
            self._conversation.take_back()
            self.writing.put(Unsent(record.question.message.content, record.question.attachments))
            self._show_page()
        self.foot.show_last()
        if record.error is not None:
            self.tell(notice_of(record.error, action))
        elif action is not None:
            self.tell(hint(self.tr("Stopped before the first token."), action))

    @Slot(bool)
    def _on_replying_changed(self, replying: bool) -> None:
        self.composer.set_replying(replying)
        self._end_activity()

    @Slot(object)
    def _on_marking_changed(self, marking: Marking) -> None:
        self.transcript.set_marking(marking)
        self._preferences.update(**settings_of(marking))

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

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Take files that can be attached; models are for the window."""
        if attachable(event.mimeData()):
            event.acceptProposedAction()
        else:
            event.ignore()

    def dropEvent(self, event: QDropEvent) -> None:
        self.writing.attach(attachable(event.mimeData()))
        event.acceptProposedAction()
        self.composer.setFocus()


def attachable(source: QMimeData) -> list[Path]:
    """Return the files in a drop, none if a model is among them."""
    files = local_files(source)
    return [] if any(file.suffix.lower() == ".gguf" for file in files) else files
