"""Writes small GGUF files byte by byte, right or wrong on purpose."""

from __future__ import annotations

import struct
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from app.catalog.gguf import read_header

if TYPE_CHECKING:
    from pathlib import Path

    from app.catalog.gguf import GgufHeader

U32, I32, F32, BOOL, TEXT, ARRAY = 4, 5, 6, 7, 8, 9
_CODES = {0: "B", 1: "b", 2: "H", 3: "h", 4: "I", 5: "i", 6: "f", 7: "?", 10: "Q", 11: "q", 12: "d"}


@dataclass
class Items:
    """An array value; `count` lies about the number of items when given."""

    kind: int
    values: list[Any]
    count: int | None = None


@dataclass
class Raw:
    """A value given as its type and bytes."""

    kind: int
    data: bytes


def text(value: str | bytes) -> bytes:
    data = value.encode() if isinstance(value, str) else value
    return struct.pack("<Q", len(data)) + data


def value_bytes(value: Any) -> bytes:
    """A typed value: bool, int (u32), float (f32), str, Items or Raw."""
    if isinstance(value, Raw):
        return struct.pack("<I", value.kind) + value.data
    if isinstance(value, bool):
        return struct.pack("<I?", BOOL, value)
    if isinstance(value, int):
        return struct.pack("<II", U32, value)
    if isinstance(value, float):
        return struct.pack("<If", F32, value)
    if isinstance(value, str):
        return struct.pack("<I", TEXT) + text(value)
    assert isinstance(value, Items)
    items = [text(v) if value.kind == TEXT else struct.pack("<" + _CODES[value.kind], v) for v in value.values]
    count = len(items) if value.count is None else value.count
    return struct.pack("<IIQ", ARRAY, value.kind, count) + b"".join(items)


@dataclass
class Tensor:
    name: str
    sizes: tuple[int, ...] = (4,)
    kind: int = 0
    offset: int = 0
    dimensions: int | None = None


def vocabulary(size: int) -> dict[str, Any]:
    return {
        "tokenizer.ggml.model": "gpt2",
        "tokenizer.ggml.pre": "smollm",
        "tokenizer.ggml.tokens": Items(TEXT, [f"token {i}" for i in range(size)]),
        "tokenizer.ggml.token_type": Items(I32, [1] * size),
        "tokenizer.ggml.scores": Items(F32, [0.5] * size),
        "tokenizer.ggml.merges": Items(TEXT, ["a b", "b c"]),
        "tokenizer.ggml.bos_token_id": 1,
        "tokenizer.ggml.eos_token_id": 2,
        "tokenizer.ggml.add_bos_token": False,
        "tokenizer.chat_template": "{{ messages[0].content }}",
    }


def model_entries(architecture: str = "llama") -> dict[str, Any]:
    return {
        "general.architecture": architecture,
        "general.name": "Tiny",
        "general.file_type": 3,
        f"{architecture}.block_count": 2,
        f"{architecture}.context_length": 64,
        f"{architecture}.embedding_length": 32,
        f"{architecture}.attention.head_count": 4,
        f"{architecture}.attention.head_count_kv": 2,
        **vocabulary(8),
    }


@dataclass
class GgufFile:
    """A complete tiny model; change what a test is about, then take `data()`."""

    entries: dict[str, Any] = field(default_factory=model_entries)
    tensors: list[Tensor] = field(
        default_factory=lambda: [
            Tensor("token_embd.weight", (32, 8), kind=3),
            Tensor("blk.0.attn_norm.weight", (32,), offset=160),
            Tensor("blk.1.attn_norm.weight", (32,), offset=288),
        ]
    )
    magic: bytes = b"GGUF"
    version: int = 3
    entry_count: int | None = None
    tensor_count: int | None = None
    extra_entries: bytes = b""
    alignment: int = 32
    tensor_bytes: int = 416

    def header(self) -> bytes:
        entry_count = len(self.entries) if self.entry_count is None else self.entry_count
        tensor_count = len(self.tensors) if self.tensor_count is None else self.tensor_count
        parts = [self.magic, struct.pack("<Iqq", self.version, tensor_count, entry_count)]
        parts += [text(key) + value_bytes(value) for key, value in self.entries.items()]
        parts.append(self.extra_entries)
        for tensor in self.tensors:
            count = len(tensor.sizes) if tensor.dimensions is None else tensor.dimensions
            shape = struct.pack(f"<I{len(tensor.sizes)}q", count, *tensor.sizes)
            parts.append(text(tensor.name) + shape + struct.pack("<IQ", tensor.kind, tensor.offset))
        return b"".join(parts)

    def data(self) -> bytes:
        header = self.header()
        return header + bytes(-len(header) % self.alignment) + bytes(self.tensor_bytes)


def read(file: GgufFile, folder: Path, name: str = "model.gguf") -> GgufHeader:
    """Write the file and read its header."""
    path = folder / name
    path.write_bytes(file.data())
    return read_header(path)


def split_parts(folder: Path) -> list[Path]:
    """Write a model in three files, one tensor each."""
    paths = []
    for number in range(3):
        file = GgufFile() if number == 0 else GgufFile(entries={})
        file.entries.update({"split.no": number, "split.count": 3})
        file.tensors = [file.tensors[number]]
        paths.append(folder / f"big-{number + 1:05d}-of-00003.gguf")
        paths[-1].write_bytes(file.data())
    return paths
