"""Small controls that the style sheet alone cannot draw."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSizePolicy,
    QStyle,
    QStyleOptionComboBox,
    QStylePainter,
    QWidget,
)

from app.ui.language import put_words

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtCore import QPoint
    from PySide6.QtGui import QResizeEvent

    from app.ui.language import Words
    from app.ui.theme import Theme


def button(text: str | Words, kind: str, name: str = "") -> QPushButton:
    """Return a push button of one of the style sheet's kinds: primary, plain, quiet, link, icon.

    A text that is a function is asked for again when the language changes.
    """
    result = QPushButton()
    _put(result.setText, text)
    result.setProperty("kind", kind)
    result.setObjectName(name)
    result.setCursor(Qt.CursorShape.PointingHandCursor)
    result.setAutoDefault(False)
    return result


def label(text: str | Words, role: str, wrap: bool = False) -> QLabel:
    """Return a label of one of the style sheet's roles: muted, caption, heading, lead, strong, error.

    A text that is a function is asked for again when the language changes.
    """
    result = QLabel()
    _put(result.setText, text)
    result.setProperty("role", role)
    result.setWordWrap(wrap)
    result.setTextFormat(Qt.TextFormat.PlainText)
    return result


def button_row(*buttons: QWidget) -> QHBoxLayout:
    """Return a row with buttons at its end."""
    row = QHBoxLayout()
    row.addStretch(1)
    for one in buttons:
        row.addWidget(one)
    return row


def _put(setter: Callable[[str], object], text: str | Words) -> None:
    if callable(text):
        put_words(setter, text)
    else:
        setter(text)


def set_property(widget: QWidget, name: str, value: object) -> None:
    """Set a property that the style sheet selects by, and have it take effect."""
    if widget.property(name) != value:
        widget.setProperty(name, value)
        widget.style().unpolish(widget)
        widget.style().polish(widget)


class PickerBox(QComboBox):
    """A combo box with a chevron that follows the text colour."""

    def __init__(self) -> None:
        super().__init__()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.view().setTextElideMode(Qt.TextElideMode.ElideMiddle)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QStylePainter(self)
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        painter.drawComplexControl(QStyle.ComplexControl.CC_ComboBox, option)
        field = self.style().subControlRect(
            QStyle.ComplexControl.CC_ComboBox, option, QStyle.SubControl.SC_ComboBoxEditField, self
        )
        option.currentText = self.fontMetrics().elidedText(
            self.currentText() or self.placeholderText(), Qt.TextElideMode.ElideRight, field.width()
        )
        painter.drawControl(QStyle.ControlElement.CE_ComboBoxLabel, option)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        pen = QPen(self.palette().placeholderText().color(), 1.6)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        painter.setPen(pen)
        x, y = self.width() - 16.0, self.height() / 2
        painter.drawPolyline([QPointF(x - 4, y - 2), QPointF(x, y + 2), QPointF(x + 4, y - 2)])
        painter.end()


class Switch(QCheckBox):
    """A check box drawn as a switch: the knob's side tells on from off without colour."""

    def __init__(self, text: Words | None, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        if text is not None:
            put_words(self.setText, text)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def set_theme(self, theme: Theme) -> None:
        """Draw in another theme."""
        self._theme = theme
        self.update()

    def _track(self) -> QRectF:
        height = round(QFontMetrics(self.font()).height() * 0.95)
        return QRectF(2.5, (self.height() - height) / 2 + 0.5, height * 1.75, height - 1)

    def sizeHint(self) -> QSize:
        metrics = QFontMetrics(self.font())
        width = round(metrics.height() * 0.95 * 1.75) + 12 + metrics.horizontalAdvance(self.text())
        return QSize(width, metrics.height() + 10)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def hitButton(self, position: QPoint) -> bool:
        return self.rect().contains(position)

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme, track = self._theme, self._track()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        radius = track.height() / 2
        painter.setPen(QPen(QColor(theme.accent if self.isChecked() else theme.muted), 1.2))
        painter.setBrush(QColor(theme.accent if self.isChecked() else theme.raised))
        painter.drawRoundedRect(track, radius, radius)
        x = track.right() - radius if self.isChecked() else track.left() + radius
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(theme.accent_text if self.isChecked() else theme.muted))
        painter.drawEllipse(QPointF(x, track.center().y()), radius - 3, radius - 3)
        if self.hasFocus():
            painter.setPen(QPen(QColor(theme.accent), 1.2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.6, 0.6, -0.6, -0.6), 7, 7)
        painter.setPen(QColor(theme.text))
        left = round(track.right()) + 7
        painter.drawText(
            self.rect().adjusted(left, 0, 0, 0),
            Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextShowMnemonic,
            self.text(),
        )
        painter.end()


class ElidedLabel(QLabel):
    """One line that gives way to its neighbours: what does not fit is elided and stands in the tool tip.

    `text()` is always the whole text. Where it does not fit, `shorter` takes its place if there is one; fewer than
    `least` characters are not shown at all.
    """

    def __init__(self, role: str, least: int = 0) -> None:
        super().__init__()
        self.shorter = ""
        self._least = least
        self.setProperty("role", role)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def minimumSizeHint(self) -> QSize:
        return QSize(0, QFontMetrics(self.font()).height())

    def sizeHint(self) -> QSize:
        return QSize(80, QFontMetrics(self.font()).height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._tell_rest()

    def setText(self, text: str) -> None:
        if text != self.text():
            super().setText(text)
            self._tell_rest()

    def shown_in(self, width: int) -> str:
        """Return as much of the text as is shown in so many pixels."""
        metrics = QFontMetrics(self.font())
        if metrics.horizontalAdvance(self.text()) <= width:
            return self.text()
        if self.shorter and metrics.horizontalAdvance(self.shorter) <= width:
            return self.shorter
        if width < metrics.averageCharWidth() * self._least:
            return ""
        return metrics.elidedText(self.text(), Qt.TextElideMode.ElideRight, width)

    def _tell_rest(self) -> None:
        fits = QFontMetrics(self.font()).horizontalAdvance(self.text()) <= self.contentsRect().width()
        self.setToolTip("" if fits else self.text())

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setFont(self.font())
        painter.setPen(self.palette().windowText().color())
        room = self.contentsRect()
        painter.drawText(room, self.alignment() | Qt.AlignmentFlag.AlignVCenter, self.shown_in(room.width()))
        painter.end()
