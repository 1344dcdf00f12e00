"""A model as a whole: what its header says, over all files it is split into, and its vocabulary."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import TYPE_CHECKING

from app.catalog.gguf import read_header, read_parts
from app.catalog.gguf_header import Kind
from app.catalog.gguf_tokens import TokenizerTables
from app.catalog.gguf_weights import sort_types

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from app.catalog.gguf_header import GgufHeader


@dataclass(frozen=True, slots=True)
class Model:
    """What can be known of a model before it is loaded; `header` counts over all its files."""

    header: GgufHeader
    tables: TokenizerTables


def read_model(path: Path) -> Model:
    """Read the headers of a model on disk; a file that is not a whole model comes as it is.

    Raises:
        ModelFileError: a file cannot be used (as `read_header`).
        NotStandaloneError: parts of a split model are missing.
    """
    header = read_header(path)
    first_part = header.kind is Kind.SPLIT_PART and header.split_number == 0
    return Model(join_parts(read_parts(header)) if first_part else header, TokenizerTables(header))


def join_parts(parts: Sequence[GgufHeader]) -> GgufHeader:
    """The header of a split model as if it were in one file, given those of all its parts in order."""
    if len(parts) == 1:
        return parts[0]
    types: dict[str, tuple[int, int]] = defaultdict(lambda: (0, 0))
    for name, weights, size in (one for part in parts for one in part.tensor_types):
        types[name] = types[name][0] + weights, types[name][1] + size
    return replace(
        parts[0],
        kind=Kind.MODEL,
        file_size=sum(part.file_size for part in parts),
        needed_size=sum(part.needed_size for part in parts),
        tensor_count=sum(part.tensor_count for part in parts),
        parameter_count=sum(part.parameter_count for part in parts),
        expert_parameter_count=sum(part.expert_parameter_count for part in parts),
        tensor_types=sort_types((name, *both) for name, both in types.items()),
        block_bytes=tuple(map(sum, zip_longest(*(part.block_bytes for part in parts), fillvalue=0))),
        embedding_bytes=sum(part.embedding_bytes for part in parts),
        output_bytes=sum(part.output_bytes for part in parts),
        nextn_blocks=tuple(block for part in parts for block in part.nextn_blocks),
    )
