"""Timers that run out once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtCore import QObject


def single_shot(parent: QObject, milliseconds: int, slot: Callable[[], None]) -> QTimer:
    """Return a timer that calls `slot` so long after it was started last."""
    timer = QTimer(parent)
    timer.setSingleShot(True)
    timer.setInterval(milliseconds)
    timer.timeout.connect(slot)
    return timer
