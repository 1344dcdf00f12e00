"""What of a long conversation is laid out: its end at once, the rest part by part as soon as nothing else is to do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from app.ui.timers import single_shot

if TYPE_CHECKING:
    from PySide6.QtWidgets import QTextEdit

    from app.ui.transcript_document import TranscriptDocument

# Units of text. The end fills the largest screen; a part takes some 5 ms, and it is painted before the next one.
_AT_ONCE = 12_000
_PART = 12_000
_PAUSE_MS = 15


class Folding(QObject):
    """Belongs to one transcript. Messages that are folded have their text in the document, and no place on the page."""

    def __init__(self, view: QTextEdit, page: TranscriptDocument) -> None:
        super().__init__(view)
        self._view = view
        self._page = page
        self._first = 0
        self._rest = 0.0
        self._timer = single_shot(self, _PAUSE_MS, self._unfold_part)

    @property
    def end(self) -> int:
        """The position from which on all is laid out."""
        return self._position(self._first)

    def fold(self, position: int | None = None) -> None:
        """Lay out for now the message at `position` and what follows it, or the end alone.

        Called between `begin_edit` and `end_edit` of a page that was just written.
        """
        self._fold(self._page.pieces.end if position is None else position)

    def fold_above(self, position: int) -> None:
        """Keep what is before the message at `position` from being laid out again now that lines get another width."""
        start = self.end
        if self._fold(position):
            self._view.document().markContentsDirty(start, self.end - start)

    def _fold(self, position: int) -> bool:
        """Fold what is before a position, but for the end; return whether that is more than before."""
        length = self._page.pieces.end
        first = self._page.message_at(max(0, min(position, length - _AT_ONCE))) or 0
        if length <= 2 * _AT_ONCE or first <= self._first:
            return False
        start, self._first = self.end, first
        self._show(start, self.end, visible=False)
        self._timer.start()
        return True

    def unfold(self, first: int = 0) -> None:
        """Lay out the messages from `first` on, and leave what is in view where it is."""
        if first >= self._first:
            return
        start, end, bar = self._position(first), self.end, self._view.verticalScrollBar()
        self._first = first
        value, is_at_end, top = bar.value(), bar.value() == bar.maximum(), self._top(end)
        self._show(start, end, visible=True)
        self._view.document().markContentsDirty(start, end - start)
        # Heights are no whole pixels, and many parts must not add up to a shift that is seen.
        moved = self._top(end) - top + self._rest
        self._rest = moved - round(moved)
        bar.setValue(bar.maximum() if is_at_end else value + round(moved))

    def _top(self, position: int) -> float:
        return self._view.document().findBlock(position).layout().position().y()

    def forget(self) -> None:
        """All is written again."""
        self._timer.stop()
        self._first = 0

    def _unfold_part(self) -> None:
        if self._first:
            index = self._page.message_at(max(0, self.end - _PART)) or 0
            self.unfold(min(index, self._first - 1))
            self._timer.start()

    def _position(self, index: int) -> int:
        """Return where the first block of a message begins, after what parts it from the message before."""
        return self._page.places[index].start + 1 if index else 0

    def _show(self, start: int, end: int, visible: bool) -> None:
        block = self._view.document().findBlock(start)
        while block.isValid() and block.position() < end:
            block.setVisible(visible)
            block = block.next()
