"""What one run measured: a verdict, a table, a plot, and chatting like the best of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QItemSelectionModel, Qt, Signal, Slot
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QSplitter,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from app.lab.finder import best_length, explain
from app.lab.plan import RunKind
from app.lab.results import fastest, summarise, verdict
from app.ui.controls import button, button_row, label
from app.ui.errands import Errands
from app.ui.idle_steps import IdleSteps
from app.ui.lab.results_table import ResultsTable
from app.ui.language import put_words, told_text, when_language_changes
from app.ui.plots.library import import_library, make_qt_types

if TYPE_CHECKING:
    from types import ModuleType

    from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QSize
    from PySide6.QtGui import QResizeEvent

    from app.lab.results import CaseResult
    from app.lab.run import Run
    from app.ui.appearance import Appearance
    from app.ui.lab.spread_plot import SpreadPlot
    from app.ui.theme import Theme

_TABLE_SHARE = 0.5
# So many characters have room for all columns.
_WIDE = 90
# Left and right of a name: the style sheet's, and what Qt keeps free around text.
_PADDING = 8 + 3


class _WrappedNames(QStyledItemDelegate):
    """Gives names that wrap the height they take between their paddings, which Qt leaves out of account."""

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        narrow = QStyleOptionViewItem(option)
        narrow.rect = option.rect.adjusted(0, 0, -2 * _PADDING, 0)
        return super().sizeHint(narrow, index)


class ResultsView(QWidget):
    """Shows a run as far as it is.

    Signals:
        use_requested (Plan, Case): chat like this.
    """

    use_requested = Signal(object, object)

    def __init__(self, look: Appearance) -> None:
        super().__init__()
        self._look = look
        self._run: Run | None = None
        self._busy = False
        self._verdict = label("", "strong", wrap=True)
        self._verdict.setObjectName("lab_verdict")
        self._verdict.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.table = ResultsTable()
        self._view = QTableView()
        self._use_best = button(lambda: self.tr("Use the best"), "primary", "lab_use_best")
        self._use = button(lambda: self.tr("Use the chosen case"), "plain", "lab_use")
        self.plot: SpreadPlot | None = None
        self._plots_wanted = False
        self._split = QSplitter(Qt.Orientation.Vertical)
        self._types = IdleSteps(self)
        self._import = Errands("lab plots")
        self._set_up_view()
        self._lay_out()
        self._use_best.clicked.connect(self._on_use_best)
        self._use.clicked.connect(self._on_use)
        self._view.selectionModel().currentRowChanged.connect(self._show_actions)
        self._types.done.connect(lambda: self._import.start(import_library))
        self._import.done.connect(self._on_library)
        when_language_changes(self, lambda: self.show_run(self._run))
        self.show_run(None)

    def _set_up_view(self) -> None:
        view = self._view
        view.setObjectName("lab_results")
        view.setProperty("kind", "results")
        put_words(view.setAccessibleName, lambda: self.tr("Results"))
        view.setModel(self.table)
        view.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        view.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        view.setTabKeyNavigation(False)
        view.setShowGrid(False)
        view.setItemDelegateForColumn(0, _WrappedNames(view))
        view.verticalHeader().hide()
        header = view.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setHighlightSections(False)
        # The names of cases differ at their ends: none may be cut off. Qt tells of a new width before it has it.
        header.sectionResized.connect(view.resizeRowsToContents, Qt.ConnectionType.QueuedConnection)

    def _lay_out(self) -> None:
        self._split.addWidget(self._view)
        self._split.setChildrenCollapsible(False)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(9)
        column.addWidget(self._verdict)
        column.addWidget(self._split, 1)
        column.addLayout(button_row(self._use, self._use_best))

    def show_run(self, run: Run | None) -> None:
        """Show a run, or nothing."""
        self._run = run
        results = () if run is None else summarise(run.plan, run.measurements)
        self._verdict.setText("" if run is None else _said(run, results))
        self._verdict.setVisible(bool(self._verdict.text()))
        self.table.show_results(run.plan if run else None, results)
        self._view.resizeRowsToContents()
        if self.plot is not None:
            self.plot.show_results(run.plan if run else None, results)
        self._show_actions()

    def set_busy(self, busy: bool) -> None:
        """Let nothing be used while the lab has the engine."""
        self._busy = busy
        self._show_actions()

    def choose_case(self, place: int) -> None:
        """Choose a row of the table."""
        flags = QItemSelectionModel.SelectionFlag
        self._view.selectionModel().setCurrentIndex(self.table.index(place, 0), flags.ClearAndSelect | flags.Rows)

    def start_plots(self) -> None:
        """Have plots drawn from now on; the library for them is loaded in the background."""
        if not self._plots_wanted:
            self._plots_wanted = True
            self._types.start(make_qt_types())

    def set_theme(self, theme: Theme) -> None:
        """Draw in another theme."""
        if self.plot is not None:
            self.plot.set_theme(theme)

    def close_threads(self) -> None:
        """End what works in the background."""
        self._types.stop()
        self._import.close()

    def _best(self) -> CaseResult | None:
        if self._run is None:
            return None
        plan, results = self._run.plan, self.table.results
        won = best_length(plan, self._run.measurements) if plan.kind is RunKind.FIND else None
        return fastest(results) if won is None else results[won]

    @Slot()
    def _show_actions(self) -> None:
        free = self._run is not None and not self._busy
        self._use_best.setEnabled(free and self._best() is not None)
        self._use.setEnabled(free and self._view.selectionModel().currentIndex().isValid())

    @Slot()
    def _on_use_best(self) -> None:
        best = self._best()
        if self._run is not None and best is not None:
            self.use_requested.emit(self._run.plan, best.case)

    @Slot()
    def _on_use(self) -> None:
        index = self._view.selectionModel().currentIndex()
        if self._run is not None and index.isValid():
            self.use_requested.emit(self._run.plan, self.table.results[index.row()].case)

    @Slot(object)
    def _on_library(self, library: ModuleType) -> None:
        from app.ui.lab.spread_plot import SpreadPlot

        self.plot = SpreadPlot(library, self._look.theme)
        self._split.addWidget(self.plot)
        height = self._split.height()
        self._split.setSizes([round(height * _TABLE_SHARE), round(height * (1 - _TABLE_SHARE))])
        self.show_run(self._run)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """In a wide window the names of cases take more lines; in a narrow one the table scrolls to the side."""
        super().resizeEvent(event)
        wide = self.width() >= self.fontMetrics().averageCharWidth() * _WIDE
        mode = QHeaderView.ResizeMode.Stretch if wide else QHeaderView.ResizeMode.ResizeToContents
        self._view.horizontalHeader().setSectionResizeMode(0, mode)


def _said(run: Run, results: tuple[CaseResult, ...]) -> str:
    """Return the verdict, or what the search found so far."""
    if not run.measurements:
        return ""
    if run.plan.kind is RunKind.FIND:
        return "\n".join(told_text(one) for one in explain(run.plan, run.measurements))
    return told_text(verdict(run.plan, results))
