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

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from app.speculation.distributions import residual

if TYPE_CHECKING:
    from app.speculation.distributions import Distribution, RandomSource
    from app.speculation.noise import Noise


@dataclass(frozen=True, slots=True)
class Drawn:
    """A token, and the number from [0, 1) that chose it; None where nothing was left to chance."""

    token: int
    number: float | None = None


@dataclass(frozen=True, slots=True)
class Settled:
    """What is emitted in the place of a drafted token; `number` settled the drafted one, None where it was certain."""

    emitted: Drawn
    number: float | None


class Rule(Protocol):
    """Where tokens come from. `position` is the place of the token in the whole text."""

    def draw(self, distribution: Distribution, position: int) -> Drawn:
        """Draw one token."""

    def settle(self, token: int, draft: Distribution, target: Distribution, position: int) -> Settled:
        """Return the token to emit in the place of a drafted one: itself if it is accepted, else the correction."""


class RatioRule:
    """Draws from a random source."""

    def __init__(self, random: RandomSource) -> None:
        self._random = random

    def draw(self, distribution: Distribution, _position: int) -> Drawn:
        """Draw one token; see `Rule.draw`."""
        certain = distribution.certain
        if certain is not None:
            return Drawn(certain)
        number = self._random.random()
        return Drawn(distribution.at(number), number)

    def settle(self, token: int, draft: Distribution, target: Distribution, position: int) -> Settled:
        """Accept or correct; see `Rule.settle`. Certain outcomes consume no random number."""
        target_prob, draft_prob = target.prob(token), draft.prob(token)
        number = self._random.random() if 0.0 < target_prob < draft_prob else None
        if self._accept(target_prob, draft_prob, number):
            return Settled(Drawn(token, number), number)
        # The residual holds nothing of the rejected token, whose target_prob is below its draft_prob.
        return Settled(self.draw(residual(target, draft), position), number)

    def _accept(self, target_prob: float, draft_prob: float, number: float | None) -> bool:
        """Accept with probability min(1, target_prob / draft_prob)."""
        return target_prob >= draft_prob if number is None else number * draft_prob < target_prob


class CoupledRule:
    """Draws with fixed noise; the number of a token is its noise, the least -log(number) / probability is chosen."""

    def __init__(self, noise: Noise) -> None:
        self._noise = noise

    def draw(self, distribution: Distribution, position: int) -> Drawn:
        """Draw one token; see `Rule.draw`."""
        token = self._noise.choose(distribution, position)
        return Drawn(token, None if distribution.certain is not None else self._noise.number(position, token))

    def settle(self, token: int, _draft: Distribution, target: Distribution, position: int) -> Settled:
        """Return the target's own token; see `Rule.settle`."""
        own = self.draw(target, position)
        if own.token == token or own.number is None:
            return Settled(own, own.number)
        return Settled(own, self._noise.number(position, token))
