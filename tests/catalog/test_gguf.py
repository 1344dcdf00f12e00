"""Header facts, compared with the `gguf` package; hostile headers end in a typed error."""

from __future__ import annotations

import os
import random
import struct
from typing import TYPE_CHECKING, Any

import gguf
import numpy as np
import pytest

from app.catalog import gguf_layout
from app.catalog.gguf import GgufHeader, Kind, check_runnable, parse_header, read_header
from app.catalog.gguf_types import TENSOR_TYPES
from app.errors import (
    ModelFileError,
    ModelFileInvalidError,
    ModelFileMissingError,
    ModelFileTruncatedError,
    NotGgufError,
    NotStandaloneError,
)
from tests.catalog.gguf_files import F32, I32, TEXT, GgufFile, Items, Raw, Tensor, text, value_bytes, vocabulary

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from app.engine import PairFiles


def read(file: GgufFile, tmp_path: Path, name: str = "model.gguf") -> GgufHeader:
    path = tmp_path / name
    path.write_bytes(file.data())
    return read_header(path)


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
        has_nextn=False,
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


def facts_of_package(path: Path) -> dict[str, Any]:
    reader = gguf.GGUFReader(path)
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
        "data_offset": reader.data_offset,
        "needed_size": last,
    }


def compare_with_package(path: Path) -> None:
    expected = facts_of_package(path)
    header = read_header(path)
    assert {key: getattr(header, key) for key in expected} == expected


def test_agrees_with_the_package_on_a_generated_file(tmp_path: Path) -> None:
    path = tmp_path / "made.gguf"
    writer = gguf.GGUFWriter(path, "qwen3")
    writer.add_name("Gemacht für den Vergleich")
    writer.add_file_type(7)
    writer.add_block_count(3)
    writer.add_context_length(4096)
    writer.add_embedding_length(64)
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
def test_agrees_with_the_package_on_the_starter_target(starter_pair: PairFiles) -> None:
    compare_with_package(starter_pair.target)
    check_runnable(read_header(starter_pair.target))


def test_block_sizes_agree_with_the_package() -> None:
    sizes = {int(kind): size for kind, size in gguf.GGML_QUANT_SIZES.items()}
    sizes[9] = (32, 36)  # the package counts two floats that llama.cpp keeps as halves
    ours = {kind: size[1:] for kind, size in TENSOR_TYPES.items() if kind in sizes}
    assert ours == sizes
    assert all(size.name == gguf.GGMLQuantizationType(kind).name for kind, size in TENSOR_TYPES.items() if kind in ours)
    assert set(TENSOR_TYPES) - set(sizes) <= {42}  # newer than the package


# What is not a file at all


def test_missing_file(tmp_path: Path) -> None:
    with pytest.raises(ModelFileMissingError):
        read_header(tmp_path / "none.gguf")


def test_directory_pipe_and_impossible_names(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.gguf")  # opening it would wait for ever
    for path in (tmp_path, tmp_path / "pipe.gguf", tmp_path / "a\0b", tmp_path / ("x" * 5000)):
        with pytest.raises(ModelFileMissingError):
            read_header(path)


@pytest.mark.parametrize("on", ["file", "folder"])
def test_no_permission(tmp_path: Path, on: str, without_privileges: Callable[[], None]) -> None:
    path = tmp_path / "model.gguf"
    path.write_bytes(GgufFile().data())
    (path if on == "file" else tmp_path).chmod(0)
    without_privileges()
    with pytest.raises(ModelFileMissingError):
        read_header(path)


@pytest.mark.parametrize("data", [b"", b"GG", b"<!DOCTYPE html><html>", b"PK\3\4" + bytes(500)])
def test_not_gguf(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "model.gguf"
    path.write_bytes(data)
    with pytest.raises(NotGgufError):
        read_header(path)


def test_truncated_anywhere(tmp_path: Path) -> None:
    data = GgufFile().data()
    for length in range(4, len(data)):
        with pytest.raises(ModelFileTruncatedError) as caught:
            parse_header(data[:length], tmp_path)
        assert caught.value.fields["size"] == length
        assert length < caught.value.fields["needed"] <= len(data)


def test_truncated_file(tmp_path: Path) -> None:
    path = tmp_path / "model.gguf"
    path.write_bytes(GgufFile().data()[:-1])
    with pytest.raises(ModelFileTruncatedError):
        read_header(path)


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


def test_mutated_headers_end_in_a_header_or_a_typed_error(tmp_path: Path) -> None:
    rng = random.Random(20250131)
    original = GgufFile().data()
    header_length = len(GgufFile().header())
    outcomes = {"header": 0, "error": 0}
    for _ in range(2000):
        data = bytearray(original)
        for _ in range(rng.choice((1, 1, 1, 2, 5, 20))):
            place = rng.randrange(4, header_length)
            change = rng.randrange(4)
            if change == 0:
                data[place] = rng.randrange(256)
            elif change == 1:
                data[place : place + 8] = rng.choice((bytes(8), b"\xff" * 8, struct.pack("<Q", 1 << rng.randrange(64))))
            elif change == 2:
                del data[place : place + rng.randrange(1, 16)]
            else:
                data[place:place] = rng.randbytes(rng.randrange(1, 16))
        try:
            header = parse_header(bytes(data), tmp_path)
        except ModelFileError:
            outcomes["error"] += 1
        else:
            outcomes["header"] += 1
            assert 2 <= header.version <= 3
            assert header.needed_size <= header.file_size == len(data)
    assert min(outcomes.values()) > 100, outcomes


# What runs alone


def head(architecture: str = "llama", **entries: Any) -> GgufFile:
    file = GgufFile()
    file.entries = {key.replace("llama.", f"{architecture}."): value for key, value in file.entries.items()}
    file.entries["general.architecture"] = architecture
    file.entries.update({key.replace("__", "."): value for key, value in entries.items()})
    return file


def without_first_block() -> GgufFile:
    file = head(llama__nextn_predict_layers=1)
    file.tensors[1].name = "blk.1.nextn.eh_proj.weight"
    return file


@pytest.mark.parametrize(
    ("file", "kind"),
    [
        (head("eagle3"), Kind.EAGLE3_HEAD),
        (head("dflash"), Kind.DFLASH_HEAD),
        (head("gemma4-assistant", **{"gemma4-assistant.nextn_predict_layers": 2}), Kind.MTP_HEAD),
        (without_first_block(), Kind.MTP_HEAD),
        (GgufFile(entries={"general.architecture": "clip"}), Kind.PROJECTOR),
        (GgufFile(entries={"general.architecture": "llama", "general.type": "adapter"}), Kind.ADAPTER),
    ],
    ids=lambda value: value.name if isinstance(value, Kind) else "",
)
def test_side_cars_do_not_run_alone(tmp_path: Path, file: GgufFile, kind: Kind) -> None:
    header = read(file, tmp_path)
    assert header.kind is kind
    with pytest.raises(NotStandaloneError, match=kind.value):
        check_runnable(header)


def test_a_model_with_prediction_layers_of_its_own_runs(tmp_path: Path) -> None:
    header = read(head(llama__nextn_predict_layers=1), tmp_path)
    assert (header.kind, header.nextn_predict_layers) == (Kind.MODEL, 1)
    check_runnable(header)


def split_parts(folder: Path) -> list[Path]:
    paths = []
    for number in range(3):
        file = GgufFile() if number == 0 else GgufFile(entries={})
        file.entries.update({"split.no": number, "split.count": 3})
        file.tensors = [file.tensors[number]]
        paths.append(folder / f"big-{number + 1:05d}-of-00003.gguf")
        paths[-1].write_bytes(file.data())
    return paths


def test_the_first_part_of_a_split_model_runs_with_all_others_beside_it(tmp_path: Path) -> None:
    parts = split_parts(tmp_path)
    header = read_header(parts[0])
    assert (header.kind, header.split_count, header.split_number) == (Kind.SPLIT_PART, 3, 0)
    check_runnable(header)


def test_a_later_part_does_not_run(tmp_path: Path) -> None:
    header = read_header(split_parts(tmp_path)[1])
    assert (header.architecture, header.split_number) == ("", 1)
    with pytest.raises(NotStandaloneError, match=r"part 2 of 3 .*choose part 1"):
        check_runnable(header)


def test_a_first_part_without_the_others_does_not_run(tmp_path: Path) -> None:
    parts = split_parts(tmp_path)
    parts[2].unlink()
    with pytest.raises(NotStandaloneError, match=r"big-00003-of-00003\.gguf is not beside it"):
        check_runnable(read_header(parts[0]))


def test_a_first_part_with_a_cut_other_does_not_run(tmp_path: Path) -> None:
    parts = split_parts(tmp_path)
    parts[1].write_bytes(parts[1].read_bytes()[:-300])
    with pytest.raises(ModelFileTruncatedError, match="00002-of"):
        check_runnable(read_header(parts[0]))


def test_a_first_part_with_the_wrong_other_does_not_run(tmp_path: Path) -> None:
    parts = split_parts(tmp_path)
    parts[1].write_bytes(parts[2].read_bytes())
    with pytest.raises(NotStandaloneError, match="is another part"):
        check_runnable(read_header(parts[0]))


def test_a_renamed_first_part_does_not_run(tmp_path: Path) -> None:
    renamed = split_parts(tmp_path)[0].rename(tmp_path / "renamed.gguf")
    with pytest.raises(NotStandaloneError, match="its name must end in -00001-of-00003"):
        check_runnable(read_header(renamed))
