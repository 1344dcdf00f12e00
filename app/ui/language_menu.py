"""Which language the window speaks, as a menu."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QActionGroup

from app.ui.language import ENGLISH, TRADITIONAL_CHINESE, use_language

if TYPE_CHECKING:
    from pathlib import Path

    from PySide6.QtWidgets import QMenu

    from app.ui.preferences import Preferences


def add_languages(menu: QMenu, preferences: Preferences, translations: Path) -> None:
    """Add the languages to `menu`; the one that is chosen holds at once, and from the next start on.

    Each names itself in its own words, so that whoever reads no other finds it.
    """
    group = QActionGroup(menu)
    system = QCoreApplication.translate("language", "As the system")
    for language, name in ((None, system), (ENGLISH, "English"), (TRADITIONAL_CHINESE, "繁體中文")):
        action = group.addAction(name)
        action.setCheckable(True)
        action.setChecked(language == preferences.settings.language)
        action.triggered.connect(lambda _checked=False, language=language: _choose(language, preferences, translations))
        menu.addAction(action)


def _choose(language: str | None, preferences: Preferences, translations: Path) -> None:
    preferences.update(language=language)
    use_language(language, translations)
