"""What ends a reply or changes its kind by its text: stop strings, and the tags around a model's thinking."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from app.speculation.records import Round

THINK_OPEN, THINK_CLOSE = "<think>", "</think>"


class StopStrings:
    """Ends a reply before any of some strings, also where one is spread over tokens and rounds.

    A round whose text may be the beginning of a stop string is held back until that is decided, so that nothing is
    shown that has to be taken back.
    """

    def __init__(self, strings: Sequence[str]) -> None:
        self._strings = tuple(one for one in strings if one)
        self._held: list[Round] = []
        self.found = False

    def __bool__(self) -> bool:
        return bool(self._strings)

    def completed_by(self, texts: Sequence[str]) -> int | None:
        """Return which of the next tokens, by their texts, completes a stop string; None if none does."""
        text = self._held_text()
        for place, addition in enumerate(texts):
            text += addition
            if any(one in text for one in self._strings):
                return place
        return None

    def pass_on(self, one: Round) -> Iterator[Round]:
        """Take a round and yield those that can be shown, cut before a stop string."""
        self._held.append(one)
        text = self._held_text()
        starts = [place for place in (text.find(string) for string in self._strings) if place >= 0]
        if starts:
            self.found = True
            yield from self._cut(min(starts))
        elif not any(_overlap(text, string) for string in self._strings):
            yield from self.flush()

    def flush(self) -> Iterator[Round]:
        """Yield what is still held back: the reply ended otherwise."""
        held, self._held = self._held, []
        yield from held

    def _held_text(self) -> str:
        return "".join(one.text for one in self._held)

    def _cut(self, length: int) -> Iterator[Round]:
        """Yield the held rounds with the text of their tokens cut to `length` in all; the tokens themselves stay."""
        for one in self.flush():
            emitted = []
            for token in one.emitted:
                emitted.append(dataclasses.replace(token, text=token.text[:length]))
                length = max(0, length - len(token.text))
            yield dataclasses.replace(one, emitted=tuple(emitted))


def _overlap(text: str, string: str) -> bool:
    """Whether `text` ends with a proper beginning of `string`."""
    return any(text.endswith(string[:length]) for length in range(1, len(string)))


class Thinking:
    """Follows whether the text is inside a model's thinking tags, which belong to the thinking themselves."""

    def __init__(self, prompt_end: str) -> None:
        """Start after a prompt; some templates open the tag themselves."""
        self.now = prompt_end.rstrip().endswith(THINK_OPEN)
        self._tail = ""

    def push(self, text: str) -> bool:
        """Take the text of the next token; return whether the token belongs to the thinking."""
        was = self.now
        self._tail = (self._tail + text)[-len(THINK_CLOSE) - len(text) :]
        tag = THINK_CLOSE if was else THINK_OPEN
        if tag in self._tail:
            self.now = not was
            self._tail = self._tail.rsplit(tag, 1)[1]
        return was or self.now
