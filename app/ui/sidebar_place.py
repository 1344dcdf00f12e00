"""Where the list of chats stands: beside the conversation, or over it where the window is narrow."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Signal, Slot
from PySide6.QtWidgets import QApplication, QPushButton, QSplitter, QWidget

from app.ui.controls import set_property

if TYPE_CHECKING:
    from app.ui.sidebar import Sidebar

# Below so many characters of the window's font there is no room for both.
_ROOM_CHARACTERS = 92


class SidebarPlace(QObject):
    """Puts the list into `splitter`, or folds it over that; `button` opens and closes it.

    A folded list goes away when the person has chosen a chat or goes on elsewhere. Whether it is hidden beside the
    conversation is the person's choice and outlives a narrow window.

    Signals:
        moved (): the list has another parent, which takes it out of the order of tabs.
    """

    moved = Signal()

    def __init__(self, splitter: QSplitter, sidebar: Sidebar, button: QPushButton, hidden: bool) -> None:
        super().__init__(splitter)
        self._splitter = splitter
        self._sidebar = sidebar
        self._button = button
        self._folded = False
        self._hidden = hidden
        self._width: int | None = None
        self._characters: float | None = None  # how wide the person made the list
        self._character = 0  # pixels of one when the list was placed last
        splitter.splitterMoved.connect(self._on_dragged)
        splitter.insertWidget(0, sidebar)
        sidebar.setVisible(not hidden)
        button.setChecked(not hidden)
        button.clicked.connect(self.toggle)
        sidebar.chat_opened.connect(self._go_on)
        sidebar.new_chat_requested.connect(self._go_on)
        splitter.installEventFilter(self)
        application = QApplication.instance()
        if isinstance(application, QApplication):
            application.focusChanged.connect(self._on_focus_changed)

    @property
    def hidden(self) -> bool:
        """Whether the person wants no list beside the conversation."""
        return self._hidden

    @property
    def width(self) -> int | None:
        """How wide the list is beside the conversation, in pixels, if it ever was there."""
        if not self._folded and self._sidebar.isVisible():
            self._width = self._sidebar.width()
        return self._width

    def restore(self, width: int | None) -> None:
        """Make the list as wide as it was."""
        self._width = width
        self._characters = None if width is None else width / self._splitter.fontMetrics().averageCharWidth()
        self._spread()

    @Slot()
    def _on_dragged(self) -> None:
        self._characters = self._sidebar.width() / self._splitter.fontMetrics().averageCharWidth()

    def _follow_text(self) -> None:
        """With text of another size, be as wide in its characters as before."""
        character = self._splitter.fontMetrics().averageCharWidth()
        if self._character not in (0, character):
            self._width = None if self._characters is None else round(self._characters * character)
            self._spread()
        self._character = character

    @Slot()
    def toggle(self) -> None:
        """Show the list, or take it away."""
        self._set_visible(self._sidebar.isHidden())
        if self._sidebar.isVisible():
            self._sidebar.enter()

    def show(self) -> None:
        """Show the list if it is away."""
        if self._sidebar.isHidden():
            self._set_visible(True)

    def close(self) -> bool:
        """Take the list away if it lies over the conversation; return whether it did."""
        if not self._folded or self._sidebar.isHidden():
            return False
        self._set_visible(False)
        return True

    def fit(self) -> None:
        """Fold or unfold, as the window's width asks for."""
        self._follow_text()
        room = self._splitter.width()
        folded = room < self._splitter.fontMetrics().averageCharWidth() * _ROOM_CHARACTERS
        if folded != self._folded:
            self._fold(folded)
        if folded:
            self._sidebar.setGeometry(0, 0, min(self._sidebar.wanted_width, room), self._splitter.height())

    def _fold(self, folded: bool) -> None:
        had_focus = self._sidebar.isAncestorOf(self._sidebar.window().focusWidget() or self._splitter)
        self._width = self.width
        self._folded = folded
        set_property(self._sidebar, "folded", "true" if folded else "false")
        if folded:
            self._sidebar.setParent(self._splitter.parentWidget())
        else:
            self._splitter.insertWidget(0, self._sidebar)
        self._sidebar.setVisible(had_focus if folded else not self._hidden)
        self._button.setChecked(not self._sidebar.isHidden())
        if folded:
            self._sidebar.raise_()
        else:
            self._spread()
        self.moved.emit()

    def _spread(self) -> None:
        if not self._folded:
            width = self._width or self._sidebar.wanted_width
            self._splitter.setSizes([width, max(1, self._splitter.width() - width)])

    def _set_visible(self, visible: bool) -> None:
        had_focus = self._sidebar.isAncestorOf(self._sidebar.window().focusWidget() or self._splitter)
        self._sidebar.setVisible(visible)
        self._button.setChecked(visible)
        if self._folded:
            self._sidebar.raise_()
        else:
            self._hidden = not visible
        if had_focus and not visible:
            self._button.setFocus()

    @Slot()
    def _go_on(self) -> None:
        self.close()

    @Slot(QWidget, QWidget)
    def _on_focus_changed(self, _old: QWidget | None, new: QWidget | None) -> None:
        if new is None or new is self._button or new.window() is not self._splitter.window():
            return
        if not self._sidebar.isAncestorOf(new):
            self.close()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._splitter and event.type() == QEvent.Type.Resize:
            self.fit()
        return super().eventFilter(watched, event)
