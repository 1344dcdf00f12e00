"""The one line of numbers that stands under a reply."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from app.speculation.records import Finish, Verdict
from app.speculation.statistics import count_verdicts
from app.ui.language import told_text

if TYPE_CHECKING:
    from collections.abc import Iterable

    from app.speculation.records import Round, Summary

NOTHING = "-"


@dataclass(slots=True)
class Tally:
    """What `statistics_line` needs of the rounds of one reply, counted as they come."""

    rounds: int = 0
    emitted: int = 0
    seconds: float = 0.0
    counts: Counter[Verdict] = field(default_factory=Counter)

    def add(self, decoded: Round) -> None:
        """Count one more round."""
        self.rounds += 1
        self.emitted += len(decoded.emitted)
        self.seconds += decoded.draft_seconds + decoded.verify_seconds
        self.counts.update(count_verdicts((decoded,)))

    @property
    def tokens_per_second(self) -> float | None:
        """Speed of drafting and verifying, while there is no summary yet."""
        return self.emitted / self.seconds if self.emitted and self.seconds > 0 else None


def tally_of(rounds: Iterable[Round]) -> Tally:
    """Return the counts over `rounds`."""
    tally = Tally()
    for decoded in rounds:
        tally.add(decoded)
    return tally


def statistics_line(tally: Tally, summary: Summary | None, note: str = "") -> str:
    """Return the line for a reply, finished (with its summary) or not.

    `note` says why nothing was drafted, if that was so. What there is no number for is "-".
    """
    if not tally.rounds:
        return ""
    speed = summary.tokens_per_second if summary else tally.tokens_per_second
    counts = tally.counts
    plain_only = counts.total() == counts[Verdict.PLAIN]
    accepted, examined = counts[Verdict.ACCEPTED], counts[Verdict.ACCEPTED] + counts[Verdict.REJECTED]
    acceptance = f"{accepted / examined:.0%} ({accepted}/{examined})" if examined else NOTHING
    parts = [
        _text("{speed} tokens/s").format(speed=NOTHING if speed is None else f"{speed:.1f}"),
        _text("acceptance {acceptance}").format(acceptance=acceptance),
        _text("{number} tokens per round").format(number=f"{tally.emitted / tally.rounds:.1f}"),
        _text("{plain} plain").format(plain=counts[Verdict.PLAIN]) if plain_only else _counts(counts),
        _text("1 round") if tally.rounds == 1 else _text("{rounds} rounds").format(rounds=tally.rounds),
    ]
    if summary is not None and not plain_only:
        parts.insert(1, _speedup(summary))
    parts += [part for part in (_ending(summary), note) if part]
    return " · ".join(parts)


def _counts(counts: Counter[Verdict]) -> str:
    return _text(
        "{accepted} accepted, {rejected} rejected, {unexamined} unexamined, {corrections} corrections, "
        "{bonuses} bonus, {plain} plain"
    ).format(
        accepted=counts[Verdict.ACCEPTED],
        rejected=counts[Verdict.REJECTED],
        unexamined=counts[Verdict.UNEXAMINED],
        corrections=counts[Verdict.CORRECTION],
        bonuses=counts[Verdict.BONUS],
        plain=counts[Verdict.PLAIN],
    )


def times(speedup: float) -> str:
    """Return how many times as fast for a person."""
    return f"{speedup:.2f} ×"


def _speedup(summary: Summary) -> str:
    """Return the speed against plain decoding, as it was measured here; never a guess."""
    if summary.speedup is None:
        return _text("speed-up not measured yet")
    return _text("{times} plain speed").format(times=times(summary.speedup))


def _ending(summary: Summary | None) -> str:
    """Return how a reply ended, where it did not end by itself."""
    match summary.finish if summary else None:
        case Finish.STOPPED:
            return _text("stopped")
        case Finish.MAX_TOKENS:
            return _text("cut at the limit of tokens")
        case Finish.CONTEXT_FULL:
            return _text("cut because the context is full")
        case _:
            return ""


def interrupted() -> str:
    """Return the note for a reply that was cut off without an end of its own."""
    return _text("interrupted")


def drafting_is_off(reason: str) -> str:
    """Return the note for a reply without drafting."""
    return _text("drafting is off: {reason}").format(reason=told_text(reason).rstrip(".。"))


def drafting_is_on(reason: str) -> str:
    """Return the note for a reply whose draft length was chosen automatically."""
    return _text("drafting is on: {reason}").format(reason=told_text(reason).rstrip(".。"))


def _text(source: str) -> str:
    return QCoreApplication.translate("statistics", source)
