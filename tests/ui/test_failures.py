from __future__ import annotations

import sqlite3

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

from app.errors import ChatStoreError, DecodeError, PromptTooLongError, TemplateError
from app.ui.bugs import BugCatcher
from app.ui.notices import NoticeAction, NoticeKind
from tests.fakes import LIGHTHOUSE, FakeEngine, Gate
from tests.ui.waiting import wait_for

TOO_LONG = PromptTooLongError(tokens=5000, limit=4095)
REPLY = "".join(one.text for one in LIGHTHOUSE)


def opened(open_bench, *scripts):
    bench = open_bench(FakeEngine(*scripts))
    bench.wait_loaded()
    return bench


def test_a_failure_before_the_first_token_gives_the_text_back(open_bench):
    bench = opened(open_bench, [TOO_LONG], LIGHTHOUSE)
    bench.ask("a question\nwith two lines 🦊")
    assert bench.composer.text() == "a question\nwith two lines 🦊"
    assert bench.transcript.toPlainText() == ""
    assert bench.banner.notice.text == str(TOO_LONG)
    assert bench.banner.isVisible()
    assert bench.store.list_chats() == ()
    assert bench.store.unsent().text == "a question\nwith two lines 🦊"
    bench.press(Qt.Key.Key_Return)
    bench.wait_replied()
    assert REPLY in bench.transcript.toPlainText()
    assert bench.banner.notice is None


def test_a_failure_in_a_later_turn_keeps_what_was_there(open_bench):
    bench = opened(open_bench, LIGHTHOUSE, [TOO_LONG])
    bench.ask("first")
    before, line = bench.transcript.toPlainText(), bench.find("statistics").text()
    bench.ask("second")
    assert bench.transcript.toPlainText() == before
    assert bench.composer.text() == "second"
    assert bench.find("statistics").text() == line
    assert len(bench.store.list_messages(bench.conversation.chat_id)) == 2


def test_if_something_else_was_typed_the_message_stays_and_can_be_tried_again(open_bench):
    gate = Gate()
    bench = opened(open_bench, [gate, TemplateError(detail="x")], LIGHTHOUSE)
    bench.send("first")
    wait_for(gate.reached.is_set)
    bench.type("typed meanwhile")
    gate.open()
    bench.wait_replied()
    assert bench.composer.text() == "typed meanwhile"
    assert bench.transcript.toPlainText() == "You\nfirst"
    assert bench.banner.notice.action is NoticeAction.RETRY
    bench.find("banner_action").click()
    bench.wait_replied()
    assert bench.transcript.toPlainText() == f"You\nfirst\n\nDraftlight\n{REPLY}"
    assert bench.composer.text() == "typed meanwhile"


def test_stopping_before_the_first_token_gives_the_text_back(open_bench):
    gate = Gate()
    bench = opened(open_bench, [gate, *LIGHTHOUSE])
    bench.send("too early")
    wait_for(gate.reached.is_set)
    bench.find("stop_button").click()
    bench.wait_replied()
    assert bench.composer.text() == "too early"
    assert bench.banner.notice is None


def test_a_failure_in_mid_reply_keeps_what_was_emitted(open_bench):
    bench = opened(open_bench, [*LIGHTHOUSE[:2], DecodeError(model="FakeLM", detail="-3")])
    bench.ask("q")
    text = "".join(one.text for one in LIGHTHOUSE[:2])
    assert bench.transcript.toPlainText() == f"You\nq\n\nDraftlight\n{text}"
    assert "FakeLM failed while computing" in bench.banner.notice.text
    assert bench.composer.text() == ""
    stored = bench.store.list_messages(bench.conversation.chat_id)[-1]
    assert stored.rounds == LIGHTHOUSE[:2]
    assert stored.summary is None
    assert "2 rounds" in bench.find("statistics").text()


def test_a_bug_is_told_with_its_details_and_the_app_goes_on(open_bench):
    bench = opened(open_bench, [LIGHTHOUSE[0], ZeroDivisionError("oh")], LIGHTHOUSE)
    bench.ask("q")
    notice = bench.banner.notice
    assert notice.kind is NoticeKind.BUG
    assert "ZeroDivisionError" in notice.text
    assert bench.find("banner_action").text() == "Copy details"
    bench.find("banner_action").click()
    copied = QGuiApplication.clipboard().text()
    assert "Traceback" in copied or "_play" in copied
    assert "ZeroDivisionError: oh" in copied
    bench.ask("again")
    assert bench.transcript.toPlainText().endswith(REPLY)


def test_an_exception_in_the_windows_own_thread_is_told_as_a_bug(open_bench, guard):
    bench = opened(open_bench, LIGHTHOUSE)
    catcher = BugCatcher()
    catcher.bug_found.connect(bench.window.tell_bug)
    catcher.install()
    bench.window.top_bar.starter_chosen.connect(lambda: 1 / 0)
    bench.window.top_bar.starter_chosen.emit()
    wait_for(lambda: bench.banner.notice is not None)
    assert "ZeroDivisionError" in bench.banner.notice.details
    assert guard == []
    catcher.uninstall()


def test_an_empty_message_is_refused_in_one_sentence(open_bench):
    bench = opened(open_bench, LIGHTHOUSE)
    bench.send("  \n ")
    assert bench.banner.notice.text == "The message is empty: type something first."
    assert bench.engine.requests == []


@pytest.mark.parametrize("how", ["escape", "button"])
def test_a_banner_can_be_dismissed(open_bench, how):
    bench = opened(open_bench, [TOO_LONG])
    bench.ask("q")
    if how == "escape":
        bench.press(Qt.Key.Key_Escape)
    else:
        bench.find("banner_close").click()
    assert not bench.banner.isVisible()
    assert bench.composer.text() == "q"


def test_a_message_that_cannot_be_saved_is_not_sent(open_bench, monkeypatch):
    bench = opened(open_bench, LIGHTHOUSE)

    def full(*_):
        raise ChatStoreError(path="/x", detail="database or disk is full")

    monkeypatch.setattr(bench.store, "start_chat", full)
    bench.send("precious")
    assert "disk is full" in bench.banner.notice.text
    assert bench.composer.text() == "precious"
    assert bench.engine.requests == []


def test_a_reply_that_cannot_be_saved_is_still_shown(open_bench, monkeypatch):
    bench = opened(open_bench, LIGHTHOUSE)

    def full(*_):
        raise ChatStoreError(path="/x", detail="database or disk is full")

    monkeypatch.setattr(bench.store, "append_rounds", full)
    bench.ask("q")
    assert REPLY in bench.transcript.toPlainText()
    assert "disk is full" in bench.banner.notice.text


def test_chats_of_a_newer_program_are_left_alone_and_the_app_works(open_bench, paths):
    paths.data.mkdir(parents=True)
    with sqlite3.connect(paths.chats) as database:
        database.execute("PRAGMA user_version = 99")
    database.close()
    before = paths.chats.read_bytes()
    bench = opened(open_bench, LIGHTHOUSE)
    assert "is not saved" in bench.banner.notice.text
    bench.ask("q")
    assert REPLY in bench.transcript.toPlainText()
    bench.close()
    assert paths.chats.read_bytes() == before
