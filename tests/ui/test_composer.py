from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QInputMethodEvent
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QApplication

from app.ui.composer import Composer
from app.ui.theme import LIGHT
from tests.fakes import FakeEngine, Gate, plain_round
from tests.ui.waiting import wait_for


@pytest.fixture
def composer(application):
    composer = Composer(LIGHT)
    composer.resize(500, 100)
    composer.show()
    composer.edit.setFocus()
    yield composer
    composer.close()
    composer.deleteLater()


def compose(composer, preedit: str, commit: str = "") -> None:
    """What an input method sends: the text under way, then what it became."""
    event = QInputMethodEvent(preedit, [])
    event.setCommitString(commit)
    QApplication.sendEvent(composer.edit, event)


def test_enter_sends_what_was_typed(composer):
    spy = QSignalSpy(composer.send_requested)
    QTest.keyClicks(composer.edit, "hello")
    QTest.keyClick(composer.edit, Qt.Key.Key_Return)
    assert [spy.at(0)[0], spy.count()] == ["hello", 1]
    QTest.keyClick(composer.edit, Qt.Key.Key_Enter, Qt.KeyboardModifier.KeypadModifier)
    assert spy.count() == 2


def test_shift_enter_breaks_the_line(composer):
    spy = QSignalSpy(composer.send_requested)
    QTest.keyClicks(composer.edit, "a")
    QTest.keyClick(composer.edit, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    QTest.keyClicks(composer.edit, "b")
    assert spy.count() == 0
    assert composer.text() == "a\nb"


def test_enter_does_not_send_while_an_input_method_composes(composer):
    spy = QSignalSpy(composer.send_requested)
    compose(composer, "ni")
    QTest.keyClick(composer.edit, Qt.Key.Key_Return)
    assert spy.count() == 0
    assert composer.text() == ""
    compose(composer, "", commit="你")
    assert composer.text() == "你"
    QTest.keyClick(composer.edit, Qt.Key.Key_Return)
    assert [spy.count(), spy.at(0)[0]] == [1, "你"]


def test_the_placeholder_gives_way_to_what_an_input_method_composes(composer):
    empty = composer.edit.grab().toImage()
    compose(composer, "ni")
    composing = composer.edit.grab().toImage()
    compose(composer, "")
    assert composer.edit.grab().toImage() == empty
    composer.edit.setPlaceholderText("")
    assert composer.edit.grab().toImage() != empty
    compose(composer, "ni")
    assert composer.edit.grab().toImage() == composing


def test_an_input_method_puts_its_text_where_the_cursor_is(composer):
    composer.set_text("ab")
    composer.edit.moveCursor(composer.edit.textCursor().MoveOperation.Left)
    compose(composer, "deng")
    compose(composer, "燈t")
    compose(composer, "", commit="燈塔")
    assert composer.text() == "a燈塔b"


@pytest.mark.parametrize("key", [Qt.Key.Key_Up, Qt.Key.Key_Down])
def test_the_arrows_belong_to_an_input_method_while_it_composes(composer, key):
    spy = QSignalSpy(composer.edit.recall_requested)
    compose(composer, "ni")
    QTest.keyClick(composer.edit, key)
    assert spy.count() == 0


def test_esc_gives_up_a_composed_character_and_not_the_reply(open_bench):
    gate = Gate()
    bench = open_bench(FakeEngine([plain_round(0, "one"), gate]))
    bench.wait_loaded()
    bench.send("hello")
    wait_for(gate.reached.is_set)
    compose(bench.composer, "ni")
    bench.press(Qt.Key.Key_Escape)
    assert bench.conversation.is_replying
    compose(bench.composer, "")
    bench.press(Qt.Key.Key_Escape)
    bench.wait_replied()


def test_the_field_grows_with_its_text_and_then_scrolls(composer):
    composer.resize(500, 1000)
    heights = []
    for lines in (1, 2, 5, 8, 9, 40):
        composer.edit.setPlainText("\n".join("x" for _ in range(lines)))
        heights.append(composer.edit.height())
    line = composer.edit.fontMetrics().lineSpacing()
    assert heights[1] - heights[0] == pytest.approx(line, abs=1)
    assert heights[:4] == sorted(set(heights[:4]))
    assert heights[3] == heights[4] == heights[5]
    composer.edit.setPlainText("word " * 60)
    assert composer.edit.height() > heights[0]


@pytest.mark.parametrize("asked", [False, True])
def test_a_small_window_leaves_room_for_the_hint_and_the_transcript(open_bench, asked):
    bench = open_bench(size=(800, 560))
    bench.wait_loaded()
    if asked:
        bench.ask()
    bench.composer.set_text("\n".join("x" for _ in range(40)))
    edit, hint, frame = bench.composer.edit, bench.composer._hint, bench.composer

    def apart():
        inside = frame.rect().contains(edit.geometry()) and frame.rect().contains(hint.geometry())
        return inside and edit.geometry().bottom() < hint.geometry().top()

    wait_for(apart, "the hint below the field")
    assert bench.window.chat._stack.height() > 4 * edit.fontMetrics().lineSpacing()


def test_the_field_follows_the_height_of_its_window(open_bench):
    bench = open_bench(size=(800, 560))
    bench.wait_loaded()
    bench.composer.set_text("\n".join("x" for _ in range(40)))
    bench.settle()
    low = bench.composer.edit.height()
    bench.window.resize(800, 1200)
    bench.settle()
    assert bench.composer.edit.height() > low
    bench.window.resize(800, 560)
    bench.settle()
    assert bench.composer.edit.height() == low


def test_stop_is_there_only_while_replying(composer):
    assert composer._send.isVisible()
    assert not composer._stop.isVisible()
    composer.set_replying(True)
    assert composer._stop.isVisible()
    assert composer._stop.isEnabled()
    assert not composer._send.isVisible()
    composer.set_replying(False)
    assert composer._send.isVisible()


def test_tab_leaves_the_field(composer):
    QTest.keyClick(composer.edit, Qt.Key.Key_Tab)
    assert composer.text() == ""
    assert not composer.edit.hasFocus()


def test_pasting_takes_the_plain_text(composer):
    QApplication.clipboard().setText("plain")
    composer.edit.paste()
    assert composer.text() == "plain"
