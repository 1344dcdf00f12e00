"""The target: evaluates a draft in one pass."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.llama.context import ContextReader

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.speculation.distributions import Logits


class LlamaTarget(ContextReader):
    """Implements `app.speculation.decode.Target`."""

    def evaluate(self, tokens: Sequence[int]) -> list[Logits]:
        """Read `tokens` in one pass and return a row of logits for each; all but the first may be taken back."""
        self._context.remember(len(tokens) - 1)
        return self._context.evaluate(tokens, outputs=len(tokens))

    def is_end(self, token: int) -> bool:
        """Whether this token ends a reply."""
        return self._context.model.vocabulary.is_end(token)
