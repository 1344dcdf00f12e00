"""Multi-token-prediction heads as drafters: layers after the last one of the target, trained with it.

A head reads the hidden state with which the target ended at one position together with the token after it. Models with
several heads have one for each further token (arXiv 2404.19737, 2412.19437): they draft in a chain, each going over the
pairs of this draft once more with a memory of its own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from app.llama.drafters.head import HeadDrafter
from app.llama.head_context import copy_floats
from app.llama.unstable import unstable
from app.speculation.records import DrafterKind

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.llama.compatibility import SharedVocabulary
    from app.llama.context import LlamaContext
    from app.llama.head_context import HeadContext, Rows
    from app.speculation.distributions import Logits


class Mtp(HeadDrafter):
    """Implements `app.speculation.decode.Drafter` with one head, which goes on from its own states."""

    kind = DrafterKind.MTP
    shift = 1

    def watch(self, on: bool) -> None:
        """See `HeadDrafter.watch`."""
        unstable.llama_set_embeddings_nextn(self._target.handle, on, False)

    def take(self, count: int) -> Rows:
        """Return the last hidden states of the target, shape (count, width)."""
        address = unstable.llama_get_embeddings_nextn(self._target.handle)
        return copy_floats(address, (count, self._target.model.state_width))

    def first_state(self) -> Rows | None:
        """Return zeros: nothing comes before the first token."""
        return np.zeros(self._target.model.state_width, dtype=np.float32)


class ChainedMtp(Mtp):
    """Several heads in a chain, which draft as many tokens at most as there are heads."""

    def __init__(self, target: LlamaContext, context: HeadContext, shared: SharedVocabulary, heads: int) -> None:
        """`heads` is how many there are; others as `HeadDrafter`."""
        self._heads = heads
        self._draft: tuple[list[int], list[Rows]] = ([], [])
        super().__init__(target, context, shared, most=heads)

    def pair(self, tokens: Sequence[int], states: Rows) -> None:
        """Have every head read the pairs; each keeps its own memory of the same places."""
        start = self.context.length
        try:
            for head in range(self._heads):
                self.context.trim(start)
                self._choose(head)
                self.context.read(tokens, states)
        except BaseException:
            self.context.trim(start)
            raise
        finally:
            self._choose(0)

    def begin(self, token: int, state: Rows) -> Logits:
        """Read the first pair of a draft with the first head."""
        self._draft = [token], [state]
        return self.context.read([token], state[np.newaxis], logits=True)

    def go_on(self, token: int) -> Logits:
        """Read all pairs of the draft with the next head."""
        tokens, states = self._draft
        tokens.append(token)
        states.append(self.context.last_state())
        self.context.trim(self.context.length - len(tokens) + 1)
        self._choose(len(tokens) - 1)
        try:
            return self.context.read(tokens, np.stack(states), logits=True)
        finally:
            self._choose(0)

    def _choose(self, head: int) -> None:
        unstable.llama_set_nextn_layer_offset(self.context.handle, head)


class SharingMtp(Mtp):
    """A head without a memory of its own (gemma4-assistant): it looks into that of its target.

    All tokens of a draft are at one position, the next one of the target, which llama.cpp finds by itself.
    """

    def pair(self, tokens: Sequence[int], states: Rows) -> None:
        """Do nothing: the target has read them."""
