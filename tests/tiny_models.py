"""Tiny real models with random weights, written in milliseconds, for what needs llama.cpp but no sense."""

from __future__ import annotations

from pathlib import Path

import gguf
import numpy as np

WIDTH, HEADS, FEED = 32, 2, 64
WORDS = ("alpha", "beta", "gamma")


def write_tiny_llama(
    path: Path,
    *,
    words: tuple[str, ...] = WORDS,
    padding: int = 0,
    template: str | None = None,
    context: int = 256,
    layers: int = 1,
    seed: int = 0,
    add_bos: bool = True,
    writer: type[gguf.GGUFWriter] = gguf.GGUFWriter,
    advice: dict[str, float] | None = None,
) -> Path:
    """Write a llama whose vocabulary is all bytes, `words`, and `padding` unused tokens."""
    rng = np.random.default_rng(seed)
    writer = writer(path, "llama")
    writer.add_name(path.stem)
    writer.add_block_count(layers)
    writer.add_context_length(context)
    writer.add_embedding_length(WIDTH)
    writer.add_feed_forward_length(FEED)
    writer.add_head_count(HEADS)
    writer.add_head_count_kv(HEADS)
    writer.add_layer_norm_rms_eps(1e-5)
    writer.add_rope_dimension_count(WIDTH // HEADS)
    size = _add_vocabulary(writer, words, padding)
    writer.add_add_bos_token(add_bos)
    if template is not None:
        writer.add_chat_template(template)
    _add_advice(writer, advice or {})

    def tensor(name: str, *shape: int) -> None:
        writer.add_tensor(name, rng.normal(0, 0.6, shape).astype(np.float32))

    tensor("token_embd.weight", size, WIDTH)
    writer.add_tensor("output_norm.weight", np.ones(WIDTH, dtype=np.float32))
    tensor("output.weight", size, WIDTH)
    for layer in range(layers):
        prefix = f"blk.{layer}."
        for norm in ("attn_norm", "ffn_norm"):
            writer.add_tensor(f"{prefix}{norm}.weight", np.ones(WIDTH, dtype=np.float32))
        for name in ("attn_q", "attn_k", "attn_v", "attn_output"):
            tensor(f"{prefix}{name}.weight", WIDTH, WIDTH)
        for name in ("ffn_gate", "ffn_up"):
            tensor(f"{prefix}{name}.weight", FEED, WIDTH)
        tensor(f"{prefix}ffn_down.weight", WIDTH, FEED)
    _close(writer)
    return path


def write_broken_llama(path: Path, entries: dict[str, bool | int | float | str]) -> Path:
    """Write a tiny llama whose header says something else under some keys."""
    kinds = {bool: gguf.GGUFValueType.BOOL, int: gguf.GGUFValueType.UINT32, float: gguf.GGUFValueType.FLOAT32}

    class Writer(gguf.GGUFWriter):
        def write_header_to_file(self, path: Path | None = None) -> None:
            for key, value in entries.items():
                self.kv_data[0].pop(key, None)
                self.add_key_value(key, value, kinds.get(type(value), gguf.GGUFValueType.STRING))
            super().write_header_to_file(path)

    return write_tiny_llama(path, writer=Writer)


def write_tiny_mamba(path: Path, *, seed: int = 0, context: int = 256) -> Path:
    """Write a recurrent model of one layer with the vocabulary of `write_tiny_llama`."""
    rng = np.random.default_rng(seed)
    inner, state, conv, rank = 2 * WIDTH, 8, 4, 4
    writer = gguf.GGUFWriter(path, "mamba")
    writer.add_name(path.stem)
    writer.add_block_count(1)
    writer.add_context_length(context)
    writer.add_embedding_length(WIDTH)
    writer.add_feed_forward_length(0)
    writer.add_head_count(0)
    writer.add_layer_norm_rms_eps(1e-5)
    writer.add_ssm_conv_kernel(conv)
    writer.add_ssm_inner_size(inner)
    writer.add_ssm_state_size(state)
    writer.add_ssm_time_step_rank(rank)
    size = _add_vocabulary(writer, WORDS)
    for name, shape in {
        "token_embd.weight": (size, WIDTH),
        "output.weight": (size, WIDTH),
        "blk.0.ssm_in.weight": (2 * inner, WIDTH),
        "blk.0.ssm_conv1d.weight": (inner, conv),
        "blk.0.ssm_conv1d.bias": (inner,),
        "blk.0.ssm_x.weight": (rank + 2 * state, inner),
        "blk.0.ssm_dt.weight": (inner, rank),
        "blk.0.ssm_dt.bias": (inner,),
        "blk.0.ssm_d": (inner,),
        "blk.0.ssm_out.weight": (WIDTH, inner),
    }.items():
        writer.add_tensor(name, rng.normal(0, 0.4, shape).astype(np.float32))
    writer.add_tensor("blk.0.ssm_a", -np.exp(rng.normal(0, 0.3, (inner, state))).astype(np.float32))
    for norm in ("output_norm.weight", "blk.0.attn_norm.weight"):
        writer.add_tensor(norm, np.ones(WIDTH, dtype=np.float32))
    _close(writer)
    return path


def _add_vocabulary(writer: gguf.GGUFWriter, words: tuple[str, ...], padding: int = 0) -> int:
    """Add all bytes, `words`, and `padding` unused tokens; return how many tokens that are."""
    tokens = ["<unk>", "<s>", "</s>", *(f"<0x{byte:02X}>" for byte in range(256)), *(f"▁{word}" for word in words)]
    tokens += [f"[pad{place}]" for place in range(padding)]
    kinds = [gguf.TokenType.UNKNOWN, gguf.TokenType.CONTROL, gguf.TokenType.CONTROL]
    kinds += [gguf.TokenType.BYTE] * 256 + [gguf.TokenType.NORMAL] * len(words) + [gguf.TokenType.UNUSED] * padding
    writer.add_vocab_size(len(tokens))
    writer.add_tokenizer_model("llama")
    writer.add_token_list(tokens)
    writer.add_token_scores([0.0] * len(tokens))
    writer.add_token_types(kinds)
    writer.add_bos_token_id(1)
    writer.add_eos_token_id(2)
    return len(tokens)


def _add_advice(writer: gguf.GGUFWriter, advice: dict[str, float]) -> None:
    """Add keys under general.sampling with their values."""
    for name, value in advice.items():
        add = writer.add_float32 if isinstance(value, float) else writer.add_int32
        add(f"general.sampling.{name}", value)


def _close(writer: gguf.GGUFWriter) -> None:
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
