from __future__ import annotations

import threading

import pytest

from app.errors import CancelledError, UsageError
from app.ui.bugs import Bug
from app.ui.errands import Errands
from tests.fakes import Gate
from tests.ui.waiting import wait_for


@pytest.fixture
def errands(guard):
    lane = Errands("test")
    lane.told, lane.results, lane.errors, lane.moods = [], [], [], []
    lane.stepped.connect(lane.told.append)
    lane.done.connect(lane.results.append)
    lane.failed.connect(lane.errors.append)
    lane.busy_changed.connect(lane.moods.append)
    yield lane
    lane.close()


def test_an_errand_runs_elsewhere_and_tells_what_it_does(errands):
    def work(_stop, tell):
        tell("half way")
        return threading.get_ident()

    errands.start(work)
    assert errands.is_busy
    wait_for(lambda: errands.results)
    assert errands.results[0] != threading.get_ident()
    assert errands.told == ["half way"]
    assert errands.moods == [True, False]


def test_of_an_errand_that_was_replaced_nothing_more_is_heard(errands):
    gate = Gate()

    def stale(stop, tell):
        gate.wait(stop)
        tell("stale")
        return "stale"

    errands.start(stale)
    wait_for(gate.reached.is_set)
    errands.start(lambda _stop, _tell: "fresh")
    wait_for(lambda: errands.results)
    assert (errands.results, errands.told, errands.errors) == (["fresh"], [], [])


def test_posted_errands_run_in_order(errands):
    gate = Gate()
    errands.post(lambda stop, _tell: gate.wait(stop))
    errands.post(lambda _stop, _tell: 2)
    gate.open()
    wait_for(lambda: len(errands.results) == 2)
    assert errands.results == [None, 2]
    assert errands.moods == [True, False]


def test_failures_are_told_and_bugs_are_bugs(errands):
    def known(_stop, _tell):
        raise UsageError(detail="Not so")

    def bug(_stop, _tell):
        raise ZeroDivisionError("oh")

    errands.post(known)
    errands.post(bug)
    wait_for(lambda: len(errands.errors) == 2)
    assert isinstance(errands.errors[0], UsageError)
    assert isinstance(errands.errors[1], Bug)


def test_cancelling_is_told_also_for_what_waits(errands):
    gate = Gate()

    def work(stop, _tell):
        gate.wait(stop)
        if stop.is_set:
            raise CancelledError

    errands.post(work)
    errands.post(work)
    wait_for(gate.reached.is_set)
    errands.cancel()
    wait_for(lambda: len(errands.errors) == 2)
    assert all(isinstance(error, CancelledError) for error in errands.errors)


def test_closing_stops_what_runs(errands):
    gate = Gate()
    errands.start(lambda stop, _tell: gate.wait(stop))
    wait_for(gate.reached.is_set)
    errands.close()
    assert errands.results == []
