"""Models on the Hub. Nothing is sent before a button is pressed."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QLineEdit

from app.catalog.hub_names import FileKind
from app.errors import GatedError, TokenError
from app.ui.controls import button, label
from app.ui.models.hub_sheet import file_row, found_row, proposal_row, proposal_sheet, repository_words
from app.ui.models.list_page import ListPage
from app.ui.models.row_view import RowsView
from app.ui.notices import notice_of

if TYPE_CHECKING:
    from app.catalog.hub_search import FoundModel, HubModel, RepositoryFiles
    from app.catalog.model import Model
    from app.catalog.proposals import Proposal
    from app.errors import DraftlightError
    from app.ui.appearance import Appearance
    from app.ui.bugs import Bug
    from app.ui.models.desk import ModelDesk
    from app.ui.models.rows import Row


def hub_host(endpoint: str | None) -> str:
    """Who will be asked."""
    return urlsplit(endpoint or os.environ.get("HF_ENDPOINT") or "https://huggingface.co").netloc or "huggingface.co"


class HubPage(ListPage):
    """Search, look into a repository, choose a target, be proposed drafters, get them."""

    def __init__(self, look: Appearance, desk: ModelDesk) -> None:
        super().__init__(look, "hub", self.tr("Repositories"), lines=2)
        self._desk = desk
        self._found: dict[str, FoundModel] = {}
        self._repository: RepositoryFiles | None = None
        self._target: HubModel | None = None
        self._proposals: dict[str, Proposal] = {}
        self._last: DraftlightError | Bug | None = None
        self._searching = False
        self.search = QLineEdit()
        self.search.setObjectName("hub_search")
        self.search.setPlaceholderText(self.tr("Words in the name, such as qwen3 8b"))
        self.search.setAccessibleName(self.tr("Search the Hub"))
        self._search = button(self.tr("Search"), "primary", "hub_search_button")
        self.files = RowsView(look, "hub_files", self.tr("Files"), lines=2)
        self.heading = label("", "strong", wrap=True)
        self.heading.setObjectName("hub_heading")
        self._list_files = button(self.tr("Show files"), "primary", "hub_open")
        self._get = button(self.tr("Get"), "primary", "hub_get")
        self._propose = button(self.tr("Find drafters for it"), "plain", "hub_propose")
        self._back = button(self.tr("All files"), "plain", "hub_back")
        self._access = button(self.tr("How to get access…"), "plain", "hub_access")
        self._again = button(self.tr("Try again"), "primary", "hub_again")
        self._arrange(hub_host(desk.endpoint))
        self._connect(desk)
        self._invite()
        self._show_details()

    def _arrange(self, host: str) -> None:
        """The files stand above their details."""
        lead = self.tr(
            "Nothing is sent until you press a button. Then {host} is asked; files come from there or from its storage."
        )
        buttons = [self._list_files, self._get, self._propose, self._back, self._access]
        self.lay_out(lead.format(host=host), [self.search, self._search], buttons, [self.heading, self.files])

    def _connect(self, desk: ModelDesk) -> None:
        self.search.returnPressed.connect(self._on_search)
        self._search.clicked.connect(self._on_search)
        self._list_files.clicked.connect(self._on_open)
        self._get.clicked.connect(self._on_get)
        self._propose.clicked.connect(self._on_propose)
        self._back.clicked.connect(self._on_back)
        self._access.clicked.connect(self._on_access)
        self._again.clicked.connect(self._on_search)
        self.list.chosen.connect(self._on_chosen)
        self.list.opened.connect(self._on_open)
        self.files.chosen.connect(self._show_details)
        self.strip.cancel_requested.connect(desk.hub.cancel)
        desk.hub.searched.connect(self._on_searched)
        desk.hub.listed.connect(self._on_listed)
        desk.hub.target_read.connect(self._on_target_read)
        desk.hub.proposed.connect(self._on_proposed)
        desk.hub.all_proposed.connect(self._on_all_proposed)
        desk.hub.failed.connect(self._on_failed)
        desk.downloads.failed.connect(self._on_failed)
        desk.hub.busy_changed.connect(self._on_busy)

    def focus_first(self) -> None:
        """Take the keyboard focus."""
        self.search.setFocus()

    @property
    def _file(self) -> HubModel | None:
        """The chosen file of the repository, or the proposed one."""
        if self._target is not None:
            proposal = self._proposals.get(self.files.current)
            return proposal.model if proposal else None
        models = self._repository.models if self._repository else ()
        return next((one for one in models if one.files and one.files[0].path == self.files.current), None)

    @Slot()
    def _on_search(self) -> None:
        self._clear_told()
        self._searching = True
        self.list.say_empty(self.tr("Searching…"))
        self._desk.hub.search(self.search.text())

    @Slot(object)
    def _on_searched(self, found: tuple[FoundModel, ...]) -> None:
        self._searching = False
        self._found = {one.repository: one for one in found}
        self.list.say_empty(self.tr("No repository of GGUF files has these words in its name."))
        self.list.show_rows([found_row(one) for one in found])
        self.list.setFocus()
        self._show_details()

    @Slot()
    def _on_chosen(self) -> None:
        self._repository = None
        self._target = None
        self._show_files()

    @Slot()
    def _on_open(self) -> None:
        if self.list.current:
            self._clear_told()
            self._searching = False
            self._desk.hub.open(self.list.current)

    @Slot(object)
    def _on_listed(self, repository: RepositoryFiles) -> None:
        if repository.repository != self.list.current:
            return
        self._repository = repository
        self._target = None
        self._show_files()
        self.files.setFocus()

    def _show_files(self) -> None:
        models = [one for one in (self._repository.models if self._repository else ()) if one.files]
        self.files.say_empty(
            self.tr("There are no GGUF files in it.") if self._repository else self.tr("Press “Show files” to look in.")
        )
        if self._target is None:
            self.files.show_rows([file_row(one) for one in models])
        self._show_details()

    @Slot()
    def _show_details(self) -> None:
        failed = self._searching and self._last is not None
        self.list.offer(self._again if failed else None)
        found, file, proposing = self._found.get(self.list.current), self._file, self._target is not None
        self.files.setVisible(found is not None)
        self.heading.setText(self._heading(found))
        self._list_files.setVisible(found is not None and self._repository is None)
        self._list_files.setEnabled(not self._desk.hub.is_listing)
        model = file is not None and file.kind is FileKind.MODEL and file.complete
        self._get.setVisible(self._repository is not None)
        self._get.setEnabled(file is not None and file.complete)
        self._get.setText(self.tr("Get both") if proposing else self.tr("Get"))
        self._propose.setVisible(self._repository is not None and not proposing)
        self._propose.setEnabled(model)
        self._back.setVisible(proposing)
        asks_access = isinstance(self._last, GatedError | TokenError)
        gated = self._repository.gated if self._repository else found is not None and found.gated
        self._access.setVisible(found is not None and (gated or asks_access))
        if found is None:
            self.details.show_words(
                self.tr(
                    "Search, look into a repository, choose a file, and let drafters be found for it: Draftlight reads "
                    "the first megabytes of each and says whether it fits before anything is downloaded."
                )
            )
        elif proposing:
            proposal = self._proposals.get(self.files.current)
            self.details.show_sheet(proposal_sheet(proposal, self._target, self._desk.hub.is_proposing))
            self._get.setEnabled(proposal is not None and proposal.fits)
        else:
            self.details.show_sheet(repository_words(found, self._repository, file))

    def _heading(self, found: FoundModel | None) -> str:
        if self._target is not None:
            return self.tr("Drafters for {target}").format(target=self._target.name)
        return found.repository if found else ""

    @Slot()
    def _on_get(self) -> None:
        file = self._file
        if file is None:
            return
        name, files = file.name, list(file.files)
        if self._target is not None:
            name, files = f"{self._target.name} + {file.name}", [*self._target.files, *file.files]
        self._desk.downloads.add(name, files)
        self.told.say(self.tr("{name} is in the list of downloads.").format(name=name))

    @Slot()
    def _on_propose(self) -> None:
        file = self._file
        if file is None:
            return
        self._clear_told()
        self._target = file
        self._proposals.clear()
        self.files.say_empty(self.tr("Looking for smaller models of the same family and reading their headers…"))
        self.files.show_rows([])
        self._desk.hub.propose(file)
        self._show_details()

    @Slot(object)
    def _on_target_read(self, _target: Model) -> None:
        self.strip.show_progress(self.tr("Reading the headers of possible drafters…"))

    @Slot(object)
    def _on_proposed(self, proposal: Proposal) -> None:
        row = proposal_row(proposal)
        self._proposals[row.key] = proposal
        self._list_proposals()

    def _list_proposals(self) -> None:
        rows: list[Row] = [proposal_row(one) for one in sorted(self._proposals.values(), key=lambda one: not one.fits)]
        self.files.show_rows(rows)
        self._show_details()

    @Slot()
    def _on_all_proposed(self) -> None:
        self.files.say_empty(self.tr("No smaller model of its family and architecture was found."))
        self._list_proposals()

    @Slot()
    def _on_back(self) -> None:
        self._desk.hub.cancel()
        self._target = None
        self._show_files()

    @Slot()
    def _on_access(self) -> None:
        self.access_requested.emit(self.list.current)

    @Slot()
    def _on_busy(self) -> None:
        hub = self._desk.hub
        if hub.is_searching:
            self.strip.show_progress(self.tr("Searching…"))
        elif hub.is_listing:
            self.strip.show_progress(self.tr("Asking for the list of files…"))
        elif hub.is_proposing:
            self.strip.show_progress(self.tr("Reading the header of the target…"))
        else:
            self.strip.hide()
            if self._searching:  # what came of it is told after this; of one that was cancelled nothing is
                self._invite()
        self._show_details()

    def _invite(self) -> None:
        self.list.say_empty(self.tr("Search for GGUF models; the most downloaded come first."))

    def _clear_told(self) -> None:
        self._last = None
        self.told.say("")

    @Slot(object)
    def _on_failed(self, error: DraftlightError | Bug) -> None:
        self._last = error
        if self._searching:
            self._show_failed_search(error)
        else:
            self.told.fail(error)
            self._show_details()

    def _show_failed_search(self, error: DraftlightError | Bug) -> None:
        """Say in place of results why there are none."""
        self._found = {}
        self.list.show_rows([])
        self.list.say_empty(notice_of(error).text)
        self._show_details()
        self._again.setFocus()
