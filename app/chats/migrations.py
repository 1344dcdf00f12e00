"""The schema of the chats, as the ordered list of steps that made it. A step that was released is never changed."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable


def _first_schema(connection: sqlite3.Connection) -> None:
    """Chats, their messages, the rounds of replies in batches as they were saved, and what was typed but not sent."""
    for statement in (
        """CREATE TABLE chats (
            id INTEGER PRIMARY KEY,
            title TEXT NOT NULL,
            updated REAL NOT NULL
        )""",
        """CREATE TABLE messages (
            id INTEGER PRIMARY KEY,
            chat_id INTEGER NOT NULL REFERENCES chats (id) ON DELETE CASCADE,
            role TEXT NOT NULL,
            content TEXT NOT NULL,
            created REAL NOT NULL,
            summary TEXT,
            note TEXT NOT NULL DEFAULT ''
        )""",
        "CREATE INDEX messages_by_chat ON messages (chat_id, id)",
        """CREATE TABLE rounds (
            message_id INTEGER NOT NULL REFERENCES messages (id) ON DELETE CASCADE,
            batch INTEGER NOT NULL,
            data TEXT NOT NULL,
            PRIMARY KEY (message_id, batch)
        ) WITHOUT ROWID""",
        "CREATE TABLE unsent (id INTEGER PRIMARY KEY CHECK (id = 1), text TEXT NOT NULL)",
    ):
        connection.execute(statement)


_BRANCHES_AND_SEARCH = (
    """CREATE TABLE new_chats (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        title TEXT NOT NULL,
        created REAL NOT NULL,
        updated REAL NOT NULL,
        pinned INTEGER NOT NULL DEFAULT 0,
        deleted REAL,
        shown_child_id INTEGER,
        pair TEXT,
        options TEXT
    )""",
    """INSERT INTO new_chats (id, title, created, updated)
       SELECT id, title, COALESCE((SELECT MIN(created) FROM messages WHERE chat_id = chats.id), updated), updated
       FROM chats""",
    """CREATE TABLE new_messages (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        chat_id INTEGER NOT NULL REFERENCES chats (id) ON DELETE CASCADE,
        parent_id INTEGER REFERENCES messages (id) ON DELETE CASCADE,
        shown_child_id INTEGER,
        role TEXT NOT NULL,
        content TEXT NOT NULL,
        created REAL NOT NULL,
        summary TEXT,
        note TEXT NOT NULL DEFAULT '',
        indexed INTEGER NOT NULL DEFAULT 0
    )""",
    """INSERT INTO new_messages (id, chat_id, parent_id, role, content, created, summary, note)
       SELECT id, chat_id, LAG(id) OVER (PARTITION BY chat_id ORDER BY id), role, content, created, summary, note
       FROM messages""",
    """CREATE TABLE new_unsent (
        chat_id INTEGER UNIQUE REFERENCES chats (id) ON DELETE CASCADE,
        text TEXT NOT NULL,
        attachments TEXT NOT NULL DEFAULT '[]'
    )""",
    "INSERT INTO new_unsent (chat_id, text) SELECT NULL, text FROM unsent",
    """CREATE TABLE new_rounds (
        message_id INTEGER NOT NULL REFERENCES messages (id) ON DELETE CASCADE,
        batch INTEGER NOT NULL,
        token_ids TEXT NOT NULL,
        data TEXT NOT NULL,
        PRIMARY KEY (message_id, batch)
    ) WITHOUT ROWID""",
    """INSERT INTO new_rounds (message_id, batch, token_ids, data)
       SELECT message_id, batch, (
           SELECT json_group_array(json_extract(token.value, '$[0]'))
           FROM json_each(rounds.data) AS round, json_each(round.value, '$[4]') AS token
       ), data FROM rounds""",
    "DROP TABLE rounds",
    "DROP TABLE messages",
    "DROP TABLE chats",
    "DROP TABLE unsent",
    "ALTER TABLE new_chats RENAME TO chats",
    "ALTER TABLE new_messages RENAME TO messages",
    "ALTER TABLE new_rounds RENAME TO rounds",
    "ALTER TABLE new_unsent RENAME TO unsent",
    "CREATE INDEX messages_by_chat ON messages (chat_id, id, parent_id, shown_child_id)",
    "CREATE INDEX messages_by_parent ON messages (parent_id)",
    "CREATE INDEX messages_to_index ON messages (id) WHERE NOT indexed",
    """CREATE TABLE attachments (
        message_id INTEGER NOT NULL REFERENCES messages (id) ON DELETE CASCADE,
        place INTEGER NOT NULL,
        name TEXT NOT NULL,
        size INTEGER NOT NULL,
        text TEXT NOT NULL,
        PRIMARY KEY (message_id, place)
    )""",
    "CREATE TABLE presets (name TEXT PRIMARY KEY, options TEXT NOT NULL)",
    "CREATE TABLE templates (target TEXT PRIMARY KEY, source TEXT NOT NULL)",
    "CREATE VIRTUAL TABLE words USING fts5(text, content='', tokenize='trigram')",
    "CREATE VIRTUAL TABLE grams USING fts5(text, content='', detail=none, columnsize=0, tokenize='ascii')",
)

# The tables of the search; they can be made again from the messages.
SEARCH_TABLES = _BRANCHES_AND_SEARCH[-2:]


def _branches_and_search(connection: sqlite3.Connection) -> None:
    """Messages become a tree, numbers are never given twice, and what is said can be searched.

    `shown_child_id` is the message on show after this one, or in front of all if it is the chat's; where it is empty
    or gone it is the newest. It is no foreign key, since that would make deletion look through all messages.
    `indexed` says whether a message is in `words` and `grams`, which hold no text themselves. `token_ids` are those
    that the rounds of a batch emitted: a long chat is prepared for the model, and shown, without decoding its rounds.
    """
    for statement in _BRANCHES_AND_SEARCH:
        connection.execute(statement)


def _compressed_rounds(_connection: sqlite3.Connection) -> None:
    """Rounds are compressed from now on, which an earlier program could not read; those that are there stay."""


MIGRATIONS: tuple[Callable[[sqlite3.Connection], None], ...] = (
    _first_schema,
    _branches_and_search,
    _compressed_rounds,
)


def version_of(connection: sqlite3.Connection) -> int:
    """Return how many steps the database has taken; more than `MIGRATIONS` has if a newer program wrote it."""
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    return int(version)


def migrate(
    connection: sqlite3.Connection,
    migrations: tuple[Callable[[sqlite3.Connection], None], ...] = MIGRATIONS,
) -> None:
    """Bring the database to the newest schema, each step in a transaction of its own.

    Foreign keys must be off: a step that makes a table anew drops the old one, and its rows' children would go too.
    """
    while (number := version_of(connection)) < len(migrations):
        connection.execute("BEGIN IMMEDIATE")
        try:
            # Another program may have taken the step while this one waited.
            if version_of(connection) == number:
                migrations[number](connection)
                connection.execute(f"PRAGMA user_version = {number + 1}")
        except BaseException:
            connection.execute("ROLLBACK")
            raise
        connection.execute("COMMIT")
