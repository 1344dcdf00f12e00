"""Whether models fit into this machine, for whoever may not ask llama.cpp itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.catalog.gguf_shape import head_shape_of, own_head_shape_of, shape_of, target_shape_of
from app.catalog.heads import drafts_itself, is_head
from app.catalog.memory import CacheType
from app.catalog.placement import MemoryEstimate, estimate
from app.speculation.draft_length import MAX_DRAFT_LENGTH

if TYPE_CHECKING:
    from app.catalog.gguf import GgufHeader
    from app.catalog.machine import Machine

# The target returns logits of the last token and of every drafted one.
OUTPUTS = MAX_DRAFT_LENGTH + 1


def measure_machine() -> Machine:
    """The memory of this machine, free at this moment. The first call loads llama.cpp, which takes a moment."""
    from app.llama.devices import this_machine

    return this_machine()


def estimate_pair(
    target: GgufHeader,
    drafter: GgufHeader | None,
    machine: Machine,
    *,
    context: int,
    cache_type: CacheType = CacheType.F16,
    gpu_layers: int | None = None,
    drafter_gpu_layers: int | None = None,
) -> MemoryEstimate:
    """What a pair takes with a context of so many tokens, as the engine loads it, and whether `machine` holds it.

    `gpu_layers` is how many layers of the target must go to the GPU, `drafter_gpu_layers` of the drafter; None: as many
    as fit. The headers of split models must
    count over all parts (`app.catalog.model.join_parts`).
    """
    drafter_shape = None
    if drafter is not None:
        drafter_shape = head_shape_of(drafter) if is_head(drafter) else shape_of(drafter)
    elif drafts_itself(target):
        drafter_shape = own_head_shape_of(target)
    taps = 0
    if drafter_shape is not None and drafter_shape.is_head:
        taps = len(drafter.target_layers) if drafter is not None and drafter.target_layers else 1
    return estimate(
        target_shape_of(target, taps=taps) if drafter_shape else shape_of(target),
        drafter_shape,
        machine,
        context=context,
        outputs=OUTPUTS,
        cache_type=cache_type,
        gpu_layers=gpu_layers,
        drafter_gpu_layers=drafter_gpu_layers,
    )
