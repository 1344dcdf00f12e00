"""What the queue makes of a Hub or a network that fails, and of what it must not fetch."""

from __future__ import annotations

import errno
import os
import socket
import subprocess
import sys
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from app.catalog import retry
from app.catalog.download_jobs import JobState, place_of
from app.catalog.downloads import DownloadQueue
from app.catalog.fetch import Shelf
from app.catalog.hub_search import HubFile
from app.catalog.tokens import Token
from app.errors import (
    CorruptDownloadError,
    DiskFullError,
    GatedError,
    OfflineError,
    RefusedError,
    UnreachableError,
)
from tests.catalog.downloads.queueing import (
    CHILD,
    CUT,
    DRAFTER,
    TARGET,
    Recorder,
    ended,
    facts_of,
    gets,
    left,
    publish,
)
from tests.catalog.loopback_hub import COMMIT

if TYPE_CHECKING:
    from tests.catalog.loopback_hub import LoopbackHub


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


@pytest.mark.parametrize("path", ["../x.gguf", "a/../../x.gguf", "/x.gguf", "a\\b.gguf", "c:x.gguf", "a//b.gguf", ""])
def test_a_name_that_leads_out_of_the_folder_is_refused(queue: DownloadQueue, target: HubFile, path: str) -> None:
    with pytest.raises(RefusedError, match="name is not valid"):
        queue.add("t", [replace(target, path=path)])
    with pytest.raises(RefusedError, match="name is not valid"):
        queue.add("t", [replace(target, repository=path)])


def test_a_file_whose_checksum_only_the_hub_knows_is_checked_against_it(
    hub: LoopbackHub, queue: DownloadQueue, shelf: Shelf, target: HubFile
) -> None:
    unknown = replace(target, sha256="")
    hub.fail(wrong_bytes=True)
    failed = ended(queue, queue.add("t", [unknown]))
    assert isinstance(failed.error, CorruptDownloadError)
    assert "checksum is wrong" in str(failed.error)
    assert not place_of(shelf.folder, target).exists()
    hub.fail(no_checksum=True)
    queue.resume(failed.id)
    assert isinstance(ended(queue, failed).error, RefusedError)
    hub.fail()
    queue.resume(failed.id)
    assert ended(queue, failed).state is JobState.DONE
    assert place_of(shelf.folder, target).read_bytes() == TARGET
    before = len(hub.requests)
    assert ended(queue, queue.add("t", [unknown])).state is JobState.DONE
    assert len(hub.requests) == before


def test_another_file_of_that_size_is_not_taken_for_one_without_a_known_checksum(
    hub: LoopbackHub, queue: DownloadQueue, shelf: Shelf, target: HubFile
) -> None:
    place = place_of(shelf.folder, target)
    place.parent.mkdir(parents=True)
    place.write_bytes(DRAFTER + bytes(len(TARGET) - len(DRAFTER)))
    (place.parent / "other.gguf").write_bytes(TARGET)
    job = ended(queue, queue.add("t", [replace(target, sha256="")]))
    assert (job.state, job.paths) == (JobState.DONE, (place,))
    assert place.read_bytes() == TARGET
    another = publish(hub, "another.gguf", bytes(reversed(TARGET)))
    assert ended(queue, queue.add("a", [replace(another, sha256="")])).paths == (place_of(shelf.folder, another),)
    short = ended(queue, queue.add("t", [replace(target, sha256="", size=target.size - 1)]))
    assert "replaced by another file" in str(short.error)


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
