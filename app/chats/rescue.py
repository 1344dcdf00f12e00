"""Chats whose file is damaged: found when they are opened, moved aside, and what can be read is saved.

What SQLite still reads is taken row by row, around what it cannot; what it finds no way to is taken from the pages
themselves (`app.chats.pages`). The damaged file stays beside the new one, whatever was saved of it.
"""

from __future__ import annotations

import sqlite3
import time
from contextlib import closing, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from app.chats import search
from app.chats.database import Database, damage_mark, is_damage
from app.chats.migrations import MIGRATIONS, version_of
from app.chats.salvage import fill, read_what_can_be
from app.chats.store import ChatStore
from app.errors import ChatsDamagedError, ChatStoreError, NotWritableError

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

# The whole file is looked through only as long as nobody waits for it; after damage was met, however long it takes.
_LOOK_SECONDS = 0.15
_HEADER_BYTES = 100
_COMPANIONS = ("-wal", "-shm")


@dataclass(frozen=True, slots=True)
class Rescue:
    """What was saved of damaged chats; `kept_at` is the damaged file, None if only the search was made again."""

    kept_at: Path | None
    chats: int
    messages: int


Store = TypeVar("Store", bound=ChatStore)


def open_chats(path: Path, kind: Callable[[Path], Store]) -> tuple[Store, Rescue | None]:
    """Open the chats at `path` as a store of some `kind`, and save what can be read if they are damaged.

    Raises:
        ChatStoreError: as `ChatStore`; also where there is no room to rescue anything, and then nothing was moved.
    """
    try:
        _finish(path)
    except OSError as error:  # such as a path that is too long for this system
        raise ChatStoreError(path=path, detail=error.strerror or error) from error
    if _would_be_overlooked(path):
        return _rescue(path, kind)
    try:
        with closing(Database(path)) as database:
            marked = damage_mark(path).exists()
            if not _is_sound(database, thorough=marked):
                return _rescue(path, kind)
            rebuilt = marked and _make_index_again(database)
        store = kind(path)
    except ChatsDamagedError:
        return _rescue(path, kind)
    with suppress(OSError):
        damage_mark(path).unlink(missing_ok=True)
    return store, Rescue(None, 0, 0) if rebuilt else None


def show_what_cannot_be_saved(path: Path, store: ChatStore) -> None:
    """Put the chats of a file that cannot be opened for writing into `store`, which is in memory, if they can be read.

    What an earlier process that was killed left in its journal is not among them; the file keeps it.
    """
    with suppress(sqlite3.Error, OSError):
        address = f"{path.resolve().as_uri()}?mode=ro&immutable=1"
        with closing(sqlite3.connect(address, uri=True)) as source:
            if version_of(source) == len(MIGRATIONS):
                source.backup(store.database.connection)


def _is_sound(database: Database, thorough: bool) -> bool:
    """Whether SQLite finds nothing wrong with the structure of the file."""
    connection, end = database.connection, time.monotonic() + _LOOK_SECONDS
    if not thorough:
        connection.set_progress_handler(lambda: time.monotonic() > end, 1000)
    try:
        return bool(connection.execute("PRAGMA quick_check(1)").fetchone() == ("ok",))
    except sqlite3.DatabaseError as error:
        # It took too long: what was looked at was sound.
        return not is_damage(error)
    finally:
        connection.set_progress_handler(None, 0)


def _make_index_again(database: Database) -> bool:
    """Make the index of the search again if it is damaged; return whether it was."""
    with database.reading() as connection:
        if not _index_is_damaged(connection):
            return False
    with database.transaction() as connection:
        search.make_anew(connection)
    return True


def _index_is_damaged(connection: sqlite3.Connection) -> bool:
    try:
        for table in ("words", "grams"):
            connection.execute(f"INSERT INTO {table} ({table}) VALUES ('integrity-check')")  # noqa: S608
    except sqlite3.DatabaseError as error:
        if not is_damage(error):
            raise
        return True
    return False


def _would_be_overlooked(path: Path) -> bool:
    """Whether SQLite would begin anew here: over a stump of a file, or a journal whose file is empty or gone."""
    wal = path.with_name(path.name + "-wal")
    return 0 < _size(path) < _HEADER_BYTES or (_size(wal) > 0 and _size(path) == 0)


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0


def _rescue(path: Path, kind: Callable[[Path], Store]) -> tuple[Store, Rescue]:
    """Read what can be read into a new file, put that in place of the damaged one, and open it."""
    unfinished, complete = path.with_name(path.name + ".rescuing"), _complete(path)
    try:
        for companion in (*_COMPANIONS, ""):
            unfinished.with_name(unfinished.name + companion).unlink(missing_ok=True)
        with closing(ChatStore(unfinished)) as store, store.database.transaction(durable=True) as connection:
            chats, messages = fill(connection, read_what_can_be(path))
        unfinished.replace(complete)
        kept_at = _move_aside(path)
    except OSError as error:
        raise NotWritableError(path=path.parent, detail=error.strerror or error) from error
    _finish(path)
    with suppress(OSError):
        damage_mark(path).unlink(missing_ok=True)
    return kind(path), Rescue(kept_at, chats, messages)


def _complete(path: Path) -> Path:
    return path.with_name(path.name + ".rescued")


def _finish(path: Path) -> None:
    """Put what was rescued in its place; an earlier start may have ended between that and moving the other aside."""
    if _complete(path).exists() and not path.exists():
        _complete(path).replace(path)


def _move_aside(path: Path) -> Path:
    stamp, count = time.strftime("%Y-%m-%d-%H%M%S"), 1
    while (aside := path.with_name(f"{path.stem}-damaged-{stamp}-{count}{path.suffix}")).exists():
        count += 1
    # The journal first: SQLite throws away one that it finds without its file.
    for companion in (*_COMPANIONS, ""):
        with suppress(FileNotFoundError):
            path.with_name(path.name + companion).replace(aside.with_name(aside.name + companion))
    return aside
