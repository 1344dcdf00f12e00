"""The dialogs about the chat on show."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Slot

from app.ui.chats.chat_dialog import ChatDialog
from app.ui.chats.template_dialog import TemplateDialog

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from app.ui.chat_view import ChatView
    from app.ui.chats.chat_settings import ChatSettings
    from app.ui.parts import Parts


class ChatDialogs(QObject):
    """Opens them over the window."""

    def __init__(self, window: QWidget, view: ChatView, settings: ChatSettings, parts: Parts) -> None:
        super().__init__(window)
        self._window = window
        self._settings = settings
        self._shelf = parts.store.shelf
        self._appearance = parts.appearance
        view.composer.settings_requested.connect(self.show_chat)
        view.banner.template_requested.connect(self.show_template)

    @Slot()
    def show_chat(self) -> None:
        """Show what this chat keeps: its system prompt, its sampling, its template, presets."""
        dialog = ChatDialog(self._window, self._settings, self._shelf, self._appearance.theme)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()

    @Slot()
    def show_template(self) -> None:
        """Show the chat template."""
        dialog = TemplateDialog(self._window, self._settings, self._appearance.theme)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()
