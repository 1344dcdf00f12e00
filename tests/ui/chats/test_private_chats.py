"""A chat that is not saved: it works like any other, is marked, and is nowhere on the disk."""

from __future__ import annotations

from PySide6.QtCore import Qt

from app.chats.records import is_private
from app.ui.language import ENGLISH, TRADITIONAL_CHINESE, use_language
from tests.conftest import ROOT
from tests.fakes import LIGHTHOUSE, FakeEngine, Gate
from tests.ui.test_screens import save
from tests.ui.waiting import wait_for

SECRET = "the heron sleeps under the bridge"
REPLY = "".join(one.text for one in LIGHTHOUSE)
CONTROL_SHIFT = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier


def start_private(bench):
    bench.press(Qt.Key.Key_N, bench.window, CONTROL_SHIFT)
    wait_for(lambda: is_private(bench.conversation.chat_id), "the private chat")


def on_disk(paths, text):
    """The files of the data folder in which a text stands."""
    needles = (text.encode(), text.encode("utf-16-le"), text[:12].encode())
    files = [path for path in paths.data.rglob("*") if path.is_file()]
    assert files
    return [path.name for path in files if any(needle in path.read_bytes() for needle in needles)]


def test_a_private_chat_is_on_no_disk_at_any_time(open_bench, paths):
    gate = Gate()
    bench = open_bench(FakeEngine(LIGHTHOUSE, [*LIGHTHOUSE[:3], gate, *LIGHTHOUSE[3:]], LIGHTHOUSE))
    bench.wait_loaded()
    bench.ask("an ordinary question")
    start_private(bench)
    bench.window.chat_settings.set_system_prompt(SECRET)
    bench.type(SECRET)
    bench.window.chat.writing._keep()
    assert on_disk(paths, SECRET) == []
    bench.press(Qt.Key.Key_Return)
    wait_for(gate.reached.is_set)
    bench.conversation.writer.saver.save()
    assert on_disk(paths, SECRET) == []
    gate.open()
    bench.wait_replied()
    chat_id = bench.conversation.chat_id
    question, reply = bench.store.list_messages(chat_id)
    assert (question.message.content, reply.message.content, reply.rounds) == (SECRET, REPLY, LIGHTHOUSE)
    bench.conversation.regenerate_last()
    bench.wait_replied()
    bench.conversation.edit(question.id, f"{SECRET} again")
    bench.wait_replied()
    bench.window.sidebar.rename_requested.emit(chat_id, f"{SECRET} title")
    bench.window.chat_settings.keep()
    bench.type(f"{SECRET} not sent")
    bench.choose_chat(1)
    assert on_disk(paths, SECRET) == []
    bench.choose_chat(0)
    assert bench.composer.text() == f"{SECRET} not sent"
    bench.wait_rounds()
    assert len(bench.transcript.messages[1].rounds) == len(LIGHTHOUSE)
    bench.close()
    assert on_disk(paths, SECRET) == []
    assert on_disk(paths, "an ordinary question"), "this test can find what is there"
    again = open_bench()
    assert again.titles == ["an ordinary question"]


def test_it_is_marked_in_the_list_the_title_and_the_window(open_bench, scheme):
    bench = open_bench()
    bench.wait_loaded()
    mark = bench.find("private_mark")
    assert not mark.isVisible()
    bench.ask("first")
    start_private(bench)
    assert mark.isVisible()
    assert "not saved" in mark.text()
    assert "not saved" in bench.window.windowTitle()
    bench.ask("between us")
    assert [getattr(row, "text", "") or row.title for row in bench.rows] == [
        *("Not saved: gone when you close", "Private chat", "Today", "first")
    ]
    save(bench.window, scheme, "private-chat")
    bench.choose_chat(1)
    assert not mark.isVisible()
    assert bench.window.windowTitle() == "Draftlight"


def test_it_is_neither_searched_nor_exported(open_bench):
    bench = open_bench()
    bench.wait_loaded()
    bench.ask("an ordinary lamp")
    start_private(bench)
    bench.ask("a private lamp")
    private = bench.conversation.chat_id
    bench.find("chat_search").setText("lamp")
    wait_for(lambda: set(bench.titles) == {"an ordinary lamp"}, "the chat that is saved, and no other")
    bench.window.sidebar.end_search()
    bench.window.transfers._export_shown("json")
    assert "not exported" in bench.banner.notice.text
    bench.window.transfers._export_all()
    assert private not in bench.window.transfers._wanted[0]
    bench.find("export_dialog").reject()


def test_a_message_without_a_reply_stays_in_memory(open_bench, paths):
    gate = Gate()
    bench = open_bench(FakeEngine([gate]))
    bench.wait_loaded()
    start_private(bench)
    bench.send(SECRET)
    wait_for(gate.reached.is_set)
    bench.find("stop_button").click()
    bench.wait_replied()
    assert bench.composer.text() == SECRET
    assert is_private(bench.conversation.chat_id)
    bench.window.chat.writing._keep()
    bench.close()
    assert on_disk(paths, SECRET) == []


def test_a_deleted_one_can_be_brought_back(open_bench):
    bench = open_bench()
    bench.wait_loaded()
    start_private(bench)
    bench.ask("between us")
    chat_id = bench.conversation.chat_id
    bench.conversation.delete_chat(chat_id)
    assert bench.titles == []
    bench.window.sidebar.undo_requested.emit(chat_id)
    assert bench.conversation.chat_id == chat_id
    assert "between us" in bench.transcript.toPlainText()


def test_its_name_follows_the_language_and_the_title_names_the_program_once(open_bench):
    bench = open_bench()
    bench.wait_loaded()
    start_private(bench)
    assert bench.window.windowTitle() == "Private chat, not saved — Draftlight"
    assert bench.titles == ["Private chat"]
    try:
        use_language(TRADITIONAL_CHINESE, ROOT / "resources" / "translations")
        bench.settle()
        assert bench.titles == ["私密對話"]
        assert bench.window.windowTitle().endswith(" — Draftlight")
        assert bench.window.windowTitle().count("Draftlight") == 1
    finally:
        use_language(ENGLISH, ROOT / "resources" / "translations")
    bench.settle()
    assert bench.titles == ["Private chat"]
