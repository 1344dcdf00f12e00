"""The models that are on this disk."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QProcess, Signal, Slot
from PySide6.QtWidgets import QFileDialog, QLineEdit, QMenu

from app.catalog.gguf_header import Kind
from app.catalog.heads import own_heads
from app.catalog.removal import reveal_commands
from app.ui.controls import button
from app.ui.language import told_text, translated
from app.ui.models.deletion import Deletion
from app.ui.models.details import Sheet
from app.ui.models.list_page import ListPage
from app.ui.models.rows import Row, Tone
from app.ui.models.wording import model_facts, origin_text, size_text
from app.ui.notices import sentence

if TYPE_CHECKING:
    from app.catalog.library import LibraryModel
    from app.catalog.progress import Progress
    from app.errors import DraftlightError
    from app.ui.appearance import Appearance
    from app.ui.bugs import Bug
    from app.ui.models.desk import ModelDesk
    from app.ui.models.library_client import Found, Made


class LibraryPage(ListPage):
    """What was found where, and what can be done with it.

    Signals:
        target_requested (LibraryModel): look for its drafters.
    """

    target_requested = Signal(object)

    def __init__(self, look: Appearance, desk: ModelDesk) -> None:
        super().__init__(look, "library", self.tr("Models"), lines=2)
        self._desk = desk
        self._deletion = Deletion(desk.library, self)
        self._own_deed = False  # what the next scan finds changed has been told already
        self._models: dict[str, LibraryModel] = {}
        self._add_tools()
        self._add_buttons()
        self.list.chosen.connect(self._show_details)
        self.list.opened.connect(self._on_pair)
        self.list.unwanted.connect(self._on_delete)
        self.strip.cancel_requested.connect(desk.library.cancel)
        desk.library.found.connect(self._on_found)
        desk.library.progressed.connect(self._on_progress)
        desk.library.busy_changed.connect(self._on_busy)
        self._deletion.told.connect(self._on_deleted)
        self._deletion.refused.connect(self._on_failed)
        desk.library.made.connect(self._on_made)
        desk.library.failed.connect(self._on_failed)
        self._show()
        self._on_busy()

    def _add_tools(self) -> None:
        self.search = QLineEdit()
        self.search.setObjectName("library_search")
        self.search.setPlaceholderText(self.tr("Search"))
        self.search.setAccessibleName(self.tr("Search models"))
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(self._show)
        self._folders = button(self.tr("Folders"), "plain", "library_folders")
        self._folders.setMenu(QMenu(self._folders))
        self._rescan = button(self.tr("Rescan"), "plain", "library_rescan")
        self._rescan.clicked.connect(self._desk.library.scan)

    def _add_buttons(self) -> None:
        self._pair = button(self.tr("Find its drafter"), "primary", "model_pair")
        self._make = button(self.tr("Make a drafter"), "plain", "model_make")
        self._make.setToolTip(self.tr("A coarser copy of this model that drafts for it; takes a few minutes"))
        self._reveal = button(self.tr("Show file"), "plain", "model_reveal")
        self._delete = button(self.tr("Delete…"), "plain", "model_delete")
        self._pair.clicked.connect(self._on_pair)
        self._make.clicked.connect(self._on_make)
        self._reveal.clicked.connect(self._on_reveal)
        self._delete.clicked.connect(self._on_delete)
        lead = self.tr(
            "Models on this disk: of Draftlight, the Hugging Face cache, LM Studio, Ollama, and folders you add. "
            "You can also drop GGUF files onto the window."
        )
        tools = [self.search, self._folders, self._rescan]
        self.lay_out(lead, tools, [self._pair, self._make, self._reveal, self._delete])

    @property
    def _model(self) -> LibraryModel | None:
        return self._models.get(self.list.current)

    def choose(self, path: Path) -> None:
        """Make a model current."""
        self.list.choose(str(path))

    def _row(self, model: LibraryModel) -> Row:
        badge, tone = "", Tone.NEUTRAL
        if model.path in self._desk.library.self_drafts:
            badge = self.tr("self-draft")
        elif model.header is not None and model.header.kind is not Kind.MODEL:
            badge = translated("kinds", model.header.kind.value)
        elif model.error is not None:
            badge, tone = self.tr("cannot run"), Tone.BAD
        subtitle = model_facts(model, origin_text(model))
        return Row(str(model.path), model.name, subtitle, badge=badge, tone=tone)

    @Slot()
    def _show(self) -> None:
        words = self.search.text().casefold().split()
        shown = [
            model
            for model in self._desk.library.models
            if all(word in f"{model.name} {model.path} {model.origin}".casefold() for word in words)
        ]
        self._models = {str(model.path): model for model in shown}
        if not self._desk.library.scanned:
            self.list.say_empty(self.tr("Looking for models…"))
        elif words:
            self.list.say_empty(self.tr("No model has all of these words."))
        else:
            self.list.say_empty(self.tr("There are no models yet. Get a pair, add a folder, or drop GGUF files here."))
        self.list.show_rows([self._row(model) for model in shown])
        self._fill_folders()
        self._show_details()

    def _fill_folders(self) -> None:
        menu = self._folders.menu()
        menu.clear()
        menu.addAction(self.tr("Add a folder…")).triggered.connect(self._on_add_folder)
        if self._desk.library.folders:
            menu.addSeparator()
        for folder in self._desk.library.folders:
            action = menu.addAction(self.tr("Remove {folder}").format(folder=folder))
            action.setData(folder)
            action.triggered.connect(self._on_remove_folder)

    @Slot()
    def _show_details(self) -> None:
        model = self._model
        runnable = model is not None and model.runnable
        own = model is not None and model.path in self._desk.library.self_drafts
        self._pair.setEnabled(runnable)
        self._make.setEnabled(runnable and not own and not self._desk.library.is_making)
        for one in (self._reveal, self._delete):
            one.setEnabled(model is not None)
        if model is None:
            self.details.show_words("")
            return
        sheet = Sheet()
        sheet.title(model.name)
        if model.error is not None:
            sheet.verdict(Tone.BAD, self.tr("cannot be used alone"))
            sheet.paragraph(sentence(model.error))
        if own:
            sheet.paragraph(self.tr("A coarser copy that Draftlight made, to draft for its original."))
        header = model.header
        remark = own_heads(header) if header is not None else None
        if remark is not None:
            sheet.paragraph(told_text(remark))
        facts = [(self.tr("Size"), size_text(model.size))]
        if header is not None:
            facts += [
                (self.tr("Kind"), translated("kinds", header.kind.value)),
                (self.tr("Architecture"), header.architecture),
                (self.tr("Quantisation"), header.quantisation),
                (self.tr("Context"), self._tokens(header.context_length)),
                (self.tr("Vocabulary"), self._tokens(header.vocabulary_size)),
            ]
        facts.append((self.tr("Found in"), origin_text(model)))
        facts += [(self.tr("File") if place == 0 else "", str(part)) for place, part in enumerate(model.parts)]
        sheet.facts(facts)
        self.details.show_sheet(sheet)

    def _tokens(self, number: int) -> str:
        return self.tr("{number} tokens").format(number=f"{number:,}") if number else ""

    @Slot(object)
    def _on_found(self, found: Found) -> None:
        scan = found.scan
        news = [
            self.tr("{count} new").format(count=len(scan.appeared)) if scan.appeared else "",
            self.tr("{count} changed").format(count=len(scan.changed)) if scan.changed else "",
            self.tr("{count} gone").format(count=len(scan.vanished)) if scan.vanished else "",
        ]
        told = ", ".join(part for part in news if part)
        if told and not self._own_deed:
            self.told.say(self.tr("Since the last look: {news}.").format(news=told))
        self._own_deed = False
        self._show()

    @Slot(object)
    def _on_progress(self, progress: Progress) -> None:
        fraction = progress.done / progress.total if progress.total else None
        self.strip.show_progress(f"{translated('pull', progress.stage)}…", fraction)

    @Slot()
    def _on_busy(self) -> None:
        library = self._desk.library
        self._rescan.setEnabled(not library.is_scanning)
        if library.is_making:
            self.strip.show_progress(self.tr("Making the drafter…"))
        elif library.is_scanning:
            self.strip.show_progress(self.tr("Looking for models…"))
        else:
            self.strip.hide()
        self._make.setEnabled(self._model is not None and self._model.runnable and not library.is_making)

    @Slot()
    def _on_add_folder(self) -> None:
        dialog = QFileDialog(self, self.tr("Look for models in"))
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.fileSelected.connect(self._on_folder_chosen)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    @Slot(str)
    def _on_folder_chosen(self, folder: str) -> None:
        self._desk.library.add_folder(Path(folder))

    @Slot()
    def _on_remove_folder(self) -> None:
        self._desk.library.remove_folder(self.sender().data())  # type: ignore[attr-defined]

    @Slot()
    def _on_pair(self) -> None:
        if self._model is not None and self._model.runnable:
            self.target_requested.emit(self._model)

    @Slot()
    def _on_make(self) -> None:
        if self._model is not None:
            self.told.say("")
            self._desk.library.make_drafter(self._model)

    @Slot()
    def _on_reveal(self) -> None:
        """Try what may show the file; each is a program of its own that goes on without us."""
        model = self._model
        for program, *arguments in reveal_commands(model.path) if model else ():
            if QProcess.startDetached(program, arguments)[0]:
                return
        if model is not None:
            self.told.say(self.tr("No file manager answers. The file is {path}.").format(path=model.path))

    @Slot()
    def _on_delete(self) -> None:
        if self._model is not None:
            self._deletion.ask(self._model)

    @Slot(str)
    def _on_deleted(self, told: str) -> None:
        self._own_deed = True
        self.told.say(told)

    @Slot(object)
    def _on_made(self, made: Made) -> None:
        self._own_deed = True
        self.told.say(self.tr("The drafter of {model} is made.").format(model=made.target.name))

    @Slot(object)
    def _on_failed(self, error: DraftlightError | Bug) -> None:
        self.told.fail(error)
