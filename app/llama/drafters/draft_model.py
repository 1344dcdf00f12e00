"""A smaller model of the same vocabulary as drafter."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from app.errors import ContextFullError
from app.llama.context import ContextReader
from app.speculation.records import DrafterKind
from app.speculation.transform import confidence
from app.speculation.verification import Draft

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from app.llama.compatibility import SharedVocabulary
    from app.llama.context import LlamaContext
    from app.speculation.distributions import Distribution, Logits
    from app.speculation.sampler import Sampler


class DraftModel(ContextReader):
    """Implements `app.speculation.decode.Drafter` with a context of its own.

    Its tokens are drawn from its own distribution after the same transform as the target's.

    One round costs K single-token passes. The context never reads the last drafted token: if the draft is cut, the
    rest is trimmed and the correction read; if all of it is accepted, the last drafted token and the bonus are read
    together, which costs one pass of two. No second pass over the verified batch is needed.
    """

    kind = DrafterKind.MODEL

    def __init__(self, context: LlamaContext, shared: SharedVocabulary) -> None:
        """Draft with `context`, only tokens that the target shares."""
        super().__init__(context)
        self._shared = shared

    def ready(self, _context: Sequence[int]) -> bool:
        """Whether it has anything to propose: a model always has."""
        return True

    def propose(
        self, context: Sequence[int], limit: int, sampler: Sampler, go_on: Callable[[float], bool] | None
    ) -> Draft:
        """Draft up to `limit` tokens to follow `context`; fewer if the text ends or its context fills up.

        Raises:
            ContextFullError: there is no room left for even one token.
            DecodeError: a pass failed.
        """
        limit = min(limit, self.capacity - len(context) + 1)
        if limit < 1:
            raise ContextFullError(model=self._context.model.path.name, tokens=self.capacity)
        tokens: list[int] = []
        distributions: list[Distribution] = []
        sampling = sampler.sampling
        tail = context[-sampling.penalty_window :] if sampling.penalises else ()
        row = self._catch_up(context)
        while True:
            row = self._mask(row)
            distributions.append(sampler.distribution(row, [*tail, *tokens] if tail else ()))
            tokens.append(sampler.rule.draw(distributions[-1], len(context) + len(tokens)).token)
            # A drawn token must be verified (dropping it would bias the text); stopping after it is free.
            more = go_on is None or go_on(confidence(row))
            if not more or len(tokens) == limit or self._context.model.vocabulary.is_end(tokens[-1]):
                return Draft(tuple(tokens), tuple(distributions))
            row = self._context.evaluate(tokens[-1:], outputs=1)[0]

    def _mask(self, row: Logits) -> Logits:
        """Leave out what the target does not share; the transform renormalises the rest."""
        row = row[: self._shared.size]
        if len(self._shared.excluded):
            row = row.copy()
            row[self._shared.excluded] = -np.inf
        return row

    def _catch_up(self, context: Sequence[int]) -> Logits:
        """Read what is new in `context`, usually one or two tokens; return the logits after it."""
        while len(context) - len(self._context.tokens) > self._context.chunk:
            start = len(self._context.tokens)
            self._context.evaluate(context[start : start + self._context.chunk], outputs=0)
        return self._context.evaluate(context[len(self._context.tokens) :], outputs=1)[0]
