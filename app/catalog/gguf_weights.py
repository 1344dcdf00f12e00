"""How many weights a file holds, of which type, and where in the model they sit."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from app.catalog.gguf_types import TENSOR_TYPES

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from app.catalog.gguf_layout import Tensor

_BLOCK: Final = re.compile(r"blk\.(\d{1,3})\.")
_EMBEDDING: Final = "token_embd."
_OUTPUT: Final = "output."
# Tensors with one slice for each expert; a token passes through some of them only.
_EXPERTS: Final = "_exps."


@dataclass(frozen=True, slots=True)
class Weights:
    """Sums over tensors; see the fields of the same names in GgufHeader."""

    parameter_count: int
    expert_parameter_count: int
    tensor_types: tuple[tuple[str, int, int], ...]
    block_bytes: tuple[int, ...]
    embedding_bytes: int
    output_bytes: int


def weigh(tensors: Sequence[Tensor]) -> Weights:
    """Add up `tensors`."""
    types: dict[int, tuple[int, int]] = defaultdict(lambda: (0, 0))
    blocks: dict[int, int] = defaultdict(int)
    for tensor in tensors:
        weights, size = types[tensor.kind]
        types[tensor.kind] = weights + tensor.weights, size + tensor.size
        if block := _BLOCK.match(tensor.name):
            blocks[int(block[1])] += tensor.size
    return Weights(
        parameter_count=sum(weights for weights, _ in types.values()),
        expert_parameter_count=sum(tensor.weights for tensor in tensors if _EXPERTS in tensor.name),
        tensor_types=sort_types((TENSOR_TYPES[kind].name, *both) for kind, both in types.items()),
        block_bytes=tuple(blocks[block] for block in range(max(blocks, default=-1) + 1)),
        embedding_bytes=sum(tensor.size for tensor in tensors if tensor.name.startswith(_EMBEDDING)),
        output_bytes=sum(tensor.size for tensor in tensors if tensor.name.startswith(_OUTPUT)),
    )


def sort_types(types: Iterable[tuple[str, int, int]]) -> tuple[tuple[str, int, int], ...]:
    """Put the type of most weights first."""
    return tuple(sorted(types, key=lambda one: (-one[1], one[0])))
