"""The pair builder: a list of targets, and a list of drafters that explains itself for the chosen one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QHBoxLayout, QInputDialog, QVBoxLayout

from app.catalog.placement import Fit
from app.options import DEFAULT_CONTEXT, PairFiles
from app.self_drafts import is_self_draft
from app.ui.controls import PickerBox, button, label
from app.ui.models.builder_sheet import answer_row, may_pay, pair_sheet, rank
from app.ui.models.list_page import ListPage, row_of
from app.ui.models.row_view import RowsView
from app.ui.models.rows import Row
from app.ui.models.wording import model_facts
from app.ui.pair_controller import Opening

if TYPE_CHECKING:
    from pathlib import Path

    from app.catalog.library import Answer, LibraryModel
    from app.catalog.placement import MemoryEstimate
    from app.errors import DraftlightError
    from app.ui.appearance import Appearance
    from app.ui.bugs import Bug
    from app.ui.models.desk import ModelDesk

CONTEXTS = (2048, 4096, 8192, 16384, 32768, 65536, 131072)
NO_DRAFTER = "none"


class BuilderPage(ListPage):
    """Choose a target, then one of the drafters that fit it; both lists take any model of the library."""

    def __init__(self, look: Appearance, desk: ModelDesk) -> None:
        super().__init__(look, "builder", self.tr("Target"), lines=2)
        self._desk = desk
        self._brought: dict[str, LibraryModel] = {}
        self._answers: dict[str, Answer] = {}
        self._estimate: MemoryEstimate | None = None
        self._wanted_drafter = ""
        self.drafters = RowsView(look, "drafter_list", self.tr("Drafter"), lines=3)
        self._context = PickerBox()
        self._context.setObjectName("builder_context")
        self._context.setAccessibleName(self.tr("Context"))
        for tokens in CONTEXTS:
            self._context.addItem(self.tr("{tokens} tokens").format(tokens=f"{tokens:,}"), tokens)
        self._context.setCurrentIndex(self._context.findData(DEFAULT_CONTEXT))
        self._open = button(self.tr("Open"), "primary", "builder_open")
        self._save = button(self.tr("Save as pair…"), "plain", "builder_save")
        self._arrange()
        self._open.clicked.connect(self._on_open)
        self._save.clicked.connect(self._on_save)
        self._context.currentIndexChanged.connect(self._ask_memory)
        self.list.chosen.connect(self._on_target)
        self.drafters.chosen.connect(self._on_drafter)
        self.drafters.opened.connect(self._on_opened)
        desk.library.found.connect(self._show)
        desk.fits.answered.connect(self._on_answered)
        desk.fits.all_answered.connect(self._on_all_answered)
        desk.fits.estimated.connect(self._on_estimated)
        desk.fits.failed.connect(self._on_failed)
        self._show()
        self._show_details()

    def _arrange(self) -> None:
        """Two lists side by side, and below them what is known of the pair."""
        lists = QHBoxLayout()
        lists.setSpacing(14)
        for title, rows in ((self.tr("&Target"), self.list), (self.tr("&Drafter"), self.drafters)):
            side = QVBoxLayout()
            side.setSpacing(4)
            name = label(title, "strong")
            name.setBuddy(rows)
            side.addWidget(name)
            side.addWidget(rows, 1)
            lists.addLayout(side, 1)
        context = label(self.tr("&Context"), "muted")
        context.setBuddy(self._context)
        self._context.setFixedWidth(self.fontMetrics().averageCharWidth() * 22)
        self.details.setMinimumHeight(self.fontMetrics().height() * 7)
        whole = QVBoxLayout()
        whole.setSpacing(10)
        whole.addLayout(lists, 5)
        whole.addWidget(self.details, 4)
        whole.addLayout(row_of(context, self._context, None, self._save, self._open))
        lead = self.tr("Choose the model that writes; every other one then says whether it can draft for it, and why.")
        self.stack_up(label(lead, "muted", wrap=True), whole)

    @property
    def models(self) -> dict[str, LibraryModel]:
        """What can be chosen: the files that were brought, then the library."""
        found = {str(model.path): model for model in self._desk.library.models}
        return {**{key: model for key, model in self._brought.items() if key not in found}, **found}

    @property
    def target(self) -> LibraryModel | None:
        """The chosen target."""
        return self.models.get(self.list.current)

    @property
    def drafter(self) -> LibraryModel | None:
        """The chosen drafter."""
        return self.models.get(self.drafters.current)

    def bring(self, models: tuple[LibraryModel, ...]) -> None:
        """Take files that the person brought: one as the target, of two the larger."""
        self._brought.update({str(model.path): model for model in models})
        ordered = sorted(models, key=lambda model: -model.size)
        self._wanted_drafter = str(ordered[1].path) if len(ordered) > 1 else ""
        self._show()
        self.choose_target(ordered[0])

    def choose_target(self, model: LibraryModel) -> None:
        """Ask for the drafters of a model."""
        if model.error is not None:
            self._on_failed(model.error)
            return
        self.told.say("")
        if self.list.current == str(model.path):
            self._on_target()
        self.list.choose(str(model.path))
        self.drafters.setFocus()

    @Slot()
    def _show(self) -> None:
        targets = [model for model in self.models.values() if model.runnable]
        targets.sort(key=lambda model: is_self_draft(model.path))  # copies that were made to draft come last
        self.list.say_empty(self.tr("There are no models here yet. Get some on the other pages, or drop files."))
        rows = [Row(str(one.path), one.name, model_facts(one)) for one in targets]
        self.list.show_rows(rows, choose_first=False)
        if self.target is None:
            self.drafters.show_rows([], choose_first=False)
            self.drafters.say_empty(self.tr("Choose a target first."))
        elif {row.key for row in self.drafters.rows} != {NO_DRAFTER, *self.models} - {self.list.current}:
            self._on_target()

    @Slot()
    def _on_target(self) -> None:
        target = self.target
        self._answers.clear()
        self._estimate = None
        if target is None:
            return
        others = [model for key, model in self.models.items() if key != self.list.current]
        others.sort(key=lambda model: str(model.path) != self._wanted_drafter)
        alone = Row(NO_DRAFTER, self.tr("No drafter"), self.tr("The target writes alone, without drafts."))
        self.drafters.show_rows([alone, *(answer_row(model, None) for model in others)], choose_first=False)
        self.drafters.choose(self._wanted_drafter or NO_DRAFTER)
        self._desk.fits.compare(target, others)
        self._ask_memory()

    @Slot(object)
    def _on_answered(self, answer: Answer) -> None:
        key = str(answer.drafter.path)
        self._answers[key] = answer
        self.drafters.update_row(answer_row(answer.drafter, answer))
        if key == self.drafters.current:
            self._show_details()

    @Slot()
    def _on_all_answered(self) -> None:
        """Bring what fits to the top, once it is known of all."""
        alone, *others = self.drafters.rows
        others.sort(key=lambda row: rank(self._answers.get(row.key)))
        untouched = self.drafters.current == NO_DRAFTER and not self.drafters.hasFocus()
        self.drafters.show_rows([alone, *others], choose_first=False)
        if untouched and others and may_pay(self._answers.get(others[0].key)):
            self.drafters.choose(others[0].key)
        self._show_details()

    @Slot()
    def _on_drafter(self) -> None:
        self._estimate = None
        self._ask_memory()
        self._show_details()

    @Slot()
    def _ask_memory(self) -> None:
        target = self.target
        if target is not None:
            self._desk.fits.estimate(target, self.drafter, self._context.currentData())

    @Slot(object)
    def _on_estimated(self, estimate: MemoryEstimate) -> None:
        self._estimate = estimate
        self._show_details()

    def _show_details(self) -> None:
        target, drafter = self.target, self.drafter
        answer = self._answers.get(self.drafters.current)
        fits = drafter is None or (answer is not None and answer.comparison is not None and answer.comparison.fits)
        self._open.setEnabled(target is not None and fits)
        self._save.setEnabled(target is not None and drafter is not None and fits)
        no_room = self._estimate is not None and self._estimate.fit is Fit.NONE
        self._open.setText(self.tr("Open anyway") if no_room else self.tr("Open"))
        if target is None:
            self.details.show_words(self.tr("What is known of the pair will stand here."))
        else:
            self.details.show_sheet(pair_sheet(target, drafter, answer, self._estimate))

    @Slot(str)
    def _on_opened(self, _key: str) -> None:
        self._open.click()

    @Slot()
    def _on_open(self) -> None:
        target, drafter, estimate = self.target, self.drafter, self._estimate
        if target is None:
            return
        name = self._name(target, drafter)
        files = PairFiles(name, target.path, drafter.path if drafter else None)
        context: int = self._context.currentData()
        insist = estimate is not None and estimate.fit is Fit.NONE
        self.open_requested.emit(Opening(files, context, insist=insist))

    def _name(self, target: LibraryModel, drafter: LibraryModel | None) -> str:
        return _stem(target.name) if drafter is None else f"{_stem(target.name)} + {_stem(drafter.name)}"

    @Slot()
    def _on_save(self) -> None:
        target, drafter = self.target, self.drafter
        if target is None or drafter is None:
            return
        self._saving: tuple[Path, Path] = (target.path, drafter.path)
        question = QInputDialog(self)
        question.setObjectName("save_pair")
        question.setWindowTitle(self.tr("Save as pair"))
        question.setLabelText(self.tr("Its name in the list of pairs"))
        question.setTextValue(self._name(target, drafter))
        question.textValueSelected.connect(self._on_named)
        question.finished.connect(question.deleteLater)
        question.open()

    @Slot(str)
    def _on_named(self, name: str) -> None:
        if name.strip():
            self._desk.catalogue.add(name.strip(), *self._saving)
            self.told.say(self.tr("{pair} is in the list of pairs.").format(pair=name.strip()))

    @Slot(object)
    def _on_failed(self, error: DraftlightError | Bug) -> None:
        self.told.fail(error)


def _stem(name: str) -> str:
    return name.rsplit("/", 1)[-1].removesuffix(".gguf")
