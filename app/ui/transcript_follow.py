"""Where a transcript is scrolled to: it follows the end while it is there, and stays where it is otherwise."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, Qt
from PySide6.QtGui import QColor, QLinearGradient, QPainter, QPalette
from PySide6.QtWidgets import QWidget

from app.ui.controls import button
from app.ui.language import put_words

if TYPE_CHECKING:
    from collections.abc import Callable, Container

    from PySide6.QtGui import QPaintEvent
    from PySide6.QtWidgets import QTextEdit

    from app.ui.transcript_geometry import TokenLayout
    from app.ui.transcript_messages import MessageLayer

_NEARLY = 2
_DISTANCE = 12
# Of the fade, above the button.
_FADED = 0.35


class Fade(QWidget):
    """The end of the view fades into the page, so that nothing stands half under the button on it."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def paintEvent(self, _event: QPaintEvent) -> None:
        page = self.palette().color(QPalette.ColorRole.Window)
        clear = QColor(page)
        clear.setAlpha(0)
        shade = QLinearGradient(0, 0, 0, self.height())
        shade.setColorAt(0, clear)
        shade.setColorAt(_FADED, page)
        painter = QPainter(self)
        painter.fillRect(self.rect(), shade)
        painter.end()


class EndFollower(QObject):
    """Belongs to one transcript. `follows` says whether the end is in view and shall stay so.

    `latest` is the button that leads to the end.
    """

    def __init__(self, view: QTextEdit, layout: TokenLayout, layer: MessageLayer) -> None:
        super().__init__(view)
        self.follows = True
        self.latest = button(lambda: self.tr("Jump to latest"), "plain", "jump_to_latest")
        self.latest.setParent(view.viewport())
        put_words(self.latest.setToolTip, lambda: self.tr("Go to the end (Ctrl+End)"))
        self.latest.hide()
        self._fade = Fade(view.viewport())
        self.latest.clicked.connect(self.go_to_end)
        self._view = view
        self._bar = view.verticalScrollBar()
        self._layout = layout
        self._layer = layer
        self._bar.rangeChanged.connect(self._on_range_changed)

    def go_to_end(self) -> None:
        """Scroll to the end and stay there."""
        self._layout.ensure_end()
        self.follows = True
        self._bar.setValue(self._bar.maximum())
        self.show_way()

    def note(self) -> None:
        """Take in that the view was scrolled."""
        if self._bar.maximum():
            self.follows = self._bar.value() >= self._bar.maximum() - _NEARLY
        self.show_way()

    def note_jump(self) -> None:
        """Take in that the view went to a message; while the page is hidden its scroll bar knows nothing."""
        self.follows = 0 < self._bar.maximum() <= self._bar.value() + _NEARLY
        self.show_way()

    def show_way(self) -> None:
        """Offer the way to the end where it is out of view."""
        offered = not self.follows and bool(self._bar.maximum())
        if offered != self.latest.isVisibleTo(self._view):
            self._fade.setVisible(offered)
            self.latest.setVisible(offered)
        if offered:
            room, size = self._view.viewport().rect(), self.latest.sizeHint()
            high = size.height() + 3 * _DISTANCE
            self._fade.setGeometry(0, room.height() - high, room.width(), high)
            self.latest.raise_()
            self.latest.setGeometry(
                (room.width() - size.width()) // 2,
                room.height() - size.height() - _DISTANCE,
                size.width(),
                size.height(),
            )

    def keep(self, changing: Container[int]) -> Callable[[], None]:
        """Return what puts the view back to where it is after the messages `changing` were written again."""
        if self.follows:
            return self.go_to_end
        offset, seen = self._bar.value(), self._layer.in_view()
        tops = {index: self._layer.ground_of(index).top() - offset for index in seen}
        steady = [index for index in seen if index not in changing] or [index for index in seen if tops[index] >= 0]
        if steady:
            anchor, above = steady[0], tops[steady[0]]
            return lambda: self._restore(anchor, above)
        if not seen:
            return lambda: None
        ground = self._layer.ground_of(seen.start)
        share = (offset - ground.top()) / max(1.0, ground.height())
        return lambda: self._restore(seen.start, -share * self._layer.ground_of(seen.start).height())

    def _restore(self, index: int, above: float) -> None:
        self._layout.ensure_laid_out(self._layer.start_of(index))
        self._bar.setValue(round(self._layer.ground_of(index).top() - above))

    def _on_range_changed(self, _minimum: int, maximum: int) -> None:
        if self.follows:
            self._bar.setValue(maximum)
        self.show_way()

    def top_text(self) -> tuple[int, int]:
        """Return the position of the text at the top of the view, and how far it is from there."""
        cursor = self._view.cursorForPosition(QPoint(0, 0))
        cursor.setPosition(max(cursor.position(), self._layout.top))
        return cursor.position(), self._view.cursorRect(cursor).top()

    def shift_of(self, position: int) -> int:
        """Return how far the text at a position is from the top of the view."""
        cursor = self._view.textCursor()
        cursor.setPosition(position)
        return self._view.cursorRect(cursor).top()

    def put_top(self, position: int, shift: int) -> None:
        """Have the text at a position as far from the top of the view as it was."""
        self._layout.ensure_laid_out(position)
        self._bar.setValue(self._bar.value() + self.shift_of(position) - shift)
