"""What the menu offers for the window itself: theme, text size, language, help."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtGui import QActionGroup

from app.settings import SCHEMES, TEXT_SIZES, USUAL_TEXT_SIZE
from app.ui.language_menu import add_languages
from app.ui.menus import add_named

if TYPE_CHECKING:
    from pathlib import Path

    from PySide6.QtWidgets import QMenu, QWidget

    from app.ui.appearance import Appearance
    from app.ui.preferences import Preferences


class WindowMenu(QObject):
    """Adds to a menu, and keeps what is chosen there.

    Signals:
        private_chat_requested (), erasure_requested ().
        restart_requested (), shortcuts_requested (), diagnostics_requested (), updates_requested (),
        about_requested (), models_requested (), quit_requested ().
    """

    private_chat_requested = Signal()
    erasure_requested = Signal()
    restart_requested = Signal()
    shortcuts_requested = Signal()
    diagnostics_requested = Signal()
    updates_requested = Signal()
    about_requested = Signal()
    models_requested = Signal()
    quit_requested = Signal()

    def __init__(self, window: QWidget, look: Appearance, preferences: Preferences, translations: Path) -> None:
        super().__init__(window)
        self._translations = translations
        self._look = look
        self._preferences = preferences

    @Slot(object)
    def fill(self, menu: QMenu) -> None:
        """Add the entries of the window."""
        add_named(menu, self.tr("Models…"), "Ctrl+M").triggered.connect(self.models_requested)
        add_named(menu, self.tr("New private chat"), "Ctrl+Shift+N").triggered.connect(self.private_chat_requested)
        menu.addSeparator()
        self._add_schemes(menu.addMenu(self.tr("Theme")))
        self._add_sizes(menu.addMenu(self.tr("Text size")))
        add_languages(menu.addMenu(self.tr("Language")), self._preferences, self._translations)
        menu.addSeparator()
        menu.addAction(self.tr("Restart the engine")).triggered.connect(self.restart_requested)
        menu.addAction(self.tr("Delete everything…")).triggered.connect(self.erasure_requested)
        add_named(menu, self.tr("Keyboard shortcuts"), "F1").triggered.connect(self.shortcuts_requested)
        menu.addAction(self.tr("Copy diagnostics")).triggered.connect(self.diagnostics_requested)
        menu.addAction(self.tr("Check for updates…")).triggered.connect(self.updates_requested)
        menu.addAction(self.tr("About Draftlight")).triggered.connect(self.about_requested)
        menu.addSeparator()
        add_named(menu, self.tr("Quit"), "Ctrl+Q").triggered.connect(self.quit_requested)

    def apply(self) -> None:
        """Look as it was chosen."""
        settings = self._preferences.settings
        self._look.choose(settings.scheme)
        self._look.set_text_size(settings.text_size)

    @Slot()
    def enlarge(self) -> None:
        """Make all text larger by a step."""
        self._step(1)

    @Slot()
    def reduce(self) -> None:
        """Make all text smaller by a step."""
        self._step(-1)

    @Slot()
    def usual_size(self) -> None:
        """Make all text as large as the system's."""
        self._set_size(USUAL_TEXT_SIZE)

    def _step(self, step: int) -> None:
        place = TEXT_SIZES.index(self._preferences.settings.text_size) + step
        if 0 <= place < len(TEXT_SIZES):
            self._set_size(TEXT_SIZES[place])

    def _set_size(self, percent: int) -> None:
        self._preferences.update(text_size=percent)
        self._look.set_text_size(percent)

    def _set_scheme(self, scheme: str) -> None:
        self._preferences.update(scheme=scheme)
        self._look.choose(scheme)

    def _add_schemes(self, menu: QMenu) -> None:
        group = QActionGroup(menu)
        for scheme, name in zip(SCHEMES, (self.tr("As the system"), self.tr("Light"), self.tr("Dark")), strict=True):
            action = group.addAction(name)
            action.setCheckable(True)
            action.setChecked(scheme == self._preferences.settings.scheme)
            action.triggered.connect(lambda _checked=False, scheme=scheme: self._set_scheme(scheme))
            menu.addAction(action)

    def _add_sizes(self, menu: QMenu) -> None:
        group = QActionGroup(menu)
        for percent in TEXT_SIZES:
            action = group.addAction(self.tr("{percent}%").format(percent=percent))
            action.setCheckable(True)
            action.setChecked(percent == self._preferences.settings.text_size)
            action.triggered.connect(lambda _checked=False, percent=percent: self._set_size(percent))
            menu.addAction(action)
