"""Makes silent failures loud: messages of Qt, exceptions in slots and threads, timers and threads left running."""

from __future__ import annotations

import gc
import sys
import threading
import traceback
from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QCoreApplication, QEvent, QThread, QTimer, qInstallMessageHandler
from shiboken6 import isValid

# The offscreen platform has no window manager to tell about sizes and order, and no keyboard that a menu could take.
HARMLESS = (
    "This plugin does not support propagateSizeHints()",
    "This plugin does not support raise()",
    "This plugin does not support grabbing the keyboard",
    # A model may write in any script; which fonts there are is the machine's affair.
    "OpenType support missing for ",
)


class WentWrongError(AssertionError):
    """Something went wrong that nobody would have seen."""


@contextmanager
def nothing_goes_wrong() -> Iterator[list[str]]:
    """Raise WentWrongError at the end if anything went wrong meanwhile. Yields what was found so far."""
    found: list[str] = []

    def caught(kind, error, trace):
        found.append("".join(traceback.format_exception(kind, error, trace)))

    def from_qt(_kind, _context, text):
        if not text.startswith(HARMLESS):
            found.append(f"Qt says: {text}")

    before = sys.excepthook, sys.unraisablehook, threading.excepthook
    sys.excepthook = caught
    sys.unraisablehook = lambda what: caught(what.exc_type, what.exc_value, what.exc_traceback)
    threading.excepthook = lambda what: caught(what.exc_type, what.exc_value, what.exc_traceback)
    qInstallMessageHandler(from_qt)
    try:
        yield found
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
        found += left_running()
    finally:
        qInstallMessageHandler(None)
        sys.excepthook, sys.unraisablehook, threading.excepthook = before
    if found:
        raise WentWrongError("\n".join(found))


def left_running() -> list[str]:
    """Return the threads and timers of Qt that still run."""
    running = []
    for thing in gc.get_objects():
        if isinstance(thing, QThread) and isValid(thing) and thing.isRunning():
            running.append(f"the thread {thing.objectName()!r} still runs")
        elif isinstance(thing, QTimer) and isValid(thing) and thing.isActive():
            running.append(f"a timer of {thing.interval()} ms of {thing.parent()!r} still runs")
    return running
