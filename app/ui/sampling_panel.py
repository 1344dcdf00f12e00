"""The sampling options, each with one plain sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QLocale, QRegularExpression, Qt, Signal
from PySide6.QtGui import QRegularExpressionValidator, QValidator
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QDoubleSpinBox,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from app.settings import Settings
from app.ui.controls import button, label

if TYPE_CHECKING:
    from PySide6.QtGui import QShowEvent

_DEFAULTS = Settings()
_WIDTH_CHARACTERS = 52


class SamplingPanel(QFrame):
    """A card with the sampling options, over the transcript.

    Signals:
        option_changed (str, object): a field of `Settings` and its value.
    """

    option_changed = Signal(str, object)

    def __init__(self, parent: QWidget, settings: Settings) -> None:
        super().__init__(parent)
        self.setObjectName("sampling_panel")
        self.temperature = _decimal("temperature", 0, 2, 0.1)
        self.temperature.setSpecialValueText(self.tr("0 (greedy)"))
        self.top_k = QSpinBox()
        self.top_k.setObjectName("top_k")
        self.top_k.setRange(0, 1000)

        self.top_k.setSpecialValueText(self.tr("off"))
        _indent(self.top_k)
        self.top_p = _decimal("top_p", 0.05, 1, 0.05)
        self.min_p = _decimal("min_p", 0, 1, 0.01)
        self.min_p.setSpecialValueText(self.tr("off"))
        self.seed = QLineEdit()
        self.seed.setObjectName("seed")
        self.seed.setPlaceholderText(self.tr("new each time"))
        self.seed.setValidator(QRegularExpressionValidator(QRegularExpression("[0-9]{0,18}"), self.seed))
        self._reset = button(self.tr("Reset"), "link", "reset_sampling")
        self._lay_out()
        self.show_settings(settings)
        self.temperature.valueChanged.connect(self._on_temperature)
        self.top_k.valueChanged.connect(self._on_top_k)
        self.top_p.valueChanged.connect(self._on_top_p)
        self.min_p.valueChanged.connect(self._on_min_p)
        self.seed.textChanged.connect(self._on_seed)
        self._reset.clicked.connect(self._on_reset)
        self.hide()

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(18, 14, 18, 16)
        column.setSpacing(12)
        head = QHBoxLayout()
        head.addWidget(label(self.tr("Sampling"), "strong"), 1)
        head.addWidget(self._reset)
        column.addLayout(head)
        for control, name, explanation in (
            (self.temperature, self.tr("Temperature"), self.tr("Higher is more varied; 0 takes the likeliest token.")),
            (self.top_k, self.tr("Top-k"), self.tr("Only this many of the likeliest tokens can be chosen.")),
            (self.top_p, self.tr("Top-p"), self.tr("Only the likeliest tokens that together reach this share.")),
            (self.min_p, self.tr("Min-p"), self.tr("Drops tokens below this share of the likeliest one.")),
            (self.seed, self.tr("Seed"), self.tr("The same number repeats a reply exactly.")),
        ):
            column.addLayout(_row(control, name, explanation))
        self.setFixedWidth(self.fontMetrics().averageCharWidth() * _WIDTH_CHARACTERS)

    def show_settings(self, settings: Settings) -> None:
        """Put the settings into the controls."""
        self.temperature.setValue(settings.temperature)
        self.top_k.setValue(settings.top_k)
        self.top_p.setValue(settings.top_p)
        self.min_p.setValue(settings.min_p)
        self.seed.setText("" if settings.seed is None else str(settings.seed))

    def _tell(self, name: str, value: Any) -> None:
        self.option_changed.emit(name, value)

    def _on_temperature(self, value: float) -> None:
        self._tell("temperature", round(value, 2))

    def _on_top_k(self, value: int) -> None:
        self._tell("top_k", value)

    def _on_top_p(self, value: float) -> None:
        self._tell("top_p", round(value, 2))

    def _on_min_p(self, value: float) -> None:
        self._tell("min_p", round(value, 2))

    def _on_seed(self, text: str) -> None:
        self._tell("seed", int(text) if text else None)

    def _on_reset(self) -> None:
        self.show_settings(_DEFAULTS)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.temperature.setFocus()
        self.temperature.selectAll()


class _DecimalBox(QDoubleSpinBox):
    """A field for a number with a decimal point, or with the comma that many people's keyboards suggest."""

    def __init__(self) -> None:
        super().__init__()
        self.setLocale(QLocale.c())

    def validate(self, text: str, position: int) -> tuple[QValidator.State, str, int]:
        return super().validate(text.replace(",", "."), position)

    def valueFromText(self, text: str) -> float:
        return super().valueFromText(text.replace(",", "."))


def _decimal(name: str, lowest: float, highest: float, step: float) -> QDoubleSpinBox:
    box = _DecimalBox()
    box.setObjectName(name)
    box.setDecimals(2)
    box.setRange(lowest, highest)
    box.setSingleStep(step)
    _indent(box)

    return box


def _indent(box: QAbstractSpinBox) -> None:
    # The style sheet's padding does not reach the text of a spin box.
    box.lineEdit().setTextMargins(8, 0, 8, 0)


def _row(control: QWidget, name: str, explanation: str) -> QGridLayout:
    """Return a control with its name before and its sentence under it."""
    control.setAccessibleName(name)
    control.setAccessibleDescription(explanation)
    control.setFixedWidth(control.fontMetrics().averageCharWidth() * 19)
    title = label(name, "")
    title.setBuddy(control)
    row = QGridLayout()
    row.setVerticalSpacing(3)
    row.addWidget(title, 0, 0)
    row.addWidget(control, 0, 1, Qt.AlignmentFlag.AlignRight)
    row.addWidget(label(explanation, "caption", wrap=True), 1, 0, 1, 2)
    row.setColumnStretch(0, 1)
    return row
