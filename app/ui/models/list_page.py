"""What most pages of the Models dialog are made of: a list, the details of one row, actions, and what goes on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLayout, QLineEdit, QProgressBar, QVBoxLayout, QWidget

from app.ui.controls import ElidedLabel, button, label, set_property
from app.ui.flow_layout import FlowLayout
from app.ui.language import put_words, when_language_changes
from app.ui.models.details import Details
from app.ui.models.row_view import RowsView
from app.ui.notices import notice_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.errors import DraftlightError
    from app.ui.appearance import Appearance
    from app.ui.bugs import Bug
    from app.ui.language import Words


class Strip(QWidget):
    """One line that says what goes on, with a bar and a way to stop it.

    Signals:
        cancel_requested ().
    """

    cancel_requested = Signal()

    def __init__(self, name: str) -> None:
        super().__init__()
        self._text = ElidedLabel("caption")
        self._text.setObjectName(f"{name}_status")
        self._bar = QProgressBar()
        self._bar.setTextVisible(False)
        put_words(self._bar.setAccessibleName, lambda: self.tr("Progress"))
        self._bar.setFixedWidth(self.fontMetrics().averageCharWidth() * 22)
        self._cancel = button(lambda: self.tr("Cancel"), "link", f"{name}_cancel")
        self._cancel.clicked.connect(self.cancel_requested)
        row = QHBoxLayout(self)
        row.setContentsMargins(4, 0, 4, 0)
        row.setSpacing(10)
        row.addWidget(self._text, 1)
        row.addWidget(self._bar, 0, Qt.AlignmentFlag.AlignVCenter)
        row.addWidget(self._cancel)
        self.hide()

    def show_progress(self, text: str, fraction: float | None = None) -> None:
        """Show how far it is; None: not known."""
        self._text.setText(text)
        self._bar.setRange(0, 0 if fraction is None else 1000)
        self._bar.setValue(round((fraction or 0.0) * 1000))
        self.show()


class Told(QWidget):
    """One sentence about what happened: good or bad."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self._words: Words = str
        self._label = label("", "error", wrap=True)
        self._label.setObjectName(name)
        self._label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        row = QHBoxLayout(self)
        row.setContentsMargins(4, 0, 4, 0)
        row.addWidget(self._label, 1)
        when_language_changes(self, lambda: self._label.setText(self._words()))
        self.hide()

    def text(self) -> str:
        """What is told, "" if nothing is."""
        return self._label.text()

    def say(self, text: str | Words) -> None:
        """Tell something good; nothing for an empty text. A function is asked again when the language changes."""
        self._show(text if callable(text) else lambda: text, "muted")

    def fail(self, error: DraftlightError | Bug) -> None:
        """Tell what went wrong."""
        notice = notice_of(error)
        self._show(notice.words or (lambda: notice.text), "error")

    def _show(self, words: Words, role: str) -> None:
        self._words = words
        set_property(self._label, "role", role)
        self._label.setText(words())
        self.setVisible(bool(self._label.text()))


class ListPage(QWidget):
    """A page of a list with details.

    Signals:
        open_requested (Opening): load this pair.
        page_requested (str): go to another page.
        access_requested (str): how to get access to this repository.
    """

    open_requested = Signal(object)
    page_requested = Signal(str)
    access_requested = Signal(str)

    def __init__(self, look: Appearance, name: str, title: str, lines: int) -> None:
        """Make the parts; `lay_out` puts them in their places."""
        super().__init__()
        self.setObjectName(f"{name}_page")
        self.list = RowsView(look, f"{name}_list", title, lines)
        self.details = Details(f"{name}_details")
        self.strip = Strip(name)
        self.told = Told(f"{name}_told")

    def lay_out(
        self, lead: str, tools: Sequence[QWidget], buttons: Sequence[QWidget], above: Sequence[QWidget] = ()
    ) -> None:
        """Put `tools` over the list, the first of them wide, `above` over the details, and `buttons` below them."""
        side = QVBoxLayout()
        side.setSpacing(8)
        for widget in above:
            side.addWidget(widget, 3 if isinstance(widget, RowsView) else 0)
        side.addWidget(self.details, 2)
        actions = FlowLayout()
        actions.setSpacing(8)
        for button_ in buttons:
            actions.addWidget(button_)
        side.addLayout(actions)
        middle = QHBoxLayout()
        middle.setSpacing(14)
        self.list.setMinimumWidth(self.fontMetrics().averageCharWidth() * 20)
        middle.addWidget(self.list, 5)
        middle.addLayout(side, 6)
        self.stack_up(label(lead, "muted", wrap=True), row_of(*tools), middle)

    def stack_up(self, *parts: QWidget | QLayout) -> None:
        """Put `parts` one below the other, the last layout taking what room there is, then what goes on."""
        column = QVBoxLayout(self)
        column.setContentsMargins(18, 16, 18, 14)
        column.setSpacing(10)
        for part in parts:
            if isinstance(part, QLayout):
                column.addLayout(part, 1 if part is parts[-1] else 0)
            else:
                column.addWidget(part)
        column.addWidget(self.strip)
        column.addWidget(self.told)

    def focus_first(self) -> None:
        """Take the keyboard focus."""
        self.list.setFocus()


def row_of(*widgets: QWidget | None) -> QHBoxLayout:
    """Put widgets side by side; None is room."""
    row = QHBoxLayout()
    row.setSpacing(8)
    for place, widget in enumerate(widgets):
        if widget is None:
            row.addStretch(1)
        else:
            row.addWidget(widget, 1 if place == 0 and isinstance(widget, QLineEdit) else 0)
    return row
