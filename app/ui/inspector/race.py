"""Two tracks, the drafted reply's and plain decoding's, and how far each is."""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.speculation.records import Verdict

if TYPE_CHECKING:
    from PySide6.QtGui import QFont, QPaintEvent

    from app.speculation.replay import Timeline
    from app.ui.theme import Theme

_STACK = (Verdict.ACCEPTED, Verdict.BONUS, Verdict.CORRECTION, Verdict.PLAIN)


class RaceTracks(QWidget):
    """Draws, over the tokens from left to right, what share of them was accepted, and two runners."""

    def __init__(self, theme: Theme, font: QFont) -> None:
        super().__init__()
        self.setFont(font)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._theme = theme
        self._timeline: Timeline | None = None
        self._sums: dict[Verdict, list[int]] = {}
        self._tokens = 0
        self._plain: int | None = None

    def set_theme(self, theme: Theme) -> None:
        """Draw in another theme."""
        self._theme = theme
        self.update()

    def show_timeline(self, timeline: Timeline | None) -> None:
        """Take another reply."""
        self._timeline = timeline
        tokens = timeline.tokens if timeline is not None else ()
        self._sums = {
            verdict: list(accumulate((token.verdict is verdict for token in tokens), initial=0)) for verdict in _STACK
        }
        self.set_counts(0, None)

    def set_counts(self, tokens: int, plain: int | None) -> None:
        """Say how many tokens each runner has written."""
        self._tokens, self._plain = tokens, plain
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(200, round(QFontMetricsF(self.font()).height() * 6.3))

    def minimumSizeHint(self) -> QSize:
        return QSize(120, self.sizeHint().height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(self.font())
        line = QFontMetricsF(self.font()).height()
        total = len(self._timeline.tokens) if self._timeline is not None else 0
        upper = QRectF(1, line * 1.5, self.width() - 2, line * 1.4)
        lower = upper.translated(0, line * 3.2)
        for track, name in ((upper, self.tr("with drafts")), (lower, self.tr("plain"))):
            painter.setPen(QColor(self._theme.muted))
            painter.drawText(QRectF(1, track.top() - line * 1.4, track.width(), line), Qt.AlignmentFlag.AlignLeft, name)
            painter.setPen(QPen(QColor(self._theme.border), 1))
            painter.setBrush(QColor(self._theme.sunken))
            painter.drawRect(track)
        if total:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
            self._paint_columns(painter, upper, total)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            self._paint_runner(painter, upper, self._tokens / total)
            if self._plain is not None:
                done = QRectF(lower.left(), lower.top(), lower.width() * self._plain / total, lower.height())
                painter.fillRect(done, QColor(self._theme.hover))
                self._paint_runner(painter, lower, self._plain / total)
        painter.end()

    def _paint_columns(self, painter: QPainter, track: QRectF, total: int) -> None:
        """Stack the shares of the verdicts in each pixel column up to the runner, however many tokens it stands for."""
        hues = {verdict: self._hue(verdict) for verdict in _STACK}
        width = int(track.width())
        for x in range(int(width * self._tokens / total)):
            first = x * total // width
            last = max(first + 1, (x + 1) * total // width)
            bottom = track.bottom()
            for verdict in _STACK:
                sums = self._sums[verdict]
                share = (sums[last] - sums[first]) / (last - first)
                if share > 0.0:
                    height = track.height() * share
                    painter.fillRect(QRectF(track.left() + x, bottom - height, 1, height), hues[verdict])
                    bottom -= height

    def _hue(self, verdict: Verdict) -> QColor:
        look = self._theme.marks[verdict]
        return QColor((look.edge or look.line) if verdict is not Verdict.PLAIN else self._theme.muted)

    def _paint_runner(self, painter: QPainter, track: QRectF, share: float) -> None:
        x = track.left() + track.width() * share
        painter.setPen(QPen(QColor(self._theme.text), 2))
        painter.drawLine(QPointF(x, track.top() - 2), QPointF(x, track.bottom() + 2))
        painter.setBrush(QColor(self._theme.text))
        painter.setPen(Qt.PenStyle.NoPen)
        reach = track.height() * 0.22
        top = track.top() - 2
        painter.drawPolygon(
            QPolygonF([QPointF(x - reach, top), QPointF(x + reach, top), QPointF(x, top + reach * 1.4)])
        )
