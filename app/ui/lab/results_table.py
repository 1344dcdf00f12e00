"""What a run measured, case by case."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt

from app.lab.results import fastest
from app.ui.lab.wording import spread_text
from app.ui.language import told_text
from app.ui.statistics_line import NOTHING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.lab.plan import Plan
    from app.lab.results import CaseResult

_COLUMNS = 6
_Index = QModelIndex | QPersistentModelIndex


class ResultsTable(QAbstractTableModel):
    """One row a case, in the order of the plan."""

    def __init__(self) -> None:
        super().__init__()
        self.results: tuple[CaseResult, ...] = ()
        self._cells: list[tuple[str, ...]] = []
        self._errors: list[str] = []

    def show_results(self, plan: Plan | None, results: Sequence[CaseResult]) -> None:
        """Show other results, none without a plan; where the cases are the same the choice of a row stays."""
        same = [one.case for one in results] == [one.case for one in self.results]
        if not same:
            self.beginResetModel()
        self.results = tuple(results)
        best = fastest(results)
        self._cells = [self._row(plan, one, one is best) for one in results] if plan else []
        self._errors = ["\n".join(map(told_text, one.errors)) for one in results]
        if not same:
            self.endResetModel()
        elif results:
            self.dataChanged.emit(self.index(0, 0), self.index(len(results) - 1, _COLUMNS - 1))
            self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, _COLUMNS - 1)

    def text(self) -> list[tuple[str, ...]]:
        """Return all that is written in the table."""
        return self._cells

    def _headers(self) -> tuple[str, ...]:
        return (
            self.tr("Case"),
            self.tr("Tokens/s"),
            self.tr("Of plain speed"),
            self.tr("Acceptance"),
            self.tr("Per round"),
            self.tr("Replies"),
        )

    def _row(self, plan: Plan, one: CaseResult, best: bool) -> tuple[str, ...]:
        name = told_text(one.case.words)
        if len(plan.pairs) > 1:
            name = f"{name} · {plan.pairs[one.case.pair].name}"
        failed = self.tr("failed: {reason}").format(reason=told_text(one.errors[0])) if one.errors else ""
        return (
            self.tr("★ {case} (fastest)").format(case=name) if best else name,
            failed if one.speed is None and failed else spread_text(one.speed, 1),
            spread_text(one.gain, 2) if one.case.draft_length else NOTHING,
            NOTHING if one.acceptance_rate is None else f"{one.acceptance_rate:.0%}",
            NOTHING if one.tokens_per_round is None else f"{one.tokens_per_round:.2f}",
            str(one.replies),
        )

    def rowCount(self, parent: _Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._cells)

    def columnCount(self, parent: _Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else _COLUMNS

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        text = self._cells[index.row()][index.column()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return text
            case Qt.ItemDataRole.ToolTipRole:
                return self._errors[index.row()] or text
            case Qt.ItemDataRole.TextAlignmentRole:
                left = index.column() == 0 or bool(self._errors[index.row()])
                side = Qt.AlignmentFlag.AlignLeft if left else Qt.AlignmentFlag.AlignRight
                return side | Qt.AlignmentFlag.AlignVCenter
        return None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if orientation is not Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            side = Qt.AlignmentFlag.AlignRight if section else Qt.AlignmentFlag.AlignLeft
            return side | Qt.AlignmentFlag.AlignVCenter
        return self._headers()[section] if role == Qt.ItemDataRole.DisplayRole else None
