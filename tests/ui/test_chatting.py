from __future__ import annotations

import dataclasses

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest

from app.chats.records import Role
from app.speculation.records import DraftingStopped, DraftLengthDecided, Finish, PromptProgress
from app.speculation.sampling import Sampling
from tests.fakes import LIGHTHOUSE, FakeEngine, FakePull, Gate, drafted_round, fake_pair, plain_round
from tests.ui.test_statistics_line import recomputed
from tests.ui.waiting import wait_for

REPLY = "".join(one.text for one in LIGHTHOUSE)
SECONDS = sum(one.draft_seconds + one.verify_seconds for one in LIGHTHOUSE)


def test_a_reply_streams_in_and_ends_with_its_statistics(open_bench):
    gate = Gate()
    bench = open_bench(FakeEngine([*LIGHTHOUSE[:5], gate, *LIGHTHOUSE[5:]]))
    bench.wait_loaded()
    bench.send("How does a lighthouse work?")
    wait_for(gate.reached.is_set)
    bench.wait_text("all night")
    assert bench.composer.text() == ""
    assert bench.find("stop_button").isVisible()
    assert not bench.find("send_button").isVisible()
    wait_for(lambda: "5 rounds" in bench.find("statistics").text())
    gate.open()
    bench.wait_replied()
    assert bench.transcript.toPlainText() == f"You\nHow does a lighthouse work?\n\nDraftlight\n{REPLY}"
    line = recomputed(LIGHTHOUSE, SECONDS)
    assert bench.find("statistics").text() == line
    assert bench.transcript.document().lastBlock().text() == f"{line} · Details"
    assert bench.find("send_button").isVisible()
    assert not bench.find("stop_button").isVisible()


def test_several_turns_send_the_whole_chat(bench):
    bench.ask("first")
    bench.ask("second")
    (first, _), (second, _) = bench.engine.requests
    assert [(one.role, one.content) for one in first] == [(Role.USER, "first")]
    assert [(one.role, one.content) for one in second] == [
        (Role.USER, "first"),
        (Role.ASSISTANT, REPLY),
        (Role.USER, "second"),
    ]
    assert second[1].token_ids == tuple(token.id for one in LIGHTHOUSE for token in one.emitted)


def test_stop_keeps_what_was_emitted(open_bench):
    for how in ("button", "escape"):
        gate = Gate()
        bench = open_bench(FakeEngine([*LIGHTHOUSE[:2], gate, *LIGHTHOUSE[2:]]))
        bench.wait_loaded()
        bench.window.chat.welcome.setFocus()
        bench.send("go")
        wait_for(gate.reached.is_set)
        if how == "button":
            bench.find("stop_button").click()
        else:
            bench.press(Qt.Key.Key_Escape)
        bench.wait_replied()
        text = "".join(one.text for one in LIGHTHOUSE[:2])
        assert bench.transcript.toPlainText().endswith(f"Draftlight\n{text}")
        assert bench.find("statistics").text().endswith("2 rounds · stopped")
        stored = bench.store.list_messages(bench.conversation.chat_id)[-1]
        assert stored.message.content == text
        assert stored.summary.finish is Finish.STOPPED
        bench.conversation.delete_chat(bench.conversation.chat_id)
        bench.close()


def test_the_controls_reach_the_engine(bench):
    bench.find("draft_length").setCurrentText("9")
    bench.find("sampling_button").click()
    assert bench.find("sampling_panel").isVisible()
    bench.find("temperature").setValue(0.3)
    bench.find("top_k").setValue(7)
    bench.find("top_p").setValue(0.5)
    bench.find("min_p").setValue(0.02)
    bench.find("seed").setText("42")
    bench.ask()
    bench.find("seed").setText("")
    bench.ask()
    options = [options for _, options in bench.engine.requests]
    assert options[0].sampling == Sampling(temperature=0.3, top_k=7, top_p=0.5, min_p=0.02, seed=42)
    assert options[0].draft_length == 9
    assert options[1].sampling.seed is None


def test_the_draft_length_is_auto_off_or_1_to_16_and_what_the_pair_suggests_at_first(bench):
    box = bench.find("draft_length")
    assert [box.itemText(index) for index in range(box.count())] == ["auto", "off", *map(str, range(1, 17))]
    assert box.currentText() == "4"


def test_lengths_that_heads_in_a_chain_cannot_draft_are_not_offered(open_bench):
    engine = FakeEngine([plain_round(0, "plain")])
    engine.most_drafted = 3
    bench = open_bench(engine)
    bench.wait_loaded()
    box = bench.find("draft_length")
    offered = [box.itemText(index) for index in range(box.count()) if box.model().item(index).isEnabled()]
    assert offered == ["auto", "off", "1", "2", "3"]
    assert box.currentText() == "3"


def test_with_the_draft_length_off_the_reply_says_so(open_bench):
    bench = open_bench(FakeEngine([plain_round(0, "plain"), plain_round(1, " words")]))
    bench.wait_loaded()
    bench.find("draft_length").setCurrentText("off")
    bench.ask()
    line = bench.find("statistics").text()
    assert line.endswith("drafting is off: the draft length is set to off")
    assert "acceptance - " in line


def test_what_the_automatic_draft_length_decided_is_told(open_bench):
    decided = DraftLengthDecided(False, "it would take 2.30 times as long as plain decoding here")
    bench = open_bench(
        FakeEngine([decided, plain_round(0, "plain")], [DraftLengthDecided(True, "it takes 0.74"), *LIGHTHOUSE])
    )
    bench.wait_loaded()
    bench.ask()
    assert "drafting is off: it would take 2.30 times as long" in bench.find("statistics").text()
    bench.ask()
    assert "drafting is on: it takes 0.74" in bench.find("statistics").text()


def test_without_a_drafter_the_app_says_that_drafting_is_off(open_bench, tmp_path):
    pair = dataclasses.replace(fake_pair(tmp_path), drafter=None)
    bench = open_bench(FakeEngine([plain_round(0, "plain")]), FakePull(pair, found=True))
    bench.wait_loaded()
    assert "drafting is off: There is no drafter." in bench.find("status").text()
    bench.ask()
    assert bench.find("statistics").text().endswith("drafting is off: There is no drafter")


def test_a_drafter_dropped_in_mid_reply_is_told(open_bench):
    script = [LIGHTHOUSE[0], DraftingStopped("The drafter's context is full."), plain_round(1, " on")]
    bench = open_bench(FakeEngine(script))
    bench.wait_loaded()
    bench.ask()
    assert bench.find("statistics").text().endswith("drafting is off: The drafter's context is full")


def test_reading_the_prompt_is_told(open_bench):
    gate = Gate()
    bench = open_bench(FakeEngine([PromptProgress(340, 1200, 0), gate, *LIGHTHOUSE]))
    bench.wait_loaded()
    idle = bench.find("status").text()
    bench.send("a long one")
    wait_for(lambda: bench.find("status").text() == "Reading the prompt 340 / 1200 tokens")
    assert bench.find("activity").text() == "Reading the prompt 340 / 1200 tokens"
    gate.open()
    bench.wait_replied()
    assert bench.find("status").text() == idle
    assert "Enter sends" in bench.find("activity").text()


def test_ghosts_appear_in_old_replies_too(bench):
    bench.ask()
    text = bench.transcript.toPlainText()
    assert "boats" not in bench.transcript.document().toPlainText()
    bench.find("show_rejected").click()
    assert "boats" in bench.transcript.document().toPlainText()
    assert bench.transcript.toPlainText() == text
    QTest.keyClick(bench.window, Qt.Key.Key_R, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
    assert "boats" not in bench.transcript.document().toPlainText()


def test_chats_are_listed_and_can_be_reopened(bench):
    bench.ask("How does a lighthouse work, and why does it turn at all?")
    bench.press(Qt.Key.Key_N, bench.window, Qt.KeyboardModifier.ControlModifier)
    assert bench.transcript.toPlainText() == ""
    assert bench.find("statistics").text() == ""
    assert bench.composer.edit.hasFocus()
    bench.ask("second")
    assert bench.titles == ["second", "How does a lighthouse work, and why…"]
    bench.choose_chat(1)
    assert bench.transcript.toPlainText().startswith("You\nHow does a lighthouse work, and why does")
    assert REPLY in bench.transcript.toPlainText()
    assert bench.find("statistics").text() == recomputed(LIGHTHOUSE, SECONDS)
    bench.ask("third")
    assert [one.content for one in bench.engine.requests[-1][0]][-1] == "third"
    assert bench.titles[0].startswith("How does")
    assert bench.find("chat_list").currentIndex().row() == 1


def test_a_reply_goes_on_while_another_chat_is_on_show(halfway):
    bench, gate = halfway
    chat = bench.conversation.chat_id
    bench.conversation.writer.saver.save()
    bench.conversation.new_chat()
    bench.send("elsewhere")
    assert "still writing" in bench.banner.notice.text
    assert bench.composer.text() == "elsewhere"
    assert bench.transcript.toPlainText() == ""
    bench.conversation.open_chat(chat)
    bench.wait_text("lens")
    bench.conversation.new_chat()
    gate.open()
    bench.wait_replied()
    bench.transcript.flush()
    assert bench.transcript.toPlainText() == ""
    bench.conversation.open_chat(chat)
    assert bench.transcript.toPlainText() == f"You\nfirst\n\nDraftlight\n{REPLY}"


def test_coming_back_to_a_reply_shows_all_of_it(halfway):
    bench, gate = halfway
    chat = bench.conversation.chat_id
    bench.conversation.writer.saver.save()
    bench.conversation.new_chat()
    bench.conversation.open_chat(chat)
    gate.open()
    bench.wait_replied()
    assert bench.transcript.toPlainText() == f"You\nfirst\n\nDraftlight\n{REPLY}"
    assert [one.message.role for one in bench.store.list_messages(chat)] == [Role.USER, Role.ASSISTANT]


def test_deleting_the_chat_that_is_being_written_stops_the_reply(open_bench):
    gate = Gate()
    bench = open_bench(FakeEngine([LIGHTHOUSE[0], gate, *LIGHTHOUSE[1:]], [drafted_round(0, ["fine"])]))
    bench.wait_loaded()
    bench.send("first")
    wait_for(gate.reached.is_set)
    bench.conversation.delete_chat(bench.conversation.chat_id)
    assert not bench.conversation.is_replying
    bench.ask("second")
    assert bench.transcript.toPlainText() == "You\nsecond\n\nDraftlight\nfine"


def test_a_new_pair_stops_the_reply_and_replaces_the_old_one(open_bench, tmp_path):
    gate = Gate()
    bench = open_bench(FakeEngine([LIGHTHOUSE[0], gate, *LIGHTHOUSE[1:]]))
    bench.wait_loaded()
    bench.send("first")
    wait_for(gate.reached.is_set)
    other = tmp_path / "other"
    other.mkdir()
    bench.window.top_bar.pair_chosen.emit(fake_pair(other, "Another pair"))
    wait_for(lambda: bench.pairs.state.loaded and bench.pairs.state.loaded.files.name == "Another pair")
    assert bench.find("statistics").text().endswith("stopped")
    assert bench.find("pair_picker").currentText() == "Another pair"


def test_shortcuts_are_there(bench):
    bench.find("chat_list").setFocus()
    QTest.keyClick(bench.window, Qt.Key.Key_L, Qt.KeyboardModifier.ControlModifier)
    assert bench.composer.edit.hasFocus()
    for keys in ("Ctrl+N", "Ctrl+L", "Ctrl+Shift+R", "Esc"):
        assert QKeySequence(keys).toString()


def test_the_flush_is_slower_where_the_engine_takes_every_core(open_bench):
    bench = open_bench(FakeEngine(LIGHTHOUSE, threads=10_000))
    bench.wait_loaded()
    assert bench.transcript._flush_timer.interval() == 100
    bench.close()
    bench = open_bench(FakeEngine(LIGHTHOUSE, threads=0))
    bench.wait_loaded()
    assert bench.transcript._flush_timer.interval() == 33


def test_every_control_has_a_name_and_can_be_reached_by_tab(bench):
    from PySide6.QtWidgets import QAbstractButton, QAbstractScrollArea, QComboBox, QLineEdit

    bench.ask()
    reached, widget = [], bench.composer.edit
    while not reached or widget is not bench.composer.edit:
        if widget.isVisible() and widget.focusPolicy() & Qt.FocusPolicy.TabFocus:
            reached.append(widget.objectName())
        widget = widget.nextInFocusChain()
    order = [name for name in reached if name]
    assert order == [
        "composer", "attach_button", "chat_settings", "send_button", "mark_accepted", "mark_bonus", "mark_correction",
        "mark_plain", "mark_rejected", "mark_unexamined", "colouring", "show_seams", "show_rejected", "reading_view",
        "statistics_details", "sidebar_menu", "new_chat", "chat_search", "chat_list", "sidebar_button", "pair_picker",
        "draft_length", "sampling_button", "transcript",
    ]  # fmt: skip
    for kind in (QAbstractButton, QAbstractScrollArea, QComboBox, QLineEdit):
        for control in bench.window.findChildren(kind):
            if control.isVisible() and control.focusPolicy() & Qt.FocusPolicy.TabFocus:
                assert control.accessibleName() or (isinstance(control, QAbstractButton) and control.text()), control


def test_escape_closes_the_sampling_panel_and_stops_a_reply_even_while_it_is_open(open_bench):
    gate = Gate()
    bench = open_bench(FakeEngine([*LIGHTHOUSE[:3], gate, *LIGHTHOUSE[3:]]))
    bench.wait_loaded()
    bench.find("sampling_button").click()
    bench.press(Qt.Key.Key_Escape, bench.find("temperature"))
    assert not bench.find("sampling_panel").isVisible()
    bench.send("How does a lighthouse work?")
    wait_for(gate.reached.is_set)
    bench.find("sampling_button").click()
    bench.press(Qt.Key.Key_Escape, bench.find("temperature"))
    bench.wait_replied()
    assert "stopped" in bench.find("statistics").text()


def test_a_decimal_comma_is_a_decimal_point(bench):
    bench.find("sampling_button").click()
    box = bench.find("temperature")
    box.selectAll()
    QTest.keyClicks(box, "0,35")
    box.clearFocus()
    assert box.value() == 0.35


def test_an_error_that_is_being_mended_goes_away(open_bench, tmp_path):
    pull, gate = FakePull(fake_pair(tmp_path)), Gate()
    pull.steps = [gate]
    bench = open_bench(pull=pull)
    bench.send("too early")
    assert bench.banner.isVisible()
    bench.find("get_starter").click()
    wait_for(gate.reached.is_set)
    assert not bench.banner.isVisible()
    gate.open()
    bench.wait_loaded()
