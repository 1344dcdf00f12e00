from __future__ import annotations

import pytest

from app.speculation.statistics import statistics_of
from app.speculation.theory import (
    Prediction,
    expected_speedup,
    expected_tokens_per_round,
    predict,
    rough_speedup,
)
from tests.speculation.test_statistics import played


@pytest.mark.parametrize(
    ("acceptance_rate", "draft_length", "expected"),
    [(0.8, 4, 3.3616), (0.5, 4, 1.9375), (0.8, 8, 4.3289), (1.0, 4, 5.0), (0.0, 4, 1.0)],
)
def test_expected_tokens_per_round(acceptance_rate, draft_length, expected):
    assert expected_tokens_per_round(acceptance_rate, draft_length) == pytest.approx(expected, abs=5e-5)


def test_rough_estimate_of_the_textbook():
    assert rough_speedup(0.7, 5, 0.13) == pytest.approx(2.12, abs=5e-3)


def test_speedup_counts_what_a_round_costs():
    assert expected_speedup(0.0, 4, 0.25) == pytest.approx(0.5)
    assert expected_speedup(1.0, 4, 0.0, verify_cost=2.5) == pytest.approx(2.0)


def test_a_prediction_shows_what_it_was_made_from():
    found = statistics_of(played(draft_length=4))
    made = predict(found, plain_seconds=0.02)
    assert made == Prediction(found.acceptance_rate, found.draft_length, made.draft_cost, made.verify_cost)
    assert made.draft_cost == pytest.approx(found.draft_seconds / found.drafted / 0.02)
    assert made.verify_cost == pytest.approx(found.drafted_verify_seconds / found.drafted_rounds / 0.02)
    assert made.speedup == expected_speedup(made.acceptance_rate, made.draft_length, made.draft_cost, made.verify_cost)
    assert made.textbook_speedup == expected_speedup(made.acceptance_rate, made.draft_length, made.draft_cost)
    assert made.rough_speedup == rough_speedup(made.acceptance_rate, made.draft_length, made.draft_cost)


def test_nothing_is_predicted_where_nothing_was_measured():
    assert predict(statistics_of(played(draft_length=4)), plain_seconds=None) is None
    assert predict(statistics_of(played(draft_length=0)), plain_seconds=0.02) is None
