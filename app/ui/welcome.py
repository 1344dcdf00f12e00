"""What stands in the place of the transcript while a chat is empty."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QProgressBar, QVBoxLayout, QWidget

from app.ui.controls import button, label
from app.ui.flow_layout import FlowLayout
from app.ui.icons import application_icon
from app.ui.language import put_words, translated, when_language_changes
from app.ui.top_bar import pull_status

if TYPE_CHECKING:
    from app.ui.pair_controller import PairState

_ICON_SIZE = 64
_WIDTH_CHARACTERS = 70


class Stage(Enum):
    """What the panel is about."""

    LOOKING = "looking"
    OFFER = "offer"
    PULLING = "pulling"
    LOADING = "loading"
    READY = "ready"


class Welcome(QWidget):
    """Gets a person to the first coloured reply.

    Signals:
        starter_requested (), models_requested (), files_requested (), cancel_requested ().
    """

    starter_requested = Signal()
    models_requested = Signal()
    files_requested = Signal()
    cancel_requested = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("welcome")
        self.stage = Stage.LOOKING
        self._pairs: PairState | None = None
        self._heading = label("", "heading", wrap=True)
        self._lead = label("", "lead", wrap=True)
        self._progress = QProgressBar()
        self._progress.setObjectName("welcome_progress")
        self._progress.setTextVisible(False)
        put_words(self._progress.setAccessibleName, lambda: self.tr("Progress"))
        self._status = label("", "caption")
        self._status.setObjectName("welcome_status")
        self._note = label("", "caption", wrap=True)
        self._note.setObjectName("welcome_note")
        self._starter = button(lambda: self.tr("Get the starter pair (98 MB)"), "primary", "get_starter")
        self._models = button(lambda: self.tr("Find a pair…"), "plain", "find_pair")
        self._files = button(lambda: self.tr("Open two GGUF files…"), "plain", "open_files")
        self._cancel = button(lambda: self.tr("Cancel"), "plain", "cancel_pull")
        self._starter.clicked.connect(self.starter_requested)
        self._models.clicked.connect(self.models_requested)
        self._files.clicked.connect(self.files_requested)
        self._cancel.clicked.connect(self.cancel_requested)
        self._middle = QWidget()
        self._lay_out()
        when_language_changes(self, self._say_again)

    def _say_again(self) -> None:
        if self._pairs is not None:
            self.show_pairs(self._pairs)

    def _lay_out(self) -> None:
        picture = QLabel()
        picture.setPixmap(application_icon().pixmap(_ICON_SIZE, _ICON_SIZE))
        column = QVBoxLayout()
        column.setSpacing(14)
        column.addWidget(picture)
        for text in (self._heading, self._lead):
            column.addWidget(text)
        column.addSpacing(6)
        column.addWidget(self._progress)
        column.addWidget(self._status)
        row = FlowLayout()
        row.setSpacing(10)
        for choice in (self._starter, self._models, self._files, self._cancel):
            row.addWidget(choice)
        column.addLayout(row)
        column.addWidget(self._note)
        self._middle.setLayout(column)
        self.fit()
        across = QHBoxLayout()
        across.addStretch(1)
        across.addWidget(self._middle, 100)
        across.addStretch(1)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(32, 16, 32, 16)
        outer.addStretch(2)
        outer.addLayout(across)
        outer.addStretch(3)

    def fit(self) -> None:
        """Take the width that lines of this text size can be read in."""
        self._middle.setMaximumWidth(self.fontMetrics().averageCharWidth() * _WIDTH_CHARACTERS)

    @property
    def tab_chain(self) -> tuple[QWidget, ...]:
        """What Tab walks over, in order."""
        return (self._starter, self._models, self._files, self._cancel)

    def show_pairs(self, state: PairState) -> None:
        """Say what is next."""
        self._pairs = state
        self.stage = _stage_of(state)
        self._heading.setText(
            self.tr("Ask something") if self.stage is Stage.READY else self.tr("See how your model writes")
        )
        self._lead.setText(self._lead_text())
        self._starter.setVisible(self.stage is Stage.OFFER)
        self._models.setVisible(self.stage is Stage.OFFER)
        self._files.setVisible(self.stage is Stage.OFFER)
        working = self.stage in (Stage.PULLING, Stage.LOADING)
        self._cancel.setVisible(working)
        self._progress.setVisible(working)
        self._status.setVisible(working)
        self._status.setText(self._status_text(state))
        note = translated("pairs", state.loaded.files.note) if state.loaded and self.stage is Stage.READY else ""
        self._note.setText(note)
        self._note.setVisible(bool(note))
        self._show_fraction(state)

    def _lead_text(self) -> str:
        if self.stage is Stage.READY:
            return self.tr(
                "Every token of the reply will be marked by what happened to it: accepted from the draft, "
                "corrected, or added for free."
            )
        return self.tr(
            "Draftlight lets a small model draft and a large one decide, on this computer alone, and marks "
            "every token by what happened to it."
        )

    def _status_text(self, state: PairState) -> str:
        if self.stage is Stage.PULLING:
            return pull_status(state)
        if state.loading is not None:
            return self.tr("Loading {pair}…").format(pair=translated("pairs", state.loading.name))
        return ""

    def _show_fraction(self, state: PairState) -> None:
        fraction = state.pull.fraction if state.pull else (None if state.pulling else state.fraction)
        if fraction is None:
            self._progress.setRange(0, 0)
        else:
            self._progress.setRange(0, 1000)
            self._progress.setValue(round(fraction * 1000))


def _stage_of(state: PairState) -> Stage:
    if state.pulling:
        return Stage.PULLING
    if state.loading is not None:
        return Stage.LOADING
    if state.loaded is not None:
        return Stage.READY
    return Stage.OFFER if state.sought else Stage.LOOKING
