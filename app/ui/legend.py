"""What the marks mean, drawn exactly as in the transcript, and what the colours tell."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QStackedWidget, QVBoxLayout, QWidget

from app.speculation.records import Verdict
from app.ui.colourings import STEPS, Colouring, Marking
from app.ui.controls import PickerBox, Switch, label
from app.ui.flow_layout import FlowLayout
from app.ui.language import put_words, when_language_changes
from app.ui.looks import step_look, verdict_look
from app.ui.marks import MarkPainter
from app.ui.scale_words import colouring_name, colouring_sentence, step_texts
from app.ui.token_card import paint_sample, sample_size, verdict_name, verdict_sentence

if TYPE_CHECKING:
    from PySide6.QtGui import QFont

    from app.ui.theme import Theme

_ORDER = (
    Verdict.ACCEPTED,
    Verdict.BONUS,
    Verdict.CORRECTION,
    Verdict.PLAIN,
    Verdict.REJECTED,
    Verdict.UNEXAMINED,
)


class MarkToggle(QAbstractButton):
    """The name of a verdict: with its mark while it is shown, faint and without while it is not."""

    def __init__(self, theme: Theme, font: QFont, verdict: Verdict) -> None:
        super().__init__()
        self.verdict = verdict
        self._font = font
        self._painter = MarkPainter(theme, font)
        self.setObjectName(f"mark_{verdict.value}")
        self.setCheckable(True)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self._put_words()
        when_language_changes(self, self._put_words)

    def _put_words(self) -> None:
        told = verdict_sentence(self.verdict)
        self.setAccessibleName(verdict_name(self.verdict))
        self.setAccessibleDescription(told)
        self.setToolTip(f"{told} {self.tr('Click to hide or show its mark.')}")
        self.updateGeometry()

    def set_theme(self, theme: Theme) -> None:
        """Draw in another theme or text size."""
        self._painter = MarkPainter(theme, self._font)
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return sample_size(self._font, verdict_name(self.verdict))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = self._painter.theme
        look = verdict_look(theme, self.verdict) if self.isChecked() else None
        paint_sample(self, self._painter, self._font, verdict_name(self.verdict), look)
        if self.hasFocus():
            painter = QPainter(self)
            painter.setPen(QPen(QColor(theme.accent), 1.2))
            painter.drawRect(self.rect().adjusted(0, 0, -1, -1))
            painter.end()


class StepSample(QWidget):
    """What one step of a scale stands for, with its look."""

    def __init__(self, theme: Theme, font: QFont) -> None:
        super().__init__()
        self._font = font
        self._colouring, self._step, self._words = Colouring.TARGET, 0, ""
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        """Draw in another theme or text size."""
        self._painter = MarkPainter(theme, self._font)
        self.updateGeometry()
        self.update()

    def show_step(self, colouring: Colouring, step: int, words: str) -> None:
        """Show a step."""
        self._colouring, self._step, self._words = colouring, step, words
        self.setAccessibleName(words)
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return sample_size(self._font, self._words)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, _event: QPaintEvent) -> None:
        look = step_look(self._painter.theme, self._colouring, self._step)
        paint_sample(self, self._painter, self._font, self._words, look)


class ScaleLegend(QWidget):
    """The steps of a scale in a row, the smallest first."""

    def __init__(self, theme: Theme, font: QFont) -> None:
        super().__init__()
        self._samples = [StepSample(theme, font) for _ in range(STEPS)]
        self._none = label(lambda: self.tr("no value: no mark"), "caption")
        row = FlowLayout(self, spring=len(self._samples))
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        for sample in self._samples:
            row.addWidget(sample)
        row.addWidget(self._none)

    def set_theme(self, theme: Theme) -> None:
        """Draw in another theme."""
        for sample in self._samples:
            sample.set_theme(theme)

    def show_scale(self, colouring: Colouring) -> None:
        """Show the steps of another scale."""
        words = step_texts(colouring)
        for step, sample in enumerate(self._samples):
            sample.setVisible(step < len(words))
            if step < len(words):
                sample.show_step(colouring, step, words[step])
        self.setToolTip(colouring_sentence(colouring))
        self.setAccessibleName(colouring_sentence(colouring))
        self._none.setVisible(colouring is not Colouring.ROUND)


class Legend(QWidget):
    """What the colours tell, the marks with their names, and the switches for what is not part of the text.

    Signals:
        marking_changed (Marking): the person wants tokens marked otherwise.
    """

    marking_changed = Signal(object)

    def __init__(self, theme: Theme, font: QFont) -> None:
        super().__init__()
        self.setObjectName("legend")
        self._marking = Marking()
        self._toggles = {verdict: MarkToggle(theme, font, verdict) for verdict in _ORDER}
        self._scale = ScaleLegend(theme, font)
        self._stack = QStackedWidget()
        self.picker = PickerBox()
        self.picker.setObjectName("colouring")
        when_language_changes(self, self._fill_picker)
        put_words(self.picker.setAccessibleName, lambda: self.tr("What the colours tell"))
        self.seams = Switch(lambda: self.tr("Seams"), theme)
        self.seams.setObjectName("show_seams")
        put_words(self.seams.setToolTip, lambda: self.tr("A thin line where one round ends and the next begins"))
        self.show_rejected = Switch(lambda: self.tr("Show rejected"), theme)
        self.show_rejected.setObjectName("show_rejected")
        put_words(
            self.show_rejected.setToolTip,
            lambda: self.tr("Show what the drafter proposed in vain, in its place (Ctrl+Shift+R)"),
        )
        self._lay_out()
        self._fill_picker()
        self.show_marking(self._marking)
        self.picker.currentIndexChanged.connect(self._on_changed)
        for switch in (self.seams, self.show_rejected, *self._toggles.values()):
            switch.toggled.connect(self._on_changed)

    def _lay_out(self) -> None:
        toggles = QWidget()
        row = FlowLayout(toggles, spring=_ORDER.index(Verdict.REJECTED))
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        for verdict in _ORDER:
            row.addWidget(self._toggles[verdict])
        self._stack.addWidget(toggles)
        self._stack.addWidget(self._scale)
        choices = QWidget()
        first = self._choices = FlowLayout(choices, spring=1)
        first.setContentsMargins(0, 0, 0, 0)
        first.setSpacing(12)
        self.picker.setSizePolicy(self.seams.sizePolicy())
        self.picker.setSizeAdjustPolicy(PickerBox.SizeAdjustPolicy.AdjustToContents)
        first.addWidget(self.picker)
        first.addWidget(self.seams)
        first.addWidget(self.show_rejected)
        column = QVBoxLayout(self)
        column.setContentsMargins(4, 0, 4, 0)
        column.setSpacing(4)
        column.addWidget(self._stack)
        column.addWidget(choices)

    def add(self, control: QWidget) -> None:
        """Put a control after the switches."""
        self._choices.addWidget(control)

    @property
    def marking(self) -> Marking:
        """How tokens are marked now."""
        return self._marking

    @property
    def tab_chain(self) -> tuple[QWidget, ...]:
        """What Tab walks over, in order."""
        return (*self._toggles.values(), self.picker, self.seams, self.show_rejected)

    def toggle(self, verdict: Verdict) -> MarkToggle:
        """Return the button that hides and shows a verdict."""
        return self._toggles[verdict]

    def show_marking(self, marking: Marking) -> None:
        """Put a marking into the controls."""
        self._marking = marking
        for control in (self.picker, self.seams, self.show_rejected, *self._toggles.values()):
            control.blockSignals(True)
        self.picker.setCurrentIndex(list(Colouring).index(marking.colouring))
        self.seams.setChecked(marking.seams)
        self.show_rejected.setChecked(marking.ghosts)
        for verdict, toggle in self._toggles.items():
            toggle.setChecked(verdict not in marking.hidden)
        for control in (self.picker, self.seams, self.show_rejected, *self._toggles.values()):
            control.blockSignals(False)
            control.update()
        self._show_scale()

    def next_colouring(self) -> None:
        """Colour by the next thing; after the last comes the first."""
        self.picker.setCurrentIndex((self.picker.currentIndex() + 1) % self.picker.count())

    def set_theme(self, theme: Theme) -> None:
        """Draw in another theme."""
        for switch in (self.seams, self.show_rejected):
            switch.set_theme(theme)
        for toggle in self._toggles.values():
            toggle.set_theme(theme)
        self._scale.set_theme(theme)

    def _fill_picker(self) -> None:
        self.picker.blockSignals(True)
        index = max(0, self.picker.currentIndex())
        self.picker.clear()
        for colouring in Colouring:
            name = self.tr("Colours: {name}").format(name=colouring_name(colouring))
            self.picker.addItem(name)
            self.picker.setItemData(self.picker.count() - 1, colouring_sentence(colouring), Qt.ItemDataRole.ToolTipRole)
        self.picker.setCurrentIndex(index)
        self.picker.blockSignals(False)
        self._show_scale()

    def _show_scale(self) -> None:
        colouring = self._marking.colouring
        by_verdict = colouring is Colouring.VERDICT
        if not by_verdict:
            self._scale.show_scale(colouring)
        self._stack.setCurrentIndex(0 if by_verdict else 1)
        self.picker.setToolTip(colouring_sentence(colouring))

    def _on_changed(self) -> None:
        self._marking = dataclasses.replace(
            self._marking,
            colouring=list(Colouring)[self.picker.currentIndex()],
            hidden=frozenset(verdict for verdict, toggle in self._toggles.items() if not toggle.isChecked()),
            seams=self.seams.isChecked(),
            ghosts=self.show_rejected.isChecked(),
        )
        self._show_scale()
        self.marking_changed.emit(self._marking)
