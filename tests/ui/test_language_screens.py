"""Pictures of the window in Traditional Chinese, for a person to look at, in build/screens/; nothing is cut off."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication, QCheckBox, QLabel, QPushButton

from app.errors import PromptTooLongError
from app.paths import Paths
from app.pull import STARTER_NOTE
from app.settings import Settings, save_settings
from app.ui.controls import ElidedLabel
from app.ui.language import ENGLISH, TRADITIONAL_CHINESE, use_language
from tests.conftest import ROOT
from tests.fakes import LIGHTHOUSE, FakeEngine, FakePull, fake_pair
from tests.ui.test_screens import QUESTION, save
from tests.ui.test_window_sizes import check_room
from tests.ui.waiting import wait_for


@pytest.fixture
def paths(tmp_path):
    paths = Paths(data=tmp_path / "home", logs=tmp_path / "home" / "logs", resources=ROOT / "resources")
    paths.data.mkdir()
    save_settings(paths.settings, Settings(language=TRADITIONAL_CHINESE))
    yield paths
    use_language(ENGLISH, paths.translations)
    QApplication.processEvents()


def check(widget, scheme: str, name: str) -> None:
    """Save a picture of a window in which every short text has the room that it wants."""
    for _ in range(3):  # what is laid out may bring more to lay out
        QApplication.processEvents()
    save(widget, scheme, f"{name}-zh_TW")
    for part in [one for kind in (QLabel, QPushButton, QCheckBox) for one in widget.findChildren(kind)]:
        short = not isinstance(part, ElidedLabel) and not (isinstance(part, QLabel) and part.wordWrap())
        if part.isVisible() and part.text() and short:
            assert part.width() >= part.minimumSizeHint().width(), (name, part.objectName(), part.text())


def test_first_run(open_bench, scheme, tmp_path):
    bench = open_bench(pull=FakePull(fake_pair(tmp_path, note=STARTER_NOTE)), size=(1120, 760))
    check(bench.window, scheme, "welcome")
    bench.window.resize(800, 560)
    check(bench.window, scheme, "welcome-small")


def test_a_chat(open_bench, scheme, tmp_path):
    engine = FakeEngine(LIGHTHOUSE, LIGHTHOUSE, [PromptTooLongError(tokens=5000, limit=4095)])
    pull = FakePull(fake_pair(tmp_path, note=STARTER_NOTE), found=True)
    bench = open_bench(engine, pull, size=(1120, 760))
    bench.wait_loaded()
    bench.ask(QUESTION)
    bench.ask("暴風雨來的時候呢？")
    bench.find("show_rejected").click()
    for _ in range(4):
        bench.transcript.walk(1)
    check(bench.window, scheme, "card")
    bench.transcript.dismiss_card()
    bench.window.chat.writing.edit_message(bench.conversation.messages[0].id)
    check(bench.window, scheme, "editing")
    bench.window.chat.writing.drop_target()
    bench.ask("這個問題太長了")
    bench.window.resize(800, 560)
    check(bench.window, scheme, "error-small")
    bench.window.resize(1120, 760)
    bench.find("sampling_button").click()
    bench.find("more_options").click()
    bench.find("repeat_penalty").setValue(1.1)
    check(bench.window, scheme, "sampling")
    bench.find("more_options").click()
    bench.find("loading_options").click()
    check(bench.window, scheme, "loading")


def test_dialogs(open_bench, scheme, tmp_path):
    bench = open_bench(FakeEngine(LIGHTHOUSE), FakePull(fake_pair(tmp_path), found=True), size=(1120, 760))
    bench.wait_loaded()
    bench.ask(QUESTION)
    bench.window.chat.numbers.show_reply(0)
    wait_for(lambda: not bench.window.chat.numbers.dialog.page._left, "all of the page")
    check(bench.window.chat.numbers.dialog, scheme, "details")
    bench.window.chat.numbers.dialog.accept()
    bench.window.chat_dialogs.show_chat()
    check(bench.find("chat_dialog"), scheme, "chat-dialog")
    bench.find("chat_dialog").accept()
    bench.window.show_shortcuts()
    check(bench.find("shortcuts_dialog"), scheme, "shortcuts")
    bench.find("shortcuts_dialog").accept()
    bench.find("sidebar_menu").open_menu()
    check(bench.find("more_menu"), scheme, "menu")
    bench.find("more_menu").close()
    bench.window.models.show_models()
    dialog = bench.window.models.dialog
    wait_for(lambda: dialog.recommended.list.rows)
    for page in ("recommended", "library", "builder", "hub", "downloads"):
        dialog.show_page(page)
        check(dialog, scheme, f"models-{page}")
    dialog.reject()


def test_the_window_folds_and_unfolds_without_overlap(open_bench):
    bench = open_bench(FakeEngine(LIGHTHOUSE), size=(1120, 700))
    bench.wait_loaded()
    for width in (*range(1120, 480, -40), *range(480, 1120, 25)):
        bench.window.resize(width, 700)
        bench.settle()
        check_room(bench.window)
