"""The controls that options are set with: each gives and takes one value and tells when the person changed it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QLocale, QRegularExpression, Qt, Signal
from PySide6.QtGui import QRegularExpressionValidator, QValidator
from PySide6.QtWidgets import QAbstractSpinBox, QDoubleSpinBox, QLineEdit, QSpinBox

from app.ui.controls import PickerBox, Switch
from app.ui.language import put_words, when_language_changes
from app.ui.option_lines import BiasOption, LinesOption

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PySide6.QtGui import QWheelEvent

    from app.ui.language import Words
    from app.ui.theme import Theme


class DecimalOption(QDoubleSpinBox):
    """A number with a decimal point, or with the comma that many people's keyboards suggest.

    Signals:
        edited ().
    """

    edited = Signal()

    def __init__(self, lowest: float, highest: float, step: float, special: Words | None = None) -> None:
        super().__init__()
        self.setLocale(QLocale.c())
        self.setDecimals(2)
        self.setRange(lowest, highest)
        self.setSingleStep(step)
        if special is not None:
            put_words(self.setSpecialValueText, special)
        _indent(self)
        self.valueChanged.connect(self.edited)

    def get(self) -> float:
        """Return the number."""
        return round(self.value(), 2)

    def put(self, value: float) -> None:
        """Show a number."""
        self.setValue(value)

    def validate(self, text: str, position: int) -> tuple[QValidator.State, str, int]:
        return super().validate(text.replace(",", "."), position)

    def valueFromText(self, text: str) -> float:
        return super().valueFromText(text.replace(",", "."))

    def wheelEvent(self, event: QWheelEvent) -> None:
        if not _scrolls_past(self, event):
            super().wheelEvent(event)


class NumberOption(QSpinBox):
    """A whole number; where `none` is set the lowest one stands for None.

    Signals:
        edited ().
    """

    edited = Signal()

    def __init__(
        self, lowest: int, highest: int, *, step: int = 1, special: Words | None = None, none: bool = False
    ) -> None:
        super().__init__()
        self._none = none
        self.setRange(lowest, highest)
        self.setSingleStep(step)
        if special is not None:
            put_words(self.setSpecialValueText, special)
        _indent(self)
        self.valueChanged.connect(self.edited)

    def get(self) -> int | None:
        """Return the number."""
        return None if self._none and self.value() == self.minimum() else self.value()

    def put(self, value: int | None) -> None:
        """Show a number."""
        self.setValue(self.minimum() if value is None else value)

    def wheelEvent(self, event: QWheelEvent) -> None:
        if not _scrolls_past(self, event):
            super().wheelEvent(event)


class DigitsOption(QLineEdit):
    """A whole number of many digits, or nothing, which is None.

    Signals:
        edited ().
    """

    edited = Signal()

    def __init__(self, placeholder: Words) -> None:
        super().__init__()
        put_words(self.setPlaceholderText, placeholder)
        self.setValidator(QRegularExpressionValidator(QRegularExpression("[0-9]{0,18}"), self))
        self.textChanged.connect(self.edited)

    def get(self) -> int | None:
        """Return the number."""
        return int(self.text()) if self.text() else None

    def put(self, value: int | None) -> None:
        """Show a number."""
        self.setText("" if value is None else str(value))


class SwitchOption(Switch):
    """On or off.

    Signals:
        edited ().
    """

    edited = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__(None, theme)
        self.toggled.connect(self.edited)

    def get(self) -> bool:
        """Return whether it is on."""
        return self.isChecked()

    def put(self, value: bool) -> None:
        """Turn it on or off."""
        self.setChecked(value)


class ChoiceOption(PickerBox):
    """One of a few named values.

    Signals:
        edited ().
    """

    edited = Signal()

    def __init__(self, choices: Callable[[], Sequence[tuple[str, object]]]) -> None:
        super().__init__()
        self._choices = choices
        # A Python object beside each name: Qt would turn None into "no data".
        self._values = [value for _, value in choices()]
        self.addItems([name for name, _ in choices()])
        when_language_changes(self, self._say)
        self.currentIndexChanged.connect(self.edited)

    def _say(self) -> None:
        for place, (name, _) in enumerate(self._choices()):
            self.setItemText(place, name)

    def get(self) -> object:
        """Return the chosen value."""
        return self._values[self.currentIndex()]

    def put(self, value: object) -> None:
        """Choose a value."""
        self.setCurrentIndex(next((place for place, one in enumerate(self._values) if one == value), 0))

    def wheelEvent(self, event: QWheelEvent) -> None:
        if not _scrolls_past(self, event):
            super().wheelEvent(event)


OptionControl = DecimalOption | NumberOption | DigitsOption | LinesOption | BiasOption | SwitchOption | ChoiceOption


def _scrolls_past(control: QAbstractSpinBox | PickerBox, event: QWheelEvent) -> bool:
    """Leave the wheel to the panel unless the person is in this control: scrolling past it must not change it."""
    if control.hasFocus():
        return False
    event.ignore()
    return True


def _indent(box: QAbstractSpinBox) -> None:
    # The style sheet's padding does not reach the text of a spin box.
    box.lineEdit().setTextMargins(8, 0, 8, 0)
    box.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
