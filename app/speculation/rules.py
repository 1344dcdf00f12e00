"""The two verification rules. Both emit exactly the target's distribution; they differ in where the draws come from.

Ratio rule (arXiv 2211.17192, 2302.01318): a drafted token x is accepted with probability min(1, target_prob(x) /
draft_prob(x)), else a correction is drawn from the residual. No rule accepts more often; used where no seed is asked
for.

Coupled rule (Daliri, Musco, Suresh, arXiv 2408.07978): every (seed, position, token) has its own fixed noise. The
drafter proposes what the noise draws from its distribution, the target's token is what the same noise draws from the
target's: equal is accepted, else the target's token is the correction. The text is then token for token what plain
decoding with that seed writes, whatever the drafter or the draft length.

Greedy decoding is both rules with certain distributions.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Protocol

from app.speculation.distributions import residual

if TYPE_CHECKING:
    from app.speculation.distributions import Distribution, RandomSource
    from app.speculation.noise import Noise


class RuleName(StrEnum):
    """How a person names a rule."""

    RATIO = "ratio"
    COUPLED = "coupled"


class Rule(Protocol):
    """Where tokens come from. `position` is the place of the token in the whole text."""

    def draw(self, distribution: Distribution, position: int) -> int:
        """Draw one token."""

    def settle(self, token: int, draft: Distribution, target: Distribution, position: int) -> int:
        """Return the token to emit in the place of a drafted one: itself if it is accepted, else the correction."""


class RatioRule:
    """Draws from a random source."""

    def __init__(self, random: RandomSource) -> None:
        self._random = random

    def draw(self, distribution: Distribution, _position: int) -> int:
        """Draw one token; see `Rule.draw`."""
        return distribution.draw(self._random)

    def settle(self, token: int, draft: Distribution, target: Distribution, _position: int) -> int:
        """Accept or correct; see `Rule.settle`."""
        if self._accept(target.prob(token), draft.prob(token)):
            return token
        # The residual holds nothing of the rejected token, whose target_prob is below its draft_prob.
        return residual(target, draft).draw(self._random)

    def _accept(self, target_prob: float, draft_prob: float) -> bool:
        """Accept with probability min(1, target_prob / draft_prob); certain outcomes consume no random number."""
        if target_prob >= draft_prob:
            return True
        return target_prob > 0.0 and self._random.random() * draft_prob < target_prob


class CoupledRule:
    """Draws with fixed noise."""

    def __init__(self, noise: Noise) -> None:
        self._noise = noise

    def draw(self, distribution: Distribution, position: int) -> int:
        """Draw one token; see `Rule.draw`."""
        return self._noise.choose(distribution, position)

    def settle(self, _token: int, _draft: Distribution, target: Distribution, position: int) -> int:
        """Return the target's own token; see `Rule.settle`."""
        return self._noise.choose(target, position)
