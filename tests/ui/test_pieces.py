from __future__ import annotations

import pytest

from app.speculation.records import Verdict
from app.ui.pieces import Kind, Pieces, ghost_text, shown, units, visible_form
from tests.fakes import drafted_round

AWKWARD = [
    "",
    "a",
    "é",
    "🦊",
    "你好",
    "e\u0301",
    "👩\u200d👩",
    "\t",
    "a\r\nb",
    "\u2028",
    "\u2029",
    "x\0\ufdd0\ufdd1\ufffcy",
]


@pytest.mark.parametrize("text", AWKWARD)
def test_units_are_those_of_utf_16(text):
    assert units(text) == len(text.encode("utf-16-le")) // 2


@pytest.mark.parametrize("text", AWKWARD)
def test_what_is_shown_is_as_long_as_what_is_meant(text):
    assert units(shown(text)) == units(text)
    assert not set(shown(text)) & set("\r\u2029\0\ufdd0\ufdd1\ufffc")


def test_a_ghost_stays_on_its_line():
    assert ghost_text("\n\n a\t") == "⏎⏎ a⇥"
    assert ghost_text("") == "◌"


def test_visible_form():
    assert visible_form(" the\n") == "␣the⏎"


def conversation() -> Pieces:
    pieces = Pieces()
    pieces.add(Kind.SPEAKER, "You", 3)
    pieces.add(Kind.SPEAKER, "\n", 1)
    pieces.add(Kind.MESSAGE, "hi 🦊!", 6)
    pieces.add(Kind.SPEAKER, "\n\n", 1)
    token = drafted_round(0, ["Hey"], "x", [], "🦊").emitted
    pieces.add(Kind.TOKEN, "Hey", 3, token[0], 0)
    pieces.add(Kind.GHOST, " you", 4, token[0], 0)
    pieces.add(Kind.TOKEN, "", 0, token[1], 0)
    pieces.add(Kind.TOKEN, "🦊", 2, token[1], 0)
    pieces.add(Kind.STATISTICS, "\n41 tokens/s", 12)
    return pieces


def test_plain_text_is_the_conversation_alone():
    assert conversation().plain_text() == "You\nhi 🦊!\n\nHey🦊"


def test_a_part_of_the_plain_text_is_cut_at_units():
    pieces = conversation()
    start = pieces[2].start
    assert pieces.plain_text(start + 3, start + 5) == "🦊"
    assert pieces.plain_text(start + 5, pieces[5].start + 2) == "!\n\nHey"
    assert pieces.plain_text(pieces[8].start, pieces.end) == ""


def test_index_at_finds_the_piece_that_covers_a_position():
    pieces = conversation()
    assert pieces.index_at(0) == 0
    assert pieces.index_at(3) == 1
    fox = pieces[7]
    assert pieces.index_at(fox.start) == 7
    assert pieces.index_at(fox.start + 1) == 7
    assert pieces.index_at(pieces.end) is None
    assert pieces.index_at(-1) is None


def test_touching():
    pieces = conversation()
    assert [index for index, _ in pieces.touching(2, 5)] == [0, 1, 2]
    assert [index for index, _ in pieces.touching(4, 4)] == []


def test_walking_over_tokens_skips_all_else_and_keeps_those_without_text():
    pieces = conversation()
    order, index = [], -1
    while (index := pieces.next_token(index, 1)) is not None:
        order.append(index)
    assert order == [4, 5, 6, 7]
    assert pieces.next_token(4, -1) is None
    assert pieces.next_token(len(pieces), -1) == 7
    assert pieces[4].token.verdict is Verdict.ACCEPTED


def test_offsets_of_the_conversation_do_not_count_ghosts():
    pieces = conversation()
    fox = pieces[7].start
    offset = pieces.conversation_offset(fox)
    assert offset == fox - 4
    assert pieces.position_of(offset) == fox
    assert pieces.position_of(10**6) == pieces.end


def test_a_paragraph_that_is_parted_keeps_its_text():
    pieces = conversation()
    whole, end = pieces.plain_text(), pieces.end
    message, fox = pieces[2], pieces[7]
    pieces.part_softly(message.start + 2)
    pieces.part_softly(fox.end + 1)
    assert pieces.end == end + 2
    assert pieces.plain_text() == whole
    parted = pieces[2]
    assert pieces.plain_text(parted.start, parted.start + 3) == "hi"
    assert pieces.plain_text(parted.start + 2, parted.start + 4) == " "
    assert pieces.plain_text(parted.start + 3, parted.end) == " 🦊!"
    assert pieces[7].soft == (2,)
    assert pieces[7].length == 3
    assert pieces.join_softly() == [fox.end + 1, message.start + 2]
    assert pieces.end == end
    assert [pieces[index] for index in range(len(pieces))] == [
        conversation()[index] for index in range(len(conversation()))
    ]
