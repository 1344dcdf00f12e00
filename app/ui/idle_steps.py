"""Something long that must be done on the window's thread, a few milliseconds at a time between its other events."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from app.ui.timers import single_shot

if TYPE_CHECKING:
    from collections.abc import Iterator

# Well under what a person notices, also where one step takes long.
_SLICE_SECONDS = 0.005


class IdleSteps(QObject):
    """Takes the steps of an iterator; what they yield is not looked at.

    Signals:
        done (): all of them are taken.
    """

    done = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._steps: Iterator[object] = iter(())
        self._timer = single_shot(self, 0, self._take)

    def start(self, steps: Iterator[object]) -> None:
        """Take these steps from now on, in place of others that are left."""
        self._steps = steps
        self._timer.start()

    def stop(self) -> None:
        """Take no more of them."""
        self._timer.stop()

    def _take(self) -> None:
        end = time.perf_counter() + _SLICE_SECONDS
        for _ in self._steps:
            if time.perf_counter() >= end:
                self._timer.start()
                return
        self.done.emit()
