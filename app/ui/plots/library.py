"""The plotting library. Its import takes half a second, so it is done away from the window's thread, and only once."""

from __future__ import annotations

import importlib
import sys
import threading
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from types import ModuleType

    from app.speculation.stop import Stop
    from app.ui.errands import Tell


def import_library(_stop: Stop, _tell: Tell) -> ModuleType:
    """Return the plotting library; an errand."""
    hooks = sys.excepthook, threading.excepthook
    library = importlib.import_module("pyqtgraph")
    # It reports uncaught exceptions in a way of its own; here they are bugs, which the window tells.
    sys.excepthook, threading.excepthook = hooks
    return library
