"""The marks of tokens, and how they are drawn.

Every mark has a shape as well as a hue (app/ui/looks.py says which token has which):

accepted    a rounded background
bonus       a rounded background and a double underline
correction  a single underline
plain       dots under the text, or nothing
rejected    struck through
unexamined  struck through with dots
a scale     a rounded background, and a bar as thick as the step is high
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPen, QPixmap

from app.speculation.records import Verdict
from app.ui.colourings import Colouring, Marking
from app.ui.looks import Line, Look, Looks, verdict_look
from app.ui.mark_sprites import MarkSprites
from app.ui.stretches import Measures

if TYPE_CHECKING:
    from collections.abc import Iterable

    from app.speculation.records import DraftedToken, EmittedToken
    from app.ui.stretches import Stretch
    from app.ui.theme import Theme


class MarkPainter:
    """Draws the marks in one theme and font."""

    def __init__(self, theme: Theme, font: QFont) -> None:
        self._font = font
        self._marking = Marking()
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        """Draw in another theme, and in the size that the font has now."""
        self.theme = theme
        self.measures = Measures.of(self._font)
        self._x_height = QFontMetricsF(self._font).xHeight()

    @property
    def theme(self) -> Theme:
        """The theme that is drawn in."""
        return self._theme

    @theme.setter
    def theme(self, theme: Theme) -> None:
        self._theme = theme
        self._set_looks()

    @property
    def marking(self) -> Marking:
        """What is marked, and by what."""
        return self._marking

    @marking.setter
    def marking(self, marking: Marking) -> None:
        self._marking = marking
        self._set_looks()

    def _set_looks(self) -> None:
        self._looks = Looks(self._theme, self._marking)
        self._sprites: MarkSprites | None = None

    def look_of(self, token: DraftedToken | EmittedToken) -> Look | None:
        """Return how a token is marked whose round is unknown; None for not at all."""
        return self._looks.look_of(token, None)

    @property
    def arrow(self) -> str:
        """The colour of what shows a line break; it is seen on the strongest step of a scale as well."""
        return self.theme.muted if self._marking.colouring is Colouring.VERDICT else self.theme.text

    def background(self, left: float, right: float) -> QRectF:
        """Return the ground of a mark, relative to the baseline."""
        measures = self.measures
        top = -measures.ascent * 0.96
        return QRectF(left, top, right - left, measures.descent + 2.6 * measures.unit - top)

    def paint_mark(self, painter: QPainter, look: Look, left: float, right: float) -> None:
        """Draw the mark of one token, under its text; the painter stands on the baseline."""
        unit = self.measures.unit
        if look.filled:
            painter.setPen(QPen(QColor(look.colours.edge or look.colours.text), 0.9 * unit))
            painter.setBrush(QColor(look.colours.fill or self.theme.page))
            painter.drawRoundedRect(self.background(left, right), 4 * unit, 4 * unit)
        inset = min(2.5 * unit, (right - left) / 4) if look.filled else 0.0
        colour = QColor(look.colours.line or look.colours.text)
        for top, thickness in self._lines_of(look):
            painter.fillRect(QRectF(left + inset, top, right - left - 2 * inset, thickness), colour)
        if look.line is Line.DOTS:
            painter.fillPath(self._dots(left + inset, right - inset), colour)
        if look.strike is not None:
            y = -self._x_height / 2
            end = max(left + 2 * self.measures.pad, right - self.measures.pad)
            painter.setPen(self._strike_pen(look.strike))
            painter.drawLine(QPointF(left + self.measures.pad, y), QPointF(end, y))

    def _dots(self, left: float, right: float) -> QPainterPath:
        unit, path = self.measures.unit, QPainterPath()
        y, step = _whole(3.4 * unit), 4 * unit
        for number in range(max(1, int((right - left) / step))):
            path.addEllipse(QRectF(left + number * step, y, 1.8 * unit, 1.8 * unit))
        return path

    def _lines_of(self, look: Look) -> tuple[tuple[float, float], ...]:
        """Return the tops and thicknesses of the lines under a token."""
        unit = self.measures.unit
        match look.line:
            case Line.SINGLE:
                return ((_whole(3 * unit), max(2.0, _whole(1.8 * unit))),)
            case Line.DOUBLE:
                top, thickness = _whole(2 * unit), _whole(unit)
                return ((top, thickness), (top + 2 * thickness + 1, thickness))
            case Line.BAR:
                return ((_whole(1.6 * unit), max(1.0, 0.95 * unit * look.weight)),)
            case _:
                return ()

    def _paint_arrow(self, painter: QPainter, left: float, right: float) -> None:
        """Draw the arrow of a line break."""
        unit, path = self.measures.unit, QPainterPath()
        centre, y = (left + right) / 2, -self._x_height / 2
        reach = min(3.2 * unit, (right - left) / 2 - unit)
        path.moveTo(centre + reach, y - 3 * unit)
        path.lineTo(centre + reach, y)
        path.lineTo(centre - reach, y)
        path.moveTo(centre - reach + 2.2 * unit, y - 2.2 * unit)
        path.lineTo(centre - reach, y)
        path.lineTo(centre - reach + 2.2 * unit, y + 2.2 * unit)
        painter.strokePath(path, QPen(QColor(self.arrow), 1.2 * unit))

    def _paint_seam(self, painter: QPainter, left: float, right: float) -> None:
        """Draw the line before the first token of a round."""
        unit, ground = self.measures.unit, self.background(left, right)
        x = _whole(left + 8 * unit) - 8 * unit - self.measures.gap
        painter.fillRect(QRectF(x, ground.top() - unit, 1, ground.height() + unit), QColor(self.theme.muted))

    def _strike_pen(self, verdict: Verdict) -> QPen:
        colours = self.theme.marks[verdict]
        pen = QPen(QColor(colours.line or colours.text), 1.4 * self.measures.unit)
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        if verdict is Verdict.UNEXAMINED:
            pen.setWidthF(1.9 * self.measures.unit)
            pen.setCapStyle(Qt.PenCapStyle.RoundCap)
            pen.setDashPattern([0.01, 2.6])
        return pen

    def strip(self, line: Iterable[Stretch], width: float, ratio: float) -> QPixmap:
        """Return the marks of one line as a picture of `width` pixels, to be put at `strip_corner`."""
        corner = self.strip_corner
        height = round((self.measures.descent + 6 * self.measures.unit - corner.y()) * ratio)
        if self._sprites is None or self._sprites.ratio != ratio:
            self._sprites = MarkSprites(self, height, ratio)
        pixmap = QPixmap(round((width - 2 * corner.x()) * ratio), height)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        draw, look_of, shift = self._sprites.draw, self._looks.look_of, -corner.x()
        seams, arrows = [], []
        for _, piece, left, right, line_break, opens in line:
            assert piece.token is not None  # noqa: S101
            look = look_of(piece.token, piece.decoded)
            if look is not None:
                # On whole pixels of the device, where its sides are sharp.
                draw(painter, look, round((left + shift) * ratio), round((right + shift) * ratio))
                if line_break:
                    arrows.append((left, right))
            if opens and self._marking.seams:
                seams.append((left, right))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.scale(ratio, ratio)
        painter.translate(-corner)
        for ends in seams:
            self._paint_seam(painter, *ends)
        for ends in arrows:
            self._paint_arrow(painter, *ends)
        painter.end()
        pixmap.setDevicePixelRatio(ratio)
        return pixmap

    @property
    def strip_corner(self) -> QPointF:
        """Where a strip's corner belongs, from the line's start on its baseline; in whole pixels."""
        return QPointF(-_whole(4 * self.measures.unit), -_whole(self.measures.ascent + 4 * self.measures.unit))

    def paint_ring(self, painter: QPainter, rect: QRectF) -> None:
        """Draw the ring around the token that the card tells about."""
        painter.setPen(QPen(QColor(self.theme.accent), 1.5 * self.measures.unit))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        unit = self.measures.unit
        painter.drawRoundedRect(rect.adjusted(-unit, -unit, unit, unit), 5 * unit, 5 * unit)

    def paint_light(self, painter: QPainter, rects: Iterable[QRectF]) -> None:
        """Light up the ground of a round that the card tells about, whose tokens are at `rects`."""
        unit = self.measures.unit
        ground = QPainterPath()
        ground.setFillRule(Qt.FillRule.WindingFill)
        for rect in rects:
            ground.addRoundedRect(rect.adjusted(-2 * unit, -2.5 * unit, 2 * unit, 2.5 * unit), 5 * unit, 5 * unit)
        painter.setPen(QPen(QColor(self.theme.accent), unit))
        painter.setBrush(QColor(self.theme.selection))
        painter.drawPath(ground.simplified())

    def paint_sample(self, painter: QPainter, left: float, baseline: float, text: str, verdict: Verdict) -> None:
        """Draw `text` as a token of `verdict`, as the transcript does."""
        self.paint_look(painter, left, baseline, text, verdict_look(self.theme, verdict))

    def paint_look(self, painter: QPainter, left: float, baseline: float, text: str, look: Look | None) -> None:
        """Draw `text` as a token with a look, as the transcript does; None is without a mark."""
        width = QFontMetricsF(painter.font()).horizontalAdvance(text)
        pad = self.measures.pad
        painter.save()
        painter.translate(left, baseline)
        if look is not None:
            self.paint_mark(painter, look, -pad, width + pad)
        painter.setPen(QColor(self.theme.muted if look is None else look.colours.text))
        painter.drawText(QPointF(0, 0), text)
        painter.restore()


def _whole(length: float) -> float:
    """Return whole pixels, since a thin line between two pixels is a blur."""
    return float(max(1, round(length)))
