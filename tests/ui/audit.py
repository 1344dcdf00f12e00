"""What a keyboard and a screen reader find in a window."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractScrollArea,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLabel,
    QLineEdit,
    QMenu,
    QWidget,
)

# Composite controls answer for their parts.
WHOLE = (QComboBox, QAbstractSpinBox, QLineEdit, QMenu)


def widgets_of(window: QWidget) -> list[QWidget]:
    """The visible and enabled widgets of a window that are not a part of a composite control."""
    found = []
    for one in window.findChildren(QWidget):
        if not one.isVisible() or not one.isEnabled() or one.window() is not window:
            continue
        above, inner = one.parentWidget(), False
        while above is not None and above is not window:
            inner = inner or isinstance(above, WHOLE)
            inner = inner or (isinstance(above, QAbstractScrollArea) and above.viewport() is one)
            above = above.parentWidget()
        if not inner:
            found.append(one)
    return found


def takes_focus(widget: QWidget) -> bool:
    """Whether the keyboard has business there; text that can be selected by the mouse is still a label."""
    policy = widget.focusPolicy()
    if isinstance(widget, QLabel):
        return bool(policy & Qt.FocusPolicy.TabFocus)
    return policy != Qt.FocusPolicy.NoFocus and widget.focusProxy() is None


def clickable(widget: QWidget) -> bool:
    return isinstance(widget, QAbstractButton | QComboBox)


def name_of(widget: QWidget) -> str:
    """What a screen reader says first."""
    interface = QAccessible.queryAccessibleInterface(widget)
    return interface.text(QAccessible.Text.Name).strip() if interface is not None else ""


def told(widget: QWidget) -> str:
    return f"{type(widget).__name__} {widget.objectName()!r} in {type(widget.parentWidget()).__name__}"


def walked(window: QWidget) -> set[QWidget]:
    """The widgets that Tab goes to, once around."""
    window.activateWindow()
    QApplication.processEvents()
    seen: list[QWidget] = []
    for _ in range(400):
        QTest.keyClick(QApplication.focusWidget() or window, Qt.Key.Key_Tab)
        now = QApplication.focusWidget()
        if now is None or now in seen:
            break
        seen.append(now)
    return set(seen)


def complaints(window: QWidget) -> list[str]:
    """What is wrong with a window as it is now; empty where nothing is."""
    reached = walked(window)
    # Of exclusive buttons Tab goes to one, and the arrow keys to the others.
    groups = {one.group() for one in reached if isinstance(one, QAbstractButton) and one.group() is not None}
    reached |= {one for group in groups if group.exclusive() for one in group.buttons()}
    found = []
    for one in widgets_of(window):
        if (takes_focus(one) or clickable(one)) and not name_of(one):
            found.append(f"{told(one)} has no accessible name")
        if clickable(one) and not takes_focus(one):
            found.append(f"{told(one)} can be clicked but never has the focus")
        elif takes_focus(one) and one not in reached:
            found.append(f"{told(one)} is not reached by Tab")
    return found


def invisible_focus(window: QWidget) -> list[str]:
    """The widgets that look the same with the focus and without."""
    found = []
    for one in walked(window):
        if isinstance(one, QComboBox) and one.isEditable():
            continue
        one.setFocus(Qt.FocusReason.TabFocusReason)
        QApplication.processEvents()
        if QApplication.focusWidget() is not one:
            continue  # it went away with what had the focus before
        place = one.mapTo(window, one.rect().topLeft())
        room = one.rect().translated(place).adjusted(-20, -20, 20, 20)
        focused = window.grab(room).toImage()
        one.clearFocus()
        QApplication.processEvents()
        if window.grab(room).toImage() == focused:
            found.append(f"{told(one)} does not show that it has the focus")
    return found
