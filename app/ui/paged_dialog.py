"""A dialog with a list of pages beside the page on show."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QSize, Qt, Slot
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QDialog, QHBoxLayout, QListWidget, QStackedWidget, QVBoxLayout, QWidget

from app.ui.controls import button

if TYPE_CHECKING:
    from collections.abc import Mapping

_SMALLEST, _FIRST = QSize(760, 500), QSize(1000, 680)


class PagedDialog(QDialog):
    """Ctrl+1, Ctrl+2 ... go to the pages. Parts are called after `name`: `<name>_nav`, `<name>_close`."""

    def __init__(self, name: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self._places: dict[str, int] = {}
        self._paged: dict[str, Any] = {}
        self._nav = QListWidget()
        self._stack = QStackedWidget()
        self._close = button(self.tr("Close"), "plain", f"{name}_close")
        self._close.clicked.connect(self.reject)
        self._nav.currentRowChanged.connect(self._stack.setCurrentIndex)
        self._nav.setObjectName(f"{name}_nav")
        self._nav.setProperty("kind", "pages")
        self._nav.setAccessibleName(self.tr("Pages"))
        self._nav.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._lay_out(parent)

    def _lay_out(self, parent: QWidget) -> None:
        side = QWidget()
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
        self.setMinimumSize(_SMALLEST)
        room = parent.size()
        self.resize(_FIRST.boundedTo(QSize(room.width() - 20, room.height() - 20)).expandedTo(_SMALLEST))

    def add_pages(self, pages: Mapping[str, Any], names: tuple[str, ...]) -> None:
        """Add pages, widgets whose `focus_first()` takes the keyboard, with what a person calls them."""
        for place, ((key, page), name) in enumerate(zip(pages.items(), names, strict=True)):
            self._places[key] = place
            self._paged[key] = page
            self._stack.addWidget(page)
            self._nav.addItem(name)
            self._nav.item(place).setToolTip(self.tr("{page} (Ctrl+{key})").format(page=name, key=place + 1))
            shortcut = QShortcut(QKeySequence(f"Ctrl+{place + 1}"), self)
            shortcut.setProperty("page", place)
            shortcut.activated.connect(self._on_shortcut)

    def name_page(self, key: str, name: str) -> None:
        """Call a page something else in the list."""
        self._nav.item(self._places[key]).setText(name)

    def show_page(self, name: str) -> None:
        """Go to a page."""
        self._nav.setCurrentRow(self._places[name])
        self._paged[name].focus_first()

    @property
    def page(self) -> str:
        """Which page is on show."""
        return list(self._places)[self._stack.currentIndex()]

    @Slot()
    def _on_shortcut(self) -> None:
        self.show_page(list(self._places)[self.sender().property("page")])
