"""Verification: which drafted tokens are kept, and which token the target adds.

Walk the draft from the left; at the first token that the rule does not settle for, emit the rule's correction and drop
the rest; when all are accepted emit a bonus drawn from the target at the next position (arXiv 2211.17192, 2302.01318).
A drafter without probabilities is certain of its tokens (one-hot).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from app.speculation.distributions import one_hot
from app.speculation.records import Verdict

if TYPE_CHECKING:
    from collections.abc import Iterable

    from app.speculation.distributions import Distribution
    from app.speculation.rules import Rule


# Tokens with their probabilities, the likeliest first.
Top = list[tuple[int, float]]


@dataclass(frozen=True, slots=True)
class Draft:
    """Proposed tokens, and the distributions they were drawn from (None: the drafter has none, they are certain)."""

    tokens: tuple[int, ...] = ()
    distributions: tuple[Distribution, ...] | None = None

    def distribution(self, position: int) -> Distribution:
        """Return what the token at `position` was drawn from."""
        return one_hot(self.tokens[position]) if self.distributions is None else self.distributions[position]


@dataclass(frozen=True, slots=True)
class Verification:
    """The outcome for one draft of K tokens.

    Attributes:
        verdicts: one for each drafted token.
        target_probs: one for each drafted token; None where it was not examined.
        draft_probs: one for each drafted token.
        token: what the target added after the accepted tokens.
        verdict: CORRECTION, BONUS, or PLAIN when nothing was drafted.
        target_prob: of `token`.
        draws: the random number that settled each drafted token; None where nothing was left to chance.
        draw: the one that chose `token`.
        target_tops: the target's likeliest tokens at each place that was examined, `token`'s being the last, with
            their probabilities; empty where they were not asked for.
    """

    verdicts: tuple[Verdict, ...]
    target_probs: tuple[float | None, ...]
    draft_probs: tuple[float, ...]
    token: int
    verdict: Verdict
    target_prob: float
    draws: tuple[float | None, ...]
    draw: float | None
    target_tops: tuple[Top, ...] = field(compare=False, repr=False)

    @property
    def accepted(self) -> int:
        """How many drafted tokens were accepted, from the left."""
        return self.verdicts.count(Verdict.ACCEPTED)


def verify(
    draft: Draft, target_distributions: Iterable[Distribution], rule: Rule, position: int, top: int = 0
) -> Verification:
    """Settle one draft from the left, up to the first rejection.

    Args:
        draft: K tokens with what they were drawn from.
        target_distributions: K + 1 distributions; read lazily and only up to the first rejection, because later
            positions need no sampling transform.
        rule: the verification rule.
        position: the place in the text of the first drafted token.
        top: how many of the target's likeliest tokens to tell at each place.
    """
    target = iter(target_distributions)
    target_probs: list[float | None] = []
    draws: list[float | None] = []
    tops: list[Top] = []
    draft_distributions = [draft.distribution(place) for place in range(len(draft.tokens))]
    draft_probs = tuple(one.prob(token) for one, token in zip(draft_distributions, draft.tokens, strict=True))
    rejected = False
    for place, token in enumerate(draft.tokens):
        here = next(target)
        if top:
            tops.append(here.top(top))
        target_probs.append(here.prob(token))
        settled = rule.settle(token, draft_distributions[place], here, position + place)
        draws.append(settled.number)
        if settled.emitted.token != token:
            rejected, added = True, settled.emitted
            break
    if not rejected:
        here = next(target)
        if top:
            tops.append(here.top(top))
        added = rule.draw(here, position + len(draft.tokens))
    unexamined = len(draft.tokens) - len(draws)
    accepted = len(draws) - rejected
    return Verification(
        (Verdict.ACCEPTED,) * accepted + (Verdict.REJECTED,) * rejected + (Verdict.UNEXAMINED,) * unexamined,
        (*target_probs, *(None,) * unexamined),
        draft_probs,
        added.token,
        Verdict.CORRECTION if rejected else Verdict.BONUS if draft.tokens else Verdict.PLAIN,
        here.prob(added.token),
        (*draws, *(None,) * unexamined),
        added.number,
        tuple(tops),
    )
