from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import app.catalog.tokens as tokens_module
from app.paths import Paths
from app.ui.appearance import Appearance
from tests.catalog.loopback_hub import LoopbackHub
from tests.conftest import ROOT
from tests.fakes import LIGHTHOUSE, FakeEngine, FakePull, fake_pair
from tests.ui.models.desk_bench import ModelBench, write_family


@pytest.fixture
def paths(tmp_path: Path) -> Paths:
    """Folders of a person who starts Draftlight for the first time, with the catalogue that ships."""
    return Paths(data=tmp_path / "home", logs=tmp_path / "home" / "logs", resources=ROOT / "resources")


@pytest.fixture(autouse=True)
def no_keyring(monkeypatch) -> list:
    """Tests leave the keyring of this system alone; a test may put one of its own in."""
    backends: list = []
    monkeypatch.setattr(tokens_module, "_system_backends", lambda: backends)
    return backends


@pytest.fixture
def open_desk(guard, appearance: Appearance, paths: Paths, tmp_path: Path) -> Iterator:
    """Return a function that opens the window with models of the test's choice."""
    benches: list[ModelBench] = []

    def open_(engine: FakeEngine | None = None, **options) -> ModelBench:
        pull = FakePull(fake_pair(tmp_path), found=True)
        bench = ModelBench(paths, engine or FakeEngine(LIGHTHOUSE), pull, appearance, **options)
        benches.append(bench)
        bench.wait_loaded()
        return bench

    yield open_
    for bench in benches:
        bench.close()


@pytest.fixture
def hub(monkeypatch) -> Iterator[LoopbackHub]:
    """A Hub on loopback; name it before `open_desk`, so that it outlives the window."""
    for variable in ("NO_PROXY", "no_proxy"):
        monkeypatch.setenv(variable, "127.0.0.1")
    with LoopbackHub() as server:
        yield server


@pytest.fixture
def family(paths: Paths) -> Path:
    """The folder of the app with four models."""
    write_family(paths.models)
    return paths.models
