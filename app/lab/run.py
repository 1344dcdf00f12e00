"""A run as it is kept: its plan, the machine it ran on, and what was measured so far."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.lab.finder import size

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from app.lab.measurement import Measurement
    from app.lab.plan import Plan


@dataclass(frozen=True, slots=True)
class Run:
    """One run of the history.

    Attributes:
        path: its file.
        started: seconds since 1970.
        plan: what it measures.
        machine: what it ran on and the versions of the programs, by name.
        measurements: of the cells that are done, in the order in which they ran.
    """

    path: Path
    started: float
    plan: Plan
    machine: Mapping[str, str]
    measurements: tuple[Measurement, ...] = ()

    @property
    def size(self) -> int:
        """How many replies it has altogether."""
        return size(self.plan)

    @property
    def complete(self) -> bool:
        """Whether nothing is missing."""
        return len(self.measurements) >= self.size
