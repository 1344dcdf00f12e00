"""Data folders that cannot be used as they should: one sentence, and nothing is lost without a word."""

from __future__ import annotations

import dataclasses
import errno
import os
import resource
from contextlib import contextmanager
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from app.chats.store import ChatStore
from app.ui.application import open_store
from tests.fakes import LIGHTHOUSE, FakeEngine, Gate
from tests.ui.waiting import wait_for

REPLY = "".join(one.text for one in LIGHTHOUSE)


@contextmanager
def full_disk():
    """Let no file grow: the system refuses, as it does where no room is left."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def moved(paths, folder):
    return dataclasses.replace(paths, data=folder, logs=folder / "logs")


def stored(paths):
    store = ChatStore(paths.chats)
    texts = [one.message.content for chat in store.list_chats() for one in store.list_messages(chat.id)]
    store.close()
    return texts


def test_a_full_disk_takes_nothing_it_cannot_keep(open_bench, paths):
    bench = open_bench()
    bench.wait_loaded()
    bench.ask("first")
    with full_disk():
        bench.send("second")
        assert bench.composer.text() == "second"
        assert "cannot be read or saved" in bench.banner.notice.text
        assert not bench.conversation.is_replying
        assert len(bench.store.list_messages(bench.conversation.chat_id)) == 2, "reading goes on"
    bench.composer.edit.clear()
    bench.ask("second")
    bench.close()
    assert stored(paths) == ["first", REPLY, "second", REPLY]


def test_a_disk_that_is_full_while_a_reply_is_written(open_bench, paths):
    gate = Gate()
    bench = open_bench(FakeEngine([*LIGHTHOUSE[:3], gate, *LIGHTHOUSE[3:]]))
    bench.wait_loaded()
    bench.send("first")
    wait_for(gate.reached.is_set)
    with full_disk():
        gate.open()
        bench.wait_replied()
        bench.conversation.writer.saver.save()
        assert "cannot be read or saved" in bench.banner.notice.text
        assert REPLY in bench.transcript.toPlainText()
    wait_for(lambda: stored(paths) == ["first", REPLY], "the reply, when there is room again")


def test_a_window_that_starts_on_a_full_disk(open_bench, paths):
    bench = open_bench()
    bench.wait_loaded()
    bench.ask("kept")
    bench.close()
    pull = bench.pull
    with full_disk():
        bench = open_bench(pull=pull)
        assert bench.titles == ["kept"]
        assert REPLY in bench.transcript.toPlainText()
        bench.close()
    assert stored(paths) == ["kept", REPLY]


def test_chats_that_cannot_be_written_are_shown(open_bench, paths, monkeypatch):
    """A folder on a disk that turned read-only: root may write everywhere, so that the call is what refuses here."""
    bench = open_bench()
    bench.wait_loaded()
    bench.ask("kept")
    bench.close()
    opened = os.open

    def read_only(path, flags, *rest, **options):
        if flags & (os.O_RDWR | os.O_WRONLY | os.O_CREAT) and Path(path).is_relative_to(paths.data):
            raise OSError(errno.EROFS, os.strerror(errno.EROFS), str(path))
        return opened(path, flags, *rest, **options)

    monkeypatch.setattr(os, "open", read_only)
    bench = open_bench()
    assert "not saved" in bench.banner.notice.text
    assert "Read-only file system" in bench.banner.notice.text
    assert bench.titles == ["kept"]
    bench.wait_loaded()
    bench.ask("more")
    assert REPLY in bench.transcript.toPlainText()
    assert [one.message.content for one in bench.store.list_messages(bench.conversation.chat_id)][2:] == ["more", REPLY]
    bench.close()
    monkeypatch.undo()
    assert stored(paths) == ["kept", REPLY]


@pytest.mark.parametrize("folder", ["/proc/nowhere/draftlight", "/dev/null/draftlight"])
def test_a_folder_that_cannot_be_made(open_bench, paths, folder):
    # No one may write there, root included.
    store, notice = open_store(moved(paths, Path(folder)))
    assert "cannot be written" in notice.text
    assert "not saved" in notice.text
    store.start_chat("works", "in memory")
    assert [chat.title for chat in store.list_chats()] == ["works"]
    store.close()


def deep(folder, length):
    while len(str(folder)) < length:
        folder /= "a-rather-long-name-for-a-folder-of-files"
    return folder


def test_a_long_path_works(open_bench, paths, monkeypatch):
    long = moved(paths, deep(paths.data, 380))
    monkeypatch.setattr("tests.ui.open_window.make_window", with_paths(long))
    bench = open_bench()
    bench.wait_loaded()
    assert bench.banner.notice is None
    bench.ask("far down")
    bench.close()
    assert stored(long) == ["far down", REPLY]
    assert long.settings.exists()


def test_a_path_that_is_too_long_for_the_chats_is_told(paths):
    store, notice = open_store(moved(paths, deep(paths.data, 1200)))
    assert "not saved" in notice.text
    store.start_chat("works", "in memory")
    store.close()


@pytest.mark.parametrize("name", ["x" * 300, "/".join(["folder"] * 1000)])
def test_a_path_that_no_system_takes_is_told(paths, name):
    store, notice = open_store(moved(paths, paths.data / name))
    assert "File name too long" in notice.text
    store.start_chat("works", "in memory")
    store.close()


def test_a_mistake_before_there_is_a_window_is_told_in_a_sentence(paths, monkeypatch, capsys):
    from app.ui import application

    def mistaken(*_arguments):
        raise ZeroDivisionError

    monkeypatch.setattr(application, "make_application", QApplication.instance)
    monkeypatch.setattr(application, "make_window", mistaken)
    assert application.run_window(paths) == 1
    said = capsys.readouterr().err
    assert said == f"Draftlight cannot start (ZeroDivisionError): the log in {paths.logs} says where.\n"


def with_paths(paths):
    from app.ui.application import make_window

    return lambda _paths, services, appearance: make_window(paths, services, appearance)


def test_damaged_chats_are_told_when_they_are_shown(open_bench, paths):
    bench = open_bench()
    bench.wait_loaded()
    bench.ask("kept")
    bench.close()
    damaged = bytearray(paths.chats.read_bytes())
    damaged[:4096] = bytes(4096)
    paths.chats.write_bytes(damaged)
    bench = open_bench()
    assert "2 messages could be read and are here" in bench.banner.notice.text
    (aside,) = paths.data.glob("chats-damaged-*.sqlite3")
    assert str(aside) in bench.banner.notice.text
    assert aside.read_bytes() == damaged
    assert "kept" in bench.transcript.toPlainText()
    assert REPLY in bench.transcript.toPlainText()
    bench.close()
    assert open_bench().banner.notice is None, "told once"
