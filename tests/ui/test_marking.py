"""Colourings, scales, seams and toggles; every step is recounted from the stored JSON by code of its own."""

from __future__ import annotations

import dataclasses
import itertools
import json
import math

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.chats.codec import encode_rounds
from app.chats.records import Role
from app.settings import Settings
from app.speculation.records import DrafterKind, Verdict
from app.ui.colour_scales import kinds_of, lightness, steps_of
from app.ui.colourings import BOUNDS, STEPS, Colouring, Marking, step_of
from app.ui.looks import Looks, step_look, verdict_look
from app.ui.marking_settings import marking_of, settings_of
from app.ui.scale_words import step_texts
from app.ui.shown_message import ShownMessage
from app.ui.theme import DARK, LIGHT, LINE_CONTRAST, TEXT_CONTRAST, contrast
from tests.fakes import LIGHTHOUSE, FakeEngine, drafted_round, plain_round
from tests.ui.colour_blind import MATRICES, lab, of_hex, seen
from tests.ui.recorded import recorded_rounds, show_rejected
from tests.ui.test_transcript import index_of, pieces_of, reply, transcript  # noqa: F401
from tests.ui.waiting import wait_for

THEMES = pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
ROUNDS = recorded_rounds(80)


def recounted(colouring: Colouring, number: int, parts, token, emitted: bool) -> int | None:
    """Return the step of a token, from the JSON of its round and of itself."""
    target, draft = token[3], token[4]
    if colouring is Colouring.ROUND:
        return number % 4
    if colouring is Colouring.DRAFTER:
        kind = parts[5] if len(parts) > 5 else None
        return None if kind is None or draft is None else [one.value for one in DrafterKind].index(kind)
    if colouring is Colouring.TIME:
        value = 1000 * (parts[1] + parts[2]) / len(parts[4]) if emitted else None
    elif colouring is Colouring.TARGET:
        value = target
    elif colouring is Colouring.DRAFT:
        value = draft
    elif colouring is Colouring.SURPRISE:
        value = None if target is None else math.inf if target == 0 else math.log2(1 / target)
    else:
        value = None if target is None or draft is None else min(1, target / draft)
    return None if value is None else sum(value >= bound for bound in BOUNDS[colouring])


@pytest.mark.parametrize("colouring", [one for one in Colouring if one is not Colouring.VERDICT])
def test_every_step_is_that_of_the_stored_numbers(colouring):
    steps = set()
    for decoded, parts in zip(ROUNDS, json.loads(encode_rounds(ROUNDS)), strict=True):
        for tokens, raw in ((decoded.drafted, parts[3]), (decoded.emitted, parts[4])):
            for token, facts in zip(tokens, raw, strict=True):
                emitted = tokens is decoded.emitted or token.verdict is Verdict.ACCEPTED
                step = step_of(colouring, token, decoded)
                assert step == recounted(colouring, decoded.index, parts, facts, emitted)
                steps.add(step)
    assert len(steps) >= min(4, len(step_texts(colouring)))


def test_a_value_on_a_bound_is_in_the_step_above():
    decoded = drafted_round(0, ["a"])
    at = dataclasses.replace(decoded.emitted[0], target_prob=0.5, draft_prob=0.5)
    assert step_of(Colouring.TARGET, at, decoded) == 3
    assert step_texts(Colouring.TARGET)[3].startswith("50")
    assert step_of(Colouring.ACCEPTANCE, at, decoded) == STEPS - 1
    assert step_texts(Colouring.ACCEPTANCE)[-1] == "100%"
    assert step_of(Colouring.SURPRISE, at, decoded) == 2
    assert step_of(Colouring.SURPRISE, dataclasses.replace(at, target_prob=0.0), decoded) == STEPS - 1
    assert step_of(Colouring.DRAFT, plain_round(0, "x").emitted[0], plain_round(0, "x")) is None


@THEMES
def test_scales_can_be_read_and_steps_are_even(theme):
    steps = steps_of(theme.scheme, STEPS)
    for look in (*steps, *kinds_of(theme.scheme)):
        assert contrast(theme.text, look.fill) >= TEXT_CONTRAST
        assert contrast(look.line, look.fill) >= LINE_CONTRAST
    heights = [lightness(look.fill) for look in steps]
    apart = [abs(one - other) for one, other in itertools.pairwise(heights)]
    assert heights == sorted(heights, reverse=theme is LIGHT)
    assert min(apart) > 4
    assert max(apart) - min(apart) < 1.5


@THEMES
@pytest.mark.parametrize("kind", MATRICES)
def test_colour_blind_people_tell_looks_apart(theme, kind):
    """By colour the steps of a scale and the filled kinds; everything else by shape."""

    def far(colours):
        labs = lab(seen(np.array([of_hex(colour) for colour in colours]), kind))
        return min(float(np.linalg.norm(a - b)) for a, b in itertools.combinations(labs, 2))

    assert far([theme.page, *(look.fill for look in steps_of(theme.scheme, STEPS))]) > 3
    assert far([look.fill for look in kinds_of(theme.scheme)]) > 5
    assert far([theme.marks[verdict].fill for verdict in (Verdict.ACCEPTED, Verdict.BONUS)]) > 5
    for colouring in Colouring:
        if colouring is Colouring.VERDICT:
            looks = [verdict_look(theme, verdict) for verdict in Verdict]
        else:
            looks = [step_look(theme, colouring, step) for step in range(len(step_texts(colouring)))]
        shapes = {(look.filled, look.line, look.weight, look.strike) for look in looks}
        assert len(shapes) == len(looks)


def test_marks_are_hidden_one_by_one():
    for hidden in Verdict:
        looks = Looks(LIGHT, Marking(hidden=frozenset((hidden,)), ghosts=True))
        for decoded in (*LIGHTHOUSE, plain_round(16, "x")):
            for token in (*decoded.drafted, *decoded.emitted):
                assert (looks.look_of(token, decoded) is None) == (token.verdict is hidden)


def test_ghosts_are_hidden_one_by_one_and_come_back(transcript):  # noqa: F811
    reply(transcript, LIGHTHOUSE)

    def ghosts():
        return {piece.token.verdict for piece in pieces_of(transcript) if piece.kind.value == "ghost"}

    assert ghosts() == set()
    show_rejected(transcript, True)
    assert ghosts() == {Verdict.REJECTED, Verdict.UNEXAMINED}
    marking = dataclasses.replace(transcript.marking, hidden=frozenset((Verdict.UNEXAMINED,)))
    transcript.set_marking(marking)
    assert ghosts() == {Verdict.REJECTED}
    transcript.set_marking(dataclasses.replace(marking, hidden=frozenset()))
    assert ghosts() == {Verdict.REJECTED, Verdict.UNEXAMINED}


def colours_of(transcript, index):  # noqa: F811
    picture = transcript.viewport().grab().toImage()
    rect = transcript.token_rect(index)
    return {
        picture.pixelColor(x, y).name().upper()
        for x in range(rect.left(), rect.right())
        for y in range(rect.top(), rect.bottom())
    }


def test_a_token_has_the_colour_of_its_step(transcript, appearance):  # noqa: F811
    reply(transcript, LIGHTHOUSE)
    index = index_of(transcript, " guides", Verdict.ACCEPTED)
    theme = appearance.theme
    assert theme.marks[Verdict.ACCEPTED].fill in colours_of(transcript, index)
    for colouring in (Colouring.TARGET, Colouring.DRAFT, Colouring.ACCEPTANCE, Colouring.SURPRISE, Colouring.TIME):
        transcript.set_marking(Marking(colouring))
        piece = transcript._page.pieces[index]
        step = step_of(colouring, piece.token, piece.decoded)
        assert steps_of(theme.scheme, STEPS)[step].fill in colours_of(transcript, index)
    transcript.set_marking(Marking(hidden=frozenset(Verdict)))
    assert not {look.fill for look in steps_of(theme.scheme, STEPS)} & colours_of(transcript, index)


def test_seams_stand_where_rounds_begin(transcript):  # noqa: F811
    rounds = (drafted_round(0, ["", "é"], None, [], " x"), drafted_round(1, [], " a", [" b"], " c"), plain_round(2, ""))
    for ghosts, expected in ((False, ["é", " c"]), (True, ["é", " a"])):
        show_rejected(transcript, ghosts)
        transcript.show_messages([])
        reply(transcript, rounds)
        assert [piece.text for piece in pieces_of(transcript) if piece.opens_round] == expected
    transcript.set_marking(Marking(hidden=frozenset(Verdict)))
    without = transcript.viewport().grab().toImage()
    transcript.set_marking(Marking(hidden=frozenset(Verdict), seams=True))
    assert transcript.viewport().grab().toImage() != without


def test_a_marking_comes_back_from_the_settings():
    for marking in (Marking(), Marking(Colouring.TIME, frozenset((Verdict.BONUS,)), ghosts=True, seams=True)):
        assert marking_of(Settings(**settings_of(marking))) == marking
    assert marking_of(Settings(colouring="aura", hidden_marks=("halo",))) == Marking(hidden=frozenset())


def test_the_legend_is_worked_with_the_keys(open_bench):
    bench = open_bench(FakeEngine(LIGHTHOUSE))
    bench.wait_loaded()
    bench.ask()
    legend = bench.window.chat.legend
    bench.press(Qt.Key.Key_Space, legend.toggle(Verdict.BONUS))
    assert Verdict.BONUS in bench.transcript.marking.hidden
    bench.press(Qt.Key.Key_Space, bench.find("show_seams"))
    assert bench.transcript.marking.seams
    bench.press(Qt.Key.Key_Down, bench.find("colouring"))
    assert bench.transcript.marking.colouring is Colouring.ACCEPTANCE
    told = set()
    for _ in Colouring:
        QTest.keyClick(
            bench.window, Qt.Key.Key_M, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
        )
        told.add(bench.transcript.marking.colouring)
        if bench.transcript.marking.colouring is not Colouring.VERDICT:
            shown = [one.accessibleName() for one in legend._scale._samples if one.isVisible()]
            assert shown == list(step_texts(bench.transcript.marking.colouring))
    assert told == set(Colouring)
    kept = bench.window._parts.preferences.settings
    assert (kept.colouring, kept.show_seams, set(kept.hidden_marks)) == ("acceptance", True, {"plain", "bonus"})


def test_an_old_reply_without_rounds_has_no_marks_and_does_no_harm(transcript):  # noqa: F811
    transcript.show_messages([ShownMessage(Role.ASSISTANT, "An old reply.\n\nIt has no tokens.")])
    for colouring in Colouring:
        transcript.set_marking(Marking(colouring, ghosts=True, seams=True))
        QApplication.processEvents()
        transcript.walk(1)
    assert not transcript.card.isVisible()


def test_replies_out_of_view_get_their_ghosts_when_they_come_into_it(transcript):  # noqa: F811
    text = "".join(one.text for one in LIGHTHOUSE)
    messages = [ShownMessage(Role.ASSISTANT, text, list(LIGHTHOUSE), id=one + 1) for one in range(30)]
    transcript.show_messages(messages)
    show_rejected(transcript, True)

    def with_ghosts():
        pieces, page = pieces_of(transcript), transcript._page
        return {page.message_at(piece.start) for piece in pieces if piece.kind.value == "ghost"}

    assert 29 in with_ghosts()
    assert 0 not in with_ghosts()
    transcript.verticalScrollBar().setValue(0)
    wait_for(lambda: 0 in with_ghosts(), "the first reply to have its ghosts")
    show_rejected(transcript, False)
    assert 0 not in with_ghosts()
    assert transcript.toPlainText().count(text) == 30
