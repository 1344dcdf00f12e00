"""The estimate of memory against what llama.cpp says that it allocated."""

from __future__ import annotations

import logging
import re
from pathlib import Path

import gguf
import numpy as np
import pytest

from app.catalog.gguf import read_header
from app.catalog.gguf_shape import shape_of
from app.catalog.machine import Machine
from app.catalog.memory import CacheType, measure
from app.catalog.placement import Fit
from app.fit import OUTPUTS, estimate_pair, measure_machine
from app.llama.context import Cache, LlamaContext
from app.llama.model import LlamaModel
from app.speculation.stop import Stop
from tests.tiny_models import write_tiny_llama, write_tiny_mamba

pytestmark = pytest.mark.native

CONTEXT = 2048
# "CPU_REPACK model buffer" holds copies of tensors that are in the mapped buffer too, and are not read there again.
BUFFER = re.compile(r"(?P<device>\w+) +(?P<what>model|KV|RS|compute|output) buffer size = +(?P<size>[\d.]+) MiB")


@pytest.fixture(name="reported")
def _reported(caplog):
    """Load a model as the engine does, and return bytes by kind of buffer."""

    def reported(path: Path, outputs: int, cache_type: CacheType = CacheType.F16) -> dict[str, float]:
        caplog.clear()
        with caplog.at_level(logging.DEBUG, logger="app.llama.native"):
            model = LlamaModel(path, -1, Stop(), lambda _fraction: None)
            LlamaContext(model, CONTEXT, 1, outputs, Cache(cache_type.name)).close()
            model.close()
        sizes: dict[str, float] = {}
        for match in filter(None, (BUFFER.search(record.getMessage()) for record in caplog.records)):
            if match["device"] != "CPU_REPACK":
                sizes[match["what"]] = sizes.get(match["what"], 0) + float(match["size"]) * (1 << 20)
        return sizes

    return reported


def test_the_starter_pair_takes_what_was_estimated(reported, starter_pair):
    took = [reported(starter_pair.target, OUTPUTS), reported(starter_pair.drafter, 1)]
    headers = [read_header(path) for path in (starter_pair.target, starter_pair.drafter)]
    machine = measure_machine()
    estimate = estimate_pair(*headers, machine, context=CONTEXT)
    assert estimate.needed == pytest.approx(sum(sum(sizes.values()) for sizes in took), rel=0.1)
    for memory, sizes in zip((estimate.target, estimate.drafter), took, strict=True):
        assert memory.weights == pytest.approx(sizes["model"], rel=0.02)
        assert memory.cache == sizes["KV"]
        assert memory.compute == pytest.approx(sizes["compute"], rel=0.05)
    assert estimate.fit is not Fit.NONE
    assert machine.ram_total >= machine.ram_free > 0


@pytest.mark.parametrize("cache_type", CacheType)
def test_every_type_of_cache_is_counted(reported, starter_pair, cache_type):
    sizes = reported(starter_pair.target, 1, cache_type)
    shape = shape_of(read_header(starter_pair.target))
    assert measure(shape, CONTEXT, 1, cache_type=cache_type).cache == pytest.approx(sizes["KV"], rel=0.001)


def test_a_recurrent_state_does_not_grow(reported, tmp_path):
    path = write_tiny_mamba(tmp_path / "mamba.gguf", context=8192)
    sizes = reported(path, 1)
    shape = shape_of(read_header(path))
    # Reported to a hundredth of a MiB.
    assert measure(shape, CONTEXT, 1).cache == pytest.approx(sizes["RS"], abs=6000)
    assert measure(shape, 8192, 1).cache == measure(shape, CONTEXT, 1).cache > 0


def write_experts(path: Path, *, width: int, expert: int, used: int) -> Path:
    """Write a mixture of experts, two layers of zeros, with the vocabulary of a tiny llama."""
    heads, size, experts = 4, width // 4, 8
    writer = gguf.GGUFWriter(path, "qwen3moe")
    tokens = ["<unk>", "<s>", "</s>", *(f"<0x{byte:02X}>" for byte in range(256))]
    writer.add_tokenizer_model("llama")
    writer.add_token_list(tokens)
    writer.add_token_scores([0.0] * len(tokens))
    writer.add_token_types([2, 3, 3] + [6] * 256)
    writer.add_block_count(2)
    writer.add_context_length(CONTEXT)
    writer.add_embedding_length(width)
    writer.add_feed_forward_length(expert)
    writer.add_expert_feed_forward_length(expert)
    writer.add_expert_count(experts)
    writer.add_expert_used_count(used)
    writer.add_head_count(heads)
    writer.add_head_count_kv(heads)
    writer.add_layer_norm_rms_eps(1e-5)
    shapes: dict[str, tuple[int, ...]] = {"token_embd": (len(tokens), width), "output_norm": (width,)}
    for block in ("blk.0.", "blk.1."):
        shapes |= {f"{block}{name}": (width,) for name in ("attn_norm", "ffn_norm")}
        shapes |= {f"{block}{name}": (size,) for name in ("attn_q_norm", "attn_k_norm")}
        shapes |= {f"{block}{name}": (width, width) for name in ("attn_q", "attn_k", "attn_v", "attn_output")}
        shapes |= {f"{block}{name}": (experts, expert, width) for name in ("ffn_gate_exps", "ffn_up_exps")}
        shapes |= {f"{block}ffn_gate_inp": (experts, width), f"{block}ffn_down_exps": (experts, width, expert)}
    for name, shape in shapes.items():
        writer.add_tensor(f"{name}.weight", np.zeros(shape, dtype=np.float32))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return path


@pytest.mark.parametrize(("expert", "used"), [(64, 8), (64, 4), (256, 8)])
def test_experts_that_work_at_once_take_no_more_than_estimated(reported, tmp_path, expert, used):
    path = write_experts(tmp_path / "moe.gguf", width=256, expert=expert, used=used)
    sizes = reported(path, 1)
    assert measure(shape_of(read_header(path)), CONTEXT, 1).compute >= sizes["compute"] * 0.99


def test_a_context_is_never_longer_than_what_a_model_was_trained_for(tmp_path):
    header = read_header(write_tiny_llama(tmp_path / "a.gguf", context=256))
    estimate = estimate_pair(header, None, Machine(1 << 40, 1 << 40), context=1 << 20)
    assert estimate.context == 256
    assert estimate.target.cache == measure(shape_of(header), 256, 1).cache
