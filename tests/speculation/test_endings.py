from __future__ import annotations

import numpy as np
import pytest

from app.speculation.endings import StopStrings, Thinking
from app.speculation.records import Finish
from tests.scripted import GREEDY, ScriptedDrafter, ScriptedTarget, make_decoder, rounds_of, summary_of


def writes(text):
    """A table that makes greedy decoding write `text` (letters A to P) after the prompt, then P for ever."""

    def look_up(context):
        place = len(context) - 1
        row = np.zeros(16, dtype=np.float32)
        row[ord(text[place]) - ord("A") if place < len(text) else 15] = 9
        return row

    return look_up


def reply(text, stops, draft_length, drafter_writes=None, max_tokens=12):
    drafter = ScriptedDrafter(writes(drafter_writes or text)) if draft_length else None
    decoder = make_decoder(
        ScriptedTarget(writes(text)),
        drafter,
        draft_length,
        GREEDY,
        max_tokens=max_tokens,
        stop_strings=StopStrings(stops),
    )
    return list(decoder.reply([0]))


@pytest.mark.parametrize("draft_length", [0, 1, 2, 3, 4, 8])
@pytest.mark.parametrize(
    ("stops", "expected"),
    [(["CD"], "AB"), (["DEF"], "ABC"), (["A"], ""), (["XY", "EF", "GH"], "ABCD"), (["BCDEFGH"], "A")],
)
def test_the_reply_ends_before_the_stop_string(stops, expected, draft_length):
    events = reply("ABCDEFGHIJ", stops, draft_length)
    summary = summary_of(events)
    assert (summary.text, summary.finish) == (expected, Finish.STOP_STRING)
    assert "".join(one.text for one in rounds_of(events)) == expected
    longest = min("ABCDEFGHIJ".find(stop) + len(stop) for stop in stops if stop in "ABCDEFGHIJ")
    assert summary.emitted == longest


@pytest.mark.parametrize("draft_length", [0, 2, 5])
def test_what_only_looked_like_a_stop_string_is_shown(draft_length):
    events = reply("ABCDEFGHIJ", ["CDX", "JPX"], draft_length)
    assert summary_of(events).text == "ABCDEFGHIJPP"
    assert summary_of(events).finish is Finish.MAX_TOKENS


def test_nothing_is_shown_that_has_to_be_taken_back():
    shown = ""
    for event in reply("ABCABDABCK", ["ABCK"], 1):
        if hasattr(event, "drafted"):
            shown += event.text
            assert "ABCABD".startswith(shown)
    assert shown == "ABCABD"


def test_rounds_are_numbered_in_order_and_counted_once():
    events = reply("ABCDEFGHIJ", ["FGX"], 2)
    assert [one.index for one in rounds_of(events)] == list(range(summary_of(events).rounds))


@pytest.mark.parametrize("pieces", [["<think>", "a", "</think>", "b"], ["<th", "ink>", "a", "</t", "hink>", "b"]])
def test_thinking_is_marked_also_where_its_tags_are_split(pieces):
    thinking = Thinking("")
    marked = [thinking.push(piece) for piece in pieces]
    assert marked[-1] is False
    assert marked[pieces.index("a")] is True
    assert marked[-2] is True


def test_a_prompt_that_opens_the_tag_starts_in_thinking():
    thinking = Thinking("<|im_start|>assistant\n<think>\n")
    assert [thinking.push(piece) for piece in ("a", "</think>", "b")] == [True, True, False]
    assert Thinking("<think>\n\n</think>\n\n").push("a") is False
