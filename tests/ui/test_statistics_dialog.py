from __future__ import annotations

import dataclasses
import sys
import threading

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QScrollArea

from app.speculation.course import course_of
from app.speculation.records import DraftLengthDecided, Verdict
from app.ui.bar_table import BarTable
from tests import recount
from tests.fakes import LIGHTHOUSE, FakeEngine, Gate, drafted_round, plain_round
from tests.ui.colour_blind import save_as_seen
from tests.ui.recorded import recorded_lighthouse
from tests.ui.test_screens import SCREENS
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


def counted(dialog):
    """The page of a dialog once all that is asked for is counted."""
    wait_for(lambda: dialog.counted is not None, "the numbers")
    return dialog.page


def open_from_line(bench, reply: int):
    rect = bench.transcript.details.rect_of(reply)
    QTest.mouseClick(
        bench.transcript.viewport(), Qt.MouseButton.LeftButton, pos=rect.topLeft() + QPoint(30, rect.height() // 2)
    )
    dialog = bench.window.chat.numbers.dialog
    counted(dialog)
    return dialog


def test_a_click_on_the_line_shows_that_reply(open_bench):
    bench = asked(open_bench, SHORT, LIGHTHOUSE)
    dialog = open_from_line(bench, 0)
    assert dialog.isVisible()
    text = dialog.page.text()
    assert "accepted: 2\n" in text
    assert "Acceptance rate: 67% (2/3)" in text
    assert "Reply 1 of 2" in dialog._which.text()
    bench.find("statistics_later").click()
    assert "accepted: 39\n" in counted(dialog).text()
    assert "Measured: 1.24 ×" in dialog.page.text()


def test_it_opens_and_works_by_keyboard(open_bench):
    bench = asked(open_bench, SHORT, LIGHTHOUSE)
    bench.press(Qt.Key.Key_I, bench.window, Qt.KeyboardModifier.ControlModifier)
    dialog = bench.find("statistics_dialog")
    assert "accepted: 39\n" in counted(dialog).text()
    wait_for(dialog.isActiveWindow)
    bench.press(Qt.Key.Key_Left, dialog, Qt.KeyboardModifier.AltModifier)
    assert "accepted: 2\n" in counted(dialog).text()
    bench.press(Qt.Key.Key_Escape, dialog)
    wait_for(lambda: bench.window.chat.numbers.dialog is None)
    bench.transcript.setFocus()
    bench.transcript.verticalScrollBar().setValue(0)
    bench.press(Qt.Key.Key_Right, bench.transcript, Qt.KeyboardModifier.AltModifier)
    bench.window.chat.numbers.show_present()
    assert "accepted: 2\n" in counted(bench.window.chat.numbers.dialog).text()


def test_the_chat_so_far_adds_its_replies_up(open_bench):
    bench = asked(open_bench, SHORT, LIGHTHOUSE)
    dialog = open_from_line(bench, 1)
    bench.find("statistics_all").click()
    assert "accepted: 41\n" in counted(dialog).text()
    assert not bench.find("statistics_later").isEnabled()
    bench.find("statistics_copy").click()
    assert QGuiApplication.clipboard().text() == dialog.page.text()
    bench.find("statistics_one").click()
    assert "accepted: 39\n" in dialog.page.text()


def test_the_page_has_room_for_larger_numbers_that_come_later(open_bench):
    bench = asked(open_bench, SHORT)
    dialog = open_from_line(bench, 0)
    page, scroll = dialog.page, dialog.findChild(QScrollArea, "statistics_scroll")
    wait_for(lambda: not page._left, "all of the page")
    dialog.resize(1, dialog.height())
    bench.settle()
    before, known = dialog.width(), dialog.counted.known
    assert not scroll.horizontalScrollBar().isVisible()
    for _ in range(20):
        known += known
    dialog._put(dataclasses.replace(dialog.counted, known=known))
    bench.settle()
    wait_for(lambda: dialog.width() > before, "a wider dialog")
    assert not scroll.horizontalScrollBar().isVisible()
    assert page.width() <= scroll.viewport().width()
    assert dialog.width() <= dialog.room().width()


def test_old_replies_are_computed_from_what_is_stored(open_bench):
    bench = asked(open_bench, LIGHTHOUSE)
    before = open_from_line(bench, 0).page.text()
    bench.close()
    again = open_bench()
    again.window.chat.numbers.show_reply(0)
    assert counted(again.find("statistics_dialog")).text() == before


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
    dialog = open_from_line(bench, 0)
    wait_for(lambda: len(dialog.findChildren(BarTable)) == 2)
    tables = dialog.findChildren(BarTable)
    assert [table.accessibleDescription() for table in tables] == [
        "1: 100% (1/1); 2: 100% (1/1); 3: 0% (0/1)",
        "0: 0 of 1 rounds; 1: 0 of 1 rounds; 2: 1 of 1 rounds",
    ]


def test_the_line_below_tells_what_is_not_in_view(open_bench):
    gate = Gate()
    long = [plain_round(number, f"line {number}\n") for number in range(60)]
    bench = open_bench(FakeEngine([*long[:50], gate, *long[50:]]), size=(900, 600))
    bench.wait_loaded()
    line, details, bar = (*map(bench.find, ("statistics", "statistics_details")), bench.transcript.verticalScrollBar())
    height = bench.window.chat.foot.height()
    bench.send("Count")
    wait_for(gate.reached.is_set)
    wait_for(line.isVisible)
    assert not details.isEnabled()
    gate.open()
    bench.wait_replied()
    bench.settle()
    assert line.text()
    assert not line.isVisible(), "the reply shows it itself"
    assert details.isVisible()
    assert details.isEnabled()
    bar.setValue(0)
    assert line.isVisible()
    bar.setValue(bar.maximum())
    assert not line.isVisible()
    assert bench.window.chat.foot.height() == height, "nothing jumps"


def test_without_a_draft_there_are_dashes_and_the_reason(open_bench):
    engine = FakeEngine([plain_round(0, "a")], drafting_off="the drafter is too slow")
    bench = open_bench(engine)
    bench.wait_loaded()
    assert not bench.find("statistics_details").isVisible()
    bench.ask()
    bench.window.chat.numbers.show_present()
    text = counted(bench.find("statistics_dialog")).text()
    assert "Acceptance rate: - " in text
    assert "Measured: - " in text
    assert "drafting is off: the drafter is too slow" in text


def shown_plots(bench, dialog):
    bench.find("statistics_plots").click()
    wait_for(lambda: dialog.plots.is_drawn, "the plots")
    return dialog.plots.plots


def test_plots_are_drawn_from_the_same_numbers_and_saved(open_bench, tmp_path):
    bench = asked(open_bench, LIGHTHOUSE)
    dialog = open_from_line(bench, 0)
    plots = shown_plots(bench, dialog)
    assert len(plots) == 6
    plot = plots["accepted-tokens"]
    assert "rounds: from 1 to" in plot._view.accessibleDescription()
    for kind in ("png", "csv"):
        plot._more.click()
        menu = bench.find("plot_actions")
        next(one for one in menu.actions() if kind.upper() in one.text()).trigger()
        menu.close()
        bench.find("plot_dialog").reject()
        file = tmp_path / f"plot.{kind}"
        dialog.plots.save_to(str(file))
        wait_for(file.exists)
    wait_for(lambda: not bench.window.chat.numbers.saving.is_busy)
    assert (tmp_path / "plot.csv").read_text() == plot.data.csv()
    picture = QImage(str(tmp_path / "plot.png"))
    assert picture.width() == (plot.width() + 24) * 2
    SCREENS.mkdir(parents=True, exist_ok=True)
    assert picture.save(str(SCREENS / "plot-saved.png"))
    dialog.plots.save_to(str(tmp_path / "none" / "plot.csv"))
    wait_for(lambda: "cannot be written" in dialog._trouble.text())


def test_plots_as_colour_blind_people_see_them(open_bench, scheme):
    bench = asked(open_bench, recorded_lighthouse())
    dialog = open_from_line(bench, 0)
    shown_plots(bench, dialog)
    dialog.resize(760, 900)
    bench.settle()
    save_as_seen(dialog, scheme, "plots")


def test_the_hooks_for_bugs_are_left_alone(open_bench):
    bench = asked(open_bench, SHORT)
    before = sys.excepthook, threading.excepthook
    shown_plots(bench, open_from_line(bench, 0))
    assert (sys.excepthook, threading.excepthook) == before


def test_the_numbers_follow_a_reply_while_it_is_written(open_bench):
    gate = Gate()
    engine = FakeEngine(SHORT, [*LIGHTHOUSE[:9], gate, *LIGHTHOUSE[9:]])
    bench = open_bench(engine)
    bench.wait_loaded()
    bench.ask()
    bench.send("And in a storm?")
    wait_for(gate.reached.is_set)
    wait_for(lambda: bench.conversation.live and len(bench.conversation.live.rounds) == 9)
    bench.window.chat.numbers.show_last()
    dialog = bench.find("statistics_dialog")
    accepted = recount.count(list(LIGHTHOUSE[:9]), Verdict.ACCEPTED)
    assert f"accepted: {accepted}\n" in counted(dialog).text()
    assert dialog.counted.course == course_of(LIGHTHOUSE[:9])
    assert "Reply 2 of 2" in dialog._which.text()
    bench.find("statistics_all").click()
    wait_for(lambda: f"accepted: {accepted + 2}\n" in dialog.page.text())
    gate.open()
    wait_for(lambda: "accepted: 41\n" in dialog.page.text(), "the numbers of both replies")
    bench.find("statistics_one").click()
    assert "accepted: 39\n" in counted(dialog).text()
    assert "Measured: not measured yet" in dialog.page.text()


def test_a_reply_that_gets_no_token_takes_its_numbers_with_it(open_bench):
    gate = Gate()
    bench = open_bench(FakeEngine([gate]))
    bench.wait_loaded()
    bench.send("question")
    wait_for(gate.reached.is_set)
    bench.window.chat.numbers.show_last()
    assert "Acceptance rate: - " in counted(bench.find("statistics_dialog")).text()
    bench.conversation.stop()
    wait_for(lambda: bench.window.chat.numbers.dialog is None)


def test_what_was_decided_about_drafting_is_kept_with_its_rounds(open_bench):
    script = [*LIGHTHOUSE[:3], DraftLengthDecided(False, "it would take 1.20 times as long"), plain_round(3, " x"),
              DraftLengthDecided(True, "it takes 0.80 of the time"), *LIGHTHOUSE[4:]]  # fmt: skip
    bench = asked(open_bench, script)
    wanted = (
        "Round 4: drafting is off: it would take 1.20 times as long\nRound 5: drafting is on: it takes 0.80 of the time"
    )
    assert open_from_line(bench, 0).page.text().endswith(wanted)
    bench.close()
    again = open_bench()
    again.window.chat.numbers.show_reply(0)
    dialog = again.find("statistics_dialog")
    assert counted(dialog).text().endswith(wanted)
    assert dialog.counted.decisions[0].round == 3
    assert shown_plots(again, dialog)["draft-length"].data.marks == (4, 5)


def test_every_number_of_a_page_is_a_recount(open_bench):
    rounds = [*LIGHTHOUSE, plain_round(16, " x"), drafted_round(17, [], " y", [" z"] * 6, " w"), plain_round(18, " v")]
    text = open_from_line(asked(open_bench, rounds), 0).page.text()
    accepted, rejected = (recount.count(rounds, one) for one in (Verdict.ACCEPTED, Verdict.REJECTED))
    emitted = recount.emitted(rounds)
    for verdict in Verdict:
        assert f"{verdict}: {recount.count(rounds, verdict)}\n" in text
    assert f"Acceptance rate: {accepted / (accepted + rejected):.0%} ({accepted}/{accepted + rejected})" in text
    assert f"Tokens per round: {emitted / len(rounds):.2f} (emitted / rounds: {emitted} / {len(rounds)})" in text
    assert f"Share from drafts: {accepted / emitted:.0%} ({accepted}/{emitted})" in text
    places = [recount.at_place(rounds, place) for place in range(5)]
    wanted = [f"{n}: {good / of:.0%} ({good}/{of})" for n, (good, of) in enumerate(places, 1) if of]
    assert "\n".join(wanted) in text
    drafts = len(recount.drafts_of(rounds))
    assert "\n".join(f"{n}: {recount.with_accepted(rounds, n)} of {drafts} rounds" for n in range(5)) in text
    assert f"Drafting: {sum(one.draft_seconds for one in rounds):.2f} s" in text
    assert f"Verifying: {sum(one.verify_seconds for one in rounds):.2f} s" in text
    spent = sum(one.draft_seconds + one.verify_seconds for one in rounds)
    assert f"Measured: {0.0072 * emitted / spent:.2f} ×" in text
