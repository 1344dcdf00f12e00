"""The window: puts the parts together and tells each what the others did."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QMainWindow, QSplitter, QVBoxLayout, QWidget

from app.errors import ChatStoreError
from app.ui.chat_view import ChatView
from app.ui.chats.browser import ChatBrowser
from app.ui.chats.chat_settings import ChatSettings
from app.ui.chats.dialogs import ChatDialogs
from app.ui.chats.private_chats import PrivateChats
from app.ui.chats.transfers import ChatTransfers
from app.ui.crash_watch import CrashWatch
from app.ui.erasure_door import ErasureDoor
from app.ui.garbage_care import GarbageCare
from app.ui.help_door import HelpDoor
from app.ui.inspector.door import InspectorDoor
from app.ui.lab.door import LabDoor
from app.ui.models.door import ModelDoor, dropped_models
from app.ui.notices import Notice, NoticeKind, notice_of
from app.ui.pair_door import PairDoor
from app.ui.plain_speed import PlainSpeed
from app.ui.sampling_place import SamplingPlace
from app.ui.shortcuts_dialog import ShortcutsDialog
from app.ui.sidebar import Sidebar
from app.ui.sidebar_place import SidebarPlace
from app.ui.token_counting import TokenCounting
from app.ui.top_bar import TopBar
from app.ui.window_menu import WindowMenu
from app.ui.window_place import place_of, restore

if TYPE_CHECKING:
    from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent

    from app.errors import DraftlightError
    from app.settings import Settings
    from app.ui.bugs import Bug
    from app.ui.parts import Parts
    from app.ui.theme import Theme

_SMALLEST = (480, 420)
_FIRST = (1120, 760)


class MainWindow(QMainWindow):
    """Draftlight's one window."""

    def __init__(self, parts: Parts, trouble: Notice | None = None) -> None:
        """`trouble` is what is to be told about the chats when they are shown."""
        super().__init__()
        self._parts = parts
        self._garbage: GarbageCare | None = None
        self._trouble = trouble
        look, settings = parts.appearance, parts.preferences.settings
        self.setWindowTitle("Draftlight")
        self.menu = WindowMenu(self, look, parts.preferences, parts.paths.translations)
        self.menu.apply()
        self.help = HelpDoor(self, parts.paths, parts.preferences)
        self.erasure = ErasureDoor(self, parts.paths)
        self.private_chats = PrivateChats(self, parts.conversation, parts.store)
        self.crash_watch = CrashWatch(self, parts)
        self.sidebar = Sidebar(look.theme, look.caption_font)
        self.browser = ChatBrowser(self.sidebar, parts.conversation, parts.store)
        self.top_bar = TopBar(look.theme, settings)
        self.chat = ChatView(parts.conversation, parts.store, parts.preferences, look)
        # After the view, which takes old notices away when a chat is shown.
        self.chat_settings = ChatSettings(parts.conversation, parts.pairs, parts.preferences, parts.store)
        self.chat_dialogs = ChatDialogs(self, self.chat, self.chat_settings, parts)
        self.counting = TokenCounting(self.chat, self.chat_settings, parts)
        self.transfers = ChatTransfers(self, self.sidebar, parts.conversation, parts.store, parts.transfer)
        self._middle = QWidget()
        self.models = ModelDoor(look, parts.models, self)
        self.inspector = InspectorDoor(self, self.chat.transcript, parts.conversation, look)
        self.lab = LabDoor(parts, self)
        self.plain_speed = PlainSpeed(parts)
        for place in (self.chat.numbers, self.inspector):
            place.offer(self.plain_speed)
        self.setAcceptDrops(True)
        self._splitter = QSplitter()
        self._lay_out()
        self.sidebar_place = SidebarPlace(
            self._splitter, self.sidebar, self.top_bar.sidebar_button, settings.sidebar_hidden
        )
        self.sampling = SamplingPlace(self._middle, self.top_bar, settings, look.theme)
        self.pair_door = PairDoor(self, parts, self.top_bar, self.chat, self.sampling, self.chat_settings)
        self.pair_door.connect_models(self.models)
        self._connect_parts()
        self._connect_controls()
        self._add_shortcuts()
        self._order_tabs()
        self.sidebar_place.moved.connect(self._order_tabs)
        self._restore(settings)
        self.pair_door.show_pairs(parts.pairs.state)
        self._show_chat_settings()
        self.browser.refresh()
        self.chat.composer.setFocus()

    def _restore(self, settings: Settings) -> None:
        """Take the place and the size of the last time."""
        self.resize(*_FIRST)
        if settings.geometry is not None:
            restore(self, settings.geometry)
        if settings.maximized:
            self.setWindowState(Qt.WindowState.WindowMaximized)
        self.sidebar_place.restore(settings.sidebar_width)

    def start(self) -> None:
        """Begin what goes on in the background."""
        self._garbage = GarbageCare(self._parts.conversation)
        self.browser.open_latest()
        self.crash_watch.start()
        self.models.start()
        self.lab.start()
        if self._trouble is not None:
            self.tell(self._trouble)

    @Slot()
    def come_forward(self) -> None:
        """Show the window above all others."""
        if self.isMinimized():
            self.showNormal()
        self.show()
        self.raise_()
        self.activateWindow()

    @Slot(object)
    def tell(self, notice: Notice) -> None:
        """Show a notice above the composer."""
        self.chat.tell(notice)

    @Slot(object)
    def _tell_after_trouble(self, notice: Notice) -> None:
        """Show a notice, but no hint in place of trouble that nobody has put away yet."""
        shown = self.chat.banner.notice
        if notice.kind is not NoticeKind.INFO or shown is None or shown.kind is NoticeKind.INFO:
            self.tell(notice)

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
        column.addWidget(self.private_chats.mark)
        column.addWidget(self.chat, 1)
        row = QHBoxLayout(self._middle)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        self._splitter.setChildrenCollapsible(False)
        self._splitter.setHandleWidth(1)
        self._splitter.addWidget(area)
        self._splitter.setStretchFactor(0, 1)
        row.addWidget(self._splitter)
        self.setCentralWidget(self._middle)
        self.setMinimumSize(*_SMALLEST)

    def _connect_parts(self) -> None:
        parts = self._parts
        parts.appearance.theme_changing.connect(self.chat.transcript.hold)
        parts.appearance.theme_changed.connect(self._on_theme_changed)
        parts.preferences.save_failed.connect(self._on_error)
        self.browser.noticed.connect(self.tell)
        self.lab.noticed.connect(self.tell)
        self.lab.options_changed.connect(self._on_lab_options)

    def _connect_controls(self) -> None:
        self.sidebar.new_chat_requested.connect(self._on_new_chat)
        self.sidebar.menu.settings_requested.connect(self.chat_dialogs.show_chat)
        self.sidebar.menu.filling.connect(self.inspector.fill)
        self.chat.numbers.inspect_requested.connect(self.inspector.show_message)
        self.sidebar.menu.filling.connect(self.lab.fill)
        self.sidebar.menu.filling.connect(self.menu.fill)
        self.menu.shortcuts_requested.connect(self.show_shortcuts)
        self.menu.diagnostics_requested.connect(self.help.copy_diagnostics)
        self.menu.updates_requested.connect(self.help.show_updates)
        self.menu.about_requested.connect(self.help.show_about)
        self.menu.models_requested.connect(self.models.show_models)
        self.menu.quit_requested.connect(self.close)
        self.menu.erasure_requested.connect(self.erasure.ask)
        self.menu.private_chat_requested.connect(self.private_chats.start)
        self.private_chats.noticed.connect(self.tell)
        self.help.noticed.connect(self.tell)
        self.crash_watch.noticed.connect(self.tell)
        self.menu.restart_requested.connect(self.crash_watch.restart)
        self.chat.banner.restart_requested.connect(self.crash_watch.restart)
        self.chat.banner.diagnostics_requested.connect(self.help.copy_diagnostics)
        self.chat_settings.noticed.connect(self._tell_after_trouble)
        self.transfers.noticed.connect(self.tell)
        self.chat_settings.changed.connect(self._show_chat_settings)
        self.chat.status_changed.connect(self.top_bar.show_status)

    @Slot()
    def _order_tabs(self) -> None:
        """From the left to the right and from the top to the bottom."""
        chain = (
            *self.sidebar.tab_chain,
            *self.top_bar.tab_chain,
            *self.chat.welcome.tab_chain,
            *self.chat.transcript.tab_chain,
            *self.chat.banner.tab_chain,
            *self.chat.composer.tab_chain,
            *self.chat.foot_chain,
        )
        for one, following in pairwise(chain):
            self.setTabOrder(one, following)

    def _add_shortcuts(self) -> None:
        for keys, slot in (
            ("F1", self.show_shortcuts),
            ("F10", self._open_menu),
            ("Ctrl+Q", self.close),
            ("Ctrl+/", self.show_shortcuts),
            ("Ctrl+N", self._on_new_chat),
            ("Ctrl+Shift+N", self.private_chats.start),
            ("Ctrl+M", self.models.show_models),
            ("Ctrl+J", self.models.show_downloads),
            ("Ctrl+Shift+L", self.lab.show_lab),
            ("Ctrl+L", self.chat.composer.setFocus),
            ("Ctrl+I", self.chat.numbers.show_present),
            ("Ctrl+Shift+I", self.inspector.toggle),
            ("Ctrl+K", self._on_search),
            ("Ctrl+B", self.sidebar_place.toggle),
            ("Ctrl++", self.menu.enlarge),
            ("Ctrl+=", self.menu.enlarge),
            ("Ctrl+-", self.menu.reduce),
            ("Ctrl+0", self.menu.usual_size),
            ("Ctrl+R", self._parts.conversation.regenerate_last),
            ("Ctrl+Shift+Up", self.chat.edit_last),
            ("Ctrl+,", self.chat_dialogs.show_chat),
            ("Ctrl+O", self.chat.pick_files),
            ("Ctrl+Shift+R", self.chat.legend.show_rejected.toggle),
            ("Ctrl+Shift+M", self.chat.legend.next_colouring),
            ("Esc", self._on_escape),
        ):
            QShortcut(QKeySequence(keys), self).activated.connect(slot)

    @Slot()
    def _on_escape(self) -> None:
        """Stop the reply; if there is none, close what lies over the conversation, or else what else is open."""
        replying = self._parts.conversation.is_replying
        if replying or not (self.sampling.close() or self.sidebar_place.close()):
            self.chat.escape()

    @Slot()
    def _on_search(self) -> None:
        self.sidebar_place.show()
        self.sidebar.focus_search()

    @Slot()
    def _open_menu(self) -> None:
        self.sidebar_place.show()
        self.sidebar.menu.open_menu()

    @Slot()
    def _on_new_chat(self) -> None:
        self._parts.conversation.new_chat()
        self.chat.composer.setFocus()

    @Slot()
    def show_shortcuts(self) -> None:
        """List the keys."""
        dialog = ShortcutsDialog(self)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()

    @Slot()
    def _show_chat_settings(self) -> None:
        """Put what this chat keeps into the controls."""
        options, preferences = self.chat_settings.options, self._parts.preferences
        self.sampling.show_settings(preferences.shown, preferences.advised)
        self.top_bar.set_draft_length(options.draft_length)
        self.chat.composer.show_system_prompt(options.system_prompt)

    @Slot()
    def _on_lab_options(self) -> None:
        """Show and keep what was chosen in the lab."""
        self._show_chat_settings()
        self.chat_settings.note_change()

    @Slot(object)
    def _on_error(self, error: DraftlightError | Bug) -> None:
        self.tell(notice_of(error))

    @Slot(object)
    def _on_theme_changed(self, theme: Theme) -> None:
        for part in (self.sidebar, self.top_bar, self.chat, self.sampling, self.inspector):
            part.set_theme(theme)
        self.sidebar_place.fit()
        self.sampling.place()

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
        place = self.sidebar_place
        parts.preferences.update(
            geometry=place_of(self),
            maximized=self.isMaximized(),
            sidebar_width=place.width,
            sidebar_hidden=place.hidden,
        )
        self.hide()
        self.lab.close()
        parts.engine.close()
        parts.puller.close()
        parts.models.close()
        parts.transfer.close()
        self.help.close()
        parts.conversation.close()
        self.chat_settings.close()
        self.counting.rest()
        if self._garbage is not None:
            self._garbage.rest()
            self._garbage = None
        self.chat.keep()
        self.inspector.rest()
        self.sidebar.rest()
        self.browser.rest()
        parts.preferences.save()
        try:
            parts.store.close()
        except ChatStoreError as error:
            self.tell(notice_of(error))
        event.accept()
