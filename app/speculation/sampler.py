"""What one reply samples with: the transform of logits and the rule of the draws, the same for target and drafter."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.speculation.noise import Noise
from app.speculation.rules import CoupledRule, RatioRule
from app.speculation.sampling import RuleName
from app.speculation.transform import transform

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from app.speculation.distributions import Distribution, Logits, RandomSource
    from app.speculation.rules import Rule
    from app.speculation.sampling import Sampling


@dataclass(frozen=True, slots=True)
class Sampler:
    """A transform and a rule."""

    sampling: Sampling
    rule: Rule

    def distribution(self, logits: Logits, before: Sequence[int]) -> Distribution:
        """Return what the next token is drawn from after the text `before`."""
        return transform(logits, self.sampling, before)

    def distributions(
        self, rows: Iterable[Logits], context: Sequence[int], draft: Sequence[int]
    ) -> Iterator[Distribution]:
        """Return, lazily, the distributions after `context` and after each token of `draft` behind it."""
        if not self.sampling.penalises:
            return (transform(row, self.sampling) for row in rows)
        before = [*context[-self.sampling.penalty_window :], *draft]
        start = len(before) - len(draft)
        return (transform(row, self.sampling, before[: start + place]) for place, row in enumerate(rows))


def choose_rule(sampling: Sampling, random: RandomSource, forced: RuleName | None = None) -> tuple[RuleName, Rule]:
    """Return the coupled rule where a seed is asked for, else the ratio rule, which accepts more; `forced` decides.

    `random` also seeds the coupled rule where it is forced without a seed.
    """
    name = forced or (RuleName.RATIO if sampling.seed is None else RuleName.COUPLED)
    if name is RuleName.RATIO:
        return name, RatioRule(random)
    seed = sampling.seed if sampling.seed is not None else int(random.random() * 2**53)
    return name, CoupledRule(Noise(seed))
