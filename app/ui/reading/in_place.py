"""Code and emphasis in the tokens view: the text stays exactly as it is, and looks like what it means."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtGui import QFont, QTextCharFormat, QTextLayout

from app.ui.pieces import Kind, units
from app.ui.reading.blocks import Look

if TYPE_CHECKING:
    from collections.abc import Iterator

    from PySide6.QtGui import QTextBlock, QTextDocument

    from app.ui.pieces import Pieces

_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")
_HEADING = re.compile(r" {0,3}#{1,6} .*")
_SPANS = re.compile(
    r"(?P<code>(?<!`)(`+)(?!`)[^`].*?(?<!`)\2(?!`))"
    r"|(?P<strong>\*\*(?=\S).+?(?<=\S)\*\*|(?<!\w)__(?=\S).+?(?<=\S)__(?!\w))"
    r"|(?P<em>(?<![\w*])\*(?=[^\s*])[^*]+?(?<=[^\s*])\*(?!\*)|(?<!\w)_(?=[^\s_])[^_]+?(?<=[^\s_])_(?!\w))"
)
_MARKS = frozenset("`*_")
_LOOKS = {"code": Look.CODE, "strong": Look.BOLD, "em": Look.ITALIC}


@dataclass(frozen=True, slots=True)
class _Line:
    """What a block says; `ghosts` are the units before which something was drafted in vain, and how long that is."""

    text: str
    ghosts: tuple[tuple[int, int], ...] = ()


def spans_of(line: str) -> Iterator[tuple[int, int, Look]]:
    """Yield where something in a line has a look of its own: start, end, and the look."""
    if _HEADING.fullmatch(line):
        yield 0, len(line), Look.BOLD
        return
    if not _MARKS.intersection(line):
        return
    for found in _SPANS.finditer(line):
        yield found.start(), found.end(), _LOOKS[str(found.lastgroup)]


def fence_after(line: str, fence: str) -> str:
    """Return the fence that is open after `line`, where `fence` was open before; empty for none."""
    found = _FENCE.match(line)
    if found is None:
        return fence
    if not fence:
        return found.group(1)
    closes = found.group(1).startswith(fence) and not line[found.end() :].strip()
    return "" if closes else fence


class InPlaceStyles:
    """Gives blocks of a document their looks."""

    def __init__(self, document: QTextDocument, pieces: Pieces, code_font: QFont) -> None:
        self._document = document
        self._pieces = pieces
        self._formats = {look: _format(look, code_font) for look in _LOOKS.values()}

    def style(self, start: int, end: int, with_ghosts: bool, fence: str = "") -> tuple[int, str]:
        """Style from position `start` to `end`, with `fence` open before; drafts made in vain may be among the text.

        Returns:
            The position of the last block, and the fence that is open before it: from there it goes on when it grows.
        """
        block = self._document.findBlock(start)
        while True:
            line = self._line_of(block) if with_ghosts else _Line(block.text())
            after = fence_after(line.text, fence)
            spans = [(0, len(line.text), Look.CODE)] if fence or after else list(spans_of(line.text))
            self._apply(block, line, spans)
            following = block.next()
            if not following.isValid() or following.position() > end:
                return block.position(), fence
            block, fence = following, after

    def _line_of(self, block: QTextBlock) -> _Line:
        """Return the text of a block without what was drafted in vain."""
        text, start = block.text(), block.position()
        touching = self._pieces.touching(start, start + block.length())
        ghosts = [piece for _, piece in touching if piece.kind is Kind.GHOST]
        if not ghosts:
            return _Line(text)
        encoded, gone = text.encode("utf-16-le", "surrogatepass"), 0
        found = []
        for ghost in ghosts:
            at = ghost.start - start - gone
            encoded = encoded[: 2 * at] + encoded[2 * (at + ghost.length) :]
            found.append((at, ghost.length))
            gone += ghost.length
        return _Line(encoded.decode("utf-16-le", "surrogatepass"), tuple(found))

    def _apply(self, block: QTextBlock, line: _Line, spans: list[tuple[int, int, Look]]) -> None:
        ranges = []
        for first, last, look in spans:
            start, end = units(line.text[:first]), units(line.text[:last])
            start += sum(length for at, length in line.ghosts if at <= start)
            end += sum(length for at, length in line.ghosts if at < end)
            one = QTextLayout.FormatRange()
            one.start, one.length = start, end - start
            one.format = self._formats[look]
            ranges.append(one)
        layout = block.layout()
        before = [(one.start, one.length) for one in layout.formats()]
        if before != [(one.start, one.length) for one in ranges]:
            layout.setFormats(ranges)


def _format(look: Look, code_font: QFont) -> QTextCharFormat:
    result = QTextCharFormat()
    if look is Look.CODE:
        result.setFont(code_font, QTextCharFormat.FontPropertiesInheritanceBehavior.FontPropertiesSpecifiedOnly)
    elif look is Look.BOLD:
        result.setFontWeight(QFont.Weight.Bold)
    else:
        result.setFontItalic(True)
    return result
