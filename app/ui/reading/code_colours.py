"""Colours the code in view, line by line, as it is worked out in a thread of its own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtGui import QColor, QTextCharFormat, QTextCursor, QTextLayout

from app.ui.errands import Errands
from app.ui.reading.blocks import BlockKind
from app.ui.reading.formats import LANGUAGE, kind_of
from app.ui.reading.highlighting import spans_of
from app.ui.timers import single_shot

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QTextBlock
    from PySide6.QtWidgets import QTextEdit

    from app.errors import DraftlightError
    from app.ui.bugs import Bug
    from app.ui.reading.highlighting import Span
    from app.ui.theme import Theme
    from app.ui.transcript_geometry import TokenLayout

_EVERY_MS = 150
# So many lines before those in view are read as well: what began there may not have ended.
_CONTEXT = 100


@dataclass(frozen=True, slots=True)
class _Asked:
    """Lines of code that are being read; `cursor` is where the first of them is, also after changes before it."""

    cursor: QTextCursor
    lines: tuple[str, ...]
    language: str


class CodeColours(QObject):
    """Belongs to one transcript. A line that is done has the length of its text as state of its block.

    Signals:
        failed (Bug): a lexer made a mistake.
    """

    failed = Signal(object)

    def __init__(self, view: QTextEdit, layout: TokenLayout, theme: Theme) -> None:
        super().__init__(view)
        self._view = view
        self._layout = layout
        self._timer = single_shot(self, _EVERY_MS, self._look)
        self._errands: Errands | None = None
        self._asked: _Asked | None = None
        self._broken: set[str] = set()
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        """Use other colours from now on."""
        self._formats = {}
        for kind, colour in theme.code.items():
            self._formats[kind] = QTextCharFormat()
            self._formats[kind].setForeground(QColor(colour))

    def look(self) -> None:
        """Colour soon what is in view."""
        if not self._timer.isActive():
            self._timer.start()

    def rest(self) -> None:
        """Do nothing more by itself."""
        self._timer.stop()
        if self._errands is not None:
            self._errands.close()
            self._errands = None

    def _look(self) -> None:
        if self._errands is not None and self._errands.is_busy:
            self._timer.start()
            return
        block = self._first()
        if block is None:
            return
        language = str(block.blockFormat().property(LANGUAGE))
        language = "" if language in self._broken else language
        first, lines = self._lines(block)
        self._asked = _Asked(QTextCursor(first), lines, language)
        if self._errands is None:
            self._errands = Errands("code colours")
            self._errands.done.connect(self._on_done)
            self._errands.failed.connect(self._on_failed)
        self._errands.post(lambda _stop, _tell: spans_of(lines, language))

    def _bottom(self) -> int:
        return self._view.verticalScrollBar().value() + self._view.viewport().height()

    def _first(self) -> QTextBlock | None:
        """Return the first line of code in view that is not done."""
        block = self._layout.block_at(self._view.verticalScrollBar().value())
        bottom = self._layout.position_at(self._bottom())
        while block.isValid() and block.position() <= bottom:
            if kind_of(block.blockFormat()) is BlockKind.CODE and block.userState() != block.length():
                return block
            block = block.next()
        return None

    def _lines(self, block: QTextBlock) -> tuple[QTextBlock, tuple[str, ...]]:
        """Return the first of the lines that are read for one, and all of them."""
        first = block
        for _ in range(_CONTEXT):
            before = first.previous()
            if not before.isValid() or kind_of(before.blockFormat()) is not BlockKind.CODE:
                break
            first = before
        lines, bottom, one = [], self._layout.position_at(self._bottom()), first
        while one.isValid() and one.position() <= bottom and kind_of(one.blockFormat()) is BlockKind.CODE:
            lines.append(one.text())
            one = one.next()
        return first, tuple(lines)

    @Slot(object)
    def _on_done(self, found: Sequence[Sequence[Span]]) -> None:
        """Give lines their colours if they are still what they were."""
        asked, self._asked = self._asked, None
        if asked is None:
            return
        block = asked.cursor.block()
        edit = QTextCursor(self._view.document())
        edit.beginEditBlock()
        for text, spans in zip(asked.lines, found, strict=True):
            if not block.isValid() or not block.text().startswith(text):
                break
            if block.userState() != block.length():
                self._colour(block, spans)
            if len(block.text()) == len(text):
                block.setUserState(block.length())
            block = block.next()
        edit.endEditBlock()
        self.look()

    @Slot(object)
    def _on_failed(self, error: DraftlightError | Bug) -> None:
        """Tell once that a lexer made a mistake, and leave code in its language as it is."""
        asked, self._asked = self._asked, None
        if asked is not None:
            self._broken.add(asked.language)
        self.failed.emit(error)
        self.look()

    def _colour(self, block: QTextBlock, spans: Sequence[Span]) -> None:
        ranges = []
        for start, length, kind in spans:
            one = QTextLayout.FormatRange()
            one.start, one.length, one.format = start, length, self._formats[kind]
            ranges.append(one)
        block.layout().setFormats(ranges)
