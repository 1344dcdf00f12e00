"""Pictures of single marks, drawn once and copied for each token that looks so."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPixmap

if TYPE_CHECKING:
    from app.ui.looks import Look
    from app.ui.marks import MarkPainter

_MOST_KEPT = 500


class MarkSprites:
    """The marks of one painter at one ratio of device pixels, in which all lengths here are.

    A mark is put together from the ends of a wide one. One that is narrow, or has a pattern that begins at its left
    end, has a picture of its own width. Looks are told apart by identity: they must outlive this.
    """

    def __init__(self, marks: MarkPainter, height: int, ratio: float) -> None:
        unit = marks.measures.unit * ratio
        self.ratio = ratio
        self._marks = marks
        self._height = height
        # A strike goes on over the end of a mark that is narrower than it.
        self._spill = math.ceil(max(2 * unit, 2 * marks.measures.pad * ratio + unit))
        self._end = math.ceil(6 * unit)
        self._wide = math.ceil(200 * unit)
        self._kept: dict[tuple[int, int], QPixmap] = {}

    def draw(self, painter: QPainter, look: Look, left: int, right: int) -> None:
        """Draw a mark from `left` to `right`; the painter counts device pixels from the top of the line's strip."""
        width, spill, end = max(1, right - left), self._spill, self._end
        if width <= 2 * end or look.is_patterned:
            painter.drawPixmap(left - spill, 0, self._sprite(look, width))
            return
        sprite, wide, height = self._sprite(look, self._wide), self._wide, self._height
        first = min(width, wide) - end
        painter.drawPixmap(left - spill, 0, sprite, 0, 0, spill + first, height)
        for at in range(first, width - end, wide - 2 * end):
            more = min(width - end - at, wide - 2 * end)
            painter.drawPixmap(left + at, 0, sprite, spill + end, 0, more, height)
        painter.drawPixmap(right - end, 0, sprite, spill + wide - end, 0, end + spill, height)

    def _sprite(self, look: Look, width: int) -> QPixmap:
        key = (id(look), width)
        sprite = self._kept.get(key)
        if sprite is None:
            if len(self._kept) >= _MOST_KEPT:
                self._kept.clear()
            sprite = self._kept[key] = QPixmap(width + 2 * self._spill, self._height)
            sprite.fill(Qt.GlobalColor.transparent)
            painter = QPainter(sprite)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.scale(self.ratio, self.ratio)
            painter.translate(self._spill / self.ratio, -self._marks.strip_corner.y())
            self._marks.paint_mark(painter, look, 0.0, width / self.ratio)
            painter.end()
        return sprite
