"""The catalogue of pairs as the window sees it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from app.catalog.own_pairs import add_pair, remove_pair
from app.catalog.pair_records import CataloguePair, DrafterNeed, local_file
from app.catalog.pairs import Catalogue, load_catalogue
from app.catalog.progress import Reporter
from app.options import PairFiles
from app.pull_pairs import find_file
from app.ui.errand_group import ErrandGroup
from app.ui.errands import Errands

if TYPE_CHECKING:
    from pathlib import Path

    from app.catalog.library import Library
    from app.speculation.stop import Stop
    from app.ui.errands import Tell
    from app.ui.models.services import ModelServices


class CatalogueClient(QObject):
    """Reads and changes the list of pairs, and finds the files of one on this disk.

    Signals:
        loaded (Catalogue): the list was read, or changed.
        opened (PairFiles): the files of a pair were found and are right.
        missing (CataloguePair): one or both of them are not here.
        progressed (Progress): how far the look at the files is.
        busy_changed (bool): whether files are being looked at.
        failed (DraftlightError or Bug).
    """

    loaded = Signal(object)
    opened = Signal(object)
    missing = Signal(object)
    progressed = Signal(object)
    busy_changed = Signal(bool)
    failed = Signal(object)

    def __init__(self, services: ModelServices, library: Library) -> None:
        super().__init__()
        self._paths = services.paths
        self._library = library
        self.catalogue: Catalogue | None = None
        self._reading = Errands("catalogue")
        self._finding = Errands("pair files")
        self._reading.done.connect(self._on_loaded)
        self._finding.done.connect(self._on_found)
        self._finding.stepped.connect(self.progressed)
        self._finding.busy_changed.connect(self.busy_changed)
        self._all = ErrandGroup(self._reading, self._finding)
        self._all.failed.connect(self.failed)

    def load(self) -> None:
        """Read the list; `loaded` follows."""
        self._reading.post(lambda _stop, _tell: load_catalogue(self._paths))

    def add(self, name: str, target: Path, drafter: Path) -> None:
        """Keep a pair of files of this machine; `loaded` follows."""

        def work(_stop: Stop, _tell: Tell) -> Catalogue:
            add_pair(self._paths, own_pair(name, target, drafter))
            return load_catalogue(self._paths)

        self._reading.post(work)

    def remove(self, key: str) -> None:
        """Forget an own pair, whose files stay; `loaded` follows."""

        def work(_stop: Stop, _tell: Tell) -> Catalogue:
            remove_pair(self._paths, key)
            return load_catalogue(self._paths)

        self._reading.post(work)

    def open(self, pair: CataloguePair) -> None:
        """Find the files of a pair, by hash; `opened` or `missing` follows."""

        def work(stop: Stop, tell: Tell) -> PairFiles | CataloguePair:
            reporter = Reporter(stop, tell, "")
            places = [find_file(self._library, file, reporter) for file in (pair.target, pair.drafter)]
            if places[0] is None or places[1] is None:
                return pair
            return PairFiles(pair.name, places[0], places[1])

        self._finding.start(work)

    def cancel(self) -> None:
        """Stop looking at files."""
        self._finding.cancel()

    def close(self) -> None:
        """End the threads."""
        self._all.close()

    @Slot(object)
    def _on_loaded(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self.loaded.emit(catalogue)

    @Slot(object)
    def _on_found(self, result: PairFiles | CataloguePair) -> None:
        (self.opened if isinstance(result, PairFiles) else self.missing).emit(result)


def own_pair(name: str, target: Path, drafter: Path) -> CataloguePair:
    """A pair of two files of this machine."""
    return CataloguePair(
        key=f"own-{_key(target)}-{_key(drafter)}"[:100],
        name=name,
        target=local_file(f"own-{_key(target)}"[:100], target),
        drafter=local_file(f"own-{_key(drafter)}"[:100], drafter),
        kind=DrafterNeed.MODEL,
        reason="",
        hardware="",
    )


def _key(path: Path) -> str:
    """A key of the catalogue from a path: its name, and a number that tells files of one name apart."""
    import zlib

    name = re.sub(r"[^a-z0-9._-]+", "-", path.stem.lower())[:32].strip("-") or "model"
    return f"{name}-{zlib.crc32(str(path).encode('utf-8', 'surrogatepass')):08x}"
