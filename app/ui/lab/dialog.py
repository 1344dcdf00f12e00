"""The lab: compare, find the best draft length, prove it, and what was measured."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QSize, Signal, Slot

from app.speeds import SpeedStore
from app.ui.lab.plan_page import ComparePage, FindPage, PlanPage
from app.ui.lab.proof_page import ProofPage
from app.ui.lab.runs_page import RunsPage
from app.ui.language import put_words
from app.ui.paged_dialog import PagedDialog

if TYPE_CHECKING:
    from pathlib import Path

    from PySide6.QtWidgets import QWidget

    from app.errors import DraftlightError
    from app.lab.plan import Plan
    from app.options import PairFiles
    from app.speeds import PairSpeeds
    from app.ui.bugs import Bug
    from app.ui.lab.client import LabClient
    from app.ui.language import Words
    from app.ui.pair_controller import PairState
    from app.ui.parts import Parts

COMPARE, FIND, PROVE, RUNS = "compare", "finder", "proof", "runs"
PAGES = (COMPARE, FIND, PROVE, RUNS)
_Plan = TypeVar("_Plan", ComparePage, FindPage)
_SMALLEST = QSize(620, 480)


class LabDialog(PagedDialog):
    """Four pages beside the chats, which stay in reach; a run goes on when it is closed.

    Signals:
        use_requested (Plan, Case): chat like this.
    """

    use_requested = Signal(object, object)

    def __init__(self, parts: Parts, client: LabClient, parent: QWidget) -> None:
        super().__init__("lab", PAGES, _SMALLEST, parent)
        put_words(self.setWindowTitle, lambda: self.tr("Lab"))
        self._client = client
        self._parts = parts
        self._speeds: dict[PairFiles, PairSpeeds | None] = {}
        parts.pairs.changed.connect(self._on_pairs_changed)
        client.exported.connect(self._on_exported)
        client.failed.connect(self._on_failed)
        self.name_pages()
        self.show_page(RUNS if client.is_running else COMPARE)

    def page_names(self) -> tuple[str, ...]:
        return (self.tr("Compare"), self.tr("Best draft length"), self.tr("Prove it"), self.tr("Runs"))

    @cached_property
    def compare(self) -> ComparePage:
        """The form of a comparison."""
        return self._planning(ComparePage(self._parts.appearance, self._parts.preferences))

    @cached_property
    def finder(self) -> FindPage:
        """The form of a search."""
        return self._planning(FindPage(self._parts.appearance, self._parts.preferences))

    @cached_property
    def proof(self) -> ProofPage:
        """Proofs with the pair of the chat."""
        look, client, pairs = self._parts.appearance, self._client, self._parts.pairs
        page = ProofPage(look, self._parts.preferences)
        page.words_requested.connect(client.prove_words)
        page.chances_requested.connect(client.prove_chances)
        page.stop_requested.connect(client.stop)
        client.progressed.connect(page.show_progress)
        client.proved.connect(page.view.show_proof)
        pairs.changed.connect(page.show_pairs)
        look.theme_changed.connect(page.view.set_theme)
        page.show_pairs(pairs.state)
        self._follow(page)
        return page

    @cached_property
    def runs(self) -> RunsPage:
        """What was measured, and is being."""
        look, client = self._parts.appearance, self._client
        page = RunsPage(look)
        page.stop_requested.connect(client.stop)
        page.resume_requested.connect(client.resume)
        page.delete_requested.connect(client.delete)
        page.export_requested.connect(client.export)
        page.results.use_requested.connect(self.use_requested)
        client.cell_started.connect(page.show_cell)
        client.run_changed.connect(page.take)
        client.runs_listed.connect(page.show_runs)
        look.theme_changed.connect(page.results.set_theme)
        self._follow(page)
        client.list_runs()
        return page

    def _planning(self, page: _Plan) -> _Plan:
        page.offer(self._known_pairs())
        page.know_speeds(self._speed_of)
        page.start_requested.connect(self._on_start)
        self._parts.appearance.theme_changed.connect(page.set_theme)
        self._follow(page)
        return page

    def _follow(self, page: PlanPage | ProofPage | RunsPage) -> None:
        self.place(page)
        page.set_running(self._client.is_running)
        self._client.running_changed.connect(page.set_running)

    def _known_pairs(self) -> list[PairFiles]:
        state = self._parts.pairs.state
        known = (state.loaded.files if state.loaded else None, *self._parts.preferences.recent_pairs, state.starter)
        return [
            pair
            for pair in known
            if pair is not None and pair.target.is_file() and (pair.drafter is None or pair.drafter.is_file())
        ]

    def _speed_of(self, pair: PairFiles) -> float | None:
        """Return the seconds of one token of plain decoding, as far as they are known on this machine."""
        files = [one for one in (pair.target, pair.drafter) if one is not None]
        if pair not in self._speeds:
            self._speeds[pair] = SpeedStore(self._parts.paths.speeds).find_any(files)
        known = self._speeds[pair]
        return known.plain_seconds or known.verify[1] if known else None

    @Slot(object)
    def _on_pairs_changed(self, state: PairState) -> None:
        """Offer what was loaded or fetched meanwhile."""
        if state.loading is None and not state.lent:
            self._speeds.clear()
            for page in (vars(self).get(name) for name in ("compare", "finder")):
                if isinstance(page, PlanPage):
                    page.offer(self._known_pairs())

    @Slot(object)
    def _on_start(self, plan: Plan) -> None:
        self.show_page(RUNS)
        self._client.start(plan)

    @Slot(object)
    def _on_exported(self, path: Path) -> None:
        self.runs.told.say(lambda: self.tr("Exported to {path}").format(path=path))

    @Slot(object)
    def _on_failed(self, error: DraftlightError | Bug) -> None:
        page = self.proof if self.page == PROVE else self.runs
        page.told.fail(error)

    def say_used(self, sentence: Words) -> None:
        """Say what the chat uses from now on."""
        self.runs.told.say(sentence)

    def done(self, result: int) -> None:
        if "runs" in vars(self):
            self.runs.close_threads()
        super().done(result)
