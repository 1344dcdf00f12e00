"""A row that goes on in the next line where it does not fit."""

from __future__ import annotations

from PySide6.QtCore import QMargins, QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget


class FlowLayout(QLayout):
    """Lays its items out as words are: from the left, and in as many lines as they take.

    In a single line, what follows the place `spring` stands at the right end.
    """

    def __init__(self, parent: QWidget | None = None, spring: int | None = None) -> None:
        super().__init__(parent)
        self._items: list[QLayoutItem] = []
        self._spring = spring
        self._heights: dict[int, int] = {}

    def _lines(self, width: int) -> list[list[QLayoutItem]]:
        """Return what is visible, line by line."""
        lines: list[list[QLayoutItem]] = [[]]
        left = 0
        for item in self._items:
            if item.isEmpty():
                continue
            needed = item.sizeHint().width()
            if lines[-1] and left + needed > width:
                lines.append([])
                left = 0
            lines[-1].append(item)
            left += needed + self.spacing()
        return lines

    def _arrange(self, room: QRect, apply: bool) -> int:
        """Place the items in `room`, or only measure; return the height."""
        lines, top = self._lines(room.width()), room.top()
        for line in lines:
            left, height = room.left(), max((item.sizeHint().height() for item in line), default=0)
            free = room.width() - sum(item.sizeHint().width() + self.spacing() for item in line) + self.spacing()
            for item in line:
                if len(lines) == 1 and self._spring is not None and item is self._items[self._spring]:
                    left += max(0, free)
                size = item.sizeHint().boundedTo(QSize(room.width(), height))
                if apply:
                    item.setGeometry(QRect(QPoint(left, top + (height - size.height()) // 2), size))
                left += size.width() + self.spacing()
            top += height + self.spacing()
        return top - self.spacing() - room.top()

    def addItem(self, item: QLayoutItem) -> None:
        self._items.append(item)

    def count(self) -> int:
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        return True

    def invalidate(self) -> None:
        super().invalidate()
        self._heights.clear()

    def heightForWidth(self, width: int) -> int:
        # Asked for again and again whenever anything in the window changes its text.
        if width not in self._heights:
            margins: QMargins = self.contentsMargins()
            inner = width - margins.left() - margins.right()
            height = self._arrange(QRect(0, 0, inner, 0), apply=False)
            self._heights[width] = height + margins.top() + margins.bottom()
        return self._heights[width]

    def sizeHint(self) -> QSize:
        shown = [item.sizeHint() for item in self._items if not item.isEmpty()]
        width = sum(size.width() + self.spacing() for size in shown)
        return self._with_margins(QSize(width, max((size.height() for size in shown), default=0)))

    def minimumSize(self) -> QSize:
        size = QSize(0, 0)
        for item in self._items:
            if not item.isEmpty():
                size = size.expandedTo(item.minimumSize())
        return self._with_margins(size)

    def _with_margins(self, size: QSize) -> QSize:
        margins = self.contentsMargins()
        return size + QSize(margins.left() + margins.right(), margins.top() + margins.bottom())

    def setGeometry(self, room: QRect) -> None:
        super().setGeometry(room)
        self._arrange(room.marginsRemoved(self.contentsMargins()), apply=True)
