"""A smaller model of the same vocabulary as drafter."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.errors import ContextFullError
from app.llama.context import ContextReader
from app.llama.drafters.drawing import draw, mask
from app.speculation.records import DrafterKind

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from app.llama.compatibility import SharedVocabulary
    from app.llama.context import LlamaContext
    from app.speculation.distributions import Logits
    from app.speculation.sampler import Sampler
    from app.speculation.verification import Draft


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

    def keep(self, length: int) -> None:
        """Forget all but the first `length` tokens, or more: the next draft begins by reading what is missing."""
        if length < len(self._context.tokens):
            self._context.trim(length)

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
        first = mask(self._catch_up(context), self._shared)
        self._context.remember(limit - 1)
        return draw(
            context,
            limit,
            sampler,
            go_on,
            first=first,
            following=lambda token: mask(self._context.evaluate([token], outputs=1)[0], self._shared),
            is_end=self._context.model.vocabulary.is_end,
        )

    def _catch_up(self, context: Sequence[int]) -> Logits:
        """Read what is new in `context`, usually one or two tokens; return the logits after it."""
        if len(context) - len(self._context.tokens) > self._context.chunk:
            for _ in self._context.go_on(context[:-1]):
                pass
        return self._context.evaluate(context[len(self._context.tokens) :], outputs=1)[0]
