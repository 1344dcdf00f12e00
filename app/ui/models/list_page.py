"""What most pages of the Models dialog are made of: a list, the details of one row, actions, and what goes on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QPushButton, QVBoxLayout, QWidget

from app.ui.controls import ElidedLabel, button, label, set_property
from app.ui.models.details import Details
from app.ui.models.row_view import RowsView
from app.ui.notices import notice_of

if TYPE_CHECKING:
    from app.errors import DraftlightError
    from app.ui.appearance import Appearance
    from app.ui.bugs import Bug


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
        self._bar.setAccessibleName(self.tr("Progress"))
        self._bar.setFixedWidth(self.fontMetrics().averageCharWidth() * 22)
        self._cancel = button(self.tr("Cancel"), "link", f"{name}_cancel")
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
        self._label = label("", "error", wrap=True)
        self._label.setObjectName(name)
        self._label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        row = QHBoxLayout(self)
        row.setContentsMargins(4, 0, 4, 0)
        row.addWidget(self._label, 1)
        self.hide()

    def text(self) -> str:
        """What is told, "" if nothing is."""
        return self._label.text()

    def say(self, text: str) -> None:
        """Tell something good; nothing for an empty text."""
        self._show(text, "muted")

    def fail(self, error: DraftlightError | Bug) -> None:
        """Tell what went wrong."""
        self._show(notice_of(error).text, "error")

    def _show(self, text: str, role: str) -> None:
        set_property(self._label, "role", role)
        self._label.setText(text)
        self.setVisible(bool(text))


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

    def __init__(self, look: Appearance, name: str, lead: str, title: str, lines: int) -> None:
        super().__init__()
        self.setObjectName(f"{name}_page")
        self.tools = QHBoxLayout()
        self.tools.setSpacing(8)
        self.list = RowsView(look, f"{name}_list", title, lines)
        self.details = Details(f"{name}_details")
        self.strip = Strip(name)
        self.told = Told(f"{name}_told")
        self.buttons = QHBoxLayout()
        self.buttons.setSpacing(8)
        self.side = QVBoxLayout()
        self.side.setSpacing(8)
        self.side.addWidget(self.details, 1)
        self.side.addLayout(self.buttons)
        self.middle = QHBoxLayout()
        self.middle.setSpacing(14)
        self.middle.addWidget(self.list, 5)
        self.middle.addLayout(self.side, 6)
        column = QVBoxLayout(self)
        column.setContentsMargins(18, 16, 18, 14)
        column.setSpacing(10)
        column.addWidget(label(lead, "muted", wrap=True))
        column.addLayout(self.tools)
        column.addLayout(self.middle, 1)
        column.addWidget(self.strip)
        column.addWidget(self.told)

    def add_actions(self, *buttons: QPushButton) -> None:
        """Put buttons below the details, the first at the left."""
        for one in buttons:
            self.buttons.addWidget(one)
        self.buttons.addStretch(1)

    def focus_first(self) -> None:
        """Take the keyboard focus."""
        self.list.setFocus()
