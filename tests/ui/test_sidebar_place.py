"""The list of chats beside the conversation and over it."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QSplitter

from app.settings import load_settings
from tests.fakes import LIGHTHOUSE, FakeEngine
from tests.ui.test_screens import fill

CONTROL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture(name="narrow")
def _narrow(open_bench):
    bench = open_bench(FakeEngine(LIGHTHOUSE), size=(480, 640))
    bench.wait_loaded()
    fill(bench)
    bench.window.browser.refresh()
    bench.window.activateWindow()
    bench.settle()
    return bench


def is_open(bench) -> bool:
    return not bench.find("sidebar").isHidden()


def test_a_narrow_window_has_the_list_behind_a_button(narrow):
    assert not is_open(narrow)
    assert not narrow.find("sidebar_button").isChecked()
    width = narrow.window.chat.width()
    narrow.find("sidebar_button").click()
    assert is_open(narrow)
    assert narrow.find("chat_list").hasFocus()
    assert narrow.window.chat.width() == width, "it lies over the conversation"
    narrow.press(Qt.Key.Key_Escape, narrow.find("chat_list"))
    assert not is_open(narrow)
    assert narrow.find("sidebar_button").hasFocus()


def test_keys_open_it_and_close_it(narrow):
    narrow.press(Qt.Key.Key_B, narrow.window, CONTROL)
    assert is_open(narrow)
    narrow.press(Qt.Key.Key_B, narrow.window, CONTROL)
    assert not is_open(narrow)
    narrow.press(Qt.Key.Key_K, narrow.window, CONTROL)
    assert is_open(narrow)
    assert narrow.find("chat_search").hasFocus()


def test_a_chat_that_is_walked_to_is_shown_and_one_that_is_opened_closes_the_list(narrow):
    narrow.find("sidebar_button").click()
    listed = narrow.find("chat_list")
    narrow.press(Qt.Key.Key_Down, listed)
    narrow.press(Qt.Key.Key_Down, listed)
    assert narrow.conversation.chat_id is not None
    assert is_open(narrow)
    row = listed.visualRect(listed.model().index(4, 0)).center()
    QTest.mouseClick(listed.viewport(), Qt.MouseButton.LeftButton, pos=row)
    assert not is_open(narrow)


def test_going_on_elsewhere_closes_it(narrow):
    narrow.find("sidebar_button").click()
    narrow.composer.setFocus()
    assert not is_open(narrow)
    assert QApplication.focusWidget() is narrow.composer.edit
    narrow.find("sidebar_button").click()
    narrow.find("new_chat").click()
    assert not is_open(narrow)


def test_a_window_that_grows_has_it_beside_the_conversation_again(narrow):
    narrow.window.resize(1000, 640)
    narrow.settle()
    assert is_open(narrow)
    sidebar = narrow.find("sidebar")
    assert sidebar.mapTo(narrow.window, QPoint(0, 0)).x() == 0
    assert narrow.window.chat.width() + sidebar.width() <= 1000
    narrow.find("sidebar_button").click()
    narrow.settle()
    assert narrow.window.chat.width() == 1000
    narrow.window.resize(480, 640)
    narrow.window.resize(1000, 640)
    narrow.settle()
    assert not is_open(narrow), "the person hid it"


def test_its_width_and_whether_it_is_hidden_outlive_the_window(open_bench):
    bench = open_bench(size=(1100, 700))
    splitter = bench.window.findChild(QSplitter)
    splitter.setSizes([310, 790])
    bench.settle()
    assert bench.find("sidebar").width() == 310
    bench.close()
    kept = load_settings(bench.paths.settings)
    assert (kept.sidebar_width, kept.sidebar_hidden) == (310, False)
    again = open_bench(size=(1100, 700))
    assert again.find("sidebar").width() == 310
    again.find("sidebar_button").click()
    again.close()
    third = open_bench(size=(1100, 700))
    assert not is_open(third)
    third.find("sidebar_button").click()
    third.settle()
    assert third.find("sidebar").width() == 310


def test_a_maximised_window_is_maximised_again(open_bench):
    bench = open_bench(size=(700, 600))
    bench.window.showMaximized()
    bench.settle()
    bench.close()
    again = open_bench(size=(700, 600))
    assert again.window.isMaximized()
    again.window.showNormal()
    again.settle()
    assert again.window.size() == QSize(700, 600)


def test_it_is_as_wide_as_before_when_the_text_is_as_large_as_before(open_bench, appearance):
    bench = open_bench(size=(1100, 700))
    bench.settle()
    for drag in (0, 60):
        splitter = bench.window.findChild(QSplitter)
        splitter.moveSplitter(bench.find("sidebar").width() + drag, 1)
        before = bench.find("sidebar").width()
        appearance.set_text_size(200)
        bench.settle()
        assert bench.find("sidebar").isHidden() or bench.find("sidebar").width() > before
        appearance.set_text_size(100)
        bench.settle()
        assert bench.find("sidebar").width() == before
