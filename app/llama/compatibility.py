"""Whether two loaded models share a vocabulary: llama.cpp's own rule, with the reason in words.

The rule is that of common_speculative_are_compatible (common/speculative.cpp): same kind of tokenizer, same policy for
begin- and end-of-text tokens, sizes at most 128 apart (padding), and equal text for every shared id from 5 on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.errors import VocabulariesDifferError

if TYPE_CHECKING:
    from app.llama.model import LlamaModel, Vocabulary

_LARGEST_PADDING = 128
_FIRST_COMPARED = 5


def require_shared_vocabulary(target: LlamaModel, drafter: LlamaModel) -> int:
    """Return how many ids, from 0 on, both vocabularies have.

    Raises:
        VocabulariesDifferError: naming the first difference.
    """
    difference = _difference(target.vocabulary, drafter.vocabulary)
    if difference:
        raise VocabulariesDifferError(target=target.path.name, drafter=drafter.path.name, detail=difference)
    return min(target.vocabulary.size, drafter.vocabulary.size)


def _difference(target: Vocabulary, drafter: Vocabulary) -> str | None:
    if target.type != drafter.type:
        return "they use different kinds of tokenizer"
    for word, wanted, special in (
        ("begin", (target.add_bos, drafter.add_bos), (target.bos, drafter.bos)),
        ("end", (target.add_eos, drafter.add_eos), (target.eos, drafter.eos)),
    ):
        if wanted[0] != wanted[1]:
            return f"only one of them adds a token at the {word} of a text"
        if wanted[0] and special[0] != special[1]:
            return f"their {word}-of-text tokens are {special[0]} and {special[1]}"
    if abs(target.size - drafter.size) > _LARGEST_PADDING:
        return f"{target.size} tokens against {drafter.size}"
    for token in range(_FIRST_COMPARED, min(target.size, drafter.size)):
        if target.text(token) != drafter.text(token):
            return (
                f"token {token} is {target.token_text(token)!r} in one and {drafter.token_text(token)!r} in the other"
            )
    return None
