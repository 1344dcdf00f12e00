"""Where tokens lie on a line of text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtGui import QFont, QFontMetricsF

from app.ui.pieces import part_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from PySide6.QtGui import QTextLine

    from app.ui.pieces import Piece


@dataclass(frozen=True, slots=True)
class Measures:
    """Lengths in pixels that scale with the font.

    `gap` is between the marks of two tokens, `pad` from a word to the end of its mark where a space follows or leads,
    `sliver` the width of a mark whose text has none, such as a combining character.
    """

    ascent: float
    descent: float
    unit: float
    space: float
    gap: float
    pad: float
    sliver: float

    @classmethod
    def of(cls, font: QFont) -> Measures:
        """Measure `font`."""
        metrics = QFontMetricsF(font)
        unit, space = metrics.height() / 20, metrics.horizontalAdvance(" ")
        gap = 1.4 * unit
        pad = max(0.0, min(1.8 * unit, (space - gap) / 2))
        return cls(metrics.ascent(), metrics.descent(), unit, space, gap, pad, 3 * unit)


class Stretch(NamedTuple):
    """The part of one token on one line: `left` to `right` from the line's start.

    `number` is the index of its piece. `line_break` is a token, or a part of one, that is nothing but the end of this
    line. `opens` says that a round begins here.
    """

    number: int
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
    known, x = start, _x(line, start - block_start)
    for place, (index, piece) in enumerate(pieces):
        if piece.token is None:
            continue
        begins, stops = piece.start, piece.start + piece.length
        opens = piece.opens_round and begins >= start
        first, last = max(begins, start), min(stops, end)
        if first >= last:
            if first == end < stops and _only_breaks(piece):
                left = _x(line, end - block_start) + measures.pad + measures.gap
                yield Stretch(index, piece, left, left + 3 * measures.space, line_break=True, opens=opens)
            continue
        text = piece.text if first == begins and last == stops else part_of(piece, first, last)
        if not text.strip() and piece.text.strip():
            continue
        following = pieces[place + 1][1].text if place + 1 < len(pieces) and last < end else ""
        # Mostly a token begins where the one before it ended.
        left = x if first == known else _x(line, first - block_start)
        known, x = last, _x(line, last - block_start)
        ends = _trimmed(left, x, text, first == start, following, measures)
        yield Stretch(index, piece, *ends, opens=opens)


def _trimmed(
    one: float, other: float, text: str, leads: bool, following: str, measures: Measures
) -> tuple[float, float]:
    """Return the ends of a mark, moved so that neighbouring marks stay apart.

    `leads` says that the text starts the line; `following` is the text that follows on it.
    """
    left, right = (one, other) if one <= other else (other, one)
    if right - left < measures.sliver:
        return right - measures.sliver, right
    if not text or text.isspace():
        return left + measures.gap / 2, right - measures.gap / 2
    if text[0] == " " and text[1:2] != " ":
        left += measures.space - measures.pad
    else:
        left += -measures.pad if leads else measures.gap / 2
    right += measures.pad if not following or following[0].isspace() else -measures.gap / 2
    return left, right


def _only_breaks(piece: Piece) -> bool:
    return bool(piece.text) and not piece.text.strip("\n\u2028\u2029")


def _x(line: QTextLine, position: int) -> float:
    # PySide returns the position beside x, moved to the next place where a cursor may stand.
    return line.cursorToX(position)[0]  # type: ignore[index, no-any-return]
