"""What passes cost on this machine: measured, kept up to date, never assumed.

The target's cost is neither flat nor monotone in the number of positions (measured on two cores: 2 positions cost 1.9
times one, 4 cost less than 3), so it is a table. Machines slow down and speed up as a whole, for seconds or minutes;
what decides whether drafting pays is the ratio of two entries, which hardly changes. Taking each pass as it comes would
compare a slow moment's draft with a fast moment's plain pass. So a Kalman filter tells two things apart in every pass:
the pace of the machine, which changes quickly and is common to all entries, and the work of its own entry, which
changes slowly and resembles that of its neighbours. All are kept as logarithms.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from app.speculation.draft_length import MAX_DRAFT_LENGTH
from app.speculation.records import DrafterKind

if TYPE_CHECKING:
    from collections.abc import Mapping

_SIZES = MAX_DRAFT_LENGTH + 1
# The state: the pace, the target's passes over 1 to 17 positions, one drafted token of each kind.
_PACE, _FIRST_DRAFT = 0, _SIZES + 1
_KINDS = {
    DrafterKind.MODEL: _FIRST_DRAFT,
    DrafterKind.LOOKUP: _FIRST_DRAFT + 1,
    DrafterKind.EAGLE3: _FIRST_DRAFT + 2,
    DrafterKind.MTP: _FIRST_DRAFT + 3,
}
# Standard errors of the logarithms at first, and how alike those of neighbouring sizes are.
_OF_PACE, _MEASURED, _INTERPOLATED, _ALIKE = 0.3, 0.12, 0.2, 0.7
# A single pass scatters by this variance; the pace drifts from pass to pass, and so does each entry.
_SCATTER, _PACE_DRIFT, _WORK_DRIFT = 0.07**2, 0.03**2, 0.003**2
# A pass that was held up counts as this many standard errors at most.
_FARTHEST = 2.0
# Nothing makes a pass faster than it is: one that comes out faster than expected by more than this many standard
# errors shows that what was known is wrong, as after a measurement while the machine was busy.
_TOO_FAST, _MOST_DOUBT = 3.0, 30.0


class Costs:
    """Seconds of the target's pass over n positions, and of drafting one token."""

    def __init__(self, verify: Mapping[int, float], draft: Mapping[DrafterKind, float] | None = None) -> None:
        """Start from what was measured when the pair was loaded, or earlier.

        Args:
            verify: n -> seconds; must hold n = 1. Other sizes are interpolated, and known less surely.
            draft: seconds to draft one token, for each kind of drafter; a kind that is missing costs nothing until it
                is observed.
        """
        sizes = range(1, _SIZES + 1)
        self._logs = np.zeros(_FIRST_DRAFT + len(_KINDS))
        self._logs[1:_FIRST_DRAFT] = [math.log(_interpolated(verify, size)) for size in sizes]
        errors = np.array([_MEASURED if size in verify else _INTERPOLATED for size in sizes])
        distance = np.abs(np.subtract.outer(np.arange(_SIZES), np.arange(_SIZES)))
        self._covariance = np.diag([_OF_PACE**2] + [0.0] * _SIZES + [_MEASURED**2] * len(_KINDS))
        self._covariance[1:_FIRST_DRAFT, 1:_FIRST_DRAFT] = np.outer(errors, errors) * _ALIKE**distance
        self._drift = np.diag([_PACE_DRIFT] + [_WORK_DRIFT] * (len(self._logs) - 1))
        self._observed = set(verify)
        self._known_drafts = set(draft or ())
        for kind, seconds in (draft or {}).items():
            self._logs[_KINDS[kind]] = math.log(seconds)
        self._read_off()

    @property
    def table(self) -> dict[int, float]:
        """Seconds now of the passes that were measured or observed, by their number of positions."""
        return {size: self.verify(size) for size in sorted(self._observed)}

    def verify(self, positions: int) -> float:
        """Return the seconds of a pass over `positions`, up to the longest draft and one."""
        return self._seconds[positions]

    def at_best(self, positions: int) -> float:
        """Return what such a pass would take if it turned out better than expected, by half a standard error."""
        return self._seconds[positions] * math.exp(-0.5 * self.doubt(positions))

    def draft(self, kind: DrafterKind) -> float:
        """Return the seconds of drafting one token."""
        return self._seconds[_KINDS[kind]] if kind in self._known_drafts else 0.0

    def doubt(self, positions: int) -> float:
        """Return the standard error of the logarithm of verify(positions) / verify(1)."""
        own = self._covariance
        variance = own[positions, positions] + own[1, 1] - 2.0 * own[1, positions]
        return math.sqrt(max(0.0, variance.item()))

    def observe_verify(self, positions: int, seconds: float) -> None:
        """Take note of one pass."""
        self._observed.add(positions)
        self._observe(positions, seconds)

    def observe_draft(self, kind: DrafterKind, tokens: int, seconds: float) -> None:
        """Take note of one draft."""
        if kind not in self._known_drafts:
            self._known_drafts.add(kind)
            self._logs[_KINDS[kind]] = math.log(max(seconds / tokens, 1e-9)) - self._logs[_PACE]
        self._observe(_KINDS[kind], seconds / tokens)

    @property
    def pace(self) -> float:
        """How much slower the machine is now than when it was measured."""
        return self._seconds[_PACE]

    def _observe(self, entry: int, seconds: float) -> None:
        self._covariance += self._drift
        shared = self._covariance[_PACE] + self._covariance[entry]
        variance = (shared[_PACE] + shared[entry]).item() + _SCATTER
        farthest = _FARTHEST * math.sqrt(variance)
        surprise = math.log(max(seconds, 1e-9)) - (self._logs[_PACE] + self._logs[entry]).item()
        too_fast = -surprise / (_TOO_FAST * math.sqrt(variance))
        if too_fast > 1.0:
            doubt = min(too_fast, _MOST_DOUBT) ** 2
            self._covariance *= doubt
            shared *= doubt
            variance = (shared[_PACE] + shared[entry]).item() + _SCATTER
            farthest = -surprise
        gain = shared / variance
        self._logs += gain * max(-farthest, min(farthest, surprise))
        self._covariance -= np.outer(gain, shared)
        self._read_off()

    def _read_off(self) -> None:
        """Turn the logarithms into seconds now, the pace into itself."""
        logs = self._logs + self._logs[_PACE]
        logs[_PACE] = self._logs[_PACE]
        self._seconds: list[float] = np.exp(logs).tolist()


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
