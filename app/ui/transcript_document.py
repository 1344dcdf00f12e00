"""Writes the conversation into a QTextDocument and keeps its pieces in step. Only ever appends."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextFrameFormat,
)

from app.chats.records import Role
from app.speculation.records import Verdict
from app.ui.pieces import Kind, Part, Pieces, ghost_text, shown, units

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from PySide6.QtGui import QTextDocument

    from app.speculation.records import DraftedToken, Round
    from app.ui.shown_message import ShownMessage, View
    from app.ui.theme import Theme, TypeScale

_LINE_HEIGHT_PERCENT = 150.0
_NEW_LINE = "\n"
# What parts a message from the one before, and a speaker from what is said.
_BETWEEN, _AFTER_NAME = Part(Kind.SPEAKER, "\n\n", 1), Part(Kind.SPEAKER, _NEW_LINE, 1)


@dataclass(frozen=True, slots=True)
class Spacing:
    """Distances in pixels: around the tint of own messages, between messages, above a statistics line."""

    pad: float
    side: float
    between: float
    above_statistics: float

    @classmethod
    def of(cls, font: QFont) -> Spacing:
        """Derive them from the height of `font`."""
        line = QFontMetricsF(font).height()
        return cls(pad=line * 0.5, side=line * 0.8, between=line * 0.9, above_statistics=line * 0.35)


@dataclass(slots=True)
class Place:
    """Where a message is: from `start`, its speaker on the line before `content`, its text up to `tail`.

    `dressed` is the view that it was made ready for, None while it is bare text. `ghosts` are the verdicts of
    the drafts made in vain that were written with its tokens.
    """

    role: Role
    start: int
    content: int
    tail: int
    dressed: View | None = None
    ghosts: frozenset[Verdict] = frozenset()


class TranscriptDocument:
    """The document of a transcript, written message by message."""

    def __init__(self, document: QTextDocument, theme: Theme, font: QFont, sizes: TypeScale) -> None:
        self.pieces = Pieces()
        self.places: list[Place] = []
        self._document = document
        self._font = font
        document.setUndoRedoEnabled(False)
        document.setDocumentMargin(0)
        self._cursor = QTextCursor(document)
        self._sizes = sizes
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        """Use another theme, and the size that the font has now, for what is written from now on."""
        self.spacing = Spacing.of(self._font)
        self._document.setDefaultFont(self._font)
        self._message_block = self._block(0)
        self._message_block.setLineHeight(
            _LINE_HEIGHT_PERCENT, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value
        )
        self._speaker_block = self._block(self.spacing.between + self.spacing.pad)
        self._speaker_block.setBottomMargin(self.spacing.pad * 0.4)
        self._small_block = self._block(self.spacing.above_statistics)
        self._text_format = _format(theme.text)
        self._label_format = _format(theme.text, self._sizes.base, bold=True)
        self._statistics_format = _format(theme.muted, self._sizes.caption)
        self._link_format = _format(theme.muted, self._sizes.caption)
        self._link_format.setFontUnderline(True)
        self._attachment_format = _format(theme.muted, self._sizes.caption)
        self._attachment_format.setBackground(QColor(theme.hover))
        self._ghost_formats = {
            verdict: _format(theme.marks[verdict].text) for verdict in (Verdict.REJECTED, Verdict.UNEXAMINED)
        }

    def set_margins(self, room: int, column: int) -> None:
        """Centre a column of text in `room` pixels."""
        side = float(round(max(self.spacing.side, (room - column) / 2)))
        root = self._document.rootFrame()
        layout = QTextFrameFormat(root.frameFormat())
        if layout.leftMargin() != side:
            layout.setLeftMargin(side)
            layout.setRightMargin(side)
            layout.setTopMargin(self.spacing.between + self.spacing.pad)
            layout.setBottomMargin(self.spacing.between * 1.5)
            # Qt would lay out all of it at once, and does so part by part after it did nothing.
            enabled = self._document.isLayoutEnabled()
            self.hold()
            root.setFrameFormat(layout)
            if enabled:
                self.release()

    def hold(self) -> None:
        """Lay nothing out until `release`."""
        self._document.setLayoutEnabled(False)

    def release(self) -> None:
        """Begin to lay out; what is not looked at follows part by part."""
        self._document.setLayoutEnabled(True)

    def clear(self) -> None:
        """Start again with nothing."""
        self.cut(0)

    def cut(self, count: int) -> None:
        """Keep the first `count` messages only."""
        if count >= len(self.places):
            return
        start = self.places[count].start
        del self.places[count:]
        self.pieces.cut(start)
        self._cursor.setPosition(start)
        self._cursor.movePosition(QTextCursor.MoveOperation.End, QTextCursor.MoveMode.KeepAnchor)
        self._cursor.removeSelectedText()

    def end_of(self, index: int) -> int:
        """Return the position after the message `index` with all that belongs to it."""
        return self.places[index + 1].start if index + 1 < len(self.places) else self.pieces.end

    def message_at(self, position: int) -> int | None:
        """Return the index of the message at `position`."""
        index = bisect_right(self.places, position, key=lambda place: place.start) - 1
        return index if index >= 0 else None

    def begin_edit(self) -> None:
        """Lay nothing out until `end_edit`."""
        self._cursor.movePosition(QTextCursor.MoveOperation.End)
        self._cursor.beginEditBlock()

    def end_edit(self) -> None:
        """Lay out what was written."""
        self._cursor.endEditBlock()

    def write_speaker(self, role: Role) -> None:
        """Begin a message of `role`."""
        name, start = speaker_name(role), self.pieces.end
        between = (_BETWEEN,) if start else ()
        if start:
            self._cursor.insertBlock(self._speaker_block, self._label_format)
        else:
            self._cursor.setBlockFormat(self._speaker_block)
        self._cursor.insertText(name, self._label_format)
        self._cursor.insertBlock(self._message_block, self._text_format)
        self.pieces.extend((*between, Part(Kind.SPEAKER, name, units(name)), _AFTER_NAME))
        self.places.append(Place(role, start, self.pieces.end, self.pieces.end))

    def write_message(self, message: ShownMessage, with_ghosts: frozenset[Verdict]) -> None:
        """Write a message that is complete."""
        if message.role is Role.USER:
            self.write_own_message(message.text, message.attachments)
            return
        self.write_speaker(message.role)
        if message.rounds:
            self.write_rounds(message.rounds, with_ghosts)
        else:
            self.write_text(message.text)
        self.write_statistics(message.line)

    def write_own_message(self, text: str, attachments: Sequence[str] = ()) -> None:
        """Write what the person said, and the files that go with it, by name and size."""
        self.write_speaker(Role.USER)
        self.write_text(text)
        if attachments:
            self._cursor.insertBlock(self._small_block, self._statistics_format)
            self.pieces.add(Kind.ATTACHMENT, _NEW_LINE, 1)
        for number, name in enumerate(attachments):
            if number:
                self._cursor.insertText("  ", self._statistics_format)
                self.pieces.add(Kind.ATTACHMENT, "  ", 2)
            chip = f"\u00a0{name}\u00a0".replace(" ", "\u00a0")
            self._cursor.insertText(chip, self._attachment_format)
            self.pieces.add(Kind.ATTACHMENT, chip, units(chip))

    def write_text(self, text: str) -> None:
        """Write what has no tokens, or none that are known yet."""
        self._cursor.insertText(shown(text), self._text_format)
        self.pieces.add(Kind.MESSAGE, text, units(text))
        self.places[-1].tail = self.pieces.end

    def write_rounds(self, rounds: Iterable[Round], with_ghosts: frozenset[Verdict]) -> None:
        """Go on with a reply; ghosts stand where they were proposed, after the accepted part of their round."""
        parts = parts_of(rounds, with_ghosts)
        self._insert(parts)
        self.add_parts(self.pieces.end, parts)
        self.places[-1].ghosts = with_ghosts

    def put_rounds(self, index: int, rounds: Iterable[Round], with_ghosts: frozenset[Verdict]) -> None:
        """Give a reply that was written as text its tokens; without ghosts the document itself stays as it is."""
        parts = parts_of(rounds, with_ghosts)
        if any(part.kind is Kind.GHOST for part in parts):
            self._insert(parts, self.emptied(index))
            self.places[index].dressed = None
        self.put_parts(index, parts)
        self.places[index].ghosts = with_ghosts

    def put_message(self, index: int, message: ShownMessage, with_ghosts: frozenset[Verdict]) -> None:
        """Write the text of a reply again, in place of however it is written, as bare text."""
        parts = parts_of(message.rounds, with_ghosts)
        if not message.rounds:
            parts = [Part(Kind.MESSAGE, message.text, units(message.text))]
        self._insert(parts, self.emptied(index))
        self.put_parts(index, parts)
        self.places[index].dressed = None
        self.places[index].ghosts = with_ghosts

    def put_text(self, index: int, text: str) -> None:
        """Take the tokens of a reply away; without ghosts the document itself stays as it is."""
        part = Part(Kind.MESSAGE, text, units(text))
        if self.places[index].ghosts:
            self._insert([part], self.emptied(index))
            self.places[index].dressed = None
        self.put_parts(index, [part])
        self.places[index].ghosts = frozenset()

    def emptied(self, index: int) -> QTextCursor:
        """Take the text of a message out of the document and return a cursor in its place; `put_parts` must follow."""
        place = self.places[index]
        cursor = QTextCursor(self._document)
        cursor.setPosition(place.content)
        cursor.setPosition(place.tail, QTextCursor.MoveMode.KeepAnchor)
        cursor.removeSelectedText()
        cursor.setBlockFormat(self._message_block)
        cursor.setCharFormat(self._text_format)
        return cursor

    def put_parts(self, index: int, parts: Sequence[Part]) -> None:
        """Take in that the text of a message are these pieces now."""
        place = self.places[index]
        moved = self.pieces.replace(place.content, place.tail, parts)
        place.tail += moved
        self.move_after(index, moved)

    def move_after(self, index: int, by: int) -> None:
        """Take in that what follows a message stands elsewhere."""
        for later in self.places[index + 1 :] if by else ():
            later.start += by
            later.content += by
            later.tail += by

    def add_parts(self, position: int, parts: Iterable[Part]) -> None:
        """Take in that these pieces stand at the end of the last message, from `position` on."""
        self.pieces.cut(position)
        self.pieces.extend(parts)
        self.places[-1].tail = self.pieces.end

    def _insert(self, parts: Iterable[Part], cursor: QTextCursor | None = None) -> None:
        """Write tokens and ghosts, what is alike in one go."""
        cursor = self._cursor if cursor is None else cursor
        for look, alike in groupby(parts, key=self._look_of):
            written = "".join(map(_written, alike))
            if written:
                cursor.insertText(written, look)

    def _look_of(self, part: Part) -> QTextCharFormat:
        if part.kind is Kind.GHOST and part.token is not None:
            return self._ghost_formats[part.token.verdict]
        return self._text_format

    def write_statistics(self, line: str) -> None:
        """End a reply with its line of numbers, and the word that leads to more of them."""
        if line:
            self.pieces.extend((self._insert_statistics(self._cursor, line),))

    def put_statistics(self, index: int, line: str) -> None:
        """Give a reply the line that it does not have yet."""
        place = self.places[index]
        if not line or place.tail < self.end_of(index):
            return
        cursor = QTextCursor(self._document)
        cursor.setPosition(place.tail)
        self.move_after(index, self.pieces.replace(place.tail, place.tail, [self._insert_statistics(cursor, line)]))

    def change_statistics(self, index: int, line: str) -> None:
        """Give a reply another line in place of the one that it has."""
        place, end = self.places[index], self.end_of(index)
        cursor = QTextCursor(self._document)
        cursor.setPosition(place.tail)
        cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
        cursor.removeSelectedText()
        self.move_after(index, self.pieces.replace(place.tail, end, [self._insert_statistics(cursor, line)]))

    def _insert_statistics(self, cursor: QTextCursor, line: str) -> Part:
        cursor.insertBlock(self._small_block, self._statistics_format)
        link = details_name()
        cursor.insertText(f"{line} · ", self._statistics_format)
        cursor.insertText(link, self._link_format)
        written = f"{line} · {link}"
        return Part(Kind.STATISTICS, _NEW_LINE + written, 1 + units(written))

    def _block(self, top: float) -> QTextBlockFormat:
        block = QTextBlockFormat()
        block.setTopMargin(top)
        block.setLeftMargin(self.spacing.side)
        block.setRightMargin(self.spacing.side)
        return block


def parts_of(rounds: Iterable[Round], with_ghosts: frozenset[Verdict]) -> list[Part]:
    """Return the tokens of a reply in the order in which they stand, with those drafted in vain that are wanted."""
    parts: list[Part] = []
    for decoded in rounds:
        ghosts = [token for token in decoded.drafted if token.verdict in with_ghosts]
        first = len(parts)
        for token in decoded.emitted:
            if ghosts and token.verdict is not Verdict.ACCEPTED:
                parts += _ghosts(ghosts, decoded)
                ghosts = []
            parts.append(Part(Kind.TOKEN, token.text, units(token.text), token, decoded))
        parts += _ghosts(ghosts, decoded)
        # A round opens where something of it can be seen.
        opening = next((place for place in range(first, len(parts)) if parts[place].length), None)
        if opening is not None:
            parts[opening] = parts[opening]._replace(opens_round=True)
    return parts


def _ghosts(tokens: Iterable[DraftedToken], decoded: Round) -> Iterator[Part]:
    for token in tokens:
        yield Part(Kind.GHOST, token.text, units(ghost_text(token.text)), token, decoded)


def _written(part: Part) -> str:
    """Return a part as the document has it."""
    return ghost_text(part.text) if part.kind is Kind.GHOST else shown(part.text)


def speaker_name(role: Role) -> str:
    """Return who speaks, for a person."""
    if role is Role.USER:
        return QCoreApplication.translate("transcript", "You")
    return QCoreApplication.translate("transcript", "Draftlight")


def details_name() -> str:
    """Return what leads from the line of numbers to all of them."""
    return QCoreApplication.translate("transcript", "Details")


def _format(colour: str, size: float | None = None, bold: bool = False) -> QTextCharFormat:
    result = QTextCharFormat()
    result.setForeground(QColor(colour))
    if size is not None:
        result.setFontPointSize(size)
    if bold:
        result.setFontWeight(QFont.Weight.DemiBold)
    return result
