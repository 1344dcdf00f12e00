"""Choosing the two files of a pair."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QFileDialog,
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QProgressBar,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app.errors import DraftlightError, ModelFileMissingError, NotEnoughMemoryError, NotGgufError
from app.options import PairFiles
from app.ui.controls import button, label
from app.ui.fitted_dialog import FittedDialog
from app.ui.notices import notice_of, sentence

if TYPE_CHECKING:
    from app.ui.bugs import Bug
    from app.ui.pair_controller import PairState

_MAGIC = b"GGUF"


class OpenPairDialog(FittedDialog):
    """Two rows, a target and a drafter that may be left out. Stays open until the pair is loaded.

    Signals:
        pair_requested (PairFiles): load this.
        insist_requested (): load what was just refused for want of memory.
        cancel_requested (): stop loading.
    """

    pair_requested = Signal(object)
    insist_requested = Signal()
    cancel_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("open_pair")
        self.setWindowTitle(self.tr("Open two GGUF files"))
        self._waiting = self._refused = False
        self._target = self._path_field("target_path", self.tr("Target"), self.tr("the model that writes"))
        self._drafter = self._path_field("drafter_path", self.tr("Drafter"), self.tr("none: chat without drafting"))
        self._error = label("", "error", wrap=True)
        self._error.setObjectName("open_pair_error")
        self._progress = QProgressBar()
        self._progress.setTextVisible(False)
        self._progress.setRange(0, 1000)
        self._open = button(self.tr("Open"), "primary", "open_pair_open")
        self._open.setDefault(True)
        self._cancel = button(self.tr("Cancel"), "plain", "open_pair_cancel")
        self._lay_out()
        self._open.clicked.connect(self._on_open)
        self._cancel.clicked.connect(self.reject)
        self._target.textChanged.connect(self._on_edited)
        self._drafter.textChanged.connect(self._on_edited)
        self._on_edited()

    def _path_field(self, name: str, title: str, placeholder: str) -> QLineEdit:
        field = QLineEdit()
        field.setObjectName(name)
        field.setAccessibleName(title)
        field.setPlaceholderText(placeholder)
        return field

    def _lay_out(self) -> None:
        rows = QGridLayout()
        rows.setHorizontalSpacing(10)
        rows.setVerticalSpacing(10)
        for row, (field, title, browse) in enumerate(
            (
                (self._target, self.tr("&Target"), self._browse_target),
                (self._drafter, self.tr("&Drafter"), self._browse_drafter),
            )
        ):
            name = label(title, "")
            name.setBuddy(field)
            look: QPushButton = button(self.tr("Browse…"), "plain")
            look.setAccessibleName(self.tr("Browse for the {model}").format(model=field.accessibleName()))
            look.clicked.connect(browse)
            rows.addWidget(name, row, 0)
            rows.addWidget(field, row, 1)
            rows.addWidget(look, row, 2)
        choices = QHBoxLayout()
        choices.setSpacing(10)
        choices.addStretch(1)
        choices.addWidget(self._cancel)
        choices.addWidget(self._open)
        column = QVBoxLayout()
        column.setContentsMargins(24, 20, 24, 20)
        column.setSpacing(14)
        explanation = self.tr(
            "A large model that decides and a small one of the same family that drafts, both as GGUF files."
        )
        column.addWidget(label(explanation, "muted", wrap=True))
        column.addLayout(rows)
        column.addWidget(self._error)
        column.addWidget(self._progress)
        self.fill(column, choices, 14)
        character, parent = self.fontMetrics().averageCharWidth(), self.parentWidget()
        room = character * 88 if parent is None else parent.width() - 40
        self.setFixedWidth(min(max(character * 52, min(character * 88, room)), self.room().width()))
        self._progress.hide()
        self._error.hide()

    def show_pairs(self, state: PairState) -> None:
        """Show how far the load is."""
        if self._waiting:
            self._progress.setValue(round(state.fraction * 1000))
            if state.loading is None and state.loaded is None:
                self._set_waiting(False)

    def on_opened(self) -> None:
        """The pair is loaded."""
        if self._waiting:
            self._set_waiting(False)
            self.accept()

    def on_failed(self, error: DraftlightError | Bug) -> bool:
        """Tell an error in place; return whether the dialog was waiting for this load."""
        if not self._waiting:
            return False
        self._set_waiting(False)
        self._tell(notice_of(error).text)
        self._set_refused(isinstance(error, NotEnoughMemoryError))
        return True

    def _on_edited(self) -> None:
        self._open.setEnabled(bool(self._target.text().strip()) and not self._waiting)
        self._error.hide()
        self._set_refused(False)

    def _set_refused(self, refused: bool) -> None:
        """Offer to open what does not fit, as long as the same files are named."""
        self._refused = refused
        self._open.setText(self.tr("Open anyway") if refused else self.tr("Open"))

    def _on_open(self) -> None:
        if self._refused:
            self._set_waiting(True)
            self.insist_requested.emit()
            return
        target = _path(self._target.text())
        drafter = _path(self._drafter.text()) if self._drafter.text().strip() else None
        for path in (target, drafter):
            if path is not None and (error := _first_look(path)) is not None:
                self._tell(sentence(error))
                return
        name = target.stem if drafter is None else f"{target.stem} + {drafter.stem}"
        self._set_waiting(True)
        self.pair_requested.emit(PairFiles(name, target, drafter))

    def _set_waiting(self, waiting: bool) -> None:
        self._waiting = waiting
        self._progress.setVisible(waiting)
        self._progress.setValue(0)
        self._on_edited()
        for field in (self._target, self._drafter):
            field.setEnabled(not waiting)
        self.fit_height()

    def _tell(self, text: str) -> None:
        self._error.setText(text)
        self._error.show()
        self.fit_height()

    def _browse_target(self) -> None:
        self._browse(self._target)

    def _browse_drafter(self) -> None:
        self._browse(self._drafter)

    def _browse(self, field: QLineEdit) -> None:
        known = field.text() or self._target.text() or self._drafter.text()
        dialog = QFileDialog(self, self.tr("Choose a model"), str(Path(known).parent) if known else "")
        dialog.setNameFilters([self.tr("GGUF models (*.gguf)"), self.tr("All files (*)")])
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(field.setText)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def reject(self) -> None:
        if self._waiting:
            self._set_waiting(False)
            self.cancel_requested.emit()
            return
        super().reject()


def _path(text: str) -> Path:
    return Path(text.strip()).expanduser()


def _first_look(path: Path) -> DraftlightError | None:
    """Return what is wrong with a file at first sight; the engine looks closer."""
    try:
        with path.open("rb") as file:
            return None if file.read(4) == _MAGIC else NotGgufError(path=path)
    except OSError:
        return ModelFileMissingError(path=path)
