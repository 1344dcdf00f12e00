"""How a drafter that computes logits draws its tokens."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from app.speculation.transform import confidence
from app.speculation.verification import Draft

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from app.llama.compatibility import SharedVocabulary
    from app.speculation.distributions import Distribution, Logits
    from app.speculation.sampler import Sampler


def draw(
    context: Sequence[int],
    limit: int,
    sampler: Sampler,
    go_on: Callable[[float], bool] | None,
    *,
    first: Logits,
    following: Callable[[int], Logits],
    is_end: Callable[[int], bool],
) -> Draft:
    """Draft 1 to `limit` tokens to follow `context`; see `app.speculation.decode.Drafter.propose`.

    `first` are the logits after `context`, `following` returns those after one more token; -inf rules tokens out.
    """
    tokens: list[int] = []
    distributions: list[Distribution] = []
    sampling = sampler.sampling
    tail = context[-sampling.penalty_window :] if sampling.penalises else ()
    row = first
    while True:
        distributions.append(sampler.distribution(row, [*tail, *tokens] if tail else ()))
        tokens.append(sampler.rule.draw(distributions[-1], len(context) + len(tokens)).token)
        # A drawn token must be verified (dropping it would bias the text); stopping after it is free.
        more = go_on is None or go_on(confidence(row))
        if not more or len(tokens) == limit or is_end(tokens[-1]):
            return Draft(tuple(tokens), tuple(distributions))
        row = following(tokens[-1])


def mask(row: Logits, shared: SharedVocabulary) -> Logits:
    """Leave out what the target does not share; the transform renormalises the rest."""
    row = row[: shared.size]
    if len(shared.excluded):
        row = row.copy()
        row[shared.excluded] = -np.inf
    return row
