"""The shape of a model, as far as its memory depends on it, from what its header says."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from app.catalog.heads import ASSISTANT, SNAPSHOTS, SNAPSHOTTING
from app.catalog.memory import HEAD_BATCH, LayerShape, ModelShape

if TYPE_CHECKING:
    from app.catalog.gguf import GgufHeader

# Where recurrent blocks and attention take turns and the file does not say how (src/models/qwen35.cpp and others).
_INTERVALS: Final = {"qwen35": 4, "qwen35moe": 4, "qwen3next": 4, "minimax-01": 8}


def shape_of(header: GgufHeader) -> ModelShape:
    """Say what the memory of a model depends on. The header of a split model must count over all its parts."""
    heads = max(header.head_counts, default=0)
    kv_heads = max(header.kv_head_counts, default=0)
    layers = tuple(_layer(header, block) for block in range(header.block_count - header.nextn_predict_layers))
    return ModelShape(
        # Ollama's files are named by their hash.
        name=header.path.stem if header.path.suffix else header.name or header.path.name,
        weights=header.weights_size,
        layers=layers,
        context=header.context_length,
        vocabulary=header.vocabulary_size,
        embedding=header.embedding_length,
        feed_forward=max(header.feed_forward_length, header.expert_feed_forward_length * header.expert_used_count),
        experts=header.expert_used_count,
        attention=heads * header.key_length + kv_heads * (header.key_length + header.value_length),
        input_weights=header.embedding_bytes,
        output_weights=header.output_bytes or header.embedding_bytes,
        tied=not header.output_bytes,
        saved=sum(layer.state for layer in layers),
    )


def target_shape_of(header: GgufHeader, *, taps: int) -> ModelShape:
    """As `shape_of`, of a target with a drafter: where it can it keeps states to go back to.

    `taps` is how many hidden states of each token it hands out: what enters three layers, what leaves the last, none.
    """
    shape = shape_of(header)
    states = 1 + (SNAPSHOTS if header.architecture in SNAPSHOTTING else 0)
    layers = tuple(replace(layer, state=layer.state * states) for layer in shape.layers)
    return replace(shape, layers=layers, features=taps * header.embedding_length)


def head_shape_of(header: GgufHeader) -> ModelShape:
    """As `shape_of`, of a head in a file of its own."""
    prediction = range(header.layer_count, header.block_count)
    layers = tuple(_layer(header, block) for block in prediction) or shape_of(header).layers
    if header.architecture == ASSISTANT:  # it reads the memory of its target
        layers = tuple(LayerShape(0, 0) for _ in layers)
    # An encoder makes room for logits of every row.
    return replace(shape_of(header), layers=layers, saved=0, batch=HEAD_BATCH, rows=1 if prediction else HEAD_BATCH)


def own_head_shape_of(header: GgufHeader) -> ModelShape:
    """As `head_shape_of`, of the prediction layers in a target's own file, whose weights count with the target."""
    return replace(head_shape_of(header), name="its own head", weights=0, input_weights=0, output_weights=0, tied=False)


def _layer(header: GgufHeader, block: int) -> LayerShape:
    """One block: where recurrent layers and attention take turns, either keeps its own kind of memory."""
    counts = header.kv_head_counts
    heads = counts[block] if block < len(counts) else 0
    interval = header.full_attention_interval or _INTERVALS.get(header.architecture, 0)
    predicts = block >= header.layer_count
    attends = heads > 0 and (not header.state_bytes or not interval or predicts or (block + 1) % interval == 0)
    # Either in turns, or in every block beside attention.
    remembers = header.state_bytes and not predicts and (not attends or (not interval and 0 not in counts))
    state = header.state_bytes if remembers else 0
    if not attends or block >= header.block_count - header.shared_kv_layers:
        return LayerShape(0, 0, state=state)
    windowed = _is_windowed(header, block)
    key = header.key_length_swa if windowed else header.key_length
    value = header.value_length_swa if windowed else header.value_length
    # Latent attention computes values from the keys that it keeps.
    value = 0 if header.latent_attention else value
    return LayerShape(heads * key, heads * value, header.sliding_window if windowed else 0, state)


def _is_windowed(header: GgufHeader, block: int) -> bool:
    """Whether a block sees the last tokens only (set_swa_pattern in src/llama-hparams.cpp)."""
    pattern = header.sliding_window_pattern
    if not header.sliding_window or not pattern:
        return False
    if len(pattern) == 1:
        return pattern[0] > 0 and (block + 1) % pattern[0] != 0
    return block < len(pattern) and bool(pattern[block])
