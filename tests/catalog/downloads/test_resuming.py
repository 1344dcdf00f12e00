"""Downloads that were paused, cancelled or killed, and go on where they were."""

from __future__ import annotations

import signal
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

from app.catalog import hub_client
from app.catalog.download_jobs import JOBS_FOLDER, JobState
from app.catalog.downloads import DownloadQueue
from app.catalog.fetch import Shelf
from app.catalog.hub_search import HubFile
from app.errors import (
    CancelledError,
)
from app.speculation.stop import Stop
from tests.catalog.downloads.queueing import CHILD, CUT, DRAFTER, TARGET, ended, facts_of, left, part_of, wait_for_part

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.catalog.loopback_hub import LoopbackHub


@pytest.mark.parametrize("faults", [{"hang_metadata": True}, {"hang_download": True}, {"stall_after": CUT}])
@pytest.mark.parametrize("act", [DownloadQueue.pause, DownloadQueue.cancel])
def test_pause_and_cancel_while_the_hub_is_silent(
    hub: LoopbackHub,
    queue: DownloadQueue,
    shelf: Shelf,
    target: HubFile,
    monkeypatch: pytest.MonkeyPatch,
    faults: dict[str, Any],
    act: Callable[[DownloadQueue, str], None],
) -> None:
    monkeypatch.setattr(hub_client, "METADATA_SECONDS", 3600)
    hub.fail(**faults)
    job = queue.add("t", [target])
    hub.stalled.wait()
    act(queue, job.id)
    job = ended(queue, job)
    if act is DownloadQueue.cancel:
        assert (job.state, left(shelf.folder)) == (JobState.CANCELLED, [])
        return
    assert job.state is JobState.PAUSED
    hub.fail()
    hub.requests.clear()
    received = part_of(shelf, target)
    size = received.stat().st_size if received.exists() else 0
    queue.resume(job.id)
    assert ended(queue, job).paths[0].read_bytes() == TARGET
    assert hub.requests[-1].headers.get("Range") == (f"bytes={size}-" if size else None)


def test_a_queued_job_can_be_paused_and_cancelled(
    hub: LoopbackHub, queue: DownloadQueue, shelf: Shelf, target: HubFile, drafter: HubFile
) -> None:
    hub.fail(hang_download=True)
    first, second = queue.add("first", [target]), queue.add("second", [drafter])
    hub.stalled.wait()
    queue.pause(second.id)
    assert ended(queue, second).state is JobState.PAUSED
    queue.cancel(second.id)
    assert ended(queue, second).state is JobState.CANCELLED
    queue.pause(second.id)
    queue.resume(second.id)
    assert ended(queue, second).state is JobState.CANCELLED
    queue.cancel(first.id)
    assert ended(queue, first).state is JobState.CANCELLED
    assert left(shelf.folder) == []


def test_a_wait_that_is_stopped_pauses_the_job(hub: LoopbackHub, queue: DownloadQueue, target: HubFile) -> None:
    hub.fail(hang_download=True)
    job, stop = queue.add("t", [target]), Stop()
    hub.stalled.wait()
    stop.set()
    with pytest.raises(CancelledError):
        queue.wait(job.id, stop)
    assert ended(queue, job).state is JobState.PAUSED


def test_an_unfinished_job_is_offered_after_a_restart(
    hub: LoopbackHub, shelf: Shelf, target: HubFile, drafter: HubFile
) -> None:
    hub.fail(stall_after=CUT)
    with DownloadQueue(shelf) as queue:
        queue.add("Pair", [target, drafter])
        wait_for_part(shelf, target)
    hub.fail()
    hub.requests.clear()
    with DownloadQueue(shelf) as queue:
        (job,) = queue.offer_unfinished()
        assert (job.name, job.state, job.total) == ("Pair", JobState.PAUSED, len(TARGET) + len(DRAFTER))
        assert 0 < job.done <= CUT
        assert queue.offer_unfinished() == ()
        assert hub.requests == []
        queue.resume(job.id)
        assert ended(queue, job).state is JobState.DONE
        assert [r.headers.get("Range") for r in hub.requests if r.method == "GET"] == [f"bytes={job.done}-", None]
    assert DownloadQueue(shelf).offer_unfinished() == ()


def test_killed_and_resumed(hub: LoopbackHub, shelf: Shelf, target: HubFile) -> None:
    hub.fail(stall_after=CUT)
    child = subprocess.Popen([sys.executable, "-c", CHILD, str(shelf.folder), hub.endpoint, facts_of(target)])
    wait_for_part(shelf, target)
    child.send_signal(signal.SIGKILL)
    child.wait()
    size = part_of(shelf, target).stat().st_size
    hub.fail()
    hub.requests.clear()
    with DownloadQueue(shelf) as queue:
        (job,) = queue.offer_unfinished()
        queue.resume(job.id)
        assert ended(queue, job).paths[0].read_bytes() == TARGET
    assert hub.requests[-1].headers["Range"] == f"bytes={size}-"
    assert left(shelf.folder) == ["target.gguf"]


@pytest.mark.parametrize(
    "note",
    ["", "[]", "{}", '{"files": 1}', '{"files": [{"size": "x"}]}', '{"files": [{"repository": "../../x"}]}', "\0"],
)
def test_damaged_notes_of_jobs_are_passed_over(shelf: Shelf, note: str) -> None:
    folder = shelf.folder / JOBS_FOLDER
    folder.mkdir(parents=True)
    (folder / "0123456789abcdef.json").write_text(note)
    assert DownloadQueue(shelf).offer_unfinished() == ()
