"""Models of a few bytes for tests of what is told from headers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.catalog.model import Model, read_model
from tests.catalog.gguf_files import F32, I32, TEXT, GgufFile, Items, Tensor

if TYPE_CHECKING:
    from pathlib import Path


def tokens(*texts: str | bytes) -> dict[str, Any]:
    """The entries of a vocabulary."""
    return {
        "tokenizer.ggml.tokens": Items(TEXT, list(texts)),
        "tokenizer.ggml.token_type": Items(I32, [1] * len(texts)),
        "tokenizer.ggml.scores": Items(F32, [0.0] * len(texts)),
    }


def make_model(
    folder: Path, name: str, *, architecture: str = "llama", width: int = 256, kind: int = 2, **changes: Any
) -> Model:
    """A model of one tensor with `width` x 256 weights of type `kind`; None in `changes` takes an entry out.

    Double underscores in the names of `changes` stand for dots.
    """
    file = GgufFile()
    file.entries = {key.replace("llama.", f"{architecture}."): value for key, value in file.entries.items()}
    file.entries["general.architecture"] = architecture
    for key, value in changes.items():
        file.entries[key.replace("__", ".")] = value
    file.entries = {key: value for key, value in file.entries.items() if value is not None}
    file.tensors = [Tensor("blk.0.ffn_up.weight", (256, width), kind=kind)]
    file.tensor_bytes = 256 * width * 4
    path = folder / name
    path.write_bytes(file.data())
    return read_model(path)
