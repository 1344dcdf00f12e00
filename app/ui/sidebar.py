"""The list of chats, with what finds, names, pins and deletes them."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from PySide6.QtCore import QItemSelectionModel, QModelIndex, QSize, Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QLabel,
    QListView,
    QMenu,
    QVBoxLayout,
    QWidget,
)

from app.chats.records import Chat, SearchHit
from app.ui.chats.list_delegate import ChatListDelegate
from app.ui.chats.list_model import ROW, ChatListModel
from app.ui.chats.rows import grouped
from app.ui.chats.search_field import SearchField
from app.ui.chats.sidebar_menu import SidebarMenu, add_exports
from app.ui.chats.transfer_bar import TransferBar
from app.ui.chats.undo_bar import UndoBar
from app.ui.controls import button, label
from app.ui.icons import Icon, application_icon, icon
from app.ui.language import put_words, when_language_changes

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PySide6.QtCore import QPoint
    from PySide6.QtGui import QFont

    from app.ui.theme import Theme


class Sidebar(QWidget):
    """Shows the chats by date, or what a search found in them.

    Signals:
        new_chat_requested ().
        chat_chosen (int): the id of a chat.
        chat_opened (): a chat or a hit was clicked, or chosen with Return.
        hit_chosen (SearchHit).
        search_requested (str): what to look for; empty ends the search.
        rename_requested (int, str): a chat's id and its new title.
        pin_requested (int, bool): a chat's id, and whether it shall be pinned.
        export_requested (int, str): a chat's id and a format.
        delete_requested (int), undo_requested (int): a chat's id.
    """

    new_chat_requested = Signal()
    chat_chosen = Signal(int)
    chat_opened = Signal()
    hit_chosen = Signal(object)
    search_requested = Signal(str)
    rename_requested = Signal(int, str)
    pin_requested = Signal(int, bool)
    export_requested = Signal(int, str)
    delete_requested = Signal(int)
    undo_requested = Signal(int)

    def __init__(self, theme: Theme, caption: QFont, clock: Callable[[], float] = time.time) -> None:
        super().__init__()
        self._clock = clock
        self._found = ""  # what was looked for in what is listed
        self._opens_first = False  # as soon as it is found
        self._waiting: tuple[Sequence[Chat], int | None] | None = None
        # None while it lists what a search found.
        self._shown: tuple[Sequence[Chat], int | None] | None = ((), None)
        self.setObjectName("sidebar")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._model = ChatListModel()
        self._list = QListView()
        self._delegate = ChatListDelegate(self._list, theme, caption)
        self._search = SearchField()
        self._new = button(lambda: self.tr("New chat"), "plain", "new_chat")
        self._empty = label("", "caption", wrap=True)
        self.menu = SidebarMenu()
        self.transfer_bar = TransferBar()
        self.undo_bar = UndoBar(theme)
        self._set_up_list()
        self._set_up_controls()
        self._lay_out()
        when_language_changes(self, self._say_again)
        self.set_theme(theme)

    def _set_up_list(self) -> None:
        self._list.setObjectName("chat_list")
        put_words(self._list.setAccessibleName, lambda: self.tr("Chats"))
        self._list.setModel(self._model)
        self._list.setItemDelegate(self._delegate)
        self._list.setMouseTracking(True)
        self._list.setEditTriggers(QAbstractItemView.EditTrigger.EditKeyPressed)
        self._list.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self._list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._list.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self._list.customContextMenuRequested.connect(self._show_menu)
        self._list.selectionModel().currentChanged.connect(self._on_current_changed)
        self._list.clicked.connect(self._on_activated)
        self._list.activated.connect(self._on_activated)
        self._model.renamed.connect(self.rename_requested)
        # Queued, since the view is not done with the editor when it says so.
        self._delegate.closeEditor.connect(self._show_waiting, Qt.ConnectionType.QueuedConnection)
        for keys, slot in (
            (QKeySequence(QKeySequence.StandardKey.Delete), self._delete_current),
            (QKeySequence(QKeySequence.StandardKey.Undo), self.undo_bar.undo),
            (QKeySequence("Ctrl+P"), self._pin_current),
        ):
            shortcut = QShortcut(keys, self._list)
            shortcut.setContext(Qt.ShortcutContext.WidgetShortcut)
            shortcut.activated.connect(slot)

    def _set_up_controls(self) -> None:
        self._search.asked.connect(self._on_asked)
        self._search.returnPressed.connect(self._open_first)
        self._search.left_downwards.connect(self._enter_list)
        self._search.given_up.connect(self.end_search)
        put_words(self._new.setToolTip, lambda: self.tr("Start a new chat (Ctrl+N)"))
        self._new.clicked.connect(self.new_chat_requested)
        self.undo_bar.undo_requested.connect(self.undo_requested)

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 14, 12, 12)
        column.setSpacing(8)
        head = QHBoxLayout()
        head.setSpacing(8)
        head.setContentsMargins(4, 0, 0, 2)
        size = round(self.fontMetrics().height() * 1.3)
        picture = QLabel()
        picture.setPixmap(application_icon().pixmap(QSize(size, size), self.devicePixelRatioF()))
        head.addWidget(picture)
        head.addWidget(label(lambda: self.tr("Draftlight"), "strong"), 1)
        head.addWidget(self.menu)
        column.addLayout(head)
        column.addWidget(self._new)
        column.addWidget(self._search)
        column.addWidget(self._empty)
        column.addWidget(self._list, 1)
        column.addWidget(self.transfer_bar)
        column.addWidget(self.undo_bar)
        self._fit()

    @property
    def wanted_width(self) -> int:
        """How wide the list is if the person does not drag its edge, in pixels."""
        return self.fontMetrics().averageCharWidth() * 26 + 24

    def _fit(self) -> None:
        character = self.fontMetrics().averageCharWidth()
        self.setMinimumWidth(character * 20 + 24)
        self.setMaximumWidth(character * 60)

    @property
    def tab_chain(self) -> tuple[QWidget, ...]:
        """What Tab walks over, in order."""
        bars = (*self.transfer_bar.tab_chain, *self.undo_bar.tab_chain)
        return (self.menu, self._new, self._search, self._list, *bars)

    def set_theme(self, theme: Theme) -> None:
        """Draw in another theme or text size."""
        self._fit()
        size = self._new.fontMetrics().height()
        self._new.setIcon(icon(Icon.PLUS, theme.text, size))
        self._new.setIconSize(QSize(size, size))
        self._search.set_theme(theme, size)
        self._delegate.set_theme(theme)
        self.undo_bar.set_theme(theme)
        self.menu.set_theme(theme)
        self._list.doItemsLayout()

    def show_chats(self, chats: Sequence[Chat], current: int | None) -> None:
        """List `chats` and mark the one on show; not before a title that is being typed is complete."""
        if self._delegate.is_editing:
            self._waiting = (chats, current)
            return
        place = self._list.verticalScrollBar().value()
        if self._model.show(grouped(chats, self._clock())):
            self._list.verticalScrollBar().setValue(place)
        self._mark(self._model.index_of(current))
        self._let_enter(bool(chats))
        self._shown = (chats, current)
        self._found = ""
        self._say_empty()
        self._empty.setVisible(not chats)

    def _let_enter(self, something: bool) -> None:
        """Have Tab pass by a list that shows nothing, not even that it has the focus."""
        self._list.setFocusPolicy(Qt.FocusPolicy.StrongFocus if something else Qt.FocusPolicy.NoFocus)

    def _show_waiting(self) -> None:
        waiting, self._waiting = self._waiting, None
        if waiting is not None:
            self.show_chats(*waiting)

    def show_hits(self, hits: Sequence[SearchHit]) -> None:
        """List what a search found."""
        self._model.show(tuple(hits))
        self._mark(QModelIndex())
        self._let_enter(bool(hits))
        self._list.scrollToTop()
        self._shown = None
        self._found = self._search.query
        self._say_empty()
        self._empty.setVisible(not hits)
        if self._opens_first:
            self._open_first()

    def _say_empty(self) -> None:
        if self._shown is None:
            self._empty.setText(self.tr("Nothing was found. Every word must occur, in a title or in one message."))
        else:
            self._empty.setText(self.tr("Your chats will be listed here."))

    def _say_again(self) -> None:
        """Name the groups of chats in the language of the moment."""
        self._say_empty()
        if self._shown is not None:
            self.show_chats(*self._shown)

    def focus_search(self) -> None:
        """Let the person type what to look for."""
        self._search.setFocus()
        self._search.selectAll()

    def enter(self) -> None:
        """Let the person go on in the list."""
        (self._list if self._model.rowCount() else self._search).setFocus()

    def end_search(self) -> None:
        """List the chats again."""
        self._search.clear()
        self._search.ask()

    def rest(self) -> None:
        """Do nothing more by itself."""
        self._search.rest()

    def _mark(self, index: QModelIndex) -> None:
        """Make a row the current one, and open nothing."""
        selection = self._list.selectionModel()
        if index == selection.currentIndex():
            return
        blocked = selection.blockSignals(True)
        selection.setCurrentIndex(index, QItemSelectionModel.SelectionFlag.ClearAndSelect)
        selection.blockSignals(blocked)
        self._list.viewport().update()
        if index.isValid():
            self._list.scrollTo(index)

    def _current(self) -> object:
        return self._list.currentIndex().data(ROW)

    def _on_current_changed(self, current: QModelIndex, _previous: QModelIndex) -> None:
        row = current.data(ROW)
        if isinstance(row, Chat):
            self.chat_chosen.emit(row.id)

    def _on_activated(self, index: QModelIndex) -> None:
        row = index.data(ROW)
        if isinstance(row, SearchHit):
            self.hit_chosen.emit(row)
        if row is not None:
            self.chat_opened.emit()

    def _on_asked(self, query: str) -> None:
        self._opens_first = False
        self.search_requested.emit(query)

    def _enter_list(self) -> None:
        if self._model.rowCount():
            self._list.setFocus()
            if not self._list.currentIndex().isValid():
                rows = range(self._model.rowCount())
                first = next(row for row in rows if self._model.flags(self._model.index(row)))
                self._list.setCurrentIndex(self._model.index(first))

    def _open_first(self) -> None:
        self._search.ask()
        query = self._search.query
        self._opens_first = bool(query) and self._found != query
        if query and not self._opens_first and self._model.rowCount():
            self._on_activated(self._model.index(0))

    def _show_menu(self, place: QPoint) -> None:
        index = self._list.indexAt(place)
        if not index.isValid():
            index = self._list.currentIndex()  # the menu key
        row = index.data(ROW)
        if not isinstance(row, Chat):
            return
        self._list.setCurrentIndex(index)
        menu = QMenu(self)
        menu.setObjectName("chat_menu")
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction(self.tr("Rename")).triggered.connect(self._edit_current)
        menu.addAction(self.tr("Unpin") if row.pinned else self.tr("Pin")).triggered.connect(self._pin_current)
        add_exports(menu, self.tr("Export"), lambda form: self.export_requested.emit(row.id, form))
        menu.addSeparator()
        menu.addAction(self.tr("Delete")).triggered.connect(self._delete_current)
        menu.popup(self._list.viewport().mapToGlobal(place))

    def _edit_current(self) -> None:
        if isinstance(self._current(), Chat):
            self._list.edit(self._list.currentIndex())

    def _pin_current(self) -> None:
        chat = self._current()
        if isinstance(chat, Chat):
            self.pin_requested.emit(chat.id, not chat.pinned)

    def _delete_current(self) -> None:
        """Delete at once: the bar below brings it back."""
        chat = self._current()
        if isinstance(chat, Chat):
            self.delete_requested.emit(chat.id)
            self.undo_bar.offer(chat.id, chat.title)
