"""Finding what was said: an index over all messages, and the searches of a person turned into lookups in it.

Two FTS5 tables hold no text, only where it occurs. `words` has every three characters in a row with their places
(SQLite's trigram tokenizer), which finds any part of a word in any script, but nothing shorter than three characters.
Words of two characters are the rule in Chinese, so `grams` has, for each message, which single characters and pairs
occur in it. Of a message with very long files only the beginning is indexed.

Results come newest first; the index is read in that order and reading stops when there are enough.
"""

from __future__ import annotations

import re
import sqlite3
import unicodedata
from contextlib import contextmanager
from itertools import pairwise
from typing import TYPE_CHECKING

from app.chats.database import is_damage, note_damage
from app.chats.migrations import SEARCH_TABLES
from app.chats.records import SearchHit
from app.chats.rows import attachments_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

_LONGEST_QUERY = 100
# Of a message with its files; indexing as much takes 30 ms, and more would be felt when it is sent.
_LONGEST_TEXT = 60_000
_BEFORE, _AFTER = 40, 110
_TRIGRAM = 3
_FROM_WORDS = "words CROSS JOIN messages ON messages.id = words.rowid"
_FROM_GRAMS = "grams CROSS JOIN messages ON messages.id = grams.rowid"


def terms_of(query: str) -> tuple[str, ...]:
    """Return what must be found, in lower case: the words of a query, and what stands in quotation marks as one."""
    query = fold(indexable(query[:_LONGEST_QUERY]))
    found = (quoted or word for quoted, word in re.findall(r'"([^"]+)"|([^\s"]+)', query))
    return tuple(dict.fromkeys(term for term in (one.strip() for one in found) if term))


def add_to_index(connection: sqlite3.Connection, message_id: int) -> None:
    """Make a message findable; what it says must not change while it is."""
    text = _text_of(connection, message_id)
    with _message_before_index(connection):
        connection.execute("INSERT INTO words (rowid, text) VALUES (?, ?)", (message_id, text))
        connection.execute("INSERT INTO grams (rowid, text) VALUES (?, ?)", (message_id, _grams(text)))
        connection.execute("UPDATE messages SET indexed = 1 WHERE id = ?", (message_id,))


def remove_from_index(connection: sqlite3.Connection, message_ids: Iterable[int]) -> None:
    """Forget messages, before they are changed or deleted."""
    for message_id in message_ids:
        found = connection.execute("SELECT 1 FROM messages WHERE id = ? AND indexed", (message_id,)).fetchone()
        if found is None:
            continue
        text = _text_of(connection, message_id)
        with _message_before_index(connection):
            grams = _grams(text)
            connection.execute("INSERT INTO words (words, rowid, text) VALUES ('delete', ?, ?)", (message_id, text))
            connection.execute("INSERT INTO grams (grams, rowid, text) VALUES ('delete', ?, ?)", (message_id, grams))
        connection.execute("UPDATE messages SET indexed = 0 WHERE id = ?", (message_id,))


@contextmanager
def _message_before_index(connection: sqlite3.Connection) -> Iterator[None]:
    """Go on without the index where it is damaged: a message that is not found is better than one that is lost.

    The next start makes the index again.
    """
    try:
        yield
    except sqlite3.DatabaseError as error:
        if not is_damage(error):
            raise
        note_damage(connection)


def make_anew(connection: sqlite3.Connection) -> None:
    """Make the index again from all messages."""
    for table in ("words", "grams"):
        connection.execute(f"DROP TABLE IF EXISTS {table}")
    for statement in SEARCH_TABLES:
        connection.execute(statement)
    connection.execute("UPDATE messages SET indexed = 0")
    index_the_rest(connection)


def index_the_rest(connection: sqlite3.Connection) -> None:
    """Index what broke off before it could be, and what an older program wrote."""
    waiting = connection.execute("SELECT id FROM messages WHERE NOT indexed").fetchall()
    for (message_id,) in waiting:
        add_to_index(connection, message_id)


def find(connection: sqlite3.Connection, query: str, limit: int) -> tuple[SearchHit, ...]:
    """Return where all words of `query` are found: first in titles, then in messages, the newest first."""
    terms = terms_of(query)
    if not terms:
        return ()
    hits = _in_titles(connection, terms, limit)
    return (*hits, *_in_messages(connection, terms, limit - len(hits)))[:limit]


def _in_titles(connection: sqlite3.Connection, terms: Sequence[str], limit: int) -> list[SearchHit]:
    rows = connection.execute("SELECT id, title FROM chats WHERE deleted IS NULL ORDER BY updated DESC, id DESC")
    hits = []
    for chat_id, title in rows:
        shown = indexable(title)
        folded = fold(shown)
        if all(term in folded for term in terms):
            hits.append(SearchHit(chat_id, title, None, shown, spans_of(folded, terms)))
            if len(hits) == limit:
                break
    return hits


def _in_messages(connection: sqlite3.Connection, terms: Sequence[str], limit: int) -> list[SearchHit]:
    long = [term for term in terms if len(term) >= _TRIGRAM]
    short = [term for term in terms if len(term) < _TRIGRAM]
    source, key, matches, values = _FROM_GRAMS, "grams.rowid", "grams MATCH ?", [" ".join(map(_spell, short))]
    if long:
        phrases = " AND ".join('"' + term.replace('"', '""') + '"' for term in long)
        # The plus keeps SQLite from asking `words` anew for every message that has the short ones.
        within = " AND +words.rowid IN (SELECT rowid FROM grams WHERE grams MATCH ?)" if short else ""
        source, key, matches = _FROM_WORDS, "words.rowid", "words MATCH ?" + within
        values = [phrases, *values] if short else [phrases]
    rows = connection.execute(
        f"""SELECT messages.id, chats.id, chats.title FROM {source}
            CROSS JOIN chats ON chats.id = messages.chat_id
            WHERE {matches} AND chats.deleted IS NULL ORDER BY {key} DESC LIMIT ?""",  # noqa: S608 (only our own words)
        (*values, limit),
    ).fetchall()
    hits = []
    for message_id, chat_id, title in rows:
        snippet, spans = snippet_of(_text_of(connection, message_id), terms)
        hits.append(SearchHit(chat_id, title, message_id, snippet, spans))
    return hits


def snippet_of(text: str, terms: Sequence[str]) -> tuple[str, tuple[tuple[int, int], ...]]:
    """Return the part of `text` around the first place of a term, on one line, and where the terms are in it."""
    folded = fold(text)
    places = [place for place in (folded.find(term) for term in terms) if place >= 0]
    start = max(0, min(places, default=0) - _BEFORE)
    end = min(len(text), start + _BEFORE + _AFTER)
    before, after = "…" if start else "", "…" if end < len(text) else ""
    # Each blank for itself, so that places stay what they are.
    snippet = before + re.sub(r"\s", " ", text[start:end]) + after
    return snippet, spans_of(fold(snippet), terms)


def spans_of(folded: str, terms: Sequence[str]) -> tuple[tuple[int, int], ...]:
    """Return where the terms are, in order and merged where they overlap."""
    found = sorted(match.span() for term in terms for match in re.finditer(re.escape(term), folded))
    merged: list[tuple[int, int]] = []
    for start, end in found:
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return tuple(merged)


def indexable(text: str) -> str:
    """Return `text` with accents composed, so that it is found however they were typed, and as UTF-8 can write it."""
    # The tokenizer stops at a zero.
    return unicodedata.normalize("NFC", text.replace("\0", " ").encode("utf-8", "replace").decode())


def fold(text: str) -> str:
    """Return `text` in lower case, character for character."""
    lower = text.lower()
    if len(lower) == len(text):
        return lower
    return "".join(one if len(one := character.lower()) == 1 else character for character in text)


def _text_of(connection: sqlite3.Connection, message_id: int) -> str:
    (content,) = connection.execute("SELECT content FROM messages WHERE id = ?", (message_id,)).fetchone()
    attached = attachments_of(connection, message_id)
    return indexable("\n".join([content, *(part for one in attached for part in (one.name, one.text))])[:_LONGEST_TEXT])


def _grams(text: str) -> str:
    folded = fold(text)
    return " ".join(map(_spell, sorted({*folded, *map("".join, pairwise(folded))})))


def _spell(gram: str) -> str:
    """Spell any characters in letters and digits, which is what the tokenizer keeps."""
    return "x".join(f"{ord(character):x}" for character in gram)
