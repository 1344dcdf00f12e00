"""The queue of downloads: several jobs, a few at once, told and steered from any thread. Knows nothing of Qt.

Jobs that did not end are noted on the disk. `offer_unfinished` finds them again, paused: none starts by itself.
"""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING, Final, Self

from app.catalog.download_entry import Entry
from app.catalog.download_jobs import (
    ENDED,
    SETTLED,
    Job,
    JobState,
    forget_job,
    job_id,
    load_jobs,
    require_fetchable,
    save_job,
)
from app.catalog.fetch import Shelf, discard, fetch, find, missing_bytes, received_bytes
from app.catalog.hub_client import HUB
from app.catalog.model_files import require_space
from app.catalog.network import in_thread
from app.catalog.progress import Progress, Reporter, Stage
from app.errors import CancelledError, DraftlightError
from app.paths import make_folder
from app.speculation.stop import Stop as StopFlag

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from app.catalog.hub_search import HubFile
    from app.catalog.progress import Stop
    from app.catalog.tokens import Token

# How often a running job is told at most.
TELL_SECONDS: Final = 0.1
_POLL_SECONDS: Final = 0.05


class DownloadQueue:
    """Fetches jobs in the order in which they were added, `at_once` at a time.

    `changed` gets a Job for every change of state at once and for progress about ten times a second, on a thread of the
    queue or of the caller, one call at a time. `token` is asked on a thread of its own. `close` (or the end of a
    `with`) stops what runs and keeps what came.
    """

    def __init__(
        self,
        shelf: Shelf,
        changed: Callable[[Job], None] = lambda _job: None,
        token: Callable[[], Token | None] = lambda: None,
        at_once: int = 1,
    ) -> None:
        self._shelf = shelf
        self._changed = changed
        self._token = token
        self._at_once = at_once
        self._entries: dict[str, Entry] = {}
        self._closed = False
        self._lock = threading.Condition()
        self._telling = threading.RLock()

    def jobs(self) -> tuple[Job, ...]:
        """All jobs, the first added first."""
        with self._lock:
            return tuple(entry.snapshot() for entry in self._entries.values())

    def add(self, name: str, files: Sequence[HubFile]) -> Job:
        """Queue all `files` as one job, or go on with the job that has them already.

        Raises:
            RefusedError: a file has no checksum or no valid name.
            StorageError: the job cannot be noted.
        """
        require_fetchable(files)
        identity = job_id(files)
        with self._lock:
            known = self._entries.get(identity)
            fresh = known is None or known.state in ENDED
            if fresh:
                self._entries.pop(identity, None)  # to come last again
                make_folder(self._shelf.folder)
                save_job(self._shelf.folder, name, files)
                self._entries[identity] = Entry(name, tuple(files), JobState.QUEUED)
        if fresh:
            self._tell(identity)
            self._start_next()
        else:
            self.resume(identity)
        return self._job(identity)

    def offer_unfinished(self) -> tuple[Job, ...]:
        """Add the jobs that an earlier run did not end, paused, and return them."""
        offered = []
        for name, files in load_jobs(self._shelf.folder):
            identity = job_id(files)
            with self._lock:
                if identity in self._entries:
                    continue
                done = sum(received_bytes(file, self._shelf) for file in files)
                self._entries[identity] = Entry(name, files, JobState.PAUSED, done)
            offered.append(self._job(identity))
        return tuple(offered)

    def pause(self, identity: str) -> None:
        """Stop a job and keep what came; a running one needs up to 0.1 s."""
        self._end(identity, JobState.PAUSED)

    def cancel(self, identity: str) -> None:
        """Stop a job and remove what came of files that are not complete."""
        self._end(identity, JobState.CANCELLED)

    def resume(self, identity: str) -> None:
        """Queue a job again that was paused or failed."""
        with self._lock:
            entry = self._entries[identity]
            if entry.state is JobState.RUNNING and entry.stop.is_set:
                entry.wish = JobState.QUEUED
            if entry.state not in {JobState.PAUSED, JobState.FAILED}:
                return
            entry.state, entry.error, entry.stop = JobState.QUEUED, None, StopFlag()
        self._tell(identity)
        self._start_next()

    def wait(self, identity: str, stop: Stop) -> Job:
        """The job, once it is done, failed, paused or cancelled.

        Raises:
            CancelledError: `stop` was set; the job is paused.
        """
        with self._lock:
            while self._entries[identity].state not in SETTLED:
                if stop.is_set:
                    break
                self._lock.wait(_POLL_SECONDS)
        if stop.is_set:
            self.pause(identity)
            raise CancelledError
        return self._job(identity)

    def close(self) -> None:
        """Stop everything, wait for it, and start nothing more."""
        with self._lock:
            self._closed = True
            threads = [entry.thread for entry in self._entries.values() if entry.thread and entry.thread.is_alive()]
            for entry in self._entries.values():
                if entry.state is JobState.RUNNING and not entry.stop.is_set:
                    entry.wish = JobState.PAUSED
                    entry.stop.set()
        for thread in threads:
            thread.join()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _job(self, identity: str) -> Job:
        with self._lock:
            return self._entries[identity].snapshot()

    def _tell(self, identity: str) -> None:
        """Pass a job on, outside the lock, so that `changed` may call the queue; in order, because one at a time."""
        with self._telling:
            self._changed(self._job(identity))

    def _end(self, identity: str, state: JobState) -> None:
        remover = None
        with self._lock:
            entry = self._entries[identity]
            # What failed has nothing to pause, but parts to remove.
            if entry.state in ENDED or (state is JobState.PAUSED and entry.state in SETTLED):
                return
            entry.stop.set()
            entry.wish = state
            if entry.state is JobState.RUNNING:
                return
            if state is JobState.PAUSED:
                entry.state = state
                self._lock.notify_all()
            else:
                # To remove large files takes a while: that too is done on a thread, which finds itself stopped.
                remover = self._prepare(identity, entry)
        self._tell(identity)
        if remover:
            remover.start()

    def _prepare(self, identity: str, entry: Entry) -> threading.Thread:
        """Make the thread of a job that is to run, under the lock."""
        entry.state = JobState.RUNNING
        # Should the program end in a hurry, the part and the note are right at any moment.
        entry.thread = threading.Thread(target=self._run, args=(identity,), name="download", daemon=True)
        return entry.thread

    def _start_next(self) -> None:
        started = []
        with self._lock:
            running = sum(entry.state is JobState.RUNNING for entry in self._entries.values())
            for identity, entry in self._entries.items():
                if self._closed or running >= self._at_once:
                    break
                if entry.state is JobState.QUEUED:
                    entry.stop, running = StopFlag(), running + 1
                    started.append((identity, self._prepare(identity, entry)))
        for identity, thread in started:
            self._tell(identity)
            thread.start()

    def _run(self, identity: str) -> None:
        """The whole of one job, on a thread of its own."""
        entry = self._entries[identity]
        state = JobState.FAILED
        paths: tuple[Path, ...] = ()
        error: DraftlightError | None = None
        try:
            paths = self._fetch_all(identity, entry)
            state = JobState.DONE
        except CancelledError:
            state = entry.wish
        except DraftlightError as failure:
            cancelled = entry.stop.is_set and entry.wish is JobState.CANCELLED
            state, error = (JobState.CANCELLED, None) if cancelled else (JobState.FAILED, failure)
        finally:
            if state is JobState.CANCELLED:
                for file in entry.files:
                    discard(file, self._shelf, entry.stop)
            with self._lock:
                if entry.wish is JobState.QUEUED and state in {JobState.PAUSED, JobState.CANCELLED}:
                    state = entry.wish  # it was resumed meanwhile
                if state in ENDED:
                    forget_job(self._shelf.folder, identity)
                entry.state, entry.error, entry.paths = state, error, paths
                self._lock.notify_all()
            self._tell(identity)
            self._start_next()

    def _fetch_all(self, identity: str, entry: Entry) -> tuple[Path, ...]:
        """Look for every file, make sure that all that are missing have room, then fetch them one by one."""
        before = 0

        def report(progress: Progress) -> None:
            self._progressed(identity, entry, before, progress)

        reporter = Reporter(entry.stop, report, HUB)
        found = [find(file, self._shelf, reporter) for file in entry.files]
        missing = [file for file, path in zip(entry.files, found, strict=True) if path is None]
        needed = sum(missing_bytes(file, self._shelf) for file in missing) + self._promised(entry)
        require_space(self._shelf.folder, needed)
        # A keyring may ask the person to unlock it first.
        token = in_thread(self._token, entry.stop)
        paths = []
        for file, path in zip(entry.files, found, strict=True):
            paths.append(path or fetch(file, self._shelf, token, reporter))
            before += file.size
            with self._lock:
                entry.done = before
        return tuple(paths)

    def _promised(self, entry: Entry) -> int:
        """Bytes that other running jobs will still write."""
        with self._lock:
            others = [other for other in self._entries.values() if other is not entry]
            return sum(
                max(0, sum(file.size for file in other.files) - other.done)
                for other in others
                if other.state is JobState.RUNNING
            )

    def _progressed(self, identity: str, entry: Entry, before: int, progress: Progress) -> None:
        now = time.monotonic()
        with self._lock:
            if progress.stage == Stage.DOWNLOADING:
                entry.done = before + progress.done
                entry.speedometer.note(entry.done)
            elif entry.stage == Stage.DOWNLOADING:
                entry.speedometer.restart()
            changed = entry.stage != progress.stage
            entry.stage, entry.retry = progress.stage, progress.retry
            if not changed and now < entry.next_telling:
                return
            entry.next_telling = now + TELL_SECONDS
        self._tell(identity)
