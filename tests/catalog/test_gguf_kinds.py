"""What runs alone: kinds of side-cars, and models in several files."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from app.catalog.gguf import Kind, check_runnable, read_header
from app.catalog.model import read_model
from app.errors import ModelFileInvalidError, ModelFileTruncatedError, NotStandaloneError
from tests.catalog.gguf_files import TEXT, GgufFile, Items, read, split_parts

if TYPE_CHECKING:
    from pathlib import Path


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


def dspark() -> GgufFile:
    file = head("dflash")
    file.tensors[0].name = "markov_w1.weight"
    return file


@pytest.mark.parametrize(
    ("file", "kind"),
    [
        (head("eagle3"), Kind.EAGLE3_HEAD),
        (head("dflash"), Kind.DFLASH_HEAD),
        (dspark(), Kind.DSPARK_HEAD),
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
    assert (header.kind, header.nextn_predict_layers, header.nextn_blocks) == (Kind.MODEL, 1, ())
    check_runnable(header)


def test_whether_prediction_layers_are_in_the_file(tmp_path: Path) -> None:
    """A trunk whose prediction layers were left out still counts them."""
    file = head(llama__nextn_predict_layers=1)
    file.tensors[2].name = "blk.1.nextn.eh_proj.weight"
    assert read(file, tmp_path).has_own_head


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


def test_a_first_part_with_a_part_of_another_model_does_not_run(tmp_path: Path) -> None:
    parts = split_parts(tmp_path)
    other = GgufFile(entries={"split.no": 1, "split.count": 5})
    parts[1].write_bytes(other.data())
    with pytest.raises(NotStandaloneError, match="is another part"):
        check_runnable(read_header(parts[0]))


def test_a_split_model_counts_over_its_parts(tmp_path: Path) -> None:
    parts = split_parts(tmp_path)
    whole = read_model(parts[0]).header
    single = read(GgufFile(), tmp_path)
    assert (whole.kind, whole.tensor_count) == (Kind.MODEL, 3)
    assert whole.file_size == sum(part.stat().st_size for part in parts)
    for name in ("parameter_count", "tensor_types", "block_bytes", "embedding_bytes", "weights_size"):
        assert getattr(whole, name) == getattr(single, name), name


def test_a_part_or_side_car_is_read_as_it_is(tmp_path: Path) -> None:
    assert read_model(split_parts(tmp_path)[2]).header.kind is Kind.SPLIT_PART
    (tmp_path / "head.gguf").write_bytes(head("eagle3").data())
    assert read_model(tmp_path / "head.gguf").header.kind is Kind.EAGLE3_HEAD


@pytest.mark.parametrize("texts", [["a", "b", "a"], ["a", "b\0x", "b"], ["a", "", "[EMPTY_1]"]])
def test_a_token_twice_does_not_run(tmp_path: Path, texts: list[str]) -> None:
    """It would abort llama.cpp, which counts the texts up to their first null byte and names empty ones."""
    file = GgufFile()
    file.entries["tokenizer.ggml.tokens"] = Items(TEXT, texts)
    del file.entries["tokenizer.ggml.token_type"], file.entries["tokenizer.ggml.scores"]
    header = read(file, tmp_path)
    with pytest.raises(ModelFileInvalidError, match=r"tokenizer\.ggml\.tokens has the same text for"):
        check_runnable(header)
