"""What drafting and verifying allocate themselves, beside models, caches and their rows of logits."""

from __future__ import annotations

import tracemalloc

import numpy as np

from app.speculation.sampling import Sampling
from tests.scripted import ScriptedDrafter, ScriptedTarget, make_decoder


def engine_megabytes(vocabulary: int = 262_144, draft_length: int = 16) -> float:
    """Return the most that drafting and verifying allocate beside the rows of logits, in MB."""
    rows = np.random.default_rng(0).normal(0, 2, (draft_length + 1, vocabulary)).astype(np.float32)

    def table(context: tuple[int, ...]) -> np.ndarray:
        return rows[len(context) % len(rows)]

    decoder = make_decoder(
        ScriptedTarget(table),
        ScriptedDrafter(table),
        draft_length,
        sampling=Sampling(1.0, 0, 1.0, 0.0),
        max_tokens=100,
    )
    tracemalloc.start()
    try:
        for _event in decoder.reply([1, 2, 3]):
            pass
        return tracemalloc.get_traced_memory()[1] / 1e6
    finally:
        tracemalloc.stop()


def test_the_engine_needs_little_memory_of_its_own_however_large_the_vocabulary():
    assert engine_megabytes() < 60
