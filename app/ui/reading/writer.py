"""Writes atoms into the transcript's document, and tells which pieces they are."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

from PySide6.QtGui import QTextCursor

from app.ui.pieces import Kind, Part, shown, units
from app.ui.reading.blocks import Block, BlockKind, Look, Opening, Run, Shape

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.ui.reading.blocks import Atom
    from app.ui.reading.formats import ReadingFormats


class ReadingWriter:
    """A Sink: it writes where the cursor is, at the end of one message, from the first block of its content on.

    `content` is where it begins, `parts` are the pieces of the message, `length` the units they fill.
    """

    def __init__(self, cursor: QTextCursor, formats: ReadingFormats) -> None:
        self.parts: list[Part] = []
        self.length = 0
        self.content = cursor.position()
        self._cursor = cursor
        self._told = _Told(0, 0)
        self._formats = formats
        self._open: list[_Mark] = []
        self._shape = Shape(BlockKind.PARAGRAPH)
        self._is_fresh = True  # the cursor is in a block that is there already and has nothing in it

    @property
    def end(self) -> int:
        """The position after what was written."""
        return self.content + self.length

    def cut(self, index: int) -> None:
        mark = self._open[index]
        del self._open[index:]
        del self.parts[mark.parts :]
        if mark.parts < self._told.parts:
            self._told = _Told(mark.offset, mark.parts)
        self._cursor.setPosition(self.content + mark.offset)
        self._cursor.setPosition(self.end, QTextCursor.MoveMode.KeepAnchor)
        self._cursor.removeSelectedText()
        self.length, self._shape, self._is_fresh = mark.offset, mark.shape, mark.is_fresh

    def grow(self, run: Run) -> None:
        self._write_run(run)

    def write(self, atoms: Sequence[Atom]) -> None:
        for atom in atoms:
            self._open.append(_Mark(self.length, len(self.parts), self._shape, self._is_fresh))
            match atom:
                case Opening(shape):
                    self._open_block(shape)
                case Run():
                    self._write_run(atom)
                case Block():
                    self._write_table(atom)

    def settle(self, count: int) -> None:
        del self._open[:count]

    def news(self) -> tuple[int, list[Part]]:
        """Return from which position on the pieces are others than at the last call, and those that are there now."""
        position, parts = self.content + self._told.offset, self.parts[self._told.parts :]
        self._told = _Told(self.length, len(self.parts))
        return position, parts

    def shift(self, position: int, by: int) -> None:
        """Take in that the document has `by` units more or less at `position`, inside of what was written."""
        for mark in self._open:
            if self.content + mark.offset > position:
                mark.offset += by
        self.length += by
        self._told.offset += by

    def _open_block(self, shape: Shape) -> None:
        look = self._formats.block(shape, self._shape)
        if self._is_fresh:
            if not self.length:
                look.setTopMargin(0)
            self._cursor.setBlockFormat(look)
        else:
            self._cursor.insertBlock(look)
            self._add(shape.gap, 1)
        self._is_fresh, self._shape = False, shape

    def _write_run(self, run: Run) -> None:
        text = shown(run.text)
        self._cursor.insertText(text, self._formats.run(run, self._shape))
        self._add(run.text if run.told is None else run.told, units(text))

    def _write_table(self, table: Block) -> None:
        """Write a table; the block in which it is put stays behind it."""
        if not self._is_fresh:
            self._cursor.insertBlock(self._formats.after_table())
            self._add("\n", 1)
        self._cursor.setBlockFormat(self._formats.after_table())  # Qt has a block before it as well
        columns = max(1, *map(len, table.rows))
        made = self._cursor.insertTable(len(table.rows), columns, self._formats.table(table.shape))
        for row, cells in enumerate(table.rows):
            for column in range(columns):
                self._add("" if not row and not column else "\t" if column else "\n", 1)
                cursor = made.cellAt(row, column).firstCursorPosition()
                cursor.setBlockFormat(self._formats.cell())
                for run in cells[column] if column < len(cells) else ():
                    bold = run if row else dataclasses.replace(run, look=run.look | Look.BOLD)
                    text = shown(run.text).replace("\n", " ")
                    cursor.insertText(text, self._formats.run(bold, table.shape))
                    self._add(run.text if run.told is None else run.told, units(text))
        self._add("\n\n", 1)
        self._cursor.setPosition(self.end)
        self._cursor.setBlockFormat(self._formats.after_table())
        self._is_fresh, self._shape = True, table.shape

    def _add(self, text: str, length: int) -> None:
        self.parts.append(Part(Kind.MESSAGE, text, length))
        self.length += length


@dataclasses.dataclass(slots=True)
class _Told:
    """How much of it was told: units and parts."""

    offset: int
    parts: int


@dataclasses.dataclass(slots=True)
class _Mark:
    """Where an open atom begins: units and parts before it, and how things stood there."""

    offset: int
    parts: int
    shape: Shape
    is_fresh: bool
