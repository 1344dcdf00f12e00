"""The estimate of memory of targets with heads against what llama.cpp says that it allocated."""

from __future__ import annotations

import logging

import pytest

from app.catalog.gguf import read_header
from app.catalog.machine import Machine
from app.catalog.memory import BATCH, FLOAT_BYTES, HEAD_BATCH
from app.engine import Engine
from app.fit import OUTPUTS, estimate_pair
from app.options import LoadOptions, PairFiles
from app.speculation.stop import Stop
from tests import tiny_heads
from tests.llama.test_memory import BUFFER
from tests.tiny_heads import (
    mtp_only,
    tiny_eagle3,
    tiny_gemma4,
    tiny_gemma4_assistant,
    tiny_mimo,
    tiny_qwen35,
    tiny_target,
    trunk_only,
)

pytestmark = pytest.mark.native

MIB = 1 << 20
CONTEXT = 4096


@pytest.fixture(autouse=True)
def _larger(monkeypatch):
    """Large enough that no part of the memory drowns in the tolerance."""
    tokens = [*tiny_heads.TOKENS, *(f"▁x{place}" for place in range(12_000))]
    changes = {"WIDTH": 256, "HEAD_WIDTH": 64, "FEED": 768, "CONTEXT": CONTEXT, "TOKENS": tokens}
    for name, value in changes.items():
        monkeypatch.setattr(tiny_heads, name, value)


PAIRS = {
    "eagle3": lambda: (tiny_target(), tiny_eagle3(tiny_target())),
    "eagle3 borrows": lambda: (tiny_target(), tiny_eagle3(tiny_target(), borrow=True)),
    "mtp": lambda: (tiny_mimo(heads=1), None),
    "mtp chain": lambda: (tiny_mimo(heads=3), None),
    "mtp apart": lambda: (trunk_only(tiny_mimo()), mtp_only(tiny_mimo())),
    "hybrid mtp": lambda: (tiny_qwen35(), None),
    "assistant": lambda: (tiny_gemma4(), tiny_gemma4_assistant(tiny_gemma4())),
}


@pytest.mark.parametrize("name", PAIRS)
def test_a_target_with_its_head_takes_what_was_estimated(tmp_path, caplog, name):
    target, drafter = PAIRS[name]()
    head = drafter.write(tmp_path / "head.gguf") if drafter else None
    files = PairFiles("pair", target.write(tmp_path / "target.gguf"), head)
    engine = Engine()
    with caplog.at_level(logging.DEBUG, logger="app.llama.native"):
        options = LoadOptions(context=CONTEXT, threads=1)
        engine.load(files, options, Stop(), lambda _fraction: None)
    engine.close()
    taken: dict[str, float] = {}
    for match in filter(None, (BUFFER.search(record.getMessage()) for record in caplog.records)):
        taken[match["what"]] = taken.get(match["what"], 0) + float(match["size"]) * MIB
    headers = [read_header(files.target), read_header(head) if head else None]
    estimate = estimate_pair(*headers, Machine(1 << 34, 1 << 34), context=CONTEXT)
    # Told when a context is made, and grown once hidden states are asked for (output_reserve in src/llama-context.cpp).
    del taken["output"]
    vocabulary, width = len(tiny_heads.TOKENS), tiny_heads.WIDTH
    taps, rows = (3, HEAD_BATCH) if "eagle3" in name else (1, 1)
    taken["output"] = FLOAT_BYTES * (vocabulary * (OUTPUTS + rows) + width * taps * BATCH)
    total = sum(taken.values())
    assert estimate.drafter is not None
    assert abs(estimate.needed - total) <= max(total / 10, 2 * MIB)
    # Told to a hundredth of a MiB, and of each context.
    told = taken["KV"] + taken.get("RS", 0.0)
    assert estimate.target.cache + estimate.drafter.cache == pytest.approx(told, abs=30_000)
    # Of the head itself it also hands out a state or a few.
    outputs = estimate.target.output + estimate.drafter.output
    assert outputs == pytest.approx(taken["output"], abs=FLOAT_BYTES * width * HEAD_BATCH)
