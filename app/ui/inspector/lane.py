"""The end of a text as it grows, its tokens marked or not; only what can be seen is drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSize
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.speculation.records import Verdict
from app.ui.inspector.flow import Flow
from app.ui.marks import MarkPainter
from app.ui.pieces import shown

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QFont, QPaintEvent, QResizeEvent

    from app.speculation.records import EmittedToken
    from app.ui.theme import Theme

_SPACING = 1.5
_LEAST_LINES = 2


class FlowLane(QWidget):
    """Shows the first `count` tokens of a reply, from the last line upwards."""

    def __init__(self, theme: Theme, font: QFont, *, marked: bool) -> None:
        super().__init__()
        self.setFont(font)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self._marked = marked
        self._theme = theme
        self._marks = MarkPainter(theme, font)
        self._tokens: Sequence[EmittedToken] = ()
        self._texts: list[str] = []
        self._flow: Flow | None = None
        self._count = 0

    def set_theme(self, theme: Theme) -> None:
        """Draw in another theme."""
        self._theme = theme
        self._marks = MarkPainter(theme, self.font())  # the text may have another size as well
        self._flow = None
        self.updateGeometry()
        self.update()

    def show_tokens(self, tokens: Sequence[EmittedToken]) -> None:
        """Take another reply, nothing of it written yet."""
        self._tokens = tokens
        known = {text: lane_text(text) for text in {token.text for token in tokens}}
        self._texts = [known[token.text] for token in tokens]
        self._flow = None
        self._count = 0
        self.update()

    def set_count(self, count: int) -> None:
        """Show so many tokens."""
        if count != self._count:
            self._count = count
            self.update()

    @property
    def count(self) -> int:
        """How many tokens are shown."""
        return self._count

    def lines_in_view(self) -> range:
        """Return the lines that are drawn."""
        last = self._laid_out().line_of(self._count - 1)
        fit = max(1, int((self.height() - self._line * 0.4) // (self._line * _SPACING)))
        return range(max(0, last - fit + 1), last + 1)

    @property
    def _line(self) -> float:
        return QFontMetricsF(self.font()).height()

    def _laid_out(self) -> Flow:
        if self._flow is None:
            metrics = QFontMetricsF(self.font())
            self._flow = Flow(self._texts, metrics.horizontalAdvance, self.width() - 1.2 * metrics.height())
        return self._flow

    def sizeHint(self) -> QSize:
        return QSize(round(self._line * 20), round(self._line * _SPACING * 7))

    def minimumSizeHint(self) -> QSize:
        return QSize(round(self._line * 12), round(self._line * (_SPACING * _LEAST_LINES + 0.5)))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._flow = None

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(self.font())
        painter.setPen(QPen(QColor(self._theme.border), 1))
        painter.setBrush(QColor(self._theme.raised))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 8, 8)
        metrics = QFontMetricsF(self.font())
        flow = self._laid_out()
        for row, number in enumerate(self.lines_in_view() if self._count else ()):
            baseline = round(self._line * (row * _SPACING + 0.5) + metrics.ascent())
            self._paint_line(painter, flow, number, baseline)
        painter.end()

    def _paint_line(self, painter: QPainter, flow: Flow, number: int, baseline: float) -> None:
        margin, space = self._line * 0.6, self._marks.measures.space
        tokens = [one for one in flow.tokens(number) if one[0] < self._count]
        if number and tokens and self._texts[tokens[0][0]].startswith(" "):
            margin -= space  # the space that the line was broken at
        if self._marked:
            painter.translate(0, baseline)
            for token, left, width in tokens:
                inset = space if self._texts[token].startswith(" ") and width > space else 0.0
                look = self._marks.look_of(self._tokens[token])
                if width > 0.0 and look is not None:
                    self._marks.paint_mark(painter, look, margin + left + inset - 1, margin + left + width)
            painter.translate(0, -baseline)
        painter.setPen(QColor(self._theme.text))
        for token, left, _width in tokens:
            painter.setPen(QColor(self._theme.marks[Verdict.PLAIN].text))
            painter.drawText(QPointF(margin + left, baseline), self._texts[token].replace("\n", "⏎"))


def lane_text(text: str) -> str:
    """Return the text of a token as a lane holds it: a line break ends a line, and is seen."""
    one_kind = text.replace("\r\n", "\n").replace("\r", "\n").replace("\u2028", "\n").replace("\u2029", "\n")
    return shown(one_kind.replace("\t", "    "))
