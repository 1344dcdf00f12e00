"""What tests of the queue of downloads have in common: two files on a Hub, and who listens."""

from __future__ import annotations

import json
import os
import random
import threading
import time
from dataclasses import asdict
from typing import TYPE_CHECKING

from app.catalog.download_jobs import Job, place_of
from app.catalog.downloads import DownloadQueue
from app.catalog.fetch import Shelf
from app.catalog.hub_search import HubFile
from app.catalog.incoming import partial_path
from app.catalog.retry import Retries
from app.speculation.stop import Stop
from tests.catalog.loopback_hub import COMMIT

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.catalog.loopback_hub import LoopbackHub


TARGET = random.Random(3).randbytes(2_000_000)
DRAFTER = random.Random(4).randbytes(700_000)
CUT = 1_000_000
QUICK = Retries(limit=2, first=0.001)
# Another program that downloads: its arguments are the folder, the endpoint, and what `facts_of` returns.
CHILD = """
import json, sys
from pathlib import Path
from app.catalog.downloads import DownloadQueue
from app.catalog.fetch import Shelf
from app.catalog.hub_search import HubFile
from app.speculation.stop import Stop
folder, endpoint, facts = sys.argv[1:]
with DownloadQueue(Shelf(Path(folder), endpoint=endpoint or None)) as queue:
    queue.wait(queue.add("t", [HubFile(**json.loads(facts))]).id, Stop())
"""


class Recorder:
    """Keeps what the queue tells, and wakes whoever waits for it."""

    def __init__(self) -> None:
        self.told: list[Job] = []
        self.act: Callable[[Job], None] = lambda _job: None

    def __call__(self, job: Job) -> None:
        self.told.append(job)
        self.act(job)

    def once(self, condition: Callable[[Job], bool], act: Callable[[Job], object]) -> None:
        """Call `act` with the first job that is told and meets the condition."""
        done = threading.Event()

        def check(job: Job) -> None:
            if not done.is_set() and condition(job):
                done.set()
                act(job)

        self.act = check


def publish(hub: LoopbackHub, path: str, data: bytes, repository: str = "some/model") -> HubFile:
    return HubFile(repository, COMMIT, path, len(data), hub.add(repository, COMMIT, path, data))


def ended(queue: DownloadQueue, job: Job) -> Job:
    return queue.wait(job.id, Stop())


def gets(hub: LoopbackHub) -> list[str]:
    return [request.path.rsplit("/", 1)[1] for request in hub.requests if request.method == "GET"]


def part_of(shelf: Shelf, file: HubFile) -> Path:
    return partial_path(place_of(shelf.folder, file))


def wait_for_part(shelf: Shelf, file: HubFile) -> int:
    """Its size, once nearly all is written that comes before the server falls silent (the last bytes are buffered)."""
    deadline, part = time.monotonic() + 20, part_of(shelf, file)
    while not part.exists() or part.stat().st_size < CUT - 100_000:
        assert time.monotonic() < deadline
        os.sched_yield()
    return part.stat().st_size


def left(folder: Path) -> list[str]:
    """Every file below the folder but locks and notes of hashes."""
    paths = (path for path in folder.rglob("*") if path.is_file())
    return sorted(path.name for path in paths if not path.name.endswith((".lock", ".verified.json")))


def facts_of(file: HubFile) -> str:
    return json.dumps(asdict(file))
