from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest

from app.chats.imports import read_chats
from app.chats.store import ChatStore
from app.errors import CancelledError
from app.speculation.stop import Stop
from app.ui.chats.chat_dialog import file_name
from app.ui.chats.transfer import ExportJob, ImportJob, Transfer
from app.ui.chats.transfers import translated_words
from tests.fakes import LIGHTHOUSE, Gate
from tests.ui.waiting import wait_for

REPLY = "".join(one.text for one in LIGHTHOUSE)


def wait_done(bench) -> None:
    wait_for(lambda: not bench.window._parts.transfer.is_busy, "the transfer to end")


def export(bench, path, form: str) -> None:
    bench.window.sidebar.export_requested.emit(bench.conversation.chat_id, form)
    dialog = bench.find("export_dialog")
    dialog.fileSelected.emit(str(path))
    dialog.reject()
    wait_done(bench)
    bench.settle()


def test_a_chat_is_exported_in_every_form(bench, tmp_path):
    bench.ask("How does a lighthouse work?")
    for form in ("md", "html", "json"):
        export(bench, tmp_path / f"chat.{form}", form)
        assert f"chat.{form}" in bench.banner.notice.text
        assert not bench.window.sidebar.transfer_bar.isVisible()
    assert f"## Draftlight\n\n{REPLY}" in (tmp_path / "chat.md").read_text(encoding="utf-8")
    page = (tmp_path / "chat.html").read_text(encoding="utf-8")
    assert "<script" not in page
    assert "boats" in page
    (tree,) = read_chats(tmp_path / "chat.json")
    assert tree.shown_messages[1].rounds == LIGHTHOUSE
    assert sorted(path.name for path in tmp_path.glob("chat*")) == ["chat.html", "chat.json", "chat.md"]


def test_all_chats_go_out_and_come_back(bench, tmp_path):
    bench.ask("first")
    bench.conversation.new_chat()
    bench.ask("second")
    bench.window.sidebar.menu.export_all_requested.emit()
    dialog = bench.find("export_dialog")
    dialog.fileSelected.emit(str(tmp_path / "all.json"))
    dialog.reject()
    wait_done(bench)
    bench.window.sidebar.menu.import_requested.emit()
    dialog = bench.find("import_dialog")
    dialog.filesSelected.emit([str(tmp_path / "all.json")])
    dialog.reject()
    wait_done(bench)
    assert "2 chats are imported" in bench.banner.notice.text
    assert sorted(bench.titles) == ["first", "first", "second", "second"]
    bench.wait_rounds()
    assert REPLY in bench.transcript.toPlainText()


@pytest.mark.parametrize("damage", ["no json", "elsewhere"])
def test_trouble_is_told_in_a_sentence(bench, tmp_path, damage):
    bench.ask()
    if damage == "no json":
        (tmp_path / "broken.json").write_text("{")
        bench.window.transfers.import_from([str(tmp_path / "broken.json")])
    else:
        bench.window.transfers._wanted = ((bench.conversation.chat_id,), "md")
        bench.window.transfers.export_to(str(tmp_path / "nowhere" / "chat.md"))
    wait_done(bench)
    assert bench.banner.notice.text.endswith(".")
    assert ("broken.json" if damage == "no json" else "chat.md") in bench.banner.notice.text
    assert len(bench.titles) == 1


@pytest.mark.parametrize("late", [False, True])
def test_a_cancelled_export_leaves_no_file(tmp_path, application, late):
    database = tmp_path / "chats.sqlite3"
    store = ChatStore(database)
    chat, _ = store.start_chat("a", "a")
    stop = Stop()
    if not late:
        stop.set()
    job = ExportJob((chat.id,), tmp_path / "chat.md", "md", translated_words())
    with closing(store), pytest.raises(CancelledError):
        job.run(store, stop, lambda _progress: stop.set())
    assert list(tmp_path.glob("chat.md*")) == []


@pytest.mark.parametrize("closes", [False, True])
def test_an_import_stops_when_it_is_cancelled_and_when_the_window_closes(tmp_path, guard, monkeypatch, closes):
    database, gate, told = tmp_path / "chats.sqlite3", Gate(), []
    monkeypatch.setattr("app.ui.chats.transfer.read_chats", lambda _path: gate.wait(Stop()))
    transfer = Transfer(database)
    transfer.failed.connect(told.append)
    transfer.start(ImportJob((tmp_path / "chats.json",)))
    wait_for(gate.reached.is_set)
    transfer.cancel()
    gate.open()
    if not closes:
        wait_for(lambda: told)
    transfer.close()
    assert not transfer.is_busy
    assert [type(one) for one in told] == ([] if closes else [CancelledError])
    with closing(ChatStore(database)) as store:
        assert store.list_chats() == ()


def test_the_menus_offer_it(bench):
    bench.find("sidebar_menu").click()
    menu = bench.find("more_menu")
    assert [one.text() for one in menu.actions() if one.text()][:3] == [
        "Import chats…",
        "Export this chat",
        "Export all chats…",
    ]
    menu.actions()[1].menu().actions()[0].trigger()
    assert "nothing in this chat" in bench.banner.notice.text
    menu.close()
    bench.window.sidebar.menu.export_all_requested.emit()
    assert "no chats yet" in bench.banner.notice.text


def test_chats_that_are_in_no_file_cannot_be_exported(open_bench, paths):
    paths.chats.parent.mkdir(parents=True, exist_ok=True)
    with closing(sqlite3.connect(paths.chats)) as connection:
        connection.execute("PRAGMA user_version = 9999")  # of a newer Draftlight
    bench = open_bench()
    bench.wait_loaded()
    bench.ask()
    bench.window.sidebar.export_requested.emit(bench.conversation.chat_id, "md")
    assert "not saved" in bench.banner.notice.text


def test_the_name_of_a_file_is_one_on_every_system():
    assert file_name('What: a/b "c"? <d>...') == "What a b c d"
    assert file_name("???") == "chat"
    assert file_name("one two three four five six seven…") == "one two three four five six seven"
    long = " ".join(f"word{number}" for number in range(30))
    assert long.startswith(file_name(long) + " ")
    assert 70 < len(file_name(long)) <= 80
    assert file_name("燈" * 200) == "燈" * 80
