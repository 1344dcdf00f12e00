"""How the rows of the chat list look."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPen, QTextCharFormat, QTextLayout
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from app.chats.records import Chat, SearchHit
from app.ui.chats.list_model import ROW
from app.ui.chats.rows import Heading
from app.ui.icons import Icon, icon
from app.ui.pieces import units

if TYPE_CHECKING:
    from app.ui.theme import Theme

_SIDE, _RADIUS = 10, 7
_SNIPPET_LINES = 2
# Of the text before the first word that was found: more would push the word out of sight.
_BEFORE = 14


class ChatListDelegate(QStyledItemDelegate):
    """Draws headings, chats and hits; a title is edited in its place, `is_editing` meanwhile."""

    def __init__(self, parent: QWidget, theme: Theme, caption: QFont) -> None:
        super().__init__(parent)
        self._theme = theme
        self._caption = caption
        self.is_editing = False

    def set_theme(self, theme: Theme) -> None:
        """Draw in another theme."""
        self._theme = theme

    def _height(self, row: object, font: QFont) -> int:
        line, small = QFontMetrics(font).height(), QFontMetrics(self._caption).height()
        match row:
            case Heading():
                return small + 16
            case SearchHit() if row.message_id is not None:
                return line + _SNIPPET_LINES * small + 18
        return line + 16

    def _ground(self, painter: QPainter, option: QStyleOptionViewItem) -> None:
        """Draw what tells the current row and the one under the pointer."""
        state = option.state
        chosen = bool(state & QStyle.StateFlag.State_Selected)
        if not chosen and not state & QStyle.StateFlag.State_MouseOver:
            return
        focused = chosen and bool(state & QStyle.StateFlag.State_HasFocus)
        painter.setPen(QPen(QColor(self._theme.accent), 1.2) if focused else Qt.PenStyle.NoPen)
        painter.setBrush(QColor(self._theme.hover))
        ground = QRectF(option.rect).adjusted(0.8, 1.0, -0.8, -1.0)
        painter.drawRoundedRect(ground, _RADIUS, _RADIUS)

    def _paint_heading(self, painter: QPainter, room: QRect, text: str) -> None:
        painter.setFont(self._caption)
        painter.setPen(QColor(self._theme.muted))
        place = room.adjusted(0, 0, 0, -4)
        painter.drawText(place, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignBottom, text)

    def _paint_title(self, painter: QPainter, room: QRect, title: str, font: QFont, pinned: bool) -> None:
        painter.setFont(font)
        painter.setPen(QColor(self._theme.text))
        metrics = QFontMetrics(font)
        if pinned:
            size = round(metrics.height() * 0.8)
            corner = QRect(room.right() - size + 1, room.center().y() - size // 2, size, size)
            icon(Icon.PIN, self._theme.muted, size).paint(painter, corner)
            room = room.adjusted(0, 0, -size - 6, 0)
        # A title is one line, whatever stands in it.
        shown = metrics.elidedText(" ".join(title.split()), Qt.TextElideMode.ElideRight, room.width())
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine, shown)

    def _paint_hit(self, painter: QPainter, room: QRect, hit: SearchHit, font: QFont) -> None:
        if hit.message_id is None:
            self._paint_marked(painter, room.adjusted(0, 7, 0, 0), hit.title, hit.spans, font, 1)
            return
        strong = QFont(font)
        strong.setWeight(QFont.Weight.DemiBold)
        line = QFontMetrics(strong).height()
        head = QRect(room.left(), room.top() + 7, room.width(), line)
        self._paint_title(painter, head, hit.title, strong, pinned=False)
        snippet, spans = from_first_span(hit)
        below = QRect(room.left(), head.bottom() + 3, room.width(), room.bottom() - head.bottom() - 5)
        self._paint_marked(painter, below, snippet, spans, self._caption, _SNIPPET_LINES)

    def _paint_marked(
        self,
        painter: QPainter,
        room: QRect,
        text: str,
        spans: tuple[tuple[int, int], ...],
        font: QFont,
        lines: int,
    ) -> None:
        """Draw text on so many lines, with what was found in it marked by weight and ground."""
        layout = QTextLayout(text, font)
        marked = QTextCharFormat()
        marked.setFontWeight(QFont.Weight.Bold)
        marked.setForeground(QColor(self._theme.text))
        marked.setBackground(QColor(self._theme.selection))
        layout.setFormats([_format_range(text, start, end, marked) for start, end in spans])
        layout.beginLayout()
        y = 0.0
        for _ in range(lines):
            line = layout.createLine()
            if not line.isValid():
                break
            line.setLineWidth(room.width())
            line.setPosition(QPointF(0, y))
            y += line.height()
        layout.endLayout()
        painter.save()
        painter.setClipRect(room)
        painter.setPen(QColor(self._theme.muted if lines > 1 else self._theme.text))
        layout.draw(painter, QPointF(room.topLeft()))
        painter.restore()

    def createEditor(
        self, parent: QWidget, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QWidget:
        self.is_editing = True
        return super().createEditor(parent, option, index)

    def destroyEditor(self, editor: QWidget, index: QModelIndex | QPersistentModelIndex) -> None:
        self.is_editing = False
        super().destroyEditor(editor, index)

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        return QSize(40, self._height(index.data(ROW), option.font))

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        row = index.data(ROW)
        room: QRect = option.rect.adjusted(_SIDE, 0, -_SIDE, 0)
        font: QFont = option.font
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        match row:
            case Heading():
                self._paint_heading(painter, room, row.text)
            case Chat():
                self._ground(painter, option)
                self._paint_title(painter, room, row.title, font, row.pinned)
            case SearchHit():
                self._ground(painter, option)
                self._paint_hit(painter, room, row, font)
        painter.restore()


def from_first_span(hit: SearchHit) -> tuple[str, tuple[tuple[int, int], ...]]:
    """Return the snippet from a little before the first word that was found, and where the words are in that."""
    first = hit.spans[0][0] if hit.spans else 0
    start = first - _BEFORE
    if start <= 1:
        return hit.snippet, hit.spans
    blank = hit.snippet.find(" ", start, first)
    start = blank + 1 if blank >= 0 else start
    return "…" + hit.snippet[start:], tuple((left - start + 1, right - start + 1) for left, right in hit.spans)


def _format_range(text: str, start: int, end: int, look: QTextCharFormat) -> QTextLayout.FormatRange:
    """Return where `look` holds, counted in UTF-16 units as Qt does."""
    found = QTextLayout.FormatRange()
    found.start = units(text[:start])
    found.length = units(text[start:end])
    found.format = look
    return found
