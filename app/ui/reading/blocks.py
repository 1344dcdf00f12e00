"""What a reply is made of when it is read: blocks of runs. Qt-free."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, Flag, auto
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


class Look(Flag):
    """How a run looks; several may hold at once."""

    PLAIN = 0
    BOLD = auto()
    ITALIC = auto()
    STRUCK = auto()
    CODE = auto()
    MATH = auto()
    LINK = auto()
    FAINT = auto()


@dataclass(frozen=True, slots=True)
class Run:
    """A stretch of text with one look.

    `told` is what it stands for when it leaves the window, None for the text itself; `href` is where a link leads, or
    what pressing it does.
    """

    text: str
    look: Look = Look.PLAIN
    href: str = ""
    told: str | None = None


class BlockKind(Enum):
    """What a block is; the numbers are kept in the document."""

    PARAGRAPH = 1
    HEADING = 2
    CODE_HEAD = 3
    CODE = 4
    RULE = 5
    TABLE = 6
    THINKING = 7


@dataclass(frozen=True, slots=True)
class Shape:
    """How a block stands: `level` of a heading, `indent` in lists, `quote` levels, close to the one before (`tight`).

    `hanging` says that it begins with the marker of a list item; `language` is that of code. `faint` is for what the
    model thought.
    """

    kind: BlockKind
    level: int = 0
    indent: int = 0
    quote: int = 0
    tight: bool = False
    hanging: bool = False
    language: str = ""
    faint: bool = False

    @property
    def gap(self) -> str:
        """What parts it from the block before, in text that is copied."""
        if self.kind in (BlockKind.CODE_HEAD, BlockKind.THINKING):
            return "\n"
        return "\n" if self.tight else "\n\n"


Cell = tuple[Run, ...]


@dataclass(frozen=True, slots=True)
class Block:
    """One paragraph, heading, line of code, or table: then `rows` has its cells, the first row is the head."""

    shape: Shape
    runs: tuple[Run, ...] = ()
    rows: tuple[tuple[Cell, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Section:
    """The blocks of one element at the top level, from line `start` of the source up to line `end`."""

    blocks: tuple[Block, ...]
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Opening:
    """A new block begins."""

    shape: Shape


# What is written one after another: a table is written whole.
Atom = Opening | Run | Block


def atoms_of(blocks: Iterable[Block]) -> list[Atom]:
    """Return what is written for `blocks`."""
    atoms: list[Atom] = []
    for block in blocks:
        if block.rows:
            atoms.append(block)
        else:
            atoms += (Opening(block.shape), *block.runs)
    return atoms
