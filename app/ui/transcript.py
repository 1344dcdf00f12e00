"""The conversation: streamed, marked token by token, and read-only."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass, field
from operator import attrgetter
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QMimeData, QPoint, QPointF, QRect, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QColor, QPainter
from PySide6.QtWidgets import QFrame, QTextEdit

from app.chats.records import Role
from app.ui.marks import MarkPainter
from app.ui.token_card import TokenCard
from app.ui.transcript_document import TranscriptDocument
from app.ui.transcript_geometry import TokenLayout

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QFocusEvent, QFont, QKeyEvent, QMouseEvent, QPaintEvent, QResizeEvent

    from app.speculation.records import Round
    from app.ui.theme import Theme, TypeScale
    from app.ui.transcript_document import StatisticsPlace

_HOVER_DELAY_MS = 120
_DEFAULT_FLUSH_MS = 33
_COLUMN_EMS = 58


@dataclass(slots=True)
class ShownMessage:
    """One message on show; `line` is the statistics line under a reply."""

    role: Role
    text: str = ""
    rounds: list[Round] = field(default_factory=list)
    line: str = ""


class Transcript(QTextEdit):
    """Shows a conversation and lets a reply stream in.

    Signals:
        flushed (): queued rounds were written.
        details_requested (int): the line of numbers under this reply, counted from 0, was clicked.
    """

    flushed = Signal()
    details_requested = Signal(int)

    def __init__(self, theme: Theme, font: QFont, sizes: TypeScale) -> None:
        super().__init__()
        self.setObjectName("transcript")
        self.setAccessibleName(self.tr("Conversation"))
        self.setReadOnly(True)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.viewport().setMouseTracking(True)
        # Opaque, so that scrolling moves pixels instead of painting everything again.
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setFont(font)
        self._theme = theme
        self._messages: list[ShownMessage] = []
        self._queue: list[Round] = []
        self._show_rejected = False
        self._follow = True
        self._told: int | None = None
        self._page = TranscriptDocument(self.document(), theme, font, sizes)
        self._marks = MarkPainter(theme, font)
        self._layout = TokenLayout(self.document(), self._page.pieces, self._marks)
        self._column_width = round(self._marks.measures.unit * 20 / 1.36 * _COLUMN_EMS)
        self._card = TokenCard(self, theme, font)
        self._flush_timer = QTimer(self)
        self._flush_timer.setSingleShot(True)
        self._flush_timer.setInterval(_DEFAULT_FLUSH_MS)
        self._flush_timer.timeout.connect(self.flush)
        self._hover_timer = QTimer(self)
        self._hover_timer.setSingleShot(True)
        self._hover_timer.setInterval(_HOVER_DELAY_MS)
        self._hover_timer.timeout.connect(self._on_hovered)
        self._hovered = QPoint()
        self.verticalScrollBar().valueChanged.connect(self._on_scrolled)
        self.verticalScrollBar().rangeChanged.connect(self._on_range_changed)

    @property
    def column_width(self) -> int:
        """How wide the text gets, in pixels, however wide the window is."""
        return self._column_width

    @property
    def card(self) -> TokenCard:
        """The card about a token."""
        return self._card

    @property
    def messages(self) -> Sequence[ShownMessage]:
        """What is on show."""
        return self._messages

    def show_messages(self, messages: Sequence[ShownMessage]) -> None:
        """Show another conversation, from its end."""
        self._messages = list(messages)
        self._queue.clear()
        self._rebuild()
        self._scroll_to_end()

    def add_own_message(self, text: str) -> None:
        """Append what the person said and go to the end."""
        self._messages.append(ShownMessage(Role.USER, text))
        self._page.begin_edit()
        self._page.write_own_message(text)
        self._page.end_edit()
        self._scroll_to_end()

    def begin_reply(self) -> None:
        """Append a reply, still empty."""
        self._messages.append(ShownMessage(Role.ASSISTANT))
        self._page.begin_edit()
        self._page.write_speaker(Role.ASSISTANT)
        self._page.end_edit()

    def add_round(self, decoded: Round) -> None:
        """Queue a round of the last reply for the next flush."""
        self._queue.append(decoded)
        if not self._flush_timer.isActive():
            self._flush_timer.start()

    def end_reply(self, line: str) -> None:
        """Write what is queued, and the statistics line under the reply."""
        self.flush()
        self._messages[-1].line = line
        self._page.begin_edit()
        self._page.write_statistics(line)
        self._page.end_edit()

    def drop_from(self, count: int) -> None:
        """Keep the first `count` messages only."""
        del self._messages[count:]
        self._queue.clear()
        self._rebuild()

    def flush(self) -> None:
        """Write the queued rounds in one go."""
        self._flush_timer.stop()
        if not self._queue:
            return
        rounds, self._queue = self._queue, []
        self._messages[-1].rounds += rounds
        self._page.begin_edit()
        self._page.write_rounds(rounds, self._show_rejected)
        self._page.end_edit()
        self.flushed.emit()

    def set_flush_interval(self, milliseconds: int) -> None:
        """Write queued rounds this often: a repaint takes time from the engine where it uses every core."""
        self._flush_timer.setInterval(milliseconds)

    def set_show_rejected(self, show: bool) -> None:
        """Show rejected and unexamined drafts in place, also in old replies, or hide them."""
        if show == self._show_rejected:
            return
        self._show_rejected = show
        self._rebuild_in_place()

    def set_theme(self, theme: Theme) -> None:
        """Draw in another theme."""
        self._theme = theme
        self._marks.theme = theme
        self._card.set_theme(theme)
        self._page.set_theme(theme)
        self._rebuild_in_place()

    def walk(self, step: int) -> None:
        """Tell about the next token (1) or the one before (-1), counted from the one told about last."""
        pieces = self._page.pieces
        if self._told is not None:
            index = pieces.next_token(self._told, step)
        elif step < 0:
            index = pieces.next_token(len(pieces), -1)
        else:
            top = pieces.index_at(self.cursorForPosition(QPoint(0, 0)).position())
            index = pieces.next_token(-1 if top is None else top - 1, 1)
        if index is None:
            return
        self._scroll_to_token(index)
        self._tell(index)
        announcement = QAccessibleAnnouncementEvent(self, self._card.text())
        QAccessible.updateAccessibility(announcement)

    def dismiss_card(self) -> bool:
        """Hide the card; return whether it was there."""
        was_there = self._card.isVisible()
        self._hover_timer.stop()
        self._card.hide()
        self._told = None
        self.viewport().update()
        return was_there

    @property
    def told_reply(self) -> int | None:
        """The finished reply whose token the card tells about, counted from 0."""
        if self._told is None:
            return None
        start = self._page.pieces[self._told].start
        return next((place.reply for place in self._page.statistics if place.start > start), None)

    def details_rect(self, reply: int) -> QRect:
        """Return where the line of numbers of a reply is, in the viewport; empty where it has none."""
        place = next((place for place in self._page.statistics if place.reply == reply), None)
        return QRect() if place is None else self._statistics_rect(place)

    def _statistics_rect(self, place: StatisticsPlace) -> QRect:
        return self._layout.lines_rect(place.start, place.end).translated(0, -self._offset()).toAlignedRect()

    def _statistics_at(self, point: QPoint) -> StatisticsPlace | None:
        places = self._page.statistics
        index = bisect_left(places, self.cursorForPosition(point).position(), key=attrgetter("end"))
        if index < len(places) and self._statistics_rect(places[index]).contains(point):
            return places[index]
        return None

    def token_rect(self, index: int) -> QRect:
        """Return where the first part of a token is, in the viewport."""
        return self._layout.rect_of(index).translated(0, -self._offset()).toAlignedRect()

    def _rebuild(self) -> None:
        """Write the whole document again."""
        self.dismiss_card()
        self._layout.forget()
        self._page.begin_edit()
        self._page.clear()
        for message in self._messages:
            if message.role is Role.USER:
                self._page.write_own_message(message.text)
                continue
            self._page.write_speaker(Role.ASSISTANT)
            if message.rounds:
                self._page.write_rounds(message.rounds, self._show_rejected)
            else:
                self._page.write_text(message.text)
            self._page.write_statistics(message.line)
        self._page.end_edit()

    def _rebuild_in_place(self) -> None:
        """Write the document again and keep the same text at the top of the view."""
        follow = self._follow
        top = self.cursorForPosition(QPoint(0, 0))
        offset = self._page.pieces.conversation_offset(top.position())
        shift = self.cursorRect(top).top()
        self._rebuild()
        if follow:
            self._scroll_to_end()
            return
        self._layout.ensure_laid_out()
        top.setPosition(self._page.pieces.position_of(offset))
        self.verticalScrollBar().setValue(self._offset() + self.cursorRect(top).top() - shift)

    def _offset(self) -> int:
        return self.verticalScrollBar().value()

    def _scroll_to_end(self) -> None:
        self._layout.ensure_laid_out()
        self._follow = True
        self.verticalScrollBar().setValue(self.verticalScrollBar().maximum())

    def _scroll_to_token(self, index: int) -> None:
        rect, room = self.token_rect(index), self.viewport().rect()
        margin = rect.height()
        if rect.top() < margin:
            self.verticalScrollBar().setValue(self._offset() + rect.top() - margin)
        elif rect.bottom() > room.height() - margin:
            self.verticalScrollBar().setValue(self._offset() + rect.bottom() - room.height() + margin)

    def _on_scrolled(self, value: int) -> None:
        self._follow = value >= self.verticalScrollBar().maximum() - 2
        if self._card.isVisible():
            self.dismiss_card()

    def _on_range_changed(self, _minimum: int, maximum: int) -> None:
        if self._follow:
            self.verticalScrollBar().setValue(maximum)

    def _on_hovered(self) -> None:
        index = self._layout.index_at(QPointF(self._hovered) + QPointF(0, self._offset()))
        if index is None:
            self.dismiss_card()
        else:
            self._tell(index)

    def _tell(self, index: int) -> None:
        """Show the card about a token."""
        token = self._page.pieces[index].token
        assert token is not None  # noqa: S101
        self._told = index
        self._card.show_token(token, self.token_rect(index).translated(self.viewport().pos()))
        self.viewport().update()

    def _paint_own_messages(self, painter: QPainter, rect: QRect) -> None:
        """Draw the soft ground of what the person said."""
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(self._theme.own_message))
        spacing, room = self._page.spacing, QRectF(rect)
        for start, end in self._page.own_messages:
            ground = self._layout.lines_rect(start, end).adjusted(0, -spacing.pad, 0, spacing.pad)
            ground.translate(0, -self._offset())
            if ground.intersects(room):
                painter.drawRoundedRect(ground, spacing.pad * 1.2, spacing.pad * 1.2)

    def _paint_ring(self, painter: QPainter) -> None:
        """Draw the ring around the token that the card tells about."""
        if self._told is not None and self._card.isVisible():
            for rect in self._layout.rects_of(self._told):
                self._marks.paint_ring(painter, rect.translated(0, -self._offset()))

    def toPlainText(self) -> str:
        """Return the conversation with its speakers, without ghosts and statistics."""
        return self._page.pieces.plain_text()

    def createMimeDataFromSelection(self) -> QMimeData:
        cursor = self.textCursor()
        data = QMimeData()
        data.setText(self._page.pieces.plain_text(cursor.selectionStart(), cursor.selectionEnd()))
        return data

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        painter.fillRect(event.rect(), QColor(self._theme.page))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_own_messages(painter, event.rect())
        offset = QPointF(0, self._offset())
        visible = event.rect().translated(0, self._offset())
        for place, strip in self._layout.strips_in(visible, self.devicePixelRatioF()):
            painter.drawPixmap(place - offset, strip)
        self._paint_ring(painter)
        painter.end()
        super().paintEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        side = max(self._page.spacing.side, (self.viewport().width() - self._column_width) / 2)
        self._layout.forget()
        self._page.set_margins(round(side))
        self.dismiss_card()
        super().resizeEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
        step = steps.get(Qt.Key(event.key()))
        if step is not None and event.modifiers() & Qt.KeyboardModifier.AltModifier:
            self.walk(step)
            event.accept()
            return
        super().keyPressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        over_link = self._statistics_at(event.position().toPoint()) is not None
        self.viewport().setCursor(Qt.CursorShape.PointingHandCursor if over_link else Qt.CursorShape.IBeamCursor)
        if event.buttons() == Qt.MouseButton.NoButton:
            self._hovered = event.position().toPoint()
            if self._card.isVisible():
                self._on_hovered()
            else:
                self._hover_timer.start()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        place = self._statistics_at(event.position().toPoint())
        if event.button() == Qt.MouseButton.LeftButton and place and not self.textCursor().hasSelection():
            self.details_requested.emit(place.reply)

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Leave:
            self.dismiss_card()
        return super().viewportEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.dismiss_card()
