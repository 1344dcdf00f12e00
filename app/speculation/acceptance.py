"""How often drafted tokens are accepted, as seen lately."""

from __future__ import annotations

import math
from bisect import bisect
from dataclasses import dataclass, field

from app.speculation.draft_length import MAX_DRAFT_LENGTH

# A drafter that is 99.9% sure is right far more often than one that is 95% sure, and its drafts may be far longer.
_CONFIDENCES = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 0.999)
# What earlier replies showed counts as so many trials at the start of another one.
_REMEMBERED = 10.0
# With each drafted round what is known counts less: a memory of about 35 rounds.
_DECAY = 0.97
# What reading takes may have been measured while the machine was held up; with each reply it is believed a little less.
_READING_FADES = 0.95


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
    # Seconds that trials may cost by now, and that a token takes to read which was written without the drafter.
    allowance: float = 0.0
    reading: float | None = None

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
        if self.reading is not None:
            self.reading *= _READING_FADES
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
