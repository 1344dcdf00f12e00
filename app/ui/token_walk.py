"""The token that the card tells about: walked to with the keys, or under the pointer; its whole round is lit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, QRect, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent

from app.speculation.records import Verdict
from app.ui.token_facts import ToldToken, place_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QPainter
    from PySide6.QtWidgets import QTextEdit

    from app.ui.marks import MarkPainter
    from app.ui.shown_message import ShownMessage
    from app.ui.token_card import TokenCard
    from app.ui.transcript_document import TranscriptDocument
    from app.ui.transcript_geometry import TokenLayout


class TokenWalk(QObject):
    """Belongs to one transcript. Tokens are named by the index of their piece.

    Signals:
        told_about (int, int, int): as `chosen` returns it, of the token that the card tells about now.
    """

    told_about = Signal(int, int, int)

    def __init__(
        self,
        view: QTextEdit,
        messages: Sequence[ShownMessage],
        page: TranscriptDocument,
        layout: TokenLayout,
        marks: MarkPainter,
        card: TokenCard,
    ) -> None:
        super().__init__(view)
        self.told: int | None = None
        self._view = view
        self._messages = messages
        self._page = page
        self._layout = layout
        self._marks = marks
        self._card = card

    def walk(self, step: int) -> bool:
        """Tell about the next token (1) or the one before (-1), counted from the one told about last.

        Returns whether there is a token to tell about; a page to read has none.
        """
        return self._go_to(self._start(step) if self.told is None else self._page.pieces.next_token(self.told, step))

    def walk_round(self, step: int) -> bool:
        """Tell about the first token of the next round (1) or of the one before (-1); return as `walk`."""
        if self.told is None:
            return self._go_to(self._start(step))
        pieces = self._page.pieces
        edge = pieces.round_around(self.told)
        index = pieces.next_token(edge[-1] if step > 0 else edge[0], step)
        return self._go_to(None if index is None else pieces.round_around(index)[0])

    def tell(self, index: int) -> None:
        """Show the card about a token."""
        piece = self._page.pieces[index]
        assert piece.token is not None  # noqa: S101
        self.told = index
        told = ToldToken(piece.token, piece.decoded, self._whole(index))
        self._card.show_token(told, self.rect_of(index).translated(self._view.viewport().pos()))
        self._view.viewport().update()
        if (chosen := self.chosen()) is not None:
            self.told_about.emit(*chosen)

    def dismiss(self) -> bool:
        """Hide the card; return whether it was there."""
        was_there = self._card.isVisible()
        self._card.hide()
        self.told = None
        self._view.viewport().update()
        return was_there

    def chosen(self) -> tuple[int, int, int] | None:
        """Return the id of the message, the index of the round and the place in the round of the token told about.

        The id is 0 while the message is being written. What the target added has the place after the draft.
        """
        if self.told is None:
            return None
        piece = self._page.pieces[self.told]
        message = self._page.message_at(piece.start)
        if piece.token is None or piece.decoded is None or message is None:
            return None
        place = place_of(piece.token, piece.decoded)
        rounds = self._messages[message].rounds
        index = next((number for number, one in enumerate(rounds) if one is piece.decoded), None)
        identity = self._messages[message].id
        if place is None or index is None:
            return None
        added = piece.token.verdict in (Verdict.CORRECTION, Verdict.BONUS, Verdict.PLAIN)
        return identity, index, len(piece.decoded.drafted) if added else place

    def rect_of(self, index: int) -> QRect:
        """Return where the first part of a token is, in the viewport."""
        return self._layout.rect_of(index).translated(0, -self._offset()).toAlignedRect()

    def paint_light(self, painter: QPainter) -> None:
        """Light up the round of the token told about, under the marks."""
        if self.told is not None and self._card.isVisible():
            tokens = self._page.pieces.round_around(self.told)
            rects = [rect.translated(0, -self._offset()) for one in tokens for rect in self._layout.rects_of(one)]
            self._marks.paint_light(painter, rects)

    def paint_ring(self, painter: QPainter) -> None:
        """Draw the ring around the token told about."""
        if self.told is not None and self._card.isVisible():
            for rect in self._layout.rects_of(self.told):
                self._marks.paint_ring(painter, rect.translated(0, -self._offset()))

    def _start(self, step: int) -> int | None:
        """Return where walking starts: at the last token, or at the first in view."""
        pieces = self._page.pieces
        if step < 0:
            return pieces.next_token(len(pieces), -1)
        top = pieces.index_at(self._view.cursorForPosition(QPoint(0, 0)).position())
        return pieces.next_token(-1 if top is None else top - 1, 1)

    def _go_to(self, index: int | None) -> bool:
        if index is not None:
            self._scroll_to(index)
            self.tell(index)
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self._view, self._card.summary()))
        return self.told is not None

    def _whole(self, index: int) -> str:
        """Return the character that a token without text is a part of: the text of the token that completes it."""
        pieces = self._page.pieces
        piece = pieces[index]
        following: int | None = index
        while following is not None and not pieces[following].text:
            if pieces[following].kind is not piece.kind:
                return ""
            following = pieces.next_token(following, 1)
        if following is None or following == index or pieces[following].kind is not piece.kind:
            return ""
        same = self._page.message_at(piece.start) == self._page.message_at(pieces[following].start)
        return pieces[following].text[:1] if same else ""

    def _offset(self) -> int:
        return self._view.verticalScrollBar().value()

    def _scroll_to(self, index: int) -> None:
        rect, room = self.rect_of(index), self._view.viewport().rect()
        margin = rect.height()
        if rect.top() < margin:
            self._view.verticalScrollBar().setValue(self._offset() + rect.top() - margin)
        elif rect.bottom() > room.height() - margin:
            self._view.verticalScrollBar().setValue(self._offset() + rect.bottom() - room.height() + margin)
