"""Probability distributions over token ids, and the sampling transform that makes them from logits.

A `Distribution` is sparse: after top-k, top-p or min-p few of the vocabulary's tokens are left. The order and the
meaning of the transforms are those of llama.cpp's default sampler chain (common/sampling.cpp): top-k, top-p, min-p,
then temperature. Top-p and min-p therefore look at the probabilities before the temperature is applied. Logit bias
and penalties come first.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import numpy as np
import numpy.typing as npt

from app.errors import NoNumbersError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from app.speculation.sampling import Sampling

Ids = npt.NDArray[np.int64]
Probs = npt.NDArray[np.float64]
Logits = npt.NDArray[np.float32]

# Logits further than this below the largest are seldom among the ones that are kept; looked at first.
_FIRST_LOOK = 6.0
# No two logits that matter are further apart: exp(-100) of the likeliest token's probability is none.
_WHOLE_RANGE = 100.0


class RandomSource(Protocol):
    """What verification needs of a random generator; `numpy.random.Generator` has it."""

    def random(self) -> float:
        """Return a number from [0, 1)."""


@dataclass(frozen=True, slots=True)
class Distribution:
    """Probabilities of some token ids; all other ids have probability 0.

    Attributes:
        ids: shape (n,), ascending, without repeats.
        probs: shape (n,), positive, summing to 1.
    """

    ids: Ids
    probs: Probs

    def prob(self, token: int) -> float:
        """Probability of one token."""
        place = int(self.ids.searchsorted(token))
        if place < len(self.ids) and self.ids[place] == token:
            return float(self.probs[place])
        return 0.0

    def draw(self, random: RandomSource) -> int:
        """Draw one token by inverting the cumulative distribution."""
        if len(self.ids) == 1:
            return int(self.ids[0])
        cumulative = self.probs.cumsum()
        # Scaled by the last sum, because rounding may leave it a little off 1.
        place = int(cumulative.searchsorted(random.random() * cumulative[-1], side="right"))
        return int(self.ids[min(place, len(self.ids) - 1)])

    def probs_of(self, ids: Ids) -> Probs:
        """Probabilities of `ids`, shape (len(ids),)."""
        places = np.minimum(self.ids.searchsorted(ids), len(self.ids) - 1)
        return np.where(self.ids[places] == ids, self.probs[places], 0.0)


def one_hot(token: int) -> Distribution:
    """Return the distribution that is certain of one token."""
    return Distribution(np.array([token], dtype=np.int64), np.ones(1))


def from_mapping(probs: Mapping[int, float]) -> Distribution:
    """Build a distribution from {token: weight}; zero weights are left out and the rest normalised."""
    ids = np.array(sorted(token for token, weight in probs.items() if weight > 0), dtype=np.int64)
    weights = np.array([probs[int(token)] for token in ids], dtype=np.float64)
    return Distribution(ids, weights / weights.sum())


def residual(target: Distribution, draft: Distribution) -> Distribution:
    """Return max(0, target - draft), renormalised: what a correction is drawn from.

    Where the two agree to rounding nothing is left; then the target itself is the residual (a rejection has
    probability zero there, so this is reached by rounding alone).
    """
    rest = target.probs - draft.probs_of(target.ids)
    keep = rest > 0
    total = float(rest[keep].sum())
    if total <= 0.0:
        return target
    return Distribution(target.ids[keep], rest[keep] / total)


def acceptance_mass(target: Distribution, draft: Distribution) -> float:
    """Return the chance that a token drawn from `draft` is accepted: the sum of min(target, draft)."""
    return float(np.minimum(target.probs, draft.probs_of(target.ids)).sum())


def transform(logits: Logits, sampling: Sampling, before: Sequence[int] = ()) -> Distribution:
    """Turn one row of logits, shape (vocabulary,), into the distribution that is sampled from.

    Args:
        logits: not changed.
        sampling: the options.
        before: the text so far, for the penalties; its end is enough.

    Raises:
        NoNumbersError: the logits are not finite, or nothing is left of them.
    """
    if sampling.logit_bias or sampling.penalises:
        logits = _adjusted(logits, sampling, before)
    if sampling.greedy:
        likeliest = int(logits.argmax())
        # A number that is none counts as the largest.
        if not np.isfinite(logits[likeliest]):
            raise NoNumbersError
        return one_hot(likeliest)
    ids, values, others = _likeliest(logits, sampling)
    weights = np.exp(values - values[0])
    count = len(ids)
    if sampling.top_p < 1.0:
        reached = weights.cumsum()
        count = int(reached.searchsorted(sampling.top_p * (reached[-1] + others))) + 1
    if sampling.min_p > 0.0:
        count = min(count, int(np.count_nonzero(weights >= sampling.min_p)))
    if sampling.temperature != 1.0:
        weights = np.exp((values[:count] - values[0]) / sampling.temperature)
    ids, weights = ids[:count], weights[:count]
    if weights[-1] == 0.0:
        possible = weights > 0.0
        ids, weights = ids[possible], weights[possible]
    order = ids.argsort()
    return Distribution(ids[order], weights[order] / weights.sum())


def _likeliest(logits: Logits, sampling: Sampling) -> tuple[Ids, Probs, float]:
    """Return ids and logits of all tokens that the transform may keep, the likeliest first, and the weight of the rest.

    The weight is in units of the likeliest token's, and counts only against top-p, which looks at all tokens that top-k
    left. Sorting the vocabulary is avoided: the few tokens near the top are found first, and are mostly enough.
    """
    largest = logits.max()
    if not np.isfinite(largest):
        raise NoNumbersError
    if sampling.top_k and sampling.top_k < len(logits):
        near, reach = np.flatnonzero(logits > largest - _FIRST_LOOK), _FIRST_LOOK
        while len(near) < sampling.top_k and reach < _WHOLE_RANGE:
            reach *= 2
            near = np.flatnonzero(logits > largest - reach)
        if len(near) < sampling.top_k:
            near = np.arange(len(logits))
        values = logits[near]
        order = values.argsort()[: -sampling.top_k - 1 : -1]
        return near[order], values[order].astype(np.float64), 0.0
    if sampling.top_p < 1.0 or sampling.min_p > 0.0:
        return _without_top_k(logits, float(largest), sampling)
    order = logits.argsort()[::-1]
    return order, logits[order].astype(np.float64), 0.0


def _without_top_k(logits: Logits, largest: float, sampling: Sampling) -> tuple[Ids, Probs, float]:
    """Find what top-p or min-p may keep of the whole vocabulary; see `_likeliest`."""
    total = float(np.exp((logits - np.float32(largest)).astype(np.float64)).sum())
    reach = _FIRST_LOOK
    while True:
        near = np.flatnonzero(logits > largest - reach)
        weight = float(np.exp(logits[near].astype(np.float64) - largest).sum())
        enough_for_top_p = sampling.top_p < 1.0 and weight >= sampling.top_p * total
        enough_for_min_p = sampling.min_p > 0.0 and reach > -np.log(sampling.min_p)
        if enough_for_top_p or enough_for_min_p or len(near) == len(logits):
            break
        reach *= 2
        if reach >= _WHOLE_RANGE:
            near = np.arange(len(logits))
            weight = total
            break
    values = logits[near]
    order = values.argsort()[::-1]
    return near[order], values[order].astype(np.float64), max(0.0, total - weight)


def confidence(logits: Logits) -> float:
    """Return the largest probability of a row of logits, before any transform."""
    largest = logits.max()
    # What is left out holds less than a thousandth, unless the row is so flat that the answer is near 0 anyway.
    near = logits[logits > largest - 2 * _FIRST_LOOK]
    return float(1.0 / np.exp(near - largest).sum())


def _adjusted(logits: Logits, sampling: Sampling, before: Sequence[int]) -> Logits:
    """Return a copy with bias and penalties applied, as llama_sampler_logit_bias and llama_sampler_penalties do."""
    logits = logits.copy()
    for token, bias in sampling.logit_bias:
        if 0 <= token < len(logits):
            logits[token] += np.float32(bias)
    if not sampling.penalises:
        return logits
    seen, counts = np.unique(np.asarray(before[-sampling.penalty_window :], dtype=np.int64), return_counts=True)
    known = seen < len(logits)
    seen, counts = seen[known], counts[known].astype(np.float32)
    values = logits[seen]
    factor = np.float32(sampling.repeat_penalty)
    values = np.where(values <= 0, values * factor, values / factor)
    values -= counts * np.float32(sampling.frequency_penalty) + np.float32(sampling.presence_penalty)
    logits[seen] = values
    return logits
