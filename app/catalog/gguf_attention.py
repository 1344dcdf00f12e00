"""What the blocks of a model keep of every token, and how wide they are, by llama.cpp's own defaults."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.catalog.gguf_values import Facts

# LLAMA_MAX_LAYERS in src/llama-hparams.h: more, or none, fails an assertion there.
MAX_BLOCKS: Final = 512
MAX_HEADS: Final = 1 << 16
MAX_INT32: Final = (1 << 31) - 1


@dataclass(frozen=True, slots=True)
class Attention:
    """See the fields of the same names in GgufHeader."""

    head_counts: tuple[int, ...]
    kv_head_counts: tuple[int, ...]
    key_length: int
    value_length: int
    key_length_swa: int
    value_length_swa: int
    sliding_window: int
    sliding_window_pattern: tuple[int, ...]
    latent_attention: bool
    shared_kv_layers: int
    full_attention_interval: int
    state_bytes: int
    feed_forward_length: int
    expert_feed_forward_length: int


def read_attention(facts: Facts, architecture: str, block_count: int, embedding_length: int) -> Attention:
    """Read the keys of attention; raises as the getters of `Facts`. Source: llama_model::load_hparams."""
    prefix = f"{architecture}.attention."

    def length(key: str, default: int = 0) -> int:
        return facts.size(f"{prefix}{key}", MAX_INT32, required=False) or default

    def count(key: str) -> int:
        return facts.integer(f"{architecture}.{key}", 0, MAX_INT32) or 0

    heads = _each(facts.integers(f"{prefix}head_count", MAX_HEADS, MAX_BLOCKS), block_count)
    kv_heads = _each(facts.integers(f"{prefix}head_count_kv", MAX_HEADS, MAX_BLOCKS), block_count)
    head_width = embedding_length // heads[0] if heads and heads[0] else 0
    key_length, value_length = length("key_length", head_width), length("value_length", head_width)
    return Attention(
        head_counts=heads,
        kv_head_counts=kv_heads or heads,
        key_length=key_length,
        value_length=value_length,
        key_length_swa=length("key_length_swa", key_length),
        value_length_swa=length("value_length_swa", value_length),
        sliding_window=count("attention.sliding_window"),
        sliding_window_pattern=facts.integers(f"{prefix}sliding_window_pattern", MAX_BLOCKS, MAX_BLOCKS),
        latent_attention=bool(length("key_length_mla") and length("value_length_mla")),
        shared_kv_layers=count("attention.shared_kv_layers"),
        full_attention_interval=count("full_attention_interval"),
        state_bytes=4 * _state_numbers(count, embedding_length, max(heads, default=0)),
        feed_forward_length=max(
            facts.integers(f"{architecture}.feed_forward_length", MAX_INT32, MAX_BLOCKS), default=0
        ),
        expert_feed_forward_length=count("expert_feed_forward_length"),
    )


def _state_numbers(count: Callable[[str], int], embedding_length: int, heads: int) -> int:
    """How many numbers a recurrent block keeps of all tokens together (n_embd_r and n_embd_s in llama-hparams.cpp)."""
    if head_size := count("wkv.head_size"):
        return (count("token_shift_count") + head_size) * embedding_length
    if length := count("shortconv.l_cache"):
        return embedding_length * (length - 1)
    kernel = count("ssm.conv_kernel")
    if width := count("kda.head_dim"):
        return (3 * (kernel - 1 if kernel else 3) + width) * width * heads
    state, inner = count("ssm.state_size"), count("ssm.inner_size")
    return max(0, kernel - 1) * (inner + 2 * count("ssm.group_count") * state) + state * inner


def _each(numbers: tuple[int, ...], block_count: int) -> tuple[int, ...]:
    return numbers * block_count if len(numbers) == 1 else numbers
