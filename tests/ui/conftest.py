from __future__ import annotations

import os

os.environ["QT_QPA_PLATFORM"] = "offscreen"
os.environ["LC_ALL"] = "C.UTF-8"  # tests read English unless they say otherwise
os.environ.pop("LANGUAGE", None)

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from app.paths import Paths
from app.ui.appearance import Appearance
from app.ui.application import make_application
from app.ui.transcript import Transcript
from tests.fakes import LIGHTHOUSE, FakeEngine, FakePull, Gate, fake_pair
from tests.ui.bench import Bench
from tests.ui.guard import nothing_goes_wrong
from tests.ui.waiting import wait_for


def pytest_collection_modifyitems(items):
    here = Path(__file__).parent
    for item in items:
        if item.path.is_relative_to(here):
            item.add_marker(pytest.mark.window)


@pytest.fixture(scope="session")
def application() -> QApplication:
    application = make_application(["draftlight"])
    application.styleHints().setCursorFlashTime(0)  # pictures are compared
    return application


@pytest.fixture(scope="session")
def appearance(application: QApplication) -> Appearance:
    return Appearance(application)


@pytest.fixture(autouse=True)
def guard(application: QApplication) -> Iterator[list[str]]:
    with nothing_goes_wrong() as found:
        yield found


@pytest.fixture
def open_bench(guard, appearance: Appearance, paths: Paths, tmp_path: Path) -> Iterator:
    """Return a function that opens the window on an engine and a download of the test's choice."""
    benches: list[Bench] = []

    def open_(engine: FakeEngine | None = None, pull: FakePull | None = None, **options) -> Bench:
        pull = pull or FakePull(fake_pair(tmp_path), found=True)
        bench = Bench(paths, engine or FakeEngine(LIGHTHOUSE), pull, appearance, **options)
        benches.append(bench)
        return bench

    yield open_
    for bench in benches:
        bench.close()


@pytest.fixture
def bench(open_bench) -> Bench:
    """The window with a loaded pair."""
    bench = open_bench()
    bench.wait_loaded()
    return bench


@pytest.fixture
def halfway(open_bench):
    """The window after three rounds of a reply; the gate lets the rest come."""
    gate = Gate()
    bench = open_bench(FakeEngine([*LIGHTHOUSE[:3], gate, *LIGHTHOUSE[3:]], LIGHTHOUSE))
    bench.wait_loaded()
    bench.send("first")
    wait_for(gate.reached.is_set)
    bench.wait_text("lens")
    return bench, gate


@pytest.fixture
def transcript(guard, appearance):
    """A transcript alone."""
    transcript = Transcript(appearance.theme, appearance.reading_font, appearance.sizes)
    transcript.resize(700, 500)
    transcript.show()
    QApplication.processEvents()
    yield transcript
    transcript.rest()
    transcript.close()
    transcript.deleteLater()


@pytest.fixture(params=["light", "dark"])
def scheme(request, appearance):
    appearance.follow(Qt.ColorScheme.Dark if request.param == "dark" else Qt.ColorScheme.Light)
    yield request.param
    appearance.follow(Qt.ColorScheme.Light)
