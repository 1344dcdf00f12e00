"""Chats that are not saved, beside those that are."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from app.chats.chat_list import chats_in
from app.chats.database import IN_MEMORY, Database
from app.chats.records import PRIVATE_FROM, is_private
from app.chats.store import ChatStore

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from app.chats.records import Chat


class WindowStore(ChatStore):
    """The chats of the window: as `ChatStore`, and private ones in a second database, which is in memory alone.

    The numbers of private chats and of their messages begin at `PRIVATE_FROM`, so that every method knows where to
    look. They are in no file, are not searched and not exported, and are gone when the store is closed.
    """

    def __init__(self, path: Path, clock: Callable[[], float] = time.time) -> None:
        """Open the database at `path`. Raises what `Database` does."""
        self._aside = Database(IN_MEMORY)
        # What SQLite sorts, it shall not put into files either.
        self._aside.connection.execute("PRAGMA temp_store = MEMORY")
        self._aside.connection.execute("DELETE FROM sqlite_sequence")
        for table in ("chats", "messages"):
            self._aside.connection.execute("INSERT INTO sqlite_sequence VALUES (?, ?)", (table, PRIVATE_FROM))
        try:
            super().__init__(path, clock)
        except BaseException:
            self._aside.close()
            raise

    def start_private_chat(self, title: str) -> Chat:
        """Make an empty chat that is not saved."""
        with self._aside.transaction() as connection:
            return self._insert_chat(connection, title)

    def list_chats(self) -> tuple[Chat, ...]:
        """Return all chats: those that are not saved, then the others as `ChatStore` lists them."""
        return (*chats_in(self._aside), *super().list_chats())

    def close(self) -> None:
        """Let go of the file, and of what is in memory."""
        self._aside.close()
        super().close()

    def _at(self, number: int | None) -> Database:
        return self._aside if is_private(number) else self._database
