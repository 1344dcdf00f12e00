"""Whether a head can draft for a target, told from the two headers.

llama.cpp checks little of this: some mistakes end its process, others go unnoticed and spoil every draft. Read in src/
of the llama.cpp inside llama-cpp-python 0.3.36.
"""

from __future__ import annotations

import sys
from array import array
from itertools import chain
from typing import TYPE_CHECKING, Final

from app.catalog.gguf_header import Kind
from app.catalog.gguf_layout import printable
from app.errors import ModelFileMissingError
from app.phrases import Phrase

if TYPE_CHECKING:
    from collections.abc import Iterator

    from app.catalog.gguf_header import GgufHeader

# Their graphs keep what enters each layer (t_layer_inp in src/models); of any other, asking for it ends the process.
TAPPED: Final = frozenset(
    """
    bailingmoe3 deepseek4 gemma4 gpt-oss hunyuan-dense hunyuan_vl lfm2 lfm2moe llama mimo2 minimax-01 minimax-m2
    muse-glimmer nanbeige nemotron_h nemotron_h_moe qwen3 qwen35 qwen35moe qwen3moe qwen3next
    """.split()  # noqa: SIM905  (one a line would take pages)
)
# They also keep what leaves the last layer.
TAPPED_AT_END: Final = frozenset({"deepseek4", "mimo2", "nemotron_h", "nemotron_h_moe"})
# They have a graph for prediction layers (LLM_GRAPH_TYPE_DECODER_MTP in src/models), and are all driven alike (one
# implementation in common/speculative.cpp). Run here: deepseek2, glm4moe, mimo2, qwen35, qwen35moe, qwen3next.
PREDICTING: Final = frozenset(
    """
    bailingmoe3 cohere2moe deepseek2 deepseek32 deepseek4 glm-dsa glm4moe hy_v3 mimo2 nemotron_h_moe qwen35 qwen35moe
    qwen3next step35
    """.split()  # noqa: SIM905  (one a line would take pages)
)
# Its heads come in files of their own, and a graph for them inside a target makes demands that no header tells of. Were
# llama.cpp to end the process over heads inside a target, the target could not be opened at all.
_APART: Final = "deepseek4"
# Their graphs choose among several heads (nextn_layer_offset); of any other one alone is run.
CHAINING: Final = frozenset({"hy_v3", "mimo2", "step35"})
# A recurrent memory that can go back a few tokens (llm_arch_supports_rs_rollback in src/llama-arch.cpp).
SNAPSHOTTING: Final = frozenset(
    """
    bailingmoe3 deepseek4 glm5-next kimi-k3 lfm2 lfm2moe nemotron_h nemotron_h_moe qwen35 qwen35moe qwen4exp
    """.split()  # noqa: SIM905  (one a line would take pages)
)
# A head that has no memory of its own, and the target whose memory it reads.
ASSISTANT: Final = "gemma4-assistant"
_ASSISTED: Final = "gemma4"
# States that a recurrent target keeps to go back to, where it can; each is as large as its whole recurrent memory.
SNAPSHOTS: Final = 4
_EAGLE3_LAYERS: Final = 3


def is_head(header: GgufHeader) -> bool:
    """Whether a file is a head of a kind that can be used."""
    return header.kind in (Kind.EAGLE3_HEAD, Kind.MTP_HEAD)


def misfit(head: GgufHeader, target: GgufHeader) -> Phrase | None:
    """Return a clause on why a head in a file of its own cannot draft for `target`, None if it can."""
    return next(_complaints(head, target), None)


def own_misfit(target: GgufHeader) -> Phrase | None:
    """Return a clause on why the prediction layers in a target's own file cannot be used, None if they can."""
    return next(chain(_of_prediction(target), _of_trust(target)), None)


def drafts_itself(header: GgufHeader) -> bool:
    """Whether this is a target with heads inside that can be used."""
    return header.has_own_head and own_misfit(header) is None


def own_heads(header: GgufHeader) -> Phrase | None:
    """Return a sentence on the heads that a target's file holds or speaks of, None if it knows of none."""
    if header.kind is not Kind.MODEL or not header.nextn_predict_layers:
        return None
    if not header.holds_heads:
        return Phrase("It speaks of MTP heads that are not in the file, and needs a drafter.")
    why = own_misfit(header)
    if why is None:
        return Phrase("It has MTP heads inside and drafts for itself when it is opened without a drafter.")
    return Phrase("Its MTP heads cannot be used ({why}), and it needs a drafter.", why=why)


def map_misfit(head: GgufHeader) -> Phrase | None:
    """Return a clause on a token in an EAGLE-3 head's table that its vocabulary does not have, None if there is none.

    llama.cpp would write its logits outside of their row. Reads the table from the file, which must be here.

    Raises:
        ModelFileMissingError: the file went since its header was read.
    """
    start, end = head.map_at
    table = array("q")
    try:
        with head.path.open("rb") as file:
            file.seek(start)
            table.frombytes(file.read((end - start) // table.itemsize * table.itemsize))
    except (OSError, ValueError) as error:
        raise ModelFileMissingError(path=head.path) from error
    if sys.byteorder == "big":
        table.byteswap()
    wrong = next((token for token in table if not 0 <= token < head.vocabulary_size), None)
    if wrong is None:
        return None
    return Phrase("its table of tokens leads to token {token} of {size}", token=wrong, size=head.vocabulary_size)


def _complaints(head: GgufHeader, target: GgufHeader) -> Iterator[Phrase]:
    if target.kind is not Kind.MODEL:
        yield Phrase("{file} is no complete model", file=printable(target.path.name))
    if head.kind is Kind.EAGLE3_HEAD:
        yield from _of_eagle3(head, target)
    elif head.architecture == ASSISTANT:
        yield from _of_assistant(head, target)
    else:
        yield from _of_mtp(head, target)
    if head.vocabulary_size != target.vocabulary_size:
        sizes = {"head": head.vocabulary_size, "target": target.vocabulary_size}
        yield Phrase("it knows {head} tokens, and the target {target}", **sizes)


def _of_eagle3(head: GgufHeader, target: GgufHeader) -> Iterator[Phrase]:
    layers = head.target_layers
    if len(layers) != _EAGLE3_LAYERS:
        counts = {"count": len(layers), "needed": _EAGLE3_LAYERS}
        yield Phrase("it reads {count} layers of its target, and {needed} are needed", **counts)
    if head.block_count != 1:
        yield Phrase("it has {count} layers, and an EAGLE-3 head has one", count=head.block_count)
    if target.architecture not in TAPPED:
        name = printable(target.architecture)
        yield Phrase("llama.cpp shows no inner layers of {architecture}", architecture=name)
    last = target.layer_count if target.architecture in TAPPED_AT_END else target.layer_count - 1
    if max(layers, default=0) > last:
        yield Phrase("it reads layer {layer}, and the last that can be read is {last}", layer=max(layers), last=last)
    yield from _of_width(head.target_width, target)
    if head.map_type not in ("", "I64"):
        yield Phrase("its table of tokens is of type {type}, and I64 is needed", type=head.map_type)
    borrows = not head.embedding_bytes or not head.output_bytes
    if borrows and head.embedding_length != target.embedding_length:
        widths = {"theirs": target.embedding_length, "own": head.embedding_length}
        yield Phrase("it uses the target's embeddings, which have {theirs} numbers and not {own}", **widths)


def _of_mtp(head: GgufHeader, target: GgufHeader) -> Iterator[Phrase]:
    yield from _of_prediction(head)
    if head.architecture != target.architecture:
        names = {"head": printable(head.architecture), "target": printable(target.architecture)}
        yield Phrase("it is made for {head}, and the target is {target}", **names)
    yield from _of_width(head.embedding_length, target)
    if head.layer_count != target.layer_count:
        counts = {"head": head.layer_count, "target": target.layer_count}
        yield Phrase("it follows {head} layers, and the target has {target}", **counts)


def _of_assistant(head: GgufHeader, target: GgufHeader) -> Iterator[Phrase]:
    if target.architecture != _ASSISTED:
        names = {"head": _ASSISTED, "target": printable(target.architecture)}
        yield Phrase("it is made for {head}, and the target is {target}", **names)
    yield from _of_width(head.target_width, target)
    # It reads keys and values of the target's last two layers as its own.
    for own, theirs in ((head.key_length, target.key_length), (head.key_length_swa, target.key_length_swa)):
        if own != theirs:
            yield Phrase(
                "it reads keys of {head} numbers, and those of the target have {target}", head=own, target=theirs
            )


def _of_width(width: int, target: GgufHeader) -> Iterator[Phrase]:
    if width != target.embedding_length:
        widths = {"head": width, "target": target.embedding_length}
        yield Phrase("it was made for hidden states of {head} numbers, and those of the target have {target}", **widths)


def _of_prediction(head: GgufHeader) -> Iterator[Phrase]:
    name = printable(head.architecture)
    if head.architecture not in PREDICTING:
        yield Phrase("this version of Draftlight cannot run MTP heads of {architecture}", architecture=name)
    if not head.holds_heads:
        yield Phrase("its prediction layers are not in the file")
    if head.nextn_predict_layers > 1 and head.architecture not in CHAINING:
        counts = {"count": head.nextn_predict_layers, "architecture": name}
        yield Phrase("it has {count} heads, and llama.cpp runs one of {architecture}", **counts)
    # It counts on projections that only files with compressed keys have (src/models/deepseek2.cpp).
    if head.architecture == "deepseek2" and not head.latent_attention:
        yield Phrase("llama.cpp runs heads of {architecture} over compressed keys only", architecture=name)


def _of_trust(target: GgufHeader) -> Iterator[Phrase]:
    if target.architecture == _APART:
        yield Phrase("heads of {architecture} are used from files of their own only", architecture=_APART)
