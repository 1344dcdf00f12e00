"""The queue of downloads as the window sees it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal, Slot

from app.catalog.download_jobs import ENDED, JobState
from app.catalog.downloads import DownloadQueue
from app.catalog.fetch import Shelf
from app.options import PairFiles
from app.ui.errands import Errands

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from app.catalog.download_jobs import Job
    from app.catalog.hub_search import HubFile
    from app.ui.models.services import ModelServices

_LATER_PART = re.compile(r"-(?!00001)\d{5}-of-\d{5}\.gguf$", re.IGNORECASE)


class DownloadClient(QObject):
    """Steers the queue and keeps the latest record of every job.

    Signals:
        changed (Job): a job came, went on, or ended.
        finished (Job): all files of a job are here.
        failed (DraftlightError or Bug): a wish could not be carried out.
    """

    changed = Signal(object)
    finished = Signal(object)
    failed = Signal(object)

    _heard = Signal(object)

    def __init__(self, services: ModelServices) -> None:
        super().__init__()
        self.jobs: dict[str, Job] = {}
        self._others: list[Path] = [place.folder for place in services.places]
        shelf = Shelf(services.paths.models, others=self._others, endpoint=services.endpoint)
        # The queue tells on threads of its own, which Qt does not know: always queued.
        self._heard.connect(self._on_heard, Qt.ConnectionType.QueuedConnection)
        self._queue = DownloadQueue(shelf, self._heard.emit, services.tokens.get)
        self._wishes = Errands("downloads")
        self._wishes.done.connect(self._on_done)
        self._wishes.failed.connect(self.failed)

    @property
    def active(self) -> tuple[Job, ...]:
        """Jobs that have not ended."""
        return tuple(job for job in self.jobs.values() if job.state not in ENDED)

    def start(self) -> None:
        """Offer what an earlier run did not end, paused; nothing is sent."""
        self._wish(self._queue.offer_unfinished)

    def look_into(self, folders: Sequence[Path]) -> None:
        """Files in these folders need not be downloaded."""
        self._others += [folder for folder in folders if folder not in self._others]

    def add(self, name: str, files: Sequence[HubFile]) -> None:
        """Fetch files, or go on with it."""
        wanted = tuple(files)
        self._wish(lambda: (self._queue.add(name, wanted),))

    def pause(self, identity: str) -> None:
        """Stop a job and keep what came."""
        self._wish(lambda: self._queue.pause(identity))

    def resume(self, identity: str) -> None:
        """Go on with a job that was paused or failed."""
        self._wish(lambda: self._queue.resume(identity))

    def cancel(self, identity: str) -> None:
        """Stop a job and remove what came."""
        self._wish(lambda: self._queue.cancel(identity))

    def clear_ended(self) -> None:
        """Forget jobs that are done or cancelled; files stay."""
        self.jobs = {job.id: job for job in self.active}

    def close(self) -> None:
        """Pause what runs and end the threads."""
        self._wishes.close()
        self._queue.close()

    def _wish(self, act: Callable[[], object]) -> None:
        """Carry out a wish in order, off the window's thread, since notes are written and files removed."""
        self._wishes.post(lambda _stop, _tell: act())

    @Slot(object)
    def _on_done(self, jobs: object) -> None:
        for job in jobs if isinstance(jobs, tuple) else ():
            if job.id not in self.jobs or self.jobs[job.id].state in ENDED:
                self._on_heard(job)

    @Slot(object)
    def _on_heard(self, job: Job) -> None:
        before = self.jobs.get(job.id)
        self.jobs[job.id] = job
        self.changed.emit(job)
        if job.state is JobState.DONE and (before is None or before.state is not JobState.DONE):
            self.finished.emit(job)


def pair_of(job: Job) -> PairFiles | None:
    """The pair that a job fetched: its first model is the target, the second the drafter; None for more of them."""
    firsts = [path for file, path in zip(job.files, job.paths, strict=False) if not _LATER_PART.search(file.path)]
    if not 1 <= len(firsts) <= 2:
        return None
    return PairFiles(job.name, firsts[0], firsts[1] if len(firsts) == 2 else None)
