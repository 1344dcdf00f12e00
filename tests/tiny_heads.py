"""Tiny real targets with heads, random weights, written in milliseconds.

A target whose output rows are mirrored pairs over a few tokens, and zeros elsewhere, writes nothing but those tokens; a
head over the same output then agrees now and then, so that drafts are kept whole, in part and not at all.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import gguf
import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from pathlib import Path

WIDTH, HEADS, KV_HEADS, FEED, CONTEXT = 32, 4, 2, 48, 1024
HEAD_WIDTH = WIDTH // HEADS
# The tokens that are ever written.
SPOKEN = (40, 41)
TOKENS = ["<unk>", "<s>", "</s>", *(f"<0x{byte:02X}>" for byte in range(256)), *(f"▁w{place}" for place in range(8))]

Floats = npt.NDArray[np.float32]


@dataclass(slots=True)
class TinyFile:
    """A GGUF file to be."""

    architecture: str
    numbers: dict[str, int | float | bool] = field(default_factory=dict)
    arrays: dict[str, list[int] | list[bool]] = field(default_factory=dict)
    tensors: dict[str, npt.NDArray[np.generic]] = field(default_factory=dict)

    def write(self, path: Path) -> Path:
        """Write it with a vocabulary of bytes and some words."""
        writer = gguf.GGUFWriter(path, self.architecture)
        writer.add_name(path.stem)
        kinds = [gguf.TokenType.UNKNOWN, gguf.TokenType.CONTROL, gguf.TokenType.CONTROL]
        kinds += [gguf.TokenType.BYTE] * 256 + [gguf.TokenType.NORMAL] * (len(TOKENS) - 259)
        writer.add_tokenizer_model("llama")
        writer.add_token_list(TOKENS)
        writer.add_token_scores([0.0] * len(TOKENS))
        writer.add_token_types(kinds)
        writer.add_bos_token_id(1)
        writer.add_eos_token_id(2)
        writer.add_add_bos_token(True)
        for key, value in self.numbers.items():
            name = f"{self.architecture}.{key}"
            if isinstance(value, bool):
                writer.add_bool(name, value)
            elif isinstance(value, float):
                writer.add_float32(name, value)
            else:
                writer.add_uint32(name, value)
        for key, values in self.arrays.items():
            writer.add_array(f"{self.architecture}.{key}", values)
        for name, tensor in self.tensors.items():
            writer.add_tensor(name, tensor)
        writer.write_header_to_file()
        writer.write_kv_data_to_file()
        writer.write_tensors_to_file()
        writer.close()
        return path


class Weights:
    """Random tensors from one seed."""

    def __init__(self, seed: int) -> None:
        self._random = np.random.default_rng(seed)

    def __call__(self, *shape: int, scale: float = 0.4) -> Floats:
        return self._random.normal(0, scale, shape).astype(np.float32)

    def output(self) -> Floats:
        """Logits of nothing but the spoken tokens, which come in pairs of opposites."""
        rows = np.zeros((len(TOKENS), WIDTH), dtype=np.float32)
        for one, other in zip(SPOKEN[::2], SPOKEN[1::2], strict=True):
            rows[one] = self(WIDTH)
            rows[other] = -rows[one]
        return rows


def ones(width: int = 0) -> Floats:
    """A norm that changes nothing but the length."""
    return np.ones(width or WIDTH, dtype=np.float32)


def common(architecture: str, blocks: int) -> TinyFile:
    """A file with the keys that all have."""
    return TinyFile(
        architecture,
        {
            "block_count": blocks,
            "context_length": CONTEXT,
            "embedding_length": WIDTH,
            "feed_forward_length": FEED,
            "attention.head_count": HEADS,
            "attention.head_count_kv": KV_HEADS,
            "attention.layer_norm_rms_epsilon": 1e-5,
            "rope.freq_base": 10000.0,
            "rope.dimension_count": HEAD_WIDTH,
            "vocab_size": len(TOKENS),
        },
    )


def tiny_target(seed: int = 0, *, layers: int = 4) -> TinyFile:
    """A llama that writes the spoken tokens."""
    weights = Weights(seed)
    file = common("llama", layers)
    file.tensors = {"token_embd.weight": weights(len(TOKENS), WIDTH), "output_norm.weight": ones()}
    file.tensors["output.weight"] = weights.output()
    for layer in range(layers):
        file.tensors |= _block(weights, f"blk.{layer}.", WIDTH)
    return file


def _block(weights: Weights, prefix: str, inputs: int) -> dict[str, npt.NDArray[np.generic]]:
    """Attention over `inputs` numbers a token, and a feed-forward layer."""
    kv_width = KV_HEADS * HEAD_WIDTH
    return {
        f"{prefix}attn_norm.weight": ones(),
        f"{prefix}ffn_norm.weight": ones(),
        f"{prefix}attn_q.weight": weights(WIDTH, inputs),
        f"{prefix}attn_k.weight": weights(kv_width, inputs),
        f"{prefix}attn_v.weight": weights(kv_width, inputs),
        f"{prefix}attn_output.weight": weights(WIDTH, WIDTH),
        f"{prefix}ffn_gate.weight": weights(FEED, WIDTH),
        f"{prefix}ffn_up.weight": weights(FEED, WIDTH),
        f"{prefix}ffn_down.weight": weights(WIDTH, FEED),
    }


def tiny_eagle3(
    target: TinyFile,
    seed: int = 1,
    *,
    layers: tuple[int, ...] = (1, 2, 3),
    borrow: bool = False,
    mapped: bool = False,
    norms: bool = False,
) -> TinyFile:
    """An EAGLE-3 head for `target`.

    `borrow`: without embeddings and output of its own. `mapped`: over a few tokens only. `norms`: with
    the norms that some heads have.
    """
    weights = Weights(seed)
    file = common("eagle3", 1)
    file.numbers |= {"target_hidden_size": WIDTH}
    file.arrays = {"target_layers": list(layers)}
    if norms:
        file.numbers |= {"norm_before_residual": True, "norm_before_fc": True}
    file.tensors = {
        "fc.weight": weights(WIDTH, 3 * WIDTH, scale=0.1),
        "output_norm.weight": ones(),
        "blk.0.attn_norm_2.weight": ones(),
        **_block(weights, "blk.0.", 2 * WIDTH),
    }
    if norms:
        file.tensors["enc.output_norm.weight"] = weights(3 * WIDTH)
    if not borrow:
        file.tensors["token_embd.weight"] = target.tensors["token_embd.weight"]
        file.tensors["output.weight"] = target.tensors["output.weight"]
    if mapped:
        tokens = np.array([*SPOKEN, 2, 50, 51, 60], dtype=np.int64)
        file.tensors["d2t"] = tokens
        file.tensors["output.weight"] = target.tensors["output.weight"][tokens]
    return file


def tiny_mimo(seed: int = 2, *, heads: int = 1) -> TinyFile:
    """A mimo2 of two layers with MTP heads behind them."""
    weights = Weights(seed)
    blocks = 2 + heads
    file = common("mimo2", blocks)
    file.numbers |= {
        "nextn_predict_layers": heads,
        "expert_feed_forward_length": 0,
        "attention.sliding_window": 64,
    }
    file.arrays = {"attention.sliding_window_pattern": [block == 0 for block in range(blocks)]}
    file.tensors = {"token_embd.weight": weights(len(TOKENS), WIDTH), "output_norm.weight": ones()}
    file.tensors["output.weight"] = weights.output()
    for block in range(blocks):
        prefix = f"blk.{block}."
        tensors = _block(weights, prefix, WIDTH)
        parts = [tensors.pop(f"{prefix}attn_{name}.weight") for name in "qkv"]
        tensors[f"{prefix}attn_qkv.weight"] = np.concatenate(parts)
        if block >= 2:
            tensors[f"{prefix}nextn.eh_proj.weight"] = weights(WIDTH, 2 * WIDTH)
            tensors[f"{prefix}nextn.enorm.weight"] = ones()
            tensors[f"{prefix}nextn.hnorm.weight"] = ones()
        file.tensors |= tensors
    return file


def tiny_mamba(seed: int = 6) -> TinyFile:
    """A purely recurrent model of one layer that writes the spoken tokens."""
    weights = Weights(seed)
    inner, state, kernel, rank = 2 * WIDTH, 8, 4, 4
    file = common("mamba", 1)
    file.numbers |= {
        "attention.head_count": 0,
        "feed_forward_length": 0,
        "ssm.conv_kernel": kernel,
        "ssm.inner_size": inner,
        "ssm.state_size": state,
        "ssm.time_step_rank": rank,
    }
    file.tensors = {
        "token_embd.weight": weights(len(TOKENS), WIDTH),
        "output_norm.weight": ones(),
        "output.weight": weights.output(),
        "blk.0.attn_norm.weight": ones(),
        "blk.0.ssm_in.weight": weights(2 * inner, WIDTH),
        "blk.0.ssm_conv1d.weight": weights(inner, kernel),
        "blk.0.ssm_conv1d.bias": weights(inner),
        "blk.0.ssm_x.weight": weights(rank + 2 * state, inner),
        "blk.0.ssm_dt.weight": weights(inner, rank),
        "blk.0.ssm_dt.bias": weights(inner),
        "blk.0.ssm_a": -np.exp(weights(inner, state)),
        "blk.0.ssm_d": weights(inner),
        "blk.0.ssm_out.weight": weights(WIDTH, inner),
    }
    return file


def trunk_only(whole: TinyFile) -> TinyFile:
    """A target without its prediction layers, of which its keys still speak."""
    first_head = f"blk.{whole.numbers['block_count'] - whole.numbers['nextn_predict_layers']}."
    return replace(whole, tensors={name: one for name, one in whole.tensors.items() if not name.startswith(first_head)})


def mtp_only(whole: TinyFile) -> TinyFile:
    """The prediction layer of a target with one, without the layers before it."""
    head = f"blk.{whole.numbers['block_count'] - 1}."
    kept = {name: one for name, one in whole.tensors.items() if name.startswith(head) or not name.startswith("blk.")}
    return replace(whole, tensors=kept)


def tiny_qwen35(seed: int = 3) -> TinyFile:
    """A hybrid of two layers, recurrent and attention, with an MTP head behind them."""
    weights = Weights(seed)
    state, groups, rank, kernel = 16, 1, 2, 4
    inner = state * rank
    file = common("qwen35", 3)
    file.numbers |= {
        "nextn_predict_layers": 1,
        "attention.key_length": HEAD_WIDTH,
        "attention.value_length": HEAD_WIDTH,
        "full_attention_interval": 2,
        "ssm.conv_kernel": kernel,
        "ssm.inner_size": inner,
        "ssm.state_size": state,
        "ssm.time_step_rank": rank,
        "ssm.group_count": groups,
    }
    file.arrays = {"rope.dimension_sections": [2, 1, 1, 0]}
    file.tensors = {"token_embd.weight": weights(len(TOKENS), WIDTH), "output_norm.weight": ones()}
    file.tensors["output.weight"] = weights.output()
    for block in range(3):
        prefix = f"blk.{block}."
        tensors = _block(weights, prefix, WIDTH)
        tensors[f"{prefix}post_attention_norm.weight"] = tensors.pop(f"{prefix}ffn_norm.weight")
        if block == 0:
            for name in ("q", "k", "v", "output"):
                del tensors[f"{prefix}attn_{name}.weight"]
            convolved = 2 * state * groups + inner
            tensors |= {
                f"{prefix}attn_qkv.weight": weights(convolved, WIDTH),
                f"{prefix}attn_gate.weight": weights(inner, WIDTH),
                f"{prefix}ssm_conv1d.weight": weights(convolved, kernel),
                f"{prefix}ssm_dt.bias": weights(rank),
                f"{prefix}ssm_a": -np.exp(weights(rank)),
                f"{prefix}ssm_beta.weight": weights(rank, WIDTH),
                f"{prefix}ssm_alpha.weight": weights(rank, WIDTH),
                f"{prefix}ssm_norm.weight": ones(state),
                f"{prefix}ssm_out.weight": weights(WIDTH, inner),
            }
        else:
            tensors[f"{prefix}attn_q.weight"] = weights(2 * WIDTH, WIDTH)
            tensors |= {f"{prefix}attn_{name}_norm.weight": ones(HEAD_WIDTH) for name in "qk"}
        if block == 2:
            tensors |= {
                f"{prefix}nextn.eh_proj.weight": weights(WIDTH, 2 * WIDTH),
                f"{prefix}nextn.enorm.weight": ones(),
                f"{prefix}nextn.hnorm.weight": ones(),
            }
        file.tensors |= tensors
    return file


def tiny_gemma4(seed: int = 4) -> TinyFile:
    """A gemma4 of two layers, the first with a sliding window."""
    weights = Weights(seed)
    file = _gemma("gemma4", 2)
    file.tensors = {"token_embd.weight": weights(len(TOKENS), WIDTH), "output_norm.weight": ones()}
    file.tensors |= {"output.weight": weights.output(), "rope_freqs.weight": ones(HEAD_WIDTH // 2)}
    for block in range(2):
        file.tensors |= _gemma_block(weights, f"blk.{block}.", WIDTH)
    return file


def tiny_gemma4_assistant(target: TinyFile, seed: int = 5) -> TinyFile:
    """A narrower head that reads the memory of the last two layers of `target`."""
    weights = Weights(seed)
    width = WIDTH // 2
    file = _gemma("gemma4-assistant", 2)
    file.numbers |= {"embedding_length": width, "embedding_length_out": WIDTH, "nextn_predict_layers": 2}
    file.tensors = {
        "token_embd.weight": target.tensors["output.weight"][:, :width].copy(),
        "output_norm.weight": ones(width),
        "nextn.pre_projection.weight": weights(width, 2 * WIDTH),
        "nextn.post_projection.weight": weights(WIDTH, width),
        "rope_freqs.weight": ones(HEAD_WIDTH // 2),
    }
    for block in range(2):
        prefix = f"blk.{block}."
        tensors = _gemma_block(weights, prefix, width)
        for name in ("k", "v"):
            del tensors[f"{prefix}attn_{name}.weight"]
        del tensors[f"{prefix}attn_k_norm.weight"]
        file.tensors |= tensors | {f"{prefix}layer_output_scale.weight": ones(1)}
    return file


def _gemma(architecture: str, blocks: int) -> TinyFile:
    file = common(architecture, blocks)
    file.numbers |= {
        "attention.sliding_window": 64,
        "attention.key_length": HEAD_WIDTH,
        "attention.value_length": HEAD_WIDTH,
        "attention.key_length_swa": HEAD_WIDTH,
        "attention.value_length_swa": HEAD_WIDTH,
        "embedding_length_per_layer_input": 0,
    }
    file.arrays = {"attention.sliding_window_pattern": [block % 2 == 0 for block in range(blocks)]}
    return file


def _gemma_block(weights: Weights, prefix: str, width: int) -> dict[str, npt.NDArray[np.generic]]:
    kv_width = KV_HEADS * HEAD_WIDTH
    return {
        **{f"{prefix}{name}.weight": ones(width) for name in ("attn_norm", "ffn_norm")},
        **{f"{prefix}{name}.weight": ones(width) for name in ("post_attention_norm", "post_ffw_norm")},
        **{f"{prefix}attn_{name}_norm.weight": ones(HEAD_WIDTH) for name in "qk"},
        f"{prefix}attn_q.weight": weights(WIDTH, width),
        f"{prefix}attn_k.weight": weights(kv_width, width),
        f"{prefix}attn_v.weight": weights(kv_width, width),
        f"{prefix}attn_output.weight": weights(width, WIDTH),
        f"{prefix}ffn_gate.weight": weights(FEED, width),
        f"{prefix}ffn_up.weight": weights(FEED, width),
        f"{prefix}ffn_down.weight": weights(width, FEED),
    }
