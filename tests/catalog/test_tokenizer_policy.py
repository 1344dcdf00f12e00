"""What llama.cpp makes of a tokenizer when the header leaves it out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from app.catalog.tokenizer_policy import TokenizerPolicy, tokenizer_policy
from tests.catalog.gguf_files import GgufFile, read, vocabulary

if TYPE_CHECKING:
    from pathlib import Path


def policy(tmp_path: Path, model: str, pre: str | None = None, **entries: Any) -> TokenizerPolicy:
    file = GgufFile()
    for key in ("pre", "bos_token_id", "eos_token_id", "add_bos_token"):
        del file.entries[f"tokenizer.ggml.{key}"]
    file.entries |= {f"tokenizer.ggml.{key}": value for key, value in {"model": model, **entries}.items()}
    if pre:
        file.entries["tokenizer.ggml.pre"] = pre
    return tokenizer_policy(read(file, tmp_path))


@pytest.mark.parametrize(
    ("model", "pre", "kind", "bos", "eos"),
    [
        ("llama", None, "SPM", 1, None),
        ("gpt2", None, "BPE", None, None),
        ("gpt2", "qwen2", "BPE", None, None),
        ("gpt2", "llama-bpe", "BPE", 11, None),
        ("gpt2", "llama3", "BPE", 11, None),
        ("gpt2", "tekken", "BPE", 11, None),
        ("gpt2", "falcon3", "BPE", 11, None),
        ("gpt2", "pixtral", "BPE", 11, None),
        ("gpt2", "lfm2", "BPE", 11, None),
        ("gpt2", "chameleon", "BPE", 11, None),
        ("bert", None, "WPM", 101, None),
        ("t5", None, "UGM", None, 1),
        ("rwkv", None, "RWKV", None, None),
        ("next-year", None, "next-year", None, None),
    ],
)
def test_defaults(tmp_path: Path, model: str, pre: str | None, kind: str, bos: int | None, eos: int | None) -> None:
    assert policy(tmp_path, model, pre) == TokenizerPolicy(kind, bos, eos)


def test_what_the_file_says_overrides_defaults(tmp_path: Path) -> None:
    ids = {"bos_token_id": 5, "eos_token_id": 6}
    assert policy(tmp_path, "llama", **ids, add_bos_token=False, add_eos_token=True) == TokenizerPolicy("SPM", None, 6)
    assert policy(tmp_path, "gpt2", "qwen2", **ids, add_bos_token=True) == TokenizerPolicy("BPE", 5, None)


@pytest.mark.parametrize(("model", "pre"), [("gpt2", "gemma4"), ("gemma4", None), ("gemma4", "default")])
def test_gemma_4_begins_with_bos_whatever_its_file_says(tmp_path: Path, model: str, pre: str | None) -> None:
    assert policy(tmp_path, model, pre, bos_token_id=2, add_bos_token=False).bos == 2


def test_a_model_without_tokenizer(tmp_path: Path) -> None:
    file = GgufFile()
    for key in vocabulary(0):
        del file.entries[key]
    assert tokenizer_policy(read(file, tmp_path)) == TokenizerPolicy("none", None, None)
