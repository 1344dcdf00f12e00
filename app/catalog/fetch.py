"""One file of the Hub, brought to its place once: found if it is here already, else downloaded and checked."""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from app.catalog.download import download
from app.catalog.download_jobs import JOBS_FOLDER, job_id, place_of
from app.catalog.hub import look_up
from app.catalog.incoming import discard_partial, partial_path
from app.catalog.lock import exclusive
from app.catalog.model_files import ModelFile, is_right
from app.catalog.progress import Reporter, Stage
from app.catalog.retry import PATIENT, Retries
from app.errors import CancelledError, CorruptDownloadError
from app.paths import make_folder
from app.phrases import Phrase

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from app.catalog.hub_search import HubFile
    from app.catalog.progress import Stop
    from app.catalog.tokens import Token


@dataclass(frozen=True, slots=True)
class Shelf:
    """Where files go: `folder` is ours; files in `others`, such as caches of other programs, are used where they are.

    `endpoint` None: the Hub, or what HF_ENDPOINT says.
    """

    folder: Path
    others: Sequence[Path] = ()
    endpoint: str | None = None
    retries: Retries = PATIENT


def fetch(file: HubFile, shelf: Shelf, token: Token | None, reporter: Reporter) -> Path:
    """Download a file to its place; if somebody else does so now, wait and take theirs.

    Raises:
        DownloadError, StorageError: as `app.catalog.download.download`.
        CancelledError: a stop came; what was received is kept.
    """
    place, model = place_of(shelf.folder, file), model_file(file)
    make_folder(place.parent)
    with exclusive(_lock_path(file, shelf), reporter):
        if is_right(place, model, take_note=True, check=reporter.check):  # by whoever held the lock
            return place
        remote = look_up(
            file.repository,
            file.revision,
            file.path,
            reporter,
            endpoint=shelf.endpoint,
            token=token,
            retries=shelf.retries,
        )
        if (remote.file.size, remote.file.sha256) != (file.size, file.sha256 or remote.file.sha256):
            raise CorruptDownloadError(file=file.file_name, detail=Phrase("it has been replaced by another file"))
        return download(remote, place, reporter, shelf.retries)


def find(file: HubFile, shelf: Shelf, reporter: Reporter) -> Path | None:
    """A complete file with this size and hash: at its place, elsewhere in our folder, or in the others."""
    model = model_file(file)
    candidates = [place_of(shelf.folder, file)]
    for folder in (shelf.folder, *shelf.others):
        candidates += sorted(_files_of(folder, file.size), key=lambda path: path.name != file.file_name)
    for path in candidates:
        reporter.step(Stage.CHECKING, 0, file.size)
        ours = path.is_relative_to(shelf.folder)
        if is_right(path, model, take_note=ours, check=reporter.check):
            return path
    return None


def missing_bytes(file: HubFile, shelf: Shelf) -> int:
    """How many bytes of a file that is not here are still to come."""
    return max(0, file.size - _size_of(partial_path(place_of(shelf.folder, file))))


def received_bytes(file: HubFile, shelf: Shelf) -> int:
    """How many bytes of a file seem to be here; nothing is hashed."""
    if _size_of(place_of(shelf.folder, file)) == file.size:
        return file.size
    return file.size - missing_bytes(file, shelf)


def discard(file: HubFile, shelf: Shelf, stopped: Stop) -> None:
    """Remove what was received of a file that is not complete, unless somebody else is receiving it right now."""
    place = place_of(shelf.folder, file)
    with suppress(CancelledError), exclusive(_lock_path(file, shelf), Reporter(stopped, lambda _progress: None, "")):
        discard_partial(place)
    for folder in place.parents:
        if folder == shelf.folder:
            return
        with suppress(OSError):  # not empty
            folder.rmdir()


def model_file(file: HubFile) -> ModelFile:
    """The same file as one that can be checked."""
    return ModelFile(file.repository, file.file_name, file.size, file.sha256 or "")


def _lock_path(file: HubFile, shelf: Shelf) -> Path:
    """One lock for the same bytes, from wherever they come; for the same place, where their hash is not known yet."""
    return make_folder(shelf.folder / JOBS_FOLDER) / f"{file.sha256 or job_id([file])}.lock"


def _files_of(folder: Path, size: int) -> Iterator[Path]:
    """Files of this size anywhere in a folder that others may be changing."""
    for parent, _, names in os.walk(folder):
        for name in names:
            path = Path(parent) / name
            if not name.endswith(".part") and _size_of(path) == size:
                yield path


def _size_of(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0
