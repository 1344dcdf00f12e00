"""The text field of the composer."""

from __future__ import annotations

import math
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QMimeData, Qt, Signal
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QFrame, QPlainTextEdit

from app.chats.attachments import is_long_paste
from app.ui.language import put_words

if TYPE_CHECKING:
    from PySide6.QtGui import QDragEnterEvent, QFocusEvent, QInputMethodEvent, QKeyEvent, QResizeEvent

_MOST_LINES = 8


class MessageEdit(QPlainTextEdit):
    """A text field that grows with its text; Enter submits and Shift+Enter breaks the line.

    Signals:
        submitted (): Enter was pressed, and not to end the input of a composed character.
        focus_moved (bool): it got or lost the focus.
        recall_requested (int): Up (-1) or Down (1) was pressed where there is nothing of the person's to lose.
        long_text_pasted (str): a text that belongs into an attachment.
        files_pasted (list of Path).
    """

    submitted = Signal()
    focus_moved = Signal(bool)
    recall_requested = Signal(int)
    long_text_pasted = Signal(str)
    files_pasted = Signal(list)

    def __init__(self) -> None:
        super().__init__()
        self._recalled = self._placeholder = ""
        self.setObjectName("composer")
        put_words(self.setAccessibleName, lambda: self.tr("Message"))
        put_words(self.setPlaceholderText, lambda: self.tr("Write a message…"))
        self.setTabChangesFocus(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.document().documentLayout().documentSizeChanged.connect(self.fit)

    @property
    def is_composing(self) -> bool:
        """Whether an input method is still at work on a character."""
        return bool(self.textCursor().block().layout().preeditAreaText())

    def recall(self, text: str) -> None:
        """Put back what was said before; the next Up or Down goes on from it."""
        self._recalled = text
        self.setPlainText(text)
        self.moveCursor(self.textCursor().MoveOperation.End)

    def fit(self) -> None:
        """Take the height that the text wants and the window allows."""
        # A plain text document's height is its number of lines on the screen.
        wanted = max(1, math.ceil(self.document().size().height()))
        # In a small window the transcript would be left no room.
        most = max(2, min(_MOST_LINES, self.window().height() // (4 * self.fontMetrics().lineSpacing())))
        lines = min(most, wanted)
        height = lines * self.fontMetrics().lineSpacing() + 2 * self.document().documentMargin()
        self.setFixedHeight(math.ceil(height) + 2 * self.frameWidth())
        self.setVerticalScrollBarPolicy(
            Qt.ScrollBarPolicy.ScrollBarAsNeeded if wanted > most else Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        )

    def _recalls(self, event: QKeyEvent) -> bool:
        """Whether a key asks for what was said before: never while there is something else to move in."""
        if event.key() not in (Qt.Key.Key_Up, Qt.Key.Key_Down) or self.is_composing:
            return False
        held = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        text = self.toPlainText()
        untouched = held == Qt.KeyboardModifier.NoModifier and (not text or text == self._recalled)
        return untouched and self._is_at_edge(upper=event.key() == Qt.Key.Key_Up)

    def _is_at_edge(self, *, upper: bool) -> bool:
        """Whether the cursor is in the first line on the screen, or in the last one."""
        probe = self.textCursor()
        movement = QTextCursor.MoveOperation.Up if upper else QTextCursor.MoveOperation.Down
        return not probe.movePosition(movement)

    def event(self, event: QEvent) -> bool:
        # Esc gives up the character that an input method is at work on, and must not stop a reply as well.
        if event.type() is QEvent.Type.ShortcutOverride and self.is_composing:
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if self.is_composing:
                event.ignore()
                return
            if not event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
                self.submitted.emit()
                return
        if self._recalls(event):
            self.recall_requested.emit(-1 if event.key() == Qt.Key.Key_Up else 1)
            return
        super().keyPressEvent(event)

    def inputMethodEvent(self, event: QInputMethodEvent) -> None:
        """Take the placeholder away while something is composed: Qt would draw both on top of each other."""
        super().inputMethodEvent(event)
        if self.is_composing and self.placeholderText():
            self._placeholder = self.placeholderText()
            self.setPlaceholderText("")
        elif self._placeholder and not self.is_composing:
            self.setPlaceholderText(self._placeholder)
            self._placeholder = ""

    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        return source.hasUrls() or source.hasText()

    def insertFromMimeData(self, source: QMimeData) -> None:
        """Take files as attachments, and of everything else the plain text."""
        files = local_files(source)
        if files:
            self.files_pasted.emit(files)
        elif is_long_paste(text := source.text()):
            self.long_text_pasted.emit(text)
        else:
            self.insertPlainText(text)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        # Files are for whoever lies below: which of them are attachments is not decided here.
        if event.mimeData().hasUrls():
            event.ignore()
        else:
            super().dragEnterEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.focus_moved.emit(True)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.focus_moved.emit(False)


def local_files(source: QMimeData) -> list[Path]:
    """Return the files of this machine that were dragged or copied."""
    return [Path(url.toLocalFile()) for url in source.urls() if url.isLocalFile()]
