"""Fixed noise for every (seed, position, token): the same whoever asks, in whatever order.

A counter-based generator: the number is a hash of what it belongs to, so that a drafter and its target meet the same
noise without talking to each other. The hash is the finaliser of SplitMix64 (Steele, Lea, Flood, "Fast Splittable
Pseudorandom Number Generators", OOPSLA 2014), applied once to the seed, once to the position and once to the token.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.speculation.distributions import Distribution, Ids

_MASK = (1 << 64) - 1
_GOLDEN = 0x9E3779B97F4A7C15
_FIRST, _SECOND = 0xBF58476D1CE4E5B9, 0x94D049BB133111EB
_FIRST_FACTOR, _SECOND_FACTOR, _STEP = np.uint64(_FIRST), np.uint64(_SECOND), np.uint64(_GOLDEN)
_30, _27, _31, _11 = np.uint64(30), np.uint64(27), np.uint64(31), np.uint64(11)
_UNIT = 2.0**-53


class Noise:
    """Exponential noise of one seed."""

    def __init__(self, seed: int) -> None:
        self._key = _mix(seed & _MASK ^ _mix(seed >> 64 & _MASK))

    def exponential(self, position: int, ids: Ids) -> npt.NDArray[np.float64]:
        """Return independent standard exponential numbers, shape (len(ids),), for tokens at a position of the text."""
        key = np.uint64(self._key_at(position))
        bits = ids.astype(np.uint64)
        bits += np.uint64(1)
        bits *= _STEP
        bits += key
        bits ^= bits >> _30
        bits *= _FIRST_FACTOR
        bits ^= bits >> _27
        bits *= _SECOND_FACTOR
        bits ^= bits >> _31
        # The middle of one of 2^53 equal parts of (0, 1): never 0 or 1, so the logarithm is finite and not zero.
        uniform = ((bits >> _11).astype(np.float64) + 0.5) * _UNIT
        return -np.log(uniform)

    def number(self, position: int, token: int) -> float:
        """Return the uniform number from (0, 1) whose -log is the exponential one of a token at a position."""
        return ((_mix(self._key_at(position) + (token + 1) * _GOLDEN & _MASK) >> 11) + 0.5) * _UNIT

    def choose(self, distribution: Distribution, position: int) -> int:
        """Return the token that this noise draws from `distribution` at a position.

        It is argmax(log prob + g) with Gumbel noise g = -log(exponential), which is the argmin taken here; over all
        seeds each token comes with its probability.
        """
        certain = distribution.certain
        if certain is not None:
            return certain
        if distribution.table is not None:
            return self._choose_of_few(distribution.table, position)
        race = self.exponential(position, distribution.ids) / distribution.probs
        return int(distribution.ids[race.argmin()])

    def _choose_of_few(self, table: Mapping[int, float], position: int) -> int:
        """Do the same without arrays, which is faster for a few tokens; the same bits, so the same choice."""
        key, log = self._key_at(position), math.log
        best, first = -1, math.inf
        for token, prob in table.items():
            bits = _mix(key + (token + 1) * _GOLDEN & _MASK)
            finish = -log(((bits >> 11) + 0.5) * _UNIT) / prob
            if finish < first:
                best, first = token, finish
        return best

    def _key_at(self, position: int) -> int:
        return _mix(self._key + (position + 1) * _GOLDEN & _MASK)


def _mix(value: int) -> int:
    value = (value ^ value >> 30) * _FIRST & _MASK
    value = (value ^ value >> 27) * _SECOND & _MASK
    return value ^ value >> 31
