from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from app.ui.bar_table import BarTable
from tests.fakes import LIGHTHOUSE, FakeEngine, drafted_round, plain_round
from tests.ui.waiting import wait_for

SHORT = (drafted_round(0, ["One", " word"], " more", [], "."),)


def asked(open_bench, *scripts):
    engine = FakeEngine(*scripts)
    engine.plain_seconds = 0.0072
    bench = open_bench(engine)
    bench.wait_loaded()
    for number, _ in enumerate(scripts):
        bench.ask(f"question {number}")
    return bench


def open_from_line(bench, reply: int):
    rect = bench.transcript.details.rect_of(reply)
    QTest.mouseClick(
        bench.transcript.viewport(), Qt.MouseButton.LeftButton, pos=rect.topLeft() + QPoint(30, rect.height() // 2)
    )
    return bench.window.chat.numbers.dialog


def test_a_click_on_the_line_shows_that_reply(open_bench):
    bench = asked(open_bench, SHORT, LIGHTHOUSE)
    dialog = open_from_line(bench, 0)
    assert dialog.isVisible()
    text = dialog.page.text()
    assert "accepted: 2\n" in text
    assert "Acceptance rate: 67% (2/3)" in text
    assert "Reply 1 of 2" in dialog._which.text()
    bench.find("statistics_later").click()
    assert "accepted: 39\n" in dialog.page.text()
    assert "Measured: 1.24 ×" in dialog.page.text()


def test_it_opens_and_works_by_keyboard(open_bench):
    bench = asked(open_bench, SHORT, LIGHTHOUSE)
    details = bench.find("statistics_details")
    bench.press(Qt.Key.Key_Space, details)
    dialog = bench.find("statistics_dialog")
    assert "accepted: 39\n" in dialog.page.text()
    wait_for(dialog.isActiveWindow)
    bench.press(Qt.Key.Key_Left, dialog, Qt.KeyboardModifier.AltModifier)
    assert "accepted: 2\n" in dialog.page.text()
    bench.press(Qt.Key.Key_Escape, dialog)
    wait_for(lambda: bench.window.chat.numbers.dialog is None)
    bench.transcript.setFocus()
    bench.transcript.verticalScrollBar().setValue(0)
    bench.press(Qt.Key.Key_Right, bench.transcript, Qt.KeyboardModifier.AltModifier)
    bench.window.chat.numbers.show_present()
    assert "accepted: 2\n" in bench.window.chat.numbers.dialog.page.text()


def test_the_chat_so_far_adds_its_replies_up(open_bench):
    bench = asked(open_bench, SHORT, LIGHTHOUSE)
    dialog = open_from_line(bench, 1)
    bench.find("statistics_all").click()
    wait_for(lambda: dialog.page is not None and "accepted: 41\n" in dialog.page.text())
    assert not bench.find("statistics_later").isEnabled()
    bench.find("statistics_copy").click()
    assert QGuiApplication.clipboard().text() == dialog.page.text()
    bench.find("statistics_one").click()
    assert "accepted: 39\n" in dialog.page.text()


def test_old_replies_are_computed_from_what_is_stored(open_bench):
    bench = asked(open_bench, LIGHTHOUSE)
    before = open_from_line(bench, 0).page.text()
    bench.close()
    again = open_bench()
    again.window.chat.numbers.show_reply(0)
    assert again.find("statistics_dialog").page.text() == before


def test_the_lines_lead_to_their_replies_when_rounds_are_read_later_and_after_another_reply(open_bench):
    bench = asked(open_bench, LIGHTHOUSE, SHORT)
    bench.close()
    again = open_bench(FakeEngine(SHORT), size=(1000, 1400))
    again.wait_loaded()
    again.window.chat.legend.show_rejected.setChecked(True)
    again.wait_rounds()
    for reply, accepted in ((0, 39), (1, 2)):
        dialog = open_from_line(again, reply)
        assert f"accepted: {accepted}\n" in dialog.page.text()
        dialog.accept()
    again.conversation.regenerate(again.conversation.messages[1].id)
    again.wait_replied()
    assert again.transcript.details.rect_of(1).isEmpty()
    assert "accepted: 2\n" in open_from_line(again, 0).page.text()


def test_bars_say_in_words_what_they_show(open_bench):
    bench = asked(open_bench, SHORT)
    tables = open_from_line(bench, 0).page.findChildren(BarTable)
    assert [table.accessibleDescription() for table in tables] == [
        "1: 100% (1/1); 2: 100% (1/1); 3: 0% (0/1)",
        "0: 0 of 1 rounds; 1: 0 of 1 rounds; 2: 1 of 1 rounds",
    ]


def test_without_a_draft_there_are_dashes_and_the_reason(open_bench):
    engine = FakeEngine([plain_round(0, "a")], drafting_off="the drafter is too slow")
    bench = open_bench(engine)
    bench.wait_loaded()
    assert not bench.find("statistics_details").isVisible()
    bench.ask()
    bench.window.chat.numbers.show_present()
    text = bench.find("statistics_dialog").page.text()
    assert "Acceptance rate: - " in text
    assert "Measured: - " in text
    assert "drafting is off: the drafter is too slow" in text
