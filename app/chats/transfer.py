"""Whole chats into the database."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.chats import search
from app.chats.codec import encode_summary
from app.chats.options import encode_options, encode_pair
from app.chats.records import StoredReply
from app.chats.rows import CHAT_COLUMNS, insert_attachments, insert_message, insert_rounds, read_chat, set_shown_child

if TYPE_CHECKING:
    import sqlite3

    from app.chats.records import Chat, ChatTree

# As many as are written in about a second: whoever reads them reads a batch at once.
_ROUNDS_IN_BATCH = 40


def insert_tree(connection: sqlite3.Connection, tree: ChatTree) -> Chat:
    """Add a chat with all its branches under new numbers, and make it findable."""
    chat = tree.chat
    row = connection.execute(
        "INSERT INTO chats (title, created, updated, pinned, pair, options) VALUES (?, ?, ?, ?, ?, ?)",
        (
            chat.title,
            chat.created,
            chat.updated,
            int(chat.pinned),
            encode_pair(chat.pair),
            encode_options(chat.options) if chat.options else None,
        ),
    )
    chat_id = row.lastrowid
    assert chat_id is not None  # noqa: S101 (an INSERT just succeeded)
    numbers: dict[int | None, int | None] = {None: None}
    for message in tree.messages:
        new = insert_message(connection, chat_id, numbers[message.parent_id], message.message, message.created)
        numbers[message.id] = new
        insert_attachments(connection, new, message.attachments)
        for start in range(0, len(message.rounds), _ROUNDS_IN_BATCH):
            insert_rounds(connection, new, message.rounds[start : start + _ROUNDS_IN_BATCH])
        if isinstance(message, StoredReply):
            summary = encode_summary(message.summary) if message.summary else None
            connection.execute("UPDATE messages SET summary = ?, note = ? WHERE id = ?", (summary, message.note, new))
        search.add_to_index(connection, new)
    for shown in tree.shown:
        set_shown_child(connection, numbers[shown])  # type: ignore[arg-type]
    found = connection.execute(f"SELECT {CHAT_COLUMNS} FROM chats WHERE id = ?", (chat_id,)).fetchone()  # noqa: S608
    return read_chat(found)
