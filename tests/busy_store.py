"""A store of chats that another program keeps busy."""

from __future__ import annotations

import sqlite3
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@contextmanager
def locked(chats: Path) -> Iterator[None]:
    """Let nobody else write into the file of the chats meanwhile."""
    other = sqlite3.connect(chats, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    try:
        yield
    finally:
        other.execute("ROLLBACK")
        other.close()
