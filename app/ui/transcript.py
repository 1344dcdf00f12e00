"""The conversation: streamed, marked token by token, and read-only."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QMimeData, QPoint, QPointF, QRect, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QColor, QPainter
from PySide6.QtWidgets import QFrame, QTextEdit, QWidget

from app.chats.records import Role
from app.ui.marks import MarkPainter
from app.ui.message_bar import MessageBar, place_text
from app.ui.shown_message import ShownMessage
from app.ui.token_card import TokenCard
from app.ui.transcript_document import TranscriptDocument, speaker_name
from app.ui.transcript_geometry import TokenLayout

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QFocusEvent, QFont, QKeyEvent, QMouseEvent, QPaintEvent, QResizeEvent

    from app.speculation.records import Round
    from app.ui.theme import Theme, TypeScale

_HOVER_DELAY_MS = 120
_DEFAULT_FLUSH_MS = 33
_COLUMN_EMS = 58
_SURELY_SCROLLS = 40


class Transcript(QTextEdit):
    """Shows a conversation and lets a reply stream in.

    Signals:
        flushed (): queued rounds were written.
        rounds_wanted (int): the rounds of this reply, by its place, come into view and are not known yet.
    """

    flushed = Signal()
    rounds_wanted = Signal(int)

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
        self.bar = MessageBar(self.viewport(), theme)
        self._chosen: int | None = None
        self._rounds_timer = QTimer(self)
        self._rounds_timer.setSingleShot(True)
        self._rounds_timer.setInterval(0)
        self._rounds_timer.timeout.connect(self._want_rounds)
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
    def tab_chain(self) -> tuple[QWidget, ...]:
        """What Tab walks over, in order."""
        return (self, *self.bar.tab_chain)

    @property
    def messages(self) -> Sequence[ShownMessage]:
        """What is on show."""
        return self._messages

    def show_messages(self, messages: Sequence[ShownMessage], at: int | None = None) -> None:
        """Show another conversation, from its end or from the message with the id `at`."""
        self._messages = list(messages)
        self._queue.clear()
        self._rebuild()
        index = next((index for index, one in enumerate(self._messages) if one.id == at), None)
        if at is None or index is None:
            self._scroll_to_end()
        else:
            self.go_to(index)
        self._rounds_timer.start()

    def add_own_message(self, message: ShownMessage) -> None:
        """Append what the person said and go to the end."""
        self._messages.append(message)
        self._page.begin_edit()
        self._page.write_own_message(message.text, message.attachments)
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
        self.dismiss_card()
        self.choose(None)
        del self._messages[count:]
        self._queue.clear()
        self._layout.forget()
        self._page.begin_edit()
        self._page.cut(count)
        self._page.end_edit()

    def put_rounds(self, index: int, rounds: Sequence[Round]) -> None:
        """Give a reply the rounds that were asked for; only what was drafted in vain changes what is on the page."""
        message = self._messages[index]
        message.rounds, message.waiting = list(rounds), False
        follow = self._follow
        self._layout.forget()
        self._page.begin_edit()
        self._page.put_rounds(index, rounds, self._show_rejected)
        self._page.end_edit()
        if follow:
            self._scroll_to_end()
        self.viewport().update()
        self._rounds_timer.start()

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
        self.bar.set_theme(theme)
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

    def token_rect(self, index: int) -> QRect:
        """Return where the first part of a token is, in the viewport."""
        return self._layout.rect_of(index).translated(0, -self._offset()).toAlignedRect()

    def rest(self) -> None:
        """Do nothing more by itself."""
        for timer in (self._flush_timer, self._hover_timer, self._rounds_timer):
            timer.stop()

    def _rebuild(self) -> None:
        """Write the whole document again."""
        self.dismiss_card()
        self.choose(None)
        self._layout.forget()
        # A scroll bar that comes during the layout would have all of it done again.
        if len(self._messages) > _SURELY_SCROLLS:
            self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self._page.begin_edit()
        self._page.clear()
        for message in self._messages:
            if message.role is Role.USER:
                self._page.write_own_message(message.text, message.attachments)
                continue
            self._page.write_speaker(Role.ASSISTANT)
            if message.rounds:
                self._page.write_rounds(message.rounds, self._show_rejected)
            else:
                self._page.write_text(message.text)
            self._page.write_statistics(message.line)
        self._page.end_edit()
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)

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
        if self.verticalScrollBar().maximum():
            self._follow = value >= self.verticalScrollBar().maximum() - 2
        self._rounds_timer.start()
        self._place_bar()
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

    def go_to(self, index: int) -> None:
        """Scroll a message to the top of the view and choose it."""
        self._layout.ensure_laid_out()
        top = self._ground_of(index).top() - self._page.spacing.between
        self.verticalScrollBar().setValue(round(top))
        # While the page is hidden its scroll bar knows nothing, and would take the top for the end.
        bar = self.verticalScrollBar()
        self._follow = 0 < bar.maximum() <= bar.value() + 2
        self._rounds_timer.start()
        self.choose(index)

    def choose(self, index: int | None) -> None:
        """Show what can be done with a message, or with none; one that is still being written has nothing yet."""
        message = None if index is None or index >= len(self._messages) else self._messages[index]
        self._chosen = index if message is not None and message.id else None
        if self._chosen is None or message is None:
            self.bar.hide()
            return
        self.bar.show_for(message)
        self._place_bar()
        self.bar.show()

    def choose_next(self, step: int) -> None:
        """Choose the next message (1) or the one before (-1), from the last one in view if none is chosen."""
        seen = self._in_view()
        index = (seen.stop - 1 if seen else -1) if self._chosen is None else self._chosen + step
        if 0 <= index < len(self._messages):
            self.choose(index)
            if self._chosen is not None and not self.viewport().rect().contains(self.bar.geometry()):
                self.go_to(index)
            told = f"{speaker_name(self._messages[index].role)}: {self._messages[index].text[:200]}"
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, told))

    def _place_bar(self) -> None:
        """Keep the bar at the corner of its message."""
        if self._chosen is not None:
            ground = self._ground_of(self._chosen).translated(0, -self._offset())
            line = self._page.spacing.pad
            self.bar.move(round(ground.right() - self.bar.width() - line / 2), round(ground.top() - line * 0.95))

    def _ground_of(self, index: int) -> QRectF:
        """Return where a message is with all that belongs to it, in the document."""
        place = self._page.places[index]
        return self._layout.lines_rect(place.start + (1 if place.start else 0), self._page.end_of(index) - 1)

    def _in_view(self) -> range:
        """Return which messages are in view, by their places."""
        height = self.viewport().height()
        ends = [self._page.message_at(self._layout.position_at(self._offset() + y)) for y in (0, height)]
        first, last = ends
        return range(0) if first is None or last is None else range(first, min(last + 1, len(self._messages)))

    def _want_rounds(self) -> None:
        """Ask for what is not known of the replies in view, one at a time: each takes a while to read."""
        index = next((index for index in self._in_view() if self._messages[index].waiting), None)
        if index is not None:
            self.rounds_wanted.emit(index)

    def _on_pointed(self, place: QPoint) -> None:
        """Choose the message under the pointer."""
        index = self._page.message_at(self._layout.position_at(self._offset() + place.y()))
        if index != self._chosen:
            self.choose(index)

    def _paint_messages(self, painter: QPainter, rect: QRect) -> None:
        """Draw the soft ground of what the person said, and which of several messages in its place one is."""
        pad, room = self._page.spacing.pad, QRectF(rect)
        for index in self._in_view():
            message = self._messages[index]
            ground = self._ground_of(index).adjusted(0, -pad, 0, pad).translated(0, -self._offset())
            if message.role is Role.USER and ground.intersects(room):
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(QColor(self._theme.own_message))
                painter.drawRoundedRect(ground, pad * 1.2, pad * 1.2)
            if message.count > 1 and index != self._chosen:
                painter.setPen(QColor(self._theme.muted))
                painter.setFont(self.bar.font())
                line = QRectF(ground.left(), ground.top() + pad, ground.width() - pad, pad * 2)
                painter.drawText(line, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, place_text(message))

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
        self._paint_messages(painter, event.rect())
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
        follow, chosen, top = self._follow, self._chosen, self.cursorForPosition(QPoint(0, 0))
        shift = self.cursorRect(top).top()
        super().resizeEvent(event)
        if self._offset() and not follow:
            self._layout.ensure_laid_out()
            self.verticalScrollBar().setValue(self._offset() + self.cursorRect(top).top() - shift)
        self.choose(chosen)
        self._rounds_timer.start()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        sideways = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()))
        along = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(Qt.Key(event.key()))
        held = event.modifiers()
        if sideways and held & Qt.KeyboardModifier.AltModifier:
            if held & Qt.KeyboardModifier.ShiftModifier:
                self.bar.step(sideways)
            else:
                self.walk(sideways)
        elif along and held & Qt.KeyboardModifier.AltModifier:
            self.choose_next(along)
        elif event.key() == Qt.Key.Key_F2:
            self.bar.edit()
        else:
            super().keyPressEvent(event)
            return
        event.accept()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        if event.buttons() == Qt.MouseButton.NoButton:
            self._hovered = event.position().toPoint()
            self._on_pointed(self._hovered)
            if self._card.isVisible():
                self._on_hovered()
            else:
                self._hover_timer.start()

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Leave:
            self.dismiss_card()
            if not self.hasFocus() and not self.bar.isAncestorOf(self.focusWidget() or self):
                self.choose(None)
        return super().viewportEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.dismiss_card()
