"""One option of a panel with its name and sentence, and a part of a panel that folds out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QGridLayout, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from app.ui.controls import button, label
from app.ui.language import when_language_changes
from app.ui.option_controls import SwitchOption
from app.ui.option_lines import LinesBox

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PySide6.QtGui import QPaintEvent

    from app.ui.language import Words
    from app.ui.option_controls import OptionControl

    # The name of an option and the sentence that explains it, in the language of the moment.
    OptionWords = Callable[[], tuple[str, str]]

_CONTROL_CHARACTERS = 19


class OptionRow(QWidget):
    """A control with its name before and its sentence under it; a dot marks a value that was changed.

    Signals:
        changed (str, object): the option's name and its value.
    """

    changed = Signal(str, object)

    def __init__(self, name: str, control: OptionControl, words: OptionWords, default: object) -> None:
        super().__init__()
        self.name = name
        self.control = control
        self._words, self._default = words, default
        self._own_default, self._advised = default, False
        control.setObjectName(name)
        self._title = label("", "")
        self._title.setBuddy(control)
        self._caption = label("", "caption", wrap=True)
        self._reset = button(lambda: self.tr("Reset"), "link", f"reset_{name}")
        keep = self._reset.sizePolicy()
        keep.setRetainSizeWhenHidden(True)
        self._reset.setSizePolicy(keep)
        self._lay_out()
        self.say()
        when_language_changes(self, self.say)
        control.edited.connect(self._on_edited)
        self._reset.clicked.connect(self.reset)

    def _lay_out(self) -> None:
        row = QGridLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setVerticalSpacing(3)
        row.setColumnStretch(0, 1)
        row.addWidget(self._title, 0, 0)
        if isinstance(self.control, LinesBox):
            row.addWidget(self._reset, 0, 1, 1, 2, Qt.AlignmentFlag.AlignRight)
            row.addWidget(self.control, 1, 0, 1, 3)
            row.addWidget(self._caption, 2, 0, 1, 3)
            return
        if not isinstance(self.control, SwitchOption):
            self.control.setFixedWidth(self.control.fontMetrics().averageCharWidth() * _CONTROL_CHARACTERS)
        row.addWidget(self._reset, 0, 1)
        row.addWidget(self.control, 0, 2, Qt.AlignmentFlag.AlignRight)
        row.addWidget(self._caption, 1, 0, 1, 3)

    @property
    def is_changed(self) -> bool:
        """Whether the value is another than the one it comes with."""
        return self.control.get() != self._default

    def put(self, value: object) -> None:
        """Show a value without telling of it."""
        with QSignalBlocker(self.control):
            self.control.put(value)  # type: ignore[arg-type]
        self._mark()

    def advise(self, value: object | None) -> None:
        """Have this as the value it comes with, since the model's file recommends it; None goes back to the usual."""
        self._advised = value is not None
        self._default = self._own_default if value is None else value
        self._mark()

    def say(self) -> None:
        """Name and explain the option, as is right now."""
        title, sentence = self._words()
        self.control.setAccessibleName(title)
        self._reset.setAccessibleName(self.tr("Reset {option}").format(option=title))
        self._caption.setText(sentence)
        self._mark()

    def reset(self) -> None:
        """Go back to the value it comes with."""
        if self._reset.hasFocus():
            self.control.setFocus()
        self.control.put(self._default)  # type: ignore[arg-type]

    def _on_edited(self) -> None:
        self._mark()
        self.changed.emit(self.name, self.control.get())

    def _mark(self) -> None:
        changed = self.is_changed
        title, sentence = self._words()
        if changed:
            title = f"{title} ●"
            sentence = self.tr("{sentence} Changed.").format(sentence=sentence)
        elif self._advised:
            title = self.tr("{option} · from the model").format(option=title)
            sentence = self.tr("{sentence} This value is recommended by the model's file.").format(sentence=sentence)
        self._title.setText(title)
        self._reset.setVisible(changed)
        self.control.setAccessibleDescription(sentence)


class Fold(QWidget):
    """A heading that shows or hides the rows under it, and says how many of them were changed.

    Signals:
        toggled (bool).
    """

    toggled = Signal(bool)

    def __init__(self, title: Words, name: str) -> None:
        super().__init__()
        self._title = title
        self._changed = 0
        self.head = _FoldButton()
        self.head.setObjectName(name)
        self.head.setProperty("kind", "fold")
        self.body = QWidget()
        self.column = QVBoxLayout(self.body)
        self.column.setContentsMargins(0, 2, 0, 6)
        self.column.setSpacing(12)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addWidget(self.head)
        column.addWidget(self.body)
        self.body.hide()
        self._say()
        when_language_changes(self, self._say)
        self.head.toggled.connect(self._on_toggled)

    def count(self, rows: Sequence[OptionRow]) -> None:
        """Say how many of `rows` were changed."""
        self._changed = sum(row.is_changed for row in rows)
        self._say()

    def _say(self) -> None:
        title = self._title()
        told = self.tr("{number} changed").format(number=self._changed) if self._changed else ""
        self.head.setText(f"{title} · {told}" if told else title)
        self.head.setAccessibleName(f"{title}, {told}" if told else title)

    def _on_toggled(self, shown: bool) -> None:
        self.body.setVisible(shown)
        self.toggled.emit(shown)


class _FoldButton(QPushButton):
    """A wide button with a chevron that points to what it shows."""

    def __init__(self) -> None:
        super().__init__()
        self.setCheckable(True)
        self.setAutoDefault(False)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        pen = QPen(self.palette().placeholderText().color(), 1.6)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        painter.setPen(pen)
        x, y = self.width() - 16.0, self.height() / 2
        if self.isChecked():
            painter.drawPolyline([QPointF(x - 4, y - 2), QPointF(x, y + 2), QPointF(x + 4, y - 2)])
        else:
            painter.drawPolyline([QPointF(x - 2, y - 4), QPointF(x + 2, y), QPointF(x - 2, y + 4)])
        painter.end()
