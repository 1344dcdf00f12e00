from __future__ import annotations

import pytest

from app.errors import CancelledError, UsageError
from app.ui.errand_group import ErrandGroup
from app.ui.errands import Errands
from tests.fakes import Gate
from tests.ui.waiting import wait_for


@pytest.fixture
def threads(guard):
    return Errands("one"), Errands("other")


@pytest.fixture
def group(threads):
    group = ErrandGroup(*threads)
    group.told, group.results, group.errors, group.changes = [], [], [], []
    group.stepped.connect(group.told.append)
    group.done.connect(group.results.append)
    group.failed.connect(group.errors.append)
    group.busy_changed.connect(lambda: group.changes.append([one.is_busy for one in threads]))
    yield group
    group.close()


def test_what_any_of_the_threads_does_is_told(group, threads):
    def work(_stop, tell):
        tell("half way")
        return "done"

    def refuse(_stop, _tell):
        raise UsageError(detail="Not so")

    threads[0].post(work)
    wait_for(lambda: group.results)
    threads[1].post(refuse)
    wait_for(lambda: group.errors)
    assert (group.told, group.results) == (["half way"], ["done"])
    assert isinstance(group.errors[0], UsageError)
    assert group.changes == [[True, False], [False, False], [False, True], [False, False]]


def test_what_is_cancelled_is_no_failure(group, threads):
    gates = [Gate(), Gate()]

    def work(gate):
        def wait(stop, _tell):
            gate.wait(stop)
            raise CancelledError

        return wait

    for errands, gate in zip(threads, gates, strict=True):
        errands.post(work(gate))
        wait_for(gate.reached.is_set)
    group.cancel()
    wait_for(lambda: group.changes[-1] == [False, False])
    assert (group.results, group.errors) == ([], [])


def test_closing_stops_all_threads(group, threads):
    gates = [Gate(), Gate()]
    for errands, gate in zip(threads, gates, strict=True):
        errands.post(lambda stop, _tell, gate=gate: gate.wait(stop))
        wait_for(gate.reached.is_set)
    group.close()
    assert not any(one.is_busy for one in threads)
    assert group.results == []
