"""Asks before a model is deleted, and says what that freed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QMessageBox, QWidget

from app.catalog.removal import check_removable
from app.errors import NotOursError
from app.ui.models.wording import size_text

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.catalog.library import LibraryModel
    from app.ui.models.library_client import Deleted, LibraryClient, NoTrash


class Deletion(QObject):
    """To the trash where there is one, else for good after a second question.

    Signals:
        told (str): what was freed.
        refused (DraftlightError): the model is not ours to delete.
    """

    told = Signal(str)
    refused = Signal(object)

    def __init__(self, library: LibraryClient, page: QWidget) -> None:
        super().__init__(page)
        self._library = library
        self._page = page
        self._doomed: LibraryModel | None = None
        library.deleted.connect(self._on_deleted)
        library.no_trash.connect(self._on_no_trash)

    def ask(self, model: LibraryModel) -> None:
        """Ask whether to delete a model."""
        try:
            check_removable(model)
        except NotOursError as error:
            self.refused.emit(error)
            return
        told = self.tr("It goes to the trash; {size} are free once that is emptied.")
        self._ask(model, told.format(size=size_text(model.size)), self._on_confirmed)

    def _ask(self, model: LibraryModel, told: str, act: Callable[[], None]) -> None:
        self._doomed = model
        question = QMessageBox(self._page.window())
        question.setObjectName("confirm_delete_model")
        question.setIcon(QMessageBox.Icon.NoIcon)
        question.setText(self.tr("Delete {model}?").format(model=model.name))
        question.setInformativeText(told)
        remove = question.addButton(self.tr("Delete"), QMessageBox.ButtonRole.DestructiveRole)
        question.addButton(QMessageBox.StandardButton.Cancel)
        question.setDefaultButton(QMessageBox.StandardButton.Cancel)
        remove.clicked.connect(act)
        question.finished.connect(question.deleteLater)
        question.open()

    @Slot()
    def _on_confirmed(self) -> None:
        if self._doomed is not None:
            self._library.delete(self._doomed)

    @Slot()
    def _on_for_good_confirmed(self) -> None:
        if self._doomed is not None:
            self._library.delete(self._doomed, for_good=True)

    @Slot(object)
    def _on_deleted(self, deleted: Deleted) -> None:
        if deleted.removed.in_trash:
            told = self.tr("{model} is in the trash: {size}.")
        else:
            told = self.tr("{model} is deleted; {size} are free now.")
        self.told.emit(told.format(model=deleted.model.name, size=size_text(deleted.removed.size)))

    @Slot(object)
    def _on_no_trash(self, record: NoTrash) -> None:
        told = self.tr("There is no trash for it: it would be deleted for good, which frees {size} at once.")
        self._ask(record.model, told.format(size=size_text(record.model.size)), self._on_for_good_confirmed)
