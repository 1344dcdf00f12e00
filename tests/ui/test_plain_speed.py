"""Plain decoding is measured on request, and what the loaded pair wrote before is compared with it."""

from __future__ import annotations

import pytest
import shiboken6
from PySide6.QtCore import QObject, Signal

from app.chats.records import Role
from app.errors import DecodeError
from app.ui.plain_speed import measure_button, offer_measuring
from tests.fakes import LIGHTHOUSE, FakeEngine, Gate, drafted_round
from tests.ui.test_statistics_dialog import counted
from tests.ui.waiting import wait_for

SHORT = (drafted_round(0, ["One", " word"], " more", [], "."),)
LACKING = "speed-up not measured yet"


@pytest.fixture(name="bench")
def _bench(open_bench):
    bench = open_bench(FakeEngine(SHORT, LIGHTHOUSE))
    bench.wait_loaded()
    bench.ask("What is one word?")
    bench.ask("What does a lighthouse do?")
    return bench


def engine_of(bench) -> FakeEngine:
    return bench.engine


def open_details(bench, place: int):
    bench.window.chat.numbers.show_reply(place)
    dialog = bench.find("statistics_dialog")
    counted(dialog)
    return dialog


def lines(bench) -> list[str]:
    return [one.line for one in bench.transcript.messages if one.role is Role.ASSISTANT]


def test_details_offer_it_and_the_speed_up_appears_everywhere(bench, open_bench):
    text = bench.transcript.document().toPlainText()
    assert all(LACKING in line for line in lines(bench))
    assert text.count(LACKING) == 2
    dialog = open_details(bench, 1)
    assert "Measured: not measured yet" in dialog.page.text()
    button = bench.find("statistics_measure")
    assert (button.text(), button.isEnabled()) == ("Measure plain speed", True)
    button.click()
    wait_for(lambda: "Measured: 1.24 ×" in counted(dialog).text())
    assert "Predicted: -" not in dialog.page.text()
    assert not button.isVisible()
    ((messages, _options),) = engine_of(bench).measured
    assert [one.content for one in messages][-1] == "What does a lighthouse do?", "the place where the reply begins"
    assert len(messages) == 3
    dialog.accept()
    bench.settle()
    assert not any(LACKING in line for line in lines(bench))
    assert "1.24 × plain speed" in lines(bench)[1]
    shown = bench.transcript.document().toPlainText()
    assert LACKING not in shown
    assert shown.count("× plain speed") == 2
    assert [line for line in shown.split("\n") if "tokens/s" not in line] == [
        line for line in text.split("\n") if "tokens/s" not in line
    ], "nothing else changes"
    assert "1.24 × plain speed" in bench.find("statistics").text()
    bench.close()
    again = open_bench()
    again.wait_loaded()
    assert "1.24 × plain speed" in lines(again)[1], "it is stored"
    assert len(again.window._parts.conversation.messages) == 4, "nothing was added to the chat"


def test_the_replay_offers_it_too_and_gets_its_plain_lane(bench):
    inspector = bench.window.inspector
    reply = bench.window._parts.conversation.messages[-1]
    inspector.show_message(reply.id)
    inspector.panel.replay_button.click()
    replay = inspector.panel.replay_view
    assert "its speed is not measured yet" in replay.told()
    replay.measure.click()
    wait_for(lambda: "Plain decoding at its measured speed" in replay.told())
    replay.playback.go_to(99)
    assert replay.plain.count == 55
    assert not replay.measure.isVisible()


def test_stop_ends_it_and_nothing_is_claimed(bench):
    gate = Gate()
    engine_of(bench).measure_steps = [gate]
    dialog = open_details(bench, 1)
    button = bench.find("statistics_measure")
    button.click()
    wait_for(gate.reached.is_set)
    assert button.text() == "Stop measuring"
    button.click()
    wait_for(lambda: button.text() == "Measure plain speed")
    assert "Measured: not measured yet" in dialog.page.text()
    assert all(LACKING in line for line in lines(bench))
    engine_of(bench).measure_steps = [DecodeError(model="FakeLM", detail="1")]
    button.click()
    wait_for(lambda: dialog._trouble.text() != "")
    assert button.isEnabled()
    assert "not measured yet" in dialog.page.text()


def test_a_message_goes_before_a_measurement(bench):
    gate = Gate()
    engine_of(bench).measure_steps = [gate]
    dialog = open_details(bench, 1)
    bench.find("statistics_measure").click()
    wait_for(gate.reached.is_set)
    dialog.accept()
    bench.ask("And another?")
    assert not bench.window.plain_speed.measuring
    assert len(lines(bench)) == 3


def test_it_is_disabled_while_a_reply_is_written_and_without_a_pair(open_bench):
    gate = Gate()
    bench = open_bench(FakeEngine(SHORT, [*LIGHTHOUSE[:3], gate, *LIGHTHOUSE[3:]]))
    bench.wait_loaded()
    bench.ask("What is one word?")
    bench.window.chat.writing.send("And a lighthouse?")
    wait_for(gate.reached.is_set)
    open_details(bench, 0)
    assert not bench.find("statistics_measure").isEnabled()
    gate.open()
    wait_for(lambda: bench.find("statistics_measure").isEnabled())


def test_a_reply_of_an_earlier_run_is_not_compared_and_that_is_told(bench, open_bench):
    bench.close()
    again = open_bench(FakeEngine(SHORT))
    again.wait_loaded()
    dialog = open_details(again, 0)
    again.find("statistics_measure").click()
    wait_for(lambda: "was written before the pair was loaded" in dialog._trouble.text())
    assert "138.9 tokens/s" in dialog._trouble.text()
    assert "Measured: not measured yet" in dialog.page.text()
    assert all(LACKING in line for line in lines(again))


class Measuring(QObject):
    """As much of what measures as an offer sees."""

    changed = Signal()
    measuring, possible = False, True


@pytest.mark.parametrize("measuring_goes_first", [True, False])
def test_an_offer_and_what_measures_are_deleted_in_any_order(measuring_goes_first):
    made, plain = measure_button("measure"), Measuring()
    offer_measuring(made, plain, lambda: 1)
    first, second = (plain, made) if measuring_goes_first else (made, plain)
    shiboken6.delete(first)
    if first is made:
        plain.changed.emit()
    shiboken6.delete(second)
