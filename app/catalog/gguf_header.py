"""What the header of a model file says, as one record."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Final

from app.catalog.gguf_attention import Attention
from app.catalog.gguf_types import FILE_TYPES

if TYPE_CHECKING:
    from pathlib import Path

Span = tuple[int, int]
NOWHERE: Final[Span] = (0, 0)


class Kind(Enum):
    """What a file holds; the value completes the sentence "this file is ..."."""

    MODEL = "a complete model"
    MTP_HEAD = "an MTP head for another model"
    EAGLE3_HEAD = "an EAGLE-3 head for another model"
    DFLASH_HEAD = "a DFlash head for another model"
    DSPARK_HEAD = "a DSpark head for another model"
    PROJECTOR = "an image or sound projector for another model"
    ADAPTER = "an adapter for another model"
    SPLIT_PART = "a part of a split model"


@dataclass(frozen=True, slots=True)
class GgufHeader(Attention):
    """What the header of one file says. Where it says nothing, counts are 0, texts and ids None, tuples empty.

    Every value is a number, a text or a tuple of such, so that a header can be kept as JSON.

    Attributes:
        path: the file; for one that is not here, its name.
        needed_size: the least number of bytes that the file must have: the end of its last tensor.
        architecture: "" in the later parts of a split model, which carry tensors only.
        block_count: layers, prediction layers included.
        nextn_predict_layers: how many of them predict further tokens.
        nextn_blocks: which blocks hold such a layer, told by their tensors: some files leave them out.
        target_layers: of an EAGLE-3 head, the layers of its target that it reads.
        target_width: of heads that say so, how many numbers a hidden state of their target has.
        map_type: type of the table that gives the tokens of a smaller vocabulary their numbers in the target's,
            and `map_at` where it lies in the file.
        head_counts, kv_head_counts: attention heads, for every block.
        key_length, value_length: numbers that one head keeps of one token; `..._swa` in blocks with a sliding window.
        sliding_window: tokens that such a block sees; 0 if none has one.
        sliding_window_pattern: one number n, where every n-th block has no window, or for every block whether it has.
        latent_attention: values are computed from the keys that are kept, and not kept themselves.
        shared_kv_layers: the last so many blocks use what others keep.
        full_attention_interval: where recurrent blocks and attention take turns, every n-th block is attention.
        state_bytes: what a recurrent block keeps of all tokens together.
        feed_forward_length: width of the widest block, `expert_feed_forward_length` of one expert.
        parameter_count: weights; `expert_parameter_count` those that belong to one expert or another.
        tensor_types: name of the type, weights and bytes, the most weights first.
        block_bytes: bytes of the weights of every block; `embedding_bytes` of the token embeddings, `output_bytes` of
            the table that makes logits (0: the embeddings serve for it too).
        vocabulary_size: number of `tokenizer.ggml.tokens`.
        tokens_at, token_types_at, merges_at: where the tables of the tokenizer lie (`TokenizerTables`).
        bos_id, eos_id, add_bos, add_eos: as they stand in the file (`app.catalog.tokenizer_policy` has the defaults).
        split_number: starts at 0.
    """

    path: Path
    file_size: int
    kind: Kind
    version: int
    architecture: str
    name: str | None
    size_label: str | None
    file_type: int | None
    block_count: int
    context_length: int
    embedding_length: int
    nextn_predict_layers: int
    nextn_blocks: tuple[int, ...]
    target_layers: tuple[int, ...]
    target_width: int
    map_type: str
    map_at: Span
    expert_count: int
    expert_used_count: int
    parameter_count: int
    expert_parameter_count: int
    tensor_types: tuple[tuple[str, int, int], ...]
    block_bytes: tuple[int, ...]
    embedding_bytes: int
    output_bytes: int
    vocabulary_size: int
    tokenizer_model: str | None
    tokenizer_pre: str | None
    tokens_at: Span
    token_types_at: Span
    merges_at: Span
    merge_count: int
    bos_id: int | None
    eos_id: int | None
    add_bos: bool | None
    add_eos: bool | None
    chat_template: str | None
    split_count: int
    split_number: int
    tensor_count: int
    data_offset: int
    needed_size: int

    @property
    def layer_count(self) -> int:
        """Layers without the prediction layers."""
        return self.block_count - self.nextn_predict_layers

    @property
    def has_own_head(self) -> bool:
        """Whether this is a model with all its prediction layers in its file."""
        return self.kind is Kind.MODEL and self.holds_heads

    @property
    def holds_heads(self) -> bool:
        """Whether all prediction layers it speaks of are there."""
        heads = range(self.layer_count, self.block_count)
        return bool(heads) and set(heads) <= set(self.nextn_blocks)

    @property
    def weights_size(self) -> int:
        """Bytes of all weights."""
        return sum(size for _, _, size in self.tensor_types)

    @property
    def active_parameter_count(self) -> int:
        """Weights that take part in one token: of the experts only those that it passes through."""
        if not self.expert_count:
            return self.parameter_count
        used = self.expert_parameter_count * min(self.expert_used_count, self.expert_count) // self.expert_count
        return self.parameter_count - self.expert_parameter_count + used

    @property
    def tensor_type(self) -> str:
        """The type of most weights, "" if there are none."""
        return self.tensor_types[0][0] if self.tensor_types else ""

    @property
    def quantisation(self) -> str:
        """How the weights are packed, in the usual name of such files, such as Q4_K_M."""
        return FILE_TYPES.get(-1 if self.file_type is None else self.file_type, self.tensor_type)
