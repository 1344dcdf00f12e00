"""Dialogs that fit the screen they are on, at every text size: their content scrolls, their buttons stay in view."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtWidgets import QDialog, QFrame, QLayout, QScrollArea, QVBoxLayout, QWidget

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent, QShowEvent

# What the system puts around a window, at most.
_FRAME = QSize(16, 48)
_BORDER = 1


class FittedScroll(QScrollArea):
    """Gives its content the room there is, and scrolls, in both directions, where that is less than it needs.

    Other than a resizable `QScrollArea` it takes text that wraps for as wide as it is, and lists for as low as they may
    be, so that it scrolls only where something would be cut off.
    """

    def __init__(self, content: QWidget) -> None:
        super().__init__()
        self.setProperty("kind", "details")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        content.setAutoFillBackground(False)
        self._content = content
        self.setWidget(content)

    def _needed(self, width: int) -> QSize:
        """Return the least size of the content in so many pixels."""
        content = self._content
        layout = content.layout()
        least = content.minimumSizeHint().expandedTo(content.minimumSize())
        width = max(width, least.width())
        if layout is not None and layout.hasHeightForWidth():
            return QSize(width, layout.totalMinimumHeightForWidth(width))
        return QSize(width, least.height())

    def wanted_height(self, width: int) -> int:
        """Return how high all of the content is in so many pixels."""
        layout = self._content.layout()
        if layout is not None and layout.hasHeightForWidth():
            return layout.totalHeightForWidth(max(0, width - 2 * _BORDER)) + 2 * _BORDER
        return self._content.sizeHint().height() + 2 * _BORDER

    def fit(self) -> None:
        """Give the content its size."""
        room = self.contentsRect().size()
        needed = self._needed(room.width())
        too_high = needed.height() > room.height()
        if too_high:
            room.setWidth(room.width() - self.verticalScrollBar().sizeHint().width())
            needed = self._needed(room.width())
        too_wide = needed.width() > room.width()
        if too_wide:
            room.setHeight(room.height() - self.horizontalScrollBar().sizeHint().height())
        # Left to itself Qt keeps bars for which a size on the way had a need.
        self.setVerticalScrollBarPolicy(_policy(too_high))
        self.setHorizontalScrollBarPolicy(_policy(too_wide))
        self._content.resize(needed.expandedTo(room))
        # The keyboard has business here only where there is something to scroll.
        scrolls = needed.height() > room.height() or needed.width() > room.width()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus if scrolls else Qt.FocusPolicy.NoFocus)

    def sizeHint(self) -> QSize:
        return self._content.sizeHint() + QSize(2 * _BORDER, 2 * _BORDER)

    def minimumSizeHint(self) -> QSize:
        line = self.fontMetrics().height()
        return QSize(line * 6, line * 4)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.StyleChange:  # its border takes room, and nothing else tells of that
            self.fit()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.fit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        answer = super().eventFilter(watched, event)
        if watched is self._content and event.type() is QEvent.Type.LayoutRequest:
            self.updateGeometry()
            self.fit()
        return answer


def _policy(needed: bool) -> Qt.ScrollBarPolicy:
    return Qt.ScrollBarPolicy.ScrollBarAlwaysOn if needed else Qt.ScrollBarPolicy.ScrollBarAlwaysOff


class FittedDialog(QDialog):
    """A dialog of a content and a row of buttons under it; it is never larger than its screen."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._body: FittedScroll | None = None

    def fill(self, content: QLayout, buttons: QLayout, spacing: int = 10) -> None:
        """Put `content`, with its margins, where it scrolls, and `buttons` below it, where they stay."""
        page = QWidget()
        page.setLayout(content)
        self._body = FittedScroll(page)
        self._body.setAccessibleName(self.windowTitle())
        around = content.contentsMargins()
        content.setContentsMargins(around.left() - _BORDER, 1, around.right() - _BORDER, 6)
        buttons.setContentsMargins(around.left(), 0, around.right(), 0)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, around.top(), 0, around.bottom())
        column.setSpacing(spacing)
        column.addWidget(self._body, 1)
        column.addLayout(buttons)

    def room(self) -> QSize:
        """Return how large a dialog may be here, in pixels, without what the system puts around it."""
        size = self.screen().availableGeometry().size()
        parent = self.parentWidget()
        if parent is not None:
            size = size.expandedTo(parent.window().size())  # a window may reach over several screens
        return size - _FRAME

    def fit_height(self) -> None:
        """Be as high as the content wants in this width, as far as the screen allows."""
        layout = self.layout()
        if self._body is None or layout is None:
            return
        layout.activate()
        rest = layout.totalSizeHint().height() - self._body.sizeHint().height()
        wanted = QSize(self.width(), rest + self._body.wanted_height(self.width()))
        self.resize(wanted.boundedTo(self.room()))

    def showEvent(self, event: QShowEvent) -> None:
        room = self.room()
        if self.minimumSize().boundedTo(room) != self.minimumSize():
            self.setMinimumSize(self.minimumSize().boundedTo(room))
        if not event.spontaneous():
            if not self.testAttribute(Qt.WidgetAttribute.WA_Resized):
                self.fit_height()
            self.resize(self.size().boundedTo(room))
        super().showEvent(event)  # puts the dialog where all of it is on the screen
