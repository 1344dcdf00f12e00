"""Chats that are not saved: started here, and marked for as long as one is on show."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from app.chats.private import WindowStore
from app.chats.records import is_private
from app.errors import ChatStoreError
from app.ui.controls import label
from app.ui.language import when_language_changes
from app.ui.notices import notice_of

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from app.chats.store import ChatStore
    from app.ui.conversation import Conversation

_PROGRAM = "Draftlight"


class PrivateChats(QObject):
    """Starts private chats, and says in the window and its title when one is on show; `mark` is the line that does.

    Signals:
        noticed (Notice).
    """

    noticed = Signal(object)

    def __init__(self, window: QWidget, conversation: Conversation, store: ChatStore) -> None:
        super().__init__(window)
        self._window = window
        self._conversation = conversation
        self._store = store
        self.mark = label(
            lambda: self.tr("This chat is not saved: it is gone when you close Draftlight."), "caption", wrap=True
        )
        self.mark.setObjectName("private_mark")
        self.mark.setContentsMargins(20, 6, 20, 0)
        conversation.chat_shown.connect(self._show_mark)
        conversation.message_added.connect(self._show_mark)
        self._began = self.tr("Private chat")
        when_language_changes(window, self._say_again)
        self._show_mark()

    @Slot()
    def start(self) -> None:
        """Show a new chat that is not saved."""
        if not isinstance(self._store, WindowStore):
            return
        try:
            self._began = self.tr("Private chat")
            chat = self._store.start_private_chat(self._began)
        except ChatStoreError as error:
            self.noticed.emit(notice_of(error))
        else:
            self._conversation.open_chat(chat.id)

    @Slot()
    def _show_mark(self) -> None:
        private = is_private(self._conversation.chat_id)
        self.mark.setVisible(private)
        # Ends with the program's name, or Qt would add it.
        title = self.tr("Private chat, not saved — {program}").format(program=_PROGRAM)
        self._window.setWindowTitle(title if private else _PROGRAM)

    @Slot()
    def _say_again(self) -> None:
        """Name the chats in the language of the moment that have the name they began with."""
        self._show_mark()
        name, began = self.tr("Private chat"), self._began
        self._began = name
        if name == began or not isinstance(self._store, WindowStore):
            return
        try:
            for chat in self._store.list_chats():
                if chat.is_private and chat.title == began:
                    self._store.rename_chat(chat.id, name)
        except ChatStoreError as error:
            self.noticed.emit(notice_of(error))
        self._conversation.chats_changed.emit()
