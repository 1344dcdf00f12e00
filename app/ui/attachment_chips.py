"""The files that go with a message, as chips that can be taken away again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QLabel, QPushButton, QWidget

from app.ui.controls import ElidedLabel, button, label
from app.ui.icons import Icon, icon
from app.ui.shown_message import size_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QResizeEvent

    from app.chats.records import Attachment
    from app.ui.theme import Theme

_CHIP_CHARACTERS = 42


class AttachmentChips(QWidget):
    """Shows attachments in as many columns as there is room for.

    Signals:
        remove_requested (int): the place of the one to take away.
    """

    remove_requested = Signal(int)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setObjectName("attachment_chips")
        self._theme = theme
        self._chips: list[QFrame] = []
        self._sizes: list[QLabel] = []
        self._shown: tuple[Attachment, ...] = ()
        self._columns = 0
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 4, 4)
        self._grid.setSpacing(6)
        self.hide()

    def set_theme(self, theme: Theme) -> None:
        """Draw in another theme."""
        self._theme = theme
        for chip in self._chips:
            self._draw_cross(chip.findChildren(QPushButton)[0])

    def show_attachments(self, attachments: Sequence[Attachment]) -> None:
        """Show these in place of those before."""
        for chip in self._chips:
            self._grid.removeWidget(chip)
            chip.hide()
            chip.deleteLater()
        self._sizes, self._shown = [], tuple(attachments)
        self._chips = [self._chip(place, one) for place, one in enumerate(attachments)]
        self._columns = 0
        self._arrange()
        self.setVisible(bool(attachments))

    def show_tokens(self, counts: Sequence[int], *, estimated: bool) -> None:
        """Say how many tokens each file has, in their order."""
        about = "≈" if estimated else ""
        for size, attachment, count in zip(self._sizes, self._shown, counts, strict=False):
            told = self.tr("{size} · {count} tokens")
            size.setText(told.format(size=size_of(attachment.size), count=f"{about}{count:,}"))

    def _chip(self, place: int, attachment: Attachment) -> QFrame:
        chip = QFrame()
        chip.setObjectName("attachment_chip")
        name = ElidedLabel("")
        name.setText(attachment.name)
        remove = button("", "icon", "remove_attachment")
        told = self.tr("Remove {name}").format(name=attachment.name)
        remove.setToolTip(told)
        remove.setAccessibleName(told)
        remove.setProperty("place", place)
        remove.clicked.connect(self._on_remove)
        self._draw_cross(remove)
        row = QHBoxLayout(chip)
        row.setContentsMargins(10, 2, 2, 2)
        row.setSpacing(6)
        row.addWidget(name, 1)
        size = label(size_of(attachment.size), "caption")
        self._sizes.append(size)
        row.addWidget(size)
        row.addWidget(remove)
        chip.setFixedWidth(self.fontMetrics().averageCharWidth() * _CHIP_CHARACTERS)
        return chip

    def _draw_cross(self, one: QPushButton) -> None:
        size = round(self.fontMetrics().height() * 0.8)
        one.setIcon(icon(Icon.CROSS, self._theme.muted, size))
        one.setIconSize(QSize(size, size))

    def _arrange(self) -> None:
        columns = max(1, self.width() // (self.fontMetrics().averageCharWidth() * _CHIP_CHARACTERS + 6))
        if columns == self._columns:
            return
        self._grid.setColumnStretch(self._columns, 0)
        self._columns = columns
        self._grid.setColumnStretch(columns, 1)  # what is left over stands behind the chips
        for place, chip in enumerate(self._chips):
            self._grid.addWidget(chip, place // columns, place % columns)

    def _on_remove(self) -> None:
        place = self.sender().property("place")
        self.remove_requested.emit(place)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()
