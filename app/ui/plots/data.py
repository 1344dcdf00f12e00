"""What each plot shows, as columns of numbers: a plot and its CSV are made of the same. No widgets."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QCoreApplication

from app.speculation.course import WINDOW

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from app.ui.statistics_counting import Counted

    Numbers = Sequence[float] | np.ndarray[tuple[int], np.dtype[np.float64]]

_MOST_POINTS = 1500


class Look(Enum):
    """How a series is drawn: its shape as well as its hue."""

    BARS = "bars"
    LINE = "line"
    SECOND = "second line"
    REFERENCE = "reference line"


@dataclass(frozen=True, slots=True)
class Series:
    """One column of a plot; NaN is a gap."""

    name: str
    values: Numbers
    look: Look


@dataclass(frozen=True, slots=True)
class PlotData:
    """One plot: `x` has a value for each of every series.

    `percent` says that the values are shares. `marks` are places on x to be marked. `more` are columns for the CSV
    that are not drawn.
    """

    name: str
    title: str
    x_name: str
    x: Numbers
    series: tuple[Series, ...]
    percent: bool = False
    marks: tuple[float, ...] = ()
    more: tuple[Series, ...] = ()

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to draw."""
        return not any(np.isfinite(one.values).any() for one in self.series if len(one.values))

    @property
    def places(self) -> np.ndarray[tuple[int], np.dtype[np.intp]]:
        """Which rows are drawn: all, or as many as a screen can tell apart, evenly."""
        count = len(self.x)
        return np.linspace(0, count - 1, min(count, _MOST_POINTS)).astype(np.intp)

    def csv(self) -> str:
        """Return all rows with a line of names."""
        columns = (Series(self.x_name, self.x, Look.LINE), *self.series, *self.more)
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(one.name for one in columns)
        writer.writerows(zip(*(_cells(one.values) for one in columns), strict=True))
        return out.getvalue()

    def told(self) -> str:
        """Return in words what the plot shows, for those who do not see it."""
        if self.is_empty:
            return _text("nothing to show")
        parts = []
        for one in self.series:
            known = np.asarray(one.values, dtype=np.float64)
            known = known[np.isfinite(known)]
            if len(known):
                low, high, last = (self._value(value) for value in (known.min(), known.max(), known[-1]))
                told = _text("{name}: from {low} to {high}, last {last}")
                parts.append(told.format(name=one.name, low=low, high=high, last=last))
        return "; ".join(parts)

    def _value(self, value: float) -> str:
        return f"{value:.0%}" if self.percent else f"{value:.4g}"


def plots_of(counted: Counted) -> tuple[PlotData, ...]:
    """Return all plots of some replies."""
    return (
        _acceptance_by_place(counted),
        _accepted_lengths(counted),
        *_rolling(counted),
        _draft_length(counted),
        _times(counted),
    )


def _acceptance_by_place(counted: Counted) -> PlotData:
    pairs = counted.known.rounds.by_position
    accepted, examined = [one for one, _ in pairs], [one for _, one in pairs]
    shares = [one / of if of else np.nan for one, of in pairs]
    more = (Series(_text("accepted"), accepted, Look.BARS), Series(_text("examined"), examined, Look.BARS))
    return PlotData(
        "acceptance-by-place",
        _text("Acceptance by place in the draft"),
        _text("place"),
        list(range(1, len(pairs) + 1)),
        (Series(_text("acceptance"), shares, Look.BARS),),
        percent=True,
        more=more,
    )


def _accepted_lengths(counted: Counted) -> PlotData:
    lengths = counted.known.rounds.accepted_lengths
    return PlotData(
        "accepted-tokens",
        _text("Accepted tokens in a round"),
        _text("accepted"),
        list(range(len(lengths))),
        (Series(_text("rounds"), lengths, Look.BARS),),
    )


def _rolling(counted: Counted) -> Iterable[PlotData]:
    course = counted.course
    rounds = list(range(1, len(course) + 1))
    yield PlotData(
        "rolling-acceptance",
        _text("Acceptance over the last {number} rounds").format(number=WINDOW),
        _text("round"),
        rounds,
        (Series(_text("acceptance"), course.rolling_acceptance(), Look.LINE),),
        percent=True,
    )
    speeds = [Series(_text("tokens/s"), course.rolling_speed(), Look.LINE)]
    if counted.plain_seconds:
        plain = np.full(len(rounds), 1.0 / counted.plain_seconds)
        speeds.append(Series(_text("plain decoding"), plain, Look.REFERENCE))
    yield PlotData(
        "rolling-speed",
        _text("Tokens/s over the last {number} rounds").format(number=WINDOW),
        _text("round"),
        rounds,
        tuple(speeds),
    )


def _draft_length(counted: Counted) -> PlotData:
    course = counted.course
    drafted = any(course.drafted)
    return PlotData(
        "draft-length",
        _text("Draft length"),
        _text("round"),
        list(range(1, len(course) + 1)) if drafted else [],
        (
            Series(_text("drafted"), course.drafted if drafted else [], Look.LINE),
            Series(_text("accepted"), course.accepted if drafted else [], Look.SECOND),
        ),
        marks=tuple(one.round + 1 for one in counted.decisions),
    )


def _times(counted: Counted) -> PlotData:
    course = counted.course
    verify = [1000 * one for one in course.verify_seconds]
    draft = [1000 * one for one in course.draft_seconds]
    return PlotData(
        "times",
        _text("Drafting and verifying, ms a round"),
        _text("round"),
        list(range(1, len(course) + 1)),
        (Series(_text("verifying"), verify, Look.LINE), Series(_text("drafting"), draft, Look.SECOND)),
    )


def _cells(values: Numbers) -> Iterable[str]:
    return ("" if not np.isfinite(value) else repr(value) for value in np.asarray(values).tolist())


def _text(source: str) -> str:
    return QCoreApplication.translate("plots", source)
