"""Chats whose file was damaged in every way a disk knows: what can be read is there, and the damaged file is kept."""

from __future__ import annotations

import random
import shutil
import sqlite3
from pathlib import Path

import pytest

from app.chats.database import damage_mark
from app.chats.rescue import open_chats
from app.chats.store import ChatStore
from app.errors import ChatsDamagedError
from tests.chats.conftest import NOTES, REPLY, SUMMARY, write_reply
from tests.fakes import LIGHTHOUSE

PAGE = 4096
CHATS, TURNS = 12, 8


def said(chat: int, turn: int) -> str:
    return f"question {turn} of chat {chat}: " + "why does the lamp turn? " * (turn * 40)


@pytest.fixture(scope="module", name="whole")
def _whole(tmp_path_factory):
    """A closed file of chats, with long and short messages, replies, files, and what is not sent."""
    path = tmp_path_factory.mktemp("whole") / "chats.sqlite3"
    store = ChatStore(path)
    for chat in range(CHATS):
        started, _message = store.start_chat(f"chat {chat}", said(chat, 0), [NOTES])
        for turn in range(1, TURNS):
            write_reply(store, started.id)
            store.add_user_message(started.id, said(chat, turn))
        store.save_unsent(f"unsent in {chat}", (), started.id)
    store.close()
    return path


@pytest.fixture(name="filled")
def _filled(path, whole):
    path.parent.mkdir(mode=0o700)
    return Path(shutil.copy(whole, path))


def texts(store):
    return {one.message.content for chat in store.list_chats() for one in store.read_tree(chat.id).messages}


ALL = {said(chat, turn) for chat in range(CHATS) for turn in range(TURNS)} | {REPLY}


def damaged_files(path):
    return sorted(path.parent.glob("chats-damaged-*.sqlite3"))


def root_page(path, name):
    with sqlite3.connect(path) as connection:
        (page,) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (name,)).fetchone()
    connection.close()
    return page


def overwrite(path, page, data=b"\xa5" * PAGE):
    with path.open("r+b") as file:
        file.seek((page - 1) * PAGE)
        file.write(data)


def check_usable(store):
    chat, _message = store.start_chat("after", "a word after the rescue")
    assert write_reply(store, chat.id)
    assert store.find("word after the rescue")
    assert store.database.connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_sound_chats_are_left_alone(filled):
    before = sorted(one.name for one in filled.parent.iterdir())
    store, rescue = open_chats(filled, ChatStore)
    assert rescue is None
    assert texts(store) == ALL
    store.close()
    assert sorted(one.name for one in filled.parent.iterdir()) == before


@pytest.mark.parametrize("table", ["chats", "messages", "rounds", "attachments", "sqlite_sequence"])
def test_a_lost_root_page_costs_no_message(filled, table):
    overwrite(filled, root_page(filled, table))
    store, rescue = open_chats(filled, ChatStore)
    assert texts(store) == ALL
    assert rescue.messages == CHATS * (2 * TURNS - 1)
    assert damaged_files(filled) == [rescue.kept_at]
    assert store.unsent(1).text == "unsent in 0"
    check_usable(store)
    store.close()
    again, told = open_chats(filled, ChatStore)
    assert told is None
    again.close()


def test_replies_keep_their_rounds_and_messages_their_files(filled):
    overwrite(filled, root_page(filled, "messages"))
    store, _rescue = open_chats(filled, ChatStore)
    question, reply, *_rest = store.list_messages(1)
    assert question.attachments == (NOTES,)
    assert (reply.rounds, reply.summary) == (LIGHTHOUSE, SUMMARY)
    assert [one.parent_id for one in store.list_messages(1)] == [None, *range(1, 2 * TURNS - 1)]
    store.close()


def test_the_first_page_lost(filled):
    overwrite(filled, 1)
    store, rescue = open_chats(filled, ChatStore)
    assert texts(store) == ALL
    assert len(store.list_chats()) == rescue.chats == CHATS
    check_usable(store)
    store.close()


@pytest.mark.parametrize(
    "content", [b"not a database at all" * 999, b"x", b"SQLite format 3\0", random.Random(1).randbytes(99_999)]
)
def test_what_is_no_database_is_moved_aside(path, content):
    path.parent.mkdir()
    path.write_bytes(content)
    store, rescue = open_chats(path, ChatStore)
    assert rescue.messages == 0
    assert rescue.kept_at.read_bytes() == content
    check_usable(store)
    store.close()


@pytest.mark.parametrize("share", [0.9, 0.6, 0.3])
def test_a_truncated_file(filled, share):
    whole = filled.read_bytes()
    filled.write_bytes(whole[: int(len(whole) * share)])
    left = filled.read_bytes()
    store, rescue = open_chats(filled, ChatStore)
    found = texts(store)
    # The whole text of a message that is in one page is there for everyone to see.
    readable = {text for text in ALL if len(text) < PAGE // 8 and text.encode() in left}
    assert readable <= found
    assert rescue.kept_at.read_bytes() == left
    check_usable(store)
    store.close()


@pytest.mark.parametrize("seed", range(12))
def test_any_page_may_be_damaged(filled, seed):
    source = random.Random(seed)
    pages = filled.stat().st_size // PAGE
    for _ in range(3):
        overwrite(filled, source.randrange(1, pages + 1), source.choice([bytes(PAGE), source.randbytes(PAGE)]))
    left = filled.read_bytes()
    store, _rescue = open_chats(filled, ChatStore)
    found = texts(store)
    assert {text for text in ALL if len(text) < PAGE // 8 and text.encode() in left} <= found
    check_usable(store)
    store.close()


def test_damage_met_while_the_window_is_open_is_mended_by_the_next_start(filled):
    store, _rescue = open_chats(filled, ChatStore)
    overwrite(filled, root_page(filled, "rounds"))
    other = ChatStore(filled)
    with pytest.raises(ChatsDamagedError, match="close Draftlight and start it again"):
        other.rounds_of(2)
    other.close()
    store.close()
    assert damage_mark(filled).exists()
    store, rescue = open_chats(filled, ChatStore)
    assert texts(store) == ALL
    assert rescue.kept_at
    assert not damage_mark(filled).exists()
    store.close()


@pytest.mark.parametrize("worst", [False, True])
def test_a_damaged_index_takes_messages_all_the_same_and_is_made_again(filled, worst):
    connection = sqlite3.connect(filled)
    first = 10 if worst else 11  # 10 says where all others are: without it the table cannot even be dropped
    connection.execute("UPDATE words_data SET block = x'a5a5a5a5a5a5a5a5' WHERE id >= ?", (first,))
    connection.commit()
    connection.close()
    store = ChatStore(filled)
    store.start_chat("new", "said to a damaged index")
    with pytest.raises(ChatsDamagedError):
        store.find("lamp turn")
    store.close()
    store, rescue = open_chats(filled, ChatStore)
    assert damaged_files(filled) == ([rescue.kept_at] if worst else [])
    assert texts(store) == ALL | {"said to a damaged index"}
    assert len(store.find("lamp turn", limit=500)) == CHATS * (TURNS - 1)
    check_usable(store)
    store.close()


def written_and_killed(path, copy):
    """Files as a kill leaves them: the last messages are in the journal alone."""
    store = ChatStore(path)
    store.database.connection.execute("PRAGMA wal_autocheckpoint = 0")
    chat, _message = store.start_chat("last", "only in the journal")
    for companion in ("", "-wal"):
        shutil.copy(path.with_name(path.name + companion), copy.with_name(copy.name + companion))
    store.close()
    return chat


def test_a_journal_whose_file_is_gone_or_empty(filled, tmp_path):
    copy = tmp_path / "chats.sqlite3"
    written_and_killed(filled, copy)
    wal = copy.with_name("chats.sqlite3-wal").read_bytes()
    for empty in (True, False):
        copy.unlink(missing_ok=True)
        copy.with_name("chats.sqlite3-wal").write_bytes(wal)
        if empty:
            copy.touch()
        store, rescue = open_chats(copy, ChatStore)
        assert "only in the journal" in texts(store)
        assert rescue.kept_at.with_name(rescue.kept_at.name + "-wal").read_bytes() == wal
        check_usable(store)
        store.close()
        copy.unlink()


def test_a_missing_or_damaged_journal_costs_no_more_than_what_is_in_it(filled, tmp_path):
    copy = tmp_path / "chats.sqlite3"
    written_and_killed(filled, copy)
    wal = copy.with_name("chats.sqlite3-wal")
    whole = copy.read_bytes()
    for content in (None, b"", b"nonsense" * 999, wal.read_bytes()[:5000]):
        copy.write_bytes(whole)
        wal.unlink(missing_ok=True) if content is None else wal.write_bytes(content)
        store, _rescue = open_chats(copy, ChatStore)
        assert texts(store) >= ALL
        store.close()


def test_the_journal_of_a_damaged_file_is_read(filled, tmp_path):
    copy = tmp_path / "chats.sqlite3"
    written_and_killed(filled, copy)
    overwrite(copy, 1)
    store, _rescue = open_chats(copy, ChatStore)
    assert texts(store) == ALL | {"only in the journal"}
    store.close()


def test_a_rescue_that_was_ended_between_two_moves_goes_on(filled):
    store, rescue = open_chats(filled, ChatStore)
    assert rescue is None
    store.close()
    filled.rename(filled.with_name("chats.sqlite3.rescued"))
    store, _rescue = open_chats(filled, ChatStore)
    assert texts(store) == ALL
    store.close()
    assert not filled.with_name("chats.sqlite3.rescued").exists()


def test_a_deleted_chat_does_not_come_back(filled):
    store = ChatStore(filled)
    store.delete_chat(1)
    store.purge(float("inf"))
    store.close()
    overwrite(filled, root_page(filled, "messages"))
    store, _rescue = open_chats(filled, ChatStore)
    assert not any("of chat 0:" in text for text in texts(store))
    store.close()
