"""A reply as it was written in time, from the stored seconds of its rounds, and plain decoding beside it."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from enum import StrEnum
from itertools import accumulate
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.speculation.records import EmittedToken, Round


class Phase(StrEnum):
    """What goes on at a moment."""

    DRAFTING = "drafting"
    VERIFYING = "verifying"
    DONE = "done"


@dataclass(frozen=True, slots=True)
class Moment:
    """What is there at a moment: so many rounds are over, so many tokens written, and what the next round is at."""

    rounds: int
    tokens: int
    phase: Phase


class Timeline:
    """When each round began and ended; asking takes the logarithm of the number of rounds.

    Only drafting and verifying count: reading the prompt comes before, and what passes between rounds is not stored.

    Attributes:
        tokens: all emitted ones, in order.
        seconds: of the whole reply.
        plain_seconds: of one token of plain decoding as it was measured; None where it was not.
    """

    def __init__(self, rounds: Sequence[Round], plain_seconds: float | None) -> None:
        self._rounds = rounds
        self._ends = list(accumulate(one.draft_seconds + one.verify_seconds for one in rounds))
        self._counts = list(accumulate((len(one.emitted) for one in rounds), initial=0))
        self.tokens: tuple[EmittedToken, ...] = tuple(token for one in rounds for token in one.emitted)
        self.plain_seconds = plain_seconds or None

    @property
    def seconds(self) -> float:
        """See the class."""
        return self._ends[-1] if self._ends else 0.0

    @property
    def plain_total(self) -> float | None:
        """Seconds that plain decoding takes for as many tokens; None where it was not measured."""
        return None if self.plain_seconds is None else self.plain_seconds * len(self.tokens)

    @property
    def length(self) -> float:
        """Seconds until both are done."""
        return max(self.seconds, self.plain_total or 0.0)

    def at(self, seconds: float) -> Moment:
        """Return what is there `seconds` after the first round began; a round's tokens come at its end."""
        rounds = bisect_right(self._ends, seconds)
        if rounds == len(self._ends):
            return Moment(rounds, self._counts[rounds], Phase.DONE)
        began = self._ends[rounds - 1] if rounds else 0.0
        drafting = seconds < began + self._rounds[rounds].draft_seconds
        return Moment(rounds, self._counts[rounds], Phase.DRAFTING if drafting else Phase.VERIFYING)

    def plain_tokens_at(self, seconds: float) -> int | None:
        """Return how many tokens plain decoding has written by then; None where it was not measured."""
        if self.plain_seconds is None or self.plain_total is None:
            return None
        if seconds >= self.plain_total:
            return len(self.tokens)
        return int(seconds / self.plain_seconds)

    @property
    def rounds(self) -> int:
        """How many there are."""
        return len(self._ends)

    def neighbour(self, seconds: float, direction: int) -> float:
        """Return the next end of a round after `seconds` (1), or the one before (-1); the beginning is one, too."""
        if direction > 0:
            place = bisect_right(self._ends, seconds)
            return self._ends[place] if place < len(self._ends) else self.length
        place = bisect_left(self._ends, seconds)
        return self._ends[place - 1] if place else 0.0
