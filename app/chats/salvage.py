"""The rows of a damaged database of chats, as far as they can be read, and a sound database made of them."""

from __future__ import annotations

import shutil
import sqlite3
import tempfile
from collections import defaultdict
from contextlib import closing, suppress
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from app.chats import search
from app.chats.pages import Value, rows_in
from app.chats.records import Role

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Iterator

    from app.chats.pages import Row

Record: TypeAlias = dict[str, Value]
Found: TypeAlias = dict[str, dict[tuple[Value, ...], Record]]

# The columns of each table, those first that tell one row from another.
_COLUMNS = {
    "chats": ("id", "title", "created", "updated", "pinned", "deleted", "shown_child_id", "pair", "options"),
    "messages": (
        *("id", "chat_id", "parent_id", "shown_child_id", "role", "content", "created", "summary", "note", "indexed"),
    ),
    "rounds": ("message_id", "batch", "token_ids", "data"),
    "attachments": ("message_id", "place", "name", "size", "text"),
    "unsent": ("chat_id", "text", "attachments"),
    "presets": ("name", "options"),
    "templates": ("target", "source"),
}
_KEYS = {"chats": 1, "messages": 1, "rounds": 2, "attachments": 2, "unsent": 1, "presets": 1, "templates": 1}
_ROLES = {role.value for role in Role}
_LOST_TITLE = "Rescued"


def read_what_can_be(path: Path) -> Found:
    """Return the rows of the database at `path` by table and key; the file itself is only read.

    Raises:
        OSError: it cannot be read, or there is no room for a copy.
    """
    found: Found = {table: {} for table in _COLUMNS}
    with tempfile.TemporaryDirectory(dir=path.parent, prefix="rescue-") as folder:
        # SQLite may write into what it opens.
        copy = Path(folder) / "chats.sqlite3"
        for companion in ("-wal", ""):
            with suppress(FileNotFoundError):
                shutil.copyfile(path.with_name(path.name + companion), copy.with_name(copy.name + companion))
        raw = list(rows_in(copy))
        complete = _ask_sqlite(copy, found)
    for row in raw:
        placed = _place(row)
        if placed is not None and placed[0] not in complete:
            _add(found, *placed)
    return found


def _ask_sqlite(path: Path, found: Found) -> set[str]:
    """Take what SQLite reads; return the tables that it read to their end."""
    complete: set[str] = set()
    if not path.exists():
        return complete
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.text_factory = lambda data: data.decode("utf-8", "replace")
        for table, columns in _COLUMNS.items():
            try:
                known = {name for _place, name, *_rest in connection.execute(f"PRAGMA table_info({table})")}
                wanted = [name for name in columns if name in known]
                if not wanted:
                    continue
                reading = _Reading(connection, table, wanted)
                for record in reading.rows():
                    _add(found, table, record)
                if reading.is_complete:
                    complete.add(table)
            except sqlite3.Error:
                continue
    return complete


class _Reading:
    """Reads a table from both ends, and then row by row what lies between."""

    def __init__(self, connection: sqlite3.Connection, table: str, columns: list[str]) -> None:
        self._connection = connection
        # A table without rowids is read by its key.
        self._number = "message_id" if table == "rounds" else "rowid"
        self._select = f"SELECT {self._number}, {', '.join(columns)} FROM {table}"  # noqa: S608 (only our own words)
        self._columns = columns
        self.is_complete = False

    def rows(self) -> Iterator[Record]:
        """Yield what can be read; `is_complete` says afterwards whether that is all."""
        first = yield from self._until_damage("ASC")
        if self.is_complete:
            return
        last = yield from self._until_damage("DESC")
        self.is_complete = False
        if first is None or last is None:
            return
        for number in range(first, last + 1):
            with suppress(sqlite3.Error):
                where = f"{self._select} WHERE {self._number} = ?"
                for row in self._connection.execute(where, (number,)):
                    yield self._record(row)

    def _until_damage(self, order: str) -> Generator[Record, None, int | None]:
        number: int | None = None
        try:
            for row in self._connection.execute(f"{self._select} ORDER BY {self._number} {order}"):
                number = row[0]
                yield self._record(row)
            self.is_complete = True
        except sqlite3.Error:
            pass
        return number

    def _record(self, row: tuple[Value, ...]) -> Record:
        return dict(zip(self._columns, row[1:], strict=True))


def _add(found: Found, table: str, record: Record) -> None:
    """Take a row in, unless it is there already."""
    key = tuple(record.get(name) for name in _COLUMNS[table][: _KEYS[table]])
    found[table].setdefault(key, record)


def _place(row: Row) -> tuple[str, Record] | None:
    """Return the table of a row that was found in a page, and its columns by name."""
    match row.values:
        case (None, str(), float() | int(), float() | int(), int(), *_rest) if len(row.values) == 9:
            table = "chats"
        case (None, int(), _, _, str() as role, str(), *_rest) if len(row.values) == 10 and role in _ROLES:
            table = "messages"
        case (int(), int(), str(), str() | bytes()) if not row.number:
            table = "rounds"
        case (int(), int(), str(), int(), str()):
            table = "attachments"
        case (int() | None, str(), str()) if row.number:
            table = "unsent"
        case _:
            return None
    values = (row.number, *row.values[1:]) if row.values[0] is None and table != "unsent" else row.values
    return table, dict(zip(_COLUMNS[table], values, strict=True))


def fill(connection: sqlite3.Connection, found: Found) -> tuple[int, int]:
    """Put what was found into an empty database of chats; return how many chats and messages there are.

    A message without its chat gets a new one with the same number, and one without the message before it follows the
    newest before it.
    """
    chats = {record["id"]: record for record in found["chats"].values()}
    messages = sorted(found["messages"].values(), key=lambda record: _whole(record["id"]))
    for record in messages:
        chats.setdefault(record["chat_id"], _lost_chat(record))
    _insert(connection, "chats", chats.values())
    _insert(connection, "messages", _with_parents(messages))
    numbers = {record["id"] for record in messages}
    for table in ("rounds", "attachments"):
        rows = (one for one in found[table].values() if one["message_id"] in numbers)
        _insert(connection, table, rows)
    _insert(connection, "unsent", (one for one in found["unsent"].values() if one["chat_id"] in {None, *chats}))
    for table in ("presets", "templates"):
        _insert(connection, table, found[table].values())
    search.index_the_rest(connection)
    return len(chats), len(messages)


def _with_parents(messages: list[Record]) -> Iterator[Record]:
    before: dict[Value, list[Value]] = defaultdict(list)
    known = {record["id"]: record["chat_id"] for record in messages}
    for record in messages:
        earlier = before[record["chat_id"]]
        parent = record.get("parent_id")
        lost = parent is not None and (known.get(parent) != record["chat_id"] or _whole(parent) >= _whole(record["id"]))
        if lost or "parent_id" not in record:
            parent = earlier[-1] if earlier else None
        earlier.append(record["id"])
        yield {**record, "parent_id": parent, "indexed": 0, "note": record.get("note") or ""}


def _lost_chat(message: Record) -> Record:
    created = message.get("created") or 0.0
    return {"id": message["chat_id"], "title": _LOST_TITLE, "created": created, "updated": created, "pinned": 0}


def _insert(connection: sqlite3.Connection, table: str, records: Iterable[Record]) -> None:
    for record in records:
        named = {name: value for name, value in record.items() if value is not None or name == "chat_id"}
        if table == "chats":
            named.setdefault("created", named.get("updated", 0.0))
        columns, places = ", ".join(named), ", ".join("?" * len(named))
        with suppress(sqlite3.IntegrityError):  # a row of which too much is lost
            connection.execute(
                f"INSERT INTO {table} ({columns}) VALUES ({places})",  # noqa: S608 (only our own words)
                tuple(named.values()),
            )


def _whole(value: Value) -> int:
    return value if isinstance(value, int) else 0
