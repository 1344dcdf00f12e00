"""The bar that brings back what was just deleted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QWidget

from app.ui.controls import ElidedLabel, button
from app.ui.icons import Icon, icon

if TYPE_CHECKING:
    from app.ui.theme import Theme


class UndoBar(QFrame):
    """Says what was deleted, until it is brought back, dismissed, or something else is deleted.

    Signals:
        undo_requested (int): the id of the chat.
    """

    undo_requested = Signal(int)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setObjectName("undo_bar")
        self._chat_id: int | None = None
        self._told = ElidedLabel("")
        self._undo = button(self.tr("Undo"), "link", "undo_delete")
        self._undo.setToolTip(self.tr("Bring the chat back (Ctrl+Z in the list)"))
        self._close = button("", "icon", "undo_close")
        self._close.setAccessibleName(self.tr("Dismiss"))
        self._close.setToolTip(self.tr("Dismiss"))
        row = QHBoxLayout(self)
        row.setContentsMargins(10, 4, 4, 4)
        row.setSpacing(2)
        row.addWidget(self._told, 1)
        row.addWidget(self._undo)
        row.addWidget(self._close)
        self._undo.clicked.connect(self.undo)
        self._close.clicked.connect(self.dismiss)
        self.set_theme(theme)
        self.hide()

    @property
    def tab_chain(self) -> tuple[QWidget, ...]:
        """What Tab walks over, in order."""
        return (self._undo, self._close)

    def set_theme(self, theme: Theme) -> None:
        """Draw in another theme."""
        size = self._close.fontMetrics().height()
        self._close.setIcon(icon(Icon.CROSS, theme.muted, size))
        self._close.setIconSize(QSize(size, size))

    def offer(self, chat_id: int, title: str) -> None:
        """Offer to bring this chat back."""
        self._chat_id = chat_id
        told = self.tr("Deleted “{title}”").format(title=title)
        self._told.setText(told)
        self.show()
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, told))

    def undo(self) -> None:
        """Ask for what was deleted last."""
        if self._chat_id is not None:
            chat_id = self._chat_id
            self.dismiss()
            self.undo_requested.emit(chat_id)

    def dismiss(self) -> None:
        """Offer nothing any more."""
        self._chat_id = None
        self.hide()
