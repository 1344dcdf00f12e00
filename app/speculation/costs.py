"""What passes cost on this machine: measured, kept up to date, never assumed."""

from __future__ import annotations

import statistics
from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.speculation.records import DrafterKind

_REMEMBERED = 7


@dataclass(slots=True)
class Costs:
    """Seconds of the target's pass over n positions, and of drafting one token.

    The target's cost is neither flat nor monotone in n (measured on two cores: 2 positions cost 1.9 times one, 4 cost
    less than 3), so it is a table. Passes of sizes seen lately are taken as they are; others as they once were, scaled
    by how much slower or faster this machine is now than then.

    Attributes:
        base: n -> seconds, measured when the pair was loaded; must hold n = 1.
        draft: seconds to draft one token, for each kind of drafter.
    """

    base: dict[int, float]
    draft: dict[DrafterKind, float] = field(default_factory=dict)
    _recent: dict[int, deque[float]] = field(default_factory=dict)
    _scale: float = 1.0

    def verify(self, positions: int) -> float:
        """Return the seconds of a pass over `positions`."""
        recent = self._recent.get(positions)
        if recent and len(recent) >= 3:
            return statistics.median(recent)
        return self._base(positions) * self._scale

    def observe_verify(self, positions: int, seconds: float) -> None:
        """Take note of one pass."""
        self._recent.setdefault(positions, deque(maxlen=_REMEMBERED)).append(seconds)
        if positions not in self.base:
            # What was interpolated says nothing about how fast the machine is now.
            self.base[positions] = seconds / self._scale
            return
        # Slowly, because a single pass may have been held up.
        self._scale += 0.1 * (seconds / self.base[positions] - self._scale)

    def observe_draft(self, kind: DrafterKind, tokens: int, seconds: float) -> None:
        """Take note of one draft."""
        per_token = seconds / tokens
        known = self.draft.get(kind)
        self.draft[kind] = per_token if known is None else known + 0.1 * (per_token - known)

    def _base(self, positions: int) -> float:
        """Interpolate the table between the sizes that were measured; go on along its last slope beyond them."""
        known = self.base.get(positions)
        if known is not None:
            return known
        sizes = sorted(self.base)
        below = max((size for size in sizes if size < positions), default=sizes[0])
        above = min((size for size in sizes if size > positions), default=None)
        if above is None:
            return self.base[below] * positions / below if len(sizes) == 1 else self._beyond(sizes, positions)
        share = (positions - below) / (above - below)
        return self.base[below] + share * (self.base[above] - self.base[below])

    def _beyond(self, sizes: list[int], positions: int) -> float:
        first, last = sizes[-2:]
        slope = (self.base[last] - self.base[first]) / (last - first)
        return self.base[last] + max(0.0, slope) * (positions - last)
