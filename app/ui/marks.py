"""The marks of the verdicts: where they lie on a line of text, and how they are drawn.

Every mark has a shape as well as a hue:

accepted    a rounded background
bonus       a rounded background and a double underline
correction  a single underline
plain       nothing
rejected    struck through
unexamined  struck through with dots
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPen, QPixmap

from app.speculation.records import Verdict
from app.ui.pieces import part_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from PySide6.QtGui import QTextLine

    from app.ui.pieces import Piece
    from app.ui.theme import MarkColours, Theme

_FILLED = (Verdict.ACCEPTED, Verdict.BONUS)
_STRUCK = (Verdict.REJECTED, Verdict.UNEXAMINED)


@dataclass(frozen=True, slots=True)
class Measures:
    """Lengths in pixels that scale with the font."""

    ascent: float
    descent: float
    unit: float
    space: float

    @classmethod
    def of(cls, font: QFont) -> Measures:
        """Measure `font`."""
        metrics = QFontMetricsF(font)
        return cls(metrics.ascent(), metrics.descent(), metrics.height() / 20, metrics.horizontalAdvance(" "))

    @property
    def gap(self) -> float:
        """Between the marks of two tokens."""
        return 1.4 * self.unit

    @property
    def pad(self) -> float:
        """From a word to the end of its mark, where a space follows or leads."""
        return max(0.0, min(1.8 * self.unit, (self.space - self.gap) / 2))

    @property
    def sliver(self) -> float:
        """The width of a mark whose text has none, such as a combining character."""
        return 3 * self.unit


@dataclass(frozen=True, slots=True)
class Stretch:
    """The part of one token on one line: `left` to `right` from the line's start.

    `line_break` is a token, or a part of one, that is nothing but the end of this line.
    """

    index: int
    verdict: Verdict
    left: float
    right: float
    line_break: bool = False


def stretches(
    line: QTextLine, block_start: int, touching: Iterable[tuple[int, Piece]], measures: Measures
) -> Iterator[Stretch]:
    """Yield where tokens lie on `line` of the block that starts at `block_start`.

    `touching` are the pieces from the line's first position to one past its end. Half of the space between two words
    is left to each side, so that a mark sits around its word.
    """
    start = block_start + line.textStart()
    end = start + line.textLength()
    pieces = [(index, piece) for index, piece in touching if piece.length]
    for place, (index, piece) in enumerate(pieces):
        if piece.token is None:
            continue
        verdict = piece.token.verdict
        first, last = max(piece.start, start), min(piece.end, end)
        if first >= last:
            if first == end < piece.end and _only_breaks(piece):
                left = _x(line, end - block_start) + measures.pad + measures.gap
                yield Stretch(index, verdict, left, left + 3 * measures.space, line_break=True)
            continue
        text = part_of(piece, first, last)
        if not text.strip() and piece.text.strip():
            continue
        following = pieces[place + 1][1].text if place + 1 < len(pieces) and last < end else ""
        left, right = sorted((_x(line, first - block_start), _x(line, last - block_start)))
        yield Stretch(index, verdict, *_trimmed((left, right), text, first == start, following, measures))


def _trimmed(
    ends: tuple[float, float], text: str, leads: bool, following: str, measures: Measures
) -> tuple[float, float]:
    """Return the ends of a mark, moved so that neighbouring marks stay apart.

    `leads` says that the text starts the line; `following` is the text that follows on it.
    """
    left, right = ends
    if right - left < measures.sliver:
        return right - measures.sliver, right
    if not text.strip():
        return left + measures.gap / 2, right - measures.gap / 2
    if text.startswith(" ") and not text.startswith("  "):
        left += measures.space - measures.pad
    else:
        left += -measures.pad if leads else measures.gap / 2
    right += measures.pad if not following or following[0].isspace() else -measures.gap / 2
    return left, right


def _only_breaks(piece: Piece) -> bool:
    return bool(piece.text) and not piece.text.strip("\n\u2028\u2029")


def _x(line: QTextLine, position: int) -> float:
    # PySide returns the position beside x, moved to the next place where a cursor may stand.
    found = line.cursorToX(position)
    return float(found[0])  # type: ignore[index]


@dataclass(slots=True)
class LineMarks:
    """The shapes of one line, from (0, 0) at its start on its baseline."""

    fills: dict[Verdict, QPainterPath] = field(default_factory=dict)
    underlines: dict[Verdict, QPainterPath] = field(default_factory=dict)
    strikes: dict[Verdict, QPainterPath] = field(default_factory=dict)
    breaks: dict[Verdict, QPainterPath] = field(default_factory=dict)


class MarkPainter:
    """Draws the marks in one theme and font."""

    def __init__(self, theme: Theme, font: QFont) -> None:
        self._font = font
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        """Draw in another theme, and in the size that the font has now."""
        self.theme = theme
        self.measures = Measures.of(self._font)
        self._x_height = QFontMetricsF(self._font).xHeight()

    def background(self, left: float, right: float) -> QRectF:
        """Return the ground of a mark, relative to the baseline."""
        measures = self.measures
        top = -measures.ascent * 0.96
        return QRectF(left, top, right - left, measures.descent + 2.6 * measures.unit - top)

    def shape_line(self, line: Iterable[Stretch]) -> LineMarks:
        """Return the shapes for the stretches of one line."""
        marks = LineMarks()
        unit = self.measures.unit
        for stretch in line:
            verdict, left, right = stretch.verdict, stretch.left, stretch.right
            if verdict in _FILLED:
                path = marks.fills.setdefault(verdict, QPainterPath())
                path.addRoundedRect(self.background(left, right), 4 * unit, 4 * unit)
            if verdict is Verdict.CORRECTION:
                path = marks.underlines.setdefault(verdict, QPainterPath())
                path.addRect(QRectF(left, _whole(3 * unit), right - left, max(2.0, _whole(1.8 * unit))))
            elif verdict is Verdict.BONUS:
                path = marks.underlines.setdefault(verdict, QPainterPath())
                inset = min(2.5 * unit, (right - left) / 4)
                thickness = _whole(unit)
                for y in (_whole(2 * unit), _whole(2 * unit) + 2 * thickness + 1):
                    path.addRect(QRectF(left + inset, y, right - left - 2 * inset, thickness))
            elif verdict in _STRUCK:
                path = marks.strikes.setdefault(verdict, QPainterPath())
                y = -self._x_height / 2
                path.moveTo(left + self.measures.pad, y)
                path.lineTo(max(left + 2 * self.measures.pad, right - self.measures.pad), y)
            if stretch.line_break and verdict is not Verdict.PLAIN:
                self._add_arrow(marks.breaks.setdefault(verdict, QPainterPath()), left, right)
        return marks

    def _add_arrow(self, path: QPainterPath, left: float, right: float) -> None:
        """Add the arrow of a line break."""
        unit = self.measures.unit
        centre, y = (left + right) / 2, -self._x_height / 2
        reach = min(3.2 * unit, (right - left) / 2 - unit)
        path.moveTo(centre + reach, y - 3 * unit)
        path.lineTo(centre + reach, y)
        path.lineTo(centre - reach, y)
        path.moveTo(centre - reach + 2.2 * unit, y - 2.2 * unit)
        path.lineTo(centre - reach, y)
        path.lineTo(centre - reach + 2.2 * unit, y + 2.2 * unit)

    def paint(self, painter: QPainter, marks: LineMarks) -> None:
        """Draw marks, under the text; the painter stands on the line's start and baseline."""
        for verdict, path in marks.fills.items():
            look = self.theme.marks[verdict]
            painter.setPen(QPen(QColor(look.edge or look.text), 0.9 * self.measures.unit))
            painter.setBrush(QColor(look.fill or self.theme.page))
            painter.drawPath(path)
        for verdict, path in marks.underlines.items():
            painter.fillPath(path, QColor(_line_colour(self.theme.marks[verdict])))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for path in marks.breaks.values():
            painter.setPen(QPen(QColor(self.theme.muted), 1.2 * self.measures.unit))
            painter.drawPath(path)
        for verdict, path in marks.strikes.items():
            painter.setPen(self._strike_pen(verdict))
            painter.drawPath(path)

    def _strike_pen(self, verdict: Verdict) -> QPen:
        pen = QPen(QColor(_line_colour(self.theme.marks[verdict])), 1.4 * self.measures.unit)
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        if verdict is Verdict.UNEXAMINED:
            pen.setWidthF(1.9 * self.measures.unit)
            pen.setCapStyle(Qt.PenCapStyle.RoundCap)
            pen.setDashPattern([0.01, 2.6])
        return pen

    def strip(self, line: Iterable[Stretch], width: float, ratio: float) -> QPixmap:
        """Return the marks of one line as a picture of `width` pixels, to be put at `strip_corner`."""
        corner = self.strip_corner
        height = self.measures.descent + 6 * self.measures.unit - corner.y()
        pixmap = QPixmap(round((width - 2 * corner.x()) * ratio), round(height * ratio))
        pixmap.setDevicePixelRatio(ratio)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(-corner)
        self.paint(painter, self.shape_line(line))
        painter.end()
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

    def paint_sample(self, painter: QPainter, left: float, baseline: float, text: str, verdict: Verdict) -> None:
        """Draw `text` as a token of `verdict`, as the transcript does."""
        width = QFontMetricsF(painter.font()).horizontalAdvance(text)
        pad = self.measures.pad
        marks = self.shape_line([Stretch(0, verdict, -pad, width + pad)])
        painter.save()
        painter.translate(left, baseline)
        self.paint(painter, marks)
        painter.setPen(QColor(self.theme.marks[verdict].text))
        painter.drawText(QPointF(0, 0), text)
        painter.restore()


def _whole(length: float) -> float:
    """Return whole pixels, since a thin line between two pixels is a blur."""
    return float(max(1, round(length)))


def _line_colour(look: MarkColours) -> str:
    return look.line or look.text
