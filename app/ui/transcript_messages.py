"""The messages of a transcript as wholes: which are in view, which one is chosen, and what lies under and over them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QRectF, Qt, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QColor

from app.chats.records import Role
from app.ui.message_bar import MessageBar, place_text
from app.ui.shown_message import View
from app.ui.timers import single_shot
from app.ui.transcript_document import speaker_name

if TYPE_CHECKING:
    from PySide6.QtCore import QPoint, QRect
    from PySide6.QtGui import QPainter
    from PySide6.QtWidgets import QTextEdit

    from app.ui.shown_message import ShownMessage
    from app.ui.theme import Theme
    from app.ui.transcript_document import TranscriptDocument
    from app.ui.transcript_geometry import TokenLayout
    from app.ui.transcript_views import MessageViews


class MessageLayer(QObject):
    """Belongs to one transcript. The `bar` has what can be done with the chosen message.

    Signals:
        came_into_view (int): this reply, by its place, is to be made ready for its view.
        looked (): what is in view is ready.
        rounds_wanted (int): the rounds of this reply are to be shown and are not known yet.
    """

    came_into_view = Signal(int)
    rounds_wanted = Signal(int)
    looked = Signal()

    def __init__(
        self,
        view: QTextEdit,
        messages: list[ShownMessage],
        page: TranscriptDocument,
        layout: TokenLayout,
        views: MessageViews,
        theme: Theme,
    ) -> None:
        super().__init__(view)
        self.bar = MessageBar(view.viewport(), theme)
        self.chosen: int | None = None
        self._view = view
        self._messages = messages
        self._page = page
        self._layout = layout
        self._views = views
        self._theme = theme
        self._timer = single_shot(self, 0, self._make_ready)
        self.bar.entered.connect(self._show_bar)

    def set_theme(self, theme: Theme) -> None:
        """Draw in another theme."""
        self._theme = theme
        self.bar.set_theme(theme)

    def look(self) -> None:
        """Ask soon for what is not known of the replies in view."""
        self._timer.start()

    def rest(self) -> None:
        """Do nothing more by itself."""
        self._timer.stop()

    def _offset(self) -> int:
        return self._view.verticalScrollBar().value()

    def go_to(self, index: int) -> None:
        """Scroll a message to the top of the view and choose it."""
        self._layout.ensure_laid_out()
        self._view.verticalScrollBar().setValue(round(self.ground_of(index).top() - self._page.spacing.between))
        self.look()
        self.choose(index)

    def choose(self, index: int | None) -> None:
        """Show what can be done with a message, or with none; one that is still being written has nothing yet."""
        message = None if index is None or index >= len(self._messages) else self._messages[index]
        self.chosen = index if message is not None and message.id else None
        if self.chosen is None or message is None:
            self.bar.hide()
            return
        self.bar.show_for(message, self._views.view_of(self.chosen))
        self.place_bar()
        self.bar.show()

    def choose_next(self, step: int) -> None:
        """Choose the next message (1) or the one before (-1), from the last one in view if none is chosen."""
        seen = self.in_view()
        index = (seen.stop - 1 if seen else -1) if self.chosen is None else self.chosen + step
        if 0 <= index < len(self._messages):
            self.choose(index)
            self._show_bar()
            told = f"{speaker_name(self._messages[index].role)}: {self._messages[index].text[:200]}"
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self._view, told))

    def _show_bar(self) -> None:
        """Scroll to the chosen message if its bar is out of sight."""
        if self.chosen is not None and not self._view.viewport().rect().contains(self.bar.geometry()):
            self.go_to(self.chosen)

    def place_bar(self) -> None:
        """Keep the bar at the corner of its message."""
        if self.chosen is not None:
            ground = self.ground_of(self.chosen).translated(0, -self._offset())
            line = self._page.spacing.pad
            self.bar.move(round(ground.right() - self.bar.width() - line / 2), round(ground.top() - line * 0.95))

    def ground_of(self, index: int) -> QRectF:
        """Return where a message is with all that belongs to it, in the document."""
        return self._layout.lines_rect(self.start_of(index), self._page.end_of(index) - 1)

    def start_of(self, index: int) -> int:
        """Return where the first block of a message begins, after what parts it from the message before."""
        start = self._page.places[index].start
        return start + 1 if start else 0

    def in_view(self) -> range:
        """Return which messages are in view, by their places."""
        height = self._view.viewport().height()
        ends = [self._page.message_at(self._layout.position_at(self._offset() + y)) for y in (0, height)]
        first, last = ends
        return range(0) if first is None or last is None else range(first, min(last + 1, len(self._messages)))

    def _make_ready(self) -> None:
        """Have the replies in view made ready, and ask for what is not known of them: one at a time."""
        for index in self.in_view():
            if self._views.is_bare(index):
                self.came_into_view.emit(index)
                return
            message = self._messages[index]
            # Of a reply that broke off the numbers stand in the rounds alone.
            if message.waiting and (self._views.view_of(index) is View.TOKENS or not message.line):
                self.rounds_wanted.emit(index)
                break
        self.looked.emit()

    def choose_at(self, place: QPoint) -> None:
        """Choose the message under the pointer."""
        index = self._page.message_at(self._layout.position_at(self._offset() + place.y()))
        if index != self.chosen:
            self.choose(index)

    def paint(self, painter: QPainter, rect: QRect) -> None:
        """Draw the soft ground of what the person said, and which of several messages in its place one is."""
        pad, room = self._page.spacing.pad, QRectF(rect)
        for index in self.in_view():
            message = self._messages[index]
            ground = self.ground_of(index).adjusted(0, -pad, 0, pad).translated(0, -self._offset())
            if message.role is Role.USER and ground.intersects(room):
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(QColor(self._theme.own_message))
                painter.drawRoundedRect(ground, pad * 1.2, pad * 1.2)
            if message.count > 1 and index != self.chosen:
                painter.setPen(QColor(self._theme.muted))
                painter.setFont(self.bar.font())
                line = QRectF(ground.left(), ground.top() + pad, ground.width() - pad, pad * 2)
                painter.drawText(line, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, place_text(message))
