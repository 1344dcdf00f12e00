"""The queue against a real Hub on loopback: nothing wrong under a final name, nothing downloaded twice."""

from __future__ import annotations

import errno
import json
import os
import random
import signal
import socket
import subprocess
import sys
import threading
import time
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any

import pytest

from app.catalog import downloads, hub_client, retry
from app.catalog.download_jobs import JOBS_FOLDER, Job, JobState, place_of
from app.catalog.downloads import DownloadQueue
from app.catalog.fetch import Shelf
from app.catalog.hub_search import HubFile
from app.catalog.incoming import partial_path
from app.catalog.progress import Stage
from app.catalog.retry import Retries
from app.catalog.tokens import Token
from app.errors import (
    CancelledError,
    CorruptDownloadError,
    DiskFullError,
    GatedError,
    OfflineError,
    RefusedError,
    UnreachableError,
)
from app.speculation.stop import Stop
from tests.catalog.loopback_hub import COMMIT

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from tests.catalog.loopback_hub import LoopbackHub

TARGET = random.Random(3).randbytes(2_000_000)
DRAFTER = random.Random(4).randbytes(700_000)
CUT = 1_000_000
QUICK = Retries(limit=2, first=0.001)


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


@pytest.fixture
def shelf(hub: LoopbackHub, tmp_path: Path) -> Shelf:
    return Shelf(tmp_path / "models", endpoint=hub.endpoint, retries=QUICK)


@pytest.fixture
def recorder() -> Recorder:
    return Recorder()


@pytest.fixture
def queue(shelf: Shelf, recorder: Recorder) -> Iterator[DownloadQueue]:
    with DownloadQueue(shelf, recorder) as queue:
        yield queue


def publish(hub: LoopbackHub, path: str, data: bytes, repository: str = "some/model") -> HubFile:
    return HubFile(repository, COMMIT, path, len(data), hub.add(repository, COMMIT, path, data))


@pytest.fixture
def target(hub: LoopbackHub) -> HubFile:
    return publish(hub, "target.gguf", TARGET)


@pytest.fixture
def drafter(hub: LoopbackHub) -> HubFile:
    return publish(hub, "drafter.gguf", DRAFTER, "other/small")


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


@pytest.mark.parametrize("failure", [{"status": 503}, {"status": 429, "retry_after": "0"}, {"cut_after": CUT}])
def test_tries_again(
    hub: LoopbackHub, queue: DownloadQueue, recorder: Recorder, target: HubFile, failure: dict[str, Any]
) -> None:
    hub.fail(**failure, method="GET", times=1)
    job = ended(queue, queue.add("t", [target]))
    assert job.paths[0].read_bytes() == TARGET
    retries = [told.retry for told in recorder.told if told.retry]
    assert all(retry.attempt == 1 and retry.detail for retry in retries)
    if "cut_after" in failure:
        assert [r.headers.get("Range") for r in hub.requests if r.method == "GET"] == [None, f"bytes={CUT}-"]


def test_waits_as_long_as_the_server_asks_and_tells_so(
    hub: LoopbackHub, shelf: Shelf, recorder: Recorder, target: HubFile
) -> None:
    hub.fail(status=429, retry_after="37", times=1)
    with DownloadQueue(shelf, recorder) as queue:
        recorder.once(lambda job: job.retry is not None, lambda told: queue.pause(told.id))
        job = ended(queue, queue.add("t", [target]))
        (told,) = {told.retry for told in recorder.told if told.retry}
        assert (told.attempt, told.detail, 36 < told.seconds <= 37) == (1, "error 429", True)
        assert (job.state, job.retry) == (JobState.PAUSED, None)
        queue.resume(job.id)
        assert ended(queue, job).state is JobState.DONE


def test_does_not_try_for_ever(
    hub: LoopbackHub, queue: DownloadQueue, shelf: Shelf, target: HubFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    waited: list[float] = []
    monkeypatch.setattr(retry, "wait", lambda *given: waited.append(given[0]))
    hub.fail(status=503, method="GET")
    job = ended(queue, queue.add("t", [target]))
    assert (job.state, type(job.error), job.error and job.error.fields["detail"]) == (
        JobState.FAILED,
        RefusedError,
        "error 503",
    )
    assert waited == [0.001, 0.002]
    hub.fail(status=429, retry_after="100000")
    queue.resume(job.id)
    assert ended(queue, job).state is JobState.FAILED
    assert len(waited) == 2
    hub.fail()
    queue.resume(job.id)
    assert ended(queue, job).state is JobState.DONE


FAILURES: list[tuple[dict[str, Any], type[Exception]]] = [
    ({"method": "GET", "wrong_bytes": True}, CorruptDownloadError),
    ({"method": "GET", "extra_bytes": 1}, CorruptDownloadError),
    ({"method": "GET", "cut_after": 0}, UnreachableError),
    *(
        ({"method": method, **faults}, kind)
        for method in ("HEAD", "GET")
        for faults, kind in [
            ({"not_found": "EntryNotFound"}, RefusedError),
            ({"gated": True}, GatedError),
            ({"status": 401}, RefusedError),
            ({"status": 403}, RefusedError),
            ({"status": 416}, RefusedError),
            ({"status": 503}, RefusedError),
        ]
    ),
]


@pytest.mark.parametrize(("faults", "kind"), FAILURES, ids=str)
def test_failures_leave_nothing_wrong(
    hub: LoopbackHub,
    queue: DownloadQueue,
    shelf: Shelf,
    target: HubFile,
    drafter: HubFile,
    faults: dict[str, Any],
    kind: type[Exception],
) -> None:
    hub.fail(**faults)
    job = ended(queue, queue.add("Pair", [drafter, target]))
    assert (job.state, type(job.error)) == (JobState.FAILED, kind)
    assert all(name.endswith((".part", ".json")) for name in left(shelf.folder))
    hub.fail()
    queue.resume(job.id)
    assert ended(queue, job).state is JobState.DONE


def test_a_replaced_file_is_not_downloaded(hub: LoopbackHub, queue: DownloadQueue, target: HubFile) -> None:
    hub.add("some/model", COMMIT, "target.gguf", TARGET[::-1])
    job = ended(queue, queue.add("t", [target]))
    assert isinstance(job.error, CorruptDownloadError)
    assert gets(hub) == []


def test_space_for_all_files_is_checked_before_anything_is_sent(
    hub: LoopbackHub, queue: DownloadQueue, shelf: Shelf, target: HubFile
) -> None:
    huge = HubFile("some/model", COMMIT, "huge.gguf", 10**15, "0" * 64)
    job = ended(queue, queue.add("Pair", [target, huge]))
    assert isinstance(job.error, DiskFullError)
    assert hub.requests == []


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


def facts_of(file: HubFile) -> str:
    return json.dumps(asdict(file))


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


@pytest.mark.parametrize("path", ["../x.gguf", "a/../../x.gguf", "/x.gguf", "a\\b.gguf", "c:x.gguf", "a//b.gguf", ""])
def test_a_name_that_leads_out_of_the_folder_is_refused(queue: DownloadQueue, target: HubFile, path: str) -> None:
    with pytest.raises(RefusedError, match="name is not valid"):
        queue.add("t", [replace(target, path=path)])
    with pytest.raises(RefusedError, match="name is not valid"):
        queue.add("t", [replace(target, repository=path)])


def test_a_file_without_a_checksum_is_refused(queue: DownloadQueue, target: HubFile) -> None:
    with pytest.raises(RefusedError, match="no checksum"):
        queue.add("t", [replace(target, sha256=None)])


def test_a_gated_repository_opens_with_a_token_that_goes_to_the_hub_only(
    hub: LoopbackHub, shelf: Shelf, recorder: Recorder, target: HubFile
) -> None:
    tokens: list[Token] = []
    hub.fail(gated=True, redirect=True)
    with DownloadQueue(shelf, recorder, lambda: tokens[-1] if tokens else None) as queue:
        job = ended(queue, queue.add("t", [target]))
        assert isinstance(job.error, GatedError)
        assert job.error.fields["page"] == f"{hub.endpoint}/some/model"
        assert "no access token was given" in str(job.error)
        tokens.append(Token("hf_of_somebody_without_access"))
        queue.resume(job.id)
        error = ended(queue, job).error
        assert isinstance(error, GatedError)
        assert "the account of your token has not" in str(error)
        tokens.append(Token(hub.token))
        hub.requests.clear()
        queue.resume(job.id)
        assert ended(queue, job).state is JobState.DONE
    sent = [(r.method, r.port, {k.lower(): v for k, v in r.headers.items()}.get("authorization")) for r in hub.requests]
    assert sent == [
        ("HEAD", hub.ports[0], f"Bearer {hub.token}"),
        ("GET", hub.ports[0], f"Bearer {hub.token}"),
        ("GET", hub.ports[1], None),
    ]
    told = repr(recorder.told) + repr(tokens) + "".join(str(job.error) for job in recorder.told)
    assert "hf_of" not in told
    assert not any("hf_of" in path.read_text(errors="replace") for path in shelf.folder.rglob("*") if path.is_file())


def test_a_proxy_and_an_endpoint_of_the_persons_own(hub: LoopbackHub, shelf: Shelf, target: HubFile) -> None:
    """In a fresh process, as both are read once. The endpoint's name exists nowhere, so only the proxy can reach it."""
    environment = {name: value for name, value in os.environ.items() if not name.lower().endswith("_proxy")}
    environment |= {"HF_ENDPOINT": "http://hub.invalid", "http_proxy": hub.endpoint}
    command = [sys.executable, "-W", "error", "-c", CHILD, str(shelf.folder), "", facts_of(target)]
    subprocess.run(command, env=environment, check=True)
    assert place_of(shelf.folder, target).read_bytes() == TARGET
    assert [(r.method, r.headers.get("Host") or r.headers.get("host")) for r in hub.requests] == [
        ("HEAD", "hub.invalid"),
        ("GET", "hub.invalid"),
    ]


def test_offline_is_told_at_once_and_what_is_here_works(
    queue: DownloadQueue, shelf: Shelf, target: HubFile, drafter: HubFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_network(*_: object, **__: object) -> None:
        raise OSError(errno.ENETUNREACH, "unreachable")

    monkeypatch.setattr(socket, "create_connection", no_network)
    job = ended(queue, queue.add("t", [target]))
    assert isinstance(job.error, OfflineError)
    assert str(job.error).startswith("You are offline")
    place = place_of(shelf.folder, drafter)
    place.parent.mkdir(parents=True)
    place.write_bytes(DRAFTER)
    assert ended(queue, queue.add("d", [drafter])).paths == (place,)
