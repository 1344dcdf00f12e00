"""Walking over tokens and rounds: every number on the card is recomputed from the stored JSON by code of its own."""

from __future__ import annotations

import json
import math

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QAccessible, QColor
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QApplication

from app.chats.codec import encode_rounds
from app.speculation.records import Verdict
from tests.fakes import LIGHTHOUSE, drafted_round
from tests.ui.recorded import recorded_rounds, show_rejected
from tests.ui.test_transcript import index_of, pieces_of, reply, transcript  # noqa: F401

ROUNDS = recorded_rounds(40, seed=5)
CONTROL = Qt.KeyboardModifier.ControlModifier


def press(transcript, key, held=Qt.KeyboardModifier.NoModifier):  # noqa: F811
    QTest.keyClick(transcript, key, held)


def share(number) -> str:
    if number is None:
        return "-"
    percent = 100 * number
    return f"{percent:.2g}%" if 0 < percent < 0.1 else f"{percent:.1f}%"


def in_order(parts):
    """Return the tokens of a round as they stand in the transcript, each with its place: (JSON, place, is emitted)."""
    drafted, emitted = parts[3], parts[4]
    kept = [(token, place, True) for place, token in enumerate(emitted) if token[2] == "a"]
    ghosts = [(token, place, False) for place, token in enumerate(drafted) if token[2] != "a"]
    added = [(token, place, True) for place, token in enumerate(emitted) if token[2] != "a"]
    return kept + ghosts + added


def expected_numbers(parts, token, place, emitted) -> dict[str, str]:
    """Return what must stand on the card, from the lists of the JSON."""
    more = parts[6] if len(parts) > 6 else {}
    initial, target, draft = token[2], token[3], token[4]
    draw = (token[6:7] if emitted else token[5:6]) or [None]
    chance = None if target is None or draft is None else min(1, target / draft)
    surprise = "-" if target is None else "∞" if target == 0 else f"{abs(math.log2(target)):.2f} bits"
    if draw[0] is None:
        sure = target == 1 if chance is None else chance in (0, 1)
        drawn = "not needed" if sure else "-"
    elif more.get("rule") == "coupled":
        drawn = f"{draw[0]:.4f}, fixed by the seed"
    elif chance is None:
        drawn = f"{draw[0]:.4f}"
    else:
        drawn = f"{draw[0]:.4f} {'<' if initial == 'a' else '≥'} {chance:.4f}"
    length, number = len(parts[3]), parts[0] + 1
    where = f"round {number}, draft {place + 1} of {length}"
    if not length:
        where = f"round {number}, nothing drafted"
    elif place >= length:
        where = f"round {number}, after all {length} drafted"
    elif initial == "c":
        where = f"round {number}, in place of draft {place + 1} of {length}"
    kinds = {
        None: "-",
        "model": "draft model",
        "lookup": "lookup in the text",
        "eagle3": "EAGLE-3 head",
        "mtp": "MTP head",
    }
    return {
        "Target probability": "not examined" if initial == "u" else share(target),
        "Draft probability": share(draft),
        "Acceptance chance": share(chance),
        "Random draw": drawn,
        "Surprise": surprise,
        "Token": str(token[0]),
        "Place": where,
        "Drafter": kinds[parts[5] if len(parts) > 5 else None],
        "Round": f"draft {1000 * parts[1]:.1f} ms + verify {1000 * parts[2]:.1f} ms",
        "Time per token": f"{1000 * (parts[1] + parts[2]) / len(parts[4]):.1f} ms",
    }


def expected_tops(parts, place, initial) -> list[list[str]]:
    """Return the probabilities of the likeliest tokens, row by row: the target's, then the drafter's."""
    more = parts[6] if len(parts) > 6 else {}
    lists = []
    for name in ("target_top", "draft_top"):
        places = more.get(name, [])
        here = places[place] if place < len(places) and not (initial == "u" and name == "target_top") else []
        lists.append([share(prob) for prob in here[2::3]])
    return [[one[row] for one in lists if row < len(one)] for row in range(max(map(len, lists)))]


def test_every_number_on_the_card_is_that_of_the_stored_rounds(transcript):  # noqa: F811
    show_rejected(transcript, True)
    reply(transcript, ROUNDS)
    stored = json.loads(encode_rounds(ROUNDS))
    # The walk begins in front of all.
    transcript.verticalScrollBar().setValue(0)
    seen = set()
    for parts in stored:
        for token, place, emitted in in_order(parts):
            press(transcript, Qt.Key.Key_Right)
            lines = transcript.card.text().splitlines()
            numbers = dict(line.split(": ", 1) for line in lines[3:13])
            assert numbers == expected_numbers(parts, token, place, emitted)
            rows = [[word for word in line.split() if word.endswith("%")] for line in lines[14:]]
            assert rows == expected_tops(parts, place, token[2])
            seen.add(token[2])
    assert seen == set("abcpru")
    last = transcript.card.text()
    press(transcript, Qt.Key.Key_Right)
    assert transcript.card.text() == last


def test_rounds_are_walked_and_their_token_is_chosen(transcript):  # noqa: F811
    reply(transcript, LIGHTHOUSE)
    transcript.messages[-1].id = 77
    transcript.verticalScrollBar().setValue(0)
    spy = QSignalSpy(transcript.round_chosen)
    press(transcript, Qt.Key.Key_Return)
    assert spy.count() == 0
    press(transcript, Qt.Key.Key_Right, CONTROL)
    assert "“A”" in transcript.card.text()
    press(transcript, Qt.Key.Key_Right)
    press(transcript, Qt.Key.Key_Return)
    press(transcript, Qt.Key.Key_Right, CONTROL)
    assert "“␣by”" in transcript.card.text()
    press(transcript, Qt.Key.Key_Return)
    press(transcript, Qt.Key.Key_Right, CONTROL)
    press(transcript, Qt.Key.Key_Left, CONTROL)
    assert "“␣by”" in transcript.card.text()
    press(transcript, Qt.Key.Key_Left)
    assert "“␣ships”" in transcript.card.text()
    press(transcript, Qt.Key.Key_Return)
    # What took the place of a rejected token is told after the draft.
    assert [spy.at(row) for row in range(spy.count())] == [[77, 0, 1], [77, 1, 0], [77, 0, 4]]


def test_a_token_of_the_reply_being_written_is_chosen_as_well(transcript):  # noqa: F811
    transcript.begin_reply()
    transcript.add_round(LIGHTHOUSE[0])
    transcript.flush()
    spy = QSignalSpy(transcript.round_chosen)
    press(transcript, Qt.Key.Key_Right)
    press(transcript, Qt.Key.Key_Return)
    assert spy.at(0) == [0, 0, 0]


def test_a_double_click_chooses_a_token(transcript):  # noqa: F811
    reply(transcript, LIGHTHOUSE)
    transcript.messages[-1].id = 5
    spy = QSignalSpy(transcript.round_chosen)
    place = transcript.token_rect(index_of(transcript, " guides", Verdict.ACCEPTED)).center()
    QTest.mouseMove(transcript.viewport(), place)
    transcript._hovered = place
    transcript._on_hovered()
    QTest.mouseDClick(transcript.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, place)
    assert spy.at(0) == [5, 0, 2]


def test_a_click_chooses_the_token_that_is_told_about(transcript):  # noqa: F811
    reply(transcript, LIGHTHOUSE)
    transcript.messages[-1].id = 5
    spy = QSignalSpy(transcript.round_chosen)
    place = transcript.token_rect(index_of(transcript, " guides", Verdict.ACCEPTED)).center()
    click = (transcript.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, place)
    QTest.mouseClick(*click)
    assert spy.count() == 0  # no card yet: the person only goes into the text
    transcript._hovered = place
    transcript._on_hovered()
    QTest.mouseClick(*click)
    assert [spy.at(row) for row in range(spy.count())] == [[5, 0, 2]]
    transcript._on_hovered()
    QTest.mousePress(*click)
    QTest.mouseMove(transcript.viewport(), place + QPoint(120, 0))
    QTest.mouseRelease(*click[:3], place + QPoint(120, 0))
    assert transcript.textCursor().hasSelection()
    assert spy.count() == 1  # what is selected is not chosen


def test_the_whole_round_is_lit(transcript, appearance):  # noqa: F811
    show_rejected(transcript, True)
    reply(transcript, LIGHTHOUSE)
    unlit = transcript.viewport().grab().toImage()
    index = index_of(transcript, " lens", Verdict.ACCEPTED)
    transcript.walker.tell(index)
    transcript.card.hide()  # it may lie over the text
    transcript.card.setVisible(True)
    transcript.card.move(0, transcript.height() - 1)
    QApplication.processEvents()
    picture = transcript.viewport().grab().toImage()
    light = QColor(appearance.theme.selection)
    lit, expected, colours = set(), set(), set()
    for number, piece in enumerate(pieces_of(transcript)):
        if piece.token is not None and piece.length:
            if piece.decoded.index == 2:
                expected.add(number)
            rect = transcript.token_rect(number)
            # Above the marks, which cover the light; the font says how much of this row it fills.
            place = QPoint(rect.center().x(), rect.top() - 1)
            if picture.pixelColor(place) != unlit.pixelColor(place):
                lit.add(number)
            colours.add(picture.pixelColor(rect.center().x(), rect.top() + 1).name())
    assert lit == expected
    assert light.name() in colours


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        (["", "", "🦊"], ["part of “🦊”", "part of “🦊”", "“🦊”"]),
        (["\n", "\n\n", " "], ["“⏎”", "“⏎⏎”", "“␣”"]),
        (["x", ""], ["“x”", "(no text of its own)"]),
    ],
)
def test_what_has_no_visible_text_is_told(transcript, texts, expected):  # noqa: F811
    reply(transcript, [drafted_round(0, texts)])
    transcript.verticalScrollBar().setValue(0)
    told = []
    for _ in texts:
        press(transcript, Qt.Key.Key_Right)
        told.append(transcript.card.text().splitlines()[0])
    assert told == expected


def test_a_walk_is_told_aloud_without_the_long_lists(transcript, monkeypatch):  # noqa: F811
    heard = []
    monkeypatch.setattr(QAccessible, "updateAccessibility", lambda event: heard.append(event.message()))
    reply(transcript, ROUNDS)
    transcript.verticalScrollBar().setValue(0)
    press(transcript, Qt.Key.Key_Right)
    assert heard[0].startswith(transcript.card.text().splitlines()[0])
    assert "Target probability" in heard[0]
    assert "likeliest" not in heard[0]


def test_the_card_goes_away_when_the_pointer_does(transcript):  # noqa: F811
    reply(transcript, LIGHTHOUSE)
    press(transcript, Qt.Key.Key_Right)
    assert transcript.card.isVisible()
    transcript._hovered = QPointF(1, 1).toPoint()
    transcript._on_hovered()
    assert not transcript.card.isVisible()
