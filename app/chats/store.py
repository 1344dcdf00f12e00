"""The conversations on disk: one SQLite database, used by one thread."""

from __future__ import annotations

import os
import sqlite3
import time
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from app.chats import codec
from app.chats.migrations import MIGRATIONS, migrate, version_of
from app.chats.records import Chat, Message, Role, StoredMessage
from app.errors import ChatGoneError, ChatStoreError, ChatStoreNewerError
from app.paths import make_folder

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from app.speculation.records import Round, Summary

IN_MEMORY = Path(":memory:")
# How long to wait for another program that writes: it would be felt in the window, which tries again instead.
_WAIT_SECONDS = 0.05
_PATIENT_SECONDS = 1.0


@dataclass(frozen=True, slots=True)
class StoredReply(StoredMessage):
    """A reply; `note` says why nothing was drafted, if that was so."""

    note: str = ""


class ChatStore:
    """Reads and writes the chats. Every method is one short transaction, and raises ChatStoreError.

    What is added to a chat or message that somebody else deleted meanwhile raises ChatGoneError.

    What the person wrote is on the disk when `add_user_message` returns. Streamed rounds are in the file then, so that
    they survive the end of this process, but the disk may get them a little later.
    """

    def __init__(self, path: Path, clock: Callable[[], float] = time.time) -> None:
        """Open the database at `path`, or make it, readable for this person alone; `IN_MEMORY` leaves no file.

        Raises:
            ChatStoreError: it cannot be opened, or is no database of chats.
            ChatStoreNewerError: a newer program wrote it.
            NotWritableError: its folder cannot be made.
        """
        self._path = path
        self._clock = clock
        with self._telling():
            if path != IN_MEMORY:
                make_folder(path.parent)
                os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
                path.chmod(0o600)
            self._connection = sqlite3.connect(path, timeout=_PATIENT_SECONDS, isolation_level=None)
            try:
                self._prepare()
                self._wait(_WAIT_SECONDS)
            except BaseException:
                self._connection.close()
                raise

    def _prepare(self) -> None:
        # First of all, since already the journal's mode is written into the file.
        if version_of(self._connection) > len(MIGRATIONS):
            raise ChatStoreNewerError(path=self._path)
        for pragma in ("journal_mode = WAL", "synchronous = NORMAL", "foreign_keys = ON"):
            self._connection.execute(f"PRAGMA {pragma}")
        migrate(self._connection)

    def be_patient(self) -> None:
        """From now on wait longer for another program that writes: nobody sees a window that waits."""
        with self._telling():
            self._wait(_PATIENT_SECONDS)

    def _wait(self, seconds: float) -> None:
        self._connection.execute(f"PRAGMA busy_timeout = {round(1000 * seconds)}")

    def create_chat(self, title: str) -> Chat:
        """Make an empty chat."""
        with self._transaction() as connection:
            now = self._clock()
            row = connection.execute("INSERT INTO chats (title, updated) VALUES (?, ?)", (title, now))
            return Chat(_new_id(row), title, now)

    def list_chats(self) -> tuple[Chat, ...]:
        """Return all chats, the one last written in first."""
        with self._telling():
            rows = self._connection.execute("SELECT id, title, updated FROM chats ORDER BY updated DESC, id DESC")
            return tuple(Chat(*row) for row in rows)

    def rename_chat(self, chat_id: int, title: str) -> None:
        """Give a chat another title."""
        with self._transaction() as connection:
            connection.execute("UPDATE chats SET title = ? WHERE id = ?", (title, chat_id))

    def delete_chat(self, chat_id: int) -> None:
        """Delete a chat with all that is in it."""
        with self._transaction() as connection:
            connection.execute("DELETE FROM chats WHERE id = ?", (chat_id,))

    def add_user_message(self, chat_id: int, text: str) -> StoredMessage:
        """Append what the person said; it is on the disk when this returns."""
        with self._transaction(durable=True) as connection:
            message_id = self._insert(connection, chat_id, Role.USER, text)
            connection.execute("DELETE FROM unsent")
        return StoredMessage(message_id, Message(Role.USER, text))

    def save_again(self, title: str, text: str) -> tuple[int, StoredMessage]:
        """Make a chat of a message whose chat is gone; return its id and the message."""
        with self._transaction(durable=True) as connection:
            row = connection.execute("INSERT INTO chats (title, updated) VALUES (?, ?)", (title, self._clock()))
            chat_id = _new_id(row)
            message_id = self._insert(connection, chat_id, Role.USER, text)
        return chat_id, StoredMessage(message_id, Message(Role.USER, text))

    def take_back(self, message_id: int) -> None:
        """Turn a message that got no reply back into unsent text; a chat that held nothing else goes with it."""
        with self._transaction(durable=True) as connection:
            found = connection.execute("SELECT chat_id, content FROM messages WHERE id = ?", (message_id,)).fetchone()
            if found is None:
                return
            connection.execute("REPLACE INTO unsent (id, text) VALUES (1, ?)", (found[1],))
            connection.execute("DELETE FROM messages WHERE id = ?", (message_id,))
            connection.execute(
                "DELETE FROM chats WHERE id = ? AND NOT EXISTS (SELECT 1 FROM messages WHERE chat_id = chats.id)",
                (found[0],),
            )

    def begin_reply(self, chat_id: int, question_id: int | None = None) -> int:
        """Append a reply, still empty; return its id.

        `question_id` is the message that it answers: a chat without it is another one with the number of a deleted one.
        """
        with self._transaction() as connection:
            if question_id is not None:
                self._demand(
                    connection.execute(
                        "UPDATE messages SET chat_id = chat_id WHERE id = ? AND chat_id = ?", (question_id, chat_id)
                    )
                )
            return self._insert(connection, chat_id, Role.ASSISTANT, "")

    def append_rounds(self, message_id: int, rounds: Sequence[Round]) -> None:
        """Add what a reply went on with: costs what is new, however long the reply is."""
        if not rounds:
            return
        with self._transaction() as connection:
            self._demand(
                connection.execute(
                    "UPDATE messages SET content = content || ? WHERE id = ?",
                    ("".join(decoded.text for decoded in rounds), message_id),
                )
            )
            connection.execute(
                """INSERT INTO rounds (message_id, batch, data)
                   SELECT ?, COALESCE(MAX(batch) + 1, 0), ? FROM rounds WHERE message_id = ?""",
                (message_id, codec.encode_rounds(rounds), message_id),
            )

    def end_reply(self, message_id: int, summary: Summary | None, note: str = "") -> None:
        """Say how a reply ended; `summary` is None if it broke off."""
        data = codec.encode_summary(summary) if summary else None
        with self._transaction() as connection:
            self._demand(
                connection.execute("UPDATE messages SET summary = ?, note = ? WHERE id = ?", (data, note, message_id))
            )

    def list_messages(self, chat_id: int) -> tuple[StoredMessage, ...]:
        """Return the messages of a chat in order, replies as StoredReply with their rounds."""
        with self._telling():
            rows = self._connection.execute(
                "SELECT id, role, content, summary, note FROM messages WHERE chat_id = ? ORDER BY id", (chat_id,)
            ).fetchall()
            batches: dict[int, list[str]] = {}
            for message_id, data in self._connection.execute(
                """SELECT message_id, data FROM rounds JOIN messages ON messages.id = message_id
                   WHERE chat_id = ? ORDER BY message_id, batch""",
                (chat_id,),
            ):
                batches.setdefault(message_id, []).append(data)
            return tuple(self._message(row, batches.get(row[0], ())) for row in rows)

    def unsent(self) -> str:
        """Return what was typed but not sent."""
        with self._telling():
            found = self._connection.execute("SELECT text FROM unsent").fetchone()
        return found[0] if found else ""

    def save_unsent(self, text: str) -> None:
        """Keep what was typed but not sent."""
        with self._transaction() as connection:
            if text:
                connection.execute("REPLACE INTO unsent (id, text) VALUES (1, ?)", (text,))
            else:
                connection.execute("DELETE FROM unsent")

    def close(self) -> None:
        """Let go of the file."""
        with self._telling():
            self._connection.close()

    def _insert(self, connection: sqlite3.Connection, chat_id: int, role: Role, text: str) -> int:
        now = self._clock()
        self._demand(connection.execute("UPDATE chats SET updated = ? WHERE id = ?", (now, chat_id)))
        row = connection.execute(
            "INSERT INTO messages (chat_id, role, content, created) VALUES (?, ?, ?, ?)",
            (chat_id, role.value, text, now),
        )
        return _new_id(row)

    def _demand(self, cursor: sqlite3.Cursor) -> None:
        """Raise ChatGoneError if a change found nothing to change."""
        if not cursor.rowcount:
            raise ChatGoneError(path=self._path)

    def _message(self, row: tuple[int, str, str, str | None, str], batches: Sequence[str]) -> StoredMessage:
        message_id, role, content, summary, note = row
        rounds = tuple(decoded for data in batches for decoded in codec.decode_rounds(data))
        message = Message(Role(role), content, codec.token_ids_of(rounds))
        if message.role is not Role.ASSISTANT:
            return StoredMessage(message_id, message)
        ended = codec.decode_summary(summary, rounds) if summary else None
        return StoredReply(message_id, message, rounds, ended, note)

    @contextmanager
    def _transaction(self, durable: bool = False) -> Iterator[sqlite3.Connection]:
        """Run a transaction; `durable` waits for the disk."""
        with self._telling():
            if durable:
                self._connection.execute("PRAGMA synchronous = FULL")
            try:
                self._connection.execute("BEGIN IMMEDIATE")
                try:
                    yield self._connection
                except BaseException:
                    self._connection.execute("ROLLBACK")
                    raise
                self._connection.execute("COMMIT")
            finally:
                if durable:
                    self._connection.execute("PRAGMA synchronous = NORMAL")

    @contextmanager
    def _telling(self) -> Iterator[None]:
        """Turn what SQLite and the disk say into a ChatStoreError."""
        try:
            yield
        except (sqlite3.Error, OSError, ValueError) as error:
            raise ChatStoreError(path=self._path, detail=error) from error


def _new_id(cursor: sqlite3.Cursor) -> int:
    assert cursor.lastrowid is not None  # noqa: S101 (an INSERT just succeeded)
    return cursor.lastrowid
