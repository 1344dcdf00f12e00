"""The draft length that pays for itself.

After each drawn token the question is whether drawing m more is worth it: they add the chance that they are reached and
accepted, and cost drafting time and a longer pass. In the long run the best answer is yes exactly if the tokens gained
exceed the time lost times the rate at which tokens come anyway (renewal-reward theorem), for some m.

Under the ratio rule a drawn token must be verified; so this only ever decides whether to draw more, never whether to
keep what was drawn. The text has the target's distribution whatever is decided here.
"""

from __future__ import annotations

import math
from bisect import bisect
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from app.phrases import Phrase
from app.speculation.draft_length import MAX_DRAFT_LENGTH
from app.speculation.records import DrafterKind, DraftLengthDecided, Round, Verdict

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.speculation.costs import Costs

# How far ahead a decision looks: passes are not monotone in their size, so one more may not pay where three more do.
_LOOK_AHEAD = MAX_DRAFT_LENGTH
# A drafter that is 99.9% sure is right far more often than one that is 95% sure, and its drafts may be far longer.
_CONFIDENCES = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 0.999)
# What earlier replies showed counts as so many trials at the start of another one.
_REMEMBERED = 10.0
# With each drafted round what is known of acceptance counts less, and with each round what is known of speed: memories
# of about 35 and 100 rounds.
_DECAY = 0.97
_RATE_DECAY = 0.99
# A drafter that does not pay is tried again as long as all trials together cost no more than this share of the time;
# a trial that turns out well costs nothing, so a drafter that has become good is soon found out. That holds also where
# not even accepted drafts would pay: what drafting costs is only seen by drafting, and may have been measured while the
# machine was busy. What was not used for trials is kept for so many. Trying other lengths where drafting pays is paid
# from it too: a long draft in vain takes as long as several rounds.
_PROBE_SHARE = 0.01
_PROBES_KEPT = 3.0
_PROBE_LENGTH = 3
_OPTIMISM = 0.7
# Where drafting pays no plain pass would ever be seen, and it is what drafting is compared with: while their ratio is
# not known to this standard error, one round in so many is plain.
_WANTED_ERROR = 0.06
_PLAIN_EVERY = 24
_FIRST_PLAIN_EVERY = 5
_EXPLORE_EVERY = 30


@dataclass(slots=True)
class Rate:
    """A share of successes that forgets slowly, starting from a prior."""

    prior: float
    weight: float
    successes: float = 0.0
    trials: float = 0.0

    def forget(self) -> None:
        """Let all that is known count a little less."""
        self.successes *= _DECAY
        self.trials *= _DECAY

    def fade(self) -> None:
        """Let all that is known count as a few trials at most."""
        share = min(1.0, _REMEMBERED / self.trials) if self.trials else 1.0
        self.successes *= share
        self.trials *= share

    def observe(self, success: bool) -> None:
        """Take note of one trial."""
        self.successes += success
        self.trials += 1.0

    @property
    def value(self) -> float:
        """The share now."""
        return (self.successes + self.prior * self.weight) / (self.trials + self.weight)

    @property
    def uncertainty(self) -> float:
        """The standard error of the share."""
        value = self.value
        return math.sqrt(value * (1.0 - value) / (self.trials + self.weight))


@dataclass(slots=True)
class Acceptance:
    """How often tokens of one kind of drafter are accepted: by position, and by the drafter's own confidence."""

    overall: Rate = field(default_factory=lambda: Rate(0.6, 3.0))
    positions: list[Rate] = field(default_factory=lambda: [Rate(0.6, 6.0) for _ in range(MAX_DRAFT_LENGTH)])
    confidence: list[Rate] = field(
        default_factory=lambda: [Rate(0.25 + 0.7 * limit, 3.0) for limit in (0.05, *_CONFIDENCES)]
    )
    # Seconds that trials may cost by now.
    allowance: float = 0.0

    def at(self, position: int) -> float:
        """Return the chance that the token at a draft position is accepted, given that it is reached."""
        one = self.positions[position]
        return (one.successes + self.overall.value * one.weight) / (one.trials + one.weight)

    def given(self, confidence: float) -> float:
        """Return the chance that a token is accepted whose drafter was that sure."""
        return self.confidence[_bucket(confidence)].value

    def forget(self) -> None:
        """Start a round: positions that are no longer reached go back to what holds of all."""
        for rate in self._rates():
            rate.forget()

    def fade(self) -> None:
        """Start a reply: its text may be of another kind."""
        for rate in (self.overall, *self.positions):
            rate.fade()

    def _rates(self) -> tuple[Rate, ...]:
        return (self.overall, *self.positions, *self.confidence)

    def observe(self, position: int, accepted: bool, confidence: float | None) -> None:
        """Take note of one examined token."""
        self.overall.observe(accepted)
        self.positions[position].observe(accepted)
        if confidence is not None:
            self.confidence[_bucket(confidence)].observe(accepted)


def _bucket(confidence: float) -> int:
    return bisect(_CONFIDENCES, confidence)


class AutoDraftLength:
    """Implements `app.speculation.draft_length.DraftLength` from measured costs and acceptance."""

    def __init__(
        self, costs: Costs, acceptance: dict[DrafterKind, Acceptance] | None = None, plain_wanted: int = 0
    ) -> None:
        """Decide by `costs`; `acceptance` is what is known from earlier replies with the same drafters.

        `plain_wanted` rounds are plain whatever pays, spread over the first ones: what drafting is compared with.
        """
        self._costs = costs
        self._acceptance = acceptance if acceptance is not None else {}
        for kind in DrafterKind:
            self._acceptance.setdefault(kind, Acceptance()).fade()
        # Tokens and their seconds as they would be at the pace of the machine when it was measured.
        self._tokens = 0.0
        self._seconds = 0.0
        self._since_plain = _FIRST_PLAIN_EVERY if plain_wanted else 0  # a short reply has no later round
        self._plain_wanted = plain_wanted
        self._exploring = False
        self._since_explored = 0
        self._kind = DrafterKind.MODEL
        self._reach = 1.0
        self._confidences: list[float] = []
        self._probing = False
        self._drafting: bool | None = None
        self._news: DraftLengthDecided | None = None

    def limit(self, kind: DrafterKind) -> int:
        """Return 0 where drafting does not pay, else how far it may go; see `DraftLength.limit`."""
        self._kind, self._reach, self._confidences, self._probing = kind, 1.0, [], False
        self._exploring = self._since_explored >= _EXPLORE_EVERY and self._acceptance[kind].allowance > 0.0
        self._since_explored = 0 if self._exploring else self._since_explored + 1
        best = self._best_extension(0)
        if best:
            self._decide(kind, drafting=True)
            if self._wants_plain(best):
                return 0
            # A model draws one by one and is asked after each; a lookup has its whole continuation at once.
            return best if kind is DrafterKind.LOOKUP else MAX_DRAFT_LENGTH
        self._decide(kind, drafting=False)
        if self._may_probe(kind):
            self._probing = True
            return _PROBE_LENGTH
        return 0

    def _wants_plain(self, drafted: int) -> bool:
        """Whether this round should be plain although drafting pays."""
        if self._plain_wanted:
            return self._since_plain >= _FIRST_PLAIN_EVERY
        return self._since_plain >= _PLAIN_EVERY and self._costs.doubt(drafted + 1) > _WANTED_ERROR

    @property
    def go_on(self) -> Callable[[float], bool]:
        """What says whether another token pays; see `DraftLength.go_on`."""
        return self._go_on

    def _go_on(self, confidence: float) -> bool:
        self._confidences.append(confidence)
        self._reach *= self._acceptance[self._kind].given(confidence)
        return self._probing or self._best_extension(len(self._confidences)) > 0

    def observe(self, one: Round) -> None:
        """Learn from a finished round."""
        drafted, costs = len(one.drafted), self._costs
        costs.observe_verify(drafted + 1, one.verify_seconds)
        self._since_plain = self._since_plain + 1 if drafted else 0
        self._plain_wanted -= bool(self._plain_wanted and not drafted)
        if one.drafter is not None and drafted:
            costs.observe_draft(one.drafter, drafted, one.draft_seconds)
        # What the round should have cost: a single round's time scatters, and the machine's pace is none of its merit.
        drafting = drafted * costs.draft(one.drafter) if one.drafter is not None else 0.0
        seconds = (costs.verify(drafted + 1) + drafting) / costs.pace
        if not self._probing:
            self._tokens = self._tokens * _RATE_DECAY + len(one.emitted)
            self._seconds = self._seconds * _RATE_DECAY + seconds
        for kind, each in self._acceptance.items():
            each.allowance = min(each.allowance + _PROBE_SHARE * seconds, _PROBES_KEPT * self._trial(kind))
        if one.drafter is None:
            return
        if self._probing or self._exploring:
            saved = len(one.emitted) / (costs.pace * (self._rate() if self._exploring else 1.0 / costs.verify(1)))
            self._acceptance[one.drafter].allowance -= seconds - saved
        self._acceptance[one.drafter].forget()
        for place, token in enumerate(one.drafted):
            if token.verdict is Verdict.UNEXAMINED:
                break
            confidence = self._confidences[place] if place < len(self._confidences) else None
            self._acceptance[one.drafter].observe(place, token.verdict is Verdict.ACCEPTED, confidence)

    def news(self) -> DraftLengthDecided | None:
        """Return the latest change of mind, once."""
        news, self._news = self._news, None
        return news

    def _rate(self) -> float:
        """Tokens per second: what this reply achieved lately, and never less than plain decoding would."""
        plain = 1.0 / self._costs.verify(1)
        return max(plain, self._tokens / self._seconds / self._costs.pace) if self._tokens >= 8 else plain

    def _best_extension(self, drafted: int) -> int:
        """Return how many more tokens are worth drawing after `drafted`, 0 if none."""
        # Whether to draft at all is a matter of plain decoding; how far to go, of what drafting yields.
        costs = self._costs
        rate = self._rate() if drafted else 1.0 / costs.verify(1)
        here = costs.verify(drafted + 1)
        per_token = costs.draft(self._kind)
        acceptance = self._acceptance[self._kind]
        # A run of bad luck must not end the drafting: giving it up takes evidence.
        hope = 0.0 if drafted else _OPTIMISM * acceptance.overall.uncertainty
        # Now and then a size that was never tried, or was held up when it was, gets the chance to turn out well.
        verify = costs.at_best if self._exploring or not drafted else costs.verify
        gained, reach, best, most = 0.0, self._reach, 0.0, 0
        for more in range(1, min(_LOOK_AHEAD, MAX_DRAFT_LENGTH - drafted) + 1):
            reach *= min(1.0, acceptance.at(drafted + more - 1) + hope)
            gained += reach
            lost = verify(drafted + more + 1) - here + more * per_token
            if gained - rate * lost > best:
                best, most = gained - rate * lost, more
        return most

    def _may_probe(self, kind: DrafterKind) -> bool:
        """Whether trying again costs little against the time since the last try."""
        return self._acceptance[kind].allowance >= self._trial(kind)

    def _trial(self, kind: DrafterKind) -> float:
        """Return the seconds that a round drafted in vain takes longer than a plain one."""
        longer = self._costs.verify(_PROBE_LENGTH + 1) - self._costs.verify(1)
        return (longer + _PROBE_LENGTH * self._costs.draft(kind)) / self._costs.pace

    def _cost_ratio(self, kind: DrafterKind) -> float:
        """Return seconds a token at the best draft length over those of plain decoding."""
        plain, per_token = self._costs.verify(1), self._costs.draft(kind)
        acceptance = self._acceptance[kind]
        expected, reach, best = 1.0, 1.0, float("inf")
        for length in range(1, MAX_DRAFT_LENGTH + 1):
            reach *= acceptance.at(length - 1)
            expected += reach
            best = min(best, (self._costs.verify(length + 1) + length * per_token) / expected / plain)
        return best

    def _decide(self, kind: DrafterKind, *, drafting: bool) -> None:
        if drafting == self._drafting:
            return
        self._drafting = drafting
        ratio = self._cost_ratio(kind)
        if drafting:
            reason = Phrase("it takes {ratio:.2f} of the time of plain decoding here", ratio=ratio)
        else:
            ratio = max(ratio, 1.0)
            reason = Phrase("it would take {ratio:.2f} times as long as plain decoding here", ratio=ratio)
        self._news = DraftLengthDecided(drafting, reason)
