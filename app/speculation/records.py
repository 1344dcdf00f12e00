"""The records that everything else is derived from.

Words, as the papers use them (arXiv 2211.17192, 2302.01318):

target      the large model whose text the person wants
drafter     what proposes tokens
round       the drafter proposes K tokens, the target reads them in one pass, 1 to K + 1 tokens are emitted
accepted    a drafted token that the target kept
rejected    the first drafted token that the target refused; at most one in a round
unexamined  drafted tokens after the rejected one: their context no longer exists, so nobody looked at them
correction  the token that the target put in the rejected place
bonus       the extra token when all drafted ones were accepted
plain       a token decoded without any draft

All probabilities are those after the sampling transform: what the verification rule really compared.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from app.phrases import Phrase


class Verdict(StrEnum):
    """What happened to one token."""

    ACCEPTED = "accepted"
    REJECTED = "rejected"
    UNEXAMINED = "unexamined"
    CORRECTION = "correction"
    BONUS = "bonus"
    PLAIN = "plain"


class Finish(StrEnum):
    """Why a reply ended."""

    END_OF_TEXT = "end"
    STOP_STRING = "stop"
    MAX_TOKENS = "length"
    CONTEXT_FULL = "context"
    STOPPED = "stopped"


class DrafterKind(StrEnum):
    """What proposed the tokens of a round."""

    MODEL = "model"
    LOOKUP = "lookup"
    EAGLE3 = "eagle3"
    MTP = "mtp"

    @property
    def words(self) -> Phrase:
        """What a person calls it."""
        return {
            DrafterKind.MODEL: Phrase("draft model"),
            DrafterKind.LOOKUP: Phrase("lookup in the text"),
            DrafterKind.EAGLE3: Phrase("EAGLE-3 head"),
            DrafterKind.MTP: Phrase("MTP head"),
        }[self]


@dataclass(frozen=True, slots=True)
class DraftedToken:
    """One proposed token: accepted, rejected or unexamined.

    `target_prob` is None for an unexamined token: the target's opinion was of a context that no longer exists.
    `draft_prob` is 1 for a drafter without probabilities. `draw` is the random number from [0, 1) that settled it, None
    where nothing was left to chance. By the ratio rule the token was accepted if it is below `acceptance_chance`; by
    the coupled rule it is the noise of this token at its place, see `app.speculation.rules`.
    """

    id: int
    text: str
    verdict: Verdict
    target_prob: float | None
    draft_prob: float
    draw: float | None = None

    @property
    def acceptance_chance(self) -> float | None:
        """min(1, target_prob / draft_prob); None for an unexamined token."""
        if self.target_prob is None:
            return None
        return min(1.0, self.target_prob / self.draft_prob)


@dataclass(frozen=True, slots=True)
class EmittedToken:
    """One token of the reply: accepted, correction, bonus or plain.

    `text` is empty for a token that ends inside a character; the token that completes the character carries it,
    and its verdict is the one shown. An end-of-text token has no text. `draft_prob` is None where no drafter
    proposed the token. `thinking` marks text inside a model's thinking tags. `draw` of an accepted token is that of the
    drafted one; of any other it is the number from [0, 1) that chose it, None where nothing was left to chance.
    """

    id: int
    text: str
    verdict: Verdict
    target_prob: float
    draft_prob: float | None
    thinking: bool = False
    draw: float | None = None

    @property
    def acceptance_chance(self) -> float | None:
        """min(1, target_prob / draft_prob); None where the token was not drafted."""
        if self.draft_prob is None:
            return None
        return min(1.0, self.target_prob / self.draft_prob)


@dataclass(frozen=True, slots=True)
class Candidate:
    """One of the likeliest tokens of a distribution; `prob` has six significant digits.

    `text` is what the token stands for by itself, with U+FFFD for a part of a character.
    """

    id: int
    text: str
    prob: float


@dataclass(frozen=True, slots=True)
class Round:
    """One round: the drafted tokens in order, and the emitted ones in order.

    `drafted` is empty when nothing was drafted; then `emitted` is one plain token. A reply that ends inside an
    accepted draft leaves the rest of it unexamined. `drafter` is None when nothing was drafted. `rule` is the
    verification rule, "ratio" or "coupled". Both lists of tokens stand at the places of the round, from 0 on:
    `draft_top[place]` are the drafter's likeliest tokens there, the likeliest first, and `target_top[place]` the
    target's, up to the place of the token that it added. Both are empty where they were not recorded.
    """

    index: int
    drafted: tuple[DraftedToken, ...]
    emitted: tuple[EmittedToken, ...]
    draft_seconds: float
    verify_seconds: float
    drafter: DrafterKind | None = None
    rule: str = "ratio"
    draft_top: tuple[tuple[Candidate, ...], ...] = ()
    target_top: tuple[tuple[Candidate, ...], ...] = ()

    @property
    def text(self) -> str:
        """What this round added to the reply."""
        return "".join(token.text for token in self.emitted)


@dataclass(frozen=True, slots=True)
class PromptProgress:
    """How far the prompt has been evaluated, in tokens over both models; `reused` needed no evaluation."""

    done: int
    total: int
    reused: int


@dataclass(frozen=True, slots=True)
class DraftingStopped:
    """The drafter was dropped in mid-reply; the text goes on without it. `reason` is a clause."""

    reason: str


@dataclass(frozen=True, slots=True)
class DraftLengthDecided:
    """The automatic draft length turned drafting on or off; `reason` is a clause with the figures it compared."""

    drafting: bool
    reason: str


@dataclass(frozen=True, slots=True)
class Decision:
    """Drafting was turned on or off in the round with this index, counted from 0; `reason` is a clause."""

    round: int
    drafting: bool
    reason: str


@dataclass(frozen=True, slots=True)
class TemplateFailed:
    """The chat template could not be used, so the prompt is in ChatML; `detail` is a clause that says why."""

    detail: str


@dataclass(frozen=True, slots=True)
class TurnsLeftOut:
    """The conversation did not fit, so its `turns` oldest questions went out with what followed them."""

    turns: int


@dataclass(frozen=True, slots=True)
class Summary:
    """The last event of a reply: every count is a fold over its rounds.

    `seconds` is the whole reply, `prompt_seconds` the part before the first round. `tokens_per_second` is emitted
    tokens over the rest. `rule` is the verification rule, "ratio" or "coupled". `plain_seconds` is the time of one
    token of plain decoding as measured on this machine with this pair and these settings; None: not measured yet.
    `decisions` are what was told of drafting meanwhile, in order.
    """

    text: str
    finish: Finish
    emitted: int
    accepted: int
    rejected: int
    unexamined: int
    corrections: int
    bonuses: int
    plain: int
    rounds: int
    seconds: float
    prompt_seconds: float
    draft_seconds: float
    verify_seconds: float
    prompt_tokens: int
    reused_tokens: int
    token_ids: tuple[int, ...]
    rule: str = "ratio"
    plain_seconds: float | None = None
    decisions: tuple[Decision, ...] = ()

    @property
    def speedup(self) -> float | None:
        """Speed over that of plain decoding, as measured; None where it was not, or nothing was drafted."""
        speed, drafted = self.tokens_per_second, self.accepted + self.rejected + self.unexamined
        return speed * self.plain_seconds if speed and drafted and self.plain_seconds else None

    @property
    def tokens_per_second(self) -> float | None:
        """Speed of the reply itself; None when nothing was emitted."""
        generation_seconds = self.seconds - self.prompt_seconds
        if not self.emitted or generation_seconds <= 0:
            return None
        return self.emitted / generation_seconds

    @property
    def acceptance_rate(self) -> float | None:
        """Accepted / (accepted + rejected); None where nothing was examined."""
        examined = self.accepted + self.rejected
        return self.accepted / examined if examined else None

    @property
    def tokens_per_round(self) -> float | None:
        """Emitted tokens per round; None without rounds."""
        return self.emitted / self.rounds if self.rounds else None


Event = PromptProgress | Round | DraftingStopped | DraftLengthDecided | TemplateFailed | TurnsLeftOut | Summary
