"""The Models dialog: find, explain, download and pair models."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QSize, Signal, Slot

from app.ui.models.access_dialog import AccessDialog
from app.ui.models.builder_page import BuilderPage
from app.ui.models.downloads_page import DownloadsPage
from app.ui.models.hub_page import HubPage
from app.ui.models.library_page import LibraryPage
from app.ui.models.list_page import ListPage
from app.ui.models.recommended_page import RecommendedPage
from app.ui.paged_dialog import PagedDialog

if TYPE_CHECKING:
    from pathlib import Path

    from PySide6.QtWidgets import QWidget

    from app.catalog.library import LibraryModel
    from app.ui.appearance import Appearance
    from app.ui.models.desk import ModelDesk
    from app.ui.pair_controller import Opening

RECOMMENDED, LIBRARY, BUILDER, HUB, DOWNLOADS = "recommended", "library", "builder", "hub", "downloads"
PAGES = (RECOMMENDED, LIBRARY, BUILDER, HUB, DOWNLOADS)
_Page = TypeVar("_Page", bound=ListPage)
_SMALLEST = QSize(760, 500)


class ModelsDialog(PagedDialog):
    """Five pages; Ctrl+1 to Ctrl+5 go to them.

    Signals:
        open_requested (Opening): load this pair; the dialog closes.
    """

    open_requested = Signal(object)

    def __init__(self, look: Appearance, desk: ModelDesk, parent: QWidget) -> None:
        super().__init__("models", PAGES, _SMALLEST, parent)
        self.setWindowTitle(self.tr("Models"))
        self._look = look
        self._desk = desk
        self._desk.library.looked.connect(self._on_looked)
        self._desk.library.found.connect(self.name_pages)
        self._desk.downloads.changed.connect(self.name_pages)
        self.name_pages()
        self.show_page(RECOMMENDED)

    def page_names(self) -> tuple[str, ...]:
        counts = {LIBRARY: len(self._desk.library.models), DOWNLOADS: len(self._desk.downloads.active)}
        names = (
            self.tr("Recommended"),
            self.tr("Library"),
            self.tr("Pair builder"),
            self.tr("Hub"),
            self.tr("Downloads"),
        )
        return tuple(
            f"{name}  {counts[key]}" if counts.get(key) else name for key, name in zip(PAGES, names, strict=True)
        )

    def start(self) -> None:
        """Look at this disk and this machine, as they are now. Nothing is sent."""
        self._desk.fits.measure()
        if self._desk.catalogue.catalogue is None:
            self._desk.catalogue.load()
        if not self._desk.library.is_scanning:
            self._desk.library.scan()

    def look_at(self, files: tuple[Path, ...]) -> None:
        """Go to the pair builder with files of the person's, or have it tell what is wrong with them."""
        self.show_page(BUILDER)
        self.turn_to(self.builder)
        self._desk.library.look_at(files)

    @cached_property
    def recommended(self) -> RecommendedPage:
        """Known pairs. Like every page it is made when it is first needed: five at once would hold up the window."""
        return self._placed(RecommendedPage(self._look, self._desk))

    @cached_property
    def library(self) -> LibraryPage:
        """What is on this disk."""
        page = self._placed(LibraryPage(self._look, self._desk))
        page.target_requested.connect(self.build)
        return page

    @cached_property
    def builder(self) -> BuilderPage:
        """A target and a drafter for it."""
        return self._placed(BuilderPage(self._look, self._desk))

    @cached_property
    def hub(self) -> HubPage:
        """What others published."""
        return self._placed(HubPage(self._look, self._desk))

    @cached_property
    def downloads(self) -> DownloadsPage:
        """What is being fetched."""
        return self._placed(DownloadsPage(self._look, self._desk))

    def _placed(self, page: _Page) -> _Page:
        self.place(page)
        page.open_requested.connect(self._on_open)
        page.access_requested.connect(self._on_access)
        return page

    @Slot(object)
    def build(self, target: LibraryModel) -> None:
        """Go to the pair builder with a target."""
        self.show_page(BUILDER)
        self.builder.choose_target(target)

    @Slot(object)
    def _on_looked(self, models: tuple[LibraryModel, ...]) -> None:
        self.show_page(BUILDER)
        self.builder.bring(models)

    @Slot(object)
    def _on_open(self, opening: Opening) -> None:
        self.open_requested.emit(opening)
        self.accept()

    @Slot(str)
    def _on_access(self, repository: str) -> None:
        dialog = AccessDialog(self._desk, repository, self)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()
