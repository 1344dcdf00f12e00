from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from app.settings import load_settings
from app.speculation.records import Finish
from tests.fakes import LIGHTHOUSE, FakeEngine, FakePull, Gate, fake_pair
from tests.ui.waiting import wait_for

REPLY = "".join(one.text for one in LIGHTHOUSE)


def test_a_restart_shows_all_chats_with_their_marked_replies(open_bench):
    bench = open_bench()
    bench.wait_loaded()
    bench.ask("first")
    line = bench.find("statistics").text()
    bench.press(Qt.Key.Key_N, bench.window, Qt.KeyboardModifier.ControlModifier)
    bench.ask("second")
    bench.transcript.layer.choose(None)
    image = bench.transcript.viewport().grab().toImage()
    bench.close()
    again = open_bench()
    again.wait_loaded()
    assert again.titles == ["second", "first"]
    assert again.transcript.toPlainText() == f"You\nsecond\n\nDraftlight\n{REPLY}"
    assert again.find("statistics").text() == line
    again.wait_rounds()
    assert again.transcript.viewport().grab().toImage() == image
    again.choose_chat(1)
    assert again.transcript.toPlainText().startswith("You\nfirst")
    again.find("show_rejected").click()
    again.wait_rounds()
    assert "boats" in again.transcript.document().toPlainText()


def test_closing_while_a_reply_is_written_keeps_what_was_emitted(open_bench):
    gate = Gate()
    bench = open_bench(FakeEngine([*LIGHTHOUSE[:3], gate, *LIGHTHOUSE[3:]]))
    bench.wait_loaded()
    bench.send("first")
    wait_for(gate.reached.is_set)
    bench.close()
    assert bench.engine.closed
    again = open_bench()
    text = "".join(one.text for one in LIGHTHOUSE[:3])
    assert again.transcript.toPlainText() == f"You\nfirst\n\nDraftlight\n{text}"
    assert again.store.list_messages(again.conversation.chat_id)[-1].summary.finish is Finish.STOPPED
    assert again.find("statistics").text().endswith("stopped")


def test_closing_before_the_first_token_gives_the_text_back_at_the_next_start(open_bench):
    gate = Gate()
    bench = open_bench(FakeEngine([gate, *LIGHTHOUSE]))
    bench.wait_loaded()
    bench.send("too early")
    wait_for(gate.reached.is_set)
    bench.close()
    again = open_bench()
    assert again.composer.text() == "too early"
    assert again.titles == []


def test_closing_while_a_pair_is_fetched_or_loaded(open_bench, tmp_path):
    gate = Gate()
    pull = FakePull(fake_pair(tmp_path))
    pull.steps = [gate]
    bench = open_bench(pull=pull)
    bench.find("get_starter").click()
    wait_for(gate.reached.is_set)
    bench.close()
    loading = Gate()
    engine = FakeEngine()
    engine.load_steps = [loading]
    bench = open_bench(engine)
    wait_for(loading.reached.is_set)
    bench.close()
    assert engine.closed


def test_a_streaming_reply_is_saved_while_it_streams(open_bench):
    gate = Gate()
    bench = open_bench(FakeEngine([*LIGHTHOUSE[:3], gate, *LIGHTHOUSE[3:]]))
    bench.wait_loaded()
    bench.send("first")
    wait_for(gate.reached.is_set)
    assert bench.conversation.writer.saver.timer.interval() <= 1000

    def saved():
        return bench.store.list_messages(bench.conversation.chat_id)[1:]

    wait_for(lambda: saved() and saved()[0].rounds == LIGHTHOUSE[:3], "the first rounds to be saved")
    gate.open()
    bench.wait_replied()
    assert saved()[0].rounds == LIGHTHOUSE
    assert saved()[0].message.content == REPLY


def test_a_message_without_a_reply_can_be_answered_after_a_restart(open_bench):
    bench = open_bench()
    bench.wait_loaded()
    chat = bench.store.create_chat("left alone")
    bench.store.add_user_message(chat.id, "anybody there?")
    bench.close()
    again = open_bench()
    again.wait_loaded()
    assert again.transcript.toPlainText() == "You\nanybody there?"
    assert "no reply yet" in again.banner.notice.text
    again.find("banner_action").click()
    again.wait_replied()
    assert again.transcript.toPlainText() == f"You\nanybody there?\n\nDraftlight\n{REPLY}"


def test_unsent_text_comes_back(open_bench):
    bench = open_bench()
    bench.type("half a thou")
    bench.close()
    assert open_bench().composer.text() == "half a thou"


def test_choices_come_back(open_bench, paths):
    bench = open_bench(size=(900, 650))
    bench.wait_loaded()
    bench.find("draft_length").setCurrentText("off")
    bench.find("temperature").setValue(0.25)
    bench.find("seed").setText("7")
    bench.find("show_rejected").click()
    bench.close()
    kept = load_settings(paths.settings)
    assert (kept.draft_length, kept.temperature, kept.seed, kept.show_rejected) == (0, 0.25, 7, True)
    assert (kept.geometry.width, kept.geometry.height) == (900, 650)
    again = open_bench(size=(900, 650))
    assert again.find("draft_length").currentText() == "off"
    assert again.find("temperature").value() == 0.25
    assert again.find("seed").text() == "7"
    assert again.find("show_rejected").isChecked()


@pytest.mark.parametrize("there", [True, False])
def test_the_last_pair_is_loaded_if_it_is_still_there(open_bench, tmp_path, there):
    other = tmp_path / "other"
    other.mkdir()
    pair = fake_pair(other, "Another pair")
    bench = open_bench()
    bench.wait_loaded()
    bench.pairs.open(pair)
    wait_for(lambda: bench.pairs.state.loaded.files == pair)
    bench.close()
    if not there:
        pair.target.unlink()
    again = open_bench()
    again.wait_loaded()
    assert again.pairs.state.loaded.files.name == ("Another pair" if there else "Starter pair (SmolLM2 135M)")
    picker = again.find("pair_picker")
    assert "Another pair" in [picker.itemText(index) for index in range(picker.count())]
    assert len(again.engine.loads) == 1


def test_a_window_from_a_screen_that_is_gone_comes_back_into_view(open_bench, paths):
    from app.settings import Geometry, Settings, save_settings

    save_settings(paths.settings, Settings(geometry=Geometry(9000, -5000, 800, 600)))
    bench = open_bench(size=(800, 600))
    room = bench.window.screen().availableGeometry()
    assert room.contains(bench.window.frameGeometry().topLeft())
    assert bench.window.width() == 800


def test_settings_that_cannot_be_saved_are_told_once(open_bench, monkeypatch, paths):
    from app.errors import NotWritableError

    def refuse(path, _settings):
        raise NotWritableError(path=path, detail="read-only")

    monkeypatch.setattr("app.ui.preferences.save_settings", refuse)
    bench = open_bench()
    bench.wait_loaded()
    bench.find("draft_length").setCurrentText("2")
    wait_for(lambda: bench.banner.notice is not None)
    assert "cannot be written" in bench.banner.notice.text
    bench.banner.dismiss()
    bench.window._parts.preferences.save()
    assert bench.banner.notice is None
