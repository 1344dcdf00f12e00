"""Three hundred files gone wrong, opened by the app itself: each loads or is refused in a sentence about it."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from pathlib import Path
from random import Random

import gguf
import numpy as np
import pytest

from app.catalog.gguf import read_header
from app.errors import DraftlightError, ModelFileError
from app.guarded import GuardedEngine
from app.options import LoadOptions, PairFiles
from app.speculation.stop import Stop
from tests.catalog.mutations import mutate
from tests.tiny_models import write_broken_llama, write_tiny_llama

pytestmark = pytest.mark.native

# What the header reader or llama.cpp must refuse, or can run all the same.
ENTRIES = [
    ("llama.block_count", 0),
    ("llama.block_count", 513),
    ("llama.block_count", 2),
    ("llama.nextn_predict_layers", 5),
    ("llama.nextn_predict_layers", 1),
    ("llama.rope.dimension_count", 15),
    ("llama.rope.dimension_count", 0),
    ("llama.rope.freq_base", 0.0),
    ("llama.rope.scaling.type", "yarn"),
    ("llama.attention.head_count", 3),
    ("llama.attention.head_count", 0),
    ("llama.attention.head_count_kv", 3),
    ("llama.attention.head_count_kv", 0),
    ("llama.attention.key_length", 7),
    ("llama.attention.value_length", 8),
    ("llama.attention.layer_norm_rms_epsilon", -1.0),
    ("llama.attention.layer_norm_rms_epsilon", float("nan")),
    ("llama.attention.scale", float("inf")),
    ("llama.attention.causal", False),
    ("llama.context_length", 0),
    ("llama.vocab_size", 5),
    ("llama.embedding_length", 64),
    ("llama.embedding_length", 0),
    ("llama.feed_forward_length", 0),
    ("llama.expert_count", 4),
    ("llama.expert_used_count", 2),
    ("llama.pooling_type", 1),
    ("general.architecture", "no-such-thing"),
    ("general.architecture", "bert"),
    ("general.alignment", 7),
    ("general.alignment", 1 << 20),
    ("split.count", 3),
    ("tokenizer.ggml.model", "gpt2"),
    ("tokenizer.ggml.model", "bert"),
    ("tokenizer.ggml.model", "none"),
    ("tokenizer.ggml.pre", "no-such-thing"),
    ("tokenizer.ggml.bos_token_id", 99_999),
    ("tokenizer.ggml.eos_token_id", 99_999),
]
STARTS = [
    b"",
    b"GGUF",
    b"GGML" + bytes(100),
    b"<!DOCTYPE html><html><body>404</body></html>" * 20,
    b"version https://git-lfs.github.com/spec/v1\noid sha256:" + b"0" * 64 + b"\nsize 12345\n",
    b"GGUF" + struct.pack("<Iqq", 1, 0, 0),
    b"GGUF" + struct.pack("<Iqq", 9, 0, 0),
    b"GGUF" + struct.pack(">Iqq", 3, 1, 1),
    b"GGUF" + struct.pack("<Iqq", 3, 1 << 60, 0),
    b"GGUF" + struct.pack("<Iqq", 3, 0, 1 << 60),
    b"GGUF" + struct.pack("<Iqq", 3, -1, -1),
    b"PK\x03\x04" + bytes(1000),
]


def files(folder: Path) -> Iterator[Path]:
    """Write the files, one at a time."""
    for number, start in enumerate(STARTS):
        path = folder / f"start-{number}.gguf"
        path.write_bytes(start)
        yield path
    for number, (key, value) in enumerate(ENTRIES):
        yield write_broken_llama(folder / f"entry-{number}.gguf", {key: value})
    yield from wrong_tensors(folder)
    rng = Random(20261130)
    good = write_tiny_llama(folder / "good.gguf")
    data, start = good.read_bytes(), read_header(good).data_offset
    for number in range(60):
        path = folder / f"cut-{number}.gguf"
        path.write_bytes(data[: rng.randrange(len(data))])
        yield path
    for number in range(150):
        path = folder / f"header-{number}.gguf"
        path.write_bytes(mutate(data, start, rng))
        yield path
    for number in range(20):
        path = folder / f"weights-{number}.gguf"
        flipped = bytearray(data)
        for _ in range(2000):
            flipped[rng.randrange(start, len(data))] = rng.randrange(256)
        path.write_bytes(flipped)
        yield path


def wrong_tensors(folder: Path) -> Iterator[Path]:
    """Tensors that are missing, of another shape or type, or of numbers that are none."""
    shape = np.ones((7, 5), dtype=np.float32)
    changes = {
        "missing": None,
        "shape": shape,
        "whole": np.ones((32, 32), dtype=np.int32),
        "none": np.full((32, 32), np.nan, dtype=np.float32),
        "line": np.ones(3, dtype=np.float32),
    }
    for tensor in ("token_embd.weight", "output_norm.weight", "blk.0.attn_q.weight", "blk.0.ffn_down.weight"):
        for name, values in changes.items():

            class Writer(gguf.GGUFWriter):
                def add_tensor(self, wanted, array, *rest, values=values, tensor=tensor, **named):
                    if wanted != tensor:
                        super().add_tensor(wanted, array, *rest, **named)
                    elif values is not None:
                        super().add_tensor(wanted, values, *rest, **named)

            yield write_tiny_llama(folder / f"{tensor}-{name}.gguf", writer=Writer)


def test_the_app_survives_them_all(paths, tmp_path):
    engine = GuardedEngine(paths)
    refused, count = {}, 0
    for path in files(tmp_path):
        count += 1
        try:
            engine.load(PairFiles(path.stem, path, None), LoadOptions(context=256), Stop(), lambda _fraction: None)
        except DraftlightError as error:
            refused[path.name] = error
        path.unlink(missing_ok=True)
    engine.close()
    assert count >= 300
    assert len(refused) > 200
    for name, error in refused.items():
        assert isinstance(error, ModelFileError), (name, error)
        assert name in str(error), "the sentence is about this file"
        assert "no reason given" not in str(error), (name, error)
