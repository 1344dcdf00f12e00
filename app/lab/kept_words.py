"""Phrases as JSON and back, so that what a run said can be told in another language later.

A template that is read may come from anywhere: it may name its fields and how many digits they have, and nothing else.
"""

from __future__ import annotations

import re
from string import Formatter
from typing import TYPE_CHECKING, Any

from app.phrases import Phrase, Sentence

if TYPE_CHECKING:
    from app.errors import DraftlightError

_KINDS: dict[str, type[Phrase]] = {kind.context: kind for kind in (Phrase, Sentence)}
_DIGITS = re.compile(r"(\.\d)?[f%g]|,?")
_DEEPEST, _LONGEST, _LARGEST = 4, 10_000, 2**53
_NAME = re.compile(r"[a-z_]{1,40}")
_SIMPLE = (str, int, float)


def sentence_of(error: DraftlightError) -> Sentence:
    """Return what an error says."""
    return Sentence(error.message, **error.fields)


def words_facts(words: str) -> Any:
    """Return words as JSON has them: a Phrase with its parts, anything else as it is."""
    if not isinstance(words, Phrase):
        return words
    fields = {
        name: words_facts(value) if isinstance(value, str) else value if isinstance(value, _SIMPLE) else str(value)
        for name, value in words.fields.items()
    }
    return {"context": words.context, "source": words.source, "fields": fields}


def words_from(facts: Any, depth: int = 0) -> Any:
    """Return the words that `words_facts` was given.

    Raises:
        ValueError: they are none; the message is a clause.
    """
    if not isinstance(facts, dict):
        return clean_text(facts) if isinstance(facts, str) else facts
    kind = _KINDS.get(str(facts.get("context")))
    source, fields = facts.get("source"), facts.get("fields")
    if kind is None or not isinstance(source, str) or not isinstance(fields, dict) or depth > _DEEPEST:
        raise ValueError("a sentence is of the wrong kind")
    known = {str(name): _field(words_from(value, depth + 1)) for name, value in fields.items()}
    for _, name, digits, conversion in Formatter().parse(source):
        fits = name is None or (name in known and _NAME.fullmatch(name) and _DIGITS.fullmatch(digits or ""))
        if not fits or conversion:
            raise ValueError("a sentence has other fields than its template")
    if len(source) > _LONGEST:
        raise ValueError("a sentence is too long")
    return kind(clean_text(source), **known)


def clean_text(text: str) -> str:
    """Return a text without what no file can hold: UTF-8 has no room for half a surrogate pair, no path for a zero."""
    return text.encode("utf-8", "replace").decode().replace("\0", "")


def _field(value: Any) -> str | int | float:
    if isinstance(value, str) and len(value) <= _LONGEST:
        return value
    if isinstance(value, (int, float)) and abs(value) < _LARGEST:
        return value
    raise ValueError("a field of a sentence is of the wrong kind")
