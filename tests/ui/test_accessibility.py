"""Everything has a name, everything is reached by the keyboard, and the focus is seen."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from app.chats.records import Attachment
from app.ui.bugs import Bug
from app.ui.lab import dialog as lab
from app.ui.models.dialog import PAGES
from app.ui.open_pair_dialog import OpenPairDialog
from tests.fakes import LIGHTHOUSE, FakeEngine, FakePull, fake_pair
from tests.ui.audit import complaints, invisible_focus
from tests.ui.test_screens import QUESTION, fill, save


def check(window) -> None:
    assert not complaints(window)
    assert not invisible_focus(window)


def test_the_audit_finds_what_is_wrong(guard, appearance):
    window = QWidget()
    column = QVBoxLayout(window)
    named, nameless, unreachable = QPushButton("Named"), QPushButton(), QPushButton("Pointer only")
    unreachable.setFocusPolicy(unreachable.focusPolicy().NoFocus)
    named.setStyleSheet("QPushButton:focus, QPushButton { border: none; outline: none; background: #123456; }")
    for one in (named, nameless, unreachable):
        column.addWidget(one)
    window.show()
    found = "\n".join(complaints(window))
    assert found.count("\n") == 1
    assert "no accessible name" in found
    assert "never has the focus" in found
    assert len(invisible_focus(window)) == 1
    window.close()
    window.deleteLater()


@pytest.mark.parametrize("size", [(480, 640), (1120, 760)])
def test_the_first_start(open_bench, tmp_path, size):
    bench = open_bench(pull=FakePull(fake_pair(tmp_path)), size=size)
    bench.settle()
    check(bench.window)


@pytest.mark.parametrize("size", [(480, 640), (1120, 760)])
def test_the_window_with_everything_open(open_bench, scheme, size):
    bench = open_bench(FakeEngine(LIGHTHOUSE, LIGHTHOUSE), size=size)
    bench.wait_loaded()
    fill(bench)
    bench.ask(QUESTION)
    bench.conversation.regenerate(bench.conversation.messages[1].id)
    bench.wait_replied()
    bench.window.tell_bug(Bug("KeyError", "somewhere"))
    bench.window.top_bar.show_downloads("↓ 42%", "")
    bench.composer.set_attachments([Attachment("keeper.py", "print()", 2345)])
    bench.transcript.layer.choose(1)
    bench.settle()
    save(bench.window, scheme, f"everything-{size[0]}")
    check(bench.window)


def test_the_options(open_bench):
    bench = open_bench(FakeEngine(LIGHTHOUSE), size=(1120, 1000))
    bench.wait_loaded()
    bench.find("sampling_button").click()
    bench.find("more_options").click()
    bench.find("loading_options").click()
    bench.settle()
    found = [one for one in complaints(bench.window) if "is not reached" not in one]
    assert not found
    for one in bench.window.sampling.panel.findChildren(QPushButton):
        assert one.focusPolicy() != one.focusPolicy().NoFocus


def test_the_dialogs(open_bench):
    bench = open_bench(FakeEngine(LIGHTHOUSE), size=(1120, 760))
    bench.wait_loaded()
    bench.ask(QUESTION)
    for name, open_dialog in (
        ("chat_dialog", bench.window.chat_dialogs.show_chat),
        ("shortcuts_dialog", bench.window.show_shortcuts),
        ("about_dialog", bench.window.help.show_about),
        ("statistics_dialog", bench.window.chat.numbers.show_last),
        ("open_pair", bench.window.pair_door.open_files),
    ):
        open_dialog()
        bench.settle()
        dialog = bench.find(name)
        check(dialog)
        OpenPairDialog.done(dialog, 0) if name == "open_pair" else dialog.accept()
        bench.settle()


def test_the_lab(open_bench, scheme):
    bench = open_bench(FakeEngine(LIGHTHOUSE), size=(1120, 760))
    bench.wait_loaded()
    bench.window.lab.show_lab()
    dialog = bench.window.lab.dialog
    for page in lab.PAGES:
        dialog.show_page(page)
        bench.settle()
        check(dialog)


def test_the_models(open_bench):
    bench = open_bench(FakeEngine(LIGHTHOUSE), size=(1120, 760))
    bench.wait_loaded()
    bench.window.models.show_models()
    dialog = bench.window.models.dialog
    for page in PAGES:
        dialog.show_page(page)
        bench.settle()
        check(dialog)
    dialog.reject()
