"""Probability distributions over token ids, and their algebra.

A `Distribution` is sparse: after top-k, top-p or min-p few of the vocabulary's tokens are left. Few tokens live in a
dictionary and many in arrays: after each pass the caches are cold, and there a loop over 40 tokens takes a quarter of
the time of the dozen array operations it replaces.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, Self

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from collections.abc import Mapping

Ids = npt.NDArray[np.int32]
Probs = npt.NDArray[np.float64]
Logits = npt.NDArray[np.float32]


# Mostly more than a handful of tokens are within this share of the likeliest: finding them avoids sorting a vocabulary.
_NEAR = 1e-4


class RandomSource(Protocol):
    """What verification needs of a random generator; `numpy.random.Generator` has it."""

    def random(self) -> float:
        """Return a number from [0, 1)."""


class Distribution:
    """Probabilities of some token ids; all other ids have probability 0. Never changes."""

    __slots__ = ("_ids", "_probs", "_table")

    def __init__(
        self, ids: Ids | None = None, probs: Probs | None = None, table: Mapping[int, float] | None = None
    ) -> None:
        """Make one of arrays or of a table, see `of_many` and `of_few`."""
        self._ids, self._probs, self._table = ids, probs, table

    @classmethod
    def of_many(cls, ids: Ids, probs: Probs) -> Self:
        """Take ids, shape (n,), ascending without repeats, and their probabilities, positive, summing to 1."""
        return cls(ids, probs)

    @classmethod
    def of_few(cls, table: Mapping[int, float]) -> Self:
        """Take {id: probability}, probabilities positive and summing to 1; drawn in this order."""
        return cls(table=table)

    @property
    def ids(self) -> Ids:
        """The tokens, shape (n,), ascending."""
        if self._ids is None:
            self._ids = np.array(sorted(self._table or ()), dtype=np.int32)
        return self._ids

    @property
    def probs(self) -> Probs:
        """Their probabilities, shape (n,), positive, summing to 1."""
        if self._probs is None:
            table = self._table or {}
            self._probs = np.array([table[token] for token in sorted(table)])
        return self._probs

    @property
    def table(self) -> Mapping[int, float] | None:
        """The same as {id: probability} where the tokens are few, else None."""
        return self._table

    @property
    def certain(self) -> int | None:
        """The token, if there is only one."""
        if self._table is not None:
            return next(iter(self._table)) if len(self._table) == 1 else None
        return int(self.ids[0]) if len(self.ids) == 1 else None

    def prob(self, token: int) -> float:
        """Probability of one token."""
        if self._table is not None:
            return self._table.get(token, 0.0)
        place = int(self.ids.searchsorted(token))
        if place < len(self.ids) and self.ids[place] == token:
            return float(self.probs[place])
        return 0.0

    def draw(self, random: RandomSource) -> int:
        """Draw one token by inverting the cumulative distribution."""
        certain = self.certain
        return self.at(random.random()) if certain is None else certain

    def at(self, number: float) -> int:
        """Return the token that a number from [0, 1) chooses: each owns as much of that range as its probability."""
        if self._table is not None:
            return _draw_of_few(self._table, number)
        cumulative = self.probs.cumsum()
        # Scaled by the last sum, because rounding may leave it a little off 1.
        place = int(cumulative.searchsorted(number * cumulative[-1], side="right"))
        return int(self.ids[min(place, len(self.ids) - 1)])

    def top(self, count: int) -> list[tuple[int, float]]:
        """Return the `count` likeliest tokens with their probabilities, the likeliest first."""
        if self._table is not None:
            return sorted(self._table.items(), key=_probability, reverse=True)[:count]
        probs = self.probs
        least = float(probs[probs.argmax()]) * _NEAR
        near = (probs > least).nonzero()[0]
        if len(near) < count:
            near = probs.argsort()[-count:]
        order = near[probs[near].argsort(kind="stable")[::-1][:count]]
        return list(zip(self.ids[order].tolist(), probs[order].tolist(), strict=True))

    def probs_of(self, ids: Ids) -> Probs:
        """Probabilities of `ids`, shape (len(ids),)."""
        places = np.minimum(self.ids.searchsorted(ids), len(self.ids) - 1)
        return np.where(self.ids[places] == ids, self.probs[places], 0.0)


def _probability(entry: tuple[int, float]) -> float:
    return entry[1]


def _draw_of_few(table: Mapping[int, float], number: float) -> int:
    # As above, the sum may be a little off 1.
    left = number * sum(table.values())
    last = -1
    for token, prob in table.items():
        left -= prob
        if left < 0.0:
            return token
        last = token
    return last


def one_hot(token: int) -> Distribution:
    """Return the distribution that is certain of one token."""
    return Distribution.of_few({token: 1.0})


def from_mapping(weights: Mapping[int, float]) -> Distribution:
    """Build a distribution from {token: weight}; zero weights are left out and the rest normalised."""
    total = sum(weights.values())
    return Distribution.of_few({token: weights[token] / total for token in sorted(weights) if weights[token] > 0})


def residual(target: Distribution, draft: Distribution) -> Distribution:
    """Return max(0, target - draft), renormalised: what a correction is drawn from.

    Where the two agree to rounding nothing is left; then the target itself is the residual (a rejection has
    probability zero there, so this is reached by rounding alone).
    """
    if target.table is not None:
        return _residual_of_few(target, target.table, draft)
    rest = target.probs - draft.probs_of(target.ids)
    keep = rest > 0
    total = float(rest[keep].sum())
    if total <= 0.0:
        return target
    return Distribution.of_many(target.ids[keep], rest[keep] / total)


def _residual_of_few(target: Distribution, table: Mapping[int, float], draft: Distribution) -> Distribution:
    rest = {token: left for token, prob in table.items() if (left := prob - draft.prob(token)) > 0.0}
    total = sum(rest.values())
    return Distribution.of_few({token: left / total for token, left in rest.items()}) if total > 0.0 else target


def acceptance_mass(target: Distribution, draft: Distribution) -> float:
    """Return the chance that a token drawn from `draft` is accepted: the sum of min(target, draft)."""
    return float(np.minimum(target.probs, draft.probs_of(target.ids)).sum())
