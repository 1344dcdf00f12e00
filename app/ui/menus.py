"""Entries of menus that name the keys for the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence

if TYPE_CHECKING:
    from PySide6.QtGui import QAction
    from PySide6.QtWidgets import QMenu


def add_named(menu: QMenu, text: str, keys: str) -> QAction:
    """Add an entry and return it. The window has the keys; the menu only names them."""
    action = menu.addAction(text)
    action.setShortcut(QKeySequence(keys))
    action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
    action.setShortcutVisibleInContextMenu(True)
    return action
