"""What the person chose about sampling: one frozen record, checked where it is made."""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum

from app.errors import UsageError

# Logits are differences of some tens: beyond these a float has no room for them.
_LARGEST = 10_000
# Below this temperature only exact ties differ from taking the likeliest token.
_COLDEST = 1e-6


class RuleName(StrEnum):
    """How a person names a rule."""

    RATIO = "ratio"
    COUPLED = "coupled"


@dataclass(frozen=True, slots=True)
class Sampling:
    """The sampling options; the meaning and order of the transforms are llama.cpp's.

    Attributes:
        temperature: 0 takes the likeliest token always (greedy).
        top_k: keep the k likeliest tokens; 0 keeps all.
        top_p: keep the smallest set of tokens whose probability reaches this; 1 keeps all.
        min_p: drop tokens less likely than this share of the likeliest one; 0 drops none.
        seed: repeats a reply exactly; None draws a new one each time.
        repeat_penalty: divides (or multiplies, below zero) the logits of tokens that occurred; 1 changes nothing.
        presence_penalty: subtracted once from the logits of tokens that occurred.
        frequency_penalty: subtracted for each time a token occurred.
        penalty_window: how many of the last tokens, prompt included, the penalties look at.
        logit_bias: (token, bias) pairs added to the logits; minus infinity forbids a token.

    Raises:
        UsageError: a value is out of range.
    """

    temperature: float = 0.8
    top_k: int = 40
    top_p: float = 0.95
    min_p: float = 0.05
    seed: int | None = None
    repeat_penalty: float = 1.0
    presence_penalty: float = 0.0
    frequency_penalty: float = 0.0
    penalty_window: int = 64
    logit_bias: tuple[tuple[int, float], ...] = ()

    def __post_init__(self) -> None:
        if not (math.isfinite(self.temperature) and self.temperature >= 0):
            raise UsageError(detail="The temperature must be 0 or more")
        if self.top_k < 0:
            raise UsageError(detail="Top-k must be 0 (off) or more")
        if not 0 < self.top_p <= 1:
            raise UsageError(detail="Top-p must be more than 0 and at most 1")
        if not 0 <= self.min_p <= 1:
            raise UsageError(detail="Min-p must be between 0 and 1")
        if self.seed is not None and self.seed < 0:
            raise UsageError(detail="The seed must be 0 or more")
        if not 0.01 <= self.repeat_penalty <= 100:
            raise UsageError(detail="The repeat penalty must be between 0.01 and 100")
        if not (abs(self.presence_penalty) <= _LARGEST and abs(self.frequency_penalty) <= _LARGEST):
            raise UsageError(detail=f"The presence and frequency penalties must be between -{_LARGEST} and {_LARGEST}")
        if self.penalty_window < 0:
            raise UsageError(detail="The penalty window must be 0 (off) or more")
        if not all(bias == -math.inf or abs(bias) <= _LARGEST for _, bias in self.logit_bias):
            raise UsageError(detail=f"A logit bias must be between -{_LARGEST} and {_LARGEST}, or minus infinity")

    @property
    def greedy(self) -> bool:
        """Whether the likeliest token is always taken."""
        return self.temperature < _COLDEST

    @property
    def penalises(self) -> bool:
        """Whether what was said before changes the logits."""
        unchanged = (self.repeat_penalty, self.presence_penalty, self.frequency_penalty) == (1.0, 0.0, 0.0)
        return self.penalty_window > 0 and not unchanged
