"""The sampling transform against a plain, slow one, and the algebra of distributions."""

from __future__ import annotations

import math

import numpy as np
import pytest

from app.errors import UsageError
from app.speculation.distributions import Distribution, from_mapping, one_hot, residual
from app.speculation.sampling import Sampling
from app.speculation.transform import transform
from tests.scripted import FixedDraws


def slow_transform(logits: list[float], sampling: Sampling) -> dict[int, float]:
    """top-k, top-p, min-p, temperature, one after the other on sorted lists."""
    kept = sorted(enumerate(logits), key=lambda entry: (-entry[1], entry[0]))
    if sampling.top_k:
        kept = kept[: sampling.top_k]
    largest = kept[0][1]
    weights = [math.exp(value - largest) for _, value in kept]
    if sampling.top_p < 1:
        total, reached, count = sum(weights), 0.0, 0
        while reached < sampling.top_p and count < len(kept):
            reached += weights[count] / total
            count += 1
        kept = kept[:count]
    if sampling.min_p:
        kept = [entry for entry in kept if entry[1] >= largest + math.log(sampling.min_p)]
    weights = [math.exp((value - largest) / sampling.temperature) for _, value in kept]
    return {token: weight / sum(weights) for (token, _), weight in zip(kept, weights, strict=True)}


@pytest.mark.parametrize("spread", [0.5, 3.0, 12.0])
@pytest.mark.parametrize(
    "sampling",
    [
        Sampling(0.8, 40, 0.95, 0.05),
        Sampling(1.0, 0, 1.0, 0.0),
        Sampling(1.3, 0, 0.9, 0.0),
        Sampling(0.7, 5, 1.0, 0.0),
        Sampling(1.0, 0, 1.0, 0.1),
        Sampling(1.0, 1000, 0.999, 0.0),
        Sampling(0.5, 1, 0.5, 0.5),
        Sampling(1.0, 0, 1e-9, 0.0),
    ],
)
def test_transform_equals_the_slow_one(sampling, spread):
    rng = np.random.default_rng(3)
    for _ in range(5):
        logits = rng.normal(0, spread, 997).astype(np.float32)
        expected = slow_transform([float(value) for value in logits], sampling)
        actual = transform(logits, sampling)
        assert actual.ids.tolist() == sorted(expected)
        assert actual.probs == pytest.approx([expected[token] for token in sorted(expected)], abs=1e-12)


def test_greedy_takes_the_first_of_equal_maxima():
    assert transform(np.array([1, 5, 5, 2], dtype=np.float32), Sampling(temperature=0)).ids.tolist() == [1]


def test_a_very_low_temperature_is_the_argmax():
    chosen = transform(np.array([1, 5, 4.9, 2], dtype=np.float32), Sampling(1e-6, 0, 1.0, 0.0))
    assert chosen.ids.tolist() == [1]


def test_minus_infinity_has_no_probability():
    logits = np.array([0.0, -np.inf, 0.0], dtype=np.float32)
    chosen = transform(logits, Sampling(1.0, 0, 1.0, 0.0))
    assert chosen.ids.tolist() == [0, 2]
    assert chosen.probs.tolist() == [0.5, 0.5]


def test_draw_inverts_the_cumulative_distribution():
    distribution = from_mapping({3: 0.5, 8: 0.3, 9: 0.2})
    drawn = [distribution.draw(FixedDraws(u)) for u in (0.0, 0.499, 0.501, 0.79, 0.81, 0.9999999999999999)]
    assert drawn == [3, 3, 8, 8, 9, 9]


def test_prob_and_probs_of_know_absent_tokens():
    distribution = from_mapping({3: 0.5, 8: 0.5})
    assert [distribution.prob(token) for token in (0, 3, 5, 8, 99)] == [0, 0.5, 0, 0.5, 0]
    assert distribution.probs_of(np.array([0, 3, 5, 8, 99])).tolist() == [0, 0.5, 0, 0.5, 0]


def test_residual_of_equal_distributions_is_the_target():
    distribution = from_mapping({0: 0.25, 1: 0.75})
    assert residual(distribution, distribution) == distribution


def test_residual_against_a_certain_drafter_removes_its_token():
    rest = residual(from_mapping({0: 0.5, 1: 0.3, 2: 0.2}), one_hot(0))
    assert rest.ids.tolist() == [1, 2]
    assert rest.probs == pytest.approx([0.6, 0.4])


def test_residual_ignores_tokens_only_the_drafter_has():
    rest = residual(from_mapping({0: 0.5, 2: 0.5}), from_mapping({1: 0.9, 2: 0.1}))
    assert rest.ids.tolist() == [0, 2]
    assert rest.probs == pytest.approx([0.5 / 0.9, 0.4 / 0.9])


@pytest.mark.parametrize(
    "options",
    [
        {"temperature": -0.1},
        {"temperature": math.nan},
        {"temperature": math.inf},
        {"top_k": -1},
        {"top_p": 0.0},
        {"top_p": 1.1},
        {"top_p": math.nan},
        {"min_p": -0.1},
        {"min_p": 1.5},
        {"seed": -1},
    ],
)
def test_options_out_of_range_are_refused(options):
    with pytest.raises(UsageError):
        Sampling(**options)


def test_distribution_is_frozen():
    with pytest.raises(AttributeError):
        one_hot(1).ids = np.array([2])
    assert isinstance(one_hot(1), Distribution)
