"""The pane that says everything about one row: a title, paragraphs, facts, verdicts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from app.ui.controls import label

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.ui.models.rows import Tone


class Sheet:
    """What is written on the pane, from the top to the bottom."""

    def __init__(self) -> None:
        self.page = QWidget()
        self._column = QVBoxLayout(self.page)
        self._column.setContentsMargins(4, 2, 8, 4)
        self._column.setSpacing(8)
        self._texts: list[str] = []

    @property
    def text(self) -> str:
        """All of it."""
        return "\n".join(self._texts)

    def title(self, text: str) -> None:
        """The name of what this is about."""
        self._add(text, label(_breakable(text), "title", wrap=True))

    def paragraph(self, text: str, role: str = "") -> None:
        """A sentence or more; nothing for an empty text."""
        if text:
            self._add(text, _selectable(label(_breakable(text), role, wrap=True)))

    def section(self, text: str) -> None:
        """The heading of what follows."""
        self._column.addSpacing(4)
        self._add(text, label(text, "strong", wrap=True))

    def verdict(self, tone: Tone, text: str) -> None:
        """A verdict with its mark."""
        said = f"{tone.value} {text}".strip()
        line = label(said, "", wrap=True)
        line.setProperty("tone", tone.name.lower())
        self._add(said, line)

    def reason(self, mark: str, text: str) -> None:
        """One point of a list."""
        row = QHBoxLayout()
        row.setSpacing(8)
        point = label(mark, "muted")
        point.setAlignment(Qt.AlignmentFlag.AlignTop)
        point.setFixedWidth(point.fontMetrics().horizontalAdvance("◐"))
        row.addWidget(point)
        row.addWidget(_selectable(label(_breakable(text), "", wrap=True)), 1)
        self._column.addLayout(row)
        self._texts.append(f"{mark} {text}")

    def facts(self, facts: Sequence[tuple[str, str]]) -> None:
        """Names with their values; those without a value are left out."""
        grid = QGridLayout()
        grid.setHorizontalSpacing(14)
        grid.setVerticalSpacing(3)
        grid.setColumnStretch(1, 1)
        for row, (name, value) in enumerate(one for one in facts if one[1]):
            what = label(name, "muted")
            what.setAlignment(Qt.AlignmentFlag.AlignTop)
            grid.addWidget(what, row, 0)
            grid.addWidget(_selectable(label(_breakable(value), "", wrap=True)), row, 1)
            self._texts.append(f"{name}: {value}")
        self._column.addLayout(grid)

    def end(self) -> None:
        """Nothing follows."""
        self._column.addStretch(1)

    def _add(self, text: str, widget: QWidget) -> None:
        self._texts.append(text)
        self._column.addWidget(widget)


class Details(QScrollArea):
    """Shows one sheet after another."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setObjectName(name)
        self.setProperty("kind", "details")
        self.setAccessibleName(self.tr("Details"))
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._text = ""

    def text(self) -> str:
        """What can be read on it."""
        return self._text

    def show_sheet(self, sheet: Sheet) -> None:
        """Show a sheet in place of the last one."""
        sheet.end()
        if sheet.text == self._text and self.widget() is not None:
            sheet.page.deleteLater()
            return
        self._text = sheet.text
        old = self.takeWidget()
        if old is not None:
            old.deleteLater()
        self.setWidget(sheet.page)
        self.setAccessibleDescription(sheet.text)

    def show_words(self, text: str) -> None:
        """Show one muted sentence."""
        sheet = Sheet()
        sheet.paragraph(text, "muted")
        self.show_sheet(sheet)


def _breakable(text: str) -> str:
    """Let long names and paths break where their words end; the eye sees no difference."""
    for mark in "/\\-_.":
        text = text.replace(mark, mark + "\u200b")
    return text


def _selectable(widget: QLabel) -> QLabel:
    widget.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    return widget
