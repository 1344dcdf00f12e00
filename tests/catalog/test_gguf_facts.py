"""Facts of blocks, weights and names, from headers made for them."""

from __future__ import annotations

from pathlib import Path

import gguf
import pytest

from app.catalog.gguf_types import ARCHITECTURES, RECURRENT
from tests.catalog.gguf_files import BOOL, I32, U32, GgufFile, Items, Tensor, read


def test_facts_of_every_block(tmp_path: Path) -> None:
    file = GgufFile()
    file.entries |= {
        "llama.attention.head_count": Items(I32, [4, 8]),
        "llama.attention.head_count_kv": Items(U32, [0, 2]),
        "llama.attention.key_length": 16,
        "llama.attention.value_length": 12,
        "llama.attention.key_length_swa": 10,
        "llama.attention.sliding_window": 512,
        "llama.attention.sliding_window_pattern": Items(BOOL, [True, False]),
        "llama.feed_forward_length": Items(I32, [64, 96]),
        "general.size_label": "2x1B",
    }
    header = read(file, tmp_path)
    assert (header.head_counts, header.kv_head_counts) == ((4, 8), (0, 2))
    assert (header.key_length, header.value_length) == (16, 12)
    assert (header.key_length_swa, header.value_length_swa) == (10, 12)
    assert (header.sliding_window, header.sliding_window_pattern) == (512, (1, 0))
    assert (header.feed_forward_length, header.size_label) == (96, "2x1B")


def test_heads_that_are_not_told_are_those_of_the_queries(tmp_path: Path) -> None:
    file = GgufFile()
    del file.entries["llama.attention.head_count_kv"]
    file.entries["llama.attention.sliding_window_pattern"] = 6
    header = read(file, tmp_path)
    assert header.kv_head_counts == header.head_counts == (4, 4)
    assert header.sliding_window_pattern == (6,)


@pytest.mark.parametrize(
    ("entries", "numbers"),
    [
        ({"ssm.conv_kernel": 4, "ssm.inner_size": 10, "ssm.group_count": 2, "ssm.state_size": 3}, 3 * 22 + 30),
        ({"shortconv.l_cache": 3}, 32 * 2),
        ({"wkv.head_size": 8, "token_shift_count": 2}, 32 * 8 + 32 * 2),
        ({"kda.head_dim": 16, "ssm.conv_kernel": 4}, 3 * 3 * 4 * 16 + 16 * 16 * 4),
    ],
)
def test_what_recurrent_blocks_keep(tmp_path: Path, entries: dict[str, int], numbers: int) -> None:
    """By n_embd_r and n_embd_s of llama.cpp, for Mamba, LFM2, RWKV and Kimi."""
    file = GgufFile()
    file.entries |= {f"llama.{key}": value for key, value in entries.items()}
    assert read(file, tmp_path).state_bytes == 4 * numbers


def test_weights_by_type_and_place(tmp_path: Path) -> None:
    file = GgufFile()
    file.entries |= {"llama.expert_count": 8, "llama.expert_used_count": 2}
    file.tensors = [
        Tensor("token_embd.weight", (256, 4), kind=12),
        Tensor("blk.0.ffn_up_exps.weight", (256, 4, 8), kind=12, offset=576),
        Tensor("blk.1.attn_norm.weight", (256,), kind=0, offset=5184),
        Tensor("output.weight", (256, 2), kind=14, offset=6208),
    ]
    file.tensor_bytes = 6208 + 420
    header = read(file, tmp_path)
    assert header.tensor_types == (("Q4_K", 9216, 5184), ("Q6_K", 512, 420), ("F32", 256, 1024))
    assert (header.parameter_count, header.weights_size) == (9984, 6628)
    assert header.active_parameter_count == 9984 - 8192 * 6 // 8
    assert (header.block_bytes, header.embedding_bytes, header.output_bytes) == ((4608, 1024), 576, 420)
    file.entries["llama.expert_used_count"] = 9
    assert read(file, tmp_path).active_parameter_count == 9984


@pytest.mark.parametrize(("file_type", "name"), [(15, "Q4_K_M"), (38, "MXFP4_MOE"), (None, "Q4_1"), (999, "Q4_1")])
def test_the_name_of_the_quantisation(tmp_path: Path, file_type: int | None, name: str) -> None:
    file = GgufFile()
    file.entries["general.file_type"] = file_type
    if file_type is None:
        del file.entries["general.file_type"]
    assert read(file, tmp_path).quantisation == name


@pytest.mark.native
def test_llama_cpp_knows_every_architecture_in_the_list() -> None:
    """Each name stands in its library (where names may share their ends)."""
    import llama_cpp

    libraries = [
        path.read_bytes() for path in Path(llama_cpp.__file__).parent.rglob("*llama*.*") if path.suffix != ".py"
    ]
    missing = {name for name in ARCHITECTURES if not any(name.encode() + b"\0" in one for one in libraries)}
    assert not missing
    assert set(gguf.MODEL_ARCH_NAMES.values()) - ARCHITECTURES <= {"mmproj"}
    assert RECURRENT < ARCHITECTURES
