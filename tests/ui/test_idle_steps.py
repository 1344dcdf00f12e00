"""Long work on the window's thread goes on between its other events."""

from __future__ import annotations

import time

import pytest
from PySide6.QtCore import QObject, QTimer

from app.ui.idle_steps import IdleSteps
from tests.ui.waiting import wait_for


@pytest.fixture
def steps(application):
    parent = QObject()
    yield IdleSteps(parent)
    parent.deleteLater()


def busy_steps(taken: list[int], count: int, seconds: float = 0.002):
    for number in range(count):
        end = time.perf_counter() + seconds
        while time.perf_counter() < end:
            pass
        taken.append(number)
        yield


def test_all_steps_are_taken_in_their_order_and_then_it_says_so(steps):
    taken: list[int] = []
    done = []
    steps.done.connect(lambda: done.append(len(taken)))
    steps.start(busy_steps(taken, 40))
    assert taken == []  # nothing before the window's next events
    wait_for(lambda: bool(done))
    assert (taken, done) == (list(range(40)), [40])


def test_other_events_come_between_the_steps(steps):
    taken: list[int] = []
    seen = []
    timer = QTimer(steps, interval=0)
    timer.timeout.connect(lambda: seen.append(len(taken)))
    timer.start()
    steps.start(busy_steps(taken, 40))
    wait_for(lambda: len(taken) == 40)
    assert len({one for one in seen if 0 < one < 40}) > 5


def test_stopped_steps_are_not_taken(steps):
    taken: list[int] = []
    done = []
    steps.done.connect(lambda: done.append(True))
    steps.start(busy_steps(taken, 400))
    wait_for(lambda: bool(taken))
    steps.stop()
    before = len(taken)
    others: list[int] = []
    passed = []
    QTimer.singleShot(30, lambda: passed.append(True))
    wait_for(lambda: bool(passed))
    assert (len(taken), done) == (before, [])
    steps.start(busy_steps(others, 3))
    wait_for(lambda: bool(done))
    assert (len(taken), others) == (before, [0, 1, 2])
