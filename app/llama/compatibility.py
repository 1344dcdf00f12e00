"""Which tokens two loaded models share, so that one can draft for the other.

llama.cpp refuses a pair over a single id whose text differs (common_speculative_are_compatible in
common/speculative.cpp). That is not needed: a drafter may propose any of the tokens that mean the same to both, its
probabilities renormalised over them, and verification keeps the text exact. A pair is refused only where too little is
shared to be worth it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from app.catalog.compatibility import LEAST_SHARED
from app.errors import VocabulariesDifferError
from app.llama.agreement import disagreement
from app.phrases import Phrase

if TYPE_CHECKING:
    from app.llama.model import LlamaModel, Vocabulary


@dataclass(frozen=True, slots=True)
class SharedVocabulary:
    """The ids below `size`, without `excluded` (ascending), mean the same to target and drafter.

    `share` is their part of the target's vocabulary; `first_difference` says in words where the two part, "" if not;
    `disagreement` is a sentence where the headers promised something else.
    """

    size: int
    excluded: npt.NDArray[np.int64]
    share: float
    first_difference: str = ""
    disagreement: str = ""


def shared_vocabulary(target: LlamaModel, drafter: LlamaModel) -> SharedVocabulary:
    """Compare two vocabularies token by token.

    Raises:
        VocabulariesDifferError: less than 80% is shared; names the first difference.
    """
    ours, theirs = target.vocabulary, drafter.vocabulary
    size = min(ours.size, theirs.size)
    excluded = np.array([token for token in range(size) if ours.text(token) != theirs.text(token)], dtype=np.int64)
    share = (size - len(excluded)) / ours.size
    difference = _difference(ours, theirs, excluded)
    surprise = disagreement(target.path, drafter.path, share=share)
    if ours.type != theirs.type or share < LEAST_SHARED:
        kind = Phrase("they use different kinds of tokenizer") if ours.type != theirs.type else difference
        detail = Phrase("{kind}; {share:.0%} of the tokens are shared", kind=kind, share=share)
        raise VocabulariesDifferError(target=target.path.name, drafter=drafter.path.name, detail=detail)
    return SharedVocabulary(size, excluded, share, difference, surprise)


def _difference(target: Vocabulary, drafter: Vocabulary, excluded: npt.NDArray[np.int64]) -> str:
    if len(excluded):
        token = int(excluded[0])
        return Phrase(
            "token {token} is {ours!r} in one and {theirs!r} in the other",
            token=token,
            ours=target.token_text(token),
            theirs=drafter.token_text(token),
        )
    if target.size != drafter.size:
        return Phrase("{ours} tokens against {theirs}", ours=target.size, theirs=drafter.size)
    return ""
