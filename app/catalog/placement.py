"""Where the models of a pair go on a machine: to the GPU, to RAM, to both, or nowhere."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from app.catalog.memory import BATCH, FLOAT_BYTES, CacheType, ModelMemory, ModelShape, measure
from app.errors import NotEnoughMemoryError
from app.phrases import Phrase

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from app.catalog.machine import Machine

# For a pair of which only the sizes of its files are known: cache and buffers at the usual context.
ROUGH_SHARE: Final = 1.1
ROUGH_BYTES: Final = 600_000_000


class Fit(StrEnum):
    """The verdict; the value completes "this pair ..."."""

    GPU = "fits on the GPU"
    SPLIT = "fits split between GPU and RAM"
    RAM = "fits in RAM"
    NONE = "does not fit"


@dataclass(frozen=True, slots=True)
class MemoryEstimate:
    """What a pair takes and where it would go.

    `gpu_layers` is what to load the target with (-1: all; 0: none), `drafter_gpu_layers` the drafter. `context` is in
    tokens. `advice` is a clause on what to change, "" where all is well.
    """

    name: str
    target: ModelMemory
    drafter: ModelMemory | None
    context: int
    fit: Fit
    gpu_layers: int
    drafter_gpu_layers: int
    gpu_free: int
    ram_free: int
    advice: str

    @property
    def needed(self) -> int:
        """Bytes of both models."""
        return self.target.total + (self.drafter.total if self.drafter else 0)

    @property
    def free(self) -> int:
        """Bytes free for them, wherever they may lie."""
        return self.gpu_free + self.ram_free


def estimate(
    target: ModelShape,
    drafter: ModelShape | None,
    machine: Machine,
    *,
    context: int,
    outputs: int,
    cache_type: CacheType = CacheType.F16,
    full_windows: bool = True,
    gpu_layers: int | None = None,
    drafter_gpu_layers: int | None = None,
) -> MemoryEstimate:
    """Say what a pair takes on `machine`; the drafter returns one row of logits a pass, the target `outputs`.

    `gpu_layers` is how many layers of the target must go to the GPU, `drafter_gpu_layers` of the drafter; None: as many
    as fit.
    """
    shapes = [target] if drafter is None else [target, drafter]
    tokens = min(context, target.context or context)
    memories = [
        measure(shape, tokens, rows, cache_type=cache_type, full_windows=full_windows)
        for shape, rows in zip(shapes, (outputs, 1), strict=False)
    ]
    wanted = gpu_layers, drafter_gpu_layers
    fit, placed, drafter_placed = _place(shapes, memories, machine, wanted)
    advice = _advice(fit, placed, memories, machine)
    if fit is Fit.NONE and wanted != (None, None) and _place(shapes, memories, machine, (None, None))[0] != fit:
        advice = Phrase("leave it to Draftlight how many layers go to the GPU")
    return MemoryEstimate(
        name=target.name if drafter is None else f"{target.name} with {drafter.name}",
        target=memories[0],
        drafter=memories[1] if drafter else None,
        context=tokens,
        fit=fit,
        gpu_layers=placed,
        drafter_gpu_layers=drafter_placed,
        gpu_free=machine.gpu_free,
        ram_free=0 if machine.unified else machine.host_free,
        advice=advice,
    )


def _place(
    shapes: Sequence[ModelShape],
    memories: Sequence[ModelMemory],
    machine: Machine,
    wanted: tuple[int | None, int | None],
) -> tuple[Fit, int, int]:
    """Where the pair goes, and with how many layers on the GPU, of the target and of the drafter (-1: all)."""
    most = [len(shape.layers) + 1 for shape in shapes]
    for counts in _choices(most, wanted) if machine.gpu_free else ():
        on_gpu = sum(_on_gpu(*one) for one in zip(shapes, memories, counts, strict=True))
        in_ram = sum(_in_ram(*one) for one in zip(shapes, memories, counts, strict=True))
        # What shares one memory must fit into it together.
        fits = (
            on_gpu + in_ram <= machine.gpu_free
            if machine.unified
            else (on_gpu <= machine.gpu_free and in_ram <= machine.host_free)
        )
        if fits:
            placed = [-1 if one == all_ else one for one, all_ in zip(counts, most, strict=True)]
            target, drafter = (*placed, 0)[:2]
            return (Fit.GPU if counts == most else Fit.SPLIT), target, drafter
    free_to_stay = not any(wanted) or not machine.accelerators
    if free_to_stay and sum(memory.total for memory in memories) <= machine.host_free:
        return Fit.RAM, 0, 0
    return Fit.NONE, 0, 0


def _choices(most: list[int], wanted: tuple[int | None, int | None]) -> Iterator[list[int]]:
    """Yield numbers of layers on the GPU, the best first.

    The drafter goes there whole before the target: it makes many small passes, which gain most.
    """
    ranges = [range(all_, -1, -1) if one is None else [min(one, all_)] for one, all_ in zip(wanted, most, strict=False)]
    if len(most) == 1:
        yield from ([one] for one in ranges[0] if one)
        return
    target, drafter = ranges
    for whole in (drafter[0], 0) if wanted[1] is None else drafter:
        yield from ([one, whole] for one in target if one or whole)


def _on_gpu(shape: ModelShape, memory: ModelMemory, layers: int) -> int:
    """Bytes on the GPU with its last `layers` layers there; the output layer counts as one more, and goes first."""
    if not layers:
        return 0
    blocks = max(1, len(shape.layers))
    moved = min(layers - 1, blocks)
    return shape.output_weights + (shape.body + memory.cache) * moved // blocks + memory.compute


def _in_ram(shape: ModelShape, memory: ModelMemory, layers: int) -> int:
    """Bytes in RAM beside them: the input table, the other layers, and what passes through."""
    if not layers:
        return memory.total
    blocks = max(1, len(shape.layers))
    left = blocks - min(layers - 1, blocks)
    passing = memory.compute if left else shape.embedding * BATCH * FLOAT_BYTES
    return shape.input_weights + (shape.body + memory.cache) * left // blocks + passing + memory.output


def _advice(fit: Fit, gpu_layers: int, memories: Sequence[ModelMemory], machine: Machine) -> str:
    needed = sum(memory.total for memory in memories)
    if fit is Fit.GPU or (fit is Fit.RAM and not machine.accelerators):
        return ""
    if fit is Fit.SPLIT:
        return Phrase(
            "load {layers} layers on the GPU, or choose a smaller context or target to fit all of it", layers=gpu_layers
        )
    if fit is Fit.RAM:
        return Phrase("the GPU is too full for it: close other programs that use it, or choose a smaller pair")
    missing = needed - max(machine.host_free, machine.gpu_free)
    if sum(memory.cache for memory in memories) > missing:
        return Phrase("choose a smaller context or a cache of q8_0")
    if len(memories) > 1 and memories[1].total > missing:
        return Phrase("choose a smaller drafter, or chat without one")
    return Phrase("choose a smaller target or a coarser quantisation of it, or close other programs")


def require_fits(estimate: MemoryEstimate, *, insist: bool = False) -> None:
    """Pass a pair that fits, or that the person insists on.

    Raises:
        NotEnoughMemoryError: it does not fit; says how much is missing and what to change.
    """
    if estimate.fit is Fit.NONE and not insist:
        raise NotEnoughMemoryError(
            name=estimate.name,
            needed=gigabytes(estimate.needed),
            free=gigabytes(estimate.free),
            advice=estimate.advice,
        )


def without(machine: Machine, held: MemoryEstimate | None) -> Machine:
    """Return the machine as it will be once a loaded pair is given up.

    Weights in RAM are mapped files, which the system counts as available already.
    """
    if held is None:
        return machine
    if held.fit is Fit.GPU and machine.accelerators:
        first, *others = machine.accelerators
        return replace(machine, accelerators=(replace(first, free=first.free + held.needed), *others))
    memories = [memory for memory in (held.target, held.drafter) if memory]
    return replace(machine, ram_free=machine.ram_free + sum(one.total - one.weights for one in memories))


def rough_need(size: int) -> int:
    """About how many bytes of memory a pair takes of which only the bytes of its files are known."""
    return int(size * ROUGH_SHARE) + ROUGH_BYTES


def fit_by_size(size: int, machine: Machine) -> Fit:
    """The likely verdict on a pair of which only the bytes of its files are known."""
    needed = rough_need(size)
    if needed <= machine.gpu_free:
        return Fit.GPU
    if machine.gpu_free and not machine.unified and needed <= machine.gpu_free + machine.host_free:
        return Fit.SPLIT
    return Fit.RAM if needed <= machine.host_free else Fit.NONE


def gigabytes(size: int) -> str:
    """A number of bytes for a person."""
    return f"{size / 1e9:.1f} GB"
