"""Everything behind the Models dialog that outlives it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from app.ui.models.catalogue_client import CatalogueClient
from app.ui.models.download_client import DownloadClient
from app.ui.models.fit_client import FitClient
from app.ui.models.hub_client import HubClient
from app.ui.models.library_client import LibraryClient

if TYPE_CHECKING:
    from app.ui.models.library_client import Found
    from app.ui.models.services import ModelServices


class ModelDesk(QObject):
    """The clients, each with threads of its own that start when first needed."""

    def __init__(self, services: ModelServices) -> None:
        super().__init__()
        self.endpoint = services.endpoint
        self.library = LibraryClient(services)
        self.fits = FitClient(services, self.library.library)
        self.hub = HubClient(services)
        self.downloads = DownloadClient(services)
        self.catalogue = CatalogueClient(services, self.library.library)
        self.downloads.finished.connect(self._on_finished)
        self.library.found.connect(self._on_found)

    def close(self) -> None:
        """Pause downloads, stop everything, end the threads."""
        for part in (self.downloads, self.library, self.fits, self.hub, self.catalogue):
            part.close()

    @Slot(object)
    def _on_finished(self, _job: object) -> None:
        self.library.scan()

    @Slot(object)
    def _on_found(self, found: Found) -> None:
        self.downloads.look_into(found.folders)
