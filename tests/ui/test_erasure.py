"""Delete everything: asked twice, really gone, and the next start is like the first."""

from __future__ import annotations

import logging

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu

from app.catalog import tokens
from app.chats.database import damage_mark
from app.erasure import erase
from app.errors import DeletionError
from app.log import start_logging
from app.ui.erasure_door import ErasureDialog
from tests.ui.test_screens import save

WORD = "delete"


class Keyring:
    def __init__(self):
        self.kept = {}

    def get_password(self, service, account):
        return self.kept.get((service, account))

    def set_password(self, service, account, text):
        self.kept[service, account] = text

    def delete_password(self, service, account):
        del self.kept[service, account]


@pytest.fixture(name="keyring")
def _keyring(monkeypatch):
    keyring = Keyring()
    monkeypatch.setattr(tokens, "_system_backends", lambda: [keyring])
    return keyring


@pytest.fixture(name="logs")
def _logs(paths):
    """A log that is open, as it is in the program."""
    start_logging(paths)
    yield paths.logs
    logger = logging.getLogger("app")
    for handler in tuple(logger.handlers):
        logger.removeHandler(handler)
        handler.close()
    logger.propagate = True


def fill(paths):
    """Everything that Draftlight may leave in its folders."""
    paths.models.mkdir(parents=True, exist_ok=True)
    (paths.models / "model.gguf").write_bytes(b"GGUF" * 1000)
    for path in (paths.speeds, paths.verdicts, paths.journal, paths.library, paths.headers, paths.own_pairs):
        path.write_text("{}")
    for name in ("settings.json.part", "window.lock", "chats.sqlite3.backup-1-v2-x", "chats-damaged-2026-1.sqlite3"):
        (paths.data / name).write_text("x")
    damage_mark(paths.chats).touch()
    paths.load_log.write_text("x")


def ask(bench):
    """Choose it in the menu, and return the question."""
    menu = QMenu(bench.window)
    bench.window.menu.fill(menu)
    next(one for one in menu.actions() if one.text() == "Delete everything…").trigger()
    menu.deleteLater()
    return bench.window.findChild(ErasureDialog)


@pytest.mark.parametrize("models", [False, True])
def test_everything_is_gone_and_the_next_start_is_like_the_first(open_bench, paths, logs, keyring, models):
    bench = open_bench()
    bench.wait_loaded()
    bench.ask("what nobody shall know")
    tokens.TokenStore().set("hf_secret")
    fill(paths)
    dialog = ask(bench)
    confirm = bench.find("erasure_confirm")
    assert not confirm.isEnabled()
    bench.find("erase_models").setChecked(models)
    QTest.keyClicks(bench.find("erasure_word"), WORD)
    confirm.click()
    assert not dialog.isVisible()
    bench.close()
    assert bench.window.erasure.finish() == ()
    left = sorted(path.name for path in paths.data.rglob("*")) if paths.data.exists() else []
    assert left == ([] if models else ["model.gguf", "models"])
    assert not logs.exists()
    assert keyring.kept == {}
    again = open_bench()
    again.wait_loaded()
    assert again.titles == []
    assert again.transcript.toPlainText() == ""


def test_nothing_goes_without_the_word(open_bench, paths):
    bench = open_bench()
    bench.wait_loaded()
    bench.ask("stays")
    ask(bench)
    QTest.keyClicks(bench.find("erasure_word"), "delet")
    assert not bench.find("erasure_confirm").isEnabled()
    QTest.keyClick(bench.find("erasure_word"), Qt.Key.Key_Return)
    bench.find("erasure_cancel").click()
    bench.close()
    assert bench.window.erasure.finish() == ()
    assert open_bench().titles == ["stays"]
    assert paths.chats.exists()


def test_what_is_not_draftlights_stays(paths):
    fill(paths_made(paths))
    mine = paths.data / "letters.txt"
    mine.write_text("mine")
    assert erase(paths, models=True, forget_token=lambda: None) == ()
    assert list(paths.data.iterdir()) == [mine]


def test_what_cannot_be_deleted_is_told(paths, monkeypatch):
    fill(paths_made(paths))

    def refuse(self, missing_ok=False):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("pathlib.Path.unlink", refuse)
    failed = erase(paths, models=False, forget_token=lambda: None)
    assert len(failed) > 8
    assert all(isinstance(one, DeletionError) for one in failed)
    assert "cannot be deleted (Permission denied)" in str(failed[0])


def paths_made(paths):
    paths.logs.mkdir(parents=True)
    return paths


def test_the_question_looks_like_one(open_bench, scheme):
    bench = open_bench()
    bench.wait_loaded()
    dialog = ask(bench)
    bench.settle()
    save(dialog, scheme, "erasure")
    dialog.reject()
