"""The history of runs: how far one is and what was measured."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QSignalBlocker, QTimer, Signal, Slot
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QMessageBox, QVBoxLayout, QWidget

from app.lab.results import case_words
from app.ui.controls import PickerBox, button, label
from app.ui.lab.results_view import ResultsView
from app.ui.lab.wording import left_text, machine_text, run_title
from app.ui.language import put_words, told_text, when_language_changes
from app.ui.models.list_page import Strip, Told

if TYPE_CHECKING:
    from app.lab.measure import CellStarted
    from app.lab.run import Run
    from app.ui.appearance import Appearance

# A run of small replies ends cells faster than a table needs to be drawn.
_REDRAW_MS = 200


class RunsPage(QWidget):
    """One run at a time, chosen from the history.

    Signals:
        resume_requested (Run), delete_requested (Run), stop_requested ().
        export_requested (Run, Path).
    """

    resume_requested = Signal(object)
    delete_requested = Signal(object)
    stop_requested = Signal()
    export_requested = Signal(object, object)

    def __init__(self, look: Appearance) -> None:
        super().__init__()
        self._runs: list[Run] = []
        self._running: Path | None = None
        self._cell: CellStarted | None = None
        self._is_running = False
        self._begun, self._done_before = 0.0, 0
        self._picker = PickerBox()
        self._picker.setObjectName("lab_runs")
        put_words(self._picker.setAccessibleName, lambda: self.tr("Runs"))
        put_words(self._picker.setPlaceholderText, lambda: self.tr("Nothing was measured yet"))
        self._resume = button(lambda: self.tr("Resume"), "plain", "lab_resume")
        self._export = button(lambda: self.tr("Export…"), "plain", "lab_export")
        self._delete = button(lambda: self.tr("Delete"), "plain", "lab_delete")
        self._machine = label("", "caption", wrap=True)
        self._machine.setObjectName("lab_machine")
        self.strip = Strip("lab_run")
        self.told = Told("lab_told")
        self.results = ResultsView(look)
        self._redraw = QTimer(self)
        self._redraw.setSingleShot(True)
        self._redraw.setInterval(_REDRAW_MS)
        self._lay_out()
        self._connect()
        self._show()

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(self._picker, 1)
        for action in (self._resume, self._export, self._delete):
            head.addWidget(action)
        column = QVBoxLayout(self)
        column.setContentsMargins(22, 18, 22, 16)
        column.setSpacing(9)
        column.addLayout(head)
        for part in (self._machine, self.strip, self.told):
            column.addWidget(part)
        column.addWidget(self.results, 1)

    def _connect(self) -> None:
        self._picker.currentIndexChanged.connect(self._show)
        self._resume.clicked.connect(self._on_resume)
        self._export.clicked.connect(self._on_export)
        self._delete.clicked.connect(self._on_delete)
        self.strip.cancel_requested.connect(self.stop_requested)
        self._redraw.timeout.connect(self._show)
        when_language_changes(self, self._say_again)

    @property
    def run(self) -> Run | None:
        """The run on show."""
        place = self._picker.currentIndex()
        return self._runs[place] if 0 <= place < len(self._runs) else None

    def show_runs(self, runs: tuple[Run, ...]) -> None:
        """Take over the history; the run on show stays on show."""
        shown = self.run
        # What is running is known here better than in the file.
        own = {one.path: one for one in self._runs if one.path == self._running}
        self._runs = [own.get(one.path, one) for one in runs]
        self._fill(shown.path if shown else None)

    def take(self, run: Run) -> None:
        """Show a run that began or came further."""
        known = next((place for place, one in enumerate(self._runs) if one.path == run.path), None)
        if self._running != run.path:
            self._running, self._begun, self._done_before = run.path, time.monotonic(), len(run.measurements)
            if known is None:
                self._runs.insert(0, run)
            self._fill(run.path)
            known = known or 0
        if known is not None:
            self._runs[known] = run
            self._picker.setItemText(known, run_title(run))
        self._redraw.start()

    def _say_again(self) -> None:
        """Say all of it in the language of the moment."""
        self._fill(self.run.path if self.run else None)
        if self._is_running:
            self._say_waiting()
        if self._cell is not None:
            self.show_cell(self._cell)

    def show_cell(self, started: CellStarted) -> None:
        """Say what is being measured."""
        self._cell = started
        run = next((one for one in self._runs if one.path == self._running), None)
        if run is None:
            return
        case = run.plan.cases[started.cell.case]
        doing = self.tr("loading {pair}").format(pair=run.plan.pairs[case.pair].name) if started.loading else told_text(
            case_words(run.plan, case)
        )  # fmt: skip
        line = self.tr("Reply {place} of {all} · {doing}").format(
            place=len(run.measurements) + 1, all=run.size, doing=doing
        )
        left = left_text(run, self._begun, self._done_before)
        self.strip.show_progress(f"{line} · {left}" if left else line, len(run.measurements) / run.size)

    def set_running(self, running: bool) -> None:
        """Say that the lab is waiting for the engine, or has given it back."""
        self._is_running = running
        self.results.set_busy(running)
        self.told.say("")
        self._cell = None
        if running:
            self._say_waiting()
        else:
            self._running = None
            self.strip.hide()
            self._redraw.stop()
            self._fill(self.run.path if self.run else None)

    def _say_waiting(self) -> None:
        self.strip.show_progress(self.tr("The lab is at work; chats wait until it is done"))

    def focus_first(self) -> None:
        """Begin with the choice of a run."""
        self._picker.setFocus()
        self.results.start_plots()

    def close_threads(self) -> None:
        """End what works in the background."""
        self._redraw.stop()
        self.results.close_threads()

    def _fill(self, chosen: Path | None) -> None:
        with QSignalBlocker(self._picker):
            self._picker.clear()
            self._picker.addItems([run_title(one) for one in self._runs])
            place = next((place for place, one in enumerate(self._runs) if one.path == chosen), 0)
            self._picker.setCurrentIndex(place if self._runs else -1)
        self._show()

    @Slot()
    def _show(self) -> None:
        run = self.run
        self._machine.setText(machine_text(run) if run else "")
        self._machine.setVisible(run is not None)
        self._resume.setVisible(run is not None and not run.complete)
        self._resume.setEnabled(not self._is_running)
        self._export.setEnabled(run is not None and bool(run.measurements))
        self._delete.setEnabled(run is not None and not self._is_running)
        self.results.show_run(run)

    @Slot()
    def _on_resume(self) -> None:
        if self.run is not None:
            self.resume_requested.emit(self.run)

    @Slot()
    def _on_export(self) -> None:
        if self.run is None:
            return
        name, _ = QFileDialog.getSaveFileName(
            self, self.tr("Export the run"), f"{self.run.path.stem}.csv", self.tr("CSV (*.csv);;JSON (*.json)")
        )
        if name:
            self.export_requested.emit(self.run, Path(name))

    @Slot()
    def _on_delete(self) -> None:
        run = self.run
        if run is None:
            return
        asked = self.tr("Delete this run for good?\n{run}").format(run=run_title(run))
        if QMessageBox.question(self, self.tr("Delete the run"), asked) is QMessageBox.StandardButton.Yes:
            self.delete_requested.emit(run)
