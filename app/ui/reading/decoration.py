"""What lies under a page that is read: the ground of code, the bars of quotations, rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPen

from app.ui.reading.blocks import BlockKind
from app.ui.reading.formats import QUOTE, kind_of

if TYPE_CHECKING:
    from PySide6.QtCore import QRect
    from PySide6.QtGui import QPainter, QTextBlock, QTextDocument

    from app.ui.reading.formats import ReadingFormats
    from app.ui.transcript_geometry import TokenLayout

_CODE = (BlockKind.CODE, BlockKind.CODE_HEAD)


class Decoration:
    """Paints for one document; lengths are the document's, moved up by `offset`."""

    def __init__(self, document: QTextDocument, layout: TokenLayout) -> None:
        self._document = document
        self._layout = layout

    def paint(self, painter: QPainter, rect: QRect, offset: int, formats: ReadingFormats) -> None:
        """Paint what shows in `rect` of the viewport."""
        block = self._layout.block_at(rect.top() + offset)
        bottom = rect.bottom() + offset + formats.line
        code = QRectF()
        while block.isValid():
            kind = kind_of(block.blockFormat())
            top = block.layout().position().y()
            if top > bottom and kind is not BlockKind.TABLE:
                break
            if kind is not None and kind is not BlockKind.TABLE:
                ground = self._ground(block)
                self._paint_bars(painter, block, ground.translated(0, -offset), formats)
                if kind is BlockKind.RULE:
                    self._paint_rule(painter, ground.translated(0, -offset), formats)
                if kind in _CODE:
                    code = self._with(code, block, ground, formats)
            if not code.isNull() and (kind not in _CODE or self._ends(block)):
                self._paint_code(painter, code.translated(0, -offset), formats)
                code = QRectF()
            block = block.next()
        if not code.isNull():
            self._paint_code(painter, code.adjusted(0, 0, 0, 2 * formats.line).translated(0, -offset), formats)

    def _ground(self, block: QTextBlock) -> QRectF:
        """Return the room of a block between its margins."""
        layout, look = self._document.documentLayout(), block.blockFormat()
        frame = self._document.rootFrame().frameFormat()
        rect = layout.blockBoundingRect(block)
        rect.setTop(block.layout().position().y())
        rect.setLeft(frame.leftMargin() + look.leftMargin())
        rect.setRight(layout.documentSize().width() - frame.rightMargin() - look.rightMargin())
        return rect

    def _with(self, code: QRectF, block: QTextBlock, ground: QRectF, formats: ReadingFormats) -> QRectF:
        """Return the ground of code with one more line; what begins above the view goes on beyond it."""
        pad = formats.pad
        line = ground.adjusted(-pad, -pad / 2, pad, pad * 0.9)
        if code.isNull() and kind_of(block.blockFormat()) is BlockKind.CODE:
            line.adjust(0, -2 * formats.line, 0, 0)
        return line if code.isNull() else code.united(line)

    def _ends(self, block: QTextBlock) -> bool:
        following = block.next()
        return not following.isValid() or kind_of(following.blockFormat()) is not BlockKind.CODE

    def _paint_code(self, painter: QPainter, rect: QRectF, formats: ReadingFormats) -> None:
        painter.setPen(QPen(QColor(formats.theme.border), 1))
        painter.setBrush(QColor(formats.theme.sunken))
        painter.drawRoundedRect(rect, formats.pad * 0.7, formats.pad * 0.7)

    def _paint_bars(self, painter: QPainter, block: QTextBlock, ground: QRectF, formats: ReadingFormats) -> None:
        levels = block.blockFormat().intProperty(QUOTE)
        if not levels:
            return
        before = block.previous()
        top = ground.top()
        if before.isValid() and before.blockFormat().intProperty(QUOTE):
            top -= block.blockFormat().topMargin()
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(formats.theme.border))
        frame = self._document.rootFrame().frameFormat()
        for level in range(levels):
            left = frame.leftMargin() + formats.side + (level + 0.25) * formats.indent
            painter.drawRect(QRectF(left, top, max(2.0, formats.line / 8), ground.bottom() - top))

    def _paint_rule(self, painter: QPainter, ground: QRectF, formats: ReadingFormats) -> None:
        painter.setPen(QPen(QColor(formats.theme.border), 1))
        y = round(ground.center().y()) + 0.5
        painter.drawLine(
            QRectF(ground.left(), y, ground.width(), 0).topLeft(),
            QRectF(ground.left(), y, ground.width(), 0).topRight(),
        )
