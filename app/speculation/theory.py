"""The formulas of the papers, to be shown beside what was measured."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.speculation.statistics import Statistics


def expected_tokens_per_round(acceptance_rate: float, draft_length: float) -> float:
    """Return (1 - a^(K+1)) / (1 - a): tokens emitted per round when each position is accepted independently.

    Equation 1 of arXiv 2211.17192. An acceptance rate of 1 gives K + 1.
    """
    if acceptance_rate >= 1.0:
        return draft_length + 1.0
    return float((1.0 - acceptance_rate ** (draft_length + 1)) / (1.0 - acceptance_rate))


def expected_speedup(acceptance_rate: float, draft_length: float, draft_cost: float, verify_cost: float = 1.0) -> float:
    """Return expected tokens per round over what the round costs, in units of one plain target pass.

    Args:
        acceptance_rate: chance that an examined token is kept.
        draft_length: K.
        draft_cost: drafter time per token / target time per token.
        verify_cost: target time for K + 1 positions / target time for one; the textbook takes 1.
    """
    return expected_tokens_per_round(acceptance_rate, draft_length) / (verify_cost + draft_length * draft_cost)


def rough_speedup(acceptance_rate: float, draft_length: float, draft_cost: float) -> float:
    """Return K a / (1 + K C), the rougher textbook estimate."""
    return draft_length * acceptance_rate / (1.0 + draft_length * draft_cost)


@dataclass(frozen=True, slots=True)
class Prediction:
    """What the formulas say of a reply, with what went into them: measured numbers, all of them.

    `draft_cost` and `verify_cost` are in units of one plain token's time.
    """

    acceptance_rate: float
    draft_length: float
    draft_cost: float
    verify_cost: float

    @property
    def tokens_per_round(self) -> float:
        """See `expected_tokens_per_round`."""
        return expected_tokens_per_round(self.acceptance_rate, self.draft_length)

    @property
    def speedup(self) -> float:
        """See `expected_speedup`."""
        return expected_speedup(self.acceptance_rate, self.draft_length, self.draft_cost, self.verify_cost)

    @property
    def textbook_speedup(self) -> float:
        """See `expected_speedup`, with passes whose cost does not depend on their size."""
        return expected_speedup(self.acceptance_rate, self.draft_length, self.draft_cost)

    @property
    def rough_speedup(self) -> float:
        """See `rough_speedup`."""
        return rough_speedup(self.acceptance_rate, self.draft_length, self.draft_cost)


def predict(measured: Statistics, plain_seconds: float | None) -> Prediction | None:
    """Return what the formulas say of what was measured; None without drafts or without a plain speed.

    Args:
        measured: of one or more replies.
        plain_seconds: time of one token of plain decoding here.
    """
    rate, length = measured.acceptance_rate, measured.draft_length
    if rate is None or length is None or not plain_seconds:
        return None
    return Prediction(
        acceptance_rate=rate,
        draft_length=length,
        draft_cost=measured.draft_seconds / measured.drafted / plain_seconds,
        verify_cost=measured.drafted_verify_seconds / measured.drafted_rounds / plain_seconds,
    )
