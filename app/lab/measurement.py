"""What one reply of a run measured: counts and seconds, from which every figure is computed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.lab.plan import Cell
    from app.speculation.records import Summary


@dataclass(frozen=True, slots=True)
class Measurement:
    """One cell, done; counts are tokens, as in `app.speculation.records.Summary`.

    `seconds` are those of the reply without its prompt. `error` is the sentence that says why there is no reply, empty
    if there is one. `note` is a clause on why nothing was drafted although it was asked for.
    """

    cell: Cell
    emitted: int = 0
    accepted: int = 0
    rejected: int = 0
    unexamined: int = 0
    rounds: int = 0
    seconds: float = 0.0
    prompt_seconds: float = 0.0
    draft_seconds: float = 0.0
    verify_seconds: float = 0.0
    finish: str = ""
    note: str = ""
    error: str = ""

    @property
    def tokens_per_second(self) -> float | None:
        """Speed of the reply itself; None where nothing was emitted."""
        return self.emitted / self.seconds if self.emitted and self.seconds > 0 else None

    @property
    def acceptance_rate(self) -> float | None:
        """Accepted / (accepted + rejected); None where nothing was examined."""
        examined = self.accepted + self.rejected
        return self.accepted / examined if examined else None

    @property
    def tokens_per_round(self) -> float | None:
        """Emitted tokens per round; None without rounds."""
        return self.emitted / self.rounds if self.rounds else None


def measured(cell: Cell, summary: Summary, note: str = "") -> Measurement:
    """Return what a reply measured."""
    return Measurement(
        cell,
        emitted=summary.emitted,
        accepted=summary.accepted,
        rejected=summary.rejected,
        unexamined=summary.unexamined,
        rounds=summary.rounds,
        seconds=max(0.0, summary.seconds - summary.prompt_seconds),
        prompt_seconds=summary.prompt_seconds,
        draft_seconds=summary.draft_seconds,
        verify_seconds=summary.verify_seconds,
        finish=str(summary.finish),
        note=note,
    )
