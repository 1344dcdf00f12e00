from __future__ import annotations

from app.llama.text import Utf8Stream

PIECES = {
    0: b"a",
    1: "é".encode()[:1],
    2: "é".encode()[1:],
    3: "🦔".encode()[:3],
    4: "🦔".encode()[3:],
    5: b"\xff",
    6: b"",
}


def stream():
    return Utf8Stream(PIECES.__getitem__)


def test_a_split_character_belongs_to_the_token_that_completes_it():
    text = stream()
    assert [text.push(token) for token in (0, 1, 2, 3, 4, 0)] == ["a", "", "é", "", "🦔", "a"]


def test_bytes_that_are_not_text_become_the_replacement_character():
    text = stream()
    assert [text.push(token) for token in (5, 0, 6)] == ["\ufffd", "a", ""]


def test_preview_goes_on_from_a_split_character_and_changes_nothing():
    text = stream()
    text.push(1)
    assert text.preview([2, 0]) == ["é", "a"]
    assert text.preview([0]) == ["\ufffda"]
    assert text.push(2) == "é"


def test_an_unfinished_character_at_the_end_is_not_shown():
    text = stream()
    assert [text.push(token) for token in (0, 3)] == ["a", ""]
