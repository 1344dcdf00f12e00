"""One round in slow motion, with its sentence, its numbers and its controls."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from app.ui.controls import button, label
from app.ui.inspector.playback import Playback
from app.ui.inspector.stage import RoundStage
from app.ui.inspector.transport import Transport
from app.ui.inspector.words import in_a_row, method_name, numbers, sentence
from app.ui.language import when_language_changes
from app.ui.token_facts import drafter_name

if TYPE_CHECKING:
    from PySide6.QtGui import QFont, QKeyEvent

    from app.ui.inspector.subject import Subject
    from app.ui.theme import Theme

# At speed 1 a step takes so long.
_STEP_SECONDS = 1.6


class RoundView(QWidget):
    """Shows one round of a subject at a time; `told()` is what stands there in words."""

    def __init__(self, theme: Theme, font: QFont) -> None:
        super().__init__()
        self.setObjectName("round_view")
        self._subject: Subject | None = None
        self.round_index = 0
        self.playback = Playback(self, 1.0 / _STEP_SECONDS)
        self.stage = RoundStage(theme, font)
        self.transport = Transport(self.playback, theme, "round")
        self.stage.take_key = self.take_key
        self._title = label("", "strong")
        self._earlier = button("‹", "icon", "round_earlier")
        self._later = button("›", "icon", "round_later")
        self._sentence = label("", "", wrap=True)
        self._sentence.setObjectName("round_sentence")
        self._numbers = label("", "caption", wrap=True)
        self._numbers.setObjectName("round_numbers")
        self._scroll = QScrollArea()
        self._lay_out()
        self._earlier.clicked.connect(self._on_earlier)
        self._later.clicked.connect(self._on_later)
        self.playback.moved.connect(self._on_moved)
        self.transport.step_requested.connect(self.playback.step)
        self.show_subject(None)
        when_language_changes(self, self._on_language)

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.addWidget(self._title, 1)
        head.addWidget(self._earlier)
        head.addWidget(self._later)
        self._scroll.setWidget(self.stage)
        self._scroll.setWidgetResizable(True)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._scroll.viewport().setAutoFillBackground(False)
        self.stage.setAutoFillBackground(False)
        for words in (self._sentence, self._numbers):
            words.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
            words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._sentence.setMinimumHeight(round(self.fontMetrics().lineSpacing() * 4.2))
        self._numbers.setMinimumHeight(round(self._numbers.fontMetrics().lineSpacing() * 2.2))
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 8, 14, 12)
        column.setSpacing(8)
        column.addLayout(head)
        column.addWidget(self._scroll, 1)
        column.addWidget(self._sentence)
        column.addWidget(self._numbers)
        column.addWidget(self.transport)

    def set_theme(self, theme: Theme) -> None:
        """Draw in another theme."""
        self.stage.set_theme(theme)
        self.transport.set_theme(theme)

    def told(self) -> str:
        """Return what stands there, a line for each part."""
        return "\n".join(part.text() for part in (self._title, self._sentence, self._numbers) if part.text())

    def show_subject(self, subject: Subject | None, index: int = 0, place: int | None = None) -> None:
        """Show a round, at the step that tells of the token at `place`, or from its beginning.

        A subject without rounds says so.
        """
        self._subject = subject
        if subject is None or not subject.rounds:
            self.stage.show_round(None)
            self.playback.load(0.0)
            self._say()
            return
        self.round_index = min(max(0, index), len(subject.rounds) - 1)
        told = subject.explain(self.round_index)
        self.stage.show_round(told)
        self.playback.load(len(told.steps), 1.0 if place is None else told.step_of(place) + 1.0)
        self._say()

    def turn(self, direction: int) -> None:
        """Show the next round (1) or the one before (-1), from its beginning."""
        wanted = self.round_index + direction
        if self._subject is not None and 0 <= wanted < len(self._subject.rounds):
            self.show_subject(self._subject, wanted)

    @Slot()
    def _on_moved(self) -> None:
        before = self.stage.index
        self.stage.set_position(self.playback.position)
        top, height = self.stage.lane
        for y in (top, top + height):  # where the window is low, the end matters more
            self._scroll.ensureVisible(0, y, 0, 0)
        if self.stage.index != before or not self.playback.playing:
            self._say()

    def _say(self) -> None:
        """Put what is on show into words."""
        for one, name, keys in (
            (self._earlier, self.tr("Earlier round"), "PgUp"),
            (self._later, self.tr("Later round"), "PgDown"),
        ):
            one.setAccessibleName(name)
            one.setToolTip(f"{name} ({_native(keys)})")
        self.stage.setAccessibleName(self.tr("The round in slow motion"))
        subject, step = self._subject, self.stage.step
        count = 0 if subject is None else len(subject.rounds)
        self._earlier.setEnabled(count > 0 and self.round_index > 0)
        self._later.setEnabled(self.round_index < count - 1)
        if subject is None or step is None:
            empty = self.tr("Choose a token of a reply, and its round is shown here.")
            none = self.tr("No rounds were stored with this reply, so there is nothing to show.")
            self._title.setText("")
            self._sentence.setText(empty if subject is None else none)
            self._numbers.setText("")
            return
        told = subject.explain(self.round_index)
        title = self.tr("Round {index} of {count} · {method}")
        words = title.format(index=self.round_index + 1, count=count, method=method_name(told.method))
        drafter = told.round.drafter
        if drafter is not None:
            words = f"{words} · {drafter_name(drafter)}"
        self._title.setText(words)
        place = self.tr("Step {step} of {steps}.").format(step=self.stage.index + 1, steps=len(told.steps))
        self._sentence.setText(in_a_row(place, sentence(told, step)))
        # A line ends between two numbers, not inside one.
        named = (f"{name}: {value}".replace(" ", "\u00a0") for name, value in numbers(told, step))
        self._numbers.setText("   ".join(named))

    def _on_language(self) -> None:
        self._say()
        self.stage.set_position(self.playback.position)

    @Slot()
    def _on_earlier(self) -> None:
        self.turn(-1)

    @Slot()
    def _on_later(self) -> None:
        self.turn(1)

    def take_key(self, event: QKeyEvent) -> bool:
        """Obey a key; return whether it is one of ours."""
        if event.key() in (Qt.Key.Key_PageUp, Qt.Key.Key_PageDown):
            self.turn(-1 if event.key() == Qt.Key.Key_PageUp else 1)
            return True
        return self.transport.take_key(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self.take_key(event):
            super().keyPressEvent(event)


def _native(keys: str) -> str:
    return QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText)
