from __future__ import annotations

import dataclasses
import sqlite3
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from app.chats.migrations import MIGRATIONS
from app.chats.records import Message, Role, Unsent
from app.chats.store import IN_MEMORY, ChatStore, StoredReply
from app.errors import ChatGoneError, ChatStoreError, ChatStoreNewerError, NotWritableError
from tests.chats.conftest import NOTES, REPLY, SUMMARY, write_reply
from tests.fakes import LIGHTHOUSE

FOREVER = float("inf")


def test_a_chat_comes_back_after_a_restart(store, path):
    chat = store.create_chat("Lighthouses 🦊")
    asked = store.add_user_message(chat.id, "How?\n")
    reply = write_reply(store, chat.id, note="drafting is off: x")
    store.close()
    again = ChatStore(path)
    (listed,) = again.list_chats()
    assert (listed.id, listed.title) == (chat.id, "Lighthouses 🦊")
    question, answer = again.list_messages(chat.id)
    assert question == asked
    assert question.message == Message(Role.USER, "How?\n")
    assert answer == StoredReply(
        reply,
        Message(Role.ASSISTANT, REPLY, SUMMARY.token_ids),
        LIGHTHOUSE,
        SUMMARY,
        asked.id,
        (reply,),
        (),
        answer.created,
        "drafting is off: x",
    )
    (_, unread) = again.list_messages(chat.id, with_rounds=False)
    assert unread == dataclasses.replace(answer, rounds=())
    assert again.rounds_of(reply) == LIGHTHOUSE
    again.close()


def test_chats_are_listed_by_when_they_were_last_written_in(store):
    first, second = store.create_chat("first"), store.create_chat("second")
    assert [chat.title for chat in store.list_chats()] == ["second", "first"]
    store.add_user_message(first.id, "x")
    assert [chat.title for chat in store.list_chats()] == ["first", "second"]
    assert store.list_chats()[0].updated > second.updated


def test_a_chat_is_renamed_and_deleted_with_all_that_is_in_it(store, path):
    chat, other = store.create_chat("a"), store.create_chat("b")
    store.rename_chat(chat.id, "c")
    assert {one.title for one in store.list_chats()} == {"b", "c"}
    store.add_user_message(chat.id, "x")
    write_reply(store, chat.id)
    write_reply(store, other.id)
    store.delete_chat(chat.id)
    store.purge(FOREVER)
    assert [one.id for one in store.list_chats()] == [other.id]
    assert store.list_messages(chat.id) == ()
    with sqlite3.connect(path) as database:
        assert database.execute("SELECT COUNT(DISTINCT message_id) FROM rounds").fetchone() == (1,)
    database.close()


def test_a_reply_that_broke_off_has_its_rounds_and_no_summary(store):
    chat = store.create_chat("a")
    reply = store.begin_reply(chat.id)
    store.append_rounds(reply, LIGHTHOUSE[:3])
    store.append_rounds(reply, ())
    (stored,) = store.list_messages(chat.id)
    assert stored.rounds == LIGHTHOUSE[:3]
    assert stored.summary is None
    assert stored.message.content == "".join(one.text for one in LIGHTHOUSE[:3])


def test_unsent_text_is_kept_for_each_chat_until_it_is_sent(store):
    assert store.unsent() == Unsent()
    store.save_unsent("half")
    store.save_unsent("half a thought", [NOTES])
    assert store.unsent() == Unsent("half a thought", (NOTES,))
    chat, _message = store.start_chat("a", "half a thought", [NOTES])
    assert store.unsent() == Unsent()
    store.save_unsent("for later")
    store.save_unsent("here", chat_id=chat.id)
    assert store.unsent(chat.id).text == "here"
    store.add_user_message(chat.id, "here")
    assert store.unsent(chat.id) == Unsent()
    assert store.unsent().text == "for later"
    store.save_unsent("")
    assert store.unsent() == Unsent()


def test_a_message_taken_back_is_unsent_text_again(store):
    chat = store.create_chat("a")
    first = store.add_user_message(chat.id, "first")
    second = store.add_user_message(chat.id, "second", [NOTES])
    store.take_back(first.id)
    assert len(store.list_messages(chat.id)) == 2
    store.take_back(second.id)
    assert [one.message.content for one in store.list_messages(chat.id)] == ["first"]
    assert store.unsent(chat.id) == Unsent("second", (NOTES,))
    assert store.find("second") == ()
    store.take_back(first.id)
    assert store.list_chats() == ()
    assert store.unsent().text == "first"
    store.take_back(first.id)
    assert store.unsent().text == "first"


@pytest.mark.parametrize("what", ["message", "rounds"])
def test_what_was_written_survives_the_end_of_the_process(path, what):
    script = f"""
import os
from pathlib import Path
from app.chats.store import ChatStore
from tests.fakes import LIGHTHOUSE
store = ChatStore(Path({str(path)!r}))
chat = store.create_chat("a")
store.add_user_message(chat.id, "precious")
if {what!r} == "rounds":
    store.append_rounds(store.begin_reply(chat.id), LIGHTHOUSE)
os._exit(9)
"""
    root = Path(__file__).parent.parent.parent
    ended = subprocess.run([sys.executable, "-c", script], cwd=root, check=False)
    assert ended.returncode == 9
    store = ChatStore(path)
    messages = store.list_messages(store.list_chats()[0].id)
    assert messages[0].message.content == "precious"
    assert (messages[-1].rounds == LIGHTHOUSE) is (what == "rounds")
    store.close()


def test_the_file_is_for_this_person_alone(store, path):
    store.create_chat("a")
    if sys.platform == "win32":
        return  # there are no such bits
    for file in path.parent.iterdir():
        assert stat.S_IMODE(file.stat().st_mode) == 0o600, file.name
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


def test_a_store_in_memory_leaves_no_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    store = ChatStore(IN_MEMORY)
    store.create_chat("a")
    assert len(store.list_chats()) == 1
    store.close()
    assert list(tmp_path.iterdir()) == []


def test_a_newer_database_is_refused_and_left_alone(path):
    ChatStore(path).close()
    with sqlite3.connect(path) as database:
        database.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
    database.close()
    before = path.read_bytes()
    with pytest.raises(ChatStoreNewerError, match="newer Draftlight"):
        ChatStore(path)
    assert path.read_bytes() == before


def test_what_is_no_database_is_refused_and_left_alone(path):
    path.parent.mkdir()
    path.write_bytes(b"somebody's file" * 100)
    with pytest.raises(ChatStoreError, match="not a database"):
        ChatStore(path)
    assert path.read_bytes() == b"somebody's file" * 100


def test_a_folder_that_cannot_be_made(tmp_path):
    (tmp_path / "file").write_text("x")
    with pytest.raises(NotWritableError):
        ChatStore(tmp_path / "file" / "chats.sqlite3")


def test_errors_of_sqlite_are_told(store, path):
    chat = store.create_chat("a")
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("DROP TABLE rounds")
    other.close()
    with pytest.raises(ChatStoreError, match="no such table"):
        store.list_messages(chat.id)
    assert [one.id for one in store.list_chats()] == [chat.id]


def test_what_is_added_to_a_deleted_chat_is_told_and_not_done(store, path):
    other = ChatStore(path)
    chat = store.create_chat("a")
    asked = store.add_user_message(chat.id, "q")
    reply = store.begin_reply(chat.id, asked.id)
    other.delete_chat(chat.id)
    for change in (
        lambda: store.add_user_message(chat.id, "nowhere"),
        lambda: store.begin_reply(chat.id),
        lambda: store.append_rounds(reply, LIGHTHOUSE),
        lambda: store.end_reply(reply, SUMMARY),
    ):
        with pytest.raises(ChatGoneError, match="deleted in another window"):
            change()
    assert store.list_chats() == ()
    other.close()


def test_a_reply_does_not_go_into_another_chat_since_numbers_never_come_back(store):
    chat = store.create_chat("a")
    asked = store.add_user_message(chat.id, "q")
    store.delete_chat(chat.id)
    store.purge(FOREVER)
    other = store.create_chat("b")
    assert other.id > chat.id
    with pytest.raises(ChatGoneError):
        store.begin_reply(chat.id, asked.id)
    assert store.list_messages(other.id) == ()


def test_a_message_is_saved_again_without_what_was_typed_meanwhile(store):
    store.save_unsent("typed")
    chat_id, asked = store.save_again("title", "q", [NOTES])
    assert [(chat.id, chat.title) for chat in store.list_chats()] == [(chat_id, "title")]
    assert store.list_messages(chat_id) == (asked,)
    assert asked.message == Message(Role.USER, "q")
    assert asked.attachments == (NOTES,)
    assert store.unsent().text == "typed"


def test_a_store_that_is_in_use_costs_the_window_no_time_it_would_feel(store):
    def patience():
        return store._database.connection.execute("PRAGMA busy_timeout").fetchone()[0]

    assert patience() <= 50
    store.be_patient()
    assert patience() >= 1000


def test_a_failed_transaction_leaves_nothing_behind(store):
    chat = store.create_chat("a")
    with pytest.raises(ChatStoreError):
        store.append_rounds(10**6, LIGHTHOUSE)
    assert store.list_messages(chat.id) == ()
    store.add_user_message(chat.id, "still works")


def test_an_empty_file_is_a_new_database(path):
    path.parent.mkdir()
    path.touch()
    store = ChatStore(path)
    assert store.list_chats() == ()
    store.close()
