"""Download jobs: what is to be fetched and how far it is, and the small files that keep them over a restart."""

from __future__ import annotations

import hashlib
import json
from contextlib import suppress
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from app.catalog.hub_search import HubFile, is_safe
from app.catalog.model_files import disk_errors, read_note
from app.errors import RefusedError
from app.paths import make_folder
from app.phrases import Phrase
from app.whole_files import replace_whole

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from app.catalog.progress import Retry
    from app.errors import DraftlightError

# Inside the folder of models; also holds the locks.
JOBS_FOLDER: Final = ".downloads"


class JobState(StrEnum):
    """Where a job stands, in words that the window translates."""

    QUEUED = "Queued"
    RUNNING = "Running"
    PAUSED = "Paused"
    DONE = "Done"
    FAILED = "Failed"
    CANCELLED = "Cancelled"


ENDED: Final = frozenset({JobState.DONE, JobState.CANCELLED})
SETTLED: Final = ENDED | {JobState.PAUSED, JobState.FAILED}


@dataclass(frozen=True, slots=True)
class Job:
    """One job at one moment.

    `stage` says what a running one does (a `Stage`), `retry` comes while it waits to try again. `done` and `total` are
    bytes of all files, `speed` bytes a second, averaged; `speed` and `seconds_left` are None while not known. `paths`
    are where the files are, in the order of `files`, once DONE; `error` says why it FAILED (None after a bug).
    """

    id: str
    name: str
    files: tuple[HubFile, ...]
    state: JobState
    done: int
    total: int
    stage: str = ""
    speed: float | None = None
    seconds_left: float | None = None
    retry: Retry | None = None
    error: DraftlightError | None = None
    paths: tuple[Path, ...] = ()


def job_id(files: Sequence[HubFile]) -> str:
    """The same files make the same job, so that nothing is downloaded twice."""
    text = "\n".join(sorted(f"{file.repository} {file.path} {file.sha256}" for file in files))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def require_fetchable(files: Sequence[HubFile]) -> None:
    """Raise RefusedError for a file without a checksum, or with a name that leads out of the folder."""
    for file in files:
        if file.sha256 is None:
            raise RefusedError(host="The Hugging Face Hub", file=file.path, detail=Phrase("no checksum is published"))
        if not (is_safe(file.repository) and is_safe(file.path)):
            raise RefusedError(host="The Hugging Face Hub", file=file.path, detail=Phrase("its name is not valid"))


def place_of(folder: Path, file: HubFile) -> Path:
    """Where a file is put: below its repository, as names such as model.gguf are not unique."""
    return folder.joinpath(*file.repository.split("/"), *file.path.split("/"))


def save_job(folder: Path, name: str, files: Sequence[HubFile]) -> None:
    """Note a job, so that it is found again. Raises DiskFullError, NotWritableError."""
    path = _job_path(folder, job_id(files))
    make_folder(path.parent)
    with disk_errors(path, 0):
        replace_whole(path, json.dumps({"name": name, "files": [asdict(file) for file in files]}))


def forget_job(folder: Path, identity: str) -> None:
    """Remove the note of a job that ended."""
    with suppress(OSError):
        _job_path(folder, identity).unlink(missing_ok=True)


def load_jobs(folder: Path) -> list[tuple[str, tuple[HubFile, ...]]]:
    """Name and files of every job that did not end; a damaged note is left out."""
    return [job for path in sorted((folder / JOBS_FOLDER).glob("*.json")) if (job := _load(path)) is not None]


def _load(path: Path) -> tuple[str, tuple[HubFile, ...]] | None:
    note = read_note(path)
    try:
        files = tuple(_file(facts) for facts in note["files"])  # type: ignore[attr-defined]
        require_fetchable(files)
    except (KeyError, TypeError, ValueError, RefusedError):
        return None
    return (str(note.get("name", "")), files) if files and path.stem == job_id(files) else None


def _file(facts: dict[str, object]) -> HubFile:
    size = facts["size"]
    if not isinstance(size, int) or size < 0:
        raise TypeError("size")
    texts = [facts[name] for name in ("repository", "revision", "path", "sha256")]
    repository, revision, path, sha256 = (str(text) for text in texts if isinstance(text, str))
    return HubFile(repository, revision, path, size, sha256)


def _job_path(folder: Path, identity: str) -> Path:
    return folder / JOBS_FOLDER / f"{identity}.json"
