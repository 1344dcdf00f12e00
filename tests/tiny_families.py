"""Tiny targets with MTP heads of more families: experts, compressed keys, recurrent layers that keep no states."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from tests.tiny_heads import FEED, HEAD_WIDTH, HEADS, TOKENS, WIDTH, TinyFile, Weights, common, ones, tiny_qwen35

if TYPE_CHECKING:
    import numpy.typing as npt

EXPERTS = 3


def tiny_deepseek2(seed: int = 7) -> TinyFile:
    """A deepseek2 with compressed keys and experts, one dense layer, one of experts, and a head of experts."""
    weights = Weights(seed)
    plain, rotated, value, rank, query_rank = 8, HEAD_WIDTH, 8, 16, 12
    key = plain + rotated
    file = common("deepseek2", 3)
    file.numbers |= {
        "nextn_predict_layers": 1,
        "attention.head_count_kv": 1,
        "attention.q_lora_rank": query_rank,
        "attention.kv_lora_rank": rank,
        "attention.key_length": rank + rotated,
        "attention.value_length": rank,
        "attention.key_length_mla": key,
        "attention.value_length_mla": value,
        "leading_dense_block_count": 1,
        "expert_count": EXPERTS,
        "expert_used_count": 2,
        "expert_shared_count": 1,
        "expert_feed_forward_length": FEED,
    }
    file.tensors = {"token_embd.weight": weights(len(TOKENS), WIDTH), "output_norm.weight": ones()}
    file.tensors["output.weight"] = weights.output()
    for block in range(3):
        prefix = f"blk.{block}."
        file.tensors |= {
            f"{prefix}attn_norm.weight": ones(),
            f"{prefix}attn_q_a.weight": weights(query_rank, WIDTH),
            f"{prefix}attn_q_a_norm.weight": ones(query_rank),
            f"{prefix}attn_q_b.weight": weights(HEADS * key, query_rank),
            f"{prefix}attn_kv_a_mqa.weight": weights(rank + rotated, WIDTH),
            f"{prefix}attn_kv_a_norm.weight": ones(rank),
            f"{prefix}attn_k_b.weight": weights(HEADS, rank, plain),
            f"{prefix}attn_v_b.weight": weights(HEADS, value, rank),
            f"{prefix}attn_output.weight": weights(WIDTH, HEADS * value),
            f"{prefix}ffn_norm.weight": ones(),
        }
        if block == 0:
            file.tensors |= {f"{prefix}ffn_{name}.weight": weights(FEED, WIDTH) for name in ("gate", "up")}
            file.tensors[f"{prefix}ffn_down.weight"] = weights(WIDTH, FEED)
        else:
            file.tensors |= _experts(weights, prefix)
    file.tensors |= {
        "blk.2.nextn.eh_proj.weight": weights(WIDTH, 2 * WIDTH),
        "blk.2.nextn.enorm.weight": ones(),
        "blk.2.nextn.hnorm.weight": ones(),
    }
    return file


def tiny_qwen3next(seed: int = 8) -> TinyFile:
    """A qwen3next of two layers, recurrent and attention, and a head; llama.cpp keeps no earlier states of it."""
    weights = Weights(seed)
    whole = tiny_qwen35(seed)
    file = common("qwen3next", 3)
    numbers = {key: one for key, one in whole.numbers.items() if key not in file.numbers}
    file.numbers |= numbers | {
        "expert_count": EXPERTS,
        "expert_used_count": 2,
        "expert_feed_forward_length": FEED,
        "expert_shared_feed_forward_length": FEED,
    }
    feeding = ("ffn_gate", "ffn_up", "ffn_down", "ssm_beta", "ssm_alpha")
    file.tensors = {name: one for name, one in whole.tensors.items() if not name.split(".")[-2].startswith(feeding)}
    file.tensors["blk.0.ssm_ba.weight"] = weights(2 * int(whole.numbers["ssm.time_step_rank"]), WIDTH)
    for block in range(3):
        file.tensors |= _experts(weights, f"blk.{block}.")
        file.tensors[f"blk.{block}.ffn_gate_inp_shexp.weight"] = weights(WIDTH)
    return file


def _experts(weights: Weights, prefix: str) -> dict[str, npt.NDArray[np.generic]]:
    return {
        f"{prefix}ffn_gate_inp.weight": weights(EXPERTS, WIDTH),
        f"{prefix}ffn_gate_exps.weight": weights(EXPERTS, FEED, WIDTH),
        f"{prefix}ffn_up_exps.weight": weights(EXPERTS, FEED, WIDTH),
        f"{prefix}ffn_down_exps.weight": weights(EXPERTS, WIDTH, FEED),
        f"{prefix}ffn_gate_shexp.weight": weights(FEED, WIDTH),
        f"{prefix}ffn_up_shexp.weight": weights(FEED, WIDTH),
        f"{prefix}ffn_down_shexp.weight": weights(WIDTH, FEED),
    }
