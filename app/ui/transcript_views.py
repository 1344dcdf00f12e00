"""Which view each reply of a transcript is written in, and how a reply that streams is written in either."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtGui import QTextCursor

from app.chats.records import Role
from app.ui.reading.formats import ReadingFormats
from app.ui.reading.in_place import InPlaceStyles
from app.ui.reading.stream import ReadingStream
from app.ui.reading.writer import ReadingWriter
from app.ui.shown_message import View

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QFont, QTextDocument

    from app.speculation.records import Round, Verdict
    from app.ui.shown_message import ShownMessage
    from app.ui.theme import Theme
    from app.ui.transcript_document import TranscriptDocument

# A paragraph that grows is laid out as a whole with every word. One of more lines is parted, where a line ends anyhow.
_MOST_LINES = 24
_LINES_LEFT = 3


@dataclass(slots=True)
class _Live:
    """The reply that streams, as one of the views has it.

    In the tokens view it is styled up to `offset` units from its start, with `fence` open there.
    """

    offset: int = 0
    fence: str = ""
    writer: ReadingWriter | None = None
    stream: ReadingStream | None = None


class MessageViews:
    """Belongs to one transcript; all but `part` and `join` is called between `begin_edit` and `end_edit` of its page.

    `default` is the view of replies for which the person chose none. `with_ghosts` are the verdicts of drafts
    made in vain that are written.
    """

    def __init__(
        self, document: QTextDocument, messages: list[ShownMessage], page: TranscriptDocument, theme: Theme, font: QFont
    ) -> None:
        self.default = View.TOKENS
        self.with_ghosts: frozenset[Verdict] = frozenset()
        self._document = document
        self._messages = messages
        self._page = page
        self._font = font
        self._live: _Live | None = None
        self._is_parted = False
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        """Use another theme for what is written from now on."""
        self.formats = ReadingFormats(theme, self._font, self._page.spacing.side)
        self._styles = InPlaceStyles(self._document, self._page.pieces, self.formats.code_font)

    def view_of(self, index: int) -> View:
        """Return the view of a message; what the person said is always there as it was typed."""
        message = self._messages[index]
        return View.TOKENS if message.role is Role.USER else message.view or self.default

    def is_live(self, index: int) -> bool:
        """Whether a message is the reply that streams."""
        return self._live is not None and index == len(self._messages) - 1

    def is_bare(self, index: int) -> bool:
        """Whether a message is to be made ready for its view."""
        if self.is_live(index):
            return False
        view = self.view_of(index)
        return self._page.places[index].dressed is not view or (view is View.TOKENS and self._has_other_ghosts(index))

    def _has_other_ghosts(self, index: int) -> bool:
        """Whether other drafts made in vain stand among the tokens of a message than are wanted now."""
        return bool(self._messages[index].rounds) and self._page.places[index].ghosts != self.with_ghosts

    def begin_live(self) -> None:
        """The last message streams from now on, from what is written of it."""
        self._live = _Live()
        if self.view_of(len(self._messages) - 1) is View.READING:
            self._read_live()

    def write(self, rounds: Sequence[Round]) -> None:
        """Go on with the reply that streams; its message has the rounds already."""
        if self._live is None:
            self.begin_live()
        live = self._live
        assert live is not None  # noqa: S101
        if live.writer is None or live.stream is None:
            self._page.write_rounds(rounds, self.with_ghosts)
            self._style_live(live)
        elif live.stream.feed("".join(one.text for one in rounds)):
            self._take_news(live.writer)
        else:
            self._read_live()  # a thought shows itself at its end: what follows is the answer

    def end_live(self) -> None:
        """The reply is complete."""
        live, self._live = self._live, None
        if live is None:
            return
        if live.writer is not None and live.stream is not None:
            live.stream.feed("", final=True)
            self._take_news(live.writer)
        self._page.places[-1].dressed = View.TOKENS if live.writer is None else View.READING

    def forget(self) -> None:
        """What was on show is no longer there."""
        self._live = None
        self._is_parted = False

    def dress(self, index: int) -> None:
        """Make a message ready for its view."""
        if not self.is_bare(index):
            return
        place, view = self._page.places[index], self.view_of(index)
        message = self._messages[index]
        if view is View.READING:
            writer = ReadingWriter(self._page.emptied(index), self.formats)
            ReadingStream(writer, message.thoughts_open).feed(message.source, final=True)
            self._page.put_parts(index, writer.parts)
        else:
            if place.dressed is View.READING or self._has_other_ghosts(index):
                self._page.put_message(index, message, self.with_ghosts)
            if message.role is Role.ASSISTANT:
                self._styles.style(place.content, place.tail, bool(self.with_ghosts))
        place.dressed = view

    def write_again(self, index: int) -> None:
        """Write a message again after its view changed, or what of it is on show."""
        if self.is_live(index):
            self._page.put_message(index, self._messages[index], self.with_ghosts)
            self.begin_live()
        else:
            if self.view_of(index) is View.READING:
                self._page.places[index].dressed = None
            self.dress(index)

    def resume(self) -> None:
        """Go on with the reply that streams after all was written again as bare text."""
        if self._live is not None:
            self.begin_live()

    def part(self) -> int | None:
        """Part the paragraph that grows if it is long; return from which position on what follows moved."""
        block = self._document.lastBlock()
        lines, place = block.layout().lineCount(), self._page.places[-1]
        if self._live is None or lines <= _MOST_LINES or block.position() < place.content:
            return None
        step = _MOST_LINES - _LINES_LEFT
        starts = [block.layout().lineAt(number).textStart() for number in range(step, lines - _LINES_LEFT + 1, step)]
        cursor = QTextCursor(self._document)
        cursor.beginEditBlock()
        for start in reversed(starts):
            position = block.position() + start
            cursor.setPosition(position)
            cursor.insertBlock()
            look = cursor.blockFormat()
            look.setTopMargin(0)
            look.setTextIndent(0)
            cursor.setBlockFormat(look)
            self._page.pieces.part_softly(position)
            self._move(position, 1)
        cursor.endEditBlock()
        self._is_parted = True
        return block.position() + starts[0] if starts else None

    def join(self) -> None:
        """Make one paragraph again of what was parted: lines will end elsewhere."""
        if not self._is_parted:
            return
        self._is_parted = False
        cursor = QTextCursor(self._document)
        cursor.beginEditBlock()
        for position in self._page.pieces.join_softly():
            cursor.setPosition(position)
            cursor.deleteChar()
            self._move(position, -1)
        cursor.endEditBlock()
        if self._live is not None:
            self._live.offset, self._live.fence = 0, ""

    def _move(self, position: int, by: int) -> None:
        """Take in that the document has a unit more or less at `position`."""
        index = self._page.message_at(position)
        if index is not None:
            self._page.places[index].tail += by
            self._page.move_after(index, by)
            if self.is_live(index) and self._live is not None and self._live.writer is not None:
                self._live.writer.shift(position, by)

    def _style_live(self, live: _Live) -> None:
        place = self._page.places[-1]
        start, ghosts = place.content + live.offset, bool(self.with_ghosts)
        last, live.fence = self._styles.style(start, place.tail, ghosts, live.fence)
        live.offset = last - place.content

    def _read_live(self) -> None:
        """Write the reply that streams as it is read, from its start."""
        live, index = self._live, len(self._messages) - 1
        if live is None:
            return
        message = self._messages[index]
        live.writer = ReadingWriter(self._page.emptied(index), self.formats)
        live.stream = ReadingStream(live.writer, message.thoughts_open)
        live.stream.feed(message.source)
        self._page.put_parts(index, live.writer.parts)
        live.writer.news()

    def _take_news(self, writer: ReadingWriter) -> None:
        writer.content = self._page.places[-1].content
        self._page.add_parts(*writer.news())
