from __future__ import annotations

import json
from pathlib import Path

import pytest

from app.errors import LoadMemoryError, NotGgufError, PromptTooLongError
from app.lab.kept_words import sentence_of, words_facts, words_from
from app.phrases import Phrase, Sentence


@pytest.mark.parametrize(
    "words",
    [
        "as it is",
        Phrase("{share:.0%} of {what}", share=0.5, what=Phrase("a {kind}", kind="list")),
        sentence_of(PromptTooLongError(tokens=9, limit=5)),
        sentence_of(NotGgufError(path=Path("a.gguf"))),
        sentence_of(LoadMemoryError(path=Path("a.gguf"), detail=Phrase("the GPU"))),
    ],
)
def test_words_come_back_with_their_parts(words):
    again = words_from(json.loads(json.dumps(words_facts(words))))
    assert (type(again), again) == (type(words), words)
    if isinstance(words, Phrase):
        assert again.source == words.source
        assert list(again.fields) == list(words.fields)


def test_what_an_error_said_is_a_sentence():
    error = NotGgufError(path="a.gguf")
    assert sentence_of(error) == str(error)
    assert isinstance(sentence_of(error), Sentence)


@pytest.mark.parametrize(
    ("source", "fields"),
    [
        ("{a.__class__}", {"a": "x"}),
        ("{a[0]}", {"a": "x"}),
        ("{a!r}", {"a": "x"}),
        ("{a:>99999999}", {"a": "x"}),
        ("{a:{b}}", {"a": 1, "b": "9"}),
        ("{a}", {}),
        ("{}", {"": "x"}),
        ("{a", {"a": "x"}),
        ("{a:.1f}", {"a": "x"}),
        ("{a:.1f}", {"a": 10**400}),
        ("{a}", {"a": float("nan")}),
        ("{a}", {"a": None}),
        ("{a}", {"a": "x" * 10_001}),
        ("x" * 10_001, {}),
        (3, {}),
        ("x", []),
    ],
)
def test_a_template_that_asks_for_more_is_refused(source, fields):
    with pytest.raises(ValueError, match=r"\w"):
        words_from({"context": "errors", "source": source, "fields": fields})


def test_words_of_no_context_or_without_end_are_refused():
    with pytest.raises(ValueError, match="wrong kind"):
        words_from({"context": "elsewhere", "source": "x", "fields": {}})
    nested = "x"
    for _ in range(20):
        nested = {"context": "phrases", "source": "{a}", "fields": {"a": nested}}
    with pytest.raises(ValueError, match="wrong kind"):
        words_from(nested)
