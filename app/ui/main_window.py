"""The window: puts the parts together and tells each what the others did."""

from __future__ import annotations

import os
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QApplication, QHBoxLayout, QMainWindow, QVBoxLayout, QWidget

from app.errors import ChatStoreError, NotEnoughMemoryError
from app.ui.bugs import Bug
from app.ui.chat_view import ChatView
from app.ui.chats.browser import ChatBrowser
from app.ui.chats.chat_dialog import ChatDialog
from app.ui.chats.chat_settings import ChatSettings
from app.ui.chats.transfers import ChatTransfers
from app.ui.models.door import ModelDoor, dropped_models
from app.ui.notices import Notice, NoticeAction, notice_of
from app.ui.open_pair_dialog import OpenPairDialog
from app.ui.sampling_panel import SamplingPanel
from app.ui.shortcuts_dialog import ShortcutsDialog
from app.ui.sidebar import Sidebar
from app.ui.top_bar import TopBar
from app.ui.window_place import place_of, restore

if TYPE_CHECKING:
    from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QResizeEvent

    from app.chats.store import ChatStore
    from app.engine import LoadedPair, PairFiles
    from app.errors import DraftlightError
    from app.ui.appearance import Appearance
    from app.ui.chats.transfer import Transfer
    from app.ui.conversation import Conversation
    from app.ui.engine_client import EngineClient
    from app.ui.models.desk import ModelDesk
    from app.ui.pair_controller import Opening, PairController, PairState
    from app.ui.preferences import Preferences
    from app.ui.pull_worker import PullClient
    from app.ui.theme import Theme

_FLUSH_MS, _FLUSH_MS_ALL_CORES = 33, 100
_SMALLEST = (760, 520)
_FIRST = (1120, 760)


@dataclass(frozen=True, slots=True)
class Parts:
    """What the window shows and steers; it closes them when it closes."""

    appearance: Appearance
    preferences: Preferences
    store: ChatStore
    engine: EngineClient
    puller: PullClient
    models: ModelDesk
    pairs: PairController
    conversation: Conversation
    transfer: Transfer


class MainWindow(QMainWindow):
    """Draftlight's one window."""

    def __init__(self, parts: Parts) -> None:
        super().__init__()
        self._parts = parts
        self._dialog: OpenPairDialog | None = None
        look, settings = parts.appearance, parts.preferences.settings
        self.setWindowTitle("Draftlight")
        self.sidebar = Sidebar(look.theme, look.caption_font)
        self.browser = ChatBrowser(self.sidebar, parts.conversation, parts.store)
        self.top_bar = TopBar(look.theme, settings)
        self.chat = ChatView(parts.conversation, parts.store, parts.preferences, look)
        # After the view, which takes old notices away when a chat is shown.
        self.chat_settings = ChatSettings(parts.conversation, parts.pairs, parts.preferences, parts.store)
        self.transfers = ChatTransfers(self, self.sidebar, parts.conversation, parts.store, parts.transfer)
        self._middle = QWidget()
        self.models = ModelDoor(look, parts.models, self)
        self.setAcceptDrops(True)
        self._lay_out()
        self.sampling = SamplingPanel(self._middle, settings, look.theme)
        self._connect_parts()
        self._connect_controls()
        self._add_shortcuts()
        self._order_tabs()
        self.resize(*_FIRST)
        if settings.geometry is not None:
            restore(self, settings.geometry)
        self._show_pairs(parts.pairs.state)
        self._show_chat_settings()
        self.browser.refresh()
        self.chat.composer.setFocus()

    def start(self) -> None:
        """Begin what goes on in the background."""
        self.browser.open_latest()
        self._parts.pairs.start(self._parts.preferences.last_pair)
        self.models.start()

    @Slot(object)
    def tell(self, notice: Notice) -> None:
        """Show a notice above the composer."""
        self.chat.tell(notice)

    @Slot(object)
    def tell_bug(self, bug: Bug) -> None:
        """Show that the program itself made a mistake."""
        self.tell(notice_of(bug))

    def _lay_out(self) -> None:
        area = QWidget()
        area.setObjectName("main_area")
        area.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        column = QVBoxLayout(area)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.top_bar)
        column.addWidget(self.chat, 1)
        row = QHBoxLayout(self._middle)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self.sidebar)
        row.addWidget(area, 1)
        self.setCentralWidget(self._middle)
        self.setMinimumSize(*_SMALLEST)

    def _connect_parts(self) -> None:
        parts = self._parts
        parts.appearance.theme_changed.connect(self._on_theme_changed)
        parts.preferences.save_failed.connect(self._on_error)
        parts.pairs.changed.connect(self._show_pairs)
        parts.pairs.pair_opened.connect(self._on_pair_opened)
        parts.pairs.pair_failed.connect(self._on_pair_failed)
        self.browser.noticed.connect(self.tell)

    def _connect_controls(self) -> None:
        pairs, welcome = self._parts.pairs, self.chat.welcome
        self.sidebar.new_chat_requested.connect(self._on_new_chat)
        self.top_bar.starter_chosen.connect(self._on_starter_chosen)
        self.top_bar.pair_chosen.connect(self._on_pair_chosen)
        self.top_bar.files_chosen.connect(self.open_files)
        self.top_bar.models_requested.connect(self.models.show_models)
        self.top_bar.downloads_requested.connect(self.models.show_downloads)
        self.top_bar.cancel_requested.connect(pairs.cancel)
        self.top_bar.draft_length_changed.connect(self._on_draft_length_changed)
        self.top_bar.sampling_toggled.connect(self._on_sampling_toggled)
        self.chat.composer.settings_requested.connect(self.show_chat_dialog)
        self.chat.banner.pair_requested.connect(self._on_chat_pair_wanted)
        self.sidebar.menu.settings_requested.connect(self.show_chat_dialog)
        self.sidebar.menu.shortcuts_requested.connect(self.show_shortcuts)
        self.chat_settings.noticed.connect(self.tell)
        self.transfers.noticed.connect(self.tell)
        self.chat_settings.changed.connect(self._show_chat_settings)
        self.chat.status_changed.connect(self.top_bar.show_status)
        self.sampling.option_changed.connect(self._on_option_changed)
        self.sampling.reload_requested.connect(self._on_reload_requested)
        welcome.starter_requested.connect(self._on_starter_chosen)
        self.models.open_requested.connect(self._on_opening)
        self.models.downloads_changed.connect(self.top_bar.show_downloads)
        self.models.closed.connect(self._on_models_closed)
        self.chat.banner.insist_requested.connect(pairs.insist)
        welcome.models_requested.connect(self.models.show_models)
        welcome.files_requested.connect(self.open_files)
        welcome.cancel_requested.connect(pairs.cancel)
        application = QApplication.instance()
        if isinstance(application, QApplication):
            application.focusChanged.connect(self._on_focus_changed)

    def _order_tabs(self) -> None:
        """From the left to the right and from the top to the bottom."""
        chain = (
            *self.sidebar.tab_chain,
            *self.top_bar.tab_chain,
            *self.chat.welcome.tab_chain,
            *self.chat.transcript.tab_chain,
            *self.chat.banner.tab_chain,
            *self.chat.composer.tab_chain,
            self.chat.legend.show_rejected,
            self.chat.details,
        )
        for one, following in pairwise(chain):
            self.setTabOrder(one, following)

    def _add_shortcuts(self) -> None:
        for keys, slot in (
            ("F1", self.show_shortcuts),
            ("Ctrl+/", self.show_shortcuts),
            ("Ctrl+N", self._on_new_chat),
            ("Ctrl+M", self.models.show_models),
            ("Ctrl+J", self.models.show_downloads),
            ("Ctrl+L", self.chat.composer.setFocus),
            ("Ctrl+I", self.chat.numbers.show_present),
            ("Ctrl+K", self.sidebar.focus_search),
            ("Ctrl+R", self._parts.conversation.regenerate_last),
            ("Ctrl+Shift+Up", self.chat.edit_last),
            ("Ctrl+,", self.show_chat_dialog),
            ("Ctrl+O", self.chat.pick_files),
            ("Ctrl+Shift+R", self.chat.legend.show_rejected.toggle),
            ("Esc", self._on_escape),
        ):
            QShortcut(QKeySequence(keys), self).activated.connect(slot)

    @Slot(object)
    def _show_pairs(self, state: PairState) -> None:
        self.top_bar.show_pairs(state, self._parts.preferences.recent_pairs)
        self.chat.show_pairs(state)
        self.sampling.show_pairs(state)
        if self._dialog is not None:
            self._dialog.show_pairs(state)

    @Slot(object)
    def _on_pair_opened(self, pair: LoadedPair) -> None:
        last = self._parts.preferences.settings.pair
        if last is None or (last.target, last.drafter) != (pair.files.target, pair.files.drafter):
            self.top_bar.set_draft_length(pair.files.draft_length)
        self._parts.preferences.remember_pair(pair.files)
        self._parts.models.fits.loaded = pair
        self._show_pairs(self._parts.pairs.state)
        # Where the engine takes every core, each repaint is taken from it.
        busy = pair.threads >= (os.cpu_count() or 1)
        self.chat.transcript.set_flush_interval(_FLUSH_MS_ALL_CORES if busy else _FLUSH_MS)
        if self._dialog is not None:
            self._dialog.on_opened()

    @Slot(object)
    def _on_pair_failed(self, error: DraftlightError | Bug) -> None:
        told_there = self._dialog is not None and self._dialog.on_failed(error)
        if not told_there or isinstance(error, Bug):
            action = NoticeAction.OPEN_ANYWAY if isinstance(error, NotEnoughMemoryError) else None
            self.tell(notice_of(error, action))

    @Slot()
    def _on_escape(self) -> None:
        """Stop the reply; if there is none, close the sampling panel, or else what else is open."""
        if self.sampling.isVisible() and not self._parts.conversation.is_replying:
            self.top_bar.sampling_button.setChecked(False)
        else:
            self.chat.escape()

    @Slot()
    def _on_new_chat(self) -> None:
        self._parts.conversation.new_chat()
        self.chat.composer.setFocus()

    @Slot()
    def _on_starter_chosen(self) -> None:
        starter = self._parts.pairs.state.starter
        if starter is not None:
            self._on_pair_chosen(starter)
        else:
            self._parts.pairs.open_starter()

    @Slot(object)
    def _on_pair_chosen(self, files: PairFiles) -> None:
        self._parts.conversation.stop()
        self._parts.pairs.open(files)

    @Slot(object)
    def _on_opening(self, opening: Opening) -> None:
        self._parts.conversation.stop()
        self._parts.pairs.open(opening.files, context=opening.context, insist=opening.insist)

    @Slot()
    def _on_models_closed(self) -> None:
        self._show_pairs(self._parts.pairs.state)
        self.chat.composer.setFocus()

    @Slot()
    def open_files(self) -> None:
        """Let the person choose two files."""
        dialog = OpenPairDialog(self)
        self._dialog = dialog
        dialog.pair_requested.connect(self._on_pair_chosen)
        dialog.insist_requested.connect(self._parts.pairs.insist)
        dialog.cancel_requested.connect(self._parts.pairs.cancel)
        dialog.finished.connect(self._on_dialog_finished)
        dialog.open()

    @Slot()
    def show_chat_dialog(self) -> None:
        """Show what this chat keeps: its system prompt, its sampling, presets."""
        dialog = ChatDialog(self, self.chat_settings, self._parts.store.shelf, self._parts.appearance.theme)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()

    @Slot()
    def show_shortcuts(self) -> None:
        """List the keys."""
        dialog = ShortcutsDialog(self)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()

    @Slot()
    def _on_chat_pair_wanted(self) -> None:
        if self.chat_settings.pair is not None:
            self._on_pair_chosen(self.chat_settings.pair)

    @Slot()
    def _show_chat_settings(self) -> None:
        """Put what this chat keeps into the controls."""
        options = self.chat_settings.options
        self.sampling.show_settings(self._parts.preferences.settings)
        self.top_bar.set_draft_length(options.draft_length)
        self.chat.composer.show_system_prompt(options.system_prompt)

    @Slot()
    def _on_dialog_finished(self) -> None:
        if self._dialog is not None:
            self._dialog.deleteLater()
            self._dialog = None
        self._show_pairs(self._parts.pairs.state)
        self.chat.composer.setFocus()

    @Slot(int)
    def _on_draft_length_changed(self, length: int) -> None:
        self._parts.preferences.update(draft_length=length)
        self.chat_settings.note_change()

    @Slot(str, object)
    def _on_option_changed(self, name: str, value: object) -> None:
        preferences = self._parts.preferences
        preferences.update(**{name: value})
        self.chat_settings.note_change()
        if name == "loading":
            self._parts.pairs.use(preferences.load_options())

    @Slot()
    def _on_reload_requested(self) -> None:
        self._parts.conversation.stop()
        self._parts.pairs.reload(self._parts.preferences.load_options())

    @Slot(bool)
    def _on_sampling_toggled(self, show: bool) -> None:
        self._place_sampling()
        if not show and self.sampling.isAncestorOf(self.focusWidget() or self):
            self.top_bar.sampling_button.setFocus()
        self.sampling.setVisible(show)
        self.sampling.raise_()

    @Slot(QWidget, QWidget)
    def _on_focus_changed(self, _old: QWidget | None, new: QWidget | None) -> None:
        """Close the sampling options when the person goes on elsewhere."""
        if new is None or not self.sampling.isVisible() or new is self.top_bar.sampling_button:
            return
        if not self.sampling.isAncestorOf(new) and new.window() is self:
            self.top_bar.sampling_button.setChecked(False)

    @Slot(object)
    def _on_error(self, error: DraftlightError | Bug) -> None:
        self.tell(notice_of(error))

    @Slot(object)
    def _on_theme_changed(self, theme: Theme) -> None:
        for part in (self.sidebar, self.top_bar, self.chat, self.sampling):
            part.set_theme(theme)

    def _place_sampling(self) -> None:
        top = self.top_bar.height() + 8
        self.sampling.fit(self._middle.height() - top - 8)
        x = self._middle.width() - self.sampling.width() - 16
        self.sampling.move(x, top)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_sampling()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if dropped_models(event.mimeData()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        files = dropped_models(event.mimeData())
        if files:
            event.acceptProposedAction()
            self.models.take(files)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Stop everything; what was emitted, typed and chosen is kept."""
        parts = self._parts
        self.hide()
        parts.preferences.update(geometry=place_of(self))
        parts.engine.close()
        parts.puller.close()
        parts.models.close()
        parts.transfer.close()
        parts.conversation.close()
        self.chat_settings.keep()
        self.chat.keep()
        self.sidebar.rest()
        parts.preferences.save()
        try:
            parts.store.close()
        except ChatStoreError as error:
            self.tell(notice_of(error))
        event.accept()
