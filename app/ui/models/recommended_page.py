"""The pairs of the catalogue, what suits this machine first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QLineEdit

from app.catalog.placement import Fit
from app.fit import estimate_pair
from app.options import DEFAULT_CONTEXT
from app.ui.controls import button
from app.ui.language import translated
from app.ui.models.details import Sheet
from app.ui.models.downloads_page import job_line
from app.ui.models.list_page import ListPage
from app.ui.models.rows import Row, Tone
from app.ui.models.wording import advice_text, estimate_sentence, fit_text, rough_fit, size_text
from app.ui.pair_controller import Opening

if TYPE_CHECKING:
    from app.catalog.download_jobs import Job
    from app.catalog.library import LibraryModel
    from app.catalog.pair_records import CatalogueFile, CataloguePair
    from app.catalog.pairs import Catalogue
    from app.errors import DraftlightError
    from app.options import PairFiles
    from app.ui.appearance import Appearance
    from app.ui.bugs import Bug
    from app.ui.models.desk import ModelDesk


class RecommendedPage(ListPage):
    """Get a pair, or open it where it is here."""

    def __init__(self, look: Appearance, desk: ModelDesk) -> None:
        super().__init__(look, "recommended", self.tr("Pairs"), lines=3)
        self._desk = desk
        self._pairs: dict[str, CataloguePair] = {}
        self.search = QLineEdit()
        self.search.setObjectName("recommended_search")
        self.search.setPlaceholderText(self.tr("Search by name, licence or hardware"))
        self.search.setAccessibleName(self.tr("Search pairs"))
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(self._show)
        self._get = button(self.tr("Get"), "primary", "pair_get")
        self._open = button(self.tr("Open"), "primary", "pair_open")
        self._access = button(self.tr("How to get access…"), "plain", "pair_access")
        self._remove = button(self.tr("Remove from list"), "plain", "pair_remove")
        self._get.clicked.connect(self._on_get)
        self._open.clicked.connect(self._on_open)
        self._access.clicked.connect(self._on_access)
        self._remove.clicked.connect(self._on_remove)
        lead = self.tr("Pairs that are known to work, what suits this computer first. Nothing is downloaded unasked.")
        self.lay_out(lead, [self.search], [self._get, self._open, self._access, self._remove])
        self.list.wrap_titles()
        self.list.chosen.connect(self._show_details)
        self.list.opened.connect(self._on_opened)
        self.strip.cancel_requested.connect(desk.catalogue.cancel)
        desk.catalogue.loaded.connect(self._on_loaded)
        desk.catalogue.opened.connect(self._on_files_found)
        desk.catalogue.missing.connect(self._on_files_missing)
        desk.catalogue.busy_changed.connect(self._on_looking)
        desk.catalogue.failed.connect(self._on_failed)
        desk.library.found.connect(self._show)
        desk.fits.machine_measured.connect(self._show)
        desk.downloads.changed.connect(self._on_job)
        desk.downloads.failed.connect(self._on_failed)
        self._show()

    def focus_first(self) -> None:
        """Take the keyboard focus."""
        self.search.setFocus()

    def is_here(self, pair: CataloguePair) -> bool:
        """Whether both files seem to be on this disk; opening compares their hashes."""
        return self._here(pair.target) and self._here(pair.drafter)

    def _here(self, file: CatalogueFile) -> bool:
        return file.size > 0 if file.path is not None else self._model_of(file) is not None

    def _model_of(self, file: CatalogueFile) -> LibraryModel | None:
        models = self._desk.library.models
        if file.path is not None:
            return next((one for one in models if one.path == file.path), None)
        return next((one for one in models if one.size == file.size and len(one.parts) == 1), None)

    def _memory(self, pair: CataloguePair) -> tuple[Tone, str, str]:
        """The verdict on memory: exact where the headers are known, else by the sizes of files."""
        machine = self._desk.fits.machine
        if machine is None:
            return Tone.NEUTRAL, "", self.tr("The memory of this computer is being measured…")
        target, drafter = self._model_of(pair.target), self._model_of(pair.drafter)
        if target and drafter and target.header and drafter.header:
            estimate = estimate_pair(target.header, drafter.header, machine, context=DEFAULT_CONTEXT)
            tone, words = fit_text(estimate.fit)
            advice = advice_text(estimate) if estimate.fit is not Fit.GPU else ""
            return tone, words, f"{estimate_sentence(estimate)} {advice}".strip()
        return rough_fit(pair.size, machine)

    def _row(self, pair: CataloguePair) -> Row:
        tone, words, _ = self._memory(pair)
        job = self._job_of(pair)
        if job is not None:
            return Row(
                pair.key, pair.name, job_line(job), badge=words, tone=tone, fraction=job.done / max(1, job.total)
            )
        if self.is_here(pair):
            place = self.tr("{size} · on this disk").format(size=size_text(pair.size))
        else:
            place = self.tr("{size} to download").format(size=size_text(self._missing_size(pair)))
        own = self.tr("your pair") if pair.own else ""
        subtitle = " · ".join(part for part in (place, pair.target.licence, own) if part)
        reason = translated("pairs", pair.reason)
        return Row(pair.key, pair.name, subtitle, reason, words, tone)

    def _missing_size(self, pair: CataloguePair) -> int:
        return sum(file.size for file in (pair.target, pair.drafter) if not self._here(file))

    def _job_of(self, pair: CataloguePair) -> Job | None:
        files = {(pair.target.sha256, pair.target.file_name), (pair.drafter.sha256, pair.drafter.file_name)}
        for job in self._desk.downloads.active:
            if {(file.sha256, file.path) for file in job.files} == files:
                return job
        return None

    @Slot()
    def _show(self) -> None:
        catalogue, machine = self._desk.catalogue.catalogue, self._desk.fits.machine
        if catalogue is None:
            self.list.say_empty(self.tr("Reading the list of pairs…"))
            self._show_details()
            return
        pairs = catalogue.sort_for(machine) if machine else catalogue.pairs
        words = self.search.text()
        shown = [pair for pair in pairs if pair.matches(words)]
        self._pairs = {pair.key: pair for pair in shown}
        self.list.say_empty(self.tr("No pair has all of these words. Try the Hub page for more models."))
        self.list.show_rows([self._row(pair) for pair in shown])
        self._show_details()

    @Slot()
    def _show_details(self) -> None:
        pair = self._pairs.get(self.list.current)
        here = pair is not None and self.is_here(pair)
        job = self._job_of(pair) if pair else None
        local = pair is not None and pair.target.path is not None
        self._open.setVisible(here)
        self._get.setVisible(pair is not None and not here and not local)
        self._open.setEnabled(pair is not None)
        self._get.setEnabled(pair is not None and job is None)
        gated = pair is not None and not here and (pair.target.gated or pair.drafter.gated)
        self._access.setVisible(gated)
        self._remove.setVisible(pair is not None and pair.own)
        if pair is None:
            self.details.show_words("")
            return
        self._get.setText(self.tr("Get ({size})").format(size=size_text(self._missing_size(pair))))
        self.details.show_sheet(self._sheet(pair))

    def _sheet(self, pair: CataloguePair) -> Sheet:
        sheet = Sheet()
        sheet.title(pair.name)
        sheet.paragraph(translated("pairs", pair.reason))
        tone, words, told = self._memory(pair)
        if words:
            sheet.verdict(tone, words)
        sheet.paragraph(told, "muted")
        facts = [(self.tr("Suits"), translated("pairs", pair.hardware))]
        for what, file in ((self.tr("Target"), pair.target), (self.tr("Drafter"), pair.drafter)):
            facts += [(what, file.file_name), ("", self._about(file))]
        sheet.facts(facts)
        if pair.reported:
            sheet.section(self.tr("Reported by others, not promised here"))
            for report in pair.reported:
                ratio = self.tr("{ratio}x: {detail} (source: {source})")
                sheet.reason("·", ratio.format(ratio=report.ratio, detail=report.detail, source=report.source))
        return sheet

    def _about(self, file: CatalogueFile) -> str:
        here = self.tr("on this disk") if self._here(file) else self.tr("not here yet")
        if file.path is not None:
            return f"{file.path.parent} · {here}"
        context = self.tr("{tokens} tokens of context").format(tokens=f"{file.context:,}") if file.context else ""
        gated = self.tr("only after accepting its conditions") if file.gated else ""
        hash_ = "" if file.sha256 else self.tr("checked against the checksum that the Hub states for it")
        parts = (file.repository, size_text(file.size), file.licence, context, gated, hash_, here)
        return " · ".join(part for part in parts if part)

    @Slot(object)
    def _on_loaded(self, catalogue: Catalogue) -> None:
        if catalogue.complaint is not None:
            self.told.fail(catalogue.complaint)
        self._show()

    @Slot(object)
    def _on_job(self, _job: Job) -> None:
        for row in self.list.rows:
            pair = self._pairs.get(row.key)
            if pair is not None and (row.fraction is not None or self._job_of(pair) is not None):
                self.list.update_row(self._row(pair))
                if row.key == self.list.current:
                    self._show_details()

    @Slot()
    def _on_get(self) -> None:
        pair = self._pairs.get(self.list.current)
        if pair is not None:
            self._desk.downloads.add(pair.name, [pair.target.hub_file, pair.drafter.hub_file])
            self.told.say(self.tr("{pair} is in the list of downloads.").format(pair=pair.name))

    @Slot(str)
    def _on_opened(self, _key: str) -> None:
        for one in (self._open, self._get):
            if one.isVisible() and one.isEnabled():
                one.click()

    @Slot()
    def _on_open(self) -> None:
        pair = self._pairs.get(self.list.current)
        if pair is not None:
            self.told.say("")
            self._desk.catalogue.open(pair)

    @Slot(object)
    def _on_files_found(self, files: PairFiles) -> None:
        self.open_requested.emit(Opening(files))

    @Slot(object)
    def _on_files_missing(self, pair: CataloguePair) -> None:
        told = self.tr("A file of {pair} is not the one it should be: get the pair again.")
        self.told.say(told.format(pair=pair.name))
        self._get.setVisible(True)

    @Slot(bool)
    def _on_looking(self, busy: bool) -> None:
        if busy:
            self.strip.show_progress(self.tr("Checking the files…"))
        else:
            self.strip.hide()

    @Slot()
    def _on_access(self) -> None:
        pair = self._pairs.get(self.list.current)
        if pair is not None:
            self.access_requested.emit((pair.target if pair.target.gated else pair.drafter).repository)

    @Slot()
    def _on_remove(self) -> None:
        self._desk.catalogue.remove(self.list.current)

    @Slot(object)
    def _on_failed(self, error: DraftlightError | Bug) -> None:
        self.told.fail(error)
        if self._desk.catalogue.catalogue is None:
            self.list.say_empty(self.tr("The list of pairs cannot be read."))
