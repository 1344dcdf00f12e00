"""The controls of options that are lines of text: stop strings, and words that are favoured or forbidden."""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtGui import QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QPlainTextEdit, QTextEdit

from app.settings import LARGEST_BIAS

if TYPE_CHECKING:
    from collections.abc import Sequence

_LINES = 3


class LinesBox(QPlainTextEdit):
    r"""One entry a line, in which \n stands for a line break, \t for a tab and \\ for a backslash.

    Signals:
        edited ().
    """

    edited = Signal()

    def __init__(self, most: int, longest: int) -> None:
        super().__init__()
        self._most, self._longest = most, longest
        self.setProperty("kind", "lines")
        self.setTabChangesFocus(True)
        self.document().setDocumentMargin(6)
        height = self.fontMetrics().lineSpacing() * _LINES + 2 * (6 + self.frameWidth())
        self.setFixedHeight(height)
        self.textChanged.connect(self.edited)


class LinesOption(LinesBox):
    """Texts.

    Signals:
        edited ().
    """

    def get(self) -> tuple[str, ...]:
        """Return the texts; empty lines, and what is more or longer than allowed, are left out."""
        texts = (_unescaped(line) for line in self.toPlainText().split("\n"))
        return tuple(text for text in texts if 0 < len(text) <= self._longest)[: self._most]

    def put(self, value: Sequence[str]) -> None:
        """Show texts."""
        if self.get() != tuple(value):
            self.setPlainText("\n".join(_escaped(text) for text in value))


class BiasOption(LinesBox):
    """Tokens with what is added to their logits, as "text = 2", "#123 = -1.5" or "text = never".

    Signals:
        edited ().
    """

    def __init__(self, most: int, longest: int) -> None:
        super().__init__(most, longest)
        self.textChanged.connect(self._mark_unread)

    def get(self) -> tuple[tuple[int | str, float], ...]:
        """Return (id or text, bias) pairs; lines that cannot be read are left out, and underlined."""
        read = (self._read(line) for line in self.toPlainText().split("\n"))
        return tuple(one for one in read if one is not None)[: self._most]

    def put(self, value: Sequence[tuple[int | str, float]]) -> None:
        """Show pairs."""
        if self.get() != tuple(value):
            self.setPlainText("\n".join(self._told(what, bias) for what, bias in value))

    def _told(self, what: int | str, bias: float) -> str:
        token = f"#{what}" if isinstance(what, int) else _escaped(what)
        # What looks like an id but is a text has its first character escaped.
        if isinstance(what, str) and _ID.fullmatch(token):
            token = f"\\{token}"
        return f"{token} = {_NEVER if bias == -math.inf else f'{bias:g}'}"

    def _read(self, line: str) -> tuple[int | str, float] | None:
        token, _, number = line.rpartition("=")
        token = token.removesuffix(" ")
        bias = -math.inf if number.strip() == _NEVER else _number(number)
        if bias is None or not token or (bias != -math.inf and abs(bias) > LARGEST_BIAS):
            return None
        if _ID.fullmatch(token):
            return int(token[1:]), bias
        text = _unescaped(token)
        text = text[1:] if token.startswith("\\#") else text
        return (text, bias) if 0 < len(text) <= self._longest else None

    def _mark_unread(self) -> None:
        marks = []
        block = self.document().begin()
        while block.isValid():
            if block.text().strip() and self._read(block.text()) is None:
                mark = QTextEdit.ExtraSelection()
                mark.cursor = QTextCursor(block)
                mark.cursor.select(QTextCursor.SelectionType.LineUnderCursor)
                mark.format.setUnderlineStyle(QTextCharFormat.UnderlineStyle.WaveUnderline)
                marks.append(mark)
            block = block.next()
        self.setExtraSelections(marks)


# The same in every language, as the rest of these lines is.
_NEVER = "never"
_ID = re.compile("#[0-9]{1,9}")
_ESCAPES = {"\\": "\\\\", "\n": "\\n", "\t": "\\t"}
_MEANINGS = {"\\": "\\", "n": "\n", "t": "\t"}


def _escaped(text: str) -> str:
    return "".join(_ESCAPES.get(character, character) for character in text)


def _number(text: str) -> float | None:
    try:
        number = float(text.replace(",", "."))
    except ValueError:
        return None
    return number if math.isfinite(number) else None


def _unescaped(line: str) -> str:
    text, rest = "", iter(line)
    for character in rest:
        following = next(rest, "") if character == "\\" else None
        text += character if following is None else _MEANINGS.get(following, character + following)
    return text
