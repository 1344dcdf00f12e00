"""The sampling transform: from one row of logits to the distribution that is sampled from.

The order and the meaning of the steps are those of llama.cpp's default sampler chain (common/sampling.cpp): logit bias
and penalties, top-k, top-p, min-p, then temperature. Top-p and min-p therefore look at the probabilities before the
temperature is applied.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from app.errors import NoNumbersError
from app.speculation.distributions import Distribution, Ids, Logits, Probs, one_hot

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.speculation.sampling import Sampling

# Logits further than this below the largest are seldom among the ones that are kept; looked at first.
_FIRST_LOOK = 8.0
# No two logits that matter are further apart: exp(-100) of the likeliest token's probability is none.
_WHOLE_RANGE = 100.0
# Nearer than this to the largest lies nearly all of the probability.
_NEARLY_ALL = 12.0
# Up to so many tokens a loop is faster than array operations.
_FEW = 64


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
        if not math.isfinite(logits.item(likeliest)):
            raise NoNumbersError
        return one_hot(likeliest)
    # A third of the time of max(), which runs through a general reduction.
    largest = logits.item(logits.argmax())
    if not math.isfinite(largest):
        raise NoNumbersError
    top_k = min(sampling.top_k or len(logits), len(logits))
    if top_k <= _FEW:
        return _of_few(*_top(logits, largest, top_k), sampling)
    if top_k == len(logits) and sampling.top_p == 1.0 and sampling.min_p == 0.0:
        return _of_all(logits, largest, sampling.temperature)
    return _of_many(logits, largest, top_k, sampling)


def _of_few(ids: Sequence[int], values: Sequence[float], sampling: Sampling) -> Distribution:
    """Go on from the tokens that top-k left, the likeliest first."""
    exp, largest = math.exp, values[0]
    weights = [exp(value - largest) for value in values]
    if sampling.top_p < 1.0:
        needed = sampling.top_p * sum(weights)
        for place, weight in enumerate(weights):
            needed -= weight
            if needed <= 0.0:
                del weights[place + 1 :]
                break
    if sampling.min_p > 0.0:
        while weights[-1] < sampling.min_p:
            weights.pop()
    temperature = sampling.temperature
    if temperature != 1.0:
        weights = [exp((value - largest) / temperature) for value in values[: len(weights)]]
    while weights[-1] == 0.0:  # too small for a number
        weights.pop()
    scale = 1.0 / sum(weights)
    return Distribution.of_few({token: weight * scale for token, weight in zip(ids, weights, strict=False)})


def _top(logits: Logits, largest: float, top_k: int) -> tuple[list[int], list[float]]:
    """Return the ids and logits of the `top_k` likeliest tokens, the likeliest first.

    Sorting the vocabulary is avoided: the few tokens near the top are found first, and are mostly enough.
    """
    near = _near_top(logits, largest, top_k)
    values = logits[near]
    if len(near) > 4 * top_k:
        best = values.argpartition(len(near) - top_k)[-top_k:]
        near, values = near[best], values[best]
    numbers, tokens = values.tolist(), near.tolist()
    order = sorted(range(len(numbers)), key=numbers.__getitem__, reverse=True)[:top_k]
    return [tokens[place] for place in order], [numbers[place] for place in order]


def _near_top(logits: Logits, largest: float, least: int) -> npt.NDArray[np.int64]:
    """Return the ids of all tokens within some distance of the largest logit, at least `least` of them."""
    reach = _FIRST_LOOK
    while reach < _WHOLE_RANGE:
        near = (logits > largest - reach).nonzero()[0]
        if len(near) >= least:
            return near
        reach *= 2
    return np.arange(len(logits))


def _of_all(logits: Logits, largest: float, temperature: float) -> Distribution:
    """Keep every token; nothing needs sorting."""
    weights = np.subtract(logits, largest, dtype=np.float64)
    weights /= temperature
    np.exp(weights, out=weights)
    ids = np.arange(len(logits), dtype=np.int32)
    if not weights.all():
        ids = weights.nonzero()[0].astype(np.int32)
        weights = weights[ids]
    weights /= weights.sum()
    return Distribution.of_many(ids, weights)


def _of_many(logits: Logits, largest: float, top_k: int, sampling: Sampling) -> Distribution:
    """Do what `_of_few` does, in arrays."""
    ids, values, others = _likeliest(logits, largest, top_k, sampling)
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
    return Distribution.of_many(ids[order], weights[order] / weights.sum())


def _likeliest(logits: Logits, largest: float, top_k: int, sampling: Sampling) -> tuple[Ids, Probs, float]:
    """Return ids and logits of all tokens that the transform may keep, the likeliest first, and the weight of the rest.

    The weight is in units of the likeliest token's, and counts only against top-p, which looks at all tokens that top-k
    left.
    """
    if top_k < len(logits):
        near, others = _near_top(logits, largest, top_k).astype(np.int32), 0.0
    else:
        near, others = _without_top_k(logits, largest, sampling)
    values = logits[near]
    order = values.argsort()[: -top_k - 1 : -1]
    return near[order], values[order].astype(np.float64), others


def _without_top_k(logits: Logits, largest: float, sampling: Sampling) -> tuple[Ids, float]:
    """Return the ids that top-p or min-p may keep of the whole vocabulary, and the weight of the others."""
    total = float(np.exp(np.subtract(logits, largest, dtype=np.float64)).sum())
    reach = _FIRST_LOOK
    while reach < _WHOLE_RANGE:
        near = (logits > largest - reach).nonzero()[0].astype(np.int32)
        weight = float(np.exp(np.subtract(logits[near], largest, dtype=np.float64)).sum())
        enough_for_top_p = sampling.top_p < 1.0 and weight >= sampling.top_p * total
        enough_for_min_p = sampling.min_p > 0.0 and reach > -math.log(sampling.min_p)
        if enough_for_top_p or enough_for_min_p:
            return near, max(0.0, total - weight)
        reach *= 2
    return np.arange(len(logits), dtype=np.int32), 0.0


def confidence(logits: Logits) -> float:
    """Return the largest probability of a row of logits, before any transform."""
    largest = logits.max()
    # What is left out holds less than a thousandth, unless the row is so flat that the answer is near 0 anyway.
    near = logits[logits > largest - _NEARLY_ALL]
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
