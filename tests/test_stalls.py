"""What the soak tells of moments in which the window did not answer."""

from __future__ import annotations

from tests.stalls import Stall, Stalls


def test_stalls_are_told_with_what_was_done_before_and_where_the_time_went(monkeypatch):
    times = iter([(0.0, 0.0, 0.0), (0.010, 0.005, 0.0), (0.520, 0.255, 0.125), (0.530, 0.260, 0.125)])
    now = [0.0, 0.0, 0.0]
    monkeypatch.setattr("tests.stalls.time.perf_counter", lambda: now[0])
    monkeypatch.setattr("tests.stalls.time.thread_time", lambda: now[1])
    monkeypatch.setattr("tests.stalls.waited_for_core", lambda: now[2])
    stalls = Stalls(_begun=0.0)
    for now[:] in times:
        stalls.action = "theme" if now[0] < 0.5 else "send"
        stalls.beat()
    (found,) = stalls.found
    assert found == Stall("send", 0.010, found.seconds, 0.25, 0.125)
    assert round(found.seconds, 3) == 0.5
    assert "computing  50%   without a core  25%" in stalls.told()[-1]
