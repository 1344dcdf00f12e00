"""The wheel that a draw turns, and the comparison of two picks where nothing is drawn."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFontMetricsF, QPainter, QPen

from app.speculation.explain import Act, Method
from app.speculation.records import Verdict
from app.ui.inspector.words import quoted, token_text
from app.ui.theme import mix, readable
from app.ui.token_facts import percent

if TYPE_CHECKING:
    from app.speculation.explain import Explanation, Step
    from app.ui.theme import Theme

_TURNS = 3
_PATTERNS = (
    Qt.BrushStyle.SolidPattern,
    Qt.BrushStyle.BDiagPattern,
    Qt.BrushStyle.Dense5Pattern,
    Qt.BrushStyle.HorPattern,
    Qt.BrushStyle.FDiagPattern,
    Qt.BrushStyle.Dense6Pattern,
)
_MOST_NAMED = 6
_LEAST_SHARE = 1e-4


@dataclass(frozen=True, slots=True)
class Slice:
    """A part of a wheel; `chosen` is the one that came out."""

    name: str
    share: float
    chosen: bool
    verdict: Verdict | None = None


def slices_of(told: Explanation, step: Step, kept: str, refused: str) -> tuple[Slice, ...]:
    """Return the wheel of a step, or nothing where nothing is drawn or its shares are not known.

    Args:
        told: the round.
        step: of it.
        kept: the name of the part that keeps the token.
        refused: the name of the rest.
    """
    if step.act is Act.JUDGE and step.chance is not None and step.token is not None:
        accepted = step.token.verdict is Verdict.ACCEPTED
        parts = (
            Slice(kept, step.chance, accepted, Verdict.ACCEPTED),
            Slice(refused, 1.0 - step.chance, not accepted, Verdict.REJECTED),
        )
        return tuple(part for part in parts if part.share > 0.0)
    if step.act not in (Act.CORRECT, Act.BONUS, Act.PLAIN) or step.token is None or step.noise is not None:
        return ()
    if told.method in (Method.COUPLED, Method.GREEDY) or step.share is None:
        return ()
    known = [Slice(token_text(one.text), one.prob, one.id == step.token.id) for one in step.candidates]
    if not any(part.chosen for part in known):
        known.append(Slice(token_text(step.token.text), step.share, chosen=True))
    rest = 1.0 - sum(part.share for part in known)
    return (*known, *((Slice("…", rest, chosen=False),) if not step.whole and rest > _LEAST_SHARE else ()))


def needle_of(step: Step, slices: tuple[Slice, ...]) -> float | None:
    """Return where the needle of a wheel stops, as a share of the circle; None where that is not known.

    A list that is not whole may stand in another order than the draw went through.
    """
    start = 0.0
    for part in slices:
        if part.chosen:
            return step.draw if step.draw is not None and start <= step.draw < start + part.share else None
        start += part.share
    return None


class WheelPainter:
    """Draws in one theme."""

    def __init__(self, theme: Theme) -> None:
        self.theme = theme

    def paint(
        self, painter: QPainter, room: QRectF, slices: tuple[Slice, ...], turned: tuple[float | None, float]
    ) -> None:
        """Draw a wheel with its names beside it.

        Args:
            painter: with the font of the names.
            room: where.
            slices: from the top, clockwise.
            turned: the draw, None where it is not known, and how far the turning is, 0 to 1.
        """
        side = min(room.height(), room.width() * 0.45)
        circle = QRectF(room.left(), room.center().y() - side / 2, side, side).adjusted(2, 2, -2, -2)
        start = 90.0 * 16
        for place, part in enumerate(slices):
            span = -part.share * 360 * 16
            painter.setBrush(self._brush(place, part))
            painter.setPen(QPen(QColor(self.theme.page), 1.5))
            if len(slices) == 1:
                painter.drawEllipse(circle)
            else:
                painter.drawPie(circle, round(start), round(span))
            start += span
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(QColor(self.theme.muted), 1.2))
        painter.drawEllipse(circle)
        draw, progress = turned
        if draw is not None:
            self._paint_needle(painter, circle, draw, progress)
        beside = QRectF(circle.right() + 12, room.top(), room.right() - circle.right() - 12, room.height())
        self._paint_names(painter, beside, slices, told=progress >= 1.0)

    def _brush(self, place: int, part: Slice) -> QBrush:
        hue = self.theme.accent
        if part.verdict is Verdict.ACCEPTED:
            hue = self.theme.marks[Verdict.ACCEPTED].edge or hue
            return QBrush(QColor(hue))
        if part.verdict is Verdict.REJECTED:
            hue = self.theme.marks[Verdict.REJECTED].line or hue
            return QBrush(QColor(hue), Qt.BrushStyle.BDiagPattern)
        shade = mix(hue, self.theme.page, max(0.35, 0.9 - 0.15 * place))
        return QBrush(QColor(shade), _PATTERNS[place % len(_PATTERNS)])

    def _paint_needle(self, painter: QPainter, circle: QRectF, draw: float, progress: float) -> None:
        eased = 1.0 - (1.0 - progress) ** 3
        angle = math.radians(360 * (draw + _TURNS) * eased - 90)
        radius = circle.width() / 2
        tip = circle.center() + QPointF(math.cos(angle), math.sin(angle)) * radius
        pen = QPen(QColor(self.theme.page), 5)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        for colour, width in ((self.theme.page, 5.5), (self.theme.text, 2.5)):
            pen.setColor(QColor(colour))
            pen.setWidthF(width)
            painter.setPen(pen)
            painter.drawLine(circle.center(), tip)
        painter.setBrush(QColor(self.theme.text))
        painter.drawEllipse(circle.center(), 3.5, 3.5)

    def _paint_names(self, painter: QPainter, room: QRectF, slices: tuple[Slice, ...], told: bool) -> None:
        metrics = QFontMetricsF(painter.font())
        line = metrics.height() * 1.35
        chosen = [part for part in slices if part.chosen]
        named = list(slices[:_MOST_NAMED])
        if chosen and chosen[0] not in named:
            named[-1] = chosen[0]
        top = room.center().y() - line * len(named) / 2
        for row, part in enumerate(named):
            place = slices.index(part)
            box = QRectF(room.left(), top + row * line + line * 0.2, line * 0.6, line * 0.6)
            painter.setBrush(self._brush(place, part))
            marked = part.chosen and told
            painter.setPen(QPen(QColor(self.theme.text if marked else self.theme.muted), 2 if marked else 1))
            painter.drawRect(box)
            font = painter.font()
            font.setBold(marked)
            painter.setFont(font)
            painter.setPen(QColor(self.theme.text))
            text = QFontMetricsF(font).elidedText(
                f"{part.name}  {percent(part.share)}", Qt.TextElideMode.ElideRight, room.width() - line
            )
            painter.drawText(QPointF(box.right() + line * 0.3, box.bottom() - line * 0.08), text)
            font.setBold(False)
            painter.setFont(font)


def paint_comparison(
    painter: QPainter, room: QRectF, theme: Theme, picks: tuple[tuple[str, str], tuple[str, str]], equal: bool
) -> None:
    """Draw two picks, each with the name of who picked, and whether they are the same."""
    metrics = QFontMetricsF(painter.font())
    line = metrics.height()
    width = (room.width() - line * 3) / 2
    for place, (who, text) in enumerate(picks):
        left = room.left() + place * (width + line * 3)
        painter.setPen(QColor(theme.muted))
        box = QRectF(left, room.center().y() - line * 0.6, width, line * 1.9)
        painter.drawText(QRectF(left, box.top() - line * 1.4, width, line * 1.2), Qt.AlignmentFlag.AlignHCenter, who)
        painter.setBrush(QColor(theme.raised))
        painter.setPen(QPen(QColor(theme.border), 1.2))
        painter.drawRoundedRect(box, 6, 6)
        painter.setPen(QColor(theme.text))
        shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, width - line * 0.6)
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, shown)
    sign = theme.marks[Verdict.ACCEPTED if equal else Verdict.REJECTED]
    colour = readable(sign.edge or sign.line or sign.text, theme.page, 3.0)
    middle = QPointF(room.left() + width + line * 1.5, room.center().y() + line * 0.35)
    painter.setPen(QPen(QColor(colour), max(2.0, line * 0.14)))
    reach = line * 0.5
    for y in (-0.22, 0.22):
        painter.drawLine(middle + QPointF(-reach, y * line), middle + QPointF(reach, y * line))
    if not equal:
        painter.drawLine(middle + QPointF(-reach * 0.6, line * 0.6), middle + QPointF(reach * 0.6, -line * 0.6))


def picks_of(told: Explanation, step: Step) -> tuple[str, str]:
    """Return what the drafter and the target picked at the place of a step."""
    own = next((token for token in told.round.emitted if token.verdict is not Verdict.ACCEPTED), None)
    kept = step.token is not None and step.token.verdict is Verdict.ACCEPTED
    return quoted(step.token), quoted(step.token if kept else own)
