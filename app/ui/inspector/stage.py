"""The picture of one round in slow motion."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QBrush, QColor, QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.speculation.explain import Act, Method
from app.speculation.records import Verdict
from app.ui.inspector.columns import Columns
from app.ui.inspector.wheel import WheelPainter, needle_of, paint_comparison, picks_of, slices_of
from app.ui.inspector.words import sentence, token_text
from app.ui.marks import MarkPainter

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtGui import QFocusEvent, QFont, QKeyEvent, QPaintEvent

    from app.speculation.explain import Explanation, Step
    from app.ui.theme import Theme

_LINES_HIGH, _VERDICTS_AT = 25.0, 8.0


class RoundStage(QWidget):
    """Draws a round at a moment: `position` 2.5 is the third step, half done; a whole number is a step complete."""

    def __init__(self, theme: Theme, font: QFont) -> None:
        super().__init__()
        self.setObjectName("round_stage")
        self.setFont(font)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        # Keys that it does not take would scroll the area around it.
        self.take_key: Callable[[QKeyEvent], bool] | None = None
        self._told: Explanation | None = None
        self._position = 0.0
        self._theme = theme
        self._wheel = WheelPainter(theme)
        self._marks = MarkPainter(theme, font)

    def set_theme(self, theme: Theme) -> None:
        """Draw in another theme."""
        self._theme = self._wheel.theme = theme
        self._marks = MarkPainter(theme, self.font())  # the text may have another size as well
        self.updateGeometry()
        self.update()

    def show_round(self, told: Explanation | None) -> None:
        """Show another round, or none."""
        self._told = told
        self._position = 0.0
        self.setAccessibleDescription("")
        self.update()

    def set_position(self, position: float) -> None:
        """Show another moment; a step that begins is told to a screen reader that looks here."""
        self._position = position
        words = "" if self._told is None else sentence(self._told, self._told.steps[self.index])
        if words != self.accessibleDescription():
            self.setAccessibleDescription(words)
            if self.hasFocus():
                QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, words))
        self.update()

    @property
    def index(self) -> int:
        """The step on show."""
        last = len(self._told.steps) - 1 if self._told is not None else 0
        return min(max(0, math.ceil(self._position) - 1), last)

    @property
    def step(self) -> Step | None:
        """The step on show; None without a round."""
        return None if self._told is None else self._told.steps[self.index]

    @property
    def progress(self) -> float:
        """How far that step is, 0 to 1."""
        return min(1.0, self._position - self.index)

    @property
    def lane(self) -> tuple[int, int]:
        """The top and the height of what the step on show changes, in pixels."""
        line = QFontMetricsF(self.font()).height()
        if self.step is None or self.step.act in (Act.DRAFT, Act.READ):
            return 0, round(line * 8)
        return round(line * _VERDICTS_AT), round(line * (_LINES_HIGH - _VERDICTS_AT))

    def sizeHint(self) -> QSize:
        line = QFontMetricsF(self.font()).height()
        return QSize(round(line * 22), round(line * _LINES_HIGH))

    def minimumSizeHint(self) -> QSize:
        line = QFontMetricsF(self.font()).height()
        return QSize(round(line * 14), round(line * _LINES_HIGH))

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(self.font())
        if self._told is not None:
            self._paint_round(painter, self._told)
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(self._theme.accent), 1))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 7, 7)
        painter.end()

    def _paint_round(self, painter: QPainter, told: Explanation) -> None:
        """Draw the lanes from the top: the drafter's, the target's, what is decided, the reply."""
        line = QFontMetricsF(self.font()).height()
        step = told.steps[self.index]
        places = len(told.round.drafted)
        columns = Columns(self.width(), line, places + 1, min(step.place, places))
        y = line * 0.4
        if places:
            y = self._title(painter, self.tr("Drafter"), y)
            self._paint_guesses(painter, told, columns, y)
            y += line * 2.4
        y = self._title(painter, self.tr("Target: one pass over all places"), y)
        self._paint_pass(painter, told, columns, y)
        y += line * 2.2
        y = self._title(painter, self.tr("Verdicts: drafter hatched, target solid"), y)
        self._paint_verdicts(painter, told, columns, y)
        y += line * 6.6
        self._paint_decision(painter, told, step, QRectF(line * 0.6, y, self.width() - line * 1.2, line * 6.4))
        y = self._title(painter, self.tr("Reply"), y + line * 6.8)
        self._paint_reply(painter, told, y + line * 1.2)

    def _title(self, painter: QPainter, text: str, y: float) -> float:
        """Draw the name of a lane; return where the lane begins."""
        metrics = QFontMetricsF(self.font())
        painter.setPen(QColor(self._theme.muted))
        room = self.width() - metrics.height()
        shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, room)
        painter.drawText(QPointF(metrics.height() * 0.6, y + metrics.ascent()), shown)
        return y + metrics.height() * 1.3

    def _done(self, told: Explanation, act: Act, place: int | None = None) -> float:
        """Return how far a step is, 0 to 1, where the whole of the round is told in order."""
        found = [
            number
            for number, step in enumerate(told.steps)
            if step.act is act and (place is None or step.place == place)
        ]
        return min(1.0, max(0.0, self._position - found[0])) if found else 0.0

    def _paint_guesses(self, painter: QPainter, told: Explanation, columns: Columns, y: float) -> None:
        for place, token in enumerate(told.round.drafted):
            shown = self._done(told, Act.DRAFT, place)
            if shown <= 0.0 or not columns.in_view(place):
                continue
            box = columns.box(place, y, 1.9)
            verdict = token.verdict if self._done(told, Act.JUDGE, place) >= 1.0 else Verdict.PLAIN
            if token.verdict is Verdict.UNEXAMINED and self._done(told, Act.WRITE) > 0.0:
                verdict = Verdict.UNEXAMINED
            painter.setOpacity(shown)
            self._paint_chip(painter, box, token.text, verdict)
            painter.setOpacity(1.0)

    def _paint_chip(self, painter: QPainter, box: QRectF, text: str, verdict: Verdict) -> None:
        """Draw a token in a box, with the mark of its verdict."""
        metrics = QFontMetricsF(self.font())
        painter.setBrush(QColor(self._theme.raised))
        painter.setPen(QPen(QColor(self._theme.border), 1.2))
        painter.drawRoundedRect(box, 6, 6)
        shown = metrics.elidedText(token_text(text), Qt.TextElideMode.ElideRight, box.width() - metrics.height() * 0.7)
        left = box.center().x() - metrics.horizontalAdvance(shown) / 2
        baseline = round(box.center().y() + (metrics.ascent() - metrics.descent()) / 2)
        self._marks.paint_sample(painter, round(left), baseline, shown, verdict)

    def _paint_pass(self, painter: QPainter, told: Explanation, columns: Columns, y: float) -> None:
        """Fill all places at once: that they take one pass is the point."""
        filled = self._done(told, Act.READ)
        for place in range(columns.count):
            if not columns.in_view(place):
                continue
            box = columns.box(place, y, 1.5)
            painter.setBrush(QColor(self._theme.sunken))
            painter.setPen(QPen(QColor(self._theme.border), 1.2))
            painter.drawRoundedRect(box, 6, 6)
            if filled > 0.0:
                part = QRectF(box.left(), box.bottom() - box.height() * filled, box.width(), box.height() * filled)
                painter.setPen(QPen(QColor(self._theme.accent), 1.2))
                painter.setBrush(QColor(self._theme.selection))
                painter.drawRoundedRect(part, min(6, part.height() / 2), min(6, part.height() / 2))
            painter.setPen(QColor(self._theme.text))
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, str(place + 1))

    def _paint_verdicts(self, painter: QPainter, told: Explanation, columns: Columns, y: float) -> None:
        line = QFontMetricsF(self.font()).height()
        current = self.step
        for place, token in enumerate(told.round.drafted):
            shown = self._done(told, Act.JUDGE, place)
            if not columns.in_view(place) or (shown <= 0.0 and token.verdict is not Verdict.UNEXAMINED):
                continue
            box = columns.box(place, y, 6.0)
            if shown > 0.0:
                if current is not None and current.act is Act.JUDGE and current.place == place:
                    painter.setBrush(QColor(self._theme.hover))
                    painter.setPen(Qt.PenStyle.NoPen)
                    painter.drawRoundedRect(box, 6, 6)
                self._paint_bars(painter, box, (token.draft_prob, token.target_prob or 0.0), min(1.0, shown * 2))
            if shown >= 1.0 or (token.verdict is Verdict.UNEXAMINED and self._done(told, Act.WRITE) > 0.0):
                sign = {Verdict.ACCEPTED: "✓", Verdict.REJECTED: "✗"}.get(token.verdict, "–")
                painter.setPen(QColor(self._theme.text))
                foot = QRectF(box.left(), box.bottom() - line * 1.2, box.width(), line * 1.2)
                painter.drawText(foot, Qt.AlignmentFlag.AlignCenter, sign)

    def _paint_bars(self, painter: QPainter, box: QRectF, probs: tuple[float, float], grown: float) -> None:
        """Draw the drafter's bar, hatched, and the target's, solid, side by side."""
        line = QFontMetricsF(self.font()).height()
        floor, tallest = box.bottom() - line * 1.3, box.height() - line * 1.7
        width = min(line * 1.1, box.width() / 3)
        looks = ((self._theme.muted, Qt.BrushStyle.BDiagPattern), (self._theme.accent, Qt.BrushStyle.SolidPattern))
        for side, (prob, (hue, pattern)) in enumerate(zip(probs, looks, strict=True)):
            left = box.center().x() + (-width - 1.5 if side == 0 else 1.5)
            height = max(1.0, tallest * min(1.0, prob) * grown)
            bar = QRectF(left, floor - height, width, height)
            painter.setPen(QPen(QColor(hue), 1.2))
            painter.setBrush(QBrush(QColor(hue), pattern))
            painter.drawRect(bar)
        painter.setPen(QPen(QColor(self._theme.muted), 1))
        painter.drawLine(QPointF(box.left() + 6, floor), QPointF(box.right() - 6, floor))

    def _paint_decision(self, painter: QPainter, told: Explanation, step: Step, room: QRectF) -> None:
        """Draw the wheel of the step on show, or the two picks that are compared."""
        slices = slices_of(told, step, self.tr("kept"), self.tr("refused"))
        if slices:
            self._wheel.paint(painter, room, slices, (needle_of(step, slices), self.progress))
        elif step.act is Act.JUDGE and told.method in (Method.GREEDY, Method.COUPLED) and step.token is not None:
            drafter, target = picks_of(told, step)
            equal = step.token.verdict is Verdict.ACCEPTED
            names = (self.tr("drafter's pick"), self.tr("target's pick"))
            paint_comparison(painter, room, self._theme, ((names[0], drafter), (names[1], target)), equal)
        elif step.act is Act.CORRECT and told.method is Method.RATIO:
            told_why = self.tr("The whole of what is left was not recorded, so there is no wheel to show.")
            painter.setPen(QColor(self._theme.muted))
            painter.drawText(room, Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextWordWrap, told_why)

    def _paint_reply(self, painter: QPainter, told: Explanation, baseline: float) -> None:
        """Draw what this round has written so far, each token with its mark."""
        metrics = QFontMetricsF(self.font())
        x = metrics.height()
        for place, token in enumerate(told.round.emitted):
            own = token.verdict is not Verdict.ACCEPTED
            acts = (Act.CORRECT, Act.BONUS, Act.PLAIN) if own else (Act.JUDGE,)
            if max(self._done(told, act, None if own else place) for act in acts) < 1.0:
                break
            text = token_text(token.text)
            width = metrics.horizontalAdvance(text)
            if x + width > self.width() - metrics.height() and x > metrics.height():
                x, baseline = metrics.height(), baseline + metrics.height() * 1.7
            self._marks.paint_sample(painter, round(x), round(baseline), text, token.verdict)
            x += width + metrics.height() * 0.6

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self.take_key is None or not self.take_key(event):
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()
