"""What passes cost on this machine: measured, kept up to date, never assumed.

The target's cost is neither flat nor monotone in the number of positions (measured on two cores: 2 positions cost 1.9
times one, 4 cost less than 3), so it is a table. Machines slow down and speed up as a whole, for seconds or minutes;
what decides whether drafting pays is the ratio of two entries, which hardly changes. Taking each pass as it comes would
compare a slow moment's draft with a fast moment's plain pass. So every pass tells two things apart, as a Kalman filter
does: how fast the machine is now, which changes quickly and is common to all entries, and how much work its own entry
is, which changes slowly. Both are kept as logarithms, with their variances, and taken as independent.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.speculation.draft_length import MAX_DRAFT_LENGTH

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.speculation.records import DrafterKind

_MEASURED, _INTERPOLATED, _UNKNOWN = 0.1**2, 0.2**2, 0.5**2
# A single pass scatters by this much; the machine drifts from pass to pass by _PACE_DRIFT, an entry by _WORK_DRIFT.
_SCATTER, _PACE_DRIFT, _WORK_DRIFT = 0.07**2, 0.03**2, 0.003**2
# A pass that was held up counts as this many standard deviations at most.
_FARTHEST = 2.0


@dataclass(slots=True)
class _Estimate:
    """The logarithm of a number, and its variance."""

    log: float
    variance: float


class Costs:
    """Seconds of the target's pass over n positions, and of drafting one token."""

    def __init__(self, verify: Mapping[int, float], draft: Mapping[DrafterKind, float] | None = None) -> None:
        """Start from what was measured when the pair was loaded, or earlier.

        Args:
            verify: n -> seconds; must hold n = 1. Other sizes are interpolated, and known less surely.
            draft: seconds to draft one token, for each kind of drafter; a kind that is missing costs nothing until it
                is observed.
        """
        self._pace = _Estimate(0.0, _UNKNOWN)
        self._verify = [
            _Estimate(math.log(_interpolated(verify, size)), _MEASURED if size in verify else _INTERPOLATED)
            for size in range(1, MAX_DRAFT_LENGTH + 2)
        ]
        self._draft = {kind: _Estimate(math.log(seconds), _MEASURED) for kind, seconds in (draft or {}).items()}

    @property
    def pace(self) -> float:
        """How much slower the machine is now than when it was measured."""
        return math.exp(self._pace.log)

    @property
    def table(self) -> dict[int, float]:
        """Seconds now of the passes that were measured or observed, by their number of positions."""
        return {
            place + 1: self.verify(place + 1)
            for place, one in enumerate(self._verify)
            if one.variance < _INTERPOLATED or place == 0
        }

    def verify(self, positions: int) -> float:
        """Return the seconds of a pass over `positions`, up to the longest draft and one."""
        return math.exp(self._pace.log + self._verify[positions - 1].log)

    def at_best(self, positions: int) -> float:
        """Return the seconds that such a pass may take when it turns out well: by one standard deviation."""
        one = self._verify[positions - 1]
        return math.exp(self._pace.log + one.log - math.sqrt(one.variance))

    def draft(self, kind: DrafterKind) -> float:
        """Return the seconds of drafting one token."""
        one = self._draft.get(kind)
        return 0.0 if one is None else math.exp(self._pace.log + one.log)

    def doubt(self, positions: int) -> float:
        """Return the standard error of the logarithm of verify(positions) / verify(1)."""
        return math.sqrt(self._verify[positions - 1].variance + self._verify[0].variance)

    def observe_verify(self, positions: int, seconds: float) -> None:
        """Take note of one pass."""
        self._observe(self._verify[positions - 1], seconds)

    def observe_draft(self, kind: DrafterKind, tokens: int, seconds: float) -> None:
        """Take note of one draft."""
        per_token = max(seconds / tokens, 1e-9)
        if kind not in self._draft:
            self._draft[kind] = _Estimate(math.log(per_token) - self._pace.log, _UNKNOWN)
        else:
            self._observe(self._draft[kind], per_token)

    def _observe(self, entry: _Estimate, seconds: float) -> None:
        pace = self._pace
        pace.variance += _PACE_DRIFT
        for one in self._verify:
            one.variance += _WORK_DRIFT
        variance = pace.variance + entry.variance + _SCATTER
        farthest = _FARTHEST * math.sqrt(variance)
        surprise = max(-farthest, min(farthest, math.log(max(seconds, 1e-9)) - pace.log - entry.log))
        for one in (pace, entry):
            gain = one.variance / variance
            one.log += gain * surprise
            one.variance *= 1.0 - gain


def _interpolated(known: Mapping[int, float], positions: int) -> float:
    """Interpolate between the sizes that were measured; go on along the last slope beyond them."""
    if positions in known:
        return known[positions]
    sizes = sorted(known)
    below = max((size for size in sizes if size < positions), default=sizes[0])
    above = min((size for size in sizes if size > positions), default=None)
    if above is not None:
        share = (positions - below) / (above - below)
        return known[below] + share * (known[above] - known[below])
    if len(sizes) == 1:
        return known[below] * positions / below
    first, last = sizes[-2:]
    slope = (known[last] - known[first]) / (last - first)
    return known[last] + max(0.0, slope) * (positions - last)
