from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtTest import QTest

from app.catalog.machine import Machine
from app.errors import NotEnoughMemoryError
from app.ui.models.builder_page import NO_DRAFTER
from app.ui.models.door import dropped_models
from app.ui.models.rows import Tone
from tests.catalog.models import make_model, tokens
from tests.fakes import LIGHTHOUSE, FakeEngine
from tests.ui.models.desk_bench import WORDS, choose, row_of, write_family
from tests.ui.waiting import wait_for

TIGHT = Machine(ram_free=(512 << 20) + 100_000, ram_total=1 << 30)


def build(bench, target: str = "big.gguf"):
    page = bench.open_models("builder")
    choose(page.list, target)
    wait_answered(page)
    return page


def wait_answered(page) -> None:
    wait_for(lambda: page.drafters.rows and all("checking" not in row.badge for row in page.drafters.rows[1:]))
    wait_for(lambda: page._estimate is not None)


def test_every_other_model_says_whether_it_fits_and_why_not(open_desk, family):
    (family / "broken.gguf").write_bytes(b"GGUFxxxx")
    bench = open_desk()
    page = build(bench)
    assert bench.titles(page.list) == ["big.gguf", "padded.gguf", "small.gguf", "stranger.gguf"]
    tones = {row.title: row.tone for row in page.drafters.rows[1:]}
    expected = {"small.gguf": Tone.GOOD, "padded.gguf": Tone.GOOD, "stranger.gguf": Tone.BAD, "broken.gguf": Tone.BAD}
    assert tones == expected
    assert [row.tone for row in page.drafters.rows[1:]] == [Tone.GOOD, Tone.GOOD, Tone.BAD, Tone.BAD]
    choose(page.drafters, "padded.gguf")
    assert "The target has 12 tokens and the drafter 14: the last 2 belong to one of them only." in page.details.text()
    choose(page.drafters, "stranger.gguf")
    assert "Only 0 of the target's 12 tokens (0%) mean the same" in page.details.text()
    assert not bench.find("builder_open").isEnabled()
    choose(page.drafters, "broken.gguf")
    assert "is cut short" in page.details.text()
    assert not bench.find("builder_open").isEnabled()


def test_a_target_with_more_tokens_fits_over_what_is_shared(open_desk, family):
    make_model(family, "wide.gguf", width=256, **tokens(*WORDS, "<pad 1>", "<pad 2>"))
    bench = open_desk()
    page = build(bench, "wide.gguf")
    row = row_of(page.drafters, "small.gguf")
    assert (row.badge, row.tone) == ("fits over shared vocabulary 85.7%", Tone.LIMITED)


def test_copies_that_were_made_to_draft_come_last_and_what_cannot_pay_is_not_chosen(open_desk, family):
    (family / "big.gguf").rename(family / "a.1f.drafter-Q2_K.gguf")
    page = build(open_desk(), "small.gguf")
    assert page.list.rows[-1].title == "a.1f.drafter-Q2_K.gguf"
    large = row_of(page.drafters, "a.1f.drafter-Q2_K.gguf")
    assert (large.badge, large.tone) == ("fits, but cannot pay", Tone.LIMITED)
    assert page.drafters.current == NO_DRAFTER
    choose(page.drafters, "a.1f.drafter-Q2_K.gguf")
    assert "drafting cannot pay" in page.details.text()


def test_the_best_drafter_is_chosen_once_all_have_answered(open_desk, family):
    page = build(open_desk())
    assert page.drafters.current.endswith(("small.gguf", "padded.gguf"))


def test_the_pair_opens_with_the_chosen_context(open_desk, family):
    engine = FakeEngine(LIGHTHOUSE)
    bench = open_desk(engine)
    page = build(bench)
    choose(page.drafters, "small.gguf")
    bench.find("builder_context").setCurrentIndex(bench.find("builder_context").findData(8192))
    bench.find("builder_open").click()
    assert bench.dialog is None
    wait_for(lambda: bench.pairs.state.loaded.files.name == "big + small")
    files, options = engine.loads[-1], engine.load_options[-1]
    assert (files.target, files.drafter) == (family / "big.gguf", family / "small.gguf")
    assert (options.context, options.insist) == (8192, False)


def test_memory_is_told_with_numbers_and_what_to_change(open_desk, family):
    engine = FakeEngine(LIGHTHOUSE)
    bench = open_desk(engine, machine=TIGHT)
    page = build(bench)
    text = page.details.text()
    assert "✕ not enough memory" in text
    assert "at a context of 64 tokens; 0.0 GB are free." in text
    assert "Choose a smaller" in text
    assert bench.find("builder_open").text() == "Open anyway"
    bench.find("builder_open").click()
    wait_for(lambda: bench.pairs.state.loaded.files.target == family / "big.gguf")
    assert engine.load_options[-1].insist


def test_a_pair_that_the_engine_refuses_can_be_opened_anyway(open_desk, family):
    engine = FakeEngine(LIGHTHOUSE)
    bench = open_desk(engine)
    engine.load_steps = [NotEnoughMemoryError(name="big", needed="9 GB", free="1 GB", advice="choose a smaller one")]
    build(bench)
    bench.find("builder_open").click()
    wait_for(lambda: bench.banner.notice is not None)
    assert bench.find("banner_action").text() == "Open anyway"
    engine.load_steps = []
    bench.find("banner_action").click()
    wait_for(lambda: engine.load_options[-1].insist)
    assert engine.loads[-1].target == family / "big.gguf"


def test_a_pair_is_saved_opened_and_removed(open_desk, family):
    bench = open_desk()
    page = build(bench)
    choose(page.drafters, "small.gguf")
    bench.find("builder_save").click()
    bench.find("save_pair").setTextValue("My pair")
    bench.find("save_pair").accept()
    recommended = bench.dialog.recommended
    wait_for(lambda: "My pair" in bench.titles(recommended.list))
    bench.dialog.show_page("recommended")
    choose(recommended.list, "My pair")
    assert bench.find("pair_remove").isVisible()
    assert "on this disk" in recommended.details.text()
    bench.find("pair_open").click()
    wait_for(lambda: bench.dialog is None)
    wait_for(lambda: bench.pairs.state.loaded and bench.pairs.state.loaded.files.name == "My pair")
    recommended = bench.open_models("recommended")
    choose(recommended.list, "My pair")
    bench.find("pair_remove").click()
    wait_for(lambda: "My pair" not in bench.titles(recommended.list))
    assert (family / "big.gguf").exists()


def test_the_keyboard_is_enough(open_desk, family):
    bench = open_desk()
    QTest.keyClick(bench.window, Qt.Key.Key_M, Qt.KeyboardModifier.ControlModifier)
    bench.wait_scanned()
    QTest.keyClick(bench.dialog, Qt.Key.Key_3, Qt.KeyboardModifier.ControlModifier)
    assert bench.dialog.page == "builder"
    page = bench.dialog.builder
    QTest.keyClick(page.list, Qt.Key.Key_Home)
    wait_answered(page)
    page.drafters.setFocus()
    QTest.keyClick(page.drafters, Qt.Key.Key_Home)
    assert page.drafters.current == NO_DRAFTER
    QTest.keyClick(page.drafters, Qt.Key.Key_Down)
    QTest.keyClick(page.drafters, Qt.Key.Key_Return)
    wait_for(lambda: bench.pairs.state.loaded.files.name == "big + small")
    bench.window.activateWindow()
    wait_for(bench.window.isActiveWindow)
    QTest.keyClick(bench.window, Qt.Key.Key_M, Qt.KeyboardModifier.ControlModifier)
    assert bench.dialog is not None
    QTest.keyClick(bench.dialog, Qt.Key.Key_Escape)
    assert bench.dialog is None
    wait_for(lambda: not bench.desk.library.is_scanning)


def drop(bench, *paths: Path) -> None:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    event = QDropEvent(
        QPointF(10, 10), Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    )
    bench.window.dropEvent(event)


def test_one_dropped_file_becomes_the_target(open_desk, tmp_path):
    write_family(tmp_path / "elsewhere")
    bench = open_desk()
    drop(bench, tmp_path / "elsewhere" / "big.gguf")
    wait_for(lambda: bench.dialog.page == "builder" and bench.dialog.builder.target is not None)
    assert bench.dialog.builder.target.name == "big.gguf"
    bench.wait_scanned()


def test_of_two_dropped_files_the_larger_is_the_target(open_desk, tmp_path):
    write_family(tmp_path / "elsewhere")
    bench = open_desk()
    drop(bench, tmp_path / "elsewhere" / "small.gguf", tmp_path / "elsewhere" / "big.gguf")
    wait_for(lambda: bench.dialog.page == "builder" and bench.dialog.builder.target is not None)
    page = bench.dialog.builder
    bench.wait_scanned()
    wait_answered(page)
    assert (page.target.name, page.drafter.name) == ("big.gguf", "small.gguf")
    assert "✓ small.gguf: fits" in page.details.text()
    bench.find("builder_open").click()
    wait_for(lambda: bench.pairs.state.loaded.files.name == "big + small")


def test_a_dropped_file_that_is_no_model_is_told(open_desk, tmp_path):
    (tmp_path / "none.gguf").write_bytes(b"hello")
    bench = open_desk()
    drop(bench, tmp_path / "none.gguf")
    wait_for(lambda: "is not a GGUF file" in bench.find("builder_told").text())
    bench.wait_scanned()


def test_only_one_or_two_models_can_be_dropped(tmp_path):
    def data(*names: str) -> QMimeData:
        result = QMimeData()
        result.setUrls([QUrl.fromLocalFile(str(tmp_path / name)) for name in names])
        return result

    assert dropped_models(data("a.txt")) == ()
    assert dropped_models(data("a.gguf", "b.gguf", "c.gguf")) == ()
    assert [path.name for path in dropped_models(data("a.GGUF", "note.txt"))] == ["a.GGUF"]
