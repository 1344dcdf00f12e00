from __future__ import annotations

import pytest

from app.chats.records import Attachment
from app.chats.search import fold, snippet_of, spans_of, terms_of
from app.chats.store import ChatStore
from tests.chats.conftest import NOTES, write_reply
from tests.fakes import LIGHTHOUSE, plain_round

HOSTILE = [
    '"',
    '""',
    '"open',
    "a AND",
    "NOT",
    "OR OR",
    "NEAR(a b, 2)",
    "text:abc",
    "-abc",
    "^abc",
    "abc*",
    "*",
    "(((",
    "{a b}: c",
    "a + b",
    "'; DROP TABLE chats; --",
    "a\0bcd",
    "\0",
    "\ud800abc",
    "%_%",
    "\\",
    "🦊",
    "a" * 100_000,
    " ".join("word" for _ in range(50_000)),
    "\u0301\u0301\u0301",
    "\n\t\r",
]


@pytest.fixture
def chat(store):
    chat, asked = store.start_chat("Of towers", "How does a Lighthouse work in a storm?", [NOTES])
    write_reply(store, chat.id, asked.id)
    return chat


def say(store, text):
    return store.start_chat("t", text)[1].id


def test_words_are_found_in_titles_and_messages(store, chat):
    question, reply = store.list_messages(chat.id)
    assert [hit.message_id for hit in store.find("lighthouse")] == [reply.id, question.id]
    (hit,) = store.find("TOWER")
    assert (hit.chat_id, hit.message_id, hit.title, hit.snippet) == (chat.id, None, "Of towers", "Of towers")
    assert hit.spans == ((3, 8),)
    assert store.find("towers lighthouse") == ()


def test_all_words_must_be_there_in_any_order(store, chat):
    assert [hit.message_id for hit in store.find("storm how")] == [store.list_messages(chat.id)[0].id]
    assert store.find("storm narrow") == ()
    assert store.find('"storm how"') == ()
    assert len(store.find('"in a storm"')) == 1


@pytest.mark.parametrize("query", ["ghthou", "LIGHTHOUSE", "gh", "g", "?", "m?"])
def test_any_part_of_a_word_is_found(store, query):
    number = say(store, "a Lighthouse in a storm?")
    (hit,) = store.find(query)
    assert hit.message_id == number
    (start, end), *_ = hit.spans
    assert hit.snippet[start:end].lower() == query.lower()


@pytest.mark.parametrize(
    "query",
    ["燈", "燈塔", "燈塔如", "塔如何運作", "とうだい", "うだ", "등대는", "등", "маяк", "МАЯК", "é", "e\u0301", "🦊"],
)
def test_every_script_is_found_by_one_character_or_more(store, query):
    say(store, "nothing of it")
    number = say(store, "燈塔如何運作？とうだい 등대는 Маяк café 🦊")
    (hit,) = store.find(query)
    assert hit.message_id == number
    assert hit.spans


def test_pairs_that_do_not_touch_are_not_found(store):
    say(store, "燈和塔")
    assert store.find("燈塔") == ()


def test_short_and_long_words_together(store):
    say(store, "a 燈塔 and more")
    say(store, "a lighthouse and more")
    number = say(store, "燈塔 means lighthouse")
    assert [hit.message_id for hit in store.find("燈塔 lighthouse")] == [number]


@pytest.mark.parametrize("query", HOSTILE, ids=lambda query: ascii(query[:20]))
def test_no_query_is_an_error(store, chat, query):
    for hit in store.find(query):
        assert hit.chat_id == chat.id


@pytest.mark.parametrize("text", ['say "NOT" (now)*', "a^b: c-d", "50%_x\\y", "İstanbul ẞ ﬁ", "null\0here"])
def test_what_was_said_is_found_by_all_of_it(store, text):
    number = say(store, text)
    words = text.replace('"', " ").replace("\0", " ")
    assert [hit.message_id for hit in store.find(words)] == [number]


def test_files_are_found_by_name_and_text(store, chat):
    question = store.list_messages(chat.id)[0]
    assert [hit.message_id for hit in store.find("notes.txt")] == [question.id]
    (hit,) = store.find("ship log")
    assert hit.snippet[slice(*hit.spans[0])] == "ship"


def test_of_very_long_files_the_beginning_is_found(store):
    long = Attachment("log.txt", "beginning " + "x " * 60_000 + "ending", 120_016)
    chat, message = store.start_chat("a", "q", [long])
    assert [hit.message_id for hit in store.find("beginning")] == [message.id]
    assert store.find("ending") == ()
    store.delete_chat(chat.id)
    store.purge(float("inf"))
    assert store.find("beginning") == ()


def test_a_reply_is_found_when_it_has_ended_and_goes_on_being_found_right(store, path):
    chat, asked = store.start_chat("a", "q")
    reply = store.begin_reply(chat.id, asked.id)
    store.append_rounds(reply, LIGHTHOUSE[:3])
    other = ChatStore(path)  # finds a reply that seems to have broken off
    assert [hit.message_id for hit in other.find("lighthouse")] == [reply]
    store.append_rounds(reply, [plain_round(9, " unmistakable")])
    assert store.find("unmistakable") == ()
    store.end_reply(reply, None)
    store.end_reply(reply, None, "told twice")
    assert [hit.message_id for hit in other.find("lighthouse unmistakable")] == [reply]
    store.delete_chat(chat.id)
    store.purge(float("inf"))
    # A token that was not taken out when its text changed would be left now.
    connection = store._database.connection
    for table in ("words", "grams"):
        connection.execute(f"CREATE VIRTUAL TABLE temp.{table}_terms USING fts5vocab('main', '{table}', 'row')")
        assert connection.execute(f"SELECT COUNT(*) FROM temp.{table}_terms").fetchone() == (0,)
    other.close()


def test_the_newest_come_first_and_not_too_many(store):
    numbers = [say(store, f"lighthouse {number}") for number in range(9)]
    assert [hit.message_id for hit in store.find("lighthouse", limit=4)] == numbers[:-5:-1]


def test_terms():
    assert terms_of(' One  "two  three" one "" TWO"four') == ("one", "two  three", "two", "four")
    assert terms_of("  ") == ()


def test_a_snippet_is_one_line_around_the_first_place():
    text = "x " * 100 + "before the\nlighthouse, after " + "y " * 200
    snippet, spans = snippet_of(text, ("lighthouse",))
    assert snippet.startswith("…")
    assert snippet.endswith("…")
    assert "before the lighthouse, after" in snippet
    assert len(snippet) <= 152
    assert [snippet[start:end] for start, end in spans] == ["lighthouse"]


def test_spans_that_overlap_are_one():
    assert spans_of("aabaab", ("aab", "ba")) == ((0, 6),)
    assert spans_of("a.b.c", (".",)) == ((1, 2), (3, 4))


def test_lower_case_keeps_the_places():
    text = "İİ ẞSS"
    assert len(fold(text)) == len(text)
    assert fold(text).endswith("ßss")
