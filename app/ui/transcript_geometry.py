"""Where tokens are in a laid-out document, in document coordinates."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, Qt

from app.ui.reading.blocks import BlockKind
from app.ui.reading.formats import kind_of
from app.ui.stretches import Stretch, stretches

if TYPE_CHECKING:
    from collections.abc import Iterator

    from PySide6.QtCore import QRect
    from PySide6.QtGui import QPixmap, QTextBlock, QTextDocument, QTextLayout, QTextLine

    from app.ui.marks import MarkPainter
    from app.ui.pieces import Pieces
    from app.ui.transcript_folding import Folding

_MOST_STRIPS_KEPT = 120


class TokenLayout:
    """Finds tokens in a document.

    The marks of a line are kept as a strip of pixels while the line covers the same positions, since a paragraph that
    grows is repainted as a whole. Those of the very last line change with what is appended to it and are not kept.
    `forget` them when anything but appending happens.
    """

    def __init__(
        self, document: QTextDocument, pieces: Pieces, painter: MarkPainter, folding: Folding | None = None
    ) -> None:
        self._document = document
        self._folding = folding
        self._pieces = pieces
        self._painter = painter
        self._kept: dict[tuple[int, int], QPixmap] = {}

    def forget(self, start: int = 0, end: float = math.inf, moved: int = 0) -> None:
        """Drop the kept strips from position `start` to `end`; what follows `moved` that far."""
        before = {key: strip for key, strip in self._kept.items() if key[0] < start}
        after = {(at + moved, length): strip for (at, length), strip in self._kept.items() if at >= end}
        self._kept = before | after

    def ensure_laid_out(self, position: int = 0) -> None:
        """Lay out the document to its end, from its beginning if `position` is not laid out otherwise."""
        if self._folding is not None and position < self.top:
            self._folding.unfold()
        self.ensure_end()

    def ensure_end(self) -> None:
        """Have Qt lay out the document to its end, from where it is laid out at all."""
        layout = self._document.documentLayout()
        layout.blockBoundingRect(self._document.lastBlock())
        # Qt tells of it later, and until then a view knows no way there.
        layout.documentSizeChanged.emit(layout.documentSize())

    def strips_in(self, rect: QRect, ratio: float) -> Iterator[tuple[QPointF, QPixmap]]:
        """Yield the corner and the picture of the marks of each line that shows in `rect`."""
        corner = self._painter.strip_corner
        spill = self._painter.measures.ascent
        top, bottom = rect.top() - spill, rect.bottom() + spill
        block = self.block_at(top)
        while block.isValid():
            layout, kind = block.layout(), kind_of(block.blockFormat())
            origin = layout.position()
            if origin.y() > bottom and kind is not BlockKind.TABLE:  # in a table it is counted from the cell
                return
            # What is read has no marks.
            for number in range(_first_line(layout, top - origin.y()), layout.lineCount()) if kind is None else ():
                line = layout.lineAt(number)
                if origin.y() + line.y() > bottom:
                    return
                place = _baseline(origin, line) + corner
                yield QPointF(place.toPoint()), self._strip_of(block, line, ratio)
            block = block.next()

    def index_at(self, point: QPointF) -> int | None:
        """Return the index of the token at `point`."""
        block = self.block_at(point.y())
        if not block.isValid():
            return None
        layout = block.layout()
        for number in range(_first_line(layout, point.y() - layout.position().y()), layout.lineCount()):
            line = layout.lineAt(number)
            place = _baseline(layout.position(), line)
            hits = [one for one in self._stretches(block, line) if self._rect(place, one).contains(point)]
            if hits:
                # A combining character lies on its base: the narrower and later one is meant.
                return min(reversed(hits), key=lambda hit: hit.right - hit.left).number
            if place.y() > point.y() + line.height():
                break
        return None

    def rects_of(self, index: int) -> list[QRectF]:
        """Return where the parts of a token are: one for each line it stands on, none for a token without text."""
        piece = self._pieces[index]
        rects = []
        block = self._document.findBlock(piece.start)
        while block.isValid() and block.position() <= piece.end:
            layout = block.layout()
            first = layout.lineForTextPosition(max(0, piece.start - block.position()))
            for number in range(max(0, first.lineNumber()) if first.isValid() else 0, layout.lineCount()):
                line = layout.lineAt(number)
                if block.position() + line.textStart() > piece.end:
                    break
                place = _baseline(layout.position(), line)
                found = (one for one in self._stretches(block, line) if one.number == index)
                rects += [self._rect(place, stretch) for stretch in found]
            block = block.next()
        return rects

    def rect_of(self, index: int) -> QRectF:
        """Return where the first part of a token is; a narrow place where it would be if it has no text."""
        if rects := self.rects_of(index):
            return rects[0]
        position = self._pieces[index].start
        block = self._document.findBlock(position)
        line = block.layout().lineForTextPosition(position - block.position())
        if not line.isValid():
            return self._document.documentLayout().blockBoundingRect(block)
        x = line.cursorToX(position - block.position())[0]  # type: ignore[index]
        place = _baseline(block.layout().position(), line)
        return self._painter.background(x - 1, x + 1).translated(place)

    def lines_rect(self, start: int, end: int) -> QRectF:
        """Return the ground of the blocks from position `start` to `end`, without the margin above the first."""
        layout = self._document.documentLayout()
        first, last = self._document.findBlock(start), self._document.findBlock(end)
        rect = layout.blockBoundingRect(first) | layout.blockBoundingRect(last)
        rect.setTop(first.layout().position().y())
        margins = self._document.rootFrame().frameFormat()
        rect.setLeft(margins.leftMargin())
        rect.setRight(layout.documentSize().width() - margins.rightMargin())
        return rect

    @property
    def top(self) -> int:
        """The position from which on the document is laid out."""
        return 0 if self._folding is None else self._folding.end

    def position_at(self, y: float) -> int:
        """Return the position that begins the line at `y`, or near it."""
        return max(self.top, self._document.documentLayout().hitTest(QPointF(0, y), Qt.HitTestAccuracy.FuzzyHit))

    def block_at(self, y: float) -> QTextBlock:
        """Return the block at `y`, or near it."""
        return self._document.findBlock(self.position_at(y))

    def _strip_of(self, block: QTextBlock, line: QTextLine, ratio: float) -> QPixmap:
        start = block.position() + line.textStart()
        key = (start, line.textLength())
        strip = self._kept.get(key)
        if strip is None:
            # The margins of a block are inside its lines' x.
            strip = self._painter.strip(self._stretches(block, line), line.x() + line.width(), ratio)
            if len(self._kept) >= _MOST_STRIPS_KEPT:
                del self._kept[next(iter(self._kept))]
            if start + line.textLength() < self._pieces.end:
                self._kept[key] = strip
        return strip

    def _stretches(self, block: QTextBlock, line: QTextLine) -> Iterator[Stretch]:
        start = block.position() + line.textStart()
        touching = self._pieces.touching(start, start + line.textLength() + 1)
        return stretches(line, block.position(), touching, self._painter.measures)

    def _rect(self, place: QPointF, stretch: Stretch) -> QRectF:
        return self._painter.background(stretch.left, stretch.right).translated(place)


def _baseline(origin: QPointF, line: QTextLine) -> QPointF:
    return QPointF(origin.x(), origin.y() + line.y() + line.ascent())


def _first_line(layout: QTextLayout, y: float) -> int:
    """Return the first line that reaches below `y`."""
    low, high = 0, layout.lineCount()
    while low < high:
        middle = (low + high) // 2
        line = layout.lineAt(middle)
        if line.y() + line.height() < y:
            low = middle + 1
        else:
            high = middle
    return low
