"""The chat list as Qt's views want it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, Qt, Signal

from app.chats.records import Chat, SearchHit
from app.ui.chats.rows import Heading

if TYPE_CHECKING:
    from app.ui.chats.rows import Row

_Index = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()
ROW = Qt.ItemDataRole.UserRole


class ChatListModel(QAbstractListModel):
    """Holds the rows; `ROW` is the role of the record itself.

    Signals:
        renamed (int, str): a chat's id and the title that the person typed.
    """

    renamed = Signal(int, str)

    def __init__(self) -> None:
        super().__init__()
        self._rows: tuple[Row, ...] = ()

    @property
    def rows(self) -> tuple[Row, ...]:
        """What is listed."""
        return self._rows

    def show(self, rows: tuple[Row, ...]) -> bool:
        """List `rows`; return whether they are others than before."""
        if rows == self._rows:
            return False
        self.beginResetModel()
        self._rows = rows
        self.endResetModel()
        return True

    def index_of(self, chat_id: int | None) -> QModelIndex:
        """Return where a chat is listed; an invalid index if it is not."""
        for row, one in enumerate(self._rows):
            if isinstance(one, Chat) and one.id == chat_id:
                return self.index(row)
        return QModelIndex()

    def rowCount(self, parent: _Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        row = self._rows[index.row()]
        match role:
            case Qt.ItemDataRole.UserRole:
                return row
            case Qt.ItemDataRole.DisplayRole | Qt.ItemDataRole.EditRole:
                return row.text if isinstance(row, Heading) else row.title
            case Qt.ItemDataRole.ToolTipRole if not isinstance(row, Heading):
                return row.title
            case Qt.ItemDataRole.AccessibleTextRole:
                return _spoken(row)
        return None

    def flags(self, index: _Index) -> Qt.ItemFlag:
        if not index.isValid() or isinstance(self._rows[index.row()], Heading):
            return Qt.ItemFlag.NoItemFlags
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemNeverHasChildren
        return flags | Qt.ItemFlag.ItemIsEditable if isinstance(self._rows[index.row()], Chat) else flags

    def setData(self, index: _Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        row = self._rows[index.row()]
        if role != Qt.ItemDataRole.EditRole or not isinstance(row, Chat):
            return False
        self.renamed.emit(row.id, str(value))
        return True


def _spoken(row: Row) -> str:
    """Return a row as a screen reader says it."""
    match row:
        case SearchHit():
            return f"{row.title}: {row.snippet}" if row.message_id is not None else row.title
        case Heading():
            return row.text
        case Chat():
            return row.title
