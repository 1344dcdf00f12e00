"""The row of controls of a playback, and its keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSlider, QVBoxLayout, QWidget

from app.ui.controls import PickerBox, button
from app.ui.icons import Icon, icon
from app.ui.inspector.playback import SPEEDS
from app.ui.language import when_language_changes

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent, QPaintEvent

    from app.ui.inspector.playback import Playback
    from app.ui.theme import Theme

_TICKS = 10_000


class ScrubSlider(QSlider):
    """Leaves the keys to the view around it, where an arrow is a step."""

    def __init__(self) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self.setRange(0, _TICKS)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        event.ignore()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self.hasFocus():
            painter = QPainter(self)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(self.palette().accent().color(), 1.2))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.6, 0.6, -0.6, -0.6), 6, 6)
            painter.end()


class Transport(QWidget):
    """Steers a playback.

    Signals:
        step_requested (int): forward (1) or back (-1).
    """

    step_requested = Signal(int)

    def __init__(self, playback: Playback, theme: Theme, name: str) -> None:
        super().__init__()
        self._playback = playback
        self._theme = theme
        self.back = button("", "icon", f"{name}_back")
        self.play = button("", "icon", f"{name}_play")
        self.forward = button("", "icon", f"{name}_forward")
        self.speed = PickerBox()
        self.speed.setObjectName(f"{name}_speed")
        for speed in SPEEDS:
            self.speed.addItem(f"{speed:g} ×", speed)
        self.speed.setCurrentIndex(SPEEDS.index(playback.speed))
        self.slider = ScrubSlider()
        self.slider.setObjectName(f"{name}_scrub")
        self._lay_out()
        self.back.clicked.connect(self._on_back)
        self.forward.clicked.connect(self._on_forward)
        self.play.clicked.connect(playback.toggle)
        self.speed.currentIndexChanged.connect(self._on_speed)
        self.slider.valueChanged.connect(self._on_scrubbed)
        playback.moved.connect(self._on_moved)
        playback.playing_changed.connect(self._show_playing)
        self._say()
        when_language_changes(self, self._say)
        self.set_theme(theme)

    def _lay_out(self) -> None:
        row = QHBoxLayout()
        row.setSpacing(4)
        for one in (self.back, self.play, self.forward):
            row.addWidget(one)
        row.addStretch(1)
        row.addWidget(self.speed)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addWidget(self.slider)
        column.addLayout(row)

    def _say(self) -> None:
        for control, told in (
            (self.back, self.tr("One step back (Left)")),
            (self.forward, self.tr("One step forward (Right)")),
            (self.speed, self.tr("Speed (Minus and Plus)")),
            (self.slider, self.tr("Where in it (Left, Right, Home, End)")),
        ):
            control.setAccessibleName(told)
            control.setToolTip(told)
        self._show_playing()

    def set_theme(self, theme: Theme) -> None:
        """Draw in another theme."""
        self._theme = theme
        size = round(self.fontMetrics().height() * 1.1)
        for one, kind in ((self.back, Icon.BACK), (self.forward, Icon.FORWARD)):
            _paint_icon(one, kind, theme, size)
        self._show_playing()

    def take_key(self, event: QKeyEvent) -> bool:
        """Obey a key; return whether it is one of ours."""
        match Qt.Key(event.key()):
            case Qt.Key.Key_Space:
                self._playback.toggle()
            case Qt.Key.Key_Left:
                self.step_requested.emit(-1)
            case Qt.Key.Key_Right:
                self.step_requested.emit(1)
            case Qt.Key.Key_Home:
                self._playback.pause()
                self._playback.go_to(0.0)
            case Qt.Key.Key_End:
                self._playback.pause()
                self._playback.go_to(self._playback.length)
            case Qt.Key.Key_Minus:
                self.speed.setCurrentIndex(max(0, self.speed.currentIndex() - 1))
            case Qt.Key.Key_Plus | Qt.Key.Key_Equal:
                self.speed.setCurrentIndex(min(len(SPEEDS) - 1, self.speed.currentIndex() + 1))
            case _:
                return False
        return True

    @Slot()
    def _show_playing(self) -> None:
        playing = self._playback.playing
        told = self.tr("Pause (Space)") if playing else self.tr("Play (Space)")
        self.play.setAccessibleName(told)
        self.play.setToolTip(told)
        size = round(self.fontMetrics().height() * 1.1)
        _paint_icon(self.play, Icon.PAUSE if playing else Icon.PLAY, self._theme, size)

    @Slot()
    def _on_moved(self) -> None:
        length = self._playback.length
        self.slider.blockSignals(True)
        self.slider.setValue(round(_TICKS * self._playback.position / length) if length else 0)
        self.slider.blockSignals(False)
        for one in (self.slider, self.play, self.back, self.forward):
            one.setEnabled(length > 0.0)

    @Slot(int)
    def _on_scrubbed(self, value: int) -> None:
        self._playback.pause()
        self._playback.go_to(self._playback.length * value / _TICKS)

    @Slot(int)
    def _on_speed(self, index: int) -> None:
        self._playback.speed = SPEEDS[index]

    @Slot()
    def _on_back(self) -> None:
        self.step_requested.emit(-1)

    @Slot()
    def _on_forward(self) -> None:
        self.step_requested.emit(1)


def _paint_icon(where: QPushButton, kind: Icon, theme: Theme, size: int) -> None:
    where.setIcon(icon(kind, theme.text, size))
    where.setIconSize(QSize(size, size))
