"""The wheel: its parts, where its needle stops, and the marks it is drawn with."""

from __future__ import annotations

import dataclasses

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter

from app.speculation.examples import worked_example
from app.speculation.explain import Act, explain
from app.speculation.records import Candidate
from app.ui.inspector.wheel import WheelPainter, needle_of, slices_of
from tests.fakes import drafted_round, plain_round


def wheel(one, act: Act, rule: str | None = None):
    told = explain(one, rule)
    step = next(step for step in told.steps if step.act is act)
    return step, slices_of(told, step, "kept", "refused")


def told(slices) -> list[tuple[str, float, bool]]:
    return [(part.name, pytest.approx(part.share), part.chosen) for part in slices]


def test_of_a_verdict_it_has_what_keeps_and_what_refuses():
    rounds = worked_example()
    step, slices = wheel(rounds[0], Act.JUDGE)
    assert told(slices) == [("kept", 0.625, True), ("refused", 0.375, False)]
    assert needle_of(step, slices) == 0.4
    step, slices = wheel(rounds[1], Act.JUDGE)
    assert told(slices) == [("kept", 0.625, False), ("refused", 0.375, True)]
    assert needle_of(step, slices) == 0.7
    _, slices = wheel(rounds[2], Act.JUDGE)
    assert told(slices) == [("kept", 1.0, True)]


def test_of_a_draw_it_has_the_tokens():
    rounds = worked_example()
    step, slices = wheel(rounds[1], Act.CORRECT)
    assert told(slices) == [("␣coffee", 2 / 3, True), ("␣water", 1 / 3, False)]
    assert needle_of(step, slices) == 0.5
    step, slices = wheel(rounds[0], Act.BONUS)
    assert told(slices) == [("␣tea", 0.5, False), ("␣coffee", 0.3, True), ("␣water", 0.2, False)]
    assert needle_of(step, slices) == 0.6


def test_what_is_not_known_is_one_part_and_the_needle_is_left_out():
    one = plain_round(0, "x")
    one = dataclasses.replace(one, emitted=(dataclasses.replace(one.emitted[0], draw=0.9),))
    step, slices = wheel(one, Act.PLAIN)
    assert told(slices) == [("x", 0.5, True), ("…", 0.5, False)]
    assert needle_of(step, slices) is None
    others = (Candidate(7, "y", 0.3), Candidate(0, "x", 0.25), Candidate(9, "z", 0.2))
    _, slices = wheel(dataclasses.replace(one, target_top=(others,)), Act.PLAIN)
    assert told(slices) == [("y", 0.3, False), ("x", 0.25, True), ("z", 0.2, False), ("…", 0.25, False)]


def test_where_nothing_turns_there_is_no_wheel():
    one = drafted_round(0, ["a"], "b", [], "c")
    assert wheel(one, Act.CORRECT)[1] == ()
    assert wheel(one, Act.JUDGE, "coupled")[1] == ()
    assert wheel(one, Act.CORRECT, "coupled")[1] == ()


def test_the_needle_points_into_its_part(application, appearance):
    step, slices = wheel(worked_example()[0], Act.JUDGE)
    pictures = []
    for turned in (None, needle_of(step, slices)):
        image = QImage(200, 100, QImage.Format.Format_RGB32)
        image.fill(QColor("white"))
        painter = QPainter(image)
        WheelPainter(appearance.theme).paint(painter, QRectF(0, 0, 200, 100), slices, (turned, 1.0))
        painter.end()
        pictures.append(image)
    # 0.4 of the circle, clockwise from the top, is below and to the right of the middle, which is at (45, 50).
    changed = [
        (x, y) for x in range(0, 90, 3) for y in range(0, 100, 3) if pictures[0].pixel(x, y) != pictures[1].pixel(x, y)
    ]
    assert changed
    assert all(x >= 39 and y >= 44 for x, y in changed)
