"""Waiting for what other threads and timers do: for a condition or a signal, never for a time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtTest import QSignalSpy

PATIENCE_MS = 8000


def wait_for(condition: Callable[[], Any], what: str = "", patience_ms: int = PATIENCE_MS) -> None:
    """Run the event loop until `condition` holds; fail if it takes too long."""
    loop = QEventLoop()
    look, deadline = QTimer(), QTimer()
    look.setInterval(2)
    look.timeout.connect(lambda: loop.quit() if condition() else None)
    deadline.setSingleShot(True)
    deadline.timeout.connect(loop.quit)
    look.start()
    deadline.start(patience_ms)
    if not condition():
        loop.exec()
    look.stop()
    deadline.stop()
    assert condition(), f"waited in vain for {what or condition}"


def wait_for_signal(signal: Any, act: Callable[[], Any]) -> list[Any]:
    """Do `act` and return the arguments of the next `signal`."""
    spy = QSignalSpy(signal)
    act()
    # Not spy.wait(): it holds Python's lock, so that a worker thread could not come to send the signal.
    wait_for(lambda: spy.count() > 0, "a signal")
    return spy.at(0)
