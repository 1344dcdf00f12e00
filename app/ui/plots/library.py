"""The plotting library. Its import takes half a second, so most of it is done away from the window's thread."""

from __future__ import annotations

import importlib
import sys
import threading
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import ModuleType

    from app.speculation.stop import Stop
    from app.ui.errands import Tell

# What the library imports of PySide6, those after the third only where they are installed.
_QT_MODULES = ("QtCore", "QtGui", "QtWidgets", "QtOpenGL", "QtOpenGLWidgets", "QtSvg", "QtTest")


def make_qt_types() -> Iterator[None]:
    """Make every type of Qt that the library will ask for, one at each step, on the window's thread.

    PySide6 makes a type when its name is first looked up, and does not lock what it does meanwhile: a second thread
    that looks one up while the window works ends the process with a segmentation fault, though seldom. The library
    looks up all of them as it is imported.
    """
    for module_name in _QT_MODULES:
        try:
            module = importlib.import_module(f"PySide6.{module_name}")
        except ImportError:
            continue
        yield
        for name in dir(module):
            getattr(module, name, None)
            yield


def import_library(_stop: Stop, _tell: Tell) -> ModuleType:
    """Return the plotting library; an errand, which is only safe after all of `make_qt_types`."""
    hooks = sys.excepthook, threading.excepthook
    library = importlib.import_module("pyqtgraph")
    # It reports uncaught exceptions in a way of its own; here they are bugs, which the window tells.
    sys.excepthook, threading.excepthook = hooks
    return library
