"""All keys on one page."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QBoxLayout, QGridLayout, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from app.ui.controls import button, button_row, label
from app.ui.fitted_dialog import FittedDialog

_TWO_COLUMNS = 104
# What to press, and what it does.
_Keys = tuple[tuple[str, str], ...]


class ShortcutsDialog(FittedDialog):
    """Lists the keys, in two columns where there is room, written as the platform writes them."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("shortcuts_dialog")
        self.setWindowTitle(self.tr("Keyboard shortcuts"))
        character = self.fontMetrics().averageCharWidth()
        narrow = parent.window().width() < character * _TWO_COLUMNS
        direction = QBoxLayout.Direction.TopToBottom if narrow else QBoxLayout.Direction.LeftToRight
        columns = QBoxLayout(direction)
        columns.setContentsMargins(24, 20, 24, 18)
        columns.setSpacing(12 if narrow else 36)
        groups = self._groups()
        for half in (groups[:2], groups[2:]):
            column = QVBoxLayout()
            column.setSpacing(6)
            for title, keys in half:
                column.addWidget(label(title, "strong"))
                column.addLayout(_table(keys))
                column.addSpacing(12)
            column.addStretch(1)
            columns.addLayout(column, 1)
        close = button(self.tr("Close"), "primary", "shortcuts_close")
        close.clicked.connect(self.accept)
        self.fill(columns, button_row(close))
        # As wide as unbroken lines want; where there is less room, what a key does goes on in the next line.
        wanted = columns.totalSizeHint() + QSize(80, 110)
        for one in self.findChildren(QLabel):
            one.setWordWrap(one.property("role") != "key")
        self.resize(wanted.boundedTo(self.room()))

    def _groups(self) -> tuple[tuple[str, _Keys], ...]:
        return (
            (self.tr("Writing"), self._writing()),
            (self.tr("Everywhere"), self._everywhere()),
            (self.tr("Chats"), self._chats()),
            (self.tr("Conversation"), self._conversation()),
        )

    def _writing(self) -> _Keys:
        return (
            ("Return", self.tr("Send")),
            ("Shift+Return", self.tr("Break the line")),
            ("Up", self.tr("What you said before, in an empty field")),
            ("Esc", self.tr("Stop the reply, or give up editing")),
            ("Ctrl+O", self.tr("Attach files")),
            ("Ctrl+L", self.tr("Go to the message field")),
            ("Ctrl+Shift+Up", self.tr("Edit your last message")),
            ("Ctrl+R", self.tr("Write another reply")),
        )

    def _everywhere(self) -> _Keys:
        return (
            ("Ctrl+M", self.tr("Models")),
            ("Ctrl+J", self.tr("Downloads")),
            ("Ctrl+Shift+L", self.tr("Lab: compare, find the best draft length, prove it")),
            ("Ctrl+I", self.tr("Details of the reply and the chat")),
            ("Ctrl+Shift+I", self.tr("Round inspector, or close it")),
            ("Ctrl+,", self.tr("System prompt and presets")),
            ("Ctrl+E", self.tr("Read replies as pages, or see their tokens")),
            ("Ctrl+Shift+R", self.tr("Show rejected drafts, or hide them")),
            ("Ctrl+Shift+M", self.tr("Colour the tokens by something else")),
            ("Ctrl++", self.tr("Larger text")),
            ("Ctrl+-", self.tr("Smaller text")),
            ("Ctrl+0", self.tr("Usual text size")),
            ("F10", self.tr("Menu")),
            ("F1", self.tr("This page")),
            ("Ctrl+Q", self.tr("Quit")),
        )

    def _chats(self) -> _Keys:
        return (
            ("Ctrl+N", self.tr("New chat")),
            ("Ctrl+Shift+N", self.tr("New private chat")),
            ("Ctrl+B", self.tr("Show the list, or hide it")),
            ("Ctrl+K", self.tr("Search")),
            ("F2", self.tr("Rename, in the list")),
            ("Ctrl+P", self.tr("Pin or unpin, in the list")),
            ("Del", self.tr("Delete, in the list")),
            ("Ctrl+Z", self.tr("Bring back what was deleted, in the list")),
        )

    def _conversation(self) -> _Keys:
        return (
            ("Alt+Up", self.tr("Choose the message before")),
            ("Alt+Down", self.tr("Choose the message after")),
            ("Alt+Shift+Left", self.tr("Its previous version")),
            ("Alt+Shift+Right", self.tr("Its next version")),
            ("Alt+V", self.tr("Read it as a page, or see its tokens")),
            ("Alt+Shift+Down", self.tr("The next link, code or thought")),
            ("Return", self.tr("Open, copy or unfold it")),
            ("F2", self.tr("Edit it, if it is yours")),
            ("Left", self.tr("The token before")),
            ("Right", self.tr("The token after")),
            ("Ctrl+Left", self.tr("The round before")),
            ("Ctrl+Right", self.tr("The round after")),
            ("Return", self.tr("Open the token's round")),
        )


def _table(keys: _Keys) -> QGridLayout:
    table = QGridLayout()
    table.setHorizontalSpacing(16)
    table.setVerticalSpacing(5)
    table.setColumnStretch(1, 1)
    for row, (key, meaning) in enumerate(keys):
        cap = label(QKeySequence(key).toString(QKeySequence.SequenceFormat.NativeText), "key")
        holder = QHBoxLayout()
        holder.addWidget(cap)
        holder.addStretch(1)
        table.addLayout(holder, row, 0)
        table.addWidget(label(meaning, ""), row, 1)
    return table
