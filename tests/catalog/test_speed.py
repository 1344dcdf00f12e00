"""Speed and time left: nothing before it is known, no jumps, no promise while nothing comes."""

from __future__ import annotations

import pytest

from app.catalog import speed
from app.catalog.speed import LEAST_SECONDS, WINDOW_SECONDS, Speedometer


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    now = [100.0]
    monkeypatch.setattr(speed.time, "monotonic", lambda: now[0])
    return now


def test_nothing_is_known_before_a_second_has_passed(clock: list[float]) -> None:
    meter = Speedometer()
    assert (meter.speed, meter.seconds_left(100)) == (None, None)
    meter.note(0)
    clock[0] += LEAST_SECONDS / 2
    meter.note(50)
    assert meter.speed is None
    clock[0] += LEAST_SECONDS / 2
    meter.note(100)
    assert (meter.speed, meter.seconds_left(300)) == (100, 3)


def test_it_is_the_mean_of_the_last_seconds(clock: list[float]) -> None:
    meter = Speedometer()
    done = 0
    for rate in [1000] * 60 + [2000] * 60:
        meter.note(done)
        clock[0] += 0.5
        done += rate // 2
    meter.note(done)
    assert meter.speed == pytest.approx(2000)
    for _ in range(5):
        clock[0] += 0.01
        done += 100_000
        meter.note(done)
    assert meter.speed is not None
    assert meter.speed < 2000 + 500_000 / WINDOW_SECONDS


def test_it_falls_while_nothing_comes(clock: list[float]) -> None:
    meter = Speedometer()
    meter.note(0)
    clock[0] += 2
    meter.note(2000)
    clock[0] += 2
    assert meter.speed == 500
    meter = Speedometer()
    meter.note(7)
    clock[0] += 2
    assert (meter.speed, meter.seconds_left(1)) == (0, None)


def test_beginning_anew_is_not_a_negative_speed(clock: list[float]) -> None:
    meter = Speedometer()
    meter.note(5000)
    clock[0] += 1
    meter.note(0)
    clock[0] += 1
    meter.note(10)
    assert meter.speed == 10
