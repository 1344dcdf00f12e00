"""The verification rule: which drafted tokens are kept, and which token the target adds.

Leviathan, Kalman, Matias (arXiv 2211.17192) and Chen et al. (arXiv 2302.01318): walk the draft from the left; accept
token x with probability min(1, target_prob(x) / draft_prob(x)); at the first rejection emit a correction drawn from the
residual max(0, target - draft); when all are accepted emit a bonus drawn from the target at the next position. The
emitted text then has exactly the target's distribution, whatever the drafter is. A drafter without probabilities is
certain of its tokens (one-hot), and greedy decoding is the same rule with one-hot distributions on both sides.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.speculation.distributions import one_hot, residual
from app.speculation.records import Verdict

if TYPE_CHECKING:
    from collections.abc import Iterable

    from app.speculation.distributions import Distribution, RandomSource


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
    """

    verdicts: tuple[Verdict, ...]
    target_probs: tuple[float | None, ...]
    draft_probs: tuple[float, ...]
    token: int
    verdict: Verdict
    target_prob: float

    @property
    def accepted(self) -> int:
        """How many drafted tokens were accepted, from the left."""
        return self.verdicts.count(Verdict.ACCEPTED)


def verify(draft: Draft, target_distributions: Iterable[Distribution], random: RandomSource) -> Verification:
    """Apply the ratio rule to one draft.

    Args:
        draft: K tokens with what they were drawn from.
        target_distributions: K + 1 distributions; read lazily and only up to the first rejection, because later
            positions need no sampling transform.
        random: where the draws come from.
    """
    target = iter(target_distributions)
    target_probs: list[float | None] = []
    draft_probs = [draft.distribution(position).prob(token) for position, token in enumerate(draft.tokens)]
    for position, token in enumerate(draft.tokens):
        here = next(target)
        target_probs.append(here.prob(token))
        # Accepted with probability min(1, target_prob / draft_prob).
        if not _accept(here.prob(token), draft_probs[position], random):
            correction = residual(here, draft.distribution(position)).draw(random)
            unexamined = len(draft.tokens) - position - 1
            return Verification(
                (Verdict.ACCEPTED,) * position + (Verdict.REJECTED,) + (Verdict.UNEXAMINED,) * unexamined,
                (*target_probs, *(None,) * unexamined),
                tuple(draft_probs),
                correction,
                Verdict.CORRECTION,
                here.prob(correction),
            )
    here = next(target)
    added = here.draw(random)
    return Verification(
        (Verdict.ACCEPTED,) * len(draft.tokens),
        tuple(target_probs),
        tuple(draft_probs),
        added,
        Verdict.BONUS if draft.tokens else Verdict.PLAIN,
        here.prob(added),
    )


def _accept(target_prob: float, draft_prob: float, random: RandomSource) -> bool:
    """Decide one token; certain outcomes consume no random number."""
    if target_prob >= draft_prob:
        return True
    if target_prob == 0.0:
        return False
    return random.random() * draft_prob < target_prob
