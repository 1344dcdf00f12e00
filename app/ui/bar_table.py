"""A small table of bars, painted in the theme."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.speculation.records import Verdict
from app.ui.statistics_line import NOTHING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QPaintEvent

    from app.ui.reply_statistics import Bar
    from app.ui.theme import Theme

_NARROWEST_BAR = 60
_GAP = 10


class BarTable(QWidget):
    """A row for each bar: its name, the bar, its value. Says the same to a screen reader."""

    def __init__(self, title: str, bars: Sequence[Bar], theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.setAccessibleName(title)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.show_bars(bars)

    def show_bars(self, bars: Sequence[Bar]) -> None:
        """Show other bars."""
        self._bars = bars
        self.setAccessibleDescription("; ".join(f"{bar.name}: {bar.value}" for bar in bars) or NOTHING)
        self.updateGeometry()
        self.update()

    def set_theme(self, theme: Theme) -> None:
        """Draw in another theme."""
        self._theme = theme
        self.update()

    def _metrics(self) -> tuple[int, int, int]:
        """Return the height of a row and the widths of the names and of the values."""
        metrics = QFontMetrics(self.font())
        names = max((metrics.horizontalAdvance(bar.name) for bar in self._bars), default=0)
        values = max((metrics.horizontalAdvance(bar.value) for bar in self._bars), default=0)
        return round(metrics.height() * 1.3), names, values

    def sizeHint(self) -> QSize:
        height, names, values = self._metrics()
        return QSize(names + values + 2 * _GAP + 2 * _NARROWEST_BAR, height * max(1, len(self._bars)))

    def minimumSizeHint(self) -> QSize:
        height, names, values = self._metrics()
        return QSize(names + values + 2 * _GAP + _NARROWEST_BAR, height * max(1, len(self._bars)))

    def paintEvent(self, _event: QPaintEvent) -> None:
        height, names, values = self._metrics()
        look = self._theme.marks[Verdict.ACCEPTED]
        room = self.width() - names - values - 2 * _GAP
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(self.font())
        middle = Qt.AlignmentFlag.AlignVCenter
        if not self._bars:
            painter.setPen(QColor(self._theme.muted))
            painter.drawText(self.rect(), middle | Qt.AlignmentFlag.AlignLeft, NOTHING)
        for place, bar in enumerate(self._bars):
            row = QRectF(0, place * height, self.width(), height)
            painter.setPen(QColor(self._theme.muted))
            painter.drawText(
                QRectF(row.left(), row.top(), names, height), middle | Qt.AlignmentFlag.AlignRight, bar.name
            )
            painter.setPen(QColor(self._theme.text))
            painter.drawText(
                QRectF(row.right() - values, row.top(), values, height), middle | Qt.AlignmentFlag.AlignRight, bar.value
            )
            track = QRectF(names + _GAP, row.top() + height * 0.2, room, height * 0.6)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(self._theme.hover))
            painter.drawRoundedRect(track, 3, 3)
            if bar.share:
                painter.setPen(QPen(QColor(look.edge or look.text), 1))
                painter.setBrush(QColor(look.fill or look.text))
                painter.drawRoundedRect(
                    QRectF(track.topLeft(), track.size()).adjusted(0.5, 0.5, -0.5 - room * (1 - bar.share), -0.5), 3, 3
                )
        painter.end()
