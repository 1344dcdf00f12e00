"""What can be said for and against a pair: every reason is a sentence with its fields."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping


class Verdict(Enum):
    """Whether one model can draft for another."""

    FITS = "fits"
    FITS_SHARED = "fits over the shared vocabulary"
    DOES_NOT_FIT = "does not fit"


class Weight(Enum):
    """What a reason does to the verdict: rules the pair out, limits it to what both share, or is good to know."""

    REFUSES = "refuses"
    LIMITS = "limits"
    ADVISES = "advises"


class ReasonKind(Enum):
    """What the reason does to the verdict, and its template in English (`TEMPLATES`)."""

    NOT_STANDALONE = "not standalone"
    UNKNOWN_ARCHITECTURE = "unknown architecture"
    NO_VOCABULARY = "no vocabulary"
    HEAD_DOES_NOT_FIT = "head does not fit"
    TOKENIZER_KINDS_DIFFER = "tokenizer kinds differ"
    TOO_LITTLE_SHARED = "too little shared"
    TEXT_DIFFERS = "text differs"
    SIZES_DIFFER = "sizes differ"
    BOS_DIFFERS = "BOS differs"
    EOS_DIFFERS = "EOS differs"
    DRAFTER_AS_LARGE = "drafter as large"
    DRAFTER_TOO_LARGE = "drafter too large"
    DRAFTER_FINER = "drafter finer"
    READS_AGAIN = "reads again"
    OWN_HEADS = "own heads"
    NO_TEMPLATE = "no template"
    CONTEXT_SMALLER = "context smaller"

    @property
    def weight(self) -> Weight:
        """What it does to the verdict."""
        if self in _REFUSING:
            return Weight.REFUSES
        return Weight.LIMITS if self in _LIMITING else Weight.ADVISES


_REFUSING: Final = {
    ReasonKind.NOT_STANDALONE,
    ReasonKind.UNKNOWN_ARCHITECTURE,
    ReasonKind.NO_VOCABULARY,
    ReasonKind.HEAD_DOES_NOT_FIT,
    ReasonKind.TOKENIZER_KINDS_DIFFER,
    ReasonKind.TOO_LITTLE_SHARED,
}
_LIMITING: Final = {ReasonKind.TEXT_DIFFERS, ReasonKind.SIZES_DIFFER}

# In English, with the names of fields in braces: the window translates them, the fields stay.
TEMPLATES: Final = {
    ReasonKind.NOT_STANDALONE: "{file} is {what} and cannot run on its own: choose a complete model.",
    ReasonKind.UNKNOWN_ARCHITECTURE: (
        "{file} has the architecture {architecture}, which llama.cpp does not know: "
        "choose another model, or update Draftlight."
    ),
    ReasonKind.NO_VOCABULARY: "{file} has no vocabulary: choose a complete model.",
    ReasonKind.HEAD_DOES_NOT_FIT: (
        "{file} is {what}, and not for this one ({why}): choose the head that was made for this target."
    ),
    ReasonKind.TOKENIZER_KINDS_DIFFER: (
        "They use different kinds of tokenizer ({target} in the target, {drafter} in the drafter): "
        "choose a drafter of the same model family."
    ),
    ReasonKind.TOO_LITTLE_SHARED: (
        "Only {shared} of the target's {size} tokens ({percent}) mean the same to the drafter and {least} are needed: "
        "choose a drafter of the same model family."
    ),
    ReasonKind.TEXT_DIFFERS: (
        "Token {token} is {target} in the target and {drafter} in the drafter, the first of {count} that differ."
    ),
    ReasonKind.SIZES_DIFFER: (
        "The target has {target} tokens and the drafter {drafter}: the last {more} belong to one of them only."
    ),
    ReasonKind.BOS_DIFFERS: (
        "The target begins a text with {target} and the drafter is used to {drafter}: it may guess worse at the "
        "beginning. llama.cpp's own programs refuse such a pair."
    ),
    ReasonKind.EOS_DIFFERS: (
        "The target ends a text with {target} and the drafter is used to {drafter}: it may guess worse at the end. "
        "llama.cpp's own programs refuse such a pair."
    ),
    ReasonKind.DRAFTER_AS_LARGE: (
        "The drafter reads as much for a token as the target, or more ({drafter} MB against {target} MB): "
        "drafting cannot pay."
    ),
    ReasonKind.DRAFTER_TOO_LARGE: (
        "For each token the drafter computes with {percent} as many weights as the target: "
        "a tenth is good, and above {most} drafting rarely pays."
    ),
    ReasonKind.DRAFTER_FINER: (
        "The drafter is quantised finer than the target ({drafter} against {target}): a coarser file drafts faster."
    ),
    ReasonKind.READS_AGAIN: (
        "{file} is recurrent ({architecture}): after a rejection it reads what it keeps of the draft once more, so "
        "drafting gains less."
    ),
    ReasonKind.OWN_HEADS: "The target has MTP heads inside: opened without a drafter it drafts for itself.",
    ReasonKind.NO_TEMPLATE: (
        "The target has no chat template: chats are written to it in the ChatML form, which it may not have learned."
    ),
    ReasonKind.CONTEXT_SMALLER: (
        "The drafter has a context of {drafter} tokens and the target of {target}: "
        "nothing is drafted in a chat that is longer than {drafter}."
    ),
}


@dataclass(frozen=True, slots=True)
class Reason:
    """One reason; `fields` fill the template of its kind."""

    kind: ReasonKind
    fields: Mapping[str, str | int]

    @property
    def sentence(self) -> str:
        """The reason in English."""
        template: str = TEMPLATES[self.kind]
        return template.format(**self.fields)


@dataclass(frozen=True, slots=True)
class Comparison:
    """What came out: `share` is the part of the target's vocabulary that both have, 0 to 1.

    Reasons come in the order refusing, limiting, advising.
    """

    verdict: Verdict
    share: float
    reasons: tuple[Reason, ...]

    @property
    def fits(self) -> bool:
        """Whether one can draft for the other."""
        return self.verdict is not Verdict.DOES_NOT_FIT

    @property
    def cannot_pay(self) -> bool:
        """Whether drafting costs more than it can bring, however well the two agree."""
        return any(one.kind is ReasonKind.DRAFTER_AS_LARGE for one in self.reasons)

    @property
    def sentence(self) -> str:
        """The verdict in English, such as "fits over the shared vocabulary, 99.9% shared"."""
        if self.verdict is Verdict.FITS_SHARED:
            return f"{self.verdict.value}, {percent(self.share)} shared"
        return str(self.verdict.value)


def percent(share: float) -> str:
    """A share for a person; rounded down, as one token of many that differs is not 100%."""
    return f"{int(share * 1000) / 10:g}%"
