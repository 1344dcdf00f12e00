"""The file of the chats: opening it safely, keeping it up to date, and telling what SQLite says in one sentence."""

from __future__ import annotations

import contextlib
import os
import sqlite3
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from app.chats.migrations import MIGRATIONS, migrate, version_of
from app.errors import ChatGoneError, ChatsDamagedError, ChatStoreError, ChatStoreNewerError, SearchMissingError
from app.paths import make_folder

if TYPE_CHECKING:
    from collections.abc import Iterator

IN_MEMORY = Path(":memory:")
# How long to wait for another program that writes: it would be felt in the window, which tries again instead.
_WAIT_SECONDS = 0.05
_PATIENT_SECONDS = 1.0
_KEPT_BACKUPS = 3


class Database:
    """One connection, used by one thread.

    The journal is a WAL, so what was committed survives the end of this process, kill -9 included: it is in the
    system's memory then, and the next connection finds it. `synchronous = NORMAL` leaves the way to the disk to the
    system, which a power cut may cost a second of a reply; a `durable` transaction runs with FULL, which waits for the
    disk, since what the person wrote cannot be had again.
    """

    def __init__(self, path: Path) -> None:
        """Open the file at `path`, or make it, readable for this person alone; `IN_MEMORY` leaves no file.

        Raises:
            ChatStoreError: it cannot be opened.
            ChatsDamagedError: it is damaged, or is no database of chats.
            ChatStoreNewerError: a newer program wrote it.
            SearchMissingError: this Python's SQLite has no full-text search.
            NotWritableError: its folder cannot be made.
        """
        self.path = path
        with self.telling():
            if path != IN_MEMORY:
                make_folder(path.parent)
                _make_private(path)
            self.connection = sqlite3.connect(path, timeout=_PATIENT_SECONDS, isolation_level=None)
            try:
                self._prepare()
                self.wait(_WAIT_SECONDS)
            except BaseException:
                self.connection.close()
                raise

    def _prepare(self) -> None:
        # First of all, since already the journal's mode is written into the file.
        version = version_of(self.connection)
        if version > len(MIGRATIONS):
            raise ChatStoreNewerError(path=self.path)
        self._demand_search()
        for pragma in ("journal_mode = WAL", "synchronous = NORMAL", "fullfsync = ON", "secure_delete = ON"):
            self.connection.execute(f"PRAGMA {pragma}")
        if 0 < version < len(MIGRATIONS) and self.path != IN_MEMORY:
            back_up(self.connection, self.path, version)
        migrate(self.connection)
        self.connection.execute("PRAGMA foreign_keys = ON")

    def _demand_search(self) -> None:
        try:
            self.connection.execute("CREATE VIRTUAL TABLE temp.probe USING fts5(text, tokenize='trigram')")
            self.connection.execute("DROP TABLE temp.probe")
        except sqlite3.OperationalError as error:
            if "no such module" not in str(error) and "tokenizer" not in str(error):
                raise
            raise SearchMissingError(path=self.path, version=sqlite3.sqlite_version) from error

    def be_patient(self) -> None:
        """From now on wait longer for another program that writes: nobody sees a window that waits."""
        with self.telling():
            self.wait(_PATIENT_SECONDS)

    def wait(self, seconds: float) -> None:
        """Wait as long for another program that writes."""
        self.connection.execute(f"PRAGMA busy_timeout = {round(1000 * seconds)}")

    @contextmanager
    def transaction(self, durable: bool = False) -> Iterator[sqlite3.Connection]:
        """Run a transaction, all or nothing; `durable` waits for the disk."""
        with self.telling():
            if durable:
                self.connection.execute("PRAGMA synchronous = FULL")
            try:
                self.connection.execute("BEGIN IMMEDIATE")
                try:
                    yield self.connection
                    self.connection.execute("COMMIT")
                except BaseException:
                    # SQLite has done so itself where the disk was full or failed.
                    if self.connection.in_transaction:
                        self.connection.execute("ROLLBACK")
                    raise
            finally:
                if durable:
                    self.connection.execute("PRAGMA synchronous = NORMAL")

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """Read; several statements may see the changes of another program between them."""
        with self.telling():
            yield self.connection

    def demand(self, cursor: sqlite3.Cursor) -> None:
        """Raise ChatGoneError if a change found nothing to change."""
        if not cursor.rowcount:
            raise ChatGoneError(path=self.path)

    def close(self) -> None:
        """Let go of the file."""
        with self.telling():
            self.connection.close()

    @contextmanager
    def telling(self) -> Iterator[None]:
        """Turn what SQLite and the disk say into a ChatStoreError; of damage a mark is left for the next start."""
        try:
            yield
        except sqlite3.DatabaseError as error:
            if not is_damage(error):
                raise ChatStoreError(path=self.path, detail=error) from error
            _leave_mark(self.path)
            raise ChatsDamagedError(path=self.path, detail=error) from error
        except (sqlite3.Error, OSError, ValueError) as error:
            raise ChatStoreError(path=self.path, detail=error) from error


def is_damage(error: sqlite3.Error) -> bool:
    """Whether SQLite found its file damaged, or to be none of its own."""
    # The upper bits say where it was found.
    return getattr(error, "sqlite_errorcode", 0) & 0xFF in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


def damage_mark(path: Path) -> Path:
    """Return the file that says that damage was met in the chats at `path`."""
    return path.with_name(f"{path.name}.damaged")


def note_damage(connection: sqlite3.Connection) -> None:
    """Leave the mark of damage beside the file of a connection."""
    _number, _name, file = connection.execute("PRAGMA database_list").fetchone()
    if file:
        _leave_mark(Path(file))


def _leave_mark(path: Path) -> None:
    if path != IN_MEMORY:
        with contextlib.suppress(OSError):
            _make_private(damage_mark(path))


def back_up(connection: sqlite3.Connection, path: Path, version: int) -> Path:
    """Copy the chats to a file beside them before their schema changes, and keep the last few such copies.

    The copy gets its name when it is complete. The name has the version, for whoever goes back to an older program.

    Raises:
        OSError, sqlite3.Error: there is no room for it; then nothing has changed.
    """
    # The number keeps the copies in order where the clock was set back.
    older = sorted(path.parent.glob(f"{path.name}.backup-*"), key=_number)
    number = _number(older[-1]) + 1 if older else 1
    stamp = time.strftime("%Y%m%d-%H%M%S")
    complete = path.with_name(f"{path.name}.backup-{number}-v{version}-{stamp}")
    unfinished = path.with_name(f"{path.name}.unfinished")
    try:
        unfinished.unlink(missing_ok=True)
        _make_private(unfinished)
        copy = sqlite3.connect(unfinished)
        try:
            connection.backup(copy)
        finally:
            copy.close()
        unfinished.replace(complete)
    except BaseException:
        unfinished.unlink(missing_ok=True)
        raise
    for old in older[: max(0, len(older) + 1 - _KEPT_BACKUPS)]:
        old.unlink(missing_ok=True)
    return complete


def _number(backup: Path) -> int:
    digits = backup.name.rpartition(".backup-")[2].partition("-")[0]
    return int(digits) if digits.isdecimal() else 0


def _make_private(path: Path) -> None:
    os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    path.chmod(0o600)
