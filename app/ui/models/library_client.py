"""The library as the window sees it: scans, folders, deleting, self-drafts, each off the window's thread."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from app.catalog.library import Library, LibraryModel, Scan
from app.catalog.removal import Removed, remove_model
from app.errors import TrashError
from app.self_drafts import list_self_drafts, make_self_draft
from app.ui.errand_group import ErrandGroup
from app.ui.errands import Errands

if TYPE_CHECKING:
    from pathlib import Path

    from app.speculation.stop import Stop
    from app.ui.errands import Tell
    from app.ui.models.services import ModelServices


@dataclass(frozen=True, slots=True)
class Found:
    """What a scan found, with the folders that were added and the self-drafts among the models."""

    scan: Scan
    folders: tuple[Path, ...]
    self_drafts: frozenset[Path]


@dataclass(frozen=True, slots=True)
class Deleted:
    """What deleting a model freed."""

    model: LibraryModel
    removed: Removed


@dataclass(frozen=True, slots=True)
class NoTrash:
    """A model that cannot go to the trash: the person may delete it for good."""

    model: LibraryModel
    error: TrashError


@dataclass(frozen=True, slots=True)
class Made:
    """A drafter that was made from a model."""

    target: LibraryModel
    drafter: Path


class LibraryClient(QObject):
    """Keeps what the last scan found.

    Signals:
        found (Found): a scan ended.
        progressed (Progress): how far a scan or the making of a drafter is.
        busy_changed (): something began or ended.
        deleted (Deleted), no_trash (NoTrash), made (Made): how those ended.
        looked (tuple of LibraryModel): files that the person brought.
        failed (DraftlightError or Bug): one of all these failed, and was not cancelled.
    """

    found = Signal(object)
    progressed = Signal(object)
    busy_changed = Signal()
    deleted = Signal(object)
    no_trash = Signal(object)
    made = Signal(object)
    looked = Signal(object)
    failed = Signal(object)

    def __init__(self, services: ModelServices) -> None:
        super().__init__()
        self._paths = services.paths
        self.library = Library(services.paths, list(services.places))
        self.models: tuple[LibraryModel, ...] = ()
        self.folders: tuple[Path, ...] = ()
        self.self_drafts: frozenset[Path] = frozenset()
        self.scanned = False
        self._scans = Errands("library scan")
        self._makes = Errands("self-draft")
        self._changes = Errands("library")
        self._all = ErrandGroup(self._scans, self._makes, self._changes)
        self._all.stepped.connect(self.progressed)
        self._all.done.connect(self._on_done)
        self._all.failed.connect(self.failed)
        self._all.busy_changed.connect(self.busy_changed)

    @property
    def is_scanning(self) -> bool:
        """Whether a scan is under way."""
        return self._scans.is_busy

    @property
    def is_making(self) -> bool:
        """Whether a drafter is being made."""
        return self._makes.is_busy

    def scan(self) -> None:
        """Look for models anew; `found` follows."""
        self._scans.start(self._scan)

    def add_folder(self, folder: Path) -> None:
        """Look into a folder too; `found` follows."""

        def work(stop: Stop, tell: Tell) -> Found:
            self.library.add_folder(folder)
            return self._scan(stop, tell)

        self._scans.start(work)

    def remove_folder(self, folder: Path) -> None:
        """Look into a folder no more; `found` follows."""

        def work(stop: Stop, tell: Tell) -> Found:
            self.library.remove_folder(folder)
            return self._scan(stop, tell)

        self._scans.start(work)

    def delete(self, model: LibraryModel, *, for_good: bool = False) -> None:
        """Move a model to the trash or delete it for good; `deleted` or `no_trash` follows, then `found`."""

        def work(_stop: Stop, _tell: Tell) -> Deleted | NoTrash:
            try:
                return Deleted(model, remove_model(model, for_good=for_good))
            except TrashError as error:
                return NoTrash(model, error)

        self._changes.post(work)

    def make_drafter(self, target: LibraryModel) -> None:
        """Make a coarser copy of a model; `made` follows, then `found`."""

        def work(stop: Stop, tell: Tell) -> Made:
            return Made(target, make_self_draft(self._paths, target.path, stop, tell))

        self._makes.start(work)

    def look_at(self, files: tuple[Path, ...]) -> None:
        """Read files that need not be in the library; `looked` follows."""

        def work(_stop: Stop, _tell: Tell) -> tuple[LibraryModel, ...]:
            return tuple(self.library.look_at(path) for path in files)

        self._changes.post(work)

    def cancel(self) -> None:
        """Stop scanning and making."""
        self._scans.cancel()
        self._makes.cancel()

    def close(self) -> None:
        """Stop everything and end the threads."""
        self._all.close()

    def _scan(self, stop: Stop, tell: Tell) -> Found:
        scan = self.library.scan(stop, tell)
        drafts = frozenset(one.drafter.path for one in list_self_drafts(self._paths, scan.models))
        return Found(scan, self.library.folders, drafts)

    @Slot(object)
    def _on_done(self, result: object) -> None:
        match result:
            case Found():
                self.models, self.folders = result.scan.models, result.folders
                self.self_drafts, self.scanned = result.self_drafts, True
                self.found.emit(result)
            case Deleted():
                self.deleted.emit(result)
                self.scan()
            case NoTrash():
                self.no_trash.emit(result)
            case Made():
                self.made.emit(result)
                self.scan()
            case _:
                self.looked.emit(result)
