"""What a model takes of memory: an estimate from header facts, before anything is loaded.

What llama.cpp allocates for one model, read in src/ of the llama.cpp inside llama-cpp-python 0.3.36:

- weights: the tensor data of the file, mapped from disk where it stays with the processor. Types for which the
  processor has a faster layout are copied (CPU_REPACK); the originals are not read again and the system takes their
  pages back when it needs room, so they count once;
- cache: for each layer with attention `cells * (key width + value width)` numbers of the cache's type, where cells are
  the context rounded up to 256 (llama-kv-cache.cpp); for a recurrent layer a state that does not grow with the context;
- compute buffer: the widest stage of a pass over one batch (feed-forward or attention) and the attention mask;
- output buffer: one row of logits for each position whose logits are wanted.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final

# As app.llama.context makes its contexts: tokens of one physical batch; a head reads fewer (app.llama.head_context).
BATCH: Final = 512
HEAD_BATCH: Final = 64
CELLS: Final = 256
FLOAT_BYTES: Final = 4
MASK_BYTES: Final = 2


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
    logits. Where both are one (`tied`), a copy goes to the GPU. `batch` is how many tokens a pass reads at most, `rows`
    how many rows of logits it returns at least, `features` how many more numbers are kept of every token of a pass,
    `saved` the bytes of a copy of its recurrent state that is put back after a rejection.
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
    batch: int = BATCH
    rows: int = 0
    features: int = 0
    saved: int = 0

    @property
    def is_head(self) -> bool:
        """Whether it reads its target's hidden states, in small batches."""
        return self.batch < BATCH

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
    logits = max(outputs, model.rows) * model.vocabulary * FLOAT_BYTES
    mask = cells * model.batch * MASK_BYTES if any(layer.key_width for layer in model.layers) else 0
    return ModelMemory(
        weights=model.weights,
        cache=cache,
        compute=max(widest * model.batch * FLOAT_BYTES, logits) + mask,
        output=logits + model.features * BATCH * FLOAT_BYTES + model.saved,
    )


def _round_up(number: int, step: int) -> int:
    return -(-number // step) * step
