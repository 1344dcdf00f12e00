"""The meter beside Send: how much of the context is used, reserved and free."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QRectF, QSize, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QFontMetrics, QPainter, QPen
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from app.ui.language import put_words, when_language_changes
from app.ui.prompt_room import PromptRoom, told_long, told_short, told_wide

if TYPE_CHECKING:
    from PySide6.QtGui import QHelpEvent, QPaintEvent

    from app.ui.theme import Theme

_BAR_WIDTH, _BAR_HEIGHT, _GAP = 72, 8, 8
_CAPTION = 0.9


class ContextMeter(QWidget):
    """A number with a bar.

    What was said is filled, what is being written is dotted, the reply's part is hatched at the right end, and what is
    free is empty.
    """

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setObjectName("context_meter")
        put_words(self.setAccessibleName, lambda: self.tr("Context"))
        when_language_changes(self, self._say)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._theme = theme
        self._room = PromptRoom(0, 0, 0, 0, estimated=False)
        self._wide = False
        self.hide()

    @property
    def room(self) -> PromptRoom:
        """What is shown."""
        return self._room

    @property
    def text(self) -> str:
        """The numbers, as many as there is room for."""
        return told_wide(self._room) if self._wide else told_short(self._room)

    def set_wide(self, wide: bool) -> None:
        """Tell whether there is room for all numbers."""
        if wide != self._wide:
            self._wide = wide
            self.updateGeometry()
            self.update()

    def show_room(self, room: PromptRoom) -> None:
        """Show other numbers."""
        if room == self._room:
            return
        self._room = room
        self._say()

    def _say(self) -> None:
        self.setAccessibleDescription(told_long(self._room))
        self.setVisible(bool(self.text))
        self.updateGeometry()
        self.update()

    def set_theme(self, theme: Theme) -> None:
        """Draw in another theme."""
        self._theme = theme
        self.update()

    def _caption_font(self) -> QFont:
        font = QFont(self.font())
        font.setPointSizeF(font.pointSizeF() * _CAPTION)
        return font

    def sizeHint(self) -> QSize:
        metrics = QFontMetrics(self._caption_font())
        bar = _BAR_WIDTH + _GAP if self._room.context else 0
        return QSize(metrics.horizontalAdvance(self.text) + bar + 2 * _GAP, metrics.height() + 4)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def event(self, event: QEvent) -> bool:
        if event.type() is QEvent.Type.ToolTip:
            help_event: QHelpEvent = event  # type: ignore[assignment]
            QToolTip.showText(help_event.globalPos(), told_long(self._room), self)
            return True
        return super().event(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        room, theme = self._room, self._theme
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(self._caption_font())
        painter.setPen(QColor(theme.error_text if room.is_too_long else theme.muted))
        bar = _BAR_WIDTH + _GAP if room.context else 0
        text = QRectF(_GAP, 0, self.width() - bar - 2 * _GAP, self.height())
        painter.drawText(text, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, self.text)
        if room.context:
            left = self.width() - _BAR_WIDTH - _GAP
            self._draw_bar(painter, QRectF(left, (self.height() - _BAR_HEIGHT) / 2, _BAR_WIDTH, _BAR_HEIGHT))
        painter.end()

    def _draw_bar(self, painter: QPainter, bar: QRectF) -> None:
        room, theme = self._room, self._theme
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(theme.hover))
        painter.drawRoundedRect(bar, 2, 2)
        scale = bar.width() / room.context
        reserved = min(bar.width(), room.reserved * scale)
        used_to = bar.left()
        strong = QColor(theme.error_text if room.is_too_long else theme.muted)
        for tokens, style in ((room.said, Qt.BrushStyle.SolidPattern), (room.written, Qt.BrushStyle.Dense4Pattern)):
            width = min(bar.right() - used_to, tokens * scale)
            painter.fillRect(QRectF(used_to, bar.top(), width, bar.height()), QBrush(strong, style))
            used_to += width
        kept = QRectF(bar.right() - reserved, bar.top(), reserved, bar.height())
        painter.fillRect(kept, QBrush(QColor(theme.muted), Qt.BrushStyle.BDiagPattern))
        painter.setPen(QPen(QColor(theme.muted), 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(bar.adjusted(0.5, 0.5, -0.5, -0.5), 2, 2)
