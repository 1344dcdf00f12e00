from __future__ import annotations

import pytest

from app.speculation.theory import expected_speedup, expected_tokens_per_round, rough_speedup


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
