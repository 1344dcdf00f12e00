from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import stats

from app.lab.chi_square import chi_square_tail, fit_counts
from app.lab.same_chances import p_value_text


@pytest.mark.parametrize("degrees", [1, 2, 3, 7, 20, 100, 1000])
def test_the_tail_is_scipys(degrees):
    for statistic in (0.0, 1e-9, 0.01, 0.5, 1.0, degrees * 0.3, degrees * 1.0, degrees + 2.0, degrees * 2.5, 900.0):
        expected = float(stats.chi2.sf(statistic, degrees))
        assert chi_square_tail(statistic, degrees) == pytest.approx(expected, rel=1e-9, abs=1e-14)
    assert chi_square_tail(math.inf, degrees) == 0.0


def test_without_small_cells_the_fit_is_scipys():
    probs = dict(enumerate((0.4, 0.3, 0.2, 0.1)))
    observed = {0: 85, 1: 55, 2: 36, 3: 24}
    expected = stats.chisquare([85, 55, 36, 24], [80, 60, 40, 20])
    fit = fit_counts(observed, probs)
    assert (fit.statistic, fit.degrees) == (pytest.approx(expected.statistic), 3)
    assert fit.p_value == pytest.approx(expected.pvalue)


def test_small_cells_are_pooled_and_few_of_them_join_the_smallest():
    many = {0: 0.9, **dict.fromkeys(range(1, 101), 0.001)}
    fit = fit_counts({0: 88, 1: 1, 2: 11}, many)
    assert fit.degrees == 1
    assert fit.statistic == pytest.approx((88 - 90) ** 2 / 90 + (12 - 10) ** 2 / 10)
    few = fit_counts({0: 60, 1: 39, 2: 1}, {0: 0.6, 1: 0.39, 2: 0.01})
    assert few.degrees == 1
    assert few.statistic == pytest.approx(0.0)


def test_what_cannot_happen_fits_nothing_and_a_certain_token_tests_nothing():
    assert fit_counts({0: 5, 9: 1}, {0: 1.0}).p_value == 0.0
    assert fit_counts({0: 50}, {0: 1.0}) == fit_counts({0: 500}, {0: 1.0})
    assert fit_counts({0: 50}, {0: 1.0}).p_value == 1.0


def test_p_values_of_true_counts_are_spread_evenly_and_of_false_ones_are_not():
    rng = np.random.default_rng(0)
    probs = np.array([0.5, 0.3, 0.15, 0.04, 0.01])
    table = dict(enumerate(probs.tolist()))

    def p_values(weights):
        return [fit_counts(dict(enumerate(rng.multinomial(300, weights).tolist())), table).p_value for _ in range(400)]

    assert stats.kstest(p_values(probs), "uniform").pvalue > 0.001
    assert np.median(p_values([0.3, 0.5, 0.15, 0.04, 0.01])) < 1e-6


def test_p_values_for_a_person():
    assert [p_value_text(one) for one in (0.5, 0.0042, 1e-9)] == ["= 0.50", "= 0.0042", "< 0.0001"]
