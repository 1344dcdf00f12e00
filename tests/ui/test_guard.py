"""The guard itself: without it, a failing slot would only be a line on stderr."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QObject, QTimer, Signal, qWarning
from PySide6.QtWidgets import QWidget

from tests.ui.guard import nothing_goes_wrong
from tests.ui.waiting import wait_for


class Bell(QObject):
    rung = Signal()


def break_down() -> None:
    raise ZeroDivisionError("in a slot")


def test_an_exception_in_a_slot_fails_the_test():
    bell = Bell()
    bell.rung.connect(break_down)
    with pytest.raises(AssertionError, match="in a slot"), nothing_goes_wrong():
        bell.rung.emit()


def test_an_exception_in_an_overridden_method_fails_the_test():
    class Broken(QWidget):
        painted = False

        def paintEvent(self, event):  # noqa: N802 (Qt's name)
            Broken.painted = True
            raise ZeroDivisionError("in an override")

    widget = Broken()

    def paint():
        with nothing_goes_wrong():
            widget.show()
            wait_for(lambda: Broken.painted)

    with pytest.raises((AssertionError, ZeroDivisionError), match="in an override"):
        paint()
    widget.deleteLater()


def test_a_message_of_qt_fails_the_test():
    with pytest.raises(AssertionError, match="be careful"), nothing_goes_wrong():
        qWarning("be careful")


def test_a_timer_left_running_fails_the_test():
    timer = QTimer()
    with pytest.raises(AssertionError, match="5000 ms"), nothing_goes_wrong():
        timer.start(5000)
    timer.stop()
