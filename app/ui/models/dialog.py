"""The Models dialog: find, explain, download and pair models."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QDialog, QHBoxLayout, QListWidget, QStackedWidget, QVBoxLayout, QWidget

from app.ui.controls import button
from app.ui.models.access_dialog import AccessDialog
from app.ui.models.builder_page import BuilderPage
from app.ui.models.downloads_page import DownloadsPage
from app.ui.models.hub_page import HubPage
from app.ui.models.library_page import LibraryPage
from app.ui.models.list_page import ListPage
from app.ui.models.recommended_page import RecommendedPage
from app.ui.timers import single_shot

if TYPE_CHECKING:
    from pathlib import Path

    from app.catalog.library import LibraryModel
    from app.ui.appearance import Appearance
    from app.ui.models.desk import ModelDesk
    from app.ui.pair_controller import Opening

RECOMMENDED, LIBRARY, BUILDER, HUB, DOWNLOADS = "recommended", "library", "builder", "hub", "downloads"
PAGES = (RECOMMENDED, LIBRARY, BUILDER, HUB, DOWNLOADS)
_Page = TypeVar("_Page", bound=ListPage)
_SMALLEST, _FIRST = QSize(760, 500), QSize(1000, 680)


class ModelsDialog(QDialog):
    """Five pages; Ctrl+1 to Ctrl+5 go to them.

    Signals:
        open_requested (Opening): load this pair; the dialog closes.
    """

    open_requested = Signal(object)

    def __init__(self, look: Appearance, desk: ModelDesk, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("models")
        self.setWindowTitle(self.tr("Models"))
        self._look = look
        self._desk = desk
        # The first page comes after the frame: both in one go would hold up the window.
        self._filling = single_shot(self, 0, self._fill)
        self._nav = QListWidget()
        self._stack = QStackedWidget()
        self._close = button(self.tr("Close"), "plain", "models_close")
        self._lay_out(parent)
        self._connect()
        self._show_counts()
        self.show_page(RECOMMENDED)

    def _lay_out(self, parent: QWidget) -> None:
        self._nav.setObjectName("models_nav")
        self._nav.setProperty("kind", "pages")
        self._nav.setAccessibleName(self.tr("Pages"))
        self._nav.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        for place, name in enumerate(self._names(), 1):
            self._nav.addItem(name)
            self._nav.item(place - 1).setToolTip(self.tr("{page} (Ctrl+{key})").format(page=name, key=place))
        side = QWidget()
        side.setObjectName("models_side")
        side.setProperty("kind", "side")
        side.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        side.setFixedWidth(round(self.fontMetrics().averageCharWidth() * 20) + 24)
        column = QVBoxLayout(side)
        column.setContentsMargins(12, 14, 12, 14)
        column.addWidget(self._nav, 1)
        column.addWidget(self._close)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(side)
        row.addWidget(self._stack, 1)
        self.setMinimumSize(_SMALLEST)
        room = parent.size()
        self.resize(_FIRST.boundedTo(QSize(room.width() - 20, room.height() - 20)).expandedTo(_SMALLEST))

    def _names(self) -> tuple[str, ...]:
        return (
            self.tr("Recommended"),
            self.tr("Library"),
            self.tr("Pair builder"),
            self.tr("Hub"),
            self.tr("Downloads"),
        )

    def _connect(self) -> None:
        self._nav.currentRowChanged.connect(self._on_row)
        self._close.clicked.connect(self.reject)
        for place in range(1, len(PAGES) + 1):
            shortcut = QShortcut(QKeySequence(f"Ctrl+{place}"), self)
            shortcut.setProperty("page", place - 1)
            shortcut.activated.connect(self._on_shortcut)
        self._desk.library.looked.connect(self._on_looked)
        self._desk.library.found.connect(self._show_counts)
        self._desk.downloads.changed.connect(self._show_counts)

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
        self._stack.setCurrentWidget(self.builder)
        self._desk.library.look_at(files)

    def show_page(self, name: str) -> None:
        """Go to a page."""
        self._nav.setCurrentRow(PAGES.index(name))
        if self.isVisible():
            self._fill()
        else:
            self._filling.start()

    @property
    def page(self) -> str:
        """Which page is on show."""
        return PAGES[self._nav.currentRow()]

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
        self._stack.addWidget(page)
        page.open_requested.connect(self._on_open)
        page.access_requested.connect(self._on_access)
        return page

    def _page_of(self, name: str) -> ListPage:
        page: ListPage = getattr(self, name)
        return page

    @Slot(int)
    def _on_row(self, row: int) -> None:
        if self.isVisible():
            self._stack.setCurrentWidget(self._page_of(PAGES[row]))

    @Slot()
    def _fill(self) -> None:
        """Show the page that was asked for, and let the person begin there."""
        self._filling.stop()
        page = self._page_of(self.page)
        self._stack.setCurrentWidget(page)
        page.focus_first()

    @Slot(object)
    def build(self, target: LibraryModel) -> None:
        """Go to the pair builder with a target."""
        self.show_page(BUILDER)
        self.builder.choose_target(target)

    @Slot(object)
    def _on_looked(self, models: tuple[LibraryModel, ...]) -> None:
        self.show_page(BUILDER)
        self.builder.bring(models)

    @Slot()
    def _show_counts(self) -> None:
        """Say in the list of pages how much is on them."""
        counts = {LIBRARY: len(self._desk.library.models), DOWNLOADS: len(self._desk.downloads.active)}
        for place, (key, name) in enumerate(zip(PAGES, self._names(), strict=True)):
            count = counts.get(key, 0)
            self._nav.item(place).setText(f"{name}  {count}" if count else name)

    @Slot()
    def _on_shortcut(self) -> None:
        self.show_page(PAGES[self.sender().property("page")])

    @Slot(object)
    def _on_open(self, opening: Opening) -> None:
        self.open_requested.emit(opening)
        self.accept()

    @Slot(str)
    def _on_access(self, repository: str) -> None:
        dialog = AccessDialog(self._desk, repository, self)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()
