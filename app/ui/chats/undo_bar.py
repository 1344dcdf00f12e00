"""The bar that brings back what was just deleted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QWidget

from app.ui.controls import ElidedLabel, button
from app.ui.icons import Icon, icon
from app.ui.language import put_words, when_language_changes

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
        self._title = ""
        self._told = ElidedLabel("")
        self._undo = button(lambda: self.tr("Undo"), "link", "undo_delete")
        put_words(self._undo.setToolTip, lambda: self.tr("Bring the chat back (Ctrl+Z in the list)"))
        self._close = button("", "icon", "undo_close")
        put_words(self._close.setAccessibleName, lambda: self.tr("Dismiss"))
        put_words(self._close.setToolTip, lambda: self.tr("Dismiss"))
        row = QHBoxLayout(self)
        row.setContentsMargins(10, 4, 4, 4)
        row.setSpacing(2)
        row.addWidget(self._told, 1)
        row.addWidget(self._undo)
        row.addWidget(self._close)
        self._undo.clicked.connect(self.undo)
        self._close.clicked.connect(self.dismiss)
        when_language_changes(self, self._say)
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
        self._chat_id, self._title = chat_id, title
        self._say()
        self.show()
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, self._told.text()))

    def _say(self) -> None:
        if self._chat_id is not None:
            self._told.setText(self.tr("Deleted “{title}”").format(title=self._title))

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
