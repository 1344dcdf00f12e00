"""The list that shows rows: painted, so that a thousand of them scroll smoothly."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import (
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
    Slot,
)
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPen
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from app.ui.models.rows import Row, RowsModel, Tone

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QKeyEvent, QPaintEvent, QResizeEvent

    from app.ui.appearance import Appearance
    from app.ui.theme import Theme

_EMPTY_FLAGS = int(Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap)
_PAD_X, _PAD_Y, _GAP, _BAR = 12, 8, 2, 4


def tone_colour(tone: Tone, theme: Theme) -> str:
    """The colour of a verdict as text."""
    return {
        Tone.GOOD: theme.good_text,
        Tone.LIMITED: theme.limited_text,
        Tone.BAD: theme.bad_text,
        Tone.NEUTRAL: theme.muted,
    }[tone]


class RowDelegate(QStyledItemDelegate):
    """Paints a row of two or three lines."""

    def __init__(self, look: Appearance, lines: int, parent: QWidget) -> None:
        super().__init__(parent)
        self._look = look
        self._lines = lines
        self._title_font = QFont(parent.font())
        self._title_font.setWeight(QFont.Weight.DemiBold)
        self._small_font = look.caption_font
        self._title_lines = 1

    def wrap_titles(self, titles: Sequence[str], width: int) -> bool:
        """Give titles two lines if one is longer than a row of `width` pixels; return whether that changed."""
        metrics = QFontMetrics(self._title_font)
        room = width - 2 * _PAD_X - metrics.height() - _GAP
        lines = 2 if any(metrics.horizontalAdvance(title) > room for title in titles) else 1
        changed, self._title_lines = lines != self._title_lines, lines
        return changed

    def _title_height(self) -> int:
        return QFontMetrics(self._title_font).height() * self._title_lines

    def sizeHint(self, _option: QStyleOptionViewItem, _index: QModelIndex | QPersistentModelIndex) -> QSize:
        small = QFontMetrics(self._small_font).height() + _GAP
        height = self._title_height() + small * (self._lines - 1) + 2 * _PAD_Y
        return QSize(80, height)

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        row = index.data(Qt.ItemDataRole.UserRole)
        if not isinstance(row, Row):
            return
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_ground(painter, option)
        room = option.rect.adjusted(_PAD_X, _PAD_Y, -_PAD_X, -_PAD_Y)
        if self._lines > 2 and not row.detail and row.fraction is None:  # two lines stand in the middle
            room.setTop(room.top() + (QFontMetrics(self._small_font).height() + _GAP) // 2)
        self._paint_title(painter, room, row)
        small = QFontMetrics(self._small_font)
        room.setTop(room.top() + self._title_height() + _GAP)
        painter.setFont(self._small_font)
        painter.setPen(QColor(self._look.theme.muted))
        lines = [row.subtitle] if row.fraction is not None else [row.subtitle, row.detail]
        for line in lines[: self._lines - 1]:
            shown = small.elidedText(line, Qt.TextElideMode.ElideRight, room.width())
            painter.drawText(room.left(), room.top() + small.ascent(), shown)
            room.setTop(room.top() + small.height() + _GAP)
        if row.fraction is not None:
            self._paint_bar(painter, room, row.fraction)
        painter.restore()

    def _paint_ground(self, painter: QPainter, option: QStyleOptionViewItem) -> None:
        theme, state = self._look.theme, option.state
        selected = bool(state & QStyle.StateFlag.State_Selected)
        if not selected and not state & QStyle.StateFlag.State_MouseOver:
            return
        focused = selected and bool(state & QStyle.StateFlag.State_HasFocus)
        painter.setPen(QPen(QColor(theme.accent), 1.2) if focused else Qt.PenStyle.NoPen)
        painter.setBrush(QColor(theme.hover))
        painter.drawRoundedRect(QRectF(option.rect).adjusted(1, 1, -1, -1), 7, 7)

    def _paint_title(self, painter: QPainter, room: QRect, row: Row) -> None:
        theme = self._look.theme
        metrics, small = QFontMetrics(self._title_font), QFontMetrics(self._small_font)
        width = room.width()
        if row.badge:
            badge = self._badge(row, width)
            taken = small.horizontalAdvance(badge)
            painter.setFont(self._small_font)
            painter.setPen(QColor(tone_colour(row.tone, theme)))
            painter.drawText(room.left() + width - taken, room.top() + metrics.ascent(), badge)
            width -= taken + 10
        painter.setFont(self._title_font)
        painter.setPen(QColor(theme.text))
        for number, line in enumerate(self._lines_of(row.title, max(0, width))):
            shown = metrics.elidedText(line, Qt.TextElideMode.ElideMiddle, max(0, width))
            painter.drawText(room.left(), room.top() + metrics.ascent() + number * metrics.height(), shown)

    def _lines_of(self, title: str, width: int) -> tuple[str, ...]:
        """Return the lines of a title, broken between words."""
        metrics = QFontMetrics(self._title_font)
        if self._title_lines == 1 or metrics.horizontalAdvance(title) <= width:
            return (title,)
        words = title.split(" ")
        fitting = max(
            (n for n in range(1, len(words)) if metrics.horizontalAdvance(" ".join(words[:n])) <= width), default=0
        )
        return (" ".join(words[:fitting]), " ".join(words[fitting:])) if fitting else (title,)

    def _badge(self, row: Row, width: int) -> str:
        """As much of the badge as the title leaves room for: all of it, or its mark alone."""
        small = QFontMetrics(self._small_font)
        left = width - QFontMetrics(self._title_font).horizontalAdvance(row.title) - 10
        if small.horizontalAdvance(row.badge_text) <= max(left, width // 4):
            return row.badge_text
        if row.tone.value and left < width // 2:
            return row.tone.value
        return small.elidedText(row.badge_text, Qt.TextElideMode.ElideRight, max(left, width // 4))

    def _paint_bar(self, painter: QPainter, room: QRect, fraction: float) -> None:
        theme = self._look.theme
        top = room.top() + (QFontMetrics(self._small_font).height() - _BAR) / 2
        bar = QRectF(room.left(), top, room.width(), _BAR)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(theme.border))
        painter.drawRoundedRect(bar, _BAR / 2, _BAR / 2)
        bar.setWidth(max(_BAR, bar.width() * min(1.0, fraction)) if fraction else 0)
        painter.setBrush(QColor(theme.accent))
        painter.drawRoundedRect(bar, _BAR / 2, _BAR / 2)


class RowsView(QListView):
    """A list of rows that says in words why it is empty.

    Signals:
        chosen (str): the key of the row that is current now, "" if none is.
        opened (str): a row was double-clicked, or Enter pressed on it.
        unwanted (str): Delete was pressed on a row.
    """

    chosen = Signal(str)
    opened = Signal(str)
    unwanted = Signal(str)

    def __init__(self, look: Appearance, name: str, title: str, lines: int = 2) -> None:
        super().__init__()
        self.setObjectName(name)
        self.setAccessibleName(title)
        self.setProperty("kind", "rows")
        self.empty_text = ""
        self._look = look
        self._rows = RowsModel(self)
        self._told = ""
        self._wraps = self._listing = False
        self._chosen = False  # whether a row was made current by anybody but this list
        self._delegate = RowDelegate(look, lines, self)
        self._offered: QWidget | None = None
        self.setModel(self._rows)
        self.setItemDelegate(self._delegate)
        self.setUniformItemSizes(True)
        self.setMouseTracking(True)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        look.theme_changed.connect(self._on_theme_changed)
        self.doubleClicked.connect(self._on_double_clicked)

    @property
    def rows(self) -> tuple[Row, ...]:
        """What is listed."""
        return self._rows.rows

    @property
    def current(self) -> str:
        """The key of the current row, "" if there is none."""
        row = self._rows.row_at(self.currentIndex())
        return row.key if row else ""

    def show_rows(self, rows: Sequence[Row], choose_first: bool = True) -> None:
        """List `rows`; the one that was chosen stays current if it is among them, else the first may take its place."""
        kept = self.current
        self._listing = True
        self._rows.set_rows(rows)
        if choose_first and rows and not self._chosen:
            self.setCurrentIndex(self._rows.index(0))
            self.scrollToTop()
        elif self.current != kept or not kept:
            place = self._rows.place_of(kept)
            if place < 0 and choose_first and rows:
                place = 0
            if place >= 0:
                self.setCurrentIndex(self._rows.index(place))
        self._listing = False
        self._tell()
        self._fit_titles()
        self.viewport().update()

    def wrap_titles(self) -> None:
        """Let titles go on in a second line rather than lose their middle."""
        self._wraps = True
        self._fit_titles()

    def _fit_titles(self) -> None:
        if self._wraps and self._delegate.wrap_titles([row.title for row in self.rows], self.viewport().width()):
            self.scheduleDelayedItemsLayout()

    def update_row(self, row: Row) -> None:
        """Show one row anew."""
        self._rows.update_row(row)

    def choose(self, key: str) -> bool:
        """Make a row current; return whether there is such a row."""
        place = self._rows.place_of(key)
        if place < 0:
            return False
        self._chosen = True
        self.setCurrentIndex(self._rows.index(place))
        self.scrollTo(self._rows.index(place))
        self._tell()
        return True

    def say_empty(self, text: str) -> None:
        """Say in place of rows why there are none."""
        self.empty_text = text
        self.setAccessibleDescription(text)
        self._place_offered()
        self.viewport().update()

    def offer(self, widget: QWidget | None) -> None:
        """Show what may help below the words that say why there are no rows, or nothing any more."""
        if self._offered is not None and self._offered is not widget:
            self._offered.hide()
        self._offered = widget
        if widget is not None:
            widget.setParent(self.viewport())
            self._place_offered()
            widget.show()

    def _empty_room(self) -> QRect:
        return self.viewport().rect().adjusted(20, 20, -20, -20)

    def _place_offered(self) -> None:
        if self._offered is None:
            return
        room = self._empty_room()
        words = self.fontMetrics().boundingRect(room, _EMPTY_FLAGS, self.empty_text)
        self._offered.adjustSize()
        self._offered.move(room.center().x() - self._offered.width() // 2, words.bottom() + 14)

    def _tell(self) -> None:
        if self.current != self._told:
            self._told = self.current
            self.chosen.emit(self._told)

    @Slot()
    def _on_theme_changed(self) -> None:
        self.viewport().update()

    @Slot(QModelIndex)
    def _on_double_clicked(self, _index: QModelIndex) -> None:
        if self.current:
            self.opened.emit(self.current)

    def currentChanged(
        self, current: QModelIndex | QPersistentModelIndex, previous: QModelIndex | QPersistentModelIndex
    ) -> None:
        super().currentChanged(current, previous)
        if current.isValid():
            self._chosen = self._chosen or not self._listing
            # The focus makes the first row current, but not selected.
            self.selectionModel().select(current, QItemSelectionModel.SelectionFlag.ClearAndSelect)
            self._tell()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_titles()
        self._place_offered()
        if self.currentIndex().isValid():
            self.scrollTo(self.currentIndex())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.current:
            self.opened.emit(self.current)
        elif event.key() == Qt.Key.Key_Delete and self.current:
            self.unwanted.emit(self.current)
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self._rows.rowCount() or not self.empty_text:
            return
        painter = QPainter(self.viewport())
        painter.setPen(QColor(self._look.theme.muted))
        painter.drawText(self._empty_room(), _EMPTY_FLAGS, self.empty_text)
        painter.end()
