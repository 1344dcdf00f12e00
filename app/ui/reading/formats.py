"""How blocks and runs look in the transcript's document."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFont,
    QFontDatabase,
    QFontMetricsF,
    QTextBlockFormat,
    QTextCharFormat,
    QTextFormat,
    QTextFrameFormat,
    QTextOption,
    QTextTableFormat,
)

from app.ui.reading.blocks import BlockKind, Look, Run, Shape

if TYPE_CHECKING:
    from app.ui.theme import Theme

# Kept with each block of the document, for what is drawn under it and done with it.
KIND = QTextFormat.Property.UserProperty.value + 1
QUOTE = KIND + 1
LANGUAGE = KIND + 2
_HEADING_SIZES = (1.45, 1.25, 1.12)
_LINE_HEIGHT_PERCENT = 150.0
_CODE_LINE_HEIGHT_PERCENT = 135.0


def kind_of(look: QTextBlockFormat) -> BlockKind | None:
    """Return what a block of the document is; None for one that was not written to be read."""
    return BlockKind(look.intProperty(KIND)) if look.hasProperty(KIND) else None


class ReadingFormats:
    """The formats in one theme. Lengths scale with `font`; `side` and `column` are the margin and width of the text."""

    def __init__(self, theme: Theme, font: QFont, side: float) -> None:
        self.theme = theme
        self._font = font
        self.side = side
        metrics = QFontMetricsF(font)
        self.line = metrics.height()
        self.indent = round(self.line * 1.25)
        self.pad = round(self.line * 0.5)
        self.code_font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        self.code_font.setPointSizeF(font.pointSizeF() * 0.94)
        self._looks: dict[tuple[Look, int, bool, bool], QTextCharFormat] = {}

    def run(self, run: Run, shape: Shape) -> QTextCharFormat:
        """Return the look of a run in a block of `shape`."""
        heading = shape.level if shape.kind is BlockKind.HEADING else 0
        inline = bool(run.look & Look.CODE) and shape.kind is not BlockKind.CODE
        key = (run.look, heading, shape.faint, inline)
        look = self._looks.get(key)
        if look is None:
            look = self._looks[key] = self._look(run.look, heading, shape.faint)
            if inline:
                look.setBackground(QColor(self.theme.hover))
        if run.href:
            look = QTextCharFormat(look)
            look.setAnchor(True)
            look.setAnchorHref(run.href)
        return look

    def _look(self, look: Look, heading: int, faint: bool) -> QTextCharFormat:
        result = QTextCharFormat()
        colour = self.theme.muted if faint or look & Look.FAINT else self.theme.text
        if look & (Look.CODE | Look.MATH):
            result.setFont(
                self.code_font, QTextCharFormat.FontPropertiesInheritanceBehavior.FontPropertiesSpecifiedOnly
            )
        if look & (Look.BOLD) or heading:
            result.setFontWeight(QFont.Weight.Bold if look & Look.BOLD else QFont.Weight.DemiBold)
        if heading and heading <= len(_HEADING_SIZES):
            result.setFontPointSize(self._font.pointSizeF() * _HEADING_SIZES[heading - 1])
        result.setFontItalic(bool(look & (Look.ITALIC | Look.MATH)))
        result.setFontStrikeOut(bool(look & Look.STRUCK))
        if look & Look.LINK:
            result.setFontUnderline(True)
            if not look & Look.FAINT:
                colour = self.theme.accent
        result.setForeground(QColor(colour))
        return result

    def block(self, shape: Shape, before: Shape) -> QTextBlockFormat:
        """Return the format of a block that follows `before`."""
        result = QTextBlockFormat()
        result.setProperty(KIND, shape.kind.value)
        result.setProperty(QUOTE, shape.quote)
        result.setProperty(LANGUAGE, shape.language)
        left = self.side + shape.quote * self.indent + shape.indent * self.indent * 1.15
        if shape.hanging:
            result.setTextIndent(-self.indent)
            result.setTabPositions([QTextOption.Tab(self.indent * 1.0, QTextOption.TabType.LeftTab)])
        above = self._above(shape)
        if shape.kind is not BlockKind.CODE and before.kind in (BlockKind.CODE, BlockKind.TABLE):
            above = max(above, self.line * 0.9)
        result.setTopMargin(above)
        right = self.side
        if shape.kind in (BlockKind.CODE, BlockKind.CODE_HEAD):
            left, right = left + self.pad, right + self.pad
            result.setLineHeight(_CODE_LINE_HEIGHT_PERCENT, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
        else:
            result.setLineHeight(_LINE_HEIGHT_PERCENT, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
        result.setLeftMargin(left)
        result.setRightMargin(right)
        return result

    def _above(self, shape: Shape) -> float:
        if shape.kind is BlockKind.CODE:
            return 0
        if shape.kind in (BlockKind.CODE_HEAD, BlockKind.TABLE):
            return self.line * 0.7
        if shape.kind is BlockKind.HEADING:
            return self.line * 0.8
        return self.line * (0.15 if shape.tight else 0.55)

    def table(self, shape: Shape) -> QTextTableFormat:
        """Return the format of a table."""
        result = QTextTableFormat()
        result.setProperty(KIND, shape.kind.value)
        result.setProperty(QUOTE, shape.quote)
        result.setLeftMargin(self.side + shape.quote * self.indent + shape.indent * self.indent * 1.15)
        result.setTopMargin(self._above(shape))
        result.setBottomMargin(self.line * 0.9)  # Qt takes none from the block after a table
        result.setCellPadding(self.line * 0.3)
        result.setCellSpacing(0)
        result.setBorder(1)
        result.setBorderBrush(QBrush(QColor(self.theme.border)))
        result.setBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_Solid)
        result.setBorderCollapse(True)
        result.setAlignment(Qt.AlignmentFlag.AlignLeft)
        return result

    def cell(self) -> QTextBlockFormat:
        """Return the format of what stands in a cell."""
        result = QTextBlockFormat()
        result.setProperty(KIND, BlockKind.TABLE.value)
        result.setLineHeight(125.0, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
        return result

    def after_table(self) -> QTextBlockFormat:
        """Return the format of the block that Qt wants after a table: as low as can be."""
        result = QTextBlockFormat()
        result.setProperty(KIND, BlockKind.TABLE.value)
        result.setLineHeight(1, QTextBlockFormat.LineHeightTypes.FixedHeight.value)
        return result
