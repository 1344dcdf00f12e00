"""How fast bytes come and how long the rest will take, as an average that does not jump."""

from __future__ import annotations

import time
from collections import deque
from typing import Final

# Averaged over this long: shorter jumps, longer lags behind a change.
WINDOW_SECONDS: Final = 8.0
# Less says nothing yet.
LEAST_SECONDS: Final = 1.0
SAMPLE_SECONDS: Final = 0.25


class Speedometer:
    """The mean of the last seconds; knows nothing before the first second."""

    def __init__(self) -> None:
        self._samples: deque[tuple[float, int]] = deque()

    def restart(self) -> None:
        """Forget everything, as after a pause."""
        self._samples.clear()

    def note(self, done: int) -> None:
        """Take note that `done` bytes are here now; fewer than before means that counting began anew."""
        now = time.monotonic()
        if self._samples and done < self._samples[-1][1]:
            self.restart()
        if len(self._samples) > 1 and now - self._samples[-2][0] < SAMPLE_SECONDS:
            self._samples.pop()
        self._samples.append((now, done))
        while len(self._samples) > 2 and now - self._samples[1][0] >= WINDOW_SECONDS:
            self._samples.popleft()

    @property
    def speed(self) -> float | None:
        """Bytes a second; None while that is not known. Falls while nothing comes."""
        if not self._samples:
            return None
        (since, before), (_, after) = self._samples[0], self._samples[-1]
        elapsed = time.monotonic() - since
        return (after - before) / elapsed if elapsed >= LEAST_SECONDS else None

    def seconds_left(self, missing: int) -> float | None:
        """Until `missing` more bytes are here; None while that is not known."""
        speed = self.speed
        return missing / speed if speed else None
