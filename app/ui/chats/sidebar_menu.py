"""The button with what can be done with all chats and with the one on show."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtWidgets import QMenu, QPushButton

from app.chats.export import FORMATS
from app.ui.icons import Icon, icon
from app.ui.language import put_words
from app.ui.menus import add_named

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.ui.theme import Theme


class SidebarMenu(QPushButton):
    """Opens a menu.

    Signals:
        import_requested (), export_all_requested (), settings_requested ().
        export_requested (str): the chat on show in a format of `app.chats.export.FORMATS`.
        filling (QMenu): it is about to be shown; others add their entries.
    """

    import_requested = Signal()
    export_requested = Signal(str)
    export_all_requested = Signal()
    settings_requested = Signal()
    filling = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("sidebar_menu")
        self.setProperty("kind", "icon")
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        put_words(self.setAccessibleName, lambda: self.tr("More"))
        put_words(self.setToolTip, lambda: self.tr("Import, export, theme, text size, language, help (F10)"))
        self.clicked.connect(self.open_menu)

    def set_theme(self, theme: Theme) -> None:
        """Draw in another theme."""
        size = self.fontMetrics().height()
        self.setIcon(icon(Icon.MORE, theme.text, size))
        self.setIconSize(QSize(size, size))

    @Slot()
    def open_menu(self) -> None:
        """Show the menu below the button."""
        menu = QMenu(self)
        menu.setObjectName("more_menu")
        menu.addAction(self.tr("Import chats…")).triggered.connect(self.import_requested)
        add_exports(menu, self.tr("Export this chat"), self.export_requested.emit)
        menu.addAction(self.tr("Export all chats…")).triggered.connect(self.export_all_requested)
        menu.addSeparator()
        add_named(menu, self.tr("System prompt and presets…"), "Ctrl+,").triggered.connect(self.settings_requested)
        self.filling.emit(menu)
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(self.mapToGlobal(self.rect().bottomLeft()))


def add_exports(menu: QMenu, title: str, export: Callable[[str], object]) -> None:
    """Add a menu of the formats to `menu`; `export` gets the chosen one."""
    formats = menu.addMenu(title)
    for form, name in FORMATS.items():
        formats.addAction(f"{name}…").triggered.connect(lambda _checked=False, form=form: export(form))
