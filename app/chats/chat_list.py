"""The list of chats: made, named, pinned, put away, found."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from app.chats import search
from app.chats.database import Database
from app.chats.options import encode_options, encode_pair
from app.chats.records import Chat
from app.chats.rows import CHAT_COLUMNS, read_chat
from app.chats.shelf import Shelf

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable
    from pathlib import Path

    from app.chats.records import ChatOptions, SearchHit
    from app.settings import PairChoice

_MOMENT = 0.001
KEEP_DELETED_SECONDS = 7 * 24 * 3600.0


class ChatList:
    """The chats without what is said in them.

    A deleted chat can be brought back until it is purged. `shelf` has the presets and the edited templates.
    """

    def __init__(self, path: Path, clock: Callable[[], float] = time.time) -> None:
        """Open the database at `path`, or make it; `IN_MEMORY` leaves no file. Raises what `Database` does."""
        self._clock = clock
        self._database = Database(path)
        self.shelf = Shelf(self._database)
        try:
            self._put_in_order()
        except BaseException:
            self._database.close()
            raise

    def _put_in_order(self) -> None:
        """Make findable what broke off before it was, and forget what was deleted long ago.

        What was deleted by a clock that was ahead counts as deleted now: it would be kept until that time came.
        """
        now = self._clock()
        forgotten = now - KEEP_DELETED_SECONDS
        with self._database.telling():
            (needed,) = self._database.connection.execute(
                """SELECT EXISTS (SELECT 1 FROM messages WHERE NOT indexed)
                   OR EXISTS (SELECT 1 FROM chats WHERE deleted < ? OR deleted > ?)""",
                (forgotten, now),
            ).fetchone()
        if needed:
            with self._database.transaction() as connection:
                connection.execute("UPDATE chats SET deleted = ? WHERE deleted > ?", (now, now))
            self.purge(forgotten)
            with self._database.transaction() as connection:
                search.index_the_rest(connection)

    def be_patient(self) -> None:
        """From now on wait longer for another program that writes: nobody sees a window that waits."""
        self._database.be_patient()

    def create_chat(self, title: str) -> Chat:
        """Make an empty chat."""
        with self._database.transaction() as connection:
            return self._insert_chat(connection, title)

    def list_chats(self) -> tuple[Chat, ...]:
        """Return all chats: the pinned ones, then the others, of each the one last written in first."""
        return chats_in(self._database)

    def rename_chat(self, chat_id: int, title: str) -> None:
        """Give a chat another title."""
        self._set(chat_id, "title", title)

    def pin_chat(self, chat_id: int, pinned: bool) -> None:
        """Keep a chat above the others, or no longer."""
        self._set(chat_id, "pinned", int(pinned))

    def set_pair(self, chat_id: int, pair: PairChoice | None) -> None:
        """Note with which pair a chat is held."""
        self._set(chat_id, "pair", encode_pair(pair))

    def set_options(self, chat_id: int, options: ChatOptions | None) -> None:
        """Note how replies of a chat are written."""
        self._set(chat_id, "options", encode_options(options) if options else None)

    def delete_chat(self, chat_id: int) -> None:
        """Put a chat away with all that is in it, until it is restored or purged."""
        self._set(chat_id, "deleted", self._clock())

    def restore_chat(self, chat_id: int) -> None:
        """Bring a deleted chat back as it was.

        Raises:
            ChatGoneError: it was purged.
        """
        with self._at(chat_id).transaction() as connection:
            self._database.demand(connection.execute("UPDATE chats SET deleted = NULL WHERE id = ?", (chat_id,)))

    def purge(self, deleted_before: float) -> None:
        """Remove for good what was deleted before this time, from the index as well."""
        with self._database.transaction() as connection:
            doomed = connection.execute(
                "SELECT messages.id FROM messages JOIN chats ON chats.id = chat_id WHERE deleted < ?", (deleted_before,)
            ).fetchall()
            search.remove_from_index(connection, [message_id for (message_id,) in doomed])
            connection.execute("DELETE FROM chats WHERE deleted < ?", (deleted_before,))

    def find(self, query: str, limit: int = 50) -> tuple[SearchHit, ...]:
        """Return where all words of `query` occur, whatever its characters: in titles, then in messages."""
        with self._database.telling():
            return search.find(self._database.connection, query, limit)

    @property
    def database(self) -> Database:
        """The connection, for whoever mends the file."""
        return self._database

    @property
    def path(self) -> Path:
        """Where the file is; `IN_MEMORY` if there is none."""
        return self._database.path

    def close(self) -> None:
        """Let go of the file."""
        self._database.close()

    def _at(self, _number: int | None) -> Database:
        """Return where the chat or the message with this number is."""
        return self._database

    def _insert_chat(self, connection: sqlite3.Connection, title: str) -> Chat:
        now = self._clock()
        latest = self._latest(connection, now)
        row = connection.execute("INSERT INTO chats (title, created, updated) VALUES (?, ?, ?)", (title, now, latest))
        assert row.lastrowid is not None  # noqa: S101 (an INSERT just succeeded)
        return Chat(row.lastrowid, title, latest, now)

    def _latest(self, connection: sqlite3.Connection, now: float, chat_id: int = 0) -> float:
        """Return `now`, or a moment after all other chats where the clock was set back since they were written in."""
        (newest,) = connection.execute(
            "SELECT MAX(updated) FROM chats WHERE id != ? AND deleted IS NULL", (chat_id,)
        ).fetchone()
        return now if newest is None or newest < now else newest + _MOMENT

    def _set(self, chat_id: int, column: str, value: str | float | None) -> None:
        with self._at(chat_id).transaction() as connection:
            connection.execute(f"UPDATE chats SET {column} = ? WHERE id = ?", (value, chat_id))  # noqa: S608


def chats_in(database: Database) -> tuple[Chat, ...]:
    """Return the chats in one database, as `ChatList.list_chats` orders them."""
    with database.reading() as connection:
        rows = connection.execute(
            f"SELECT {CHAT_COLUMNS} FROM chats WHERE deleted IS NULL ORDER BY pinned DESC, updated DESC, id DESC"  # noqa: S608
        )
        return tuple(read_chat(row) for row in rows)
