"""Fetches the pairs of the catalogue: what is on the disk already, in whatever folder, is not fetched again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.catalog.fetch import Shelf, fetch, missing_bytes, model_file
from app.catalog.hub import HUB
from app.catalog.library import Library
from app.catalog.model_files import is_right, require_space
from app.catalog.progress import Progress, Reporter
from app.catalog.retry import IMPATIENT
from app.errors import ModelFileMissingError
from app.options import PairFiles
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
        ModelFileMissingError: the pair names a file of this machine that is not there.
        DownloadError, StorageError: a file cannot be had, or kept.
        CancelledError: `stop` was set meanwhile; what was received is kept for another try.
    """
    library = library or Library(paths)
    library.scan(stop, progress)
    shelf = Shelf(paths.models, endpoint=endpoint, retries=IMPATIENT)
    files = {file.key: file for file in (pair.target, pair.drafter)}.values()
    here = Reporter(stop, progress, "this machine")
    places = {file.key: place for file in files if (place := find_file(library, file, here))}
    missing = [file for file in files if file.key not in places]
    if missing:
        make_folder(paths.data)
        make_folder(paths.models)
        require_space(paths.models, sum(missing_bytes(file.hub_file, shelf) for file in missing))
    for file in missing:
        places[file.key] = fetch(file.hub_file, shelf, None, Reporter(stop, progress, HUB))
    return PairFiles(pair.name, places[pair.target.key], places[pair.drafter.key])


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
        ours = model.path.is_relative_to(library.own_folder)
        if is_right(model.path, model_file(file.hub_file), take_note=ours, check=reporter.check):
            return model.path
    return None
