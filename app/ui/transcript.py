"""The conversation: streamed, marked token by token, and read-only."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QMimeData, QPoint, QPointF, QRect, Qt, Signal
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QFrame, QTextEdit, QWidget

from app.chats.records import Role
from app.ui.language import put_words
from app.ui.marks import MarkPainter
from app.ui.reading.code_colours import CodeColours
from app.ui.reading.decoration import Decoration
from app.ui.reading.links import PageActions
from app.ui.shown_message import ShownMessage
from app.ui.timers import single_shot
from app.ui.token_card import TokenCard
from app.ui.token_walk import TokenWalk
from app.ui.transcript_details import DetailsLinks
from app.ui.transcript_document import TranscriptDocument
from app.ui.transcript_folding import Folding
from app.ui.transcript_follow import EndFollower
from app.ui.transcript_geometry import TokenLayout
from app.ui.transcript_keys import take_key
from app.ui.transcript_messages import MessageLayer
from app.ui.transcript_rewriting import Rewriter
from app.ui.transcript_views import MessageViews

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QFocusEvent, QFont, QKeyEvent, QMouseEvent, QPaintEvent, QResizeEvent

    from app.speculation.records import Round
    from app.ui.colourings import Marking
    from app.ui.shown_message import View
    from app.ui.theme import Theme, TypeScale

_HOVER_DELAY_MS = 120
_DEFAULT_FLUSH_MS = 33
_COLUMN_EMS = 58


class Transcript(QTextEdit):
    """Shows a conversation and lets a reply stream in.

    Signals:
        flushed (): queued rounds were written.
        details_requested (int): the line of numbers under this reply, counted from 0, was clicked.
        round_chosen (int, int, int): the id of the message, the index of the round in it and the place in the round of
            the token that was chosen with Enter or a click; what the target added has the place after the draft.
    """

    flushed = Signal()
    details_requested = Signal(int)
    round_chosen = Signal(int, int, int)

    def __init__(self, theme: Theme, font: QFont, sizes: TypeScale) -> None:
        super().__init__()
        self.setObjectName("transcript")
        put_words(self.setAccessibleName, lambda: self.tr("Conversation"))
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
        self._page = TranscriptDocument(self.document(), theme, font, sizes)
        self._marks = MarkPainter(theme, font)
        self._folding = Folding(self, self._page)
        self._layout = TokenLayout(self.document(), self._page.pieces, self._marks, self._folding)
        self._card = TokenCard(self, theme, font)
        self.walker = TokenWalk(self, self._messages, self._page, self._layout, self._marks, self._card)
        self.views = MessageViews(self.document(), self._messages, self._page, theme, font)
        self.layer = MessageLayer(self, self._messages, self._page, self._layout, self.views, theme)
        self.details = DetailsLinks(self, self._page, self._layout)
        self.page_actions = PageActions(self, self._page)
        self.code_colours = CodeColours(self, self._layout, theme)
        self._decoration = Decoration(self.document(), self._layout)
        self.follower = EndFollower(self, self._layout, self.layer)
        self._flush_timer = single_shot(self, _DEFAULT_FLUSH_MS, self.flush)
        self._hover_timer = single_shot(self, _HOVER_DELAY_MS, self._on_hovered)
        self._hovered = QPoint()
        self.verticalScrollBar().valueChanged.connect(self._on_scrolled)
        self.layer.looked.connect(self.code_colours.look)
        self.rewriter = Rewriter(
            self, self._messages, self._page, self._layout, self.follower, self.views, self._folding
        )

    @property
    def column_width(self) -> int:
        """How wide the text gets, in pixels, however wide the window is."""
        return round(self._marks.measures.unit * 20 / 1.36 * _COLUMN_EMS)

    @property
    def card(self) -> TokenCard:
        """The card about a token."""
        return self._card

    @property
    def tab_chain(self) -> tuple[QWidget, ...]:
        """What Tab walks over, in order."""
        return (self, *self.layer.bar.tab_chain, self.follower.latest)

    @property
    def messages(self) -> Sequence[ShownMessage]:
        """What is on show."""
        return self._messages

    def show_messages(self, messages: Sequence[ShownMessage], at: int | None = None) -> None:
        """Show another conversation, from its end or from the message with the id `at`."""
        self._messages[:] = messages
        self._queue.clear()
        self.views.forget()
        index = next((index for index, one in enumerate(self._messages) if one.id == at), None)
        self.follower.follows = at is None or index is None
        self.rewriter.write_all()
        if at is None or index is None:
            self.follower.go_to_end()
        else:
            self.layer.go_to(index)
            self.follower.note_jump()
        self.rewriter.dress_all_in_view()

    def add_own_message(self, message: ShownMessage) -> None:
        """Append what the person said and go to the end."""
        self._messages.append(message)
        self._page.begin_edit()
        self._page.write_own_message(message.text, message.attachments)
        self._page.end_edit()
        self.follower.go_to_end()

    def begin_reply(self) -> None:
        """Append a reply, still empty."""
        self._messages.append(ShownMessage(Role.ASSISTANT))
        self._page.begin_edit()
        self._page.write_speaker(Role.ASSISTANT)
        self.views.begin_live()
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
        self.rewriter.note_rounds(self._messages[-1])
        self._page.begin_edit()
        self.views.end_live()
        self._page.write_statistics(line)
        self._page.end_edit()

    def drop_from(self, count: int) -> None:
        """Keep the first `count` messages only."""
        self.dismiss_card()
        self.layer.choose(None)
        if count < len(self._messages):
            self.views.forget()
        self._folding.unfold()
        del self._messages[count:]
        self._queue.clear()
        self._layout.forget()
        self._page.begin_edit()
        self._page.cut(count)
        self._page.end_edit()

    def flush(self) -> None:
        """Write the queued rounds in one go."""
        self._flush_timer.stop()
        if not self._queue:
            return
        rounds, self._queue = self._queue, []
        self._messages[-1].rounds += rounds
        self._page.begin_edit()
        self.views.write(rounds)
        self._page.end_edit()
        moved = self.views.part()
        if moved is not None:
            self._layout.forget(moved)
        self.code_colours.look()
        self.flushed.emit()

    def set_flush_interval(self, milliseconds: int) -> None:
        """Write queued rounds this often: a repaint takes time from the engine where it uses every core."""
        self._flush_timer.setInterval(milliseconds)

    @property
    def marking(self) -> Marking:
        """How tokens are marked."""
        return self._marks.marking

    def set_marking(self, marking: Marking) -> None:
        """Mark tokens otherwise, also in old replies; what is not in view is drawn when it comes into it."""
        self._marks.marking = marking
        self._layout.forget()
        self.viewport().update()
        if marking.shown_ghosts != self.views.with_ghosts:
            self.rewriter.show_ghosts(marking.shown_ghosts)

    def put_rounds(self, index: int, rounds: Sequence[Round]) -> None:
        """Give a reply the rounds that were asked for."""
        self.rewriter.put_rounds(index, rounds)

    def set_view(self, view: View) -> None:
        """Show all replies so, but for those for which the person chose otherwise."""
        if view is self.views.default:
            return
        put_back = self.follower.keep(range(len(self._messages)))
        self.views.default = view
        self.rewriter.write_all()
        put_back()
        self.rewriter.dress_all_in_view()

    def hold(self) -> None:
        """Leave everything as it is until `set_theme`: fonts and borders that come before it would be in vain."""
        self.rewriter.hold()

    def set_theme(self, theme: Theme) -> None:
        """Draw in another theme or text size."""
        self.rewriter.hold()
        self._theme = theme
        self._marks.set_theme(theme)
        self._card.set_theme(theme)
        self.layer.set_theme(theme)
        self._page.set_theme(theme)
        self._page.set_margins(self.viewport().width(), self.column_width)
        self.views.set_theme(theme)
        self.code_colours.set_theme(theme)
        self.rewriter.write_all_in_place()

    def walk(self, step: int) -> None:
        """Tell about the next token (1) or the one before (-1), counted from the one told about last."""
        self.walker.walk(step)

    def dismiss_card(self) -> bool:
        """Hide the card; return whether it was there."""
        self._hover_timer.stop()
        return self.walker.dismiss()

    @property
    def told_reply(self) -> int | None:
        """The finished reply whose token the card tells about, counted from 0."""
        told = self.walker.told
        return None if told is None else self.details.reply_of(self._page.pieces[told].start)

    def token_rect(self, index: int) -> QRect:
        """Return where the first part of a token is, in the viewport."""
        return self.walker.rect_of(index)

    def choose_round(self) -> bool:
        """Tell which token was chosen; return whether one was."""
        chosen = self.walker.chosen() if self._card.isVisible() else None
        if chosen is not None:
            self.round_chosen.emit(*chosen)
        return chosen is not None

    def rest(self) -> None:
        """Do nothing more by itself."""
        self._flush_timer.stop()
        self._hover_timer.stop()
        self._folding.forget()
        self.layer.rest()
        self.code_colours.rest()

    def _offset(self) -> int:
        return self.verticalScrollBar().value()

    def _on_scrolled(self, _value: int) -> None:
        self.follower.note()
        self.layer.look()
        self.layer.place_bar()
        if self._card.isVisible():
            self.dismiss_card()

    def _token_at(self, place: QPoint | QPointF) -> int | None:
        """Return the token at a place in the viewport."""
        return self._layout.index_at(QPointF(place) + QPointF(0, self._offset()))

    def _on_hovered(self) -> None:
        index = self._token_at(self._hovered)
        if index is None:
            self.dismiss_card()
        else:
            self.walker.tell(index)

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
        self.layer.paint(painter, event.rect())
        self._decoration.paint(painter, event.rect(), self._offset(), self.views.formats)
        offset = QPointF(0, self._offset())
        visible = event.rect().translated(0, self._offset())
        self.walker.paint_light(painter)
        for place, strip in self._layout.strips_in(visible, self.devicePixelRatioF()):
            painter.drawPixmap(place - offset, strip)
        self.walker.paint_ring(painter)
        painter.end()
        super().paintEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        if self.rewriter.is_held:
            super().resizeEvent(event)
            return
        self._layout.forget()
        self.dismiss_card()
        self.views.join()
        follow, chosen = self.follower.follows, self.layer.chosen
        top, shift = self.follower.top_text()
        self._folding.fold_above(top)
        self._page.set_margins(self.viewport().width(), self.column_width)
        super().resizeEvent(event)
        if self._offset() and not follow:
            self.follower.put_top(top, shift)
        self.follower.show_way()
        self.layer.choose(chosen)
        self.layer.look()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        self._folding.unfold()
        if take_key(self, event):
            event.accept()
        else:
            super().keyPressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        pressable = self.page_actions.at(event.position().toPoint())
        shape = Qt.CursorShape.PointingHandCursor if pressable else self.details.cursor_at(event.position().toPoint())
        self.viewport().setCursor(shape)
        if event.buttons() == Qt.MouseButton.NoButton:
            self._hovered = event.position().toPoint()
            self.layer.choose_at(self._hovered)
            if self._card.isVisible():
                self._on_hovered()
            else:
                self._hover_timer.start()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        if event.button() != Qt.MouseButton.LeftButton or self.textCursor().hasSelection():
            return
        reply = self.details.reply_at(event.position().toPoint())
        if reply is not None:
            self.details_requested.emit(reply)
        elif self.walker.told is not None and self.walker.told == self._token_at(event.position()):
            self.choose_round()
            self.setFocus()  # the keys go on here, with what was clicked into
        else:
            self.page_actions.press_at(event.position().toPoint())

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        super().mouseDoubleClickEvent(event)
        if event.button() == Qt.MouseButton.LeftButton:
            self.choose_round()

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Leave:
            self.dismiss_card()
            if not self.hasFocus() and not self.layer.bar.isAncestorOf(self.focusWidget() or self):
                self.layer.choose(None)
        return super().viewportEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.dismiss_card()
