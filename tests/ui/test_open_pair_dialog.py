from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.errors import VocabulariesDifferError
from tests.fakes import LIGHTHOUSE, FakeEngine, Gate, fake_pair
from tests.ui.waiting import wait_for


@pytest.fixture
def files(tmp_path):
    folder = tmp_path / "models"
    folder.mkdir()
    return fake_pair(folder)


def open_dialog(bench):
    bench.find("pair_picker").activated.emit(bench.find("pair_picker").count() - 1)
    return bench.window.pair_door.dialog


def fill(bench, target="", drafter=""):
    bench.find("target_path").setText(str(target))
    bench.find("drafter_path").setText(str(drafter))
    bench.find("open_pair_open").click()


def error_of(bench) -> str:
    label = bench.find("open_pair_error")
    return label.text() if label.isVisible() else ""


def test_two_files_are_opened(bench, files):
    open_dialog(bench)
    assert not bench.find("open_pair_open").isEnabled()
    fill(bench, files.target, files.drafter)
    wait_for(lambda: bench.window.pair_door.dialog is None)
    loaded = bench.pairs.state.loaded.files
    assert (loaded.target, loaded.drafter) == (files.target, files.drafter)
    assert bench.find("pair_picker").currentText() == "target + drafter"


def test_the_drafter_may_be_left_out(bench, files):
    open_dialog(bench)
    fill(bench, files.target)
    wait_for(lambda: bench.window.pair_door.dialog is None)
    assert bench.pairs.state.loaded.files.drafter is None
    assert "drafting is off" in bench.find("status").text()


def test_a_file_that_is_none_is_told_in_place(bench, files, tmp_path):
    open_dialog(bench)
    loads = len(bench.engine.loads)
    fill(bench, tmp_path / "missing.gguf", files.drafter)
    assert "There is no readable file at" in error_of(bench)
    text = tmp_path / "text.gguf"
    text.write_text("hello")
    fill(bench, files.target, text)
    assert "text.gguf is not a GGUF file" in error_of(bench)
    bench.find("drafter_path").setText(str(files.drafter))
    assert error_of(bench) == ""
    assert len(bench.engine.loads) == loads
    bench.window.pair_door.dialog.reject()


def test_what_the_engine_refuses_is_told_in_place(open_bench, files):
    engine = FakeEngine(LIGHTHOUSE)
    bench = open_bench(engine)
    bench.wait_loaded()
    engine.load_steps = [VocabulariesDifferError(drafter="d", target="t", detail="token 5")]
    open_dialog(bench)
    fill(bench, files.target, files.drafter)
    wait_for(lambda: "vocabularies differ" in error_of(bench))
    assert bench.banner.notice is None
    assert bench.find("target_path").text() == str(files.target)
    assert bench.find("target_path").isEnabled()
    engine.load_steps = []
    bench.find("open_pair_open").click()
    wait_for(lambda: bench.window.pair_door.dialog is None)


def test_cancelling_stops_the_load_and_then_closes(open_bench, files):
    engine, gate = FakeEngine(LIGHTHOUSE), Gate()
    bench = open_bench(engine)
    bench.wait_loaded()
    engine.load_steps = [0.5, gate]
    dialog = open_dialog(bench)
    fill(bench, files.target, files.drafter)
    wait_for(gate.reached.is_set)
    bench.find("open_pair_cancel").click()
    wait_for(lambda: bench.pairs.state.loading is None)
    assert dialog.isVisible()
    assert error_of(bench) == ""
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert bench.window.pair_door.dialog is None
    assert bench.pairs.state.loaded is not None
