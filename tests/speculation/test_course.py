"""What rolls over the rounds, against a recount of each window."""

from __future__ import annotations

import numpy as np
import pytest

from app.speculation.course import WINDOW, Course, course_of
from tests import recount
from tests.fakes import LIGHTHOUSE, drafted_round, plain_round
from tests.speculation.test_statistics import played

CHANGING = [
    *(plain_round(n, "a") for n in range(30)),
    *played(2),
    *(drafted_round(n, [], "b", ["c"] * (n % 5), "d") for n in range(25)),
    *played(7, seed=3),
    drafted_round(99, ["cut"], None, [], None),
]


@pytest.mark.parametrize("rounds", [CHANGING, list(LIGHTHOUSE), played(4), [plain_round(0, "x")]])
def test_each_value_is_that_of_its_window(rounds):
    course = course_of(rounds)
    acceptance, speed = course.rolling_acceptance(), course.rolling_speed()
    assert len(acceptance) == len(speed) == len(course) == len(rounds)
    for end in range(len(rounds)):
        window = recount.rolling(rounds, end, WINDOW)
        expected = recount.acceptance(window)
        assert np.isnan(acceptance[end]) if expected is None else acceptance[end] == pytest.approx(expected, abs=1e-12)
        assert speed[end] == pytest.approx(recount.speed(window))


def test_columns_are_those_of_the_rounds():
    course = course_of(CHANGING)
    assert course.drafted == [len(one.drafted) for one in CHANGING]
    assert sum(course.emitted) == recount.emitted(CHANGING)
    joined = course_of(CHANGING[:40])
    joined.extend(course_of(CHANGING[40:]))
    assert joined == course


def test_nothing_has_no_values():
    assert len(Course().rolling_acceptance()) == len(Course().rolling_speed()) == 0
