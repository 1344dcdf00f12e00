"""What the queue of downloads keeps of a job while it is in it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from app.catalog.download_jobs import Job, JobState, job_id
from app.catalog.speed import Speedometer
from app.speculation.stop import Stop

if TYPE_CHECKING:
    import threading
    from pathlib import Path

    from app.catalog.hub_search import HubFile
    from app.catalog.progress import Retry
    from app.errors import DraftlightError


@dataclass(slots=True)
class Entry:
    """One job; everything but `files` changes under the lock of the queue only."""

    name: str
    files: tuple[HubFile, ...]
    state: JobState
    done: int = 0
    stage: str = ""
    retry: Retry | None = None
    error: DraftlightError | None = None
    paths: tuple[Path, ...] = ()
    stop: Stop = field(default_factory=Stop)
    # What becomes of a running job once it has stopped.
    wish: JobState = JobState.PAUSED
    speedometer: Speedometer = field(default_factory=Speedometer)
    next_telling: float = 0.0
    thread: threading.Thread | None = None

    def snapshot(self) -> Job:
        """How it stands now."""
        total = sum(file.size for file in self.files)
        running = self.state is JobState.RUNNING
        return Job(
            id=job_id(self.files),
            name=self.name,
            files=self.files,
            state=self.state,
            done=self.done,
            total=total,
            stage=self.stage if running else "",
            speed=self.speedometer.speed if running else None,
            seconds_left=self.speedometer.seconds_left(total - self.done) if running else None,
            retry=self.retry if running else None,
            error=self.error,
            paths=self.paths,
        )
