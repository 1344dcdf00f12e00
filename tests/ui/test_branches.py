from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.chats.records import Role
from app.errors import PromptTooLongError
from app.speculation.records import Finish
from app.speculation.statistics import summarise
from tests.busy_store import locked
from tests.fakes import FakeEngine, Gate, drafted_round, plain_round
from tests.ui.waiting import wait_for

ALT = Qt.KeyboardModifier.AltModifier


def replies(*texts: str) -> FakeEngine:
    return FakeEngine(*([plain_round(0, text)] for text in texts))


@pytest.fixture
def talk(open_bench):
    """Two questions with their replies."""
    bench = open_bench(replies("one", "two", "three", "four"))
    bench.wait_loaded()
    bench.ask("first")
    bench.ask("second")
    return bench


def ids(bench):
    return [one.id for one in bench.conversation.messages]


def shown(bench):
    return [one.text for one in bench.transcript.messages]


def stored(bench):
    return [one.message.content for one in bench.store.list_messages(bench.conversation.chat_id)]


def test_another_reply_stands_beside_the_old_one(talk):
    talk.press(Qt.Key.Key_R, talk.window, Qt.KeyboardModifier.ControlModifier)
    talk.wait_replied()
    assert talk.transcript.toPlainText().endswith("You\nsecond\n\nDraftlight\nthree")
    assert [one.content for one in talk.engine.requests[-1][0]] == ["first", "one", "second"]
    last = talk.transcript.messages[-1]
    assert (last.position, last.count) == (2, 2)
    assert stored(talk) == ["first", "one", "second", "three"]


def test_siblings_are_walked_by_buttons_and_keys(talk):
    talk.conversation.regenerate(ids(talk)[1])
    talk.wait_replied()
    assert shown(talk) == ["first", "three"]
    assert stored(talk) == ["first", "three"]
    talk.transcript.layer.choose(1)
    assert talk.find("message_place").text() == "2/2"
    assert not talk.find("next_sibling").isEnabled()
    talk.find("previous_sibling").click()
    assert shown(talk) == ["first", "one", "second", "two"]
    assert talk.transcript.layer.chosen == 1
    talk.transcript.setFocus()
    QTest.keyClick(talk.transcript, Qt.Key.Key_Right, ALT | Qt.KeyboardModifier.ShiftModifier)
    assert shown(talk) == ["first", "three"]
    assert stored(talk) == ["first", "three"]


def test_an_own_message_is_edited_into_a_new_version(talk):
    talk.type("unfinished")
    talk.transcript.setFocus()
    for _ in range(4):
        QTest.keyClick(talk.transcript, Qt.Key.Key_Up, ALT)
    assert talk.transcript.layer.chosen == 0
    QTest.keyClick(talk.transcript, Qt.Key.Key_F2)
    assert talk.composer.text() == "first"
    assert "Editing" in talk.find("target_text").text()
    talk.composer.edit.selectAll()
    talk.ask("first, but better")
    assert talk.composer.text() == "unfinished"
    assert not talk.find("target_text").isVisible()
    assert stored(talk) == ["first, but better", "three"]
    assert talk.transcript.toPlainText() == "You\nfirst, but better\n\nDraftlight\nthree"
    assert (talk.transcript.messages[0].position, talk.transcript.messages[0].count) == (2, 2)
    assert len(talk.engine.requests[-1][0]) == 1
    talk.conversation.show_sibling(ids(talk)[0], -1)
    assert stored(talk) == ["first", "one", "second", "two"]


def test_esc_gives_up_editing_and_brings_back_what_was_typed(talk):
    talk.type("unfinished")
    QTest.keyClick(talk.window, Qt.Key.Key_Up, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
    assert talk.composer.text() == "second"
    talk.press(Qt.Key.Key_Escape)
    assert talk.composer.text() == "unfinished"
    assert not talk.find("target_text").isVisible()
    talk.ask("third")
    assert stored(talk)[2:] == ["second", "two", "unfinishedthird", "three"]


def test_an_edit_that_is_left_for_another_chat_is_not_lost(talk):
    talk.window.chat.edit_last()
    talk.type(" and more")
    chat = talk.conversation.chat_id
    talk.conversation.new_chat()
    assert talk.composer.text() == ""
    talk.conversation.open_chat(chat)
    assert talk.composer.text() == "second and more"


def test_the_chat_goes_on_from_any_reply(talk):
    talk.transcript.layer.choose(1)
    talk.find("continue_here").click()
    assert "earlier reply" in talk.find("target_text").text()
    talk.ask("another way")
    assert stored(talk) == ["first", "one", "another way", "three"]
    assert (talk.transcript.messages[2].position, talk.transcript.messages[2].count) == (2, 2)
    assert [one.content for one in talk.engine.requests[-1][0]] == ["first", "one", "another way"]


def test_nothing_branches_while_a_reply_is_written(open_bench):
    gate = Gate()
    bench = open_bench(FakeEngine([plain_round(0, "one")], [plain_round(0, "two"), gate]))
    bench.wait_loaded()
    bench.ask("first")
    bench.send("second")
    wait_for(gate.reached.is_set)
    bench.wait_text("two")
    bench.conversation.regenerate(ids(bench)[1])
    assert "still writing" in bench.banner.notice.text
    assert bench.transcript.toPlainText() == "You\nfirst\n\nDraftlight\none\n\nYou\nsecond\n\nDraftlight\ntwo"
    gate.open()
    bench.wait_replied()


def test_another_reply_that_fails_leaves_the_old_one(open_bench):
    bench = open_bench(
        FakeEngine([plain_round(0, "one")], [PromptTooLongError(tokens=20, limit=10)], [plain_round(0, "three")])
    )
    bench.wait_loaded()
    bench.ask("first")
    bench.conversation.regenerate_last()
    bench.wait_replied()
    assert bench.transcript.toPlainText() == "You\nfirst\n\nDraftlight\none"
    assert bench.banner.isVisible()
    assert bench.composer.text() == ""


def test_an_edit_without_a_reply_gives_the_text_back_and_shows_the_old_version(open_bench):
    gate = Gate()
    bench = open_bench(FakeEngine([plain_round(0, "one")], [gate, plain_round(0, "two")]))
    bench.wait_loaded()
    bench.ask("first")
    bench.window.chat.edit_last()
    bench.composer.edit.selectAll()
    bench.send("second wording")
    wait_for(gate.reached.is_set)
    bench.press(Qt.Key.Key_Escape)
    bench.wait_replied()
    assert bench.composer.text() == "second wording"
    assert bench.transcript.toPlainText() == "You\nfirst\n\nDraftlight\none"
    assert bench.transcript.messages[0].count == 1


def test_unsent_text_is_kept_for_each_chat(talk, open_bench):
    talk.type("in the first chat")
    first = talk.conversation.chat_id
    talk.conversation.new_chat()
    assert talk.composer.text() == ""
    talk.type("in the new one")
    talk.conversation.open_chat(first)
    assert talk.composer.text() == "in the first chat"
    talk.conversation.new_chat()
    assert talk.composer.text() == "in the new one"
    talk.close()
    again = open_bench()
    assert again.composer.text() == "in the first chat"


def test_a_message_is_copied_exactly(talk):
    talk.transcript.layer.choose(3)
    talk.find("copy_message").click()
    assert QApplication.clipboard().text() == "two"


def test_the_pointer_chooses_a_message(talk):
    talk.settle()
    QTest.mouseMove(talk.transcript.viewport(), QPoint(200, 60))
    assert talk.transcript.layer.chosen == 0
    assert talk.transcript.layer.bar.isVisible()
    assert talk.transcript.layer.bar.shown.role is Role.USER


def test_a_long_chat_reads_the_rounds_of_what_is_in_view(open_bench):
    bench = open_bench()
    chat, message = bench.store.start_chat("long", "question 0")
    decoded = drafted_round(0, ["a", " b"], " x", [], " c")
    summary = summarise([decoded], Finish.END_OF_TEXT, seconds=1, prompt_seconds=0, prompt_tokens=3, reused_tokens=0)
    for number in range(60):
        reply = bench.store.begin_reply(chat.id, message.id)
        bench.store.append_rounds(reply, [decoded])
        bench.store.end_reply(reply, summary)
        message = bench.store.add_user_message(chat.id, f"question {number + 1}")
    bench.conversation.open_chat(chat.id)
    bench.wait_rounds()
    known = [one for one in bench.transcript.messages if one.rounds]
    assert 0 < len(known) < 20
    text = bench.transcript.toPlainText()
    bench.find("show_rejected").click()
    bench.transcript.verticalScrollBar().setValue(0)
    bench.wait_rounds()
    first = bench.transcript.messages[1]
    assert first.rounds == [decoded]
    assert bench.transcript.toPlainText() == text
    assert bench.transcript.document().toPlainText().count(" x c") == sum(
        bool(one.rounds) for one in bench.transcript.messages
    )
    assert bench.transcript._page.pieces.end == bench.transcript.document().characterCount() - 1
    page = bench.transcript._page
    for place, shown in zip(page.places, bench.transcript.messages, strict=True):
        assert page.pieces.plain_text(place.content, place.tail) == shown.text
        speaker = bench.transcript.document().findBlock(place.start + bool(place.start))
        assert speaker.text() == ("You" if shown.role is Role.USER else "Draftlight")


def test_a_reply_that_was_saved_late_keeps_its_place_among_others(open_bench):
    bench = open_bench(replies("one", "two"))
    bench.wait_loaded()
    bench.send("first")
    with locked(bench.paths.chats):
        bench.wait_replied()
        assert bench.conversation.messages[-1].id == 0
    bench.conversation.regenerate_last()
    bench.wait_replied()
    assert (bench.transcript.messages[-1].position, bench.transcript.messages[-1].count) == (2, 2)
    assert stored(bench) == ["first", "two"]


def test_the_numbers_of_a_reply_that_broke_off_are_told_soon(open_bench):
    bench = open_bench()
    chat, message = bench.store.start_chat("broken", "question")
    reply = bench.store.begin_reply(chat.id, message.id)
    bench.store.append_rounds(reply, [drafted_round(0, ["a", " b"], " x", [], " c")])
    bench.conversation.open_chat(chat.id)
    wait_for(lambda: "interrupted" in bench.find("statistics").text())
    assert "interrupted" in bench.transcript.document().lastBlock().text()
