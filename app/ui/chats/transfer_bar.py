"""The bar that tells how far an export or import is."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QProgressBar, QVBoxLayout, QWidget

from app.ui.controls import ElidedLabel, button


class TransferBar(QFrame):
    """Is there while something is under way.

    Signals:
        cancel_requested ().
    """

    cancel_requested = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("transfer_bar")
        self._told = ElidedLabel("")
        self._progress = QProgressBar()
        self._progress.setTextVisible(False)
        self._progress.setAccessibleName(self.tr("Progress"))
        self._cancel = button(self.tr("Cancel"), "link", "cancel_transfer")
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

    def begin(self, told: str) -> None:
        """Say what has begun."""
        self._told.setText(told)
        self._progress.setRange(0, 0)
        self.show()

    def show_progress(self, done: int, total: int) -> None:
        """Show how far it is; of a single thing that is not known."""
        self._progress.setRange(0, total if total > 1 else 0)
        self._progress.setValue(done)

    def end(self) -> None:
        """Nothing is under way any more."""
        self.hide()
