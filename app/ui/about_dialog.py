"""What this program is, in which version, and what it is made of."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from app import __version__
from app.licences import LICENCE, components
from app.ui.controls import button, button_row, label
from app.ui.fitted_dialog import FittedDialog
from app.ui.icons import application_icon

if TYPE_CHECKING:
    from app.licences import Component

_ICON_SIZE = 64


class AboutDialog(FittedDialog):
    """Name, version, licence, and the packages in use with theirs."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("about_dialog")
        self.setWindowTitle(self.tr("About Draftlight"))
        picture = QLabel()
        picture.setPixmap(application_icon().pixmap(QSize(_ICON_SIZE, _ICON_SIZE), self.devicePixelRatioF()))
        told = QVBoxLayout()
        told.setSpacing(2)
        told.addWidget(label("Draftlight", "heading"))
        version = self.tr("Version {version} · {licence}").format(version=__version__, licence=LICENCE)
        told.addWidget(label(version, "muted"))
        head = QHBoxLayout()
        head.setSpacing(16)
        head.addWidget(picture)
        head.addLayout(told, 1)
        close = button(self.tr("Close"), "primary", "about_close")
        close.clicked.connect(self.accept)
        page = QVBoxLayout()
        page.setContentsMargins(24, 20, 24, 18)
        page.setSpacing(12)
        page.addLayout(head)
        promise = self.tr("Everything runs on this computer. Nothing leaves it but the downloads that you ask for.")
        page.addWidget(label(promise, "", wrap=True))
        page.addWidget(label(self.tr("Made with"), "strong"))
        page.addWidget(self._table(components()), 1)
        self.fill(page, button_row(close))
        close.setFocus()

    def _table(self, used: tuple[Component, ...]) -> QScrollArea:
        rows = QWidget()
        table = QGridLayout(rows)
        table.setContentsMargins(4, 4, 4, 4)
        table.setHorizontalSpacing(18)
        table.setColumnStretch(2, 1)
        for row, one in enumerate(used):
            for column, text in enumerate((one.name, one.version, one.licence)):
                cell = label(text, "muted" if column else "", wrap=column == 2)
                cell.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
                table.addWidget(cell, row, column, Qt.AlignmentFlag.AlignTop)
        table.setRowStretch(len(used), 1)
        scroll = QScrollArea()
        scroll.setProperty("kind", "details")
        scroll.setAccessibleName(self.tr("Made with"))
        scroll.setWidget(rows)
        scroll.setWidgetResizable(True)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        character = self.fontMetrics().averageCharWidth()
        scroll.setMinimumSize(min(character * 56, self.room().width() - 60), self.fontMetrics().height() * 10)
        return scroll
