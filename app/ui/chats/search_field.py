"""The field in which the person types what to look for in the chats."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit

from app.ui.icons import Icon, icon
from app.ui.language import put_words
from app.ui.timers import single_shot

if TYPE_CHECKING:
    from app.ui.theme import Theme

_SEARCH_AFTER_MS = 120


class SearchField(QLineEdit):
    """Asks a moment after the last key. `query` is what was asked for last, "" for nothing.

    Signals:
        asked (str): another query; empty ends the search.
        left_downwards (): the person goes on in the list.
        given_up (): Esc was pressed.
    """

    asked = Signal(str)
    left_downwards = Signal()
    given_up = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.query = ""
        self.setObjectName("chat_search")
        put_words(self.setAccessibleName, lambda: self.tr("Search chats"))
        put_words(self.setPlaceholderText, lambda: self.tr("Search"))
        put_words(self.setToolTip, lambda: self.tr("Search titles, messages and attached files (Ctrl+K)"))
        self.setClearButtonEnabled(False)
        self._timer = single_shot(self, _SEARCH_AFTER_MS, self.ask)
        self.textChanged.connect(self._timer.start)

    def set_theme(self, theme: Theme, size: int) -> None:
        """Draw the lens in another theme, `size` pixels high."""
        for action in self.actions():
            self.removeAction(action)
        self.addAction(icon(Icon.SEARCH, theme.muted, size), QLineEdit.ActionPosition.LeadingPosition)

    @Slot()
    def ask(self) -> None:
        """Ask now, if that was not asked for already."""
        self.rest()
        query = self.text().strip()
        if query != self.query:
            self.query = query
            self.asked.emit(query)

    def rest(self) -> None:
        """Ask nothing by itself until the next key."""
        self._timer.stop()

    def event(self, event: QEvent) -> bool:
        # Esc is a shortcut of the window as well: here it ends the search first.
        if event.type() == QEvent.Type.ShortcutOverride and self.text():
            assert isinstance(event, QKeyEvent)  # noqa: S101
            if event.key() == Qt.Key.Key_Escape:
                event.accept()
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Down:
            self.left_downwards.emit()
        elif event.key() == Qt.Key.Key_Escape and self.text():
            self.given_up.emit()
        else:
            super().keyPressEvent(event)
            return
        event.accept()
