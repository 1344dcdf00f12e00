"""Opens the head of a pair: its model, if it has a file of its own, its context, and its drafter."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from app.catalog.gguf_header import Kind
from app.catalog.heads import ASSISTANT
from app.errors import HeadSymbolsError
from app.llama.compatibility import SharedVocabulary, shared_vocabulary
from app.llama.drafters.eagle3 import Eagle3
from app.llama.drafters.mtp import ChainedMtp, Mtp, SharingMtp
from app.llama.head_context import HeadContext
from app.llama.unstable import CHAINED_MTP, EAGLE3, MTP, unstable

if TYPE_CHECKING:
    from app.catalog.gguf_header import GgufHeader
    from app.llama.context import Cache, LlamaContext
    from app.llama.drafters.head import HeadDrafter
    from app.llama.model import LlamaModel


@dataclass(frozen=True, slots=True)
class OpenHead:
    """A head that is ready to draft; `model` is None where it lies in the file of its target."""

    drafter: HeadDrafter
    shared: SharedVocabulary
    model: LlamaModel | None

    @property
    def context(self) -> HeadContext:
        """Where it computes."""
        return self.drafter.context

    def close(self) -> None:
        """Free it; its target must still be there."""
        self.context.close()
        if self.model is not None:
            self.model.close()


def feature_of(head: GgufHeader) -> str:
    """Return which of `app.llama.unstable.NEEDED` the head in a file is."""
    if head.kind is Kind.EAGLE3_HEAD:
        return EAGLE3
    chained = head.nextn_predict_layers > 1 and head.architecture != ASSISTANT
    return CHAINED_MTP if chained else MTP


def missing_symbols(head: GgufHeader) -> HeadSymbolsError | None:
    """Return what to say of a head for which this build of llama.cpp lacks functions, None if it has them all."""
    feature = feature_of(head)
    missing = unstable.missing(feature)
    return HeadSymbolsError(feature=feature, missing=", ".join(missing)) if missing else None


def open_head(head: GgufHeader, target: LlamaContext, model: LlamaModel | None, threads: int, cache: Cache) -> OpenHead:
    """Make the drafter of a head; `model` None: it lies in the file of its target.

    Raises:
        VocabulariesDifferError: the head speaks of other tokens than its target.
        ContextError: there is no memory for it.
    """
    if model is None:
        shared = SharedVocabulary(target.model.vocabulary.size, np.empty(0, dtype=np.int64), 1.0)
    else:
        shared = shared_vocabulary(target.model, model)
    prediction = head.kind is not Kind.EAGLE3_HEAD
    context = HeadContext(model or target.model, target, threads, cache, prediction=prediction)
    drafter: HeadDrafter
    if not prediction:
        drafter = Eagle3(target, context, shared, head.target_layers)
    elif head.architecture == ASSISTANT:
        drafter = SharingMtp(target, context, shared)
    elif head.nextn_predict_layers > 1:
        drafter = ChainedMtp(target, context, shared, head.nextn_predict_layers)
    else:
        drafter = Mtp(target, context, shared)
    return OpenHead(drafter, shared, model)
