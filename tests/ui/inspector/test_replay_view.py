"""A replay against a walk over the stored rounds, and how little it draws."""

from __future__ import annotations

import dataclasses

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.speculation.examples import worked_example
from app.ui.inspector.flow import Flow
from app.ui.inspector.replay_view import ReplayView
from app.ui.inspector.subject import Subject, subject_of_example
from tests.fakes import LIGHTHOUSE


@pytest.fixture
def view(guard, appearance):
    view = ReplayView(appearance.theme, appearance.caption_font)
    view.resize(420, 760)
    view.show()
    yield view
    view.playback.pause()
    view.deleteLater()


def test_both_lanes_are_where_their_times_put_them(view):
    view.show_subject(Subject(LIGHTHOUSE, "ratio", 0.0072))
    each = 0.004 + 0.016
    for place, _ in enumerate(LIGHTHOUSE):
        view.playback.go_to(each * place + 0.001)
        written = sum(len(one.emitted) for one in LIGHTHOUSE[:place])
        assert view.drafted.count == written
        assert view.plain.count == int((each * place + 0.001) / 0.0072)
        told = f"round {place + 1} of 16 is drafting. Written: {written}. Plain decoding: {view.plain.count}."
        assert told in view.told()
        view.playback.go_to(each * place + 0.01)
        assert f"the target reads round {place + 1} of 16" in view.told()
    assert "As it was written: 55 tokens in 0.32 s" in view.told()
    assert "Plain decoding at its measured speed: 55 tokens in 0.40 s" in view.told()
    view.playback.go_to(99)
    assert (view.drafted.count, view.plain.count) == (55, 55)
    assert "0.40 s: all 16 rounds are over. Written: 55. Plain decoding: 55." in view.told()


def test_without_a_measured_plain_speed_it_says_so(view):
    view.show_subject(Subject(LIGHTHOUSE, "ratio"))
    assert "Plain decoding: its speed is not measured yet" in view.told()
    view.playback.go_to(99)
    assert view.plain.count == 0
    assert view.playback.length == pytest.approx(0.32)


def test_steps_are_rounds(view):
    view.show_subject(Subject(LIGHTHOUSE, "ratio"))
    QTest.keyClick(view, Qt.Key.Key_Right)
    assert view.drafted.count == 4
    QTest.keyClick(view, Qt.Key.Key_Right)
    assert view.drafted.count == 9
    QTest.keyClick(view, Qt.Key.Key_Left)
    assert view.drafted.count == 4
    QTest.keyClick(view, Qt.Key.Key_End)
    assert view.drafted.count == 55


def test_an_example_and_an_old_reply_have_nothing_to_replay(view):
    view.show_subject(subject_of_example(worked_example()))
    assert "it has no times to replay" in view.told()
    view.show_subject(Subject(()))
    assert "No rounds were stored with this reply" in view.told()
    view.show_subject(None)
    assert "Choose a reply" in view.told()
    view.grab()


def test_of_two_thousand_rounds_only_the_visible_lines_are_drawn(view):
    rounds = [dataclasses.replace(LIGHTHOUSE[index % 16], index=index) for index in range(2000)]
    view.show_subject(Subject(rounds, "ratio", 0.0072))
    view.playback.go_to(20.0)
    asked = []
    tokens = view.drafted._laid_out().tokens
    view.drafted._laid_out().tokens = lambda line: asked.append(line) or tokens(line)
    view.drafted.grab()
    assert 0 < len(asked) < 20
    assert list(view.drafted.lines_in_view()) == asked
    assert view.drafted._laid_out().line_of(view.drafted.count - 1) == asked[-1]


def test_lines_break_at_words_and_hold_every_token():
    texts = ["One", " two", " thr", "ee", " four", "\n", "\n", "five", "sixseveneight"]
    flow = Flow(texts, len, 9)
    lines = [[texts[token] for token, _, _ in flow.tokens(line)] for line in range(flow.line_of(8) + 1)]
    assert lines == [["One", " two"], [" thr", "ee"], [" four", "\n"], ["\n"], ["five"], ["sixseveneight"]]
    assert [flow.line_of(token) for token in range(9)] == [0, 0, 1, 1, 2, 2, 3, 4, 5]
    assert flow.tokens(1) == [(2, 0.0, 4), (3, 4.0, 2)]
    assert Flow([], len, 5).line_of(-1) == 0
    assert Flow([], len, 5).tokens(0) == []
