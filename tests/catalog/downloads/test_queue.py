"""The queue against a real Hub on loopback: nothing wrong under a final name, nothing downloaded twice."""

from __future__ import annotations

import threading
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from app.catalog import downloads
from app.catalog.download_jobs import JobState
from app.catalog.downloads import DownloadQueue
from app.catalog.fetch import Shelf
from app.catalog.hub_search import HubFile
from app.catalog.progress import Stage
from tests.catalog.downloads.queueing import CUT, DRAFTER, TARGET, Recorder, ended, gets, left, publish, wait_for_part

if TYPE_CHECKING:
    from pathlib import Path

    from tests.catalog.loopback_hub import LoopbackHub


def test_a_pair_is_one_job(
    hub: LoopbackHub, queue: DownloadQueue, recorder: Recorder, shelf: Shelf, target: HubFile, drafter: HubFile
) -> None:
    job = ended(queue, queue.add("Pair", [target, drafter]))
    assert (job.state, job.done, job.total, job.error) == (JobState.DONE, job.total, len(TARGET) + len(DRAFTER), None)
    assert [path.read_bytes() for path in job.paths] == [TARGET, DRAFTER]
    assert job.paths == (shelf.folder / "some/model/target.gguf", shelf.folder / "other/small/drafter.gguf")
    assert left(shelf.folder) == ["drafter.gguf", "target.gguf"]
    done = [told.done for told in recorder.told]
    assert done == sorted(done)
    assert [told.state for told in (recorder.told[0], recorder.told[-1])] == [JobState.QUEUED, JobState.DONE]
    hub.requests.clear()
    again = ended(queue, queue.add("Pair", [target, drafter]))
    assert (again.state, again.paths, hub.requests) == (JobState.DONE, job.paths, [])


def test_progress_is_told_rarely_and_changes_of_state_always(
    queue: DownloadQueue, recorder: Recorder, target: HubFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(downloads, "TELL_SECONDS", 3600)
    ended(queue, queue.add("t", [target]))
    assert [job.stage for job in recorder.told].count(Stage.DOWNLOADING) == 1
    assert [recorder.told[place].state for place in (0, 1, -1)] == [JobState.QUEUED, JobState.RUNNING, JobState.DONE]


def test_a_cancelled_job_can_be_added_again(
    hub: LoopbackHub, queue: DownloadQueue, target: HubFile, drafter: HubFile
) -> None:
    hub.fail(hang_download=True)
    job = queue.add("t", [target])
    queue.add("d", [drafter])
    hub.stalled.wait()
    queue.cancel(job.id)
    hub.fail()
    assert ended(queue, job).state is JobState.CANCELLED
    assert ended(queue, queue.add("t", [target])).state is JobState.DONE
    assert [job.name for job in queue.jobs()] == ["d", "t"]


def test_resumed_while_it_still_stops(
    hub: LoopbackHub, queue: DownloadQueue, recorder: Recorder, target: HubFile
) -> None:
    """Under the lock of the queue, so that the job cannot have stopped before it is resumed."""
    hub.fail(hang_download=True, times=1, method="GET")
    job = queue.add("t", [target])
    hub.stalled.wait()
    with queue._lock:
        queue.pause(job.id)
        queue.resume(job.id)
    assert ended(queue, job).state is JobState.DONE
    assert JobState.PAUSED not in [told.state for told in recorder.told]


def test_resumed_while_its_parts_are_removed(
    hub: LoopbackHub, queue: DownloadQueue, target: HubFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    hub.fail(hang_download=True, times=1, method="GET")
    job = queue.add("t", [target])
    hub.stalled.wait()
    remove = downloads.discard
    monkeypatch.setattr(downloads, "discard", lambda *given: (remove(*given), queue.resume(job.id)))
    queue.cancel(job.id)
    assert ended(queue, job).state is JobState.DONE


def test_parts_of_one_model_are_one_job(hub: LoopbackHub, queue: DownloadQueue, shelf: Shelf) -> None:
    files = [publish(hub, f"big/m-0000{n}-of-00003.gguf", TARGET[n * 1000 :]) for n in (1, 2, 3)]
    job = ended(queue, queue.add("m", files))
    assert [path.name for path in job.paths] == [file.file_name for file in files]
    assert {path.parent for path in job.paths} == {shelf.folder / "some/model/big"}
    assert gets(hub) == [file.file_name for file in files]


def test_jobs_run_in_the_order_they_were_added(
    hub: LoopbackHub, queue: DownloadQueue, target: HubFile, drafter: HubFile
) -> None:
    jobs = [queue.add("first", [target]), queue.add("second", [drafter]), queue.add("first", [target])]
    assert [ended(queue, job).state for job in jobs] == [JobState.DONE] * 3
    assert gets(hub) == ["target.gguf", "drafter.gguf"]
    assert [job.name for job in queue.jobs()] == ["first", "second"]


def test_two_at_once(hub: LoopbackHub, shelf: Shelf, recorder: Recorder, target: HubFile, drafter: HubFile) -> None:
    """Both ask before either gets an answer."""
    hub.fail(hang_download=True)
    with DownloadQueue(shelf, recorder, at_once=2) as queue:
        jobs = [queue.add("first", [target]), queue.add("second", [drafter])]
        assert hub.reached(2, "GET")
        for job in jobs:
            queue.pause(job.id)
        assert [ended(queue, job).state for job in jobs] == [JobState.PAUSED] * 2
        hub.fail()
        for job in jobs:
            queue.resume(job.id)
        assert [ended(queue, job).state for job in jobs] == [JobState.DONE] * 2


def test_the_same_file_for_two_queues_comes_once(
    hub: LoopbackHub, shelf: Shelf, queue: DownloadQueue, target: HubFile
) -> None:
    """As two programs would: the second waits for the first and takes its file."""
    waiting = Recorder()
    hub.fail(stall_after=CUT, times=1, method="GET")
    with DownloadQueue(shelf, waiting) as second:
        first = queue.add("first", [target])
        hub.stalled.wait()
        wait_for_part(shelf, target)
        both = threading.Event()
        waiting.once(lambda job: job.stage == Stage.WAITING, lambda _job: both.set())
        job = second.add("second", [target])
        assert both.wait(timeout=20)
        queue.pause(first.id)
        assert ended(second, job).state is JobState.DONE
        queue.resume(first.id)
        assert ended(queue, first).paths == ended(second, job).paths
    first_range, second_range = [r.headers.get("Range") for r in hub.requests if r.method == "GET"]
    assert first_range is None
    assert second_range is not None
    assert int(second_range[len("bytes=") : -1]) > CUT // 2


def test_a_file_that_is_here_already_is_recognised(
    hub: LoopbackHub, shelf: Shelf, target: HubFile, drafter: HubFile, tmp_path: Path
) -> None:
    """Under another name in our folder, and as a blob without a suffix in another program's."""
    shelf.folder.mkdir()
    (shelf.folder / "renamed.gguf").write_bytes(TARGET)
    other = tmp_path / "cache" / "blobs"
    other.mkdir(parents=True)
    (other / "abc").write_bytes(DRAFTER)
    (other / "same-size").write_bytes(DRAFTER[::-1])
    with DownloadQueue(replace(shelf, others=[tmp_path / "cache"])) as queue:
        job = ended(queue, queue.add("Pair", [target, drafter]))
    assert job.paths == (shelf.folder / "renamed.gguf", other / "abc")
    assert hub.requests == []
