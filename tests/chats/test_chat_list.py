from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

from app.chats.chat_list import KEEP_DELETED_SECONDS
from app.chats.records import ChatOptions
from app.chats.store import ChatStore
from app.errors import ChatGoneError
from app.settings import PairChoice
from app.speculation.sampling import Sampling
from tests.chats.conftest import NOTES, Clock, write_reply

PAIR = PairChoice("Qwen3 8B", Path("/models/qwen.gguf"), Path("/models/small.gguf"), "note")
OPTIONS = ChatOptions(
    "Be brief.", Sampling(0.2, 10, 0.5, 0.1, 7, logit_bias=((3, float("-inf")), (4, 1.5))), 3, "{{ x }}",
    text_bias=((" boats", float("-inf")), ("é🦊", 2.0)), max_tokens=100, stop_strings=("User:", "\n"), lookup=True,
    rule="coupled", enable_thinking=False, drop_oldest=True, context=8192, chosen=("temperature",),
)  # fmt: skip


def test_pinned_chats_stand_first(store):
    first, second, _third = (store.create_chat(title) for title in ("1", "2", "3"))
    store.pin_chat(first.id, True)
    assert [chat.title for chat in store.list_chats()] == ["1", "3", "2"]
    assert [chat.pinned for chat in store.list_chats()] == [True, False, False]
    store.add_user_message(second.id, "x")
    store.pin_chat(first.id, False)
    assert [chat.title for chat in store.list_chats()] == ["2", "3", "1"]


def test_a_deleted_chat_comes_back_as_it_was(store):
    chat, asked = store.start_chat("a", "lighthouse", [NOTES])
    write_reply(store, chat.id, asked.id)
    store.save_unsent("typed", chat_id=chat.id)
    before = store.list_messages(chat.id), store.list_chats(), store.find("lighthouse")
    assert len(before[2]) == 2
    store.delete_chat(chat.id)
    assert store.list_chats() == ()
    assert store.find("lighthouse") == ()
    store.restore_chat(chat.id)
    assert (store.list_messages(chat.id), store.list_chats(), store.find("lighthouse")) == before
    assert store.unsent(chat.id).text == "typed"


def test_a_deleted_chat_is_purged_with_its_traces_in_the_index_and_the_file(store, path):
    kept, _ = store.start_chat("kept", "lighthouse")
    chat, asked = store.start_chat("a", "unspeakable", [NOTES])
    write_reply(store, chat.id, asked.id)
    store.delete_chat(chat.id)
    store.purge(float("inf"))
    with pytest.raises(ChatGoneError):
        store.restore_chat(chat.id)
    connection = store._database.connection
    for table in ("words", "grams"):
        connection.execute(f"CREATE VIRTUAL TABLE temp.{table}_terms USING fts5vocab('main', '{table}', 'row')")
        terms = {term for (term,) in connection.execute(f"SELECT term FROM temp.{table}_terms")}
        assert terms, table
        assert not {"uns", "75x6e"} & terms, table
    assert [hit.chat_id for hit in store.find("lighthouse")] == [kept.id]
    (left,) = connection.execute("SELECT COUNT(*) FROM attachments").fetchone()
    assert left == 0
    store.close()
    assert [file.name for file in path.parent.iterdir()] == [path.name]
    assert b"lighthouse" in path.read_bytes()
    assert b"unspeakable" not in path.read_bytes()
    assert b"ship log" not in path.read_bytes()


def test_what_was_deleted_long_ago_is_purged_at_the_next_start(path):
    clock = Clock()
    store = ChatStore(path, clock)
    old, recent = store.create_chat("old"), store.create_chat("recent")
    store.delete_chat(old.id)
    clock.now += KEEP_DELETED_SECONDS
    store.delete_chat(recent.id)
    store.close()
    again = ChatStore(path, clock)
    again.restore_chat(recent.id)
    with pytest.raises(ChatGoneError):
        again.restore_chat(old.id)
    again.close()


def test_each_chat_keeps_its_pair_and_its_options(store, path):
    plain = store.create_chat("plain")
    chat = store.create_chat("a")
    store.set_pair(chat.id, PAIR)
    store.set_options(chat.id, OPTIONS)
    store.close()
    again = ChatStore(path)
    stored = {one.id: one for one in again.list_chats()}
    assert (stored[chat.id].pair, stored[chat.id].options) == (PAIR, OPTIONS)
    assert (stored[plain.id].pair, stored[plain.id].options) == (None, None)
    alone = dataclasses.replace(PAIR, drafter=None)
    again.set_pair(plain.id, alone)
    again.set_options(plain.id, ChatOptions())
    again.set_options(chat.id, None)
    stored = {one.id: one for one in again.list_chats()}
    assert (stored[plain.id].pair, stored[plain.id].options) == (alone, ChatOptions())
    assert stored[chat.id].options is None
    again.close()


def test_options_that_cannot_be_read_do_not_keep_a_chat_from_being_read(store):
    chat, _ = store.start_chat("a", "x")
    store.set_pair(chat.id, PAIR)
    store.set_options(chat.id, OPTIONS)
    store._database.connection.execute("""UPDATE chats SET pair = '{"target": 1}', options = '[]'""")
    (stored,) = store.list_chats()
    assert (stored.id, stored.pair, stored.options) == (chat.id, None, None)
