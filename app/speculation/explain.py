"""One stored round as the list of steps in which a person would explain it, each with its numbers.

The drafter writes its guesses one by one; the target reads all places in one pass; verdicts fall from left to right; a
correction, or a bonus, or nothing follows; what is left is written into the reply. Nothing here is new: every number is
one of the stored round, or follows from it by the rule.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING

from app.speculation.records import Candidate, DraftedToken, EmittedToken, Verdict
from app.speculation.sampling import RuleName

if TYPE_CHECKING:
    from collections.abc import Iterable

    from app.speculation.distributions import Distribution
    from app.speculation.records import Round

# Stored lists are rounded to six digits; one that sums to so much of 1 is the whole distribution.
_WHOLE = 1.0 - 1e-5
_CERTAIN = (None, 0.0, 1.0)


class Method(StrEnum):
    """What settled a round. UNKNOWN: what is stored contradicts the rule, which earlier programs did not note."""

    PLAIN = "plain"
    GREEDY = "greedy"
    RATIO = "ratio"
    COUPLED = "coupled"
    UNKNOWN = "unknown"


class Act(StrEnum):
    """What happens in a step."""

    DRAFT = "draft"
    READ = "read"
    JUDGE = "judge"
    CORRECT = "correct"
    BONUS = "bonus"
    PLAIN = "plain"
    WRITE = "write"


@dataclass(frozen=True, slots=True)
class Step:
    """One step.

    Attributes:
        act: what happens.
        place: where in the round, from 0; the number of places for READ, of tokens for WRITE.
        token: what it is about; None for READ and WRITE.
        ratio: target_prob / draft_prob, for JUDGE; None where the token was not examined.
        chance: with which the token is accepted; None where no chance decides.
        draw: the number from [0, 1) that was compared with the chance, or that turned the wheel; None where nothing
            was left to chance, or where it is not stored.
        noise: of the token, under the coupled rule.
        arrival: -log(noise) / target_prob: the token with the least is the target's; infinite for one it never picks.
        candidates: what the token is drawn from, the likeliest first, as far as it is known.
        whole: whether that is all of it.
        share: of the token in what it is drawn from; known more often than the rest.
    """

    act: Act
    place: int
    token: DraftedToken | EmittedToken | None = None
    ratio: float | None = None
    chance: float | None = None
    draw: float | None = None
    noise: float | None = None
    arrival: float | None = None
    candidates: tuple[Candidate, ...] = ()
    whole: bool = False
    share: float | None = None


@dataclass(frozen=True, slots=True)
class Explanation:
    """A round and its steps. `dropped` counts accepted tokens that the reply's end cut off."""

    round: Round
    method: Method
    steps: tuple[Step, ...]
    dropped: int

    @property
    def ended(self) -> bool:
        """Whether the reply ended inside the draft, so that neither a correction nor a bonus was written."""
        return bool(self.round.drafted) and all(one.verdict is Verdict.ACCEPTED for one in self.round.emitted)

    def step_of(self, place: int) -> int:
        """Return the step that tells what became of the token at `place` of the round, counted over the draft.

        The place after the draft is the correction, the bonus or the plain token.
        """
        acts = (Act.CORRECT, Act.BONUS, Act.PLAIN) if place >= len(self.round.drafted) else (Act.JUDGE, Act.DRAFT)
        found = [
            number
            for act in acts
            for number, step in enumerate(self.steps)
            if step.act is act and (act not in (Act.JUDGE, Act.DRAFT) or step.place == place)
        ]
        return found[0] if found else len(self.steps) - 1


def is_certain(rounds: Iterable[Round]) -> bool:
    """Whether every stored probability is 0 or 1, as in greedy decoding."""
    return all(
        token.target_prob in _CERTAIN and token.draft_prob in _CERTAIN
        for one in rounds
        for tokens in (one.drafted, one.emitted)
        for token in tokens
    )


def method_of(one: Round, rule: str, *, certain: bool) -> Method:
    """Return what settled a round.

    Args:
        one: the round.
        rule: the verification rule.
        certain: whether the reply was greedy, see `is_certain`.
    """
    if not one.drafted:
        return Method.PLAIN
    if certain:
        return Method.GREEDY
    if rule == RuleName.COUPLED:
        return Method.COUPLED
    # The ratio rule never refuses what the target likes no less than the drafter.
    refused = (token for token in one.drafted if token.verdict is Verdict.REJECTED)
    impossible = any((token.target_prob or 0.0) >= token.draft_prob for token in refused)
    return Method.RATIO if rule == RuleName.RATIO and not impossible else Method.UNKNOWN


def explain(one: Round, rule: str | None = None, *, certain: bool = False) -> Explanation:
    """Return a round step by step.

    Args:
        one: the round.
        rule: the verification rule of its reply; None takes the round's own, which earlier programs did not note.
        certain: whether the reply was greedy, see `is_certain`.
    """
    rule = rule or one.rule
    method = method_of(one, rule, certain=certain)
    accepted = sum(token.verdict is Verdict.ACCEPTED for token in one.drafted)
    kept = sum(token.verdict is Verdict.ACCEPTED for token in one.emitted)
    steps = [Step(Act.DRAFT, place, token) for place, token in enumerate(one.drafted)]
    steps.append(Step(Act.READ, len(one.drafted) + 1))
    for place, token in enumerate(one.drafted):
        if token.verdict is not Verdict.UNEXAMINED:
            steps.append(_judge(place, token, method))
    noisy = rule == RuleName.COUPLED
    steps += [_own(one, token, method, noisy) for token in one.emitted if token.verdict is not Verdict.ACCEPTED]
    steps.append(Step(Act.WRITE, len(one.emitted)))
    return Explanation(one, method, tuple(steps), accepted - kept)


def _judge(place: int, token: DraftedToken, method: Method) -> Step:
    """Explain the verdict on one drafted token."""
    target_prob = token.target_prob or 0.0
    # A damaged file may say that what was drafted could not be drafted.
    ratio = target_prob / token.draft_prob if token.draft_prob else math.inf
    step = Step(Act.JUDGE, place, token, ratio=ratio)
    if method is Method.RATIO:
        return replace(step, chance=min(1.0, ratio), draw=token.draw)
    if method is Method.COUPLED:
        return replace(step, noise=token.draw, arrival=_arrival(token.draw, target_prob))
    return step


def _arrival(noise: float | None, target_prob: float) -> float | None:
    if noise is None or not 0.0 < noise < 1.0:
        return None
    return -math.log(noise) / target_prob if target_prob > 0.0 else math.inf


def _own(one: Round, token: EmittedToken, method: Method, noisy: bool) -> Step:
    """Explain the token that the target added; `noisy` under the coupled rule."""
    correction = token.verdict is Verdict.CORRECTION
    place = sum(drafted.verdict is Verdict.ACCEPTED for drafted in one.drafted)
    target = _at(one.target_top, place)
    act = Act.CORRECT if correction else Act.BONUS if one.drafted else Act.PLAIN
    step = Step(act, place, token, candidates=target, whole=_is_whole(target, token.id), share=token.target_prob)
    if noisy:
        return replace(step, noise=token.draw, arrival=_arrival(token.draw, token.target_prob))
    step = replace(step, draw=token.draw)
    return _from_residual(one, step, token) if correction and method is Method.RATIO else step


def _from_residual(one: Round, step: Step, token: EmittedToken) -> Step:
    """Explain a correction under the ratio rule, which is drawn from the residual."""
    rejected = one.drafted[step.place]
    draft = _at(one.draft_top, step.place)
    if rejected.draft_prob == 1.0:
        draft = (Candidate(rejected.id, rejected.text, 1.0),)
    if step.whole and _is_whole(draft, rejected.id):
        from app.speculation.distributions import residual

        rest = residual(_distribution(step.candidates), _distribution(draft))
        left = tuple(replace(each, prob=rest.prob(each.id)) for each in step.candidates if rest.prob(each.id) > 0.0)
        return replace(step, candidates=left, share=rest.prob(token.id))
    share: float | None = None
    if rejected.draft_prob == 1.0 and (rejected.target_prob or 0.0) < 1.0:
        # Of a one-hot draft the residual is the target without the rejected token.
        share = min(1.0, token.target_prob / (1.0 - (rejected.target_prob or 0.0)))
    return replace(step, candidates=(), whole=False, share=share)


def _at(tops: tuple[tuple[Candidate, ...], ...], place: int) -> tuple[Candidate, ...]:
    return tops[place] if place < len(tops) else ()


def _is_whole(candidates: tuple[Candidate, ...], token: int) -> bool:
    """Whether a list is a whole distribution, in which this token occurs."""
    return sum(one.prob for one in candidates) >= _WHOLE and any(one.id == token for one in candidates)


def _distribution(candidates: tuple[Candidate, ...]) -> Distribution:
    from app.speculation.distributions import from_mapping

    return from_mapping({one.id: one.prob for one in candidates})
