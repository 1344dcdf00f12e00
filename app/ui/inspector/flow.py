"""Tokens broken into lines. Qt-free, and in one pass over them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


class Flow:
    """Where tokens stand in lines of `room` pixels; asking for a line costs its tokens alone.

    A line ends after a token with a line break, else before the last token that begins with a space, so that words
    stay whole where they fit.
    """

    def __init__(self, texts: Sequence[str], measure: Callable[[str], float], room: float) -> None:
        """Break `texts`, each measured in pixels by `measure`, which is asked once for each different text."""
        self._starts = [0]
        self._widths: list[float] = []
        self._lines: list[int] = []
        known: dict[str, float] = {}
        x, word, word_x = 0.0, 0, 0.0
        for place, text in enumerate(texts):
            width = known.get(text)
            if width is None:
                width = known[text] = measure(text)
            if text.startswith(" "):
                word, word_x = place, x
            if x + width > room and place > self._starts[-1]:
                at = word if word > self._starts[-1] else place
                x = x - word_x if at == word else 0.0
                for moved in range(at, place):
                    self._lines[moved] += 1
                self._starts.append(at)
                word_x = 0.0
            self._widths.append(width)
            self._lines.append(len(self._starts) - 1)
            x += width
            if "\n" in text:
                self._starts.append(place + 1)
                x, word, word_x = 0.0, place + 1, 0.0

    def line_of(self, token: int) -> int:
        """Return the line that a token stands in; the first for one before the beginning."""
        return self._lines[min(token, len(self._lines) - 1)] if token >= 0 and self._lines else 0

    def tokens(self, line: int) -> list[tuple[int, float, float]]:
        """Return (token, left, width) of a line, in order."""
        end = self._starts[line + 1] if line + 1 < len(self._starts) else len(self._widths)
        x, found = 0.0, []
        for token in range(self._starts[line], end):
            found.append((token, x, self._widths[token]))
            x += self._widths[token]
        return found
