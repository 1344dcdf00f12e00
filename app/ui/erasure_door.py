"""The way to "Delete everything": a question that says what goes, and the word for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QLineEdit,
    QMessageBox,
    QVBoxLayout,
    QWidget,
)

from app.erasure import erase
from app.ui.controls import button, button_row, label
from app.ui.fitted_dialog import FittedDialog
from app.ui.models.wording import size_text
from app.ui.notices import sentence

if TYPE_CHECKING:
    from app.errors import DeletionError
    from app.paths import Paths


class ErasureDialog(FittedDialog):
    """Asks.

    Signals:
        confirmed (bool): everything shall go, with the models or without.
    """

    confirmed = Signal(bool)

    def __init__(self, parent: QWidget, paths: Paths) -> None:
        super().__init__(parent)
        self.setObjectName("erasure_dialog")
        self.setWindowTitle(self.tr("Delete everything"))
        self._word = self.tr("delete")
        told = self.tr(
            "All chats with their files and copies, the settings, what was measured and learned on this machine, the "
            "logs and the access token are deleted for good. There is no trash and no way back. Draftlight closes, "
            "and its next start is like the first."
        )
        self._models = QCheckBox(
            self.tr("The models that Draftlight downloaded or made as well ({size})").format(
                size=size_text(_size_of(paths))
            )
        )
        self._models.setObjectName("erase_models")
        self._field = QLineEdit()
        self._field.setObjectName("erasure_word")
        self._field.setAccessibleName(self.tr("Confirmation"))
        self._field.textChanged.connect(self._on_typed)
        self._delete = button(self.tr("Delete everything"), "primary", "erasure_confirm")
        self._delete.setEnabled(False)
        self._delete.clicked.connect(self._on_confirmed)
        cancel = button(self.tr("Cancel"), "plain", "erasure_cancel")
        cancel.clicked.connect(self.reject)
        column = QVBoxLayout()
        column.setContentsMargins(24, 20, 24, 18)
        column.setSpacing(12)
        column.addWidget(label(told, "", wrap=True))
        column.addWidget(self._models)
        column.addWidget(label(self.tr("Type “{word}” to confirm:").format(word=self._word), "muted"))
        column.addWidget(self._field)
        self.fill(column, button_row(cancel, self._delete))
        self.setMinimumWidth(min(parent.width() - 40, self.fontMetrics().averageCharWidth() * 62))

    @Slot(str)
    def _on_typed(self, text: str) -> None:
        self._delete.setEnabled(text.strip().casefold() == self._word.casefold())

    @Slot()
    def _on_confirmed(self) -> None:
        self.accept()
        self.confirmed.emit(self._models.isChecked())


class ErasureDoor(QObject):
    """Asks whether everything shall go, closes the window, and knows afterwards what was answered."""

    def __init__(self, window: QWidget, paths: Paths) -> None:
        super().__init__(window)
        self._window = window
        self._paths = paths
        self._wanted = False
        self._models = False

    @Slot()
    def ask(self) -> None:
        """Ask."""
        dialog = ErasureDialog(self._window, self._paths)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.confirmed.connect(self._on_confirmed)
        dialog.open()

    def finish(self) -> tuple[DeletionError, ...]:
        """Delete everything if that was confirmed; the window must be closed. Return what could not be deleted."""
        if not self._wanted:
            return ()
        from app.catalog.tokens import TokenStore

        return erase(self._paths, models=self._models, forget_token=TokenStore().forget)

    @Slot(bool)
    def _on_confirmed(self, models: bool) -> None:
        self._wanted, self._models = True, models
        self._window.close()


def tell_left(failed: tuple[DeletionError, ...]) -> None:
    """Say what could not be deleted, in a window of its own."""
    if failed:
        title = QApplication.translate("ErasureDoor", "Not everything could be deleted")
        QMessageBox.warning(None, title, "\n".join(sentence(error) for error in failed))


def _size_of(paths: Paths) -> int:
    try:
        return sum(one.stat().st_size for one in paths.models.iterdir() if one.is_file())
    except OSError:
        return 0
