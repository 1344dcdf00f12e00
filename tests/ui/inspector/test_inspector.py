"""The inspector in the window: how it opens, follows, folds, and what it says of old replies."""

from __future__ import annotations

import dataclasses

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu

from app.chats.records import Message, Role
from tests.fakes import LIGHTHOUSE, FakeEngine, Gate
from tests.ui.colour_blind import save_as_seen
from tests.ui.recorded import recorded_lighthouse
from tests.ui.test_accessibility import check
from tests.ui.test_screens import save
from tests.ui.test_transcript import pieces_of
from tests.ui.waiting import wait_for


def opened(open_bench, engine=None, size=(1200, 760)):
    bench = open_bench(engine or FakeEngine(LIGHTHOUSE), size=size)
    bench.wait_loaded()
    bench.ask()
    return bench, bench.window.inspector


def told(door) -> str:
    return door.panel.round_view.told()


def test_it_opens_from_the_bar_of_a_message_and_by_its_keys(open_bench):
    bench, door = opened(open_bench)
    assert not door.is_open
    bench.transcript.layer.choose(1)
    bench.find("inspect_rounds").click()
    assert door.is_open
    assert "Round 1 of 16 · ratio rule" in told(door)
    assert not door.dock.isFloating()
    assert bench.window.focusWidget() is door.panel.round_view.stage
    bench.find("inspector_close").click()
    assert not door.is_open
    bench.press(Qt.Key.Key_I, bench.window, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
    assert door.is_open
    bench.transcript.layer.choose(0)
    assert not bench.find("inspect_rounds").isVisibleTo(bench.transcript)


def test_it_opens_on_the_last_reply(open_bench):
    _bench, door = opened(open_bench)
    door.toggle()
    assert "Round 1 of 16" in told(door)
    door.toggle()
    assert not door.is_open


def test_it_follows_the_token_under_the_pointer_unless_something_plays(open_bench):
    bench, door = opened(open_bench)
    reply = bench.conversation.messages[1].id
    door.follow(reply, 2, 1)
    assert not door.is_open
    door.show_message(reply)
    door.follow(reply, 2, 1)
    assert "Round 3 of 16" in told(door)
    assert "Guess 2, “,”:" in told(door)
    door.panel.round_view.playback.play()
    door.follow(reply, 4, 0)
    assert "Round 3 of 16" in told(door)
    door.panel.round_view.playback.pause()
    door.follow(reply, 4, 4)
    assert "Round 5 of 16" in told(door)
    assert "In its place comes a draw" in told(door)
    bench.find("inspector_follows").click()
    door.follow(reply, 0, 0)
    assert "Round 5 of 16" in told(door)


def test_it_follows_the_keys_in_the_conversation_and_enter_opens_it(open_bench):
    bench, door = opened(open_bench)
    bench.transcript.setFocus()
    bench.press(Qt.Key.Key_Right, bench.transcript, Qt.KeyboardModifier.AltModifier)
    assert not door.is_open
    bench.press(Qt.Key.Key_Return, bench.transcript)
    assert door.is_open
    assert "Round 1 of 16" in told(door)
    bench.transcript.setFocus()
    for _ in range(6):
        bench.press(Qt.Key.Key_Right, bench.transcript, Qt.KeyboardModifier.AltModifier)
    assert "Round 2 of 16" in told(door)


def test_a_chosen_token_opens_it(open_bench):
    bench, door = opened(open_bench)
    door.choose_round(bench.conversation.messages[1].id, 15, 2)
    assert door.is_open
    assert "Round 16 of 16" in told(door)
    assert "Guess 3, “␣alone”:" in told(door)
    bench.find("inspector_replay").click()
    door.choose_round(bench.conversation.messages[1].id, 3, 4)
    assert bench.find("inspector_round").isChecked()
    assert "comes free: “␣night”" in told(door)


def test_a_reply_being_written_can_be_followed(open_bench):
    gate = Gate()
    bench = open_bench(FakeEngine([*LIGHTHOUSE[:3], gate, *LIGHTHOUSE[3:]]), size=(1200, 760))
    bench.wait_loaded()
    bench.window.inspector.toggle()
    bench.send("question")
    wait_for(gate.reached.is_set)
    bench.wait_text("lens")
    door = bench.window.inspector
    door.follow(0, 1, 0)
    assert "Round 2 of 3 · ratio rule" in told(door)
    gate.open()
    bench.wait_replied()
    door.follow(bench.conversation.messages[1].id, 1, 0)
    assert "Round 2 of 16 · ratio rule" in told(door)


def test_a_past_reply_is_read_from_the_store(open_bench):
    bench, _door = opened(open_bench)
    bench.close()
    again = open_bench(size=(1200, 760))
    again.window.inspector.show_message(again.conversation.messages[1].id)
    assert "Round 1 of 16 · ratio rule" in told(again.window.inspector)
    again.find("inspector_replay").click()
    assert "As it was written: 55 tokens in 0.32 s" in again.window.inspector.panel.replay_view.told()


def test_an_old_reply_without_rounds_says_so(open_bench):
    bench, door = opened(open_bench)
    old = dataclasses.replace(
        bench.conversation.messages[1], rounds=(), summary=None, message=Message(Role.ASSISTANT, "Old words."), id=99
    )
    bench.conversation._messages.append(old)
    door.show_message(99)
    assert "No rounds were stored with this reply" in told(door)
    bench.find("inspector_replay").click()
    assert "nothing to replay" in door.panel.replay_view.told()


def test_another_chat_lets_go_of_the_reply_but_not_of_an_example(open_bench):
    bench, door = opened(open_bench)
    door.toggle()
    bench.conversation.new_chat()
    assert "Choose a token of a reply" in told(door)
    door.show_worked_example()
    bench.conversation.new_chat()
    assert "Round 1 of 4 · ratio rule" in told(door)
    door.show_greedy_example()
    assert "Round 1 of 2 · greedy" in told(door)


def resize(bench, door, width: int) -> None:
    bench.window.resize(width, 700)
    wait_for(lambda: not door._settling.isActive())
    bench.settle()


def test_it_is_a_window_on_the_screen_where_the_window_is_narrow_and_comes_back(open_bench):
    bench, door = opened(open_bench)
    door.show_worked_example()
    resize(bench, door, 480)
    assert door.is_open
    assert door.dock.isFloating()
    assert "ratio rule" in told(door), "it still shows the example"
    assert door.dock.screen().availableGeometry().contains(door.dock.frameGeometry())
    resize(bench, door, 1200)
    assert door.is_open
    assert not door.dock.isFloating()
    door.close()
    resize(bench, door, 820)
    resize(bench, door, 1200)
    assert not door.is_open
    resize(bench, door, 820)
    door.toggle()
    assert door.dock.isFloating()
    resize(bench, door, 1200)
    assert not door.dock.isFloating(), "it was no choice of the person"
    door.dock.setFloating(True)
    resize(bench, door, 820)
    resize(bench, door, 1200)
    assert door.dock.isFloating(), "the person detached it"
    door.close()


def test_everything_has_a_name_is_reached_by_tab_and_shows_the_focus(open_bench):
    bench, door = opened(open_bench)
    door.toggle()
    for page in ("inspector_round", "inspector_replay"):
        bench.find(page).click()
        bench.settle()
        check(bench.window)
    door.show_guide()
    bench.find("guide_dialog").turn(2)
    bench.settle()
    check(bench.find("guide_dialog"))
    bench.find("guide_dialog").accept()


def test_larger_text_is_laid_out_again(open_bench):
    bench, door = opened(open_bench)
    door.toggle()
    lane, stage = door.panel.replay_view.drafted, door.panel.round_view.stage
    before = stage.minimumSizeHint().height()
    lane.lines_in_view()
    bench.appearance.set_text_size(150)
    try:
        bench.settle()
        assert lane._flow is None
        assert stage.minimumSizeHint().height() > before
        bench.window.grab()
    finally:
        bench.appearance.set_text_size(100)


def test_closing_the_window_stops_what_plays(open_bench):
    bench, door = opened(open_bench)
    door.toggle()
    door.panel.round_view.playback.play()
    bench.close()
    assert not door.panel.busy


def test_pictures(open_bench, scheme):
    engine = FakeEngine(LIGHTHOUSE)
    engine.plain_seconds = 0.0072
    bench, door = opened(open_bench, engine)
    reply = bench.conversation.messages[1].id
    door.show_message(reply)
    door.follow(reply, 7, 2)
    bench.settle()
    save(bench.window, scheme, "inspector")
    bench.find("inspector_replay").click()
    door.panel.replay_view.playback.go_to(0.2)
    bench.settle()
    save(bench.window, scheme, "inspector-replay")
    bench.window.resize(1110, 560)
    door.show_worked_example()
    door.panel.round_view.turn(1)
    door.panel.round_view.playback.go_to(3.4)
    bench.settle()
    save(bench.window, scheme, "inspector-low")
    door.show_greedy_example()
    door.panel.round_view.playback.go_to(99)
    bench.settle()
    save(door.panel, scheme, "inspector-greedy")


def test_the_token_told_about_opens_the_step_that_tells_of_it(open_bench):
    bench, door = opened(open_bench)
    door.toggle()
    steps = {"correction": "In its place comes", "bonus": "comes free:", "accepted": "Guess "}
    seen = set()
    for index, piece in enumerate(pieces_of(bench.transcript)):
        if piece.token is not None and piece.token.verdict.value in steps:
            bench.transcript.walker.tell(index)
            assert f"Round {piece.decoded.index + 1} of 16" in told(door)
            assert steps[piece.token.verdict.value] in told(door)
            seen.add(piece.token.verdict.value)
    assert seen == set(steps)


def test_a_click_on_a_token_opens_it_and_the_keys_stay_in_the_conversation(open_bench):
    bench, door = opened(open_bench)
    bench.transcript.setFocus()
    index = next(number for number, one in enumerate(pieces_of(bench.transcript)) if one.text == " gathers")
    bench.transcript.walker.tell(index)
    QTest.mouseClick(
        bench.transcript.viewport(), Qt.MouseButton.LeftButton, pos=bench.transcript.token_rect(index).center()
    )
    assert door.is_open
    assert "“␣gathers”" in told(door)
    assert bench.window.focusWidget() is bench.transcript


def test_the_menu_and_the_statistics_lead_to_it(open_bench):
    bench, door = opened(open_bench)
    menu = QMenu(bench.window)
    bench.window.sidebar.menu.filling.emit(menu)
    entry = next(one for one in menu.actions() if one.text() == "Round inspector")
    assert entry.shortcut() == QKeySequence("Ctrl+Shift+I")
    entry.trigger()
    assert door.is_open
    door.close()
    bench.ask("once more")
    bench.window.chat.numbers.show_reply(0)
    bench.find("statistics_inspect").click()
    assert door.is_open
    assert "Round 1 of 16" in told(door)
    assert door._shown_id == bench.conversation.messages[1].id


def test_what_colour_blind_people_see(open_bench, scheme):
    engine = FakeEngine(recorded_lighthouse())
    engine.plain_seconds = 0.12
    bench, door = opened(open_bench, engine)
    door.choose_round(bench.conversation.messages[1].id, 2, 1)
    for page in ("inspector_round", "inspector_replay"):
        bench.find(page).click()
        door.panel.replay_view.playback.go_to(1.5)
        bench.settle()
        save_as_seen(door.panel, scheme, page.replace("_", "-"))
