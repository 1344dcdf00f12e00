"""The bar that tells how far an export or import is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QProgressBar, QVBoxLayout, QWidget

from app.ui.controls import ElidedLabel, button
from app.ui.language import put_words, when_language_changes

if TYPE_CHECKING:
    from app.ui.language import Words


class TransferBar(QFrame):
    """Is there while something is under way.

    Signals:
        cancel_requested ().
    """

    cancel_requested = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("transfer_bar")
        self._words: Words | None = None
        self._told = ElidedLabel("")
        self._progress = QProgressBar()
        self._progress.setTextVisible(False)
        put_words(self._progress.setAccessibleName, lambda: self.tr("Progress"))
        self._cancel = button(lambda: self.tr("Cancel"), "link", "cancel_transfer")
        when_language_changes(self, self._say)
        self._cancel.clicked.connect(self.cancel_requested)
        row = QHBoxLayout()
        row.addWidget(self._told, 1)
        row.addWidget(self._cancel)
        column = QVBoxLayout(self)
        column.setContentsMargins(10, 4, 6, 8)
        column.setSpacing(2)
        column.addLayout(row)
        column.addWidget(self._progress)
        self.hide()

    @property
    def tab_chain(self) -> tuple[QWidget, ...]:
        """What Tab walks over, in order."""
        return (self._cancel,)

    def begin(self, words: Words) -> None:
        """Say what has begun."""
        self._words = words
        self._say()
        self._progress.setRange(0, 0)
        self.show()

    def _say(self) -> None:
        if self._words is not None:
            self._told.setText(self._words())

    def show_progress(self, done: int, total: int) -> None:
        """Show how far it is; of a single thing that is not known."""
        self._progress.setRange(0, total if total > 1 else 0)
        self._progress.setValue(done)

    def end(self) -> None:
        """Nothing is under way any more."""
        self.hide()
