from __future__ import annotations

import threading

from PySide6.QtCore import Qt

from app.errors import DiskFullError, NoSourceError
from app.ui.welcome import Stage
from tests.fakes import LIGHTHOUSE, FakeEngine, FakeProgress, FakePull, Gate, fake_pair
from tests.ui.waiting import wait_for

NOTE = "This pair is for seeing, not for speed."


def first_run(open_bench, tmp_path, *steps, engine=None):
    pull = FakePull(fake_pair(tmp_path, note=NOTE))
    pull.steps = list(steps)
    bench = open_bench(engine, pull)
    assert bench.window.chat.welcome.stage is Stage.OFFER
    return bench


def test_nothing_is_fetched_unasked(open_bench, tmp_path):
    bench = first_run(open_bench, tmp_path)
    assert bench.pull.pulls == 0
    assert bench.engine.loads == []
    assert bench.find("get_starter").isVisible()
    assert bench.find("open_files").isVisible()
    assert "98 MB" in bench.find("get_starter").text()
    assert bench.find("pair_picker").currentIndex() == -1
    assert bench.find("pair_picker").itemText(0).endswith("downloads 98 MB once")


def test_three_steps_to_the_first_coloured_reply(open_bench, tmp_path):
    gate = Gate()
    bench = first_run(open_bench, tmp_path, FakeProgress("Downloading", 45_000_000, 98_362_432), gate)
    bench.find("get_starter").click()
    wait_for(gate.reached.is_set)
    wait_for(lambda: bench.find("welcome_status").text() == "Downloading · 45 of 98 MB")
    assert bench.find("welcome_progress").value() == round(1000 * 45_000_000 / 98_362_432)
    assert bench.find("cancel_pull").isVisible()
    assert not bench.find("get_starter").isVisible()
    gate.open()
    bench.wait_loaded()
    assert bench.window.chat.welcome.stage is Stage.READY
    assert bench.find("welcome_note").text() == NOTE
    assert bench.find("pair_picker").currentText() == "Starter pair (SmolLM2 135M)"
    assert NOTE in bench.find("status").text()
    bench.ask()
    assert "A lighthouse guides ships" in bench.transcript.toPlainText()
    assert not bench.find("welcome").isVisible()
    assert bench.transcript.isVisible()
    assert threading.get_ident() not in bench.pull.threads_seen
    assert not bench.pull.threads_seen & bench.engine.threads_seen


def test_a_fetch_of_unknown_size_shows_that_something_goes_on(open_bench, tmp_path):
    gate = Gate()
    bench = first_run(open_bench, tmp_path, FakeProgress("Making the drafter", 0, None), gate)
    bench.find("get_starter").click()
    wait_for(lambda: bench.find("welcome_status").text() == "Making the drafter…")
    assert bench.find("welcome_progress").maximum() == 0


def test_the_fetch_can_be_cancelled_and_begun_again(open_bench, tmp_path):
    gate = Gate()
    bench = first_run(open_bench, tmp_path, gate)
    bench.find("get_starter").click()
    wait_for(gate.reached.is_set)
    bench.find("cancel_pull").click()
    wait_for(lambda: not bench.pairs.state.pulling)
    assert bench.window.chat.welcome.stage is Stage.OFFER
    assert bench.banner.notice is None
    bench.pull.steps = []
    bench.find("get_starter").click()
    bench.wait_loaded()


def test_a_failed_fetch_is_told_in_one_sentence(open_bench, tmp_path):
    bench = first_run(open_bench, tmp_path, NoSourceError(name="SmolLM2", detail="no answer"))
    bench.type("typed meanwhile")
    bench.find("get_starter").click()
    wait_for(lambda: bench.banner.notice is not None)
    assert bench.banner.notice.text == str(NoSourceError(name="SmolLM2", detail="no answer"))
    assert bench.find("get_starter").isVisible()
    assert bench.composer.text() == "typed meanwhile"
    bench.pull.steps = [DiskFullError(folder="/x", needed="98 MB", free="1 MB")]
    bench.find("get_starter").click()
    wait_for(lambda: "98 MB needed" in bench.banner.notice.text)


def test_a_bug_in_the_fetch_is_told_as_one(open_bench, tmp_path):
    bench = first_run(open_bench, tmp_path, ZeroDivisionError("x"))
    bench.find("get_starter").click()
    wait_for(lambda: bench.banner.notice is not None)
    assert "ZeroDivisionError" in bench.banner.notice.details
    assert bench.find("get_starter").isVisible()


def test_a_starter_on_the_disk_is_loaded_at_start(open_bench, tmp_path):
    bench = open_bench(pull=FakePull(fake_pair(tmp_path), found=True))
    bench.wait_loaded()
    assert bench.pull.pulls == 0
    assert bench.find("pair_picker").itemText(0) == "Starter pair (SmolLM2 135M)"


def test_choosing_the_starter_in_the_picker_fetches_it(open_bench, tmp_path):
    bench = first_run(open_bench, tmp_path)
    picker = bench.find("pair_picker")
    picker.setCurrentIndex(0)
    picker.activated.emit(0)
    bench.wait_loaded()
    assert bench.pull.pulls == 1


def test_a_search_that_fails_is_an_answer_too(open_bench, tmp_path):
    class Broken(FakePull):
        def find(self):
            raise OSError("the disk is gone")

    bench = open_bench(pull=Broken(fake_pair(tmp_path)))
    assert bench.window.chat.welcome.stage is Stage.OFFER


def test_sending_before_there_is_a_pair_keeps_the_text(open_bench, tmp_path):
    bench = first_run(open_bench, tmp_path)
    bench.send("hello")
    assert bench.banner.notice.text == "No pair is loaded yet: choose one first."
    assert bench.composer.text() == "hello"
    assert bench.store.list_chats() == ()
    bench.find("banner_action").click()
    bench.settle()
    assert bench.window.models.dialog.isVisible()
    bench.window.models.dialog.reject()
    assert bench.banner.notice is not None, "there is still no pair"
    bench.composer.edit.clear()
    assert bench.banner.notice is None, "nothing is to be sent any more"
    bench.send("hello")
    bench.find("get_starter").click()
    bench.wait_loaded()
    assert bench.banner.notice is None


def test_sending_while_loading_keeps_the_text(open_bench, tmp_path):
    gate, engine = Gate(), FakeEngine(LIGHTHOUSE)
    engine.load_steps = [0.45, gate]
    bench = first_run(open_bench, tmp_path, engine=engine)
    bench.find("get_starter").click()
    wait_for(lambda: bench.pairs.state.fraction == 0.45)
    assert bench.find("load_progress").value() == 450
    bench.send("hello")
    assert "still loading" in bench.banner.notice.text
    assert bench.composer.text() == "hello"
    gate.open()
    bench.wait_loaded()
    assert bench.window.chat.welcome.stage is Stage.READY
    bench.press(Qt.Key.Key_Return)
    bench.wait_replied()
    assert bench.composer.text() == ""


def test_a_load_can_be_cancelled_from_the_bar(open_bench, tmp_path):
    gate, engine = Gate(), FakeEngine(LIGHTHOUSE)
    engine.load_steps = [gate]
    bench = first_run(open_bench, tmp_path, engine=engine)
    bench.find("get_starter").click()
    wait_for(gate.reached.is_set)
    assert bench.find("cancel_load").isVisible()
    bench.find("cancel_load").click()
    wait_for(lambda: bench.pairs.state.loading is None)
    assert bench.banner.notice is None
    assert bench.window.chat.welcome.stage is Stage.OFFER
    assert bench.find("pair_picker").currentIndex() == -1
    assert not bench.find("cancel_load").isVisible()


def test_a_chat_goes_on_while_the_starter_is_fetched(open_bench, tmp_path):
    gate = Gate()
    bench = first_run(open_bench, tmp_path, gate)
    other = tmp_path / "other"
    other.mkdir()
    bench.window.top_bar.pair_chosen.emit(fake_pair(other, "Another pair"))
    bench.wait_loaded()
    bench.window.top_bar.starter_chosen.emit()
    wait_for(gate.reached.is_set)
    bench.ask()
    assert "A lighthouse guides ships" in bench.transcript.toPlainText()
    gate.open()
    wait_for(lambda: bench.pairs.state.loaded.files.name == "Starter pair (SmolLM2 135M)")
