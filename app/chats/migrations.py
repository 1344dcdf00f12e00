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


MIGRATIONS: tuple[Callable[[sqlite3.Connection], None], ...] = (_first_schema,)


def version_of(connection: sqlite3.Connection) -> int:
    """Return how many steps the database has taken; more than `MIGRATIONS` has if a newer program wrote it."""
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    return int(version)


def migrate(
    connection: sqlite3.Connection,
    migrations: tuple[Callable[[sqlite3.Connection], None], ...] = MIGRATIONS,
) -> None:
    """Bring the database to the newest schema, each step in a transaction of its own."""
    for number, step in enumerate(migrations[version_of(connection) :], start=version_of(connection) + 1):
        connection.execute("BEGIN IMMEDIATE")
        try:
            step(connection)
            connection.execute(f"PRAGMA user_version = {number}")
        except BaseException:
            connection.execute("ROLLBACK")
            raise
        connection.execute("COMMIT")
