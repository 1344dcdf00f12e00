"""The two views in the real window."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.settings import load_settings
from app.ui.shown_message import View
from tests.fakes import FakeEngine, Gate
from tests.ui.test_reading_page import colours_of
from tests.ui.test_reading_stream import PAGE
from tests.ui.test_screens import save
from tests.ui.test_views import check, rounds_of, text_of
from tests.ui.waiting import wait_for

SOURCE = f"<think>\nHm, *lamps*.\n</think>\n\n{PAGE}"


def test_a_reply_is_read_while_it_streams_and_is_kept_exactly(open_bench, scheme):
    rounds = rounds_of(SOURCE)
    gate = Gate()
    bench = open_bench(FakeEngine([*rounds[:40], gate, *rounds[40:]]), size=(1000, 900))
    bench.wait_loaded()
    QTest.keyClick(bench.window, Qt.Key.Key_E, Qt.KeyboardModifier.ControlModifier)
    wait_for(bench.find("reading_view").isChecked)
    bench.send("How does a lighthouse work?")
    wait_for(gate.reached.is_set)
    bench.wait_text("A lamp")
    save(bench.window, scheme, "reading-streams")
    gate.open()
    bench.wait_replied()
    assert bench.store.list_messages(bench.conversation.chat_id)[1].message.content == SOURCE
    assert "**" not in text_of(bench.transcript, 1)
    check(bench.transcript)
    bench.transcript.verticalScrollBar().setValue(0)
    wait_for(lambda: "def" in colours_of(bench.transcript))
    bench.transcript.setFocus()
    bench.transcript.layer.choose(1)
    save(bench.window, scheme, "reading")
    bench.find("copy_message").click()
    assert QApplication.clipboard().text() == SOURCE
    bench.find("message_view").click()
    assert text_of(bench.transcript, 1) == SOURCE
    save(bench.window, scheme, "tokens-styled")


def test_the_view_is_kept_between_runs(open_bench):
    bench = open_bench(FakeEngine(rounds_of(PAGE)))
    bench.wait_loaded()
    bench.ask()
    bench.find("reading_view").click()
    assert "**" not in text_of(bench.transcript, 1)
    bench.close()
    assert load_settings(bench.paths.settings).view == "reading"
    again = open_bench(FakeEngine(rounds_of(PAGE)))
    again.wait_loaded()
    assert again.transcript.views.default is View.READING
    assert "**" not in text_of(again.transcript, 1)
    assert again.transcript.messages[1].waiting  # nobody needs its rounds to read it
    again.find("reading_view").click()
    again.wait_rounds()
    assert text_of(again.transcript, 1) == PAGE


def test_an_answer_without_beginning_of_its_thought_is_read_again(open_bench):
    bench = open_bench(FakeEngine(rounds_of("Is it a lamp?\n</think>\n\nIt **is**.")))
    bench.wait_loaded()
    bench.find("reading_view").click()
    bench.ask()
    assert text_of(bench.transcript, 1).strip() == "It is."
    check(bench.transcript)


def test_rounds_of_replies_out_of_view_are_let_go_and_read_again(open_bench, monkeypatch):
    monkeypatch.setattr("app.ui.transcript_rewriting._MOST_TOKENS", 300)
    bench = open_bench(FakeEngine(rounds_of("word \n" * 120)))
    bench.wait_loaded()
    for _ in range(4):
        bench.ask()
    kept = [bool(message.rounds) for message in bench.transcript.messages[1::2]]
    assert kept[-1]
    assert not kept[0]
    assert not any(message.rounds for message in bench.conversation.messages if message.id)
    check(bench.transcript)
    bench.transcript.verticalScrollBar().setValue(0)
    bench.wait_rounds()
    assert bench.transcript.messages[1].rounds
    assert text_of(bench.transcript, 1) == "word \n" * 120
    assert not bench.transcript.messages[5].rounds
    check(bench.transcript)
