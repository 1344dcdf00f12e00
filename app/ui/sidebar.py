"""The list of chats."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QSize, Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QMenu,
    QMessageBox,
    QVBoxLayout,
    QWidget,
)

from app.ui.controls import button, label
from app.ui.icons import Icon, application_icon, icon

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtCore import QPoint

    from app.chats.records import Chat
    from app.ui.theme import Theme

_ID = Qt.ItemDataRole.UserRole


class Sidebar(QWidget):
    """Shows the chats, the latest first.

    Signals:
        new_chat_requested ().
        chat_chosen (int): the id of a chat.
        rename_requested (int, str): a chat's id and its new title.
        delete_requested (int): a chat's id; the person has confirmed it.
    """

    new_chat_requested = Signal()
    chat_chosen = Signal(int)
    rename_requested = Signal(int, str)
    delete_requested = Signal(int)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._doomed: int | None = None
        self.setObjectName("sidebar")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._list = QListWidget()
        self._list.setObjectName("chat_list")
        self._list.setAccessibleName(self.tr("Chats"))
        self._list.setEditTriggers(QAbstractItemView.EditTrigger.EditKeyPressed)
        self._list.setTextElideMode(Qt.TextElideMode.ElideRight)
        self._list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._list.setUniformItemSizes(True)
        self._list.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self._list.customContextMenuRequested.connect(self._show_menu)
        self._list.currentItemChanged.connect(self._on_current_changed)
        self._list.itemChanged.connect(self._on_item_changed)
        remove = QShortcut(QKeySequence(QKeySequence.StandardKey.Delete), self._list)
        remove.setContext(Qt.ShortcutContext.WidgetShortcut)
        remove.activated.connect(self._confirm_delete)
        self._new = button(self.tr("New chat"), "plain", "new_chat")
        self._new.setToolTip(self.tr("Start a new chat (Ctrl+N)"))
        self._new.clicked.connect(self.new_chat_requested)
        self._empty = label(self.tr("Your chats will be listed here."), "caption", wrap=True)
        self._lay_out()
        self.set_theme(theme)

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 14, 12, 12)
        column.setSpacing(10)
        head = QHBoxLayout()
        head.setSpacing(8)
        head.setContentsMargins(4, 0, 0, 2)
        size = round(self.fontMetrics().height() * 1.3)
        picture = QLabel()
        picture.setPixmap(application_icon().pixmap(QSize(size, size), self.devicePixelRatioF()))
        head.addWidget(picture)
        head.addWidget(label(self.tr("Draftlight"), "strong"), 1)
        column.addLayout(head)
        column.addWidget(self._new)
        column.addWidget(self._empty)
        column.addWidget(self._list, 1)
        self.setFixedWidth(round(self.fontMetrics().averageCharWidth() * 24) + 24)

    @property
    def tab_chain(self) -> tuple[QWidget, ...]:
        """What Tab walks over, in order."""
        return (self._new, self._list)

    def set_theme(self, theme: Theme) -> None:
        """Draw in another theme."""
        size = self._new.fontMetrics().height()
        self._new.setIcon(icon(Icon.PLUS, theme.text, size))
        self._new.setIconSize(QSize(size, size))

    def show_chats(self, chats: Sequence[Chat], current: int | None) -> None:
        """List `chats` and mark the one on show."""
        self._list.blockSignals(True)
        self._list.clear()
        for chat in chats:
            item = QListWidgetItem(chat.title)
            item.setData(_ID, chat.id)
            item.setToolTip(chat.title)
            item.setFlags(item.flags() | Qt.ItemFlag.ItemIsEditable)
            self._list.addItem(item)
            if chat.id == current:
                self._list.setCurrentItem(item)
        if current is None:
            self._list.setCurrentIndex(QModelIndex())
        self._list.blockSignals(False)
        self._empty.setVisible(not chats)

    def _on_current_changed(self, current: QListWidgetItem | None, _previous: QListWidgetItem | None) -> None:
        if current is not None:
            self.chat_chosen.emit(current.data(_ID))

    def _on_item_changed(self, item: QListWidgetItem) -> None:
        self.rename_requested.emit(item.data(_ID), item.text())

    def _show_menu(self, place: QPoint) -> None:
        item = self._list.itemAt(place)
        if item is None:
            return
        self._list.setCurrentItem(item)
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction(self.tr("Rename")).triggered.connect(self._edit_current)
        menu.addAction(self.tr("Delete…")).triggered.connect(self._confirm_delete)
        menu.popup(self._list.viewport().mapToGlobal(place))

    def _edit_current(self) -> None:
        if self._list.currentRow() >= 0:
            self._list.editItem(self._list.currentItem())

    def _confirm_delete(self) -> None:
        """Ask first: there is no way back yet."""
        if self._list.currentRow() < 0:
            return
        item = self._list.currentItem()
        self._doomed = item.data(_ID)
        question = QMessageBox(self.window())
        question.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        question.setObjectName("confirm_delete")
        question.setIcon(QMessageBox.Icon.NoIcon)
        question.setText(self.tr("Delete the chat “{title}”?").format(title=item.text()))
        question.setInformativeText(self.tr("This cannot be undone."))
        remove = question.addButton(self.tr("Delete"), QMessageBox.ButtonRole.DestructiveRole)
        question.addButton(QMessageBox.StandardButton.Cancel)
        question.setDefaultButton(QMessageBox.StandardButton.Cancel)
        remove.clicked.connect(self._on_delete_confirmed)
        question.open()

    def _on_delete_confirmed(self) -> None:
        if self._doomed is not None:
            self.delete_requested.emit(self._doomed)
