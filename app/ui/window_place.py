"""Where a window is on the screens."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRect
from PySide6.QtGui import QGuiApplication

from app.settings import Geometry

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

# What the system puts over a window's content, in pixels.
_TITLE_BAR = 40


def place_of(window: QWidget) -> Geometry:
    """Return where the window is while it is not maximised."""
    place = window.normalGeometry()
    return Geometry(place.x(), place.y(), place.width(), place.height())


def put_beside(panel: QWidget, window: QWidget, width: int) -> None:
    """Place a window of its own at the right of another, or over its right part where the screen ends, all in view."""
    place = window.frameGeometry()
    screen = QGuiApplication.screenAt(place.center()) or window.screen()
    room = screen.availableGeometry()
    left = min(place.right(), room.right() - width) + 1
    restore(panel, Geometry(left, place.top(), width, min(place.height(), room.height()) - _TITLE_BAR))


def restore(window: QWidget, geometry: Geometry) -> None:
    """Go where the window was, or as near as the screens of today allow."""
    wanted = QRect(geometry.x, geometry.y, geometry.width, geometry.height)
    screen = QGuiApplication.screenAt(wanted.center()) or QGuiApplication.primaryScreen()
    room = screen.availableGeometry()
    window.resize(wanted.size().boundedTo(room.size()))
    window.move(
        max(room.left(), min(wanted.left(), room.right() - window.width() + 1)),
        max(room.top(), min(wanted.top(), room.bottom() - window.height() + 1)),
    )
