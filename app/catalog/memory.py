"""Whether a pair fits into the memory of a machine: an estimate from header facts, before anything is loaded.

What llama.cpp allocates for one model, read in src/ of the llama.cpp inside llama-cpp-python 0.3.36:

- weights: the tensor data of the file (mapped from disk where it stays with the processor);
- cache: for each layer with attention `cells * (key width + value width)` numbers of the cache's type, where cells are
  the context rounded up to 256 (llama-kv-cache.cpp); for a recurrent layer a state that does not grow with the context;
- compute buffer: the widest stage of a pass over one batch (feed-forward or attention) and the attention mask;
- output buffer: one row of logits for each position whose logits are wanted.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, StrEnum
from typing import TYPE_CHECKING, Final

from app.errors import NotEnoughMemoryError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.catalog.machine import Machine

# As app.llama.context makes its contexts: tokens of one physical batch.
BATCH: Final = 512
CELLS: Final = 256
FLOAT_BYTES: Final = 4
MASK_BYTES: Final = 2
# For a pair of which only the sizes of its files are known: cache and buffers at the usual context.
ROUGH_SHARE: Final = 1.1
ROUGH_BYTES: Final = 600_000_000


class CacheType(Enum):
    """Numbers in a cache: the value is (numbers in a block, bytes of a block), as in ggml-common.h."""

    F16 = (1, 2)
    Q8_0 = (32, 34)
    Q4_0 = (32, 18)

    def size(self, numbers: int) -> int:
        """Bytes of so many numbers."""
        block, size = self.value
        return -(-numbers // block) * size


@dataclass(frozen=True, slots=True)
class LayerShape:
    """One layer: numbers that its cache keeps for each token, its window in tokens (0: all), bytes of a fixed state."""

    key_width: int
    value_width: int
    window: int = 0
    state: int = 0


@dataclass(frozen=True, slots=True)
class ModelShape:
    """What the memory of one model depends on. Widths are numbers, `weights` and `input_weights` bytes.

    `feed_forward` is the width of all experts together that work at once, of which there are `experts`.
    `input_weights` is the table of token embeddings, which llama.cpp leaves in RAM; `output_weights` that of the
    logits. Where both are one (`tied`), a copy goes to the GPU.
    """

    name: str
    weights: int
    layers: tuple[LayerShape, ...]
    context: int
    vocabulary: int
    embedding: int
    feed_forward: int
    attention: int
    experts: int = 0
    input_weights: int = 0
    output_weights: int = 0
    tied: bool = False

    @property
    def body(self) -> int:
        """Bytes of the weights of all layers."""
        return max(0, self.weights - self.input_weights - (0 if self.tied else self.output_weights))


@dataclass(frozen=True, slots=True)
class ModelMemory:
    """Bytes that one model takes."""

    weights: int
    cache: int
    compute: int
    output: int

    @property
    def total(self) -> int:
        """All of it."""
        return self.weights + self.cache + self.compute + self.output


class Fit(StrEnum):
    """The verdict; the value completes "this pair ..."."""

    GPU = "fits on the GPU"
    SPLIT = "fits split between GPU and RAM"
    RAM = "fits in RAM"
    NONE = "does not fit"


@dataclass(frozen=True, slots=True)
class MemoryEstimate:
    """What a pair takes and where it would go.

    `gpu_layers` is what to load it with (-1: all; 0: none). `context` is in tokens. `advice` is one sentence on what to
    change, "" where all is well.
    """

    name: str
    target: ModelMemory
    drafter: ModelMemory | None
    context: int
    fit: Fit
    gpu_layers: int
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


def measure(
    model: ModelShape, context: int, outputs: int, *, cache_type: CacheType = CacheType.F16, full_windows: bool = True
) -> ModelMemory:
    """What one model takes with a context of so many tokens and so many rows of logits a pass.

    `full_windows`: layers with a sliding window keep the whole context, so that tokens can be taken back (`swa_full`,
    the default of llama.cpp).
    """
    context = min(context, model.context or context)
    cells = _round_up(max(context, CELLS), CELLS)
    cache = 0
    for layer in model.layers:
        seen = cells
        if layer.window and not full_windows:
            seen = min(cells, _round_up(layer.window + BATCH, CELLS))
        cache += layer.state + seen * (cache_type.size(layer.key_width) + cache_type.size(layer.value_width))
    # What lives at once, measured on models of many shapes: never less than it takes, often exactly. Three tensors as
    # wide as the feed-forward layer and four as the embedding; or two with an embedding for each expert at work and
    # five more; or query, key and value and three more.
    widest = max(
        3 * model.feed_forward + 4 * model.embedding,
        (2 * model.experts + 5) * model.embedding if model.experts else 0,
        3 * model.embedding + model.attention,
    )
    logits = outputs * model.vocabulary * FLOAT_BYTES
    mask = cells * BATCH * MASK_BYTES if any(layer.key_width for layer in model.layers) else 0
    return ModelMemory(
        weights=model.weights,
        cache=cache,
        compute=max(widest * BATCH * FLOAT_BYTES, logits) + mask,
        output=logits,
    )


def estimate(
    target: ModelShape,
    drafter: ModelShape | None,
    machine: Machine,
    *,
    context: int,
    outputs: int,
    cache_type: CacheType = CacheType.F16,
    full_windows: bool = True,
) -> MemoryEstimate:
    """Say what a pair takes on `machine`; the drafter returns one row of logits a pass, the target `outputs`."""
    shapes = [target] if drafter is None else [target, drafter]
    tokens = min(context, target.context or context)
    memories = [
        measure(shape, tokens, rows, cache_type=cache_type, full_windows=full_windows)
        for shape, rows in zip(shapes, (outputs, 1), strict=False)
    ]
    fit, gpu_layers = _place(shapes, memories, machine)
    return MemoryEstimate(
        name=target.name if drafter is None else f"{target.name} with {drafter.name}",
        target=memories[0],
        drafter=memories[1] if drafter else None,
        context=tokens,
        fit=fit,
        gpu_layers=gpu_layers,
        gpu_free=machine.gpu_free,
        ram_free=0 if machine.unified else machine.host_free,
        advice=_advice(fit, gpu_layers, memories, machine),
    )


def _place(shapes: Sequence[ModelShape], memories: Sequence[ModelMemory], machine: Machine) -> tuple[Fit, int]:
    """Where the pair goes and with how many layers on the GPU: as many as fit, of both models alike."""
    most = max(len(shape.layers) for shape in shapes) + 1
    if machine.gpu_free:
        for count in range(most, 0, -1):
            on_gpu = sum(_on_gpu(*one, count) for one in zip(shapes, memories, strict=True))
            in_ram = sum(_in_ram(*one, count) for one in zip(shapes, memories, strict=True))
            # What shares one memory must fit into it together.
            fits = (
                on_gpu + in_ram <= machine.gpu_free
                if machine.unified
                else (on_gpu <= machine.gpu_free and in_ram <= machine.host_free)
            )
            if fits:
                return (Fit.GPU, -1) if count == most else (Fit.SPLIT, count)
    if sum(memory.total for memory in memories) <= machine.host_free:
        return Fit.RAM, 0
    return Fit.NONE, 0


def _on_gpu(shape: ModelShape, memory: ModelMemory, layers: int) -> int:
    """Bytes on the GPU with its last `layers` layers there; the output layer counts as one more, and goes first."""
    blocks = max(1, len(shape.layers))
    moved = min(layers - 1, blocks)
    return shape.output_weights + (shape.body + memory.cache) * moved // blocks + memory.compute


def _in_ram(shape: ModelShape, memory: ModelMemory, layers: int) -> int:
    """Bytes in RAM beside them: the input table, the other layers, and what passes through."""
    blocks = max(1, len(shape.layers))
    left = blocks - min(layers - 1, blocks)
    passing = memory.compute if left else shape.embedding * BATCH * FLOAT_BYTES
    return shape.input_weights + (shape.body + memory.cache) * left // blocks + passing + memory.output


def _advice(fit: Fit, gpu_layers: int, memories: Sequence[ModelMemory], machine: Machine) -> str:
    needed = sum(memory.total for memory in memories)
    if fit is Fit.GPU or (fit is Fit.RAM and not machine.accelerators):
        return ""
    if fit is Fit.SPLIT:
        return f"Load {gpu_layers} layers on the GPU, or choose a smaller context or target to fit all of it."
    if fit is Fit.RAM:
        return "The GPU is too full for it: close other programs that use it, or choose a smaller pair."
    missing = needed - max(machine.host_free, machine.gpu_free)
    if sum(memory.cache for memory in memories) > missing:
        return "Choose a smaller context or a cache of q8_0."
    if len(memories) > 1 and memories[1].total > missing:
        return "Choose a smaller drafter, or chat without one."
    return "Choose a smaller target or a coarser quantisation of it, or close other programs."


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
            advice=estimate.advice[:1].lower() + estimate.advice[1:].rstrip("."),
        )


def fit_by_size(size: int, machine: Machine) -> Fit:
    """The likely verdict on a pair of which only the bytes of its files are known."""
    needed = int(size * ROUGH_SHARE) + ROUGH_BYTES
    if needed <= machine.gpu_free:
        return Fit.GPU
    if machine.gpu_free and not machine.unified and needed <= machine.gpu_free + machine.host_free:
        return Fit.SPLIT
    return Fit.RAM if needed <= machine.host_free else Fit.NONE


def gigabytes(size: int) -> str:
    """A number of bytes for a person."""
    return f"{size / 1e9:.1f} GB"


def _round_up(number: int, step: int) -> int:
    return -(-number // step) * step
