"""The statistics of a reply and of the chat it is in, all computed from the stored rounds."""

from __future__ import annotations

from functools import reduce
from operator import add
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Slot
from PySide6.QtGui import QGuiApplication, QKeySequence, QShortcut
from PySide6.QtWidgets import QButtonGroup, QDialog, QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from app.chats.records import StoredReply
from app.speculation.replies import ReplyStatistics, statistics_of_reply
from app.ui.controls import button, label
from app.ui.statistics_page import StatisticsPage
from app.ui.timers import single_shot

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PySide6.QtGui import QFont

    from app.chats.records import StoredMessage
    from app.speculation.records import Round
    from app.ui.theme import Theme

    RoundsOf = Callable[[StoredMessage], Sequence[Round]]

_SIZE = (720, 640)


class StatisticsDialog(QDialog):
    """Shows the numbers of one reply, or of all replies of its chat."""

    def __init__(
        self,
        parent: QWidget,
        replies: Sequence[StoredMessage],
        rounds_of: RoundsOf,
        theme: Theme,
        font: QFont,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("statistics_dialog")
        self.setWindowTitle(self.tr("Statistics"))
        self._replies = replies
        self._rounds_of = rounds_of
        self._theme, self._font = theme, font
        self._known: dict[int, ReplyStatistics] = {}
        self._place = len(replies) - 1
        self.one = button(self.tr("This reply"), "plain", "statistics_one")
        self.all = button(self.tr("This chat so far"), "plain", "statistics_all")
        self._scopes = QButtonGroup(self)
        for choice in (self.one, self.all):
            choice.setCheckable(True)
            self._scopes.addButton(choice)
        self.one.setChecked(True)
        self._which = label("", "muted")
        self._earlier = button("‹", "icon", "statistics_earlier")
        self._later = button("›", "icon", "statistics_later")
        self._copy = button(self.tr("Copy"), "plain", "statistics_copy")
        self._close = button(self.tr("Close"), "primary", "statistics_close")
        self._close.setDefault(True)
        self._scroll = QScrollArea()
        self._page: StatisticsPage | None = None
        # After the frame is on the screen: both in one go would hold up the window.
        self._filling = single_shot(self, 0, self._show)
        self._counting = QTimer(self)
        self._counting.setInterval(0)
        self._name_controls()
        self._lay_out()
        self._connect()

    def _name_controls(self) -> None:
        for control, name, keys in (
            (self._earlier, self.tr("Earlier reply"), "Alt+Left"),
            (self._later, self.tr("Later reply"), "Alt+Right"),
        ):
            control.setAccessibleName(name)
            control.setToolTip(f"{name} ({keys})")
            QShortcut(QKeySequence(keys), self).activated.connect(control.click)
        self._scroll.setAccessibleName(self.tr("Statistics"))
        self._scroll.setObjectName("statistics_scroll")

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setContentsMargins(24, 0, 24, 0)
        head.setSpacing(8)
        for part in (self.one, self.all):
            head.addWidget(part)
        head.addStretch(1)
        head.addWidget(self._which)
        head.addWidget(self._earlier)
        head.addWidget(self._later)
        foot = QHBoxLayout()
        foot.setContentsMargins(24, 0, 24, 0)
        foot.addStretch(1)
        foot.addWidget(self._copy)
        foot.addWidget(self._close)
        self._scroll.setWidgetResizable(True)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        column = QVBoxLayout(self)
        column.setContentsMargins(1, 16, 1, 16)
        column.setSpacing(12)
        column.addLayout(head)
        column.addWidget(self._scroll, 1)
        column.addLayout(foot)
        parent = self.parentWidget()
        room = parent.window().size() if parent is not None else self.size()
        self.resize(min(_SIZE[0], room.width() - 40), min(_SIZE[1], room.height() - 40))

    def _connect(self) -> None:
        self._counting.timeout.connect(self._count_one)
        self._scopes.buttonToggled.connect(self._on_scope)
        self._earlier.clicked.connect(self._on_earlier)
        self._later.clicked.connect(self._on_later)
        self._copy.clicked.connect(self._on_copy)
        self._close.clicked.connect(self.accept)

    @property
    def page(self) -> StatisticsPage | None:
        """The numbers on show; None while they are being counted."""
        if self._filling.isActive():
            self._show()
        return self._page

    def show_reply(self, place: int) -> None:
        """Show one reply, counted from 0; at first soon."""
        self._place = place
        if self.isVisible():
            self._show()
        else:
            self._filling.start()

    def set_theme(self, theme: Theme) -> None:
        """Draw in another theme."""
        self._theme = theme
        if self._page is not None:
            self._page.set_theme(theme)

    def _show(self) -> None:
        self._filling.stop()
        of_all = self.all.isChecked()
        number = len(self._replies)
        told = self.tr("1 reply") if number == 1 else self.tr("{number} replies").format(number=number)
        if not of_all:
            told = self.tr("Reply {place} of {number}").format(place=self._place + 1, number=number)
        self._which.setText(told)
        self._earlier.setEnabled(not of_all and self._place > 0)
        self._later.setEnabled(not of_all and self._place < number - 1)
        if not of_all:
            reply = self._replies[self._place]
            self._put(self._of(self._place), reply.note if isinstance(reply, StoredReply) else "")
        elif len(self._known) < number:
            self._which.setText(self.tr("Counting…"))
            self._page = None
            self._scroll.takeWidget()
            self._counting.start()
        else:
            known = reduce(add, (self._known[place] for place in range(number)), ReplyStatistics())
            self._put(known, self.tr("Each reply has its own: see there."))

    def _put(self, known: ReplyStatistics, note: str) -> None:
        self._counting.stop()
        self._copy.setText(self.tr("Copy"))
        top = self._scroll.verticalScrollBar().value()
        self._page = StatisticsPage(known, note, self._theme, self._font)
        self._scroll.setWidget(self._page)
        # It is not scrolled sideways, so it has the room that its words take.
        bar = self._scroll.verticalScrollBar().sizeHint().width()
        self._scroll.setMinimumWidth(self._page.minimumSizeHint().width() + bar)
        self._scroll.verticalScrollBar().setValue(top)

    def _of(self, place: int) -> ReplyStatistics:
        if place not in self._known:
            reply = self._replies[place]
            self._known[place] = statistics_of_reply(self._rounds_of(reply), reply.summary)
        return self._known[place]

    @Slot()
    def _count_one(self) -> None:
        """Count one more reply, since all of a long chat at once would hold up the window."""
        missing = next((place for place in range(len(self._replies)) if place not in self._known), None)
        if missing is None:
            self._show()
        else:
            self._of(missing)

    def _on_scope(self, _choice: object, checked: bool) -> None:
        if checked:
            self._show()

    @Slot()
    def _on_earlier(self) -> None:
        self.show_reply(self._place - 1)

    @Slot()
    def _on_later(self) -> None:
        self.show_reply(self._place + 1)

    @Slot()
    def _on_copy(self) -> None:
        if self.page is not None:
            QGuiApplication.clipboard().setText(self.page.text())
            self._copy.setText(self.tr("Copied"))
