"""How a reply went, round by round: columns of numbers, and what rolls over them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from app.speculation.records import Verdict

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import numpy as np

    from app.speculation.records import Round

    Column = np.ndarray[tuple[int], np.dtype[np.float64]]

WINDOW = 20


@dataclass(slots=True)
class Course:
    """A column for each number of a round, all of the same length, filled as rounds come.

    `drafted`, `accepted` and `rejected` count tokens of the draft, `emitted` those of the text; times are in seconds.
    """

    emitted: list[int] = field(default_factory=list)
    drafted: list[int] = field(default_factory=list)
    accepted: list[int] = field(default_factory=list)
    rejected: list[int] = field(default_factory=list)
    draft_seconds: list[float] = field(default_factory=list)
    verify_seconds: list[float] = field(default_factory=list)

    def __len__(self) -> int:
        return len(self.emitted)

    def add(self, one: Round) -> None:
        """Append a round."""
        verdicts = [token.verdict for token in one.drafted]
        self.emitted.append(len(one.emitted))
        self.drafted.append(len(verdicts))
        self.accepted.append(sum(token.verdict is Verdict.ACCEPTED for token in one.emitted))
        self.rejected.append(verdicts.count(Verdict.REJECTED))
        self.draft_seconds.append(one.draft_seconds)
        self.verify_seconds.append(one.verify_seconds)

    def extend(self, other: Course) -> None:
        """Append the rounds of the reply that came next."""
        self.emitted += other.emitted
        self.drafted += other.drafted
        self.accepted += other.accepted
        self.rejected += other.rejected
        self.draft_seconds += other.draft_seconds
        self.verify_seconds += other.verify_seconds

    def rolling_acceptance(self) -> Column:
        """Return accepted / (accepted + rejected) over the last WINDOW rounds; NaN where nothing was examined."""
        accepted, rejected = _rolling(self.accepted), _rolling(self.rejected)
        return _ratio(accepted, accepted + rejected)

    def rolling_speed(self) -> Column:
        """Return emitted tokens a second of drafting and verifying, over the last WINDOW rounds."""
        return _ratio(_rolling(self.emitted), _rolling(self.draft_seconds, self.verify_seconds))


def course_of(rounds: Iterable[Round]) -> Course:
    """Return the columns of `rounds`."""
    course = Course()
    for one in rounds:
        course.add(one)
    return course


def _rolling(column: Sequence[float], other: Sequence[float] = ()) -> Column:
    """Return the sum of each value and those before it in the window, of two columns together if there are two."""
    import numpy as np

    values = np.asarray(column, dtype=np.float64)
    if other:
        values = values + np.asarray(other, dtype=np.float64)
    padded = np.concatenate((np.zeros(WINDOW - 1), values))
    return np.lib.stride_tricks.sliding_window_view(padded, WINDOW).sum(axis=1) if len(values) else values


def _ratio(part: Column, whole: Column) -> Column:
    import numpy as np

    ratio = np.full(len(part), np.nan)
    np.divide(part, whole, out=ratio, where=whole > 0)
    return ratio
