"""Ten thousand headers gone wrong: each gives a header that holds, or a typed error."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from app.catalog.compatibility import compare
from app.catalog.gguf import GgufHeader, parse_header
from app.catalog.gguf_tokens import TokenizerTables
from app.catalog.model import Model
from app.catalog.remote_header import read_remote_header
from app.errors import ModelFileError
from tests.catalog.gguf_files import BOOL, I32, GgufFile, Items
from tests.catalog.mutations import mutate

if TYPE_CHECKING:
    from collections.abc import Callable

ROUNDS = 10_000
PATH = Path("mutated.gguf")


def rich() -> GgufFile:
    """A file in which more can go wrong."""
    file = GgufFile()
    file.entries |= {
        "llama.attention.head_count": Items(I32, [4, 4]),
        "llama.attention.sliding_window": 16,
        "llama.attention.sliding_window_pattern": Items(BOOL, [True, False]),
        "llama.expert_count": 4,
        "llama.expert_used_count": 2,
        "llama.nextn_predict_layers": 1,
        "general.alignment": 32,
    }
    return file


def use(header: GgufHeader, data: bytes, right: Model) -> None:
    """Ask a header for everything."""
    assert 2 <= header.version <= 3
    assert header.needed_size <= header.file_size == len(data)
    assert header.block_count <= 512
    assert len(header.head_counts) <= 512
    json.dumps({**asdict(header), "path": None, "kind": None})
    tables = TokenizerTables(header, lambda start, end: data[start:end])
    assert len(tables.tokens.raw()) == header.vocabulary_size
    assert len(tables.merges.raw()) == header.merge_count
    assert header.quantisation is not None
    for comparison in (compare(right, Model(header, tables)), compare(Model(header, tables), right)):
        assert all(reason.sentence.isprintable() for reason in comparison.reasons)


def test_mutated_headers_end_in_a_header_or_a_typed_error() -> None:
    rng = Random(20250131)
    file = rich()
    original, header_length = file.data(), len(file.header())
    right = Model(
        header := parse_header(original, PATH), TokenizerTables(header, lambda start, end: original[start:end])
    )
    outcomes = {"header": 0, "error": 0}
    for _ in range(ROUNDS):
        data = mutate(original, header_length, rng)
        try:
            header = parse_header(data, PATH)
        except ModelFileError:
            outcomes["error"] += 1
        else:
            outcomes["header"] += 1
            use(header, data, right)
    assert min(outcomes.values()) > ROUNDS // 20, outcomes


def test_a_mutated_header_is_the_same_by_ranges() -> None:
    """What is read of a prefix agrees with what is read of the whole, right or wrong."""
    rng = Random(7)
    original, header_length = GgufFile().data(), len(GgufFile().header())
    for _ in range(1000):
        data = mutate(original, header_length, rng)
        assert outcome(lambda data=data: parse_header(data, PATH)) == outcome(lambda data=data: by_ranges(data))


def by_ranges(data: bytes) -> GgufHeader:
    return read_remote_header(lambda start, count: data[start : start + count], len(data), PATH, 64).header


def outcome(read: Callable[[], GgufHeader]) -> object:
    try:
        return read()
    except ModelFileError as error:
        return type(error), error.fields
