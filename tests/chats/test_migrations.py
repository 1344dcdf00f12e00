from __future__ import annotations

import sqlite3
import stat
import sys

import pytest

from app.chats import database
from app.chats.codec import encode_rounds, encode_summary
from app.chats.migrations import MIGRATIONS, migrate, version_of
from app.chats.records import StoredReply
from app.chats.store import ChatStore
from app.errors import ChatStoreError, SearchMissingError
from tests.chats.conftest import NOTES, REPLY, SUMMARY
from tests.fakes import LIGHTHOUSE


@pytest.fixture
def old(path):
    """A database as the first Draftlight left it: two chats with replies, and something unsent."""
    path.parent.mkdir()
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA journal_mode = WAL")
    migrate(connection, MIGRATIONS[:1])
    connection.executemany("INSERT INTO chats VALUES (?, ?, ?)", [(3, "first", 50.0), (7, "空 chat", 60.0)])
    for message_id, chat_id, role, content, created in (
        (10, 3, "user", "How?", 41.0),
        (11, 7, "user", "left alone", 42.0),
        (12, 3, "assistant", REPLY, 43.0),
        (13, 3, "user", "And why?", 44.0),
        (14, 3, "assistant", "", 45.0),
    ):
        connection.execute(
            "INSERT INTO messages (id, chat_id, role, content, created) VALUES (?, ?, ?, ?, ?)",
            (message_id, chat_id, role, content, created),
        )
    connection.execute("UPDATE messages SET summary = ?, note = 'why' WHERE id = 12", (encode_summary(SUMMARY),))
    connection.executemany(
        "INSERT INTO rounds VALUES (12, ?, ?)",
        [(0, encode_rounds(LIGHTHOUSE[:5])), (1, encode_rounds(LIGHTHOUSE[5:]))],
    )
    connection.execute("INSERT INTO unsent VALUES (1, 'half a thought')")
    connection.close()
    return path


def backups(path):
    return sorted(path.parent.glob("*.backup-*"))


def test_chats_of_the_first_schema_lose_nothing(old):
    store = ChatStore(old)
    assert [(chat.id, chat.title, chat.updated, chat.created) for chat in store.list_chats()] == [
        (7, "空 chat", 60.0, 42.0),
        (3, "first", 50.0, 41.0),
    ]
    question, reply, second, broken_off = store.list_messages(3)
    assert [one.id for one in (question, reply, second, broken_off)] == [10, 12, 13, 14]
    assert [one.parent_id for one in (question, reply, second, broken_off)] == [None, 10, 12, 13]
    assert isinstance(reply, StoredReply)
    assert (reply.rounds, reply.summary, reply.note, reply.created) == (LIGHTHOUSE, SUMMARY, "why", 43.0)
    assert reply.message.token_ids == SUMMARY.token_ids
    assert [one.message.content for one in store.list_messages(7)] == ["left alone"]
    assert store.unsent().text == "half a thought"
    assert {hit.message_id for hit in store.find("lighthouse")} == {12}
    store.edit_message(10, "How, really?", [NOTES])
    store.close()


def test_numbers_go_on_after_those_of_the_first_schema(old):
    store = ChatStore(old)
    assert store.create_chat("new").id == 8
    assert store.add_user_message(8, "x").id == 15
    store.close()


def test_the_new_tables_hold_together(old):
    store = ChatStore(old)
    connection = store._database.connection
    assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
    assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    store.delete_chat(3)
    store.purge(float("inf"))
    left = [connection.execute(f"SELECT COUNT(*) FROM {name}").fetchone()[0] for name in ("messages", "rounds")]
    assert left == [1, 0]
    store.close()


def test_a_backup_is_made_before_the_schema_changes_and_only_then(old):
    ChatStore(old).close()
    (backup,) = backups(old)
    if sys.platform != "win32":
        assert stat.S_IMODE(backup.stat().st_mode) == 0o600
    copy = sqlite3.connect(backup)
    assert version_of(copy) == 1
    assert copy.execute("SELECT COUNT(*) FROM messages").fetchone() == (5,)
    copy.close()
    ChatStore(old).close()
    assert backups(old) == [backup]


def test_a_new_database_needs_no_backup(path):
    ChatStore(path).close()
    assert backups(path) == []


def test_old_backups_are_pruned(old):
    connection = sqlite3.connect(old)
    made = [database.back_up(connection, old, 1) for _ in range(12)]
    connection.close()
    assert set(backups(old)) == set(made[-3:])
    assert list(old.parent.glob("*.unfinished")) == []


def test_without_room_for_the_backup_nothing_changes(old, monkeypatch):
    def full(_connection, _path, _version):
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr(database, "back_up", full)
    with pytest.raises(ChatStoreError, match="full"):
        ChatStore(old)
    connection = sqlite3.connect(old)
    assert version_of(connection) == 1
    connection.close()


def test_a_backup_that_breaks_off_leaves_no_half_of_one(old):
    class Breaks:
        def backup(self, _copy):
            raise sqlite3.OperationalError("disk I/O error")

    with pytest.raises(sqlite3.OperationalError):
        database.back_up(Breaks(), old, 1)
    assert not backups(old)
    assert list(old.parent.glob("*.unfinished")) == []


def test_a_sqlite_without_full_text_search_is_told(path, monkeypatch):
    class Connection(sqlite3.Connection):
        def execute(self, statement, *values):
            if "fts5" in statement:
                raise sqlite3.OperationalError("no such module: fts5")
            return super().execute(statement, *values)

    def connect(*arguments, **options):
        return Connection(*arguments, **options)

    monkeypatch.setattr(database.sqlite3, "connect", connect)
    with pytest.raises(SearchMissingError, match=r"no full-text search .*: use a Python with SQLite 3\.34"):
        ChatStore(path)


def test_migrations_run_in_order_and_only_once():
    done = []

    def step(number):
        def run(connection):
            done.append(number)
            connection.execute(f"CREATE TABLE step{number} (x)")

        return run

    database = sqlite3.connect(":memory:", isolation_level=None)
    migrate(database, (step(1),))
    migrate(database, (step(1), step(2), step(3)))
    migrate(database, (step(1), step(2), step(3)))
    assert done == [1, 2, 3]
    assert version_of(database) == 3
    database.close()


def test_a_migration_that_fails_is_undone():
    def breaks(connection):
        connection.execute("CREATE TABLE half (x)")
        raise ZeroDivisionError

    database = sqlite3.connect(":memory:", isolation_level=None)
    with pytest.raises(ZeroDivisionError):
        migrate(database, (breaks,))
    assert database.execute("SELECT COUNT(*) FROM sqlite_master").fetchone() == (0,)
    assert version_of(database) == 0
    database.close()


def test_a_step_that_another_program_took_meanwhile_is_not_taken_twice(path):
    path.parent.mkdir()
    done = []

    def step(connection):
        done.append(connection)
        connection.execute("CREATE TABLE once (x)")

    class Late(sqlite3.Connection):
        """Lets the other program go first after it has read the version."""

        def execute(self, statement, *values):
            if statement == "BEGIN IMMEDIATE" and not done:
                migrate(other, (step,))
            return super().execute(statement, *values)

    other = sqlite3.connect(path, isolation_level=None)
    late = sqlite3.connect(path, isolation_level=None, factory=Late)
    migrate(late, (step,))
    assert done == [other]
    late.close()
    other.close()
