"""The draft length that pays for itself.

After each drawn token the question is whether drawing m more is worth it: they add the chance that they are reached and
accepted, and cost drafting time and a longer pass. In the long run the best answer is yes exactly if the tokens gained
exceed the time lost times the rate at which tokens come anyway (renewal-reward theorem), for some m.

Under the ratio rule a drawn token must be verified; so this only ever decides whether to draw more, never whether to
keep what was drawn. The text has the target's distribution whatever is decided here.
"""

from __future__ import annotations

import statistics
import time
from typing import TYPE_CHECKING

from app.phrases import Phrase
from app.speculation.acceptance import Acceptance
from app.speculation.draft_length import MAX_DRAFT_LENGTH
from app.speculation.records import DrafterKind, DraftLengthDecided, Round, Verdict

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.speculation.costs import Costs

# How far ahead a decision looks: passes are not monotone in their size, so one more may not pay where three more do.
_LOOK_AHEAD = MAX_DRAFT_LENGTH
# With each round what is known of speed counts less: a memory of about 100 rounds.
_RATE_DECAY = 0.99
# A drafter that does not pay is tried again as long as all trials together cost no more than this share of the time;
# a trial that turns out well costs nothing, so a drafter that has become good is soon found out. That holds also where
# not even accepted drafts would pay: what drafting costs is only seen by drafting, and may have been measured while the
# machine was busy. What was not used for trials is kept for so many. Trying other lengths where drafting pays is paid
# from it too: a long draft in vain takes as long as several rounds.
_PROBE_SHARE = 0.01
_PROBES_KEPT = 1.5
_PROBE_LENGTH = 3
_OPTIMISM = 0.7
# Where drafting pays no plain pass would ever be seen, and it is what drafting is compared with: while their ratio is
# not known to this standard error, one round in so many is plain.
_WANTED_ERROR = 0.06
_PLAIN_EVERY = 24
_FIRST_PLAIN_EVERY = 5
_EXPLORE_EVERY = 30
# Looking at a round takes a tenth of a millisecond or two, a hundredth of what a small target takes for a token. While
# drafting is off so many rounds are looked at together.
_PLAIN_AT_ONCE = 8
# A drafter first reads what was written without it. More than so many tokens are no part of what drafting costs: where
# drafting is off they are all of the text since the last trial. The next reply needs them read too, so a trial is
# charged with half of that. Where it is dear, as with a drafter not much smaller than its target, trials are left to
# the beginnings of replies, when all is read.
_READ_ALONG = 1
_READING_CHARGED = 0.5
# Until it was measured, of the time of drafting a token: less than on a processor, so that it is found out.
_READING_GUESSED = 0.05


class AutoDraftLength:
    """Implements `app.speculation.draft_length.DraftLength` from measured costs and acceptance."""

    def __init__(
        self,
        costs: Costs,
        acceptance: dict[DrafterKind, Acceptance] | None = None,
        plain_wanted: int = 0,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        """Decide by `costs`; `acceptance` is what is known from earlier replies with the same drafters.

        `plain_wanted` rounds are plain whatever pays, spread over the first ones: what drafting is compared with.
        """
        self._costs = costs
        self._clock = clock
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
        # When each token of this draft was drawn, and how many tokens were written without each drafter.
        self._drawn: list[float] = []
        self._unread = dict.fromkeys(DrafterKind, 0)
        # Seconds of plain passes that are not looked at yet.
        self._waiting: list[float] = []
        self._probing = False
        self._drafting: bool | None = None
        self._news: DraftLengthDecided | None = None

    def limit(self, kind: DrafterKind) -> int:
        """Return 0 where drafting does not pay, else how far it may go; see `DraftLength.limit`."""
        if self._waiting:
            if kind is self._kind:
                return 0
            self._look_at_waiting()
        self._kind, self._reach, self._confidences, self._drawn, self._probing = kind, 1.0, [], [], False
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
        self._drawn.append(self._clock())
        self._reach *= self._acceptance[self._kind].given(confidence)
        return self._probing or self._best_extension(len(self._confidences)) > 0

    def observe(self, one: Round) -> None:
        """Learn from a finished round."""
        if one.drafter is None or not one.drafted:
            self._waiting.append(one.verify_seconds)
            if self._drafting is not False or len(self._waiting) >= _PLAIN_AT_ONCE:
                self._look_at_waiting()
            return
        drafted, drafter, costs = len(one.drafted), one.drafter, self._costs
        known, unread = self._acceptance[drafter], self._unread[drafter]
        costs.observe_verify(drafted + 1, one.verify_seconds)
        self._since_plain += 1
        self._observe_draft(drafter, drafted, one.draft_seconds)
        # What the round should have cost: a single round's time scatters, and the machine's pace is none of its merit.
        seconds = (costs.verify(drafted + 1) + drafted * costs.draft(drafter)) / costs.pace
        self._spend(seconds, len(one.emitted))
        if not self._probing:
            self._tokens = self._tokens * _RATE_DECAY + len(one.emitted)
            self._seconds = self._seconds * _RATE_DECAY + seconds
        if self._probing or self._exploring:
            saved = len(one.emitted) / (costs.pace * (self._rate() if self._exploring else 1.0 / costs.verify(1)))
            known.allowance -= seconds - saved + self._reading(drafter, unread)
        self._unread[drafter] = 0
        known.forget()
        for place, token in enumerate(one.drafted):
            if token.verdict is Verdict.UNEXAMINED:
                break
            confidence = self._confidences[place] if place < len(self._confidences) else None
            known.observe(place, token.verdict is Verdict.ACCEPTED, confidence)

    def _look_at_waiting(self) -> None:
        """Learn from the plain rounds since the last look."""
        count, costs = len(self._waiting), self._costs
        costs.observe_verify(1, statistics.median(self._waiting))
        self._waiting.clear()
        self._since_plain = 0
        self._plain_wanted = max(0, self._plain_wanted - count)
        seconds = costs.verify(1) / costs.pace
        self._spend(count * seconds, count)
        for _ in range(count):
            self._tokens = self._tokens * _RATE_DECAY + 1
            self._seconds = self._seconds * _RATE_DECAY + seconds

    def _spend(self, seconds: float, emitted: int) -> None:
        """Note the time that a share of may go into trials, and the tokens that were written without a drafter."""
        for kind, each in self._acceptance.items():
            each.allowance = min(each.allowance + _PROBE_SHARE * seconds, _PROBES_KEPT * self._trial(kind))
            self._unread[kind] += emitted

    def _observe_draft(self, drafter: DrafterKind, drafted: int, seconds: float) -> None:
        """Learn what drafting a token costs, apart from reading what came before."""
        costs, unread = self._costs, self._unread[drafter] - _READ_ALONG
        if unread <= 0 or not self._drawn:
            costs.observe_draft(drafter, drafted, seconds)
        elif len(self._drawn) > 1:
            costs.observe_draft(drafter, len(self._drawn) - 1, self._drawn[-1] - self._drawn[0])
        if unread > 0:
            each = costs.draft(drafter)
            # No token takes longer to read than to draft.
            reading = min(max(0.0, (seconds - drafted * each) / unread), each)
            self._acceptance[drafter].reading = reading / costs.pace

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
        return self._acceptance[kind].allowance >= self._trial(kind) + self._reading(kind, self._unread[kind])

    def _trial(self, kind: DrafterKind) -> float:
        """Return the seconds that a round drafted in vain takes longer than a plain one."""
        longer = self._costs.verify(_PROBE_LENGTH + 1) - self._costs.verify(1)
        return (longer + _PROBE_LENGTH * self._costs.draft(kind)) / self._costs.pace

    def _reading(self, kind: DrafterKind, unread: int) -> float:
        """Return the seconds that a trial is charged with for what its drafter reads first."""
        each = self._acceptance[kind].reading
        if each is None:
            each = _READING_GUESSED * self._costs.draft(kind) / self._costs.pace
        return _READING_CHARGED * each * max(0, unread - _READ_ALONG)

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
