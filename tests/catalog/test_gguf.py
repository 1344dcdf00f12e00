"""Header facts, compared with the `gguf` package; hostile headers end in a typed error."""

from __future__ import annotations

import struct
from pathlib import Path
from typing import TYPE_CHECKING, Any

import gguf
import numpy as np
import pytest

from app.catalog import gguf_layout
from app.catalog.gguf import GgufHeader, Kind, check_runnable, read_header
from app.catalog.gguf_tokens import TokenizerTables
from app.catalog.gguf_types import TENSOR_TYPES
from app.errors import (
    ModelFileInvalidError,
)
from tests.catalog.gguf_files import F32, I32, TEXT, GgufFile, Items, Raw, Tensor, read, text, value_bytes, vocabulary

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.options import PairFiles


def where_text_lies(file: GgufFile, first: bytes, length_bytes: int) -> tuple[int, int]:
    """From where to where the array lies that begins with `first`."""
    data = file.data()
    start = data.index(first) - length_bytes
    value = next(
        v
        for v in file.entries.values()
        if isinstance(v, Items) and value_bytes(v)[16:].startswith(data[start : start + 8])
    )
    return start, start + len(value_bytes(value)) - 16


def test_every_fact_of_a_complete_model(tmp_path: Path) -> None:
    file = GgufFile()
    header = read(file, tmp_path)
    assert header == GgufHeader(
        path=tmp_path / "model.gguf",
        file_size=len(file.data()),
        kind=Kind.MODEL,
        version=3,
        architecture="llama",
        name="Tiny",
        size_label=None,
        file_type=3,
        block_count=2,
        context_length=64,
        embedding_length=32,
        nextn_predict_layers=0,
        nextn_blocks=(),
        target_layers=(),
        target_width=0,
        map_type="",
        map_at=(0, 0),
        head_counts=(4, 4),
        kv_head_counts=(2, 2),
        key_length=8,
        value_length=8,
        key_length_swa=8,
        value_length_swa=8,
        sliding_window=0,
        sliding_window_pattern=(),
        latent_attention=False,
        shared_kv_layers=0,
        full_attention_interval=0,
        state_bytes=0,
        feed_forward_length=0,
        expert_feed_forward_length=0,
        expert_count=0,
        expert_used_count=0,
        parameter_count=320,
        expert_parameter_count=0,
        tensor_types=(("Q4_1", 256, 160), ("F32", 64, 256)),
        block_bytes=(128, 128),
        embedding_bytes=160,
        output_bytes=0,
        vocabulary_size=8,
        tokenizer_model="gpt2",
        tokenizer_pre="smollm",
        tokens_at=where_text_lies(file, b"token 0", 8),
        token_types_at=where_text_lies(file, b"\1\0\0\0" * 8, 0),
        merges_at=where_text_lies(file, b"a b", 8),
        merge_count=2,
        bos_id=1,
        eos_id=2,
        add_bos=False,
        add_eos=None,
        chat_template="{{ messages[0].content }}",
        split_count=0,
        split_number=0,
        tensor_count=3,
        data_offset=len(file.data()) - 416,
        needed_size=len(file.data()),
    )
    check_runnable(header)


def test_what_a_file_does_not_say_is_none(tmp_path: Path) -> None:
    file = GgufFile()
    for key in [*vocabulary(0), "general.name", "general.file_type"]:
        del file.entries[key]
    header = read(file, tmp_path)
    assert header.vocabulary_size == 0
    silent = (header.name, header.file_type, header.tokenizer_model, header.tokenizer_pre, header.bos_id)
    assert silent == (None,) * 5
    assert (header.eos_id, header.add_bos, header.chat_template) == (None, None, None)


def facts_of_package(reader: gguf.GGUFReader) -> dict[str, Any]:
    architecture = reader.get_field("general.architecture").contents()

    def value(key: str) -> Any:
        field = reader.get_field(key)
        return None if field is None else field.contents()

    last = max((int(t.data_offset) + int(t.n_bytes) for t in reader.tensors), default=reader.data_offset)
    return {
        "architecture": architecture,
        "name": value("general.name"),
        "file_type": value("general.file_type"),
        "block_count": value(f"{architecture}.block_count"),
        "context_length": value(f"{architecture}.context_length"),
        "embedding_length": value(f"{architecture}.embedding_length"),
        "vocabulary_size": len(reader.get_field("tokenizer.ggml.tokens").data),
        "tokenizer_model": value("tokenizer.ggml.model"),
        "tokenizer_pre": value("tokenizer.ggml.pre"),
        "bos_id": value("tokenizer.ggml.bos_token_id"),
        "eos_id": value("tokenizer.ggml.eos_token_id"),
        "add_bos": value("tokenizer.ggml.add_bos_token"),
        "chat_template": value("tokenizer.chat_template"),
        "tensor_count": len(reader.tensors),
        "size_label": value("general.size_label"),
        "merge_count": len(value("tokenizer.ggml.merges") or []),
        "add_eos": value("tokenizer.ggml.add_eos_token"),
        "parameter_count": sum(int(tensor.n_elements) for tensor in reader.tensors),
        "weights_size": sum(int(tensor.n_bytes) for tensor in reader.tensors),
        "head_counts": (value(f"{architecture}.attention.head_count"),) * value(f"{architecture}.block_count"),
        "kv_head_counts": (value(f"{architecture}.attention.head_count_kv"),) * value(f"{architecture}.block_count"),
        "feed_forward_length": value(f"{architecture}.feed_forward_length"),
        "data_offset": reader.data_offset,
        "needed_size": last,
    }


def compare_with_package(path: Path) -> None:
    reader = gguf.GGUFReader(path)
    expected = facts_of_package(reader)
    header = read_header(path)
    assert {key: getattr(header, key) for key in expected} == expected
    tables = TokenizerTables(header)
    for key, texts in (("tokens", tables.tokens), ("merges", tables.merges)):
        field = reader.get_field(f"tokenizer.ggml.{key}")
        assert texts.raw() == ([bytes(field.parts[part]) for part in field.data] if field else [])
    assert list(tables.token_types) == reader.get_field("tokenizer.ggml.token_type").contents()


def test_agrees_with_the_package_on_a_generated_file(tmp_path: Path) -> None:
    path = tmp_path / "made.gguf"
    writer = gguf.GGUFWriter(path, "qwen3")
    writer.add_name("Gemacht für den Vergleich")
    writer.add_file_type(7)
    writer.add_block_count(3)
    writer.add_context_length(4096)
    writer.add_embedding_length(64)
    writer.add_head_count(8)
    writer.add_head_count_kv(2)
    writer.add_feed_forward_length(192)
    writer.add_size_label("3x0.1B")
    writer.add_token_merges(["t 1", "ä ß"])
    writer.add_tokenizer_model("gpt2")
    writer.add_tokenizer_pre("qwen2")
    writer.add_token_list([f"t{i} ä" for i in range(300)])
    writer.add_token_types([1] * 300)
    writer.add_bos_token_id(298)
    writer.add_eos_token_id(299)
    writer.add_add_bos_token(True)
    writer.add_chat_template("{% for m in messages %}ß{% endfor %}")
    writer.add_custom_alignment(64)
    writer.add_tensor("blk.0.a.weight", np.zeros((3, 5, 7), np.float32))
    writer.add_tensor("blk.1.b.weight", np.zeros((4, 34), np.uint8), raw_dtype=gguf.GGMLQuantizationType.Q8_0)
    writer.add_tensor("output.weight", np.zeros((2, 210), np.uint8), raw_dtype=gguf.GGMLQuantizationType.Q6_K)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    compare_with_package(path)


@pytest.mark.native
@pytest.mark.parametrize("role", ["target", "drafter"])
def test_agrees_with_the_package_on_the_starter_pair(starter_pair: PairFiles, role: str) -> None:
    compare_with_package(getattr(starter_pair, role))
    check_runnable(read_header(getattr(starter_pair, role)))


def test_block_sizes_agree_with_the_package() -> None:
    sizes = {int(kind): size for kind, size in gguf.GGML_QUANT_SIZES.items()}
    sizes[9] = (32, 36)  # the package counts two floats that llama.cpp keeps as halves
    ours = {kind: size[1:] for kind, size in TENSOR_TYPES.items() if kind in sizes}
    assert ours == sizes
    assert all(size.name == gguf.GGMLQuantizationType(kind).name for kind, size in TENSOR_TYPES.items() if kind in ours)
    assert set(TENSOR_TYPES) - set(sizes) <= {42}  # newer than the package


# What breaks the format or its limits


def drop(file: GgufFile, key: str) -> None:
    del file.entries[key]


BROKEN: dict[str, tuple[Callable[[GgufFile], object], str]] = {
    "version 1": (lambda f: setattr(f, "version", 1), "version 1"),
    "version 4": (lambda f: setattr(f, "version", 4), "version 4"),
    "big endian": (lambda f: setattr(f, "version", 3 << 24), "version"),
    "negative entries": (lambda f: setattr(f, "entry_count", -1), "entries"),
    "too many entries": (lambda f: setattr(f, "entry_count", 4097), "4097 entries"),
    "negative tensors": (lambda f: setattr(f, "tensor_count", -5), "tensors"),
    "too many tensors": (lambda f: setattr(f, "tensor_count", 65537), "65537 tensors"),
    "long key": (lambda f: f.entries.update({"k" * 257: 1}), "key has 257 bytes"),
    "empty key": (lambda f: f.entries.update({"": 1}), "key is empty"),
    "long text": (
        lambda f: f.entries.update(note=Raw(TEXT, struct.pack("<Q", (16 << 20) + 1))),
        "note has 16777217 bytes",
    ),
    "endless text": (lambda f: f.entries.update(note=Raw(TEXT, struct.pack("<Q", 2**64 - 1))), "note has"),
    "endless array": (lambda f: f.entries.update(list=Items(I32, [1], count=2**64 - 1)), "list has"),
    "long array": (lambda f: f.entries.update(list=Items(I32, [1], count=(1 << 21) + 1)), "list has 2097153"),
    "endless item": (
        lambda f: f.entries.update(list=Raw(9, struct.pack("<IQQ", TEXT, 1, 2**63))),
        "list has an item of",
    ),
    "array of arrays": (lambda f: f.entries.update(list=Raw(9, struct.pack("<IQ", 9, 1))), "unknown type 9"),
    "unknown type": (lambda f: f.entries.update(odd=Raw(13, bytes(8))), "odd has unknown type 13"),
    "alignment 0": (lambda f: f.entries.update({"general.alignment": 0}), "general.alignment"),
    "alignment 48": (lambda f: f.entries.update({"general.alignment": 48}), "general.alignment"),
    "alignment 2^17": (lambda f: f.entries.update({"general.alignment": 1 << 17}), "general.alignment"),
    "no architecture": (lambda f: drop(f, "general.architecture"), "general.architecture is missing"),
    "architecture a number": (lambda f: f.entries.update({"general.architecture": 7}), "general.architecture"),
    "no blocks": (lambda f: f.entries.update({"llama.block_count": 0}), "llama.block_count"),
    "513 blocks": (lambda f: f.entries.update({"llama.block_count": 513}), "llama.block_count"),
    "blocks missing": (lambda f: drop(f, "llama.block_count"), "llama.block_count is missing"),
    "blocks a text": (lambda f: f.entries.update({"llama.block_count": "2"}), "llama.block_count"),
    "blocks true": (lambda f: f.entries.update({"llama.block_count": True}), "llama.block_count"),
    "only prediction layers": (
        lambda f: f.entries.update({"llama.nextn_predict_layers": 2}),
        "llama.nextn_predict_layers",
    ),
    "more prediction layers": (
        lambda f: f.entries.update({"llama.nextn_predict_layers": 3}),
        "llama.nextn_predict_layers",
    ),
    "no context": (lambda f: drop(f, "llama.context_length"), "llama.context_length"),
    "embedding 0": (lambda f: f.entries.update({"llama.embedding_length": 0}), "llama.embedding_length"),
    "tokens of numbers": (
        lambda f: f.entries.update({"tokenizer.ggml.tokens": Items(I32, [1] * 8)}),
        "tokenizer.ggml.tokens",
    ),
    "no tokens": (lambda f: f.entries.update({"tokenizer.ggml.tokens": Items(TEXT, [])}), "tokens is empty"),
    "scores too few": (
        lambda f: f.entries.update({"tokenizer.ggml.scores": Items(F32, [0.0] * 7)}),
        "tokenizer.ggml.scores has 7 items for 8",
    ),
    "scores of texts": (
        lambda f: f.entries.update({"tokenizer.ggml.scores": Items(TEXT, ["x"] * 8)}),
        "tokenizer.ggml.scores",
    ),
    "types too many": (
        lambda f: f.entries.update({"tokenizer.ggml.token_type": Items(I32, [1] * 9)}),
        "tokenizer.ggml.token_type has 9 items for 8",
    ),
    "types of floats": (
        lambda f: f.entries.update({"tokenizer.ggml.token_type": Items(F32, [1.0] * 8)}),
        "tokenizer.ggml.token_type",
    ),
    "bos out of range": (lambda f: f.entries.update({"tokenizer.ggml.bos_token_id": 8}), "bos_token_id is 8"),
    "eos negative": (
        lambda f: f.entries.update({"tokenizer.ggml.eos_token_id": Raw(I32, struct.pack("<i", -1))}),
        "eos_token_id is -1",
    ),
    "heads negative": (
        lambda f: f.entries.update({"llama.attention.head_count_kv": Items(I32, [2, -1])}),
        "llama.attention.head_count_kv holds -1",
    ),
    "heads of texts": (
        lambda f: f.entries.update({"llama.attention.head_count": Items(TEXT, ["4", "4"])}),
        "llama.attention.head_count is not an array of whole numbers",
    ),
    "heads for too many blocks": (
        lambda f: f.entries.update({"llama.attention.head_count": Items(I32, [1] * 513)}),
        "llama.attention.head_count has 513 items",
    ),
    "eot out of range": (lambda f: f.entries.update({"tokenizer.ggml.eot_token_id": 99}), "eot_token_id is 99"),
    "padding a text": (
        lambda f: f.entries.update({"tokenizer.ggml.padding_token_id": "0"}),
        "padding_token_id is not a whole number",
    ),
    "merges of numbers": (
        lambda f: f.entries.update({"tokenizer.ggml.merges": Items(I32, [1])}),
        "tokenizer.ggml.merges is not an array",
    ),
    "add_bos a number": (
        lambda f: f.entries.update({"tokenizer.ggml.add_bos_token": 1}),
        "tokenizer.ggml.add_bos_token",
    ),
    "template a list": (
        lambda f: f.entries.update({"tokenizer.chat_template": Items(TEXT, ["a"])}),
        "tokenizer.chat_template",
    ),
    "split beyond count": (lambda f: f.entries.update({"split.count": 2, "split.no": 2}), "split.no is 2"),
    "tensor twice": (lambda f: f.tensors.append(Tensor("token_embd.weight")), "token_embd.weight appears twice"),
    "long tensor name": (lambda f: f.tensors.append(Tensor("t" * 64)), "tensor name has 64 bytes"),
    "five dimensions": (lambda f: f.tensors.append(Tensor("t", (1, 1, 1, 1, 1))), "t has 5 dimensions"),
    "negative size": (lambda f: f.tensors.append(Tensor("t", (-4,))), "t has a negative size"),
    "withdrawn type": (lambda f: f.tensors.append(Tensor("t", kind=31)), "t has unknown type 31"),
    "half a block": (lambda f: f.tensors.append(Tensor("t", (33, 2), kind=3)), "not a multiple of 32"),
    "crooked offset": (lambda f: f.tensors.append(Tensor("t", offset=33)), "not aligned to 32"),
    "beyond any file": (lambda f: f.tensors.append(Tensor("t", (2**62, 2**62))), "beyond any file"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_broken_field_is_named(tmp_path: Path, name: str) -> None:
    file = GgufFile()
    breaks, expected = BROKEN[name]
    breaks(file)
    with pytest.raises(ModelFileInvalidError, match=expected):
        read(file, tmp_path)


def test_key_twice(tmp_path: Path) -> None:
    file = GgufFile()
    file.extra_entries = text("llama.block_count") + struct.pack("<II", 4, 2)
    file.entry_count = len(file.entries) + 1
    with pytest.raises(ModelFileInvalidError, match=r"llama\.block_count appears twice"):
        read(file, tmp_path)


def test_the_number_of_texts_is_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Empty texts cost 8 bytes each, so a sparse file could keep the walk busy for hours."""
    monkeypatch.setattr(gguf_layout, "MAX_TEXTS", 25)
    file = GgufFile()
    file.entries = {**{f"list.{i}": Items(TEXT, [""] * 10) for i in range(3)}, **file.entries}
    with pytest.raises(ModelFileInvalidError, match=r"list\.2 brings the texts to 30, 25 allowed"):
        read(file, tmp_path)


def test_control_characters_of_a_key_do_not_reach_the_terminal(tmp_path: Path) -> None:
    file = GgufFile()
    file.entries["evil\x1b[2J"] = Raw(13, b"")
    with pytest.raises(ModelFileInvalidError) as caught:
        read(file, tmp_path)
    assert str(caught.value).isprintable()


def test_text_that_is_not_utf8_is_shown_with_replacements(tmp_path: Path) -> None:
    file = GgufFile()
    file.entries["general.name"] = Raw(TEXT, text(b"caf\xe9"))
    assert read(file, tmp_path).name == "caf\ufffd"


def test_an_unknown_architecture_has_a_header_but_does_not_run(tmp_path: Path) -> None:
    file = GgufFile()
    file.entries = {key.replace("llama.", "next-year."): value for key, value in file.entries.items()}
    file.entries["general.architecture"] = "next-year"
    header = read(file, tmp_path)
    assert header.block_count == 2
    with pytest.raises(ModelFileInvalidError, match=r"general\.architecture next-year"):
        check_runnable(header)
