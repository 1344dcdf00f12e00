"""What can be done with one message: a row of small buttons at its upper right corner."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QPoint, QSize, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QWidget

from app.chats.records import Role
from app.ui.controls import button, label
from app.ui.icons import Icon, icon
from app.ui.language import when_language_changes
from app.ui.shown_message import View

if TYPE_CHECKING:
    from app.ui.shown_message import ShownMessage
    from app.ui.theme import Theme


class MessageBar(QFrame):
    """Belongs to one message at a time.

    Signals:
        sibling_requested (int, int): a message's id, and 1 for the next or -1 for the previous one in its place.
        entered (): the keyboard came to one of the buttons.
        view_requested (): the reply shall be shown in the other view.
        edit_requested (int), again_requested (int), continue_requested (int), copy_requested (int),
            inspect_requested (int): a message's id.
        share_requested (int, QPoint): a reply's id, and where on the screen its menu belongs.
    """

    entered = Signal()
    sibling_requested = Signal(int, int)
    view_requested = Signal()
    edit_requested = Signal(int)
    again_requested = Signal(int)
    continue_requested = Signal(int)
    copy_requested = Signal(int)
    inspect_requested = Signal(int)
    share_requested = Signal(int, QPoint)

    def __init__(self, parent: QWidget, theme: Theme) -> None:
        super().__init__(parent)
        self.setObjectName("message_bar")
        self._shown: ShownMessage | None = None
        self._place = label("", "caption")
        self._place.setObjectName("message_place")
        self._previous = self._add(Icon.BACK, "previous_sibling")
        self._next = self._add(Icon.FORWARD, "next_sibling")
        self._view = button("", "icon", "message_view")
        self._edit = self._add(Icon.PENCIL, "edit_message")
        self._again = self._add(Icon.AGAIN, "regenerate")
        self._continue = self._add(Icon.BRANCH, "continue_here")
        self._copy = self._add(Icon.COPY, "copy_message")
        self._inspect = self._add(Icon.SEARCH, "inspect_rounds")
        self._share = self._add(Icon.MORE, "share_message")
        self._say_names()
        when_language_changes(self, self._say_names)
        row = QHBoxLayout(self)
        row.setContentsMargins(3, 1, 3, 1)
        row.setSpacing(0)
        row.addWidget(self._previous)
        row.addWidget(self._place)
        row.addWidget(self._next)
        row.addWidget(self._view)
        for one in (self._edit, self._again, self._continue, self._copy, self._inspect, self._share):
            row.addWidget(one)
        self._connect()
        self.set_theme(theme)
        self.hide()

    def _add(self, kind: Icon, name: str) -> QPushButton:
        one = button("", "icon", name)
        one.setProperty("picture", kind.value)
        one.installEventFilter(self)
        return one

    def _say_names(self) -> None:
        for one, told in (
            (self._previous, self.tr("Previous version (Alt+Shift+Left)")),
            (self._next, self.tr("Next version (Alt+Shift+Right)")),
            (self._edit, self.tr("Edit into a new version (F2)")),
            (self._again, self.tr("Write another reply (Ctrl+R for the last one)")),
            (self._continue, self.tr("Go on from here in a new branch")),
            (self._copy, self.tr("Copy the message")),
            (self._inspect, self.tr("Inspect rounds (Ctrl+Shift+I)")),
            (self._share, self.tr("Share the reply: image, web page, rounds")),
        ):
            one.setToolTip(told)
            one.setAccessibleName(told)

    def _connect(self) -> None:
        self._previous.clicked.connect(self._on_previous)
        self._next.clicked.connect(self._on_next)
        self._view.clicked.connect(self.view_requested)
        self._edit.clicked.connect(self.edit)
        self._again.clicked.connect(self._on_again)
        self._continue.clicked.connect(self._on_continue)
        self._copy.clicked.connect(self._on_copy)
        self._inspect.clicked.connect(self._on_inspect)
        self._share.clicked.connect(self._on_share)

    @property
    def tab_chain(self) -> tuple[QWidget, ...]:
        """What Tab walks over, in order."""
        return (
            self._previous,
            self._next,
            self._view,
            self._edit,
            self._again,
            self._continue,
            self._copy,
            self._inspect,
            self._share,
        )

    @property
    def shown(self) -> ShownMessage | None:
        """The message that the bar belongs to."""
        return self._shown

    def set_theme(self, theme: Theme) -> None:
        """Draw in another theme."""
        size = round(self.fontMetrics().height() * 0.95)
        for one in self.findChildren(QPushButton):
            if one is self._view:
                continue
            one.setIcon(icon(Icon(one.property("picture")), theme.muted, size))
            one.setIconSize(QSize(size, size))

    def show_for(self, message: ShownMessage, view: View) -> None:
        """Belong to `message`, which is shown in `view`; the size is right afterwards."""
        self._shown = message
        several = message.count > 1
        self._place.setText(place_text(message))
        for one in (self._previous, self._place, self._next):
            one.setVisible(several)
        self._previous.setEnabled(message.position > 1)
        self._next.setEnabled(message.position < message.count)
        reads = view is View.READING
        self._view.setText(self.tr("Tokens") if reads else self.tr("Reading"))
        told = (
            self.tr("Show the tokens of this reply (Alt+V)")
            if reads
            else self.tr("Show this reply as a page to read (Alt+V)")
        )
        self._view.setToolTip(told)
        self._view.setAccessibleName(told)
        self._view.setVisible(message.role is Role.ASSISTANT)
        self._edit.setVisible(message.role is Role.USER)
        for one in (self._continue, self._inspect, self._share):
            one.setVisible(message.role is Role.ASSISTANT)
        self.adjustSize()

    def step(self, step: int) -> None:
        """Ask for another message in this place."""
        if self._shown is not None and 1 <= self._shown.position + step <= self._shown.count:
            self.sibling_requested.emit(self._shown.id, step)

    def edit(self) -> None:
        """Ask to edit the message, if it is the person's."""
        if self._shown is not None and self._shown.role is Role.USER:
            self.edit_requested.emit(self._shown.id)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.FocusIn:
            self.entered.emit()
        return super().eventFilter(watched, event)

    def _on_previous(self) -> None:
        self.step(-1)

    def _on_next(self) -> None:
        self.step(1)

    def _on_again(self) -> None:
        if self._shown is not None:
            self.again_requested.emit(self._shown.id)

    def _on_continue(self) -> None:
        if self._shown is not None:
            self.continue_requested.emit(self._shown.id)

    def _on_copy(self) -> None:
        if self._shown is not None:
            self.copy_requested.emit(self._shown.id)

    def _on_inspect(self) -> None:
        if self._shown is not None:
            self.inspect_requested.emit(self._shown.id)

    def _on_share(self) -> None:
        if self._shown is not None:
            self.share_requested.emit(self._shown.id, self._share.mapToGlobal(self._share.rect().bottomLeft()))


def place_text(message: ShownMessage) -> str:
    """Return which of the messages in its place one is."""
    told = QCoreApplication.translate("MessageBar", "{position}/{count}")
    return told.format(position=message.position, count=message.count)
