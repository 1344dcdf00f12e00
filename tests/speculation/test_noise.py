from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from app.speculation.distributions import Distribution, from_mapping
from app.speculation.noise import Noise

IDS = np.arange(40, dtype=np.int64)


def test_a_test_vector_pins_the_generator():
    """Seeds in stored chats must mean the same for ever."""
    noise = Noise(42)
    assert noise.exponential(0, np.array([0, 1, 49151])).tolist() == pytest.approx(VECTOR, abs=1e-15)
    assert Noise(2**80 + 42).exponential(0, np.array([0]))[0] != pytest.approx(VECTOR[0])


VECTOR = [1.0954874773467178, 0.17877961791830466, 1.5746708348445564]


def test_noise_depends_on_nothing_but_seed_position_and_token():
    whole = Noise(7).exponential(100, IDS)
    assert Noise(7).exponential(100, IDS[[5, 30]]).tolist() == whole[[5, 30]].tolist()
    assert not np.isclose(whole, Noise(7).exponential(101, IDS)).any()
    assert not np.isclose(whole, Noise(8).exponential(100, IDS)).any()


@pytest.mark.parametrize("axis", ["tokens", "positions", "seeds"])
def test_noise_is_exponential_and_uncorrelated_along_every_axis(axis):
    one = np.array([11], dtype=np.int64)
    sample = {
        "tokens": lambda: Noise(3).exponential(9, np.arange(20_000)),
        "positions": lambda: np.concatenate([Noise(3).exponential(place, one) for place in range(20_000)]),
        "seeds": lambda: np.concatenate([Noise(seed).exponential(9, one) for seed in range(20_000)]),
    }[axis]()
    assert stats.kstest(sample, "expon").pvalue > 1e-3
    assert abs(np.corrcoef(sample[:-1], sample[1:])[0, 1]) < 0.03
    assert np.isfinite(sample).all()
    assert (sample > 0).all()


def test_each_token_is_chosen_with_its_probability():
    distribution = from_mapping({3: 0.5, 8: 0.3, 9: 0.15, 20: 0.05})
    in_arrays = Distribution.of_many(distribution.ids, distribution.probs)
    chosen = [Noise(5).choose(distribution, position) for position in range(40_000)]
    assert chosen[:2000] == [Noise(5).choose(in_arrays, position) for position in range(2000)]
    counts = [chosen.count(token) for token in distribution.ids.tolist()]
    assert stats.chisquare(counts, distribution.probs * len(chosen)).pvalue > 1e-3
