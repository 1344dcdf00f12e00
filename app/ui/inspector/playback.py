"""Time that a person can stop, turn back, and make slower."""

from __future__ import annotations

import math

from PySide6.QtCore import QElapsedTimer, QObject, QTimer, Signal, Slot

SPEEDS = (0.1, 0.25, 0.5, 1.0, 2.0, 4.0)
_FRAME_MS = 33


class Playback(QObject):
    """A position from 0 to a length, which moves while it plays.

    Signals:
        moved (): the position, or the length, is another one.
        playing_changed (bool).
    """

    moved = Signal()
    playing_changed = Signal(bool)

    def __init__(self, parent: QObject, rate: float) -> None:
        """Move `rate` units of the position a second at speed 1."""
        super().__init__(parent)
        self.position = 0.0
        self.length = 0.0
        self.speed = 1.0
        self._rate = rate
        self._elapsed = QElapsedTimer()
        self._timer = QTimer(self)
        self._timer.setInterval(_FRAME_MS)
        self._timer.timeout.connect(self._on_frame)

    @property
    def playing(self) -> bool:
        """Whether it moves by itself."""
        return self._timer.isActive()

    def load(self, length: float, position: float = 0.0) -> None:
        """Stop, and take another length."""
        self.pause()
        self.length = length
        self.position = min(max(0.0, position), length)
        self.moved.emit()

    def play(self) -> None:
        """Move, from the beginning if the end is reached."""
        if self.playing or self.length <= 0.0:
            return
        if self.position >= self.length:
            self.go_to(0.0)
        self._elapsed.start()
        self._timer.start()
        self.playing_changed.emit(True)

    @Slot()
    def pause(self) -> None:
        """Stop moving."""
        if self.playing:
            self._timer.stop()
            self.playing_changed.emit(False)

    @Slot()
    def toggle(self) -> None:
        """Play, or pause."""
        if self.playing:
            self.pause()
        else:
            self.play()

    def go_to(self, position: float) -> None:
        """Move there at once."""
        self.position = min(max(0.0, position), self.length)
        self.moved.emit()

    def step(self, direction: int) -> None:
        """Stop at the next whole position (1), or at the one before (-1)."""
        self.pause()
        whole = math.floor(self.position) + 1 if direction > 0 else math.ceil(self.position) - 1
        self.go_to(float(whole))

    def advance(self, seconds: float) -> None:
        """Move by so much time; pause at the end."""
        self.go_to(self.position + seconds * self._rate * self.speed)
        if self.position >= self.length:
            self.pause()

    @Slot()
    def _on_frame(self) -> None:
        self.advance(self._elapsed.restart() / 1000.0)
