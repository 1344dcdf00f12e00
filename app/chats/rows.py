"""Rows of the database as records and back, inside a transaction of whoever calls."""

from __future__ import annotations

import json
from collections import defaultdict
from typing import TYPE_CHECKING

from app.chats import codec
from app.chats.options import decode_options, decode_pair
from app.chats.records import Attachment, Chat, Message, Role, StoredMessage, StoredReply, Unsent
from app.chats.tree import Node, Outline

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Sequence

    from app.speculation.records import Round

CHAT_COLUMNS = "id, title, updated, created, pinned, pair, options"


def read_chat(row: Sequence[object]) -> Chat:
    """Return a row of CHAT_COLUMNS as a record; a pair or options that this program cannot read are none."""
    chat_id, title, updated, created, pinned, pair, options = row
    return Chat(chat_id, title, updated, created, bool(pinned), decode_pair(pair), decode_options(options))  # type: ignore[arg-type]


def outline_of(connection: sqlite3.Connection, chat_id: int) -> Outline:
    """Return where the messages of a chat stand; costs no more than their number."""
    nodes = connection.execute("SELECT id, parent_id, shown_child_id FROM messages WHERE chat_id = ?", (chat_id,))
    first = connection.execute("SELECT shown_child_id FROM chats WHERE id = ?", (chat_id,)).fetchone()
    return Outline((Node(*row) for row in nodes), first[0] if first else None)


def set_shown_child(connection: sqlite3.Connection, message_id: int) -> None:
    """Show a message among its siblings."""
    connection.execute(
        "UPDATE messages SET shown_child_id = ?1 WHERE id = (SELECT parent_id FROM messages WHERE id = ?1)",
        (message_id,),
    )
    connection.execute(
        """UPDATE chats SET shown_child_id = ?1
           WHERE id = (SELECT chat_id FROM messages WHERE id = ?1 AND parent_id IS NULL)""",
        (message_id,),
    )


def insert_message(
    connection: sqlite3.Connection, chat_id: int, parent_id: int | None, message: Message, created: float
) -> int:
    """Add a message and show it; return its number."""
    row = connection.execute(
        "INSERT INTO messages (chat_id, parent_id, role, content, created) VALUES (?, ?, ?, ?, ?)",
        (chat_id, parent_id, message.role.value, message.content, created),
    )
    assert row.lastrowid is not None  # noqa: S101 (an INSERT just succeeded)
    set_shown_child(connection, row.lastrowid)
    return row.lastrowid


def insert_attachments(connection: sqlite3.Connection, message_id: int, attachments: Sequence[Attachment]) -> None:
    """Keep what goes with a message."""
    connection.executemany(
        "INSERT INTO attachments (message_id, place, name, text, size) VALUES (?, ?, ?, ?, ?)",
        [(message_id, place, one.name, one.text, one.size) for place, one in enumerate(attachments)],
    )


def attachments_of(connection: sqlite3.Connection, message_id: int) -> tuple[Attachment, ...]:
    """Return what goes with a message."""
    rows = connection.execute(
        "SELECT name, text, size FROM attachments WHERE message_id = ? ORDER BY place", (message_id,)
    )
    return tuple(Attachment(*row) for row in rows)


def insert_rounds(connection: sqlite3.Connection, message_id: int, rounds: Sequence[Round]) -> None:
    """Add rounds to those that a reply has."""
    connection.execute(
        """INSERT INTO rounds (message_id, batch, token_ids, data)
           SELECT ?1, COALESCE(MAX(batch) + 1, 0), ?2, ?3 FROM rounds WHERE message_id = ?1""",
        (message_id, json.dumps(codec.token_ids_of(rounds)), codec.pack_rounds(rounds)),
    )


def rounds_of(connection: sqlite3.Connection, message_id: int) -> tuple[Round, ...]:
    """Return the rounds of a reply."""
    return tuple(one for data in packed_rounds_of(connection, message_id) for one in rounds_in(data))


def packed_rounds_of(connection: sqlite3.Connection, message_id: int) -> tuple[bytes | str, ...]:
    """Return the rounds of a reply as they are stored, batch by batch."""
    rows = connection.execute("SELECT data FROM rounds WHERE message_id = ? ORDER BY batch", (message_id,))
    return tuple(data for (data,) in rows)


def rounds_in(data: bytes | str) -> tuple[Round, ...]:
    """Return the rounds of one batch; may be called in any thread."""
    return codec.unpack_rounds(data)


def read_messages(
    connection: sqlite3.Connection,
    chat_id: int,
    outline: Outline,
    message_ids: Sequence[int],
    with_rounds: bool = True,
) -> tuple[StoredMessage, ...]:
    """Return these messages of a chat, replies as StoredReply, with their rounds if they are wanted."""
    wanted = json.dumps(message_ids)
    rows = {
        row[0]: row
        for row in connection.execute(
            """SELECT id, parent_id, role, content, created, summary, note FROM messages
               WHERE chat_id = ? AND id IN (SELECT value FROM json_each(?))""",
            (chat_id, wanted),
        )
    }
    token_ids: dict[int, list[int]] = defaultdict(list)
    for message_id, data in connection.execute(
        """SELECT message_id, token_ids FROM rounds WHERE message_id IN (SELECT value FROM json_each(?))
           ORDER BY message_id, batch""",
        (wanted,),
    ):
        token_ids[message_id] += json.loads(data)
    attached: dict[int, list[Attachment]] = defaultdict(list)
    for message_id, *parts in connection.execute(
        """SELECT message_id, name, text, size FROM attachments
           WHERE message_id IN (SELECT value FROM json_each(?)) ORDER BY message_id, place""",
        (wanted,),
    ):
        attached[message_id].append(Attachment(*parts))
    messages = []
    for one in filter(rows.__contains__, message_ids):
        rounds = rounds_of(connection, one) if with_rounds and one in token_ids else ()
        messages.append(_message(rows[one], rounds, tuple(token_ids[one]), tuple(attached[one]), outline))
    return tuple(messages)


def _message(
    row: tuple[int, int | None, str, str, float, str | None, str],
    rounds: tuple[Round, ...],
    token_ids: tuple[int, ...],
    attachments: tuple[Attachment, ...],
    outline: Outline,
) -> StoredMessage:
    message_id, parent_id, role, content, created, summary, note = row
    siblings = outline.children_of(parent_id)
    if role != Role.ASSISTANT:
        said = Message(Role(role), content)
        return StoredMessage(message_id, said, (), None, parent_id, siblings, attachments, created)
    written = Message(Role.ASSISTANT, content, token_ids)
    ended = codec.decode_summary(summary, content, token_ids) if summary else None
    return StoredReply(message_id, written, rounds, ended, parent_id, siblings, attachments, created, note)


def read_unsent(connection: sqlite3.Connection, chat_id: int | None) -> Unsent:
    """Return what is not sent in a chat, or in the one that does not exist yet."""
    found = connection.execute("SELECT text, attachments FROM unsent WHERE chat_id IS ?", (chat_id,)).fetchone()
    return Unsent(found[0], tuple(Attachment(*parts) for parts in json.loads(found[1]))) if found else Unsent()


def write_unsent(connection: sqlite3.Connection, chat_id: int | None, unsent: Unsent) -> None:
    """Keep what is not sent."""
    connection.execute("DELETE FROM unsent WHERE chat_id IS ?", (chat_id,))
    if unsent != Unsent():
        attached = json.dumps([[one.name, one.text, one.size] for one in unsent.attachments])
        connection.execute(
            "INSERT INTO unsent (chat_id, text, attachments) VALUES (?, ?, ?)", (chat_id, unsent.text, attached)
        )
