"""The pictures of the guide, drawn in the theme; every number in them is computed."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QBrush, QColor, QFontMetricsF, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.speculation.examples import DRAFT_PROBS, TARGET_PROBS, WORDS, greedy_example
from app.speculation.theory import expected_speedup
from app.ui.marks import MarkPainter
from app.ui.theme import mix

if TYPE_CHECKING:
    from PySide6.QtGui import QFont, QPaintEvent

    from app.speculation.records import Verdict
    from app.ui.theme import Theme

LONGEST = 10
# (acceptance rate, cost of a drafted token in passes of the target) of the three curves.
CURVES = ((0.8, 0.1), (0.6, 0.3), (0.3, 0.6))
_LINES = 13


class Picture(Enum):
    """Which page it belongs to."""

    BANDWIDTH = "bandwidth"
    DRAFTING = "drafting"
    VERIFYING = "verifying"
    RATIO = "ratio"
    COST = "cost"


def kept_and_left() -> tuple[tuple[float, float, float], ...]:
    """Return (kept, drawn from what is left, sum) of each token of the worked example: the sum is the target's."""
    kept = [min(target, draft) for target, draft in zip(TARGET_PROBS, DRAFT_PROBS, strict=True)]
    rest = [max(0.0, target - draft) for target, draft in zip(TARGET_PROBS, DRAFT_PROBS, strict=True)]
    refused = 1.0 - sum(kept)
    drawn = [refused * one / sum(rest) for one in rest]
    return tuple((one, other, one + other) for one, other in zip(kept, drawn, strict=True))


class GuidePicture(QWidget):
    """One picture."""

    def __init__(self, picture: Picture, theme: Theme, font: QFont) -> None:
        super().__init__()
        self._picture = picture
        self._theme = theme
        self._marks = MarkPainter(theme, font)
        self.setFont(font)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def set_theme(self, theme: Theme) -> None:
        """Draw in another theme."""
        self._theme = theme
        self._marks = MarkPainter(theme, self.font())  # the text may have another size as well
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(480, round(self._line * _LINES))

    @property
    def _line(self) -> float:
        return QFontMetricsF(self.font()).height()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(self.font())
        painter.setPen(QPen(QColor(self._theme.border), 1))
        painter.setBrush(QColor(self._theme.raised))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 10, 10)
        room = QRectF(self.rect()).adjusted(self._line, self._line, -self._line, -self._line)
        match self._picture:
            case Picture.BANDWIDTH:
                self._paint_bandwidth(painter, room)
            case Picture.DRAFTING:
                self._paint_drafting(painter, room)
            case Picture.VERIFYING:
                self._paint_verifying(painter, room)
            case Picture.RATIO:
                self._paint_ratio(painter, room)
            case Picture.COST:
                self._paint_cost(painter, room)
        painter.end()

    def _box(self, painter: QPainter, box: QRectF, text: str, *, strong: bool = False) -> None:
        painter.setPen(QPen(QColor(self._theme.accent if strong else self._theme.border), 1.4))
        painter.setBrush(QColor(self._theme.selection if strong else self._theme.page))
        painter.drawRoundedRect(box, 6, 6)
        self._text(painter, box, text)

    def _text(self, painter: QPainter, box: QRectF, text: str, *, muted: bool = False) -> None:
        painter.setPen(QColor(self._theme.muted if muted else self._theme.text))
        shown = QFontMetricsF(self.font()).elidedText(text, Qt.TextElideMode.ElideRight, box.width() - 4)
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, shown)

    def _arrow(self, painter: QPainter, start: QPointF, end: QPointF) -> None:
        painter.setPen(QPen(QColor(self._theme.muted), 1.6))
        painter.drawLine(start, end)
        painter.setBrush(QColor(self._theme.muted))
        reach = self._line * 0.3
        head = [end, end + QPointF(-reach, -reach * 0.7), end + QPointF(-reach, reach * 0.7)]
        painter.drawPolygon(QPolygonF(head))

    def _paint_bandwidth(self, painter: QPainter, room: QRectF) -> None:
        """The same weights are read for one place and for five."""
        height = room.height() * 0.38
        for row, places in enumerate((1, 5)):
            top = room.top() + row * room.height() * 0.55
            weights = QRectF(room.left(), top, room.width() * 0.4, height)
            self._box(painter, weights, self.tr("all weights, read once"), strong=True)
            left = weights.right() + room.width() * 0.14
            self._arrow(painter, QPointF(weights.right() + 6, top + height / 2), QPointF(left - 6, top + height / 2))
            each = (room.right() - left) / 5
            for place in range(places):
                box = QRectF(left + place * each, top + height / 2 - self._line, each - 6, self._line * 2)
                self._box(painter, box, str(place + 1))

    def _paint_drafting(self, painter: QPainter, room: QRectF) -> None:
        """A guess needs the one before it."""
        words = [token.text for token in greedy_example()[0].drafted]
        each = room.width() / len(words)
        for place, word in enumerate(words):
            left = room.left() + place * each
            drafter = QRectF(left, room.top(), each * 0.62, self._line * 2.6)
            self._box(painter, drafter, self.tr("drafter"), strong=True)
            guess = QRectF(left, room.top() + self._line * 5.5, each * 0.62, self._line * 2)
            self._box(painter, guess, word.strip())
            painter.setPen(QPen(QColor(self._theme.muted), 1.6))
            middle = drafter.center().x()
            painter.drawLine(QPointF(middle, drafter.bottom()), QPointF(middle, guess.top()))
            if place + 1 < len(words):
                start = QPointF(guess.right() + 2, guess.center().y())
                self._arrow(painter, start, QPointF(left + each - 2, room.top() + self._line * 1.3))
        note = QRectF(room.left(), room.bottom() - self._line * 1.6, room.width(), self._line * 1.4)
        self._text(painter, note, self.tr("one after another, but each is cheap"), muted=True)

    def _paint_verifying(self, painter: QPainter, room: QRectF) -> None:
        """One pass judges all guesses of the first greedy round."""
        one = greedy_example()[0]
        self._box(
            painter,
            QRectF(room.left(), room.top(), room.width(), self._line * 2.2),
            self.tr("target, one pass"),
            strong=True,
        )
        each = room.width() / (len(one.drafted) + 1)
        for place, token in enumerate(one.drafted):
            self._chip(painter, room, (place, each, 3.4), token.text, token.verdict)
        for place, kept in enumerate(one.emitted):
            self._chip(painter, room, (place, each, 7.4), kept.text, kept.verdict)
        for top, told in ((5.6, self.tr("what was guessed")), (9.6, self.tr("what is written"))):
            box = QRectF(room.left(), room.top() + self._line * top, room.width(), self._line * 1.3)
            self._text(painter, box, told, muted=True)

    def _chip(
        self, painter: QPainter, room: QRectF, where: tuple[int, float, float], text: str, verdict: Verdict
    ) -> None:
        """Draw a token in column and row of `where`: (place, width of a column, lines from the top)."""
        place, each, top = where
        metrics = QFontMetricsF(self.font())
        left = room.left() + place * each + each * 0.15
        baseline = room.top() + self._line * top + metrics.ascent() + self._line * 0.4
        self._marks.paint_sample(painter, round(left), round(baseline), text.strip(), verdict)

    def _paint_ratio(self, painter: QPainter, room: QRectF) -> None:
        """Draw what is kept of each token, and above it what the draws from the rest add: together the target."""
        legend = QRectF(room.left(), room.top() - self._line * 0.5, room.width(), self._line * 1.3)
        self._text(
            painter, legend, self.tr("kept + drawn from what is left (hatched) = the target's (dark)"), muted=True
        )
        each, floor = room.width() / len(WORDS), room.bottom() - self._line * 2.6
        tallest = (floor - legend.bottom() - self._line * 0.4) / max(TARGET_PROBS)
        for place, (word, (kept, drawn, whole)) in enumerate(zip(WORDS, kept_and_left(), strict=True)):
            left, width = room.left() + place * each + each * 0.14, each * 0.3
            target = QRectF(
                left + width * 1.15, floor - tallest * TARGET_PROBS[place], width, tallest * TARGET_PROBS[place]
            )
            low = QRectF(left, floor - tallest * kept, width, tallest * kept)
            high = QRectF(left, low.top() - tallest * drawn, width, tallest * drawn)
            looks = (
                (low, mix(self._theme.accent, self._theme.raised, 0.55), Qt.BrushStyle.SolidPattern),
                (high, self._theme.text, Qt.BrushStyle.BDiagPattern),
                (target, self._theme.accent, Qt.BrushStyle.SolidPattern),
            )
            for bar, hue, pattern in looks:
                painter.setPen(QPen(QColor(self._theme.text), 1) if bar.height() > 0.5 else Qt.PenStyle.NoPen)
                painter.setBrush(QBrush(QColor(hue), pattern))
                painter.drawRect(bar)
            told = QRectF(room.left() + place * each, floor + 2, each, self._line * 1.2)
            self._text(painter, told, f"{kept:.1f} + {drawn:.1f} = {whole:.1f}")
            self._text(painter, told.translated(0, self._line * 1.2), word.strip(), muted=True)

    def _paint_cost(self, painter: QPainter, room: QRectF) -> None:
        """Draw the textbook's speed-up over the draft length."""
        plot = room.adjusted(self._line * 2, self._line * 0.6, -self._line * 8.6, -self._line * 1.6)
        highest = max(expected_speedup(rate, length, cost) for rate, cost in CURVES for length in range(1, LONGEST + 1))
        one = plot.bottom() - plot.height() / highest
        painter.setPen(QPen(QColor(self._theme.muted), 1.2, Qt.PenStyle.DashLine))
        painter.drawLine(QPointF(plot.left(), one), QPointF(plot.right(), one))
        self._text(
            painter, QRectF(room.left(), one - self._line * 0.6, self._line * 2, self._line * 1.2), "1 ×", muted=True
        )
        styles = (Qt.PenStyle.SolidLine, Qt.PenStyle.DashDotLine, Qt.PenStyle.DotLine)
        for (rate, cost), style in zip(CURVES, styles, strict=True):
            points = [
                QPointF(
                    plot.left() + plot.width() * (length - 1) / (LONGEST - 1),
                    plot.bottom() - plot.height() * expected_speedup(rate, length, cost) / highest,
                )
                for length in range(1, LONGEST + 1)
            ]
            painter.setPen(QPen(QColor(self._theme.accent), 2.2, style))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawPolyline(points)
            end = points[-1]
            told = QRectF(end.x() + self._line * 0.3, end.y() - self._line * 0.6, self._line * 8.3, self._line * 1.2)
            self._text(painter, told, f"α {rate:g}, C {cost:g}: {expected_speedup(rate, LONGEST, cost):.2f} ×")
        for length in range(1, LONGEST + 1):
            x = plot.left() + plot.width() * (length - 1) / (LONGEST - 1)
            place = QRectF(x - self._line, plot.bottom() + 2, self._line * 2, self._line * 1.3)
            self._text(painter, place, str(length), muted=True)
