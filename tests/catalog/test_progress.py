"""Progress is told often enough and not more, and every step obeys a stop."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from app.catalog import progress
from app.catalog.progress import REPORT_SECONDS, Progress, Reporter, Stage
from app.errors import CancelledError
from app.speculation.stop import Stop

if TYPE_CHECKING:
    from tests.catalog.conftest import Errand


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time in seconds, which passes only when the test says so."""
    now = [100.0]
    monkeypatch.setattr(progress.time, "monotonic", lambda: now[0])
    return now


def test_steps_in_quick_succession_are_told_once(errand: Errand, clock: list[float]) -> None:
    reporter = errand.reporter
    for done in range(5):
        reporter.step(Stage.DOWNLOADING, done, 100)
    clock[0] += REPORT_SECONDS
    for done in range(5, 10):
        reporter.step(Stage.DOWNLOADING, done, 100)
    assert errand.told == [
        Progress(Stage.DOWNLOADING, 0, 100, "test"),
        Progress(Stage.DOWNLOADING, 5, 100, "test"),
    ]


def test_a_new_stage_and_the_end_are_always_told(errand: Errand, clock: list[float]) -> None:
    reporter = errand.reporter
    reporter.step(Stage.CONNECTING)
    reporter.step(Stage.DOWNLOADING, 1, 100)
    reporter.step(Stage.DOWNLOADING, 100, 100)
    told = [(step.stage, step.done, step.total) for step in errand.told]
    assert told == [(Stage.CONNECTING, 0, None), (Stage.DOWNLOADING, 1, 100), (Stage.DOWNLOADING, 100, 100)]


def test_a_stop_ends_every_step() -> None:
    stop = Stop()
    stop.set()
    told: list[Progress] = []
    with pytest.raises(CancelledError):
        Reporter(stop, told.append, "test").step(Stage.CHECKING, 1, 1)
    assert told == []
