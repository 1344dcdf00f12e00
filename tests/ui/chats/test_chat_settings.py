from __future__ import annotations

import json

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.chats.records import Role
from app.ui.chats.chat_dialog import options_line
from tests.fakes import LIGHTHOUSE, FakeEngine, fake_pair
from tests.ui.waiting import wait_for


def chat(bench):
    return next(one for one in bench.store.list_chats() if one.id == bench.conversation.chat_id)


@pytest.fixture
def dialog(bench):
    QTest.keyClick(bench.window, Qt.Key.Key_Comma, Qt.KeyboardModifier.ControlModifier)
    return bench.find("chat_dialog")


def test_a_system_prompt_is_told_to_the_model_and_kept_with_its_chat(bench, dialog):
    bench.find("system_prompt").setPlainText("You are a lighthouse keeper.")
    dialog.accept()
    bench.ask("first")
    sent = bench.engine.requests[0][0]
    assert [(one.role, one.content) for one in sent] == [
        (Role.SYSTEM, "You are a lighthouse keeper."),
        (Role.USER, "first"),
    ]
    assert chat(bench).options.system_prompt == "You are a lighthouse keeper."
    first = bench.conversation.chat_id
    bench.conversation.new_chat()
    bench.ask("second")
    assert [one.role for one in bench.engine.requests[1][0]] == [Role.USER]
    assert bench.find("chat_settings").text() == ""
    bench.conversation.open_chat(first)
    assert bench.find("chat_settings").text() == "System prompt"


def test_each_chat_keeps_its_sampling(bench, open_bench):
    bench.ask("cold")
    cold = bench.conversation.chat_id
    bench.find("temperature").setValue(0.2)
    bench.find("draft_length").setCurrentText("7")
    bench.conversation.new_chat()
    bench.find("temperature").setValue(1.4)
    bench.ask("hot")
    bench.conversation.open_chat(cold)
    assert bench.find("temperature").value() == 0.2
    assert bench.find("draft_length").currentText() == "7"
    bench.close()
    again = open_bench()
    assert again.find("temperature").value() == 1.4
    again.conversation.open_chat(cold)
    assert again.find("temperature").value() == 0.2


def test_each_chat_keeps_its_penalties_and_names_those_that_are_set(bench):
    bench.ask("first")
    first = bench.conversation.chat_id
    bench.find("repeat_penalty").setValue(1.1)
    assert " · repeat penalty 1.1" in options_line(bench.window.chat_settings.options)
    bench.conversation.new_chat()
    bench.find("repeat_penalty").setValue(1.0)
    bench.ask("second")
    bench.conversation.open_chat(first)
    assert bench.find("repeat_penalty").value() == 1.1
    assert bench.window.chat_settings.options.sampling.repeat_penalty == 1.1


def test_presets_are_saved_chosen_exported_and_imported(bench, dialog, tmp_path):
    bench.find("system_prompt").setPlainText("Answer in rhymes.")
    bench.find("temperature").setValue(1.1)
    bench.find("save_preset").click()
    assert "name" in bench.find("preset_told").text()
    bench.find("preset_name").setText("  Poet ")
    bench.find("save_preset").click()
    file = tmp_path / "poet.json"
    dialog.export_preset(str(file))
    assert json.loads(file.read_text())["name"] == "Poet"
    dialog._delete()
    assert bench.store.shelf.list_presets() == ()
    bench.find("system_prompt").setPlainText("")
    bench.find("temperature").setValue(0.3)
    dialog.import_preset(str(file))
    assert bench.find("preset_picker").currentText() == "Poet"
    assert bench.find("system_prompt").toPlainText() == "Answer in rhymes."
    assert bench.find("temperature").value() == 1.1
    assert "temperature 1.1" in bench.find("preset_options").text()
    file.write_text("{}")
    dialog.import_preset(str(file))
    assert "poet.json" in bench.find("preset_told").text()
    dialog.export_preset(str(tmp_path / "nowhere" / "poet.json"))
    assert "cannot be written" in bench.find("preset_told").text()
    dialog.accept()


def test_a_missing_model_does_not_keep_a_chat_from_being_read(open_bench, tmp_path):
    other = tmp_path / "other"
    other.mkdir()
    bench = open_bench(FakeEngine(LIGHTHOUSE))
    bench.wait_loaded()
    bench.pairs.open(fake_pair(other, "Another pair"))
    wait_for(lambda: bench.pairs.state.loaded.files.name == "Another pair")
    bench.ask("with the other pair")
    held = bench.conversation.chat_id
    assert chat(bench).pair.name == "Another pair"
    bench.conversation.new_chat()
    bench.pairs.open(fake_pair(tmp_path))
    wait_for(lambda: bench.pairs.state.loaded.files.name != "Another pair")
    bench.conversation.open_chat(held)
    assert "held with Another pair" in bench.banner.notice.text
    assert bench.find("activity").text() == "FakeLM 8B answers now, not Another pair"
    assert "not Another pair" in bench.find("send_button").toolTip()
    bench.find("banner_action").click()
    wait_for(lambda: bench.pairs.state.loaded.files.name == "Another pair")
    assert "Enter sends" in bench.find("activity").text()
    bench.conversation.new_chat()
    (other / "target.gguf").unlink()
    bench.conversation.open_chat(held)
    assert "target.gguf is not on this disk" in bench.banner.notice.text
    assert bench.transcript.toPlainText().startswith("You\nwith the other pair")
    bench.ask("going on")
    assert len(bench.store.list_messages(held)) == 4


def held_with_another(open_bench, tmp_path):
    """A window in which a chat was held with a pair that is not the one it opens with."""
    other = tmp_path / "other"
    other.mkdir()
    bench = open_bench()
    bench.wait_loaded()
    bench.pairs.open(fake_pair(other, "Another pair"))
    wait_for(lambda: bench.pairs.state.loaded.files.name == "Another pair")
    bench.ask()
    held = bench.conversation.chat_id
    bench.pairs.open(fake_pair(tmp_path))
    wait_for(lambda: bench.pairs.state.loaded.files.name != "Another pair")
    return bench, held


def test_at_the_start_the_pair_of_the_latest_chat_is_offered_once_it_is_clear_that_another_loads(open_bench, tmp_path):
    bench, _ = held_with_another(open_bench, tmp_path)
    bench.close()
    again = open_bench()
    wait_for(lambda: again.banner.notice is not None)
    assert again.banner.notice.text == "This chat was held with Another pair."
    again.wait_loaded()
    assert again.banner.notice.text == "This chat was held with Another pair."


def test_the_offer_goes_when_the_pair_is_loaded_in_another_way(open_bench, tmp_path):
    bench, held = held_with_another(open_bench, tmp_path)
    bench.conversation.new_chat()
    bench.conversation.open_chat(held)
    assert bench.banner.notice is not None
    bench.pairs.open(fake_pair(tmp_path / "other", "Another pair"))
    assert bench.banner.notice is None
    bench.wait_loaded()


def test_who_goes_on_with_another_pair_is_told_before_and_not_after(open_bench, tmp_path):
    bench, held = held_with_another(open_bench, tmp_path)
    bench.conversation.new_chat()
    bench.conversation.open_chat(held)
    assert "answers now" in bench.find("activity").text()
    bench.ask("going on")
    assert "Enter sends" in bench.find("activity").text()
    assert chat(bench).pair.name != "Another pair"


def test_each_chat_keeps_every_option_of_its_replies_and_its_context(bench):
    bench.ask("first")
    first = bench.conversation.chat_id
    bench.find("more_options").click()
    bench.find("max_tokens").setValue(100)
    bench.find("stop_strings").setPlainText("User:")
    bench.find("lookup").click()
    bench.find("rule").setCurrentText("coupled")
    bench.find("enable_thinking").setCurrentText("off")
    bench.find("drop_oldest").click()
    bench.find("penalty_window").setValue(128)
    bench.find("logit_bias").setPlainText(" lamp = -2\n#7 = 1.5\n boats = never")
    bench.find("context").setValue(8192)
    kept = bench.window.chat_settings.options
    assert (kept.max_tokens, kept.stop_strings, kept.lookup, kept.rule) == (100, ("User:",), True, "coupled")
    assert (kept.enable_thinking, kept.drop_oldest, kept.context) == (False, True, 8192)
    assert kept.sampling.logit_bias == ((7, 1.5),)
    assert kept.text_bias == ((" lamp", -2.0), (" boats", float("-inf")))
    line = options_line(kept)
    for part in ("at most 100 tokens", "context 8192", "3 words favoured or forbidden", "does not think"):
        assert part in line
    bench.conversation.new_chat()
    bench.find("reset_sampling").click()
    bench.ask("second")
    assert bench.window.chat_settings.options != kept
    bench.conversation.open_chat(first)
    now = bench.window.chat_settings.options
    # Tokens and texts are kept apart, so that their order in the field may be another.
    assert now == kept
    assert bench.find("context").value() == 8192
    bench.ask("again")
    options = bench.engine.requests[-1][1]
    assert options.text_bias == kept.text_bias
    assert options.sampling.logit_bias == ((7, 1.5),)
