"""How the speeds of a run scatter: for each case a box over the quartiles, its median, and every reply."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from PySide6.QtCore import QCoreApplication, QRectF, Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.lab.results import case_words
from app.ui.controls import label
from app.ui.lab.wording import spread_text
from app.ui.language import told_text
from app.ui.plots.view import quiet_view

if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import ModuleType

    from app.lab.plan import Plan
    from app.lab.results import CaseResult
    from app.ui.theme import Theme

_BOX = 0.5
# Replies of one case stand beside each other in so many columns, so that dots do not hide dots.
_COLUMNS = 7


class SpreadPlot(QWidget):
    """Speed over plain decoding's where there is one, else tokens/s; the same numbers as in the table."""

    def __init__(self, library: ModuleType, theme: Theme) -> None:
        super().__init__()
        self.setObjectName("lab_plot")
        self._library = library
        self._theme = theme
        self._plan: Plan | None = None
        self._results: Sequence[CaseResult] = ()
        self._title = label("", "caption", wrap=True)
        self._view: Any = quiet_view(library)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        column.addWidget(self._title)
        column.addWidget(self._view, 1)
        self.set_theme(theme)

    def show_results(self, plan: Plan | None, results: Sequence[CaseResult]) -> None:
        """Draw other numbers."""
        self._plan, self._results = plan, results
        self._draw()

    def set_theme(self, theme: Theme) -> None:
        """Draw in another theme."""
        self._theme = theme
        self._view.setBackground(QColor(theme.page))
        for side in ("left", "bottom"):
            axis = self._view.getAxis(side)
            axis.setPen(self._library.mkPen(theme.border))
            axis.setTextPen(self._library.mkPen(theme.muted))
        self._draw()

    def _draw(self) -> None:
        view, plan = self._view, self._plan
        view.clear()
        if plan is None:
            return
        shown = [one for one in self._results if one.case.draft_length and one.gain is not None]
        spreads = [one.gain for one in shown if one.gain is not None]
        title = _text("Speed of each reply over plain decoding's: box from quartile to quartile, line at the median")
        self._title.setText(title)
        view.setAccessibleName(title)
        view.setAccessibleDescription(
            "; ".join(f"{told_text(case_words(plan, one.case))}: {spread_text(one.gain, 2)}" for one in shown)
        )
        theme = self._theme
        view.addItem(self._library.InfiniteLine(1.0, angle=0, pen=self._pen(theme.muted, Qt.PenStyle.DashLine)))
        for place, spread in enumerate(spreads):
            self._add_box(place, spread.values, spread.quartiles, spread.median)
        self._fit(plan, shown, [value for spread in spreads for value in spread.values])

    def _add_box(self, place: int, values: Sequence[float], quartiles: tuple[float, float], median: float) -> None:
        theme, library = self._theme, self._library
        low, high = quartiles
        fill = QColor(theme.selection)
        box = library.BarGraphItem(
            x=[place], y0=[low], height=[high - low], width=_BOX, brush=fill, pen=self._pen(theme.accent)
        )
        self._view.addItem(box)
        ends = np.array([place - _BOX / 2, place + _BOX / 2])
        self._view.addItem(library.PlotDataItem(ends, np.array([median, median]), pen=self._pen(theme.text, width=2.5)))
        beside = (np.arange(len(values)) % _COLUMNS - _COLUMNS // 2) * (_BOX * 0.8 / _COLUMNS)
        dots = library.ScatterPlotItem(
            place + beside, np.array(values), size=5, brush=QColor(theme.muted), pen=library.mkPen(None)
        )
        self._view.addItem(dots)

    def _fit(self, plan: Plan, shown: Sequence[CaseResult], values: Sequence[float]) -> None:
        """Show all of it, from zero: a difference must not look larger than it is."""
        highest = max((*values, 1.0)) * 1.08
        box = self._view.getViewBox()
        box.setRange(QRectF(-0.6, 0.0, max(1.0, len(shown) + 0.2), highest), padding=0.0, disableAutoRange=True)
        names = [_short(plan, one) for one in shown]
        axis = self._view.getAxis("bottom")
        axis.setTicks([list(enumerate(names))])
        lines = max((name.count("\n") + 1 for name in names), default=1)
        axis.setHeight(self.fontMetrics().lineSpacing() * lines + 12)

    def _pen(self, colour: str, style: Qt.PenStyle = Qt.PenStyle.SolidLine, width: float = 1.5) -> Any:
        return self._library.mkPen(colour, width=width, style=style)


def _short(plan: Plan, one: CaseResult) -> str:
    """Return what fits under a box: only what tells this case from the others."""
    case, cases = one.case, plan.cases
    parts = [{-1: _text("auto")}.get(case.draft_length, str(case.draft_length))]
    if len({other.temperature for other in cases}) > 1:
        parts.append(f"t{case.temperature:g}")
    if len({other.rule for other in cases if other.draft_length}) > 1:
        parts.append(_text("coupled") if case.rule == "coupled" else _text("ratio"))
    if any(other.lookup for other in cases) and case.lookup:
        parts.append(_text("copying"))
    if len(plan.pairs) > 1:
        parts.append(f"#{case.pair + 1}")
    return "\n".join(parts)


def _text(source: str) -> str:
    return QCoreApplication.translate("lab", source)
