"""Where tokens lie on a line of text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtGui import QFont, QFontMetricsF

from app.ui.pieces import part_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from PySide6.QtGui import QTextLine

    from app.ui.pieces import Piece


@dataclass(frozen=True, slots=True)
class Measures:
    """Lengths in pixels that scale with the font."""

    ascent: float
    descent: float
    unit: float
    space: float

    @classmethod
    def of(cls, font: QFont) -> Measures:
        """Measure `font`."""
        metrics = QFontMetricsF(font)
        return cls(metrics.ascent(), metrics.descent(), metrics.height() / 20, metrics.horizontalAdvance(" "))

    @property
    def gap(self) -> float:
        """Between the marks of two tokens."""
        return 1.4 * self.unit

    @property
    def pad(self) -> float:
        """From a word to the end of its mark, where a space follows or leads."""
        return max(0.0, min(1.8 * self.unit, (self.space - self.gap) / 2))

    @property
    def sliver(self) -> float:
        """The width of a mark whose text has none, such as a combining character."""
        return 3 * self.unit


@dataclass(frozen=True, slots=True)
class Stretch:
    """The part of one token on one line: `left` to `right` from the line's start.

    `line_break` is a token, or a part of one, that is nothing but the end of this line. `opens` says that a round
    begins here.
    """

    index: int
    piece: Piece
    left: float
    right: float
    line_break: bool = False
    opens: bool = False


def stretches(
    line: QTextLine, block_start: int, touching: Iterable[tuple[int, Piece]], measures: Measures
) -> Iterator[Stretch]:
    """Yield where tokens lie on `line` of the block that starts at `block_start`.

    `touching` are the pieces from the line's first position to one past its end. Half of the space between two words
    is left to each side, so that a mark sits around its word.
    """
    start = block_start + line.textStart()
    end = start + line.textLength()
    pieces = [(index, piece) for index, piece in touching if piece.length]
    for place, (index, piece) in enumerate(pieces):
        if piece.token is None:
            continue
        opens = piece.opens_round and piece.start >= start
        first, last = max(piece.start, start), min(piece.end, end)
        if first >= last:
            if first == end < piece.end and _only_breaks(piece):
                left = _x(line, end - block_start) + measures.pad + measures.gap
                yield Stretch(index, piece, left, left + 3 * measures.space, line_break=True, opens=opens)
            continue
        text = part_of(piece, first, last)
        if not text.strip() and piece.text.strip():
            continue
        following = pieces[place + 1][1].text if place + 1 < len(pieces) and last < end else ""
        left, right = sorted((_x(line, first - block_start), _x(line, last - block_start)))
        ends = _trimmed((left, right), text, first == start, following, measures)
        yield Stretch(index, piece, *ends, opens=opens)


def _trimmed(
    ends: tuple[float, float], text: str, leads: bool, following: str, measures: Measures
) -> tuple[float, float]:
    """Return the ends of a mark, moved so that neighbouring marks stay apart.

    `leads` says that the text starts the line; `following` is the text that follows on it.
    """
    left, right = ends
    if right - left < measures.sliver:
        return right - measures.sliver, right
    if not text.strip():
        return left + measures.gap / 2, right - measures.gap / 2
    if text.startswith(" ") and not text.startswith("  "):
        left += measures.space - measures.pad
    else:
        left += -measures.pad if leads else measures.gap / 2
    right += measures.pad if not following or following[0].isspace() else -measures.gap / 2
    return left, right


def _only_breaks(piece: Piece) -> bool:
    return bool(piece.text) and not piece.text.strip("\n\u2028\u2029")


def _x(line: QTextLine, position: int) -> float:
    # PySide returns the position beside x, moved to the next place where a cursor may stand.
    found = line.cursorToX(position)
    return float(found[0])  # type: ignore[index]
