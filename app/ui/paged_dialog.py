"""A dialog with a list of pages beside the page on show."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QListWidget, QStackedWidget, QVBoxLayout, QWidget

from app.ui.controls import button
from app.ui.fitted_dialog import FittedDialog, FittedScroll
from app.ui.language import put_words, when_language_changes
from app.ui.timers import single_shot

if TYPE_CHECKING:
    from collections.abc import Sequence

_FIRST = QSize(1000, 680)
# In heights of a line: with larger text a dialog begins larger.
_LEAST_LINES = (34, 25)


class PagedDialog(FittedDialog):
    """Ctrl+1, Ctrl+2 ... go to the pages. Parts are called after the dialog: `<name>_nav`, `<name>_close`.

    Each page is an attribute called by its key, a cached property: it is made when it is first shown, and the first one
    after the frame, as all in one go would hold up the window. `focus_first()` of a page takes the keyboard.

    Signals:
        page_shown (): another page is on show.
    """

    page_shown = Signal()

    def __init__(self, name: str, keys: Sequence[str], smallest: QSize, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self._keys = tuple(keys)
        self._filling = single_shot(self, 0, self._fill)
        self._nav = QListWidget()
        self._stack = QStackedWidget()
        self._places: dict[QWidget, FittedScroll] = {}
        self._close = button(lambda: self.tr("Close"), "plain", f"{name}_close")
        self._close.clicked.connect(self.reject)
        self._nav.currentRowChanged.connect(self._on_row)
        self._nav.setObjectName(f"{name}_nav")
        self._nav.setProperty("kind", "pages")
        put_words(self._nav.setAccessibleName, lambda: self.tr("Pages"))
        self._nav.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        for place in range(len(keys)):
            self._nav.addItem("")
            shortcut = QShortcut(QKeySequence(f"Ctrl+{place + 1}"), self)
            shortcut.setProperty("page", place)
            shortcut.activated.connect(self._on_shortcut)
        self._lay_out(smallest, parent)
        when_language_changes(self, self.name_pages)

    def _lay_out(self, smallest: QSize, parent: QWidget) -> None:
        side = QWidget()
        side.setObjectName(f"{self.objectName()}_side")
        side.setProperty("kind", "side")
        side.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        side.setFixedWidth(round(self.fontMetrics().averageCharWidth() * 20) + 24)
        column = QVBoxLayout(side)
        column.setContentsMargins(12, 14, 12, 14)
        column.addWidget(self._nav, 1)
        column.addWidget(self._close)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(side)
        row.addWidget(self._stack, 1)
        self.setMinimumSize(smallest)
        line = self.fontMetrics().height()
        smallest = smallest.expandedTo(QSize(line * _LEAST_LINES[0], line * _LEAST_LINES[1]))
        wanted = _FIRST.boundedTo(parent.size() - QSize(20, 20)).expandedTo(smallest)
        self.resize(wanted.boundedTo(self.room()))

    def page_names(self) -> tuple[str, ...]:
        """Return what a person calls the pages, in the order of their keys."""
        raise NotImplementedError

    def place(self, page: QWidget) -> None:
        """Take a page that was made."""
        scroll = FittedScroll(page)
        number = self._nav.currentRow()
        put_words(scroll.setAccessibleName, lambda: self.page_names()[number])
        self._places[page] = scroll
        self._stack.addWidget(scroll)

    @Slot()
    def name_pages(self) -> None:
        """Write the names into the list."""
        for place, name in enumerate(self.page_names()):
            self._nav.item(place).setText(name)
            self._nav.item(place).setToolTip(self.tr("{page} (Ctrl+{key})").format(page=name, key=place + 1))

    def show_page(self, name: str) -> None:
        """Go to a page."""
        self._nav.setCurrentRow(self._keys.index(name))
        if self.isVisible():
            self._fill()
        else:
            self._filling.start()

    @property
    def page(self) -> str:
        """Which page is on show."""
        return self._keys[self._nav.currentRow()]

    @Slot(int)
    def _on_row(self, _row: int) -> None:
        if self.isVisible():
            self._turn()

    @Slot()
    def _fill(self) -> None:
        """Show the page that was asked for, and let the person begin there."""
        self._filling.stop()
        self._turn().focus_first()

    def _turn(self) -> Any:
        page = getattr(self, self.page)
        self.turn_to(page)
        self.page_shown.emit()
        return page

    def turn_to(self, page: QWidget) -> None:
        """Have this page on show, which was placed."""
        self._stack.setCurrentWidget(self._places[page])

    @Slot()
    def _on_shortcut(self) -> None:
        self.show_page(self._keys[self.sender().property("page")])
