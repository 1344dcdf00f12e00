"""The numbers of one reply, or of several together: what their rounds add up to, their speed, and what to expect."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from app.speculation.statistics import Statistics, statistics_of
from app.speculation.theory import Prediction, predict

if TYPE_CHECKING:
    from collections.abc import Iterable

    from app.speculation.records import Round, Summary


@dataclass(frozen=True, slots=True)
class ReplyStatistics:
    """What is known of some replies; add two to join them.

    `timed` are the replies that ended, with (tokens, seconds of generation) in sum. `compared` are the drafted replies
    whose plain speed was measured: their statistics, seconds, and the seconds that plain decoding takes for as many
    tokens. `drafted` counts the replies with a draft, `measured` those of them that are compared.
    """

    rounds: Statistics = field(default_factory=Statistics)
    timed_tokens: int = 0
    timed_seconds: float = 0.0
    compared: Statistics = field(default_factory=Statistics)
    compared_seconds: float = 0.0
    plain_seconds: float = 0.0
    replies: int = 0
    drafted: int = 0
    measured: int = 0

    def __add__(self, other: ReplyStatistics) -> ReplyStatistics:
        """Join the numbers of two lots of replies."""
        return ReplyStatistics(
            rounds=self.rounds + other.rounds,
            timed_tokens=self.timed_tokens + other.timed_tokens,
            timed_seconds=self.timed_seconds + other.timed_seconds,
            compared=self.compared + other.compared,
            compared_seconds=self.compared_seconds + other.compared_seconds,
            plain_seconds=self.plain_seconds + other.plain_seconds,
            replies=self.replies + other.replies,
            drafted=self.drafted + other.drafted,
            measured=self.measured + other.measured,
        )

    @property
    def tokens_per_second(self) -> float | None:
        """Emitted tokens over the seconds of generation, of the replies that ended."""
        return self.timed_tokens / self.timed_seconds if self.timed_tokens and self.timed_seconds > 0 else None

    @property
    def speedup(self) -> float | None:
        """Speed over that of plain decoding as it was measured; None where it was not, or nothing was drafted."""
        return self.plain_seconds / self.compared_seconds if self.measured else None

    @property
    def prediction(self) -> Prediction | None:
        """What the formulas say of the replies whose plain speed was measured."""
        emitted = self.compared.emitted
        return predict(self.compared, self.plain_seconds / emitted if emitted else None)


def statistics_of_reply(rounds: Iterable[Round], summary: Summary | None) -> ReplyStatistics:
    """Return the numbers of one reply; see `reply_statistics`."""
    return reply_statistics(statistics_of(rounds), summary)


def reply_statistics(folded: Statistics, summary: Summary | None) -> ReplyStatistics:
    """Return the numbers of one reply; without a summary it broke off or goes on, and has no speeds."""
    seconds = summary.seconds - summary.prompt_seconds if summary and summary.tokens_per_second else 0.0
    compared = summary is not None and summary.speedup is not None
    plain = summary.plain_seconds if summary and compared else None
    return ReplyStatistics(
        rounds=folded,
        timed_tokens=folded.emitted if seconds else 0,
        timed_seconds=seconds,
        compared=folded if compared else Statistics(),
        compared_seconds=seconds if compared else 0.0,
        plain_seconds=folded.emitted * (plain or 0.0),
        replies=1,
        drafted=1 if folded.drafted_rounds else 0,
        measured=1 if compared else 0,
    )
