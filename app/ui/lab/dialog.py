"""The lab: compare, find the best draft length, prove it, and what was measured."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal, Slot

from app.ui.lab.plan_page import ComparePage, FindPage
from app.ui.lab.proof_page import ProofPage
from app.ui.lab.runs_page import RunsPage
from app.ui.paged_dialog import PagedDialog

if TYPE_CHECKING:
    from pathlib import Path

    from PySide6.QtWidgets import QWidget

    from app.errors import DraftlightError
    from app.lab.plan import Plan
    from app.ui.bugs import Bug
    from app.ui.lab.client import LabClient
    from app.ui.pair_controller import PairState
    from app.ui.parts import Parts
    from app.ui.preferences import Preferences
    from app.ui.theme import Theme

COMPARE, FIND, PROVE, RUNS = "compare", "find", "prove", "runs"


class LabDialog(PagedDialog):
    """Four pages beside the chats, which stay in reach; a run goes on when it is closed.

    Signals:
        use_requested (Plan, Case): chat like this.
    """

    use_requested = Signal(object, object)

    def __init__(self, parts: Parts, client: LabClient, parent: QWidget) -> None:
        super().__init__("lab", parent)
        look, pairs, preferences = parts.appearance, parts.pairs, parts.preferences
        self.setWindowTitle(self.tr("Lab"))
        self._client = client
        self.compare = ComparePage(look, preferences)
        self.finder = FindPage(look, preferences)
        self.proof = ProofPage(look, preferences)
        self.runs = RunsPage(look)
        pages = {COMPARE: self.compare, FIND: self.finder, PROVE: self.proof, RUNS: self.runs}
        names = (self.tr("Compare"), self.tr("Best draft length"), self.tr("Prove it"), self.tr("Runs"))
        self.add_pages(pages, names)
        self._connect()
        self._offer(pairs.state, preferences)
        self._on_running(client.is_running)
        look.theme_changed.connect(self._on_theme)
        pairs.changed.connect(self.proof.show_pairs)
        client.list_runs()
        self.show_page(RUNS if client.is_running else COMPARE)

    def _connect(self) -> None:
        client = self._client
        for page in (self.compare, self.finder):
            page.start_requested.connect(self._on_start)
        self.proof.words_requested.connect(client.prove_words)
        self.proof.chances_requested.connect(client.prove_chances)
        self.proof.stop_requested.connect(client.stop)
        self.runs.stop_requested.connect(client.stop)
        self.runs.resume_requested.connect(client.resume)
        self.runs.delete_requested.connect(client.delete)
        self.runs.export_requested.connect(client.export)
        self.runs.results.use_requested.connect(self.use_requested)
        client.running_changed.connect(self._on_running)
        client.cell_started.connect(self.runs.show_cell)
        client.run_changed.connect(self.runs.take)
        client.runs_listed.connect(self.runs.show_runs)
        client.progressed.connect(self.proof.show_progress)
        client.proved.connect(self.proof.view.show_proof)
        client.exported.connect(self._on_exported)
        client.failed.connect(self._on_failed)

    def _offer(self, state: PairState, preferences: Preferences) -> None:
        known = (state.loaded.files if state.loaded else None, *preferences.recent_pairs, state.starter)
        there = [
            pair
            for pair in known
            if pair is not None and pair.target.is_file() and (pair.drafter is None or pair.drafter.is_file())
        ]
        for page in (self.compare, self.finder):
            page.offer(there)
        self.proof.show_pairs(state)

    @Slot(object)
    def _on_start(self, plan: Plan) -> None:
        self._client.start(plan)
        self.show_page(RUNS)

    @Slot(bool)
    def _on_running(self, running: bool) -> None:
        for page in (self.compare, self.finder, self.proof, self.runs):
            page.set_running(running)

    @Slot(object)
    def _on_exported(self, path: Path) -> None:
        self.runs.told.say(self.tr("Exported to {path}").format(path=path))

    @Slot(object)
    def _on_failed(self, error: DraftlightError | Bug) -> None:
        page = self.proof if self.page == PROVE else self.runs
        page.told.fail(error)

    @Slot(object)
    def _on_theme(self, theme: Theme) -> None:
        self.compare.prompts.set_theme(theme)
        self.finder.prompts.set_theme(theme)
        self.proof.view.set_theme(theme)
        self.runs.results.set_theme(theme)

    def say_used(self, sentence: str) -> None:
        """Say what the chat uses from now on."""
        self.runs.told.say(sentence)

    def done(self, result: int) -> None:
        self.runs.close_threads()
        super().done(result)
