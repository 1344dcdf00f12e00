"""The inspector beside the transcript: a round in slow motion, and the reply replayed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from app.ui.controls import Switch, button, label
from app.ui.inspector.replay_view import ReplayView
from app.ui.inspector.round_view import RoundView
from app.ui.language import put_words

if TYPE_CHECKING:
    from PySide6.QtGui import QFont

    from app.ui.inspector.subject import Subject
    from app.ui.theme import Theme


class InspectorPanel(QWidget):
    """Shows one subject on two pages.

    Signals:
        close_requested ().
    """

    close_requested = Signal()

    def __init__(self, theme: Theme, font: QFont) -> None:
        super().__init__()
        self.setObjectName("inspector_panel")
        self._subject: Subject | None = None
        self.round_view = RoundView(theme, font)
        self.replay_view = ReplayView(theme, font)
        self.round_button = button(lambda: self.tr("Round"), "quiet", "inspector_round")
        self.replay_button = button(lambda: self.tr("Replay"), "quiet", "inspector_replay")
        self.follows = Switch(lambda: self.tr("Follow"), theme)
        self.learn = button("?", "icon", "inspector_learn")
        self._close = button("×", "icon", "inspector_close")
        self._example = label(lambda: self.tr("An example, made up to learn from"), "caption")
        self._pages = QStackedWidget()
        self._lay_out()
        self.follows.setObjectName("inspector_follows")
        self.follows.setChecked(True)
        put_words(self.follows.setToolTip, lambda: self.tr("Show the round of the token under the pointer"))
        put_words(self.learn.setAccessibleName, lambda: self.tr("How it works, with examples"))
        put_words(self.learn.setToolTip, lambda: self.tr("How it works, with examples"))
        put_words(self._close.setAccessibleName, lambda: self.tr("Close the inspector"))
        self.round_button.setChecked(True)
        self.replay_button.toggled.connect(self._on_page)
        self._close.clicked.connect(self.close_requested)
        self._example.hide()

    def _lay_out(self) -> None:
        self._group = QButtonGroup(self)
        head = QHBoxLayout()
        head.setContentsMargins(10, 8, 10, 0)
        head.setSpacing(2)
        for choice in (self.round_button, self.replay_button):
            choice.setCheckable(True)
            self._group.addButton(choice)
            head.addWidget(choice)
        head.addStretch(1)
        head.addWidget(self.follows)
        head.addWidget(self.learn)
        head.addWidget(self._close)
        for page in (self.round_view, self.replay_view):
            self._pages.addWidget(page)
        self._example.setContentsMargins(14, 0, 14, 0)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addLayout(head)
        column.addWidget(self._example)
        column.addWidget(self._pages, 1)

    def set_theme(self, theme: Theme) -> None:
        """Draw in another theme."""
        for part in (self.round_view, self.replay_view, self.follows):
            part.set_theme(theme)

    def show_subject(self, subject: Subject | None, index: int = 0, place: int | None = None) -> None:
        """Show a round of a subject, at the token at `place` if there is one."""
        changed = subject is not self._subject
        self._subject = subject
        self._example.setVisible(subject is not None and subject.example)
        self.round_view.show_subject(subject, index, place)
        if self.replay_button.isChecked() and changed:
            self.replay_view.show_subject(subject)

    def show_round_page(self) -> None:
        """Turn to the round."""
        self.round_button.setChecked(True)

    @property
    def busy(self) -> bool:
        """Whether something plays, so that the person looks at it and not elsewhere."""
        return self.round_view.playback.playing or self.replay_view.playback.playing

    def rest(self) -> None:
        """Do nothing more by itself."""
        self.round_view.playback.pause()
        self.replay_view.playback.pause()

    @Slot(bool)
    def _on_page(self, replay: bool) -> None:
        self.rest()
        self._pages.setCurrentWidget(self.replay_view if replay else self.round_view)
        if replay and self.replay_view.subject is not self._subject:
            self.replay_view.show_subject(self._subject)
