"""What stands where in the transcript's document. Qt-free; positions are UTF-16 units, as Qt counts.

The document is for showing: it holds ghosts and statistics lines, and stand-ins for characters that Qt's documents
give a meaning of their own. The pieces hold the exact text, from which everything that leaves the window is made.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from enum import Enum
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from app.speculation.records import DraftedToken, EmittedToken, Round

_STAND_INS = str.maketrans(
    {
        "\r": "\u200b",  # Qt would start a paragraph, and would swallow one of "\r\n"
        "\u2029": "\n",
        "\0": "\ufffd",
        "\ufdd0": "\ufffd",  # Qt's marks of frames and objects inside a document
        "\ufdd1": "\ufffd",
        "\ufffc": "\ufffd",
    }
)
_VISIBLE = str.maketrans({"\n": "⏎", "\r": "␍", "\t": "⇥", "\u2028": "⏎", "\u2029": "⏎"})
_NO_TEXT = "◌"


class Kind(Enum):
    """What a piece of the document is."""

    SPEAKER = "speaker"
    MESSAGE = "message"
    TOKEN = "token"  # noqa: S105
    GHOST = "ghost"
    ATTACHMENT = "attachment"
    STATISTICS = "statistics"

    @property
    def is_conversation(self) -> bool:
        """Whether it leaves the window when the conversation is copied."""
        return self in (Kind.SPEAKER, Kind.MESSAGE, Kind.TOKEN)


class Piece(NamedTuple):
    """`length` units of the document from `start`; `text` is what they stand for, exactly.

    `token` and its round `decoded` are there for tokens and ghosts; `opens_round` says that the round begins here. A
    token without text has length 0. `soft` are the places
    in it where the document has one unit more than the text: where a long paragraph is parted while it grows.
    """

    start: int
    length: int
    kind: Kind
    text: str
    token: DraftedToken | EmittedToken | None = None
    decoded: Round | None = None
    opens_round: bool = False
    soft: tuple[int, ...] = ()

    @property
    def end(self) -> int:
        """The position after it."""
        return self.start + self.length


class Part(NamedTuple):
    """A piece that has no place yet."""

    kind: Kind
    text: str
    length: int
    token: DraftedToken | EmittedToken | None = None
    decoded: Round | None = None
    opens_round: bool = False
    soft: tuple[int, ...] = ()


def units(text: str) -> int:
    """Return the number of UTF-16 units of `text`."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2


def shown(text: str) -> str:
    """Return `text` as the document can hold it, with the same number of units."""
    return text.translate(_STAND_INS)


def ghost_text(text: str) -> str:
    """Return the text of a token that is no part of the conversation, on one line."""
    return shown(text.translate(_VISIBLE)) or _NO_TEXT


def visible_form(text: str) -> str:
    """Return `text` with its white space made visible."""
    return shown(text.replace(" ", "␣").translate(_VISIBLE))


class Pieces:
    """The pieces of one document in order, without gaps, from position 0."""

    def __init__(self) -> None:
        self._parts: list[Part] = []
        self._starts: list[int] = []
        self.end = 0

    def __len__(self) -> int:
        return len(self._parts)

    def __getitem__(self, index: int) -> Piece:
        part = self._parts[index]
        start, opens = self._starts[index], part.opens_round
        return Piece(start, part.length, part.kind, part.text, part.token, part.decoded, opens, part.soft)

    def add(
        self,
        kind: Kind,
        text: str,
        length: int,
        token: DraftedToken | EmittedToken | None = None,
        decoded: Round | None = None,
        opens_round: bool = False,
    ) -> None:
        """Append a piece that fills `length` units of the document."""
        self.extend((Part(kind, text, length, token, decoded, opens_round),))

    def extend(self, parts: Iterable[Part]) -> None:
        """Append pieces."""
        for part in parts:
            self._parts.append(part)
            self._starts.append(self.end)
            self.end += part.length

    def clear(self) -> None:
        """Forget all."""
        self.cut(0)

    def cut(self, position: int) -> None:
        """Forget what starts at `position` or later."""
        index = bisect_left(self._starts, position)
        del self._parts[index:], self._starts[index:]
        self.end = self._starts[-1] + self._parts[-1].length if self._parts else 0

    def replace(self, start: int, end: int, parts: Sequence[Part]) -> int:
        """Put `parts` in place of the pieces from `start` to `end`; return by how much what follows moved."""
        first, last = bisect_left(self._starts, start), bisect_left(self._starts, end)
        starts = list(accumulate((part.length for part in parts), initial=start))
        moved = starts.pop() - end
        following = self._starts[last:]
        self._starts[first:] = starts + ([one + moved for one in following] if moved else following)
        self._parts[first:last] = parts
        self.end += moved
        return moved

    def part_softly(self, position: int) -> None:
        """Take in that the document has a unit more at `position`, which stands for nothing."""
        index = bisect_left(self._starts, position) - 1
        while not self._parts[index].length:
            index -= 1
        part = self._parts[index]
        soft = (*part.soft, position - self._starts[index])
        self._parts[index] = part._replace(length=part.length + 1, soft=soft)
        self._move(index + 1, 1)

    def join_softly(self) -> list[int]:
        """Forget all places where a paragraph is parted, and return them from the last to the first."""
        places = []
        for index in range(len(self._parts) - 1, -1, -1):
            part = self._parts[index]
            if part.soft:
                places += [self._starts[index] + one for one in sorted(part.soft, reverse=True)]
                self._parts[index] = part._replace(length=part.length - len(part.soft), soft=())
                self._move(index + 1, -len(part.soft))
        return places

    def _move(self, index: int, by: int) -> None:
        """Move the pieces from `index` on."""
        self._starts[index:] = [start + by for start in self._starts[index:]]
        self.end += by

    def index_at(self, position: int) -> int | None:
        """Return the index of the piece that covers `position`."""
        index = bisect_right(self._starts, position) - 1
        if index >= 0 and position < self._starts[index] + self._parts[index].length:
            return index
        return None

    def touching(self, start: int, end: int) -> Iterator[tuple[int, Piece]]:
        """Yield the pieces that have units in `start` to `end`, with their indices."""
        index = max(0, bisect_right(self._starts, start) - 1)
        parts, starts = self._parts, self._starts
        while index < len(parts) and starts[index] < end:
            if starts[index] + parts[index].length > start:
                yield index, self[index]
            index += 1

    def next_token(self, index: int, step: int) -> int | None:
        """Return the nearest index with a token after (step 1) or before (step -1) `index`."""
        index += step
        while 0 <= index < len(self._parts):
            if self._parts[index].token is not None:
                return index
            index += step
        return None

    def round_around(self, index: int) -> list[int]:
        """Return the indices of all tokens that stand for the same round as the one at `index`, in order."""
        decoded = self._parts[index].decoded
        first = last = index
        while first > 0 and self._parts[first - 1].decoded is decoded:
            first -= 1
        while last + 1 < len(self._parts) and self._parts[last + 1].decoded is decoded:
            last += 1
        return [one for one in range(first, last + 1) if self._parts[one].token is not None]

    def plain_text(self, start: int = 0, end: int | None = None) -> str:
        """Return the conversation between two positions: without ghosts and statistics, exactly as it was."""
        end = self.end if end is None else end
        return "".join(
            part_of(piece, start, end) for _, piece in self.touching(start, end) if piece.kind.is_conversation
        )

    def conversation_offset(self, position: int) -> int:
        """Return how many units of conversation stand before `position`: the same with and without ghosts."""
        return sum(
            min(part.length, position - start)
            for part, start in zip(self._parts, self._starts, strict=True)
            if start < position and part.kind.is_conversation
        )

    def position_of(self, offset: int) -> int:
        """Return the position that has `offset` units of conversation before it."""
        for part, start in zip(self._parts, self._starts, strict=True):
            if not part.kind.is_conversation:
                continue
            if offset < part.length:
                return start + offset
            offset -= part.length
        return self.end


def part_of(piece: Piece, start: int, end: int) -> str:
    """Return the text of `piece` between two positions."""
    if start <= piece.start and piece.end <= end:
        return piece.text
    encoded = piece.text.encode("utf-16-le", "surrogatepass")
    first, last = max(0, start - piece.start), min(piece.length, end - piece.start)
    first, last = (at - sum(one < at for one in piece.soft) for at in (first, last))
    return encoded[2 * first : 2 * last].decode("utf-16-le", "replace")
