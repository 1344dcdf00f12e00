"""The numbers of one reply or of a chat, laid out for a person."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget

from app.speculation.records import Verdict
from app.ui.bar_table import BarTable
from app.ui.controls import label
from app.ui.reply_statistics import (
    Row,
    input_rows,
    length_bars,
    position_bars,
    ratio_rows,
    speedup_rows,
    time_rows,
    verdict_counts,
)
from app.ui.statistics_counting import Counted
from app.ui.statistics_line import NOTHING, drafting_is_off, drafting_is_on
from app.ui.timers import single_shot
from app.ui.token_card import VerdictSample, verdict_name

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from PySide6.QtGui import QFont
    from PySide6.QtWidgets import QLabel

    from app.speculation.replies import ReplyStatistics
    from app.ui.theme import Theme

_MOST_DECISIONS = 40


class StatisticsPage(QWidget):
    """Counts, ratios, bars, times, speed-ups and decisions. It is laid out piece by piece, so as not to hold up."""

    def __init__(self, theme: Theme, font: QFont) -> None:
        super().__init__()
        self.setObjectName("statistics_page")
        self._theme, self._font = theme, font
        self._counted = Counted()
        self._values: dict[str, list[QLabel]] = {}
        self._bars: dict[str, BarTable] = {}
        self._samples: list[VerdictSample] = []
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(24, 4, 24, 16)
        self._grid.setHorizontalSpacing(32)
        self._grid.setVerticalSpacing(16)
        self._grid.setColumnStretch(0, 1)
        self._grid.setColumnStretch(1, 1)
        self._left = deque(_SECTIONS)
        self._timer = single_shot(self, 0, self._lay_out_next)
        self._lay_out_next()

    def show_numbers(self, counted: Counted) -> None:
        """Show other numbers."""
        self._counted = counted
        for name, labels in self._values.items():
            self._fill(name, labels)
        for name, bars in self._bars.items():
            bars.show_bars(_BARS[name](counted.known))

    def text(self) -> str:
        """Return all of it, a line for each thing."""
        return "\n".join(lines_of(self._counted))

    def set_theme(self, theme: Theme) -> None:
        """Draw in another theme."""
        self._theme = theme
        for sample in self._samples:
            sample.set_theme(theme)
        for bars in self._bars.values():
            bars.set_theme(theme)

    def rest(self) -> None:
        """Lay out no more."""
        self._timer.stop()

    def _lay_out_next(self) -> None:
        name, row, column, span = self._left.popleft()
        box = QVBoxLayout()
        box.setSpacing(5)
        box.addWidget(label(title_of(name), "strong"))
        if name in _BARS:
            self._bars[name] = BarTable(title_of(name), _BARS[name](self._counted.known), self._theme)
            box.addWidget(self._bars[name])
        elif name == "decisions":
            self._values[name] = [label("", "muted", wrap=True)]
            box.addWidget(self._values[name][0])
        else:
            box.addLayout(self._table_of(name))
        self._fill(name, self._values.get(name, []))
        self._grid.addLayout(box, row, column, 1, span, Qt.AlignmentFlag.AlignTop)
        if self._left:
            self._timer.start()
        else:
            self._grid.setRowStretch(row + 1, 1)

    def _table_of(self, name: str) -> QGridLayout:
        """Return a table of names and values, the values still empty."""
        table = QGridLayout()
        table.setHorizontalSpacing(18)
        table.setVerticalSpacing(3)
        values = self._values[name] = []
        for place, row in enumerate(_rows(name, self._counted.known)):
            if name == "tokens":
                sample = VerdictSample(self._theme, self._font, tuple(Verdict)[place])
                self._samples.append(sample)
                table.addWidget(sample, place, 0, Qt.AlignmentFlag.AlignLeft)
            else:
                table.addWidget(label(row.name, "muted"), place, 0)
            values += [label("", ""), label("", "caption", wrap=True)]
            table.addWidget(values[-2], place, 1, Qt.AlignmentFlag.AlignRight)
            if row.about:
                table.addWidget(values[-1], place, 2)
                table.setColumnStretch(2, 1)
        return table

    def _fill(self, name: str, labels: list[QLabel]) -> None:
        """Put the numbers of a section into its labels."""
        if name == "decisions":
            labels[0].setText("\n".join(decision_lines(self._counted)))
            return
        for row, value, about in zip(_rows(name, self._counted.known), labels[::2], labels[1::2], strict=True):
            value.setText(row.value)
            value.setAccessibleDescription(f"{row.name}. {row.about}".rstrip(". "))
            about.setText(row.about)


def lines_of(counted: Counted) -> Iterator[str]:
    """Yield everything that a page says."""
    for name, *_ in _SECTIONS:
        yield title_of(name)
        if name in _BARS:
            yield from [f"{bar.name}: {bar.value}" for bar in _BARS[name](counted.known)] or [NOTHING]
        elif name == "decisions":
            yield from decision_lines(counted)
        for row in _rows(name, counted.known):
            yield f"{row.name}: {row.value}" + (f" ({row.about})" if row.about else "")


def decision_lines(counted: Counted) -> list[str]:
    """Return what was decided about drafting, the latest if they are many, or the note where no more is known."""
    told = [
        _text("Round {round}: {what}").format(
            round=one.round + 1, what=(drafting_is_on if one.drafting else drafting_is_off)(one.reason)
        )
        for one in counted.decisions
    ]
    if len(told) > _MOST_DECISIONS:
        earlier = _text("{number} earlier ones").format(number=len(told) - _MOST_DECISIONS)
        told = [f"{earlier}…", *told[-_MOST_DECISIONS:]]
    return told or [counted.note or NOTHING]


def title_of(name: str) -> str:
    """Return the title of a section."""
    return {
        "tokens": _text("Tokens"),
        "time": _text("Time"),
        "ratios": _text("Ratios"),
        "places": _text("Acceptance by place in the draft"),
        "lengths": _text("Accepted tokens in a round"),
        "speedups": _text("Speed-up over plain decoding"),
        "inputs": _text("What the formulas take, as measured"),
        "decisions": _text("What was decided about drafting"),
    }[name]


def _rows(name: str, known: ReplyStatistics) -> Sequence[Row]:
    if name == "tokens":
        return [Row(verdict_name(verdict), str(count)) for verdict, count in verdict_counts(known)]
    return _ROWS[name](known) if name in _ROWS else ()


# Each section with its row, its column, and over how many columns it goes.
_SECTIONS = (
    ("tokens", 0, 0, 1),
    ("time", 0, 1, 1),
    ("ratios", 1, 0, 2),
    ("places", 2, 0, 1),
    ("lengths", 2, 1, 1),
    ("speedups", 3, 0, 2),
    ("inputs", 4, 0, 2),
    ("decisions", 5, 0, 2),
)
_ROWS = {"time": time_rows, "ratios": ratio_rows, "speedups": speedup_rows, "inputs": input_rows}
_BARS = {"places": position_bars, "lengths": length_bars}


def _text(source: str) -> str:
    return QCoreApplication.translate("statistics", source)
