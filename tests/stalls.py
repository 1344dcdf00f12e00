"""When a window did not answer, and what its thread did meanwhile."""

from __future__ import annotations

import contextlib
import time
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

BEAT_MS = 10
STALL_SECONDS = 0.1
_MOST_TOLD = 40


def waited_for_core() -> float:
    """Return the seconds that this thread was ready and had no core so far; 0 where the system does not say."""
    with contextlib.suppress(OSError, ValueError, IndexError):
        return int(Path("/proc/thread-self/schedstat").read_text().split()[1]) / 1e9
    return 0.0


@dataclass(frozen=True, slots=True)
class Stall:
    """One: `computing` are the seconds in which the thread ran, `waiting` those in which other threads had its core.

    The rest of `seconds` it waited for a lock or the disk. `after` is what was done last, `at` when it began.
    """

    after: str
    at: float
    seconds: float
    computing: float
    waiting: float

    def told(self) -> str:
        return f"{self.after:16} at {self.at:6.1f} s   {_told(self.seconds, self.computing, self.waiting)}"


def _told(seconds: float, computing: float, waiting: float) -> str:
    return f"{1000 * seconds:6.0f} ms   computing {computing / seconds:4.0%}   without a core {waiting / seconds:4.0%}"


@dataclass
class Stalls:
    """Collects them: `beat` is called by a timer of the window's thread every BEAT_MS."""

    action: str = "start"
    found: list[Stall] = field(default_factory=list)
    _begun: float = field(default_factory=time.perf_counter)
    _last: tuple[float, float, float] | None = None

    def beat(self) -> None:
        now = (time.perf_counter(), time.thread_time(), waited_for_core())
        if self._last is not None:
            late, own, waited = (new - old for new, old in zip(now, self._last, strict=True))
            late -= BEAT_MS / 1000
            if late > STALL_SECONDS:
                found = Stall(self.action, self._last[0] - self._begun, late, min(own, late), min(waited, late))
                self.found.append(found)
        self._last = now

    def told(self) -> list[str]:
        """Return how many there were after each action, and the longest of them one by one."""
        kinds: defaultdict[str, list[Stall]] = defaultdict(list)
        for stall in self.found:
            kinds[stall.after].append(stall)
        lines = [_summed(name, stalls) for name, stalls in sorted(kinds.items(), key=lambda kind: -len(kind[1]))]
        longest = sorted(self.found, key=lambda stall: -stall.seconds)[:_MOST_TOLD]
        return [
            f"the window was late by over {1000 * STALL_SECONDS:.0f} ms {len(self.found)} times:",
            *lines,
            f"the {len(longest)} longest:",
            *(f"  {stall.told()}" for stall in longest),
        ]


def _summed(name: str, stalls: Sequence[Stall]) -> str:
    total = (
        sum(one.seconds for one in stalls),
        sum(one.computing for one in stalls),
        sum(one.waiting for one in stalls),
    )
    most = max(stall.seconds for stall in stalls)
    return f"  {name:16} {len(stalls):4}   longest {1000 * most:5.0f}   together {_told(*total)}"
