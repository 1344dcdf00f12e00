"""Whether one model can draft for another, told from their headers before a byte of weights is read.

The rule is that of `app.llama.compatibility`, which compares what llama.cpp made of the two vocabularies when both are
loaded and has the last word: drafts come from the tokens that both models share. llama.cpp's own programs are stricter
(common_speculative_are_compatible in common/speculative.cpp); where they would refuse, a reason says so.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Final

from app.catalog.compatibility_reasons import Comparison, Reason, ReasonKind, Verdict, Weight, percent
from app.catalog.gguf_header import Kind
from app.catalog.gguf_layout import printable
from app.catalog.gguf_tokens import spelling
from app.catalog.gguf_types import ARCHITECTURES, BITS, RECURRENT
from app.catalog.heads import SNAPSHOTTING, drafts_itself, is_head, misfit
from app.catalog.tokenizer_policy import tokenizer_policy

if TYPE_CHECKING:
    from collections.abc import Iterator

    from app.catalog.gguf_header import GgufHeader
    from app.catalog.gguf_tokens import TextTable
    from app.catalog.model import Model

# Of the tokens that people's texts are made of nearly all are shared by relatives and nearly none by strangers: there
# is little in between.
LEAST_SHARED: Final = 0.8
# Known good pairs lie between a twentieth and a fifth (0.6B for 14B, 1B for 8B); 3B for 8B gains nothing.
MOST_OF_TARGET: Final = 0.25
# Q4_1 is no finer than Q4_K; Q5 is.
FINER_BY_BITS: Final = 1.0
_LONGEST_SHOWN: Final = 40


def compare(target: Model, drafter: Model) -> Comparison:
    """Say whether `drafter` can draft for `target`, with every reason for and against it.

    Raises:
        ModelFileMissingError, ModelFileInvalidError: a file went or changed since its header was read.
    """
    if is_head(drafter.header):
        return _compare_head(target, drafter)
    reasons = [*_unusable(target.header), *_unusable(drafter.header)]
    share = 0.0
    if not reasons:
        share, differences = _compare_vocabularies(target, drafter)
        reasons += [*differences, *_advice(target, drafter)]
    return _judged(reasons, share)


def _compare_head(target: Model, head: Model) -> Comparison:
    """A head works with one target, of which it uses the vocabulary and the memory."""
    reasons = [*_unusable(target.header)]
    share = 0.0
    detail = None if reasons else misfit(head.header, target.header)
    if detail is not None:
        file = printable(head.header.path.name)
        reasons.append(
            Reason(ReasonKind.HEAD_DOES_NOT_FIT, {"file": file, "what": head.header.kind.value, "why": detail})
        )
    if not reasons:
        share, differences = _compare_vocabularies(target, head)
        reasons += [*differences, *_advice_on_memory(target.header)]
        reasons += [] if target.header.chat_template else [Reason(ReasonKind.NO_TEMPLATE, {})]
    return _judged(reasons, share)


def _judged(reasons: list[Reason], share: float) -> Comparison:
    order = list(Weight)
    reasons.sort(key=lambda one: order.index(one.kind.weight))
    return Comparison(_verdict(reasons, share), share, tuple(reasons))


def _verdict(reasons: list[Reason], share: float) -> Verdict:
    if any(one.kind.weight is Weight.REFUSES for one in reasons):
        return Verdict.DOES_NOT_FIT
    return Verdict.FITS if share == 1 else Verdict.FITS_SHARED


def _unusable(header: GgufHeader) -> Iterator[Reason]:
    """Why a file cannot be in any pair."""
    file = printable(header.path.name)
    architecture = printable(header.architecture)
    if header.kind is not Kind.MODEL:
        yield Reason(ReasonKind.NOT_STANDALONE, {"file": file, "what": header.kind.value})
    elif header.architecture not in ARCHITECTURES:
        yield Reason(ReasonKind.UNKNOWN_ARCHITECTURE, {"file": file, "architecture": architecture})
    elif not header.vocabulary_size:
        yield Reason(ReasonKind.NO_VOCABULARY, {"file": file})


def _compare_vocabularies(target: Model, drafter: Model) -> tuple[float, list[Reason]]:
    """Return the share of the target's tokens that both have, and where the two part."""
    ours, theirs = target.tables.tokens, drafter.tables.tokens
    differing = differing_tokens(ours, theirs)
    size = min(len(ours), len(theirs))
    shared = size - len(differing)
    share = shared / len(ours)
    reasons = []
    kinds = tokenizer_policy(target.header).kind, tokenizer_policy(drafter.header).kind
    if kinds[0] != kinds[1]:
        fields = {"target": printable(kinds[0]), "drafter": printable(kinds[1])}
        reasons.append(Reason(ReasonKind.TOKENIZER_KINDS_DIFFER, fields))
    if share < LEAST_SHARED:
        counts: dict[str, str | int] = {"shared": shared, "size": len(ours)}
        words = {"percent": percent(share), "least": percent(LEAST_SHARED)}
        reasons.append(Reason(ReasonKind.TOO_LITTLE_SHARED, {**counts, **words}))
    if differing:
        token = differing[0]
        texts = {"target": _shown(ours.text(token)), "drafter": _shown(theirs.text(token))}
        reasons.append(Reason(ReasonKind.TEXT_DIFFERS, {"token": token, **texts, "count": len(differing)}))
    if len(ours) != len(theirs):
        sizes = {"target": len(ours), "drafter": len(theirs), "more": abs(len(ours) - len(theirs))}
        reasons.append(Reason(ReasonKind.SIZES_DIFFER, sizes))
    return share, reasons


def differing_tokens(target: TextTable, drafter: TextTable) -> list[int]:
    """The ids that both vocabularies have but spell differently, ascending."""
    size = min(len(target), len(drafter))
    shorter, longer = sorted((target, drafter), key=len)
    # Relatives mostly have one table, or one that goes on: a single comparison of bytes, a thousand times as fast.
    if longer.data.startswith(shorter.data):
        return []
    pairs = enumerate(zip(islice(target.raw(), size), islice(drafter.raw(), size), strict=True))
    unequal = [(token, ours, theirs) for token, (ours, theirs) in pairs if ours != theirs]
    return [token for token, ours, theirs in unequal if spelling(ours, token) != spelling(theirs, token)]


def _advice(target: Model, drafter: Model) -> Iterator[Reason]:
    """What is good to know of a pair, whether or not it fits."""
    ours, theirs = tokenizer_policy(target.header), tokenizer_policy(drafter.header)
    for kind, mine, other in (
        (ReasonKind.BOS_DIFFERS, ours.bos, theirs.bos),
        (ReasonKind.EOS_DIFFERS, ours.eos, theirs.eos),
    ):
        if mine != other:
            yield Reason(kind, {"target": _named(target, mine), "drafter": _named(drafter, other)})
    yield from _advice_on_size(target.header, drafter.header)
    yield from _advice_on_memory(target.header)
    if drafts_itself(target.header):
        yield Reason(ReasonKind.OWN_HEADS, {})
    if not target.header.chat_template:
        yield Reason(ReasonKind.NO_TEMPLATE, {})
    contexts = {"target": target.header.context_length, "drafter": drafter.header.context_length}
    if contexts["drafter"] < contexts["target"]:
        yield Reason(ReasonKind.CONTEXT_SMALLER, contexts)


def _advice_on_size(target: GgufHeader, drafter: GgufHeader) -> Iterator[Reason]:
    ratio = drafter.active_parameter_count / max(1, target.active_parameter_count)
    sizes = {"target": _read_for_a_token(target), "drafter": _read_for_a_token(drafter)}
    if sizes["drafter"] >= sizes["target"] > 0:
        yield Reason(ReasonKind.DRAFTER_AS_LARGE, {name: f"{size / 1e6:,.0f}" for name, size in sizes.items()})
    elif ratio > MOST_OF_TARGET:
        yield Reason(ReasonKind.DRAFTER_TOO_LARGE, {"percent": f"{ratio:.0%}", "most": percent(MOST_OF_TARGET)})
    if BITS.get(drafter.tensor_type, 0) >= BITS.get(target.tensor_type, 0) + FINER_BY_BITS:
        yield Reason(ReasonKind.DRAFTER_FINER, {"target": target.quantisation, "drafter": drafter.quantisation})


def _read_for_a_token(header: GgufHeader) -> float:
    """Bytes of weights that one token takes: of experts only those at work."""
    return header.weights_size * header.active_parameter_count / max(1, header.parameter_count)


def _advice_on_memory(target: GgufHeader) -> Iterator[Reason]:
    if target.architecture in RECURRENT - SNAPSHOTTING:
        names: dict[str, str | int] = {"file": printable(target.path.name)}
        yield Reason(ReasonKind.READS_AGAIN, names | {"architecture": printable(target.architecture)})


def _named(model: Model, token: int | None) -> str:
    if token is None:
        return "no token"
    known = token < len(model.tables.tokens)
    return f"token {token} ({_shown(model.tables.tokens.text(token))})" if known else f"token {token}"


def _shown(text: str) -> str:
    """A text from a stranger's file, in quotes, short, and safe to show."""
    return repr(text if len(text) <= _LONGEST_SHOWN else text[:_LONGEST_SHOWN] + "...")
