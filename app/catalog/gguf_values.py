"""Typed access to the key-value entries of a GGUF header; every complaint names the field."""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn

from app.catalog.gguf_layout import WHOLE_NUMBERS, Array, Text, printable
from app.phrases import Phrase

if TYPE_CHECKING:
    from collections.abc import Iterator

    from app.catalog.gguf_layout import Cursor, Value


class Facts:
    """The entries of one header. Each getter returns None for a key that is absent.

    All raise ModelFileInvalidError for a value of the wrong type or out of range.
    """

    def __init__(self, cursor: Cursor, entries: dict[str, Value]) -> None:
        self._cursor = cursor
        self._entries = entries

    def refuse(self, detail: str) -> NoReturn:
        """Say which field is wrong, and how."""
        self._cursor.refuse(detail)

    def text(self, key: str) -> str | None:
        """A text."""
        value = self._entries.get(key)
        if value is None:
            return None
        if not isinstance(value, Text):
            self.refuse(Phrase("{key} is not a text", key=printable(key)))
        return self._cursor.decode(value)

    def integer(self, key: str, low: int, high: int) -> int | None:
        """A whole number from `low` to `high`, of any width."""
        value = self._entries.get(key)
        if value is None:
            return None
        if not isinstance(value, int) or isinstance(value, bool):
            self.refuse(Phrase("{key} is not a whole number", key=printable(key)))
        if not low <= value <= high:
            self.refuse(
                Phrase(
                    "{key} is {value}, not from {low} to {high}", key=printable(key), value=value, low=low, high=high
                )
            )
        return value

    def size(self, key: str, high: int, *, required: bool) -> int:
        """A number from 1 to `high`; 0 when absent, unless it is required."""
        value = self.integer(key, 1, high)
        if value is None and required:
            self.refuse(Phrase("{key} is missing", key=printable(key)))
        return value or 0

    def flag(self, key: str) -> bool | None:
        """A truth value."""
        value = self._entries.get(key)
        if value is not None and not isinstance(value, bool):
            self.refuse(Phrase("{key} is not true or false", key=printable(key)))
        return value

    def array(self, key: str, kinds: tuple[int, ...]) -> Array | None:
        """Where an array lies whose items are of one of the types `kinds`."""
        value = self._entries.get(key)
        if value is None:
            return None
        if not isinstance(value, Array) or value.kind not in kinds:
            self.refuse(Phrase("{key} is not an array of the right type", key=printable(key)))
        return value

    def integers(self, key: str, high: int, most: int) -> tuple[int, ...]:
        """Whole numbers from 0 to `high`: one, or an array of at most `most`; none when absent."""
        value = self._entries.get(key)
        if not isinstance(value, Array):
            one = self.integer(key, 0, high) if not isinstance(value, bool) else int(value)
            return () if one is None else (one,)
        if value.kind not in WHOLE_NUMBERS:
            self.refuse(Phrase("{key} is not an array of whole numbers", key=printable(key)))
        if value.count > most:
            self.refuse(
                Phrase("{key} has {count} items, {most} allowed", key=printable(key), count=value.count, most=most)
            )
        numbers = tuple(int(number) for number in self._cursor.numbers(value))
        for number in numbers:
            if not 0 <= number <= high:
                self.refuse(
                    Phrase("{key} holds {number}, not from 0 to {high}", key=printable(key), number=number, high=high)
                )
        return numbers

    def keys(self) -> Iterator[str]:
        """The keys of all entries."""
        return iter(self._entries)
