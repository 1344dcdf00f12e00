"""Rows of the lists of models: what is shown, apart from how."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, Qt

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtCore import QObject

Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()


class Tone(Enum):
    """How good the news of a badge are; the value is the mark before it, so that no hue is needed to tell."""

    GOOD = "✓"
    LIMITED = "◐"
    BAD = "✕"
    NEUTRAL = ""


@dataclass(frozen=True, slots=True)
class Row:
    """One row: `title` with a `badge` at its end, two smaller lines, and a bar where `fraction` is known (0 to 1)."""

    key: str
    title: str
    subtitle: str
    detail: str = ""
    badge: str = ""
    tone: Tone = Tone.NEUTRAL
    fraction: float | None = None

    @property
    def badge_text(self) -> str:
        """The badge with its mark."""
        return f"{self.tone.value} {self.badge}".strip() if self.badge else ""

    @property
    def spoken(self) -> str:
        """All of it in one line, for a screen reader."""
        return ". ".join(part for part in (self.title, self.badge, self.subtitle, self.detail) if part)


class RowsModel(QAbstractListModel):
    """A list of rows, each with a key of its own."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: list[Row] = []
        self._places: dict[str, int] = {}

    @property
    def rows(self) -> tuple[Row, ...]:
        """All rows."""
        return tuple(self._rows)

    def place_of(self, key: str) -> int:
        """Where the row with this key is, -1 if there is none."""
        return self._places.get(key, -1)

    def row_at(self, index: Index) -> Row | None:
        """The row at an index."""
        return self._rows[index.row()] if index.isValid() and index.row() < len(self._rows) else None

    def set_rows(self, rows: Sequence[Row]) -> None:
        """Show other rows; where their keys are the same, in place."""
        if [row.key for row in rows] == [row.key for row in self._rows]:
            for row in rows:
                self.update_row(row)
            return
        self.beginResetModel()
        self._rows = list(rows)
        self._places = {row.key: place for place, row in enumerate(rows)}
        self.endResetModel()

    def update_row(self, row: Row) -> None:
        """Show a row in place of the one with its key, if there is one."""
        place = self.place_of(row.key)
        if place >= 0 and self._rows[place] != row:
            self._rows[place] = row
            self.dataChanged.emit(self.index(place), self.index(place))

    def rowCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        row = self.row_at(index)
        if row is None:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return row.title
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return row.spoken
        if role == Qt.ItemDataRole.ToolTipRole:
            return "\n".join(part for part in (row.title, row.subtitle, row.detail) if part)
        return row if role == Qt.ItemDataRole.UserRole else None
