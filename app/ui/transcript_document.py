"""Writes the conversation into a QTextDocument and keeps its pieces in step. Only ever appends."""

from __future__ import annotations

from dataclasses import dataclass
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
from app.ui.pieces import Kind, Pieces, ghost_text, shown, units

if TYPE_CHECKING:
    from collections.abc import Iterable

    from PySide6.QtGui import QTextDocument

    from app.speculation.records import DraftedToken, Round
    from app.ui.theme import Theme, TypeScale

_LINE_HEIGHT_PERCENT = 150.0
_NEW_LINE = "\n"


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


@dataclass(frozen=True, slots=True)
class StatisticsPlace:
    """Where the line of numbers of a reply stands; `reply` counts the replies from 0."""

    start: int
    end: int
    reply: int


class TranscriptDocument:
    """The document of a transcript, written message by message."""

    def __init__(self, document: QTextDocument, theme: Theme, font: QFont, sizes: TypeScale) -> None:
        self.pieces = Pieces()
        self.spacing = Spacing.of(font)
        self.own_messages: list[tuple[int, int]] = []
        self.statistics: list[StatisticsPlace] = []
        self._replies = 0
        self._document = document
        self._font = font
        document.setUndoRedoEnabled(False)
        document.setDocumentMargin(0)
        document.setDefaultFont(font)
        self._cursor = QTextCursor(document)
        self._label_size, self._caption_size = sizes.base, sizes.caption
        self._message_block = self._block(0)
        self._message_block.setLineHeight(
            _LINE_HEIGHT_PERCENT, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value
        )
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        """Use another theme for what is written from now on."""
        self._text_format = _format(theme.text)
        self._label_format = _format(theme.text, self._label_size, bold=True)
        self._statistics_format = _format(theme.muted, self._caption_size)
        self._link_format = _format(theme.muted, self._caption_size)
        self._link_format.setFontUnderline(True)
        self._ghost_formats = {
            verdict: _format(theme.marks[verdict].text) for verdict in (Verdict.REJECTED, Verdict.UNEXAMINED)
        }

    def set_margins(self, side: float) -> None:
        """Leave `side` pixels free on the left and on the right."""
        root = self._document.rootFrame()
        layout = QTextFrameFormat(root.frameFormat())
        if layout.leftMargin() != side:
            layout.setLeftMargin(side)
            layout.setRightMargin(side)
            layout.setTopMargin(self.spacing.between + self.spacing.pad)
            layout.setBottomMargin(self.spacing.between * 1.5)
            root.setFrameFormat(layout)

    def clear(self) -> None:
        """Start again with nothing."""
        self.pieces.clear()
        self.own_messages.clear()
        self.statistics.clear()
        self._replies = 0
        self._cursor.select(QTextCursor.SelectionType.Document)
        self._cursor.removeSelectedText()

    def begin_edit(self) -> None:
        """Lay nothing out until `end_edit`."""
        self._cursor.beginEditBlock()

    def end_edit(self) -> None:
        """Lay out what was written."""
        self._cursor.endEditBlock()

    def write_speaker(self, role: Role) -> None:
        """Begin a message of `role`."""
        name = speaker_name(role)
        self._replies += role is Role.ASSISTANT
        block = self._block(self.spacing.between + self.spacing.pad)
        block.setBottomMargin(self.spacing.pad * 0.4)
        if self.pieces.end:
            self._cursor.insertBlock(block, self._label_format)
            self.pieces.add(Kind.SPEAKER, "\n\n", 1)
        else:
            self._cursor.setBlockFormat(block)
        self._cursor.insertText(name, self._label_format)
        self.pieces.add(Kind.SPEAKER, name, units(name))
        self._cursor.insertBlock(self._message_block, self._text_format)
        self.pieces.add(Kind.SPEAKER, _NEW_LINE, 1)

    def write_own_message(self, text: str) -> None:
        """Write what the person said."""
        start = self.pieces.end
        self.write_speaker(Role.USER)
        self._cursor.insertText(shown(text), self._text_format)
        self.pieces.add(Kind.MESSAGE, text, units(text))
        self.own_messages.append((start + 1 if start else 0, self.pieces.end))

    def write_text(self, text: str) -> None:
        """Write a reply whose rounds are not known."""
        self._cursor.insertText(shown(text), self._text_format)
        self.pieces.add(Kind.MESSAGE, text, units(text))

    def write_rounds(self, rounds: Iterable[Round], with_ghosts: bool) -> None:
        """Go on with a reply; ghosts stand where they were proposed, after the accepted part of their round."""
        run: list[str] = []
        for decoded in rounds:
            ghosts = [token for token in decoded.drafted if token.verdict is not Verdict.ACCEPTED]
            waiting = with_ghosts and bool(ghosts)
            for token in decoded.emitted:
                if waiting and token.verdict is not Verdict.ACCEPTED:
                    self._write_ghosts(run, ghosts, decoded.index)
                    waiting = False
                run.append(shown(token.text))
                self.pieces.add(Kind.TOKEN, token.text, units(token.text), token, decoded.index)
            if waiting:
                self._write_ghosts(run, ghosts, decoded.index)
        self._write_run(run)

    def write_statistics(self, line: str) -> None:
        """End a reply with its line of numbers, and the word that leads to more of them."""
        if not line:
            return
        self._cursor.insertBlock(self._block(self.spacing.above_statistics), self._statistics_format)
        start, link = self.pieces.end + 1, details_name()
        self._cursor.insertText(f"{line} · ", self._statistics_format)
        self._cursor.insertText(link, self._link_format)
        written = f"{line} · {link}"
        self.pieces.add(Kind.STATISTICS, _NEW_LINE + written, 1 + units(written))
        self.statistics.append(StatisticsPlace(start, self.pieces.end, self._replies - 1))

    def _write_run(self, run: list[str]) -> None:
        if text := "".join(run):
            self._cursor.insertText(text, self._text_format)
        run.clear()

    def _write_ghosts(self, run: list[str], ghosts: Iterable[DraftedToken], round_index: int) -> None:
        self._write_run(run)
        for token in ghosts:
            text = ghost_text(token.text)
            self._cursor.insertText(text, self._ghost_formats[token.verdict])
            self.pieces.add(Kind.GHOST, token.text, units(text), token, round_index)

    def _block(self, top: float) -> QTextBlockFormat:
        block = QTextBlockFormat()
        block.setTopMargin(top)
        block.setLeftMargin(self.spacing.side)
        block.setRightMargin(self.spacing.side)
        return block


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
