"""The formulas of the papers, to be shown beside what was measured."""

from __future__ import annotations


def expected_tokens_per_round(acceptance_rate: float, draft_length: int) -> float:
    """Return (1 - a^(K+1)) / (1 - a): tokens emitted per round when each position is accepted independently.

    Equation 1 of arXiv 2211.17192. An acceptance rate of 1 gives K + 1.
    """
    if acceptance_rate >= 1.0:
        return draft_length + 1.0
    return (1.0 - acceptance_rate ** (draft_length + 1)) / (1.0 - acceptance_rate)


def expected_speedup(acceptance_rate: float, draft_length: int, draft_cost: float, verify_cost: float = 1.0) -> float:
    """Return expected tokens per round over what the round costs, in units of one plain target pass.

    Args:
        acceptance_rate: chance that an examined token is kept.
        draft_length: K.
        draft_cost: drafter time per token / target time per token.
        verify_cost: target time for K + 1 positions / target time for one; the textbook takes 1.
    """
    return expected_tokens_per_round(acceptance_rate, draft_length) / (verify_cost + draft_length * draft_cost)


def rough_speedup(acceptance_rate: float, draft_length: int, draft_cost: float) -> float:
    """Return K a / (1 + K C), the rougher textbook estimate."""
    return draft_length * acceptance_rate / (1.0 + draft_length * draft_cost)
