"""A real server, a real disk: whole and right files only, going on where it was cut off."""

from __future__ import annotations

import io
import random
from typing import TYPE_CHECKING, Any

import pytest

from app.catalog import incoming as incoming_module
from app.catalog import model_files
from app.catalog import request as request_module
from app.catalog.download import RemoteFile, download
from app.catalog.incoming import Incoming, partial_path
from app.catalog.model_files import ModelFile
from app.catalog.progress import Stage
from app.errors import (
    CancelledError,
    CorruptDownloadError,
    DiskFullError,
    NotWritableError,
    RefusedError,
    UnreachableError,
)
from tests.catalog.loopback_hub import COMMIT

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.catalog.conftest import Errand
    from tests.catalog.loopback_hub import LoopbackHub

DATA = random.Random(7).randbytes(3_000_000)
CUT = 1_500_000
ROUTE = f"/some/model/resolve/{COMMIT}/model.gguf"


@pytest.fixture
def remote(hub: LoopbackHub) -> RemoteFile:
    sha256 = hub.add("some/model", COMMIT, "model.gguf", DATA)
    return RemoteFile(hub.endpoint + ROUTE, "The test", ModelFile("Test", "model.gguf", len(DATA), sha256))


@pytest.fixture
def place(tmp_path: Path) -> Path:
    return tmp_path / "model.gguf"


def ranges(hub: LoopbackHub) -> list[str | None]:
    return [request.headers.get("Range") for request in hub.requests]


def cut_off(hub: LoopbackHub, remote: RemoteFile, place: Path, errand: Errand, after: int = CUT) -> None:
    """Leave a part of `after` bytes."""
    hub.fail(cut_after=after)
    with pytest.raises(UnreachableError, match="the connection was cut"):
        download(remote, place, errand.reporter)
    hub.fail()
    hub.requests.clear()
    assert partial_path(place).read_bytes() == DATA[:after]
    assert not place.exists()


def test_whole_file(hub: LoopbackHub, remote: RemoteFile, place: Path, errand: Errand) -> None:
    assert download(remote, place, errand.reporter) == place
    assert place.read_bytes() == DATA
    assert place.stat().st_mode & 0o777 == 0o600
    assert sorted(path.name for path in place.parent.iterdir()) == ["model.gguf", "model.gguf.verified.json"]
    stages = [progress.stage for progress in errand.told]
    assert stages == sorted(stages, key=[Stage.CONNECTING, Stage.DOWNLOADING, Stage.CHECKING].index)
    assert (errand.told[-1].done, errand.told[-1].total) == (len(DATA), len(DATA))


def test_redirect_to_another_host(hub: LoopbackHub, remote: RemoteFile, place: Path, errand: Errand) -> None:
    hub.fail(redirect=True)
    download(remote, place, errand.reporter)
    assert place.read_bytes() == DATA
    assert [request.port for request in hub.requests] == list(hub.ports)
    allowed = {"host", "accept", "accept-encoding", "connection", "user-agent"}
    assert {name.lower() for request in hub.requests for name in request.headers} <= allowed


def test_redirect_without_end(hub: LoopbackHub, remote: RemoteFile, place: Path, errand: Errand) -> None:
    hub.fail(redirect_for_ever=True)
    with pytest.raises(UnreachableError, match="redirects without end"):
        download(remote, place, errand.reporter)


def test_goes_on_where_it_was_cut_off(hub: LoopbackHub, remote: RemoteFile, place: Path, errand: Errand) -> None:
    cut_off(hub, remote, place, errand)
    download(remote, place, errand.reporter)
    assert place.read_bytes() == DATA
    assert ranges(hub) == [f"bytes={CUT}-"]


def test_goes_on_through_a_redirect(hub: LoopbackHub, remote: RemoteFile, place: Path, errand: Errand) -> None:
    cut_off(hub, remote, place, errand)
    hub.fail(redirect=True)
    download(remote, place, errand.reporter)
    assert place.read_bytes() == DATA
    assert ranges(hub) == [f"bytes={CUT}-"] * 2


@pytest.mark.parametrize(
    ("fault", "expected"),
    [
        ("ignore_range", [f"bytes={CUT}-"]),
        ("wrong_range", [f"bytes={CUT}-", None]),
        ("refuse_range", [f"bytes={CUT}-", None]),
    ],
)
def test_begins_anew_where_ranges_do_not_work(
    hub: LoopbackHub, remote: RemoteFile, place: Path, errand: Errand, fault: str, expected: list[str | None]
) -> None:
    cut_off(hub, remote, place, errand)
    hub.fail(**{fault: True})
    download(remote, place, errand.reporter)
    assert place.read_bytes() == DATA
    assert ranges(hub) == expected


def test_a_part_of_another_file_is_not_continued(
    hub: LoopbackHub, remote: RemoteFile, place: Path, errand: Errand
) -> None:
    cut_off(hub, remote, place, errand)
    other = DATA[::-1]
    sha256 = hub.add("some/model", COMMIT, "model.gguf", other)
    changed = RemoteFile(remote.url, remote.host, ModelFile("Test", "model.gguf", len(other), sha256))
    download(changed, place, errand.reporter)
    assert place.read_bytes() == other
    assert ranges(hub) == [None]


def test_a_whole_part_is_only_checked(hub: LoopbackHub, remote: RemoteFile, place: Path, errand: Errand) -> None:
    cut_off(hub, remote, place, errand)
    partial_path(place).write_bytes(DATA)
    download(remote, place, errand.reporter)
    assert place.read_bytes() == DATA
    assert hub.requests == []


def test_an_altered_part_is_thrown_away(hub: LoopbackHub, remote: RemoteFile, place: Path, errand: Errand) -> None:
    cut_off(hub, remote, place, errand)
    partial_path(place).write_bytes(bytes(CUT))
    with pytest.raises(CorruptDownloadError, match="checksum"):
        download(remote, place, errand.reporter)
    assert list(place.parent.iterdir()) == []


def test_a_part_that_is_too_long_is_thrown_away(
    hub: LoopbackHub, remote: RemoteFile, place: Path, errand: Errand
) -> None:
    cut_off(hub, remote, place, errand)
    partial_path(place).write_bytes(DATA + b"more")
    download(remote, place, errand.reporter)
    assert place.read_bytes() == DATA
    assert ranges(hub) == [None]


@pytest.mark.parametrize(
    ("faults", "detail"),
    [({"wrong_bytes": True}, "checksum is wrong"), ({"extra_bytes": 1}, "more than 3000000 bytes")],
)
def test_another_file_than_promised_leaves_nothing(
    hub: LoopbackHub, remote: RemoteFile, place: Path, errand: Errand, faults: dict[str, Any], detail: str
) -> None:
    hub.fail(**faults)
    with pytest.raises(CorruptDownloadError, match=detail):
        download(remote, place, errand.reporter)
    assert list(place.parent.iterdir()) == []


def test_a_range_of_a_file_of_another_size(hub: LoopbackHub, remote: RemoteFile, place: Path, errand: Errand) -> None:
    cut_off(hub, remote, place, errand)
    hub.files[ROUTE] = DATA + b"more"
    with pytest.raises(CorruptDownloadError, match="now has 3000004 bytes"):
        download(remote, place, errand.reporter)


@pytest.mark.parametrize(
    ("faults", "detail"), [({"not_found": "EntryNotFound"}, "error 404"), ({"status": 503}, "error 503")]
)
def test_refusals(
    hub: LoopbackHub, remote: RemoteFile, place: Path, errand: Errand, faults: dict[str, Any], detail: str
) -> None:
    hub.fail(**faults)
    with pytest.raises(RefusedError, match=detail):
        download(remote, place, errand.reporter)
    assert not place.exists()


@pytest.mark.parametrize("faults", [{"hang_download": True}, {"stall_after": CUT}], ids=["at once", "midway"])
def test_silence_is_given_up(
    hub: LoopbackHub,
    remote: RemoteFile,
    place: Path,
    errand: Errand,
    monkeypatch: pytest.MonkeyPatch,
    faults: dict[str, Any],
) -> None:
    monkeypatch.setattr(request_module, "PATIENCE_SECONDS", 0.5)
    hub.fail(**faults)
    with pytest.raises(UnreachableError, match="no answer in time"):
        download(remote, place, errand.reporter)


@pytest.mark.parametrize("faults", [{"hang_download": True}, {"stall_after": CUT}], ids=["at once", "midway"])
def test_stop_while_the_server_is_silent(
    hub: LoopbackHub,
    remote: RemoteFile,
    place: Path,
    errand: Errand,
    monkeypatch: pytest.MonkeyPatch,
    faults: dict[str, Any],
) -> None:
    monkeypatch.setattr(request_module, "PATIENCE_SECONDS", 3600)
    monkeypatch.setattr(request_module, "READ_SECONDS", 3600)
    hub.fail(**faults)
    errand.stop_when(hub.stalled)
    with pytest.raises(CancelledError):
        download(remote, place, errand.reporter)
    received = partial_path(place).read_bytes()
    assert received == DATA[: len(received)]


def test_stop_between_chunks_keeps_the_part(
    hub: LoopbackHub, remote: RemoteFile, place: Path, errand: Errand, monkeypatch: pytest.MonkeyPatch
) -> None:
    write = Incoming.write

    def write_and_stop(incoming: Incoming, data: bytes) -> None:
        write(incoming, data)
        errand.stop.set()

    with monkeypatch.context() as patch:
        patch.setattr(Incoming, "write", write_and_stop)
        with pytest.raises(CancelledError):
            download(remote, place, errand.reporter)
    received = partial_path(place).read_bytes()
    assert 0 < len(received) < len(DATA)
    errand.stop.clear()
    hub.requests.clear()
    download(remote, place, errand.reporter)
    assert ranges(hub) == [f"bytes={len(received)}-"]
    assert place.read_bytes() == DATA


def test_a_full_disk_is_seen_beforehand(hub: LoopbackHub, place: Path, errand: Errand) -> None:
    huge = ModelFile("Test", "model.gguf", 10**18, "0" * 64)
    with pytest.raises(DiskFullError, match="not enough disk space"):
        download(RemoteFile(hub.endpoint + ROUTE, "The test", huge), place, errand.reporter)
    assert hub.requests == []
    assert list(place.parent.iterdir()) == []


class FullDisk(io.FileIO):
    """The device that the system provides for this: every write fails as on a full disk."""

    def __init__(self) -> None:
        super().__init__("/dev/full", "r+b")

    def truncate(self, size: int | None = None) -> int:
        return 0


def test_a_disk_that_fills_up_meanwhile(
    remote: RemoteFile, place: Path, errand: Errand, monkeypatch: pytest.MonkeyPatch
) -> None:
    def open_part(path: Path) -> FullDisk:
        path.touch()
        return FullDisk()

    monkeypatch.setattr(incoming_module, "open_part", open_part)
    with pytest.raises(DiskFullError):
        download(remote, place, errand.reporter)
    assert list(place.parent.iterdir()) == []


def test_a_folder_that_may_not_be_written(
    remote: RemoteFile, place: Path, errand: Errand, without_privileges: Callable[[], None]
) -> None:
    place.parent.chmod(0o500)
    without_privileges()
    with pytest.raises(NotWritableError):
        download(remote, place, errand.reporter)


def test_a_verified_file_is_hashed_once(
    remote: RemoteFile, place: Path, errand: Errand, monkeypatch: pytest.MonkeyPatch
) -> None:
    download(remote, place, errand.reporter)
    hashed = []
    hash_file = model_files.hash_file
    monkeypatch.setattr(model_files, "hash_file", lambda *given: hashed.append(given) or hash_file(*given))

    def is_right() -> bool:
        return model_files.is_right(place, remote.file, take_note=True, check=lambda: None)

    assert is_right()
    assert hashed == []
    place.write_bytes(DATA[:-1] + bytes([DATA[-1] ^ 1]))
    assert not is_right()
    place.write_bytes(DATA)
    assert is_right()
    assert is_right()
    assert len(hashed) == 2
