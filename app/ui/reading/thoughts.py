"""What a model thinks before it answers, told from the answer. Qt-free."""

from __future__ import annotations

from dataclasses import dataclass

OPENS, CLOSES = "<think>", "</think>"


@dataclass(frozen=True, slots=True)
class Reply:
    """A reply, `thought` first; None if there is none. `complete` says that the answer has begun."""

    thought: str | None
    answer: str
    complete: bool


def split(text: str) -> Reply:
    """Tell the thought from the answer.

    Some templates open the thought themselves, so that the reply has the end alone.
    """
    begun = text.lstrip()
    if begun.startswith(OPENS):
        thought, closed, answer = begun[len(OPENS) :].partition(CLOSES)
        return Reply(thought, answer, bool(closed))
    if CLOSES in text:
        thought, _, answer = text.partition(CLOSES)
        return Reply(thought, answer, complete=True)
    return Reply(None, text, complete=True)


def may_begin(text: str) -> bool:
    """Whether `text` may yet turn out to begin with a thought."""
    begun = text.lstrip()
    return len(begun) < len(OPENS) and OPENS.startswith(begun)
