"""Where the person writes."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPlainTextEdit, QVBoxLayout, QWidget

from app.ui.controls import ElidedLabel, button, set_property
from app.ui.icons import Icon, icon

if TYPE_CHECKING:
    from PySide6.QtGui import QFocusEvent, QKeyEvent, QResizeEvent

    from app.ui.theme import Theme

_MOST_LINES = 8


class MessageEdit(QPlainTextEdit):
    """A text field that grows with its text; Enter submits and Shift+Enter breaks the line.

    Signals:
        submitted (): Enter was pressed, and not to end the input of a composed character.
        focus_moved (bool): it got or lost the focus.
    """

    submitted = Signal()
    focus_moved = Signal(bool)

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("composer")
        self.setAccessibleName(self.tr("Message"))
        self.setPlaceholderText(self.tr("Write a message…"))
        self.setTabChangesFocus(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.document().documentLayout().documentSizeChanged.connect(self.fit)

    @property
    def is_composing(self) -> bool:
        """Whether an input method is still at work on a character."""
        return bool(self.textCursor().block().layout().preeditAreaText())

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

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if self.is_composing:
                event.ignore()
                return
            if not event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
                self.submitted.emit()
                return
        super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.focus_moved.emit(True)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.focus_moved.emit(False)


class Composer(QFrame):
    """The text field with Send and Stop.

    Signals:
        send_requested (str): the text as typed.
        stop_requested ().
        text_changed ().
    """

    send_requested = Signal(str)
    stop_requested = Signal()
    text_changed = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setObjectName("composer_frame")
        self.edit = MessageEdit()
        self._hint = ElidedLabel("caption")
        self._hint.setObjectName("activity")
        self._send = button(self.tr("Send"), "primary", "send_button")
        self._stop = button(self.tr("Stop"), "primary", "stop_button")
        self._send.setToolTip(self.tr("Send the message (Enter)"))
        self._stop.setToolTip(self.tr("Stop the reply and keep what is there (Esc)"))
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 8, 8, 8)
        column.setSpacing(2)
        column.addWidget(self.edit)
        row = QHBoxLayout()
        row.setContentsMargins(4, 0, 0, 0)
        row.addWidget(self._hint, 1)
        row.addWidget(self._stop)
        row.addWidget(self._send)
        column.addLayout(row)
        self.setFocusProxy(self.edit)
        self._send.clicked.connect(self._submit)
        self._stop.clicked.connect(self.stop_requested)
        self.edit.submitted.connect(self._submit)
        self.edit.focus_moved.connect(self._on_focus_moved)
        self.edit.textChanged.connect(self.text_changed)
        self.set_theme(theme)
        self.set_replying(False)

    @property
    def tab_chain(self) -> tuple[QWidget, ...]:
        """What Tab walks over, in order."""
        return (self.edit, self._stop, self._send)

    def set_theme(self, theme: Theme) -> None:
        """Draw in another theme."""
        size = self._send.fontMetrics().height()
        for control, kind in ((self._send, Icon.SEND), (self._stop, Icon.STOP)):
            control.setIcon(icon(kind, theme.ink_text, size))
            control.setIconSize(QSize(size, size))

    def set_replying(self, replying: bool) -> None:
        """Offer Stop instead of Send, or Send again."""
        self._replying = replying
        had_focus = self._send.hasFocus() or self._stop.hasFocus()
        self._stop.setEnabled(replying)
        self._stop.setVisible(replying)
        self._send.setEnabled(not replying)
        self._send.setVisible(not replying)
        self.show_activity("")
        if had_focus:
            self.edit.setFocus()

    def show_activity(self, text: str) -> None:
        """Say what is going on in the place of the hint; an empty text brings the hint back."""
        waiting = self.tr("Esc stops") if self._replying else self.tr("Enter sends · Shift+Enter breaks the line")
        self._hint.setText(text or waiting)

    def text(self) -> str:
        """Return what is typed."""
        return self.edit.toPlainText()

    def set_text(self, text: str) -> None:
        """Put `text` there, with the cursor behind it."""
        self.edit.setPlainText(text)
        self.edit.moveCursor(self.edit.textCursor().MoveOperation.End)

    def _submit(self) -> None:
        self.send_requested.emit(self.text())

    def _on_focus_moved(self, focused: bool) -> None:
        set_property(self, "focused", "true" if focused else "false")
