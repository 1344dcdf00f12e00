"""Fetches the pairs of the catalogue: what is on the disk already, in whatever folder, is not fetched again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.catalog.gguf import Kind
from app.catalog.library import Library
from app.catalog.lock import exclusive
from app.catalog.model_files import is_right, require_space
from app.catalog.progress import Progress, Reporter
from app.catalog.starter import HubSource
from app.engine import PairFiles
from app.errors import DrafterKindError, FileInTheWayError, ModelFileMissingError
from app.paths import make_folder

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from app.catalog.pair_records import CatalogueFile, CataloguePair
    from app.paths import Paths
    from app.speculation.stop import Stop


def pull_pair(
    paths: Paths,
    pair: CataloguePair,
    stop: Stop,
    progress: Callable[[Progress], None],
    *,
    library: Library | None = None,
    endpoint: str | None = None,
) -> PairFiles:
    """Return the files of `pair`, fetched where they are missing.

    Room for both is asked for before the first byte. `library` None looks into all folders that a library knows;
    `endpoint` None is the Hub, or what HF_ENDPOINT says.

    Raises:
        DrafterKindError: it could not be loaded (`CataloguePair.usable`).
        ModelFileMissingError: the pair names a file of this machine that is not there.
        DownloadError, StorageError: a file cannot be had, or kept.
        CancelledError: `stop` was set meanwhile; what was received is kept for another try.
    """
    if not pair.usable:
        raise DrafterKindError(pair=pair.name, kind=Kind.MTP_HEAD.value)
    library = library or Library(paths)
    library.scan(stop, progress)
    make_folder(paths.data)
    make_folder(paths.models)
    reporter = Reporter(stop, progress, "this machine")
    with exclusive(paths.models / ".fetch.lock", reporter):
        files = {file.key: file for file in (pair.target, pair.drafter)}.values()
        places = {file.key: place for file in files if (place := find_file(library, file, reporter))}
        missing = [file for file in files if file.key not in places]
        require_space(paths.models, sum(file.size for file in missing))
        for file in missing:
            source = HubSource(file.model_file, file.repository, file.revision, endpoint)
            _require_free(source.place(paths))
            places[file.key] = source.fetch(paths, Reporter(stop, progress, source.name))
    return PairFiles(pair.name, places[pair.target.key], places[pair.drafter.key])


def _require_free(place: Path) -> None:
    """Pass a place where nothing lies that a download would take away."""
    make_folder(place.parent)
    if place.exists():
        raise FileInTheWayError(path=place)


def find_file(library: Library, file: CatalogueFile, reporter: Reporter) -> Path | None:
    """Where `file` is on this disk, None if it is nowhere; its hash decides, which takes seconds for a large one.

    Raises:
        ModelFileMissingError: it names a file of this machine that is not there.
        CancelledError: a stop came while hashing.
    """
    if file.path is not None:
        if not file.path.is_file():
            raise ModelFileMissingError(path=file.path)
        return file.path
    alike = (model for model in library.models if model.size == file.size and len(model.parts) == 1)
    for model in alike:
        noted = model.path.parent == library.own_folder
        if is_right(model.path, file.model_file, take_note=noted, check=reporter.check):
            return model.path
    return None
