"""The lines of numbers in a transcript, which lead to all numbers of a reply."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRect, Qt

from app.chats.records import Role

if TYPE_CHECKING:
    from PySide6.QtCore import QPoint
    from PySide6.QtWidgets import QTextEdit

    from app.ui.transcript_document import TranscriptDocument
    from app.ui.transcript_geometry import TokenLayout


class DetailsLinks:
    """Belongs to one transcript. Replies are counted from 0 over those on show; points are in the viewport."""

    def __init__(self, view: QTextEdit, page: TranscriptDocument, layout: TokenLayout) -> None:
        self._view = view
        self._page = page
        self._layout = layout

    def rect_of(self, reply: int) -> QRect:
        """Return where the line of numbers of a reply is; empty where it has none."""
        replies = [index for index, place in enumerate(self._page.places) if place.role is Role.ASSISTANT]
        return self._rect(replies[reply]) if reply < len(replies) else QRect()

    def reply_at(self, point: QPoint) -> int | None:
        """Return the reply whose line of numbers is at `point`."""
        index = self._page.message_at(self._layout.position_at(self._view.verticalScrollBar().value() + point.y()))
        return self._number(index) if index is not None and self._rect(index).contains(point) else None

    def cursor_at(self, point: QPoint) -> Qt.CursorShape:
        """Return the shape of the pointer at `point`."""
        over = self.reply_at(point) is not None
        return Qt.CursorShape.PointingHandCursor if over else Qt.CursorShape.IBeamCursor

    def reply_of(self, position: int) -> int | None:
        """Return the reply that has a line of numbers and the position `position` of the document."""
        index = self._page.message_at(position)
        return self._number(index) if index is not None and self._has_line(index) else None

    def _has_line(self, index: int) -> bool:
        place = self._page.places[index]
        return place.role is Role.ASSISTANT and place.tail < self._page.end_of(index)

    def _rect(self, index: int) -> QRect:
        """Return where the line of numbers of a message is; empty where it has none."""
        if not self._has_line(index):
            return QRect()
        # The line begins after the break that ends the text.
        ground = self._layout.lines_rect(self._page.places[index].tail + 1, self._page.end_of(index))
        return ground.translated(0, -self._view.verticalScrollBar().value()).toAlignedRect()

    def _number(self, index: int) -> int:
        return sum(place.role is Role.ASSISTANT for place in self._page.places[:index])
