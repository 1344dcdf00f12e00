"""Theme and text size in the menu, diagnostics, and the About dialog."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest
from PySide6.QtCore import QStandardPaths, Qt
from PySide6.QtGui import QDesktopServices, QGuiApplication, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QLabel, QMenu

from app import __version__
from app.licences import USED
from app.log import start_logging
from app.settings import load_settings
from app.ui.bugs import Bug, report_bug
from app.ui.saving import ask_where, written_to
from app.ui.theme import Scheme
from tests.fakes import LIGHTHOUSE, FakeEngine
from tests.ui.test_screens import save
from tests.ui.waiting import wait_for

PLANTED = "the harbour master hides the key under the third stone"
TOKEN = "hf_" + "AbCdEfGhIjKlMnOpQrSt"


def choose(bench, title: str, entry: str) -> None:
    """Choose an entry of the menu, or of a menu in it."""
    bench.find("sidebar_menu").click()
    menu = bench.window.findChild(QMenu, "more_menu")
    for action in menu.actions():
        if title and action.text() == title:
            next(one for one in action.menu().actions() if one.text() == entry).trigger()
        elif not title and action.text() == entry:
            action.trigger()
    menu.close()
    bench.settle()


@pytest.fixture(name="log")
def _log(paths):
    logger = logging.getLogger("app")
    before = logger.handlers[:], logger.propagate, logger.level
    start_logging(paths)
    yield
    for handler in logger.handlers:
        if handler not in before[0]:
            handler.close()
    logger.handlers[:], logger.propagate, logger.level = before


@pytest.fixture(name="facts")
def _facts(monkeypatch):
    monkeypatch.setattr("app.doctor.examine", lambda _paths: {"versions": {"draftlight": __version__}})


def test_theme_and_text_size_are_chosen_in_the_menu_and_kept(open_bench, appearance):
    bench = open_bench()
    bench.wait_loaded()
    choose(bench, "Theme", "Dark")
    assert appearance.theme.scheme is Scheme.DARK
    appearance.follow(Qt.ColorScheme.Light)
    assert appearance.theme.scheme is Scheme.DARK, "what was chosen does not follow the system"
    choose(bench, "Text size", "150%")
    height = bench.composer.edit.fontMetrics().height()
    bench.close()
    kept = load_settings(bench.paths.settings)
    assert (kept.scheme, kept.text_size) == ("dark", 150)
    again = open_bench()
    assert again.composer.edit.fontMetrics().height() == height
    choose(again, "Theme", "As the system")
    choose(again, "Text size", "100%")
    assert appearance.theme.scheme is Scheme.LIGHT
    appearance.follow(Qt.ColorScheme.Dark)
    assert appearance.theme.scheme is Scheme.DARK
    appearance.follow(Qt.ColorScheme.Light)


def test_diagnostics_have_no_chat_text_and_no_token(open_bench, log, facts):
    bench = open_bench(FakeEngine([*LIGHTHOUSE[:3], ZeroDivisionError(PLANTED)], LIGHTHOUSE))
    bench.wait_loaded()
    bench.ask(f"{PLANTED} {TOKEN}")
    bench.window._parts.preferences.update(stop_strings=(PLANTED,))
    bench.window.chat_settings.set_system_prompt(PLANTED)
    assert bench.find("banner_diagnostics").isVisible()
    bench.find("banner_diagnostics").click()
    wait_for(lambda: "Diagnostics are on the clipboard" in bench.banner.notice.text)
    copied = QGuiApplication.clipboard().text()
    assert __version__ in copied
    assert "ZeroDivisionError" in copied, "where the bug happened"
    for part in (PLANTED, TOKEN, "harbour", "lighthouse", str(bench.paths.data)):
        assert part not in copied.replace("FakeLM", ""), part
    assert not bench.find("banner_diagnostics").isVisible()


def test_diagnostics_from_the_menu(open_bench, facts):
    bench = open_bench()
    choose(bench, "", "Copy diagnostics")
    wait_for(lambda: bench.banner.notice is not None)
    assert QGuiApplication.clipboard().text().startswith("Draftlight diagnostics")


def test_diagnostics_that_fail_are_told(open_bench, monkeypatch):
    def examine(_paths):
        raise KeyError("device")

    monkeypatch.setattr("app.doctor.examine", examine)
    bench = open_bench()
    choose(bench, "", "Copy diagnostics")
    wait_for(lambda: bench.banner.notice is not None)
    assert "KeyError" in bench.banner.notice.text


def test_the_about_dialog(open_bench, scheme):
    bench = open_bench(size=(480, 640))
    choose(bench, "", "About Draftlight")
    dialog = bench.find("about_dialog")
    save(dialog, scheme, "about")
    told = " ".join(one.text() for one in dialog.findChildren(QLabel)).lower()
    assert __version__ in told
    assert "apache-2.0" in told
    for name in USED:
        assert name.lower().replace("-", "_") in told.replace("-", "_"), name
    dialog.accept()


def test_updates_are_looked_for_in_the_browser_alone_and_after_a_question(open_bench, monkeypatch):
    opened = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: opened.append(url.toString()))
    page = "https://example.org/releases"
    monkeypatch.setattr("app.ui.help_door.RELEASES", page)
    bench = open_bench()
    for answer, expected in (("Cancel", []), ("Open", [page])):
        choose(bench, "", "Check for updates…")
        question = bench.find("link_question")
        assert page in question.informativeText(), "it shows where it goes"
        assert opened == []
        next(one for one in question.buttons() if one.text().replace("&", "") == answer).click()
        bench.settle()
        assert opened == expected


def test_a_copy_that_names_no_page_of_new_versions_says_so_and_offers_no_link(open_bench, monkeypatch):
    opened = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: opened.append(url.toString()))
    monkeypatch.setattr("app.ui.help_door.RELEASES", "https://draftlight.invalid/releases")
    bench = open_bench()
    choose(bench, "", "Check for updates…")
    box = bench.find("no_releases")
    assert "names no page for new versions" in box.text()
    assert __version__ in box.informativeText()
    assert "invalid" not in box.text() + box.informativeText()
    assert [one.text().replace("&", "") for one in box.buttons()] == ["OK"]
    box.buttons()[0].click()
    bench.settle()
    assert opened == []


def test_a_bug_is_logged_without_its_message(open_bench, log, paths):
    try:
        raise ValueError(PLANTED)
    except ValueError as error:
        bug = report_bug(error)
    assert isinstance(bug, Bug)
    logged = (paths.logs / "draftlight.log").read_text()
    assert "ValueError" in logged
    assert PLANTED not in logged


def test_the_dialog_of_shortcuts_lists_keys_that_are_there(bench):
    QTest.keyClick(bench.window, Qt.Key.Key_F1)
    dialog = bench.find("shortcuts_dialog")
    listed = {one.text() for one in dialog.findChildren(QLabel) if one.property("role") == "key"}
    for keys in ("Ctrl+K", "Ctrl+R", "Alt+Shift+Left", "F2"):
        assert QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText) in listed
    dialog.accept()


def test_a_key_opens_the_menu_which_names_the_other_keys(bench):
    bench.press(Qt.Key.Key_F10, bench.window)
    menu = bench.window.findChild(QMenu, "more_menu")
    keys = {action.text(): action.shortcut().toString() for action in menu.actions() if not action.shortcut().isEmpty()}
    assert keys == {
        "System prompt and presets…": "Ctrl+,",
        "Round inspector": "Ctrl+Shift+I",
        "Lab…": "Ctrl+Shift+L",
        "Models…": "Ctrl+M",
        "New private chat": "Ctrl+Shift+N",
        "Keyboard shortcuts": "F1",
        "Quit": "Ctrl+Q",
    }
    menu.close()
    choose(bench, "", "Models…")
    assert bench.window.models.dialog.isVisible()
    bench.window.models.dialog.reject()
    bench.window.activateWindow()
    wait_for(bench.window.isActiveWindow)
    bench.press(Qt.Key.Key_Q, bench.window, Qt.KeyboardModifier.ControlModifier)
    assert not bench.window.isVisible()
    bench.open = False
    bench.window.deleteLater()


def test_files_are_saved_in_the_documents_or_where_the_last_one_went(bench, monkeypatch, tmp_path):
    documents, other = tmp_path / "Documents", tmp_path / "Other"
    documents.mkdir()
    other.mkdir()
    monkeypatch.setattr("app.ui.saving._used", [])
    monkeypatch.setattr(QStandardPaths, "writableLocation", lambda _place: str(documents))

    def asked() -> QFileDialog:
        ask_where(bench.window, "Export", "one two", "md", "Markdown (*.md)", told.append, "export_dialog")
        return bench.window.findChildren(QFileDialog, "export_dialog")[-1]

    told: list[str] = []
    dialog = asked()
    assert Path(dialog.directory().absolutePath()) == documents
    assert [Path(name).name for name in dialog.selectedFiles()] == ["one two.md"]
    dialog.fileSelected.emit(str(other / "mine.md"))
    dialog.reject()
    assert told == [str(other / "mine.md")]
    dialog = asked()
    assert Path(dialog.directory().absolutePath()) == other
    dialog.reject()
    assert written_to(other / "mine.md") == f"Written to mine.md in {other}."
