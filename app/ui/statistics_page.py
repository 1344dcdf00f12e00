"""The numbers of one reply or of a chat, laid out for a person."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QGridLayout, QLayout, QVBoxLayout, QWidget

from app.ui.bar_table import BarTable
from app.ui.controls import label
from app.ui.reply_statistics import (
    input_rows,
    length_bars,
    position_bars,
    ratio_rows,
    speedup_rows,
    time_rows,
    verdict_counts,
)
from app.ui.statistics_line import NOTHING
from app.ui.token_card import VerdictSample, verdict_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QFont

    from app.speculation.replies import ReplyStatistics
    from app.ui.reply_statistics import Bar, Row
    from app.ui.theme import Theme


class StatisticsPage(QWidget):
    """Counts, ratios, bars, times and speed-ups; `note` is what was decided about drafting, and why."""

    def __init__(self, known: ReplyStatistics, note: str, theme: Theme, font: QFont) -> None:
        super().__init__()
        self.setObjectName("statistics_page")
        self._lines: list[str] = []
        self._painted: list[BarTable | VerdictSample] = []
        grid = QGridLayout(self)
        grid.setContentsMargins(24, 4, 24, 16)
        grid.setHorizontalSpacing(32)
        grid.setVerticalSpacing(16)
        grid.setColumnStretch(0, 1)
        grid.setColumnStretch(1, 1)
        top = Qt.AlignmentFlag.AlignTop
        grid.addLayout(self._verdicts(known, theme, font), 0, 0, top)
        grid.addLayout(self._section(_text("Time"), time_rows(known)), 0, 1, top)
        grid.addLayout(self._section(_text("Ratios"), ratio_rows(known)), 1, 0, 1, 2)
        grid.addLayout(self._bars(_text("Acceptance by place in the draft"), position_bars(known), theme), 2, 0, top)
        grid.addLayout(self._bars(_text("Accepted tokens in a round"), length_bars(known), theme), 2, 1, top)
        grid.addLayout(self._section(_text("Speed-up over plain decoding"), speedup_rows(known)), 3, 0, 1, 2)
        grid.addLayout(self._section(_text("What the formulas take, as measured"), input_rows(known)), 4, 0, 1, 2)
        grid.addLayout(self._note(note), 5, 0, 1, 2)
        grid.setRowStretch(6, 1)

    def text(self) -> str:
        """Return all of it, a line for each thing."""
        return "\n".join(self._lines)

    def set_theme(self, theme: Theme) -> None:
        """Draw in another theme."""
        for part in self._painted:
            part.set_theme(theme)

    def _titled(self, title: str) -> QVBoxLayout:
        column = QVBoxLayout()
        column.setSpacing(5)
        column.addWidget(label(title, "strong"))
        self._lines.append(title)
        return column

    def _verdicts(self, known: ReplyStatistics, theme: Theme, font: QFont) -> QLayout:
        column, grid = self._titled(_text("Tokens")), _table()
        for place, (verdict, count) in enumerate(verdict_counts(known)):
            sample = VerdictSample(theme, font, verdict)
            self._painted.append(sample)
            grid.addWidget(sample, place, 0, Qt.AlignmentFlag.AlignLeft)
            grid.addWidget(label(str(count), ""), place, 1, Qt.AlignmentFlag.AlignRight)
            self._lines.append(f"{verdict_name(verdict)}: {count}")
        column.addLayout(grid)
        return column

    def _section(self, title: str, rows: Sequence[Row]) -> QLayout:
        column, grid = self._titled(title), _table()
        for place, row in enumerate(rows):
            name, value = label(row.name, "muted"), label(row.value, "")
            value.setAccessibleDescription(f"{row.name}. {row.about}".rstrip(". "))
            grid.addWidget(name, place, 0)
            grid.addWidget(value, place, 1, Qt.AlignmentFlag.AlignRight)
            if row.about:
                grid.addWidget(label(row.about, "caption", wrap=True), place, 2)
                grid.setColumnStretch(2, 1)
            told = f" ({row.about})" if row.about else ""
            self._lines.append(f"{row.name}: {row.value}{told}")
        column.addLayout(grid)
        return column

    def _bars(self, title: str, bars: Sequence[Bar], theme: Theme) -> QLayout:
        column, table = self._titled(title), BarTable(title, bars, theme)
        self._painted.append(table)
        self._lines += [f"{bar.name}: {bar.value}" for bar in bars] or [NOTHING]
        column.addWidget(table)
        return column

    def _note(self, note: str) -> QLayout:
        column = self._titled(_text("What was decided about drafting"))
        column.addWidget(label(note or NOTHING, "muted", wrap=True))
        self._lines.append(note or NOTHING)
        return column


def _table() -> QGridLayout:
    grid = QGridLayout()
    grid.setHorizontalSpacing(18)
    grid.setVerticalSpacing(3)
    return grid


def _text(source: str) -> str:
    return QCoreApplication.translate("statistics", source)
