"""An EAGLE-3 head as drafter (arXiv 2503.01840): it reads three layers of its target.

An encoder joins what enters those three layers to one hidden state a position; a decoder of one layer goes on from the
pair of a state and the token after it, and then from states of its own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from app.llama.drafters.head import HeadDrafter
from app.llama.head_context import view_floats
from app.llama.unstable import unstable
from app.speculation.records import DrafterKind

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.llama.compatibility import SharedVocabulary
    from app.llama.context import LlamaContext
    from app.llama.head_context import HeadContext, Rows


class Eagle3(HeadDrafter):
    """Implements `app.speculation.decode.Drafter` with an EAGLE-3 head."""

    kind = DrafterKind.EAGLE3
    shift = 0

    def __init__(
        self, target: LlamaContext, context: HeadContext, shared: SharedVocabulary, layers: Sequence[int]
    ) -> None:
        """`layers` are those of the target whose input the head was trained on; others as `HeadDrafter`."""
        self._layers = layers
        super().__init__(target, context, shared)

    def watch(self, on: bool) -> None:
        """See `HeadDrafter.watch`."""
        for layer in self._layers:
            unstable.llama_set_embeddings_layer_inp(self._target.handle, layer, on)

    def take(self, count: int) -> Rows:
        """Return what entered the layers, shape (count, 3 * width of the target)."""
        width = self._target.model.width
        addresses = [unstable.llama_get_embeddings_layer_inp(self._target.handle, layer) for layer in self._layers]
        return np.concatenate([view_floats(address, (count, width)) for address in addresses], axis=1)

    def states(self, rows: Rows) -> Rows:
        """Return what the encoder makes of them."""
        return self.context.encode(rows)
