"""Which kind of tokenizer llama.cpp makes of a header, and which tokens it puts around a text.

A header may leave most of it out; then these defaults hold. Source: llama_vocab::impl::load in src/llama-vocab.cpp.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from app.catalog.gguf_header import GgufHeader

# Kinds with their defaults: the ids of BOS and EOS, and whether each is added to a text.
_KINDS: Final = {
    "SPM": (1, 2, True, False),
    "BPE": (11, 11, False, False),
    "WPM": (101, None, True, False),
    "UGM": (None, 1, False, True),
    "RWKV": (None, None, False, False),
    "PLaMo-2": (1, 2, False, False),
    "none": (None, None, False, False),
}
_KIND_OF_MODEL: Final = {
    "llama": "SPM",
    "bert": "WPM",
    "gpt2": "BPE",
    "hybriddna": "BPE",
    "whitespace": "BPE",
    "gemma4": "BPE",
    "t5": "UGM",
    "rwkv": "RWKV",
    "plamo2": "PLaMo-2",
    "no_vocab": "none",
    "none": "none",
}
_BPE_WITH_BOS: Final = {
    "llama3",
    "llama-v3",
    "llama-bpe",
    "falcon3",
    "falcon-h1",
    "pixtral",
    "midm-2.0",
    "lfm2",
    "jina-v5-nano",
    "tekken",
    "chameleon",
}
_GEMMA4: Final = "gemma4"


@dataclass(frozen=True, slots=True)
class TokenizerPolicy:
    """`kind` as llama.cpp calls it; `bos` and `eos` are the ids that it puts around a text, None where it does not."""

    kind: str
    bos: int | None
    eos: int | None


def tokenizer_policy(header: GgufHeader) -> TokenizerPolicy:
    """What llama.cpp will do with the tokenizer of `header`; a kind that it does not know keeps its own name."""
    model = header.tokenizer_model or "none"
    kind = _KIND_OF_MODEL.get(model, model)
    bos, eos, add_bos, add_eos = _KINDS.get(kind, _KINDS["none"])
    pre = _GEMMA4 if model == _GEMMA4 else header.tokenizer_pre
    if kind == "BPE" and pre in _BPE_WITH_BOS:
        add_bos = True
    if model == _GEMMA4:  # its ids have no defaults
        bos = eos = None
    bos = bos if header.bos_id is None else header.bos_id
    eos = eos if header.eos_id is None else header.eos_id
    add_bos = add_bos if header.add_bos is None else header.add_bos
    add_eos = add_eos if header.add_eos is None else header.add_eos
    # Early files of Gemma 4 say that they want no BOS; llama.cpp knows better.
    add_bos = add_bos or (kind == "BPE" and pre == _GEMMA4)
    return TokenizerPolicy(kind, bos if add_bos else None, eos if add_eos else None)
