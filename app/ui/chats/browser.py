"""Between the sidebar and the store: what is listed, found, opened, named, pinned, deleted and brought back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from app.errors import ChatStoreError
from app.ui.chats.store_reader import StoreReader
from app.ui.notices import notice_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.chats.records import Chat, SearchHit
    from app.chats.store import ChatStore
    from app.ui.conversation import Conversation
    from app.ui.sidebar import Sidebar


class ChatBrowser(QObject):
    """Keeps the sidebar in step with the store.

    Signals:
        noticed (Notice): the store could not be read or written.
    """

    noticed = Signal(object)

    def __init__(self, sidebar: Sidebar, conversation: Conversation, store: ChatStore) -> None:
        super().__init__()
        self._sidebar = sidebar
        self._conversation = conversation
        self._store = store
        self._query = ""
        self._finder = StoreReader(store, "search")
        self._finder.answered.connect(self._show_found)
        self._finder.noticed.connect(self.noticed)
        conversation.chats_changed.connect(self.refresh)
        sidebar.chat_chosen.connect(conversation.open_chat)
        sidebar.hit_chosen.connect(self._open_hit)
        sidebar.search_requested.connect(self._search)
        sidebar.rename_requested.connect(self._rename)
        sidebar.pin_requested.connect(self._pin)
        sidebar.delete_requested.connect(conversation.delete_chat)
        sidebar.undo_requested.connect(self._restore)

    def open_latest(self) -> None:
        """Show the chat that was last written in."""
        chats = self._chats()
        if chats:
            self._conversation.open_chat(max(chats, key=lambda chat: (chat.updated, chat.id)).id)

    @Slot()
    def refresh(self) -> None:
        """List the chats as they are now; what was found stays while a search is on."""
        if not self._query:
            self._sidebar.show_chats(self._chats(), self._conversation.chat_id)

    @Slot(str)
    def _search(self, query: str) -> None:
        self._query = query
        if query:
            self._finder.ask(lambda store: store.find(query), alone=True)
        else:
            self._finder.drop()
            self.refresh()

    @Slot(object)
    def _show_found(self, hits: tuple[SearchHit, ...]) -> None:
        if self._query:
            self._sidebar.show_hits(hits)

    def rest(self) -> None:
        """Look for nothing more."""
        self._finder.close()

    @Slot(object)
    def _open_hit(self, hit: SearchHit) -> None:
        if hit.message_id is None:
            self._conversation.open_chat(hit.chat_id)
        else:
            self._conversation.open_message(hit.chat_id, hit.message_id)

    @Slot(int, str)
    def _rename(self, chat_id: int, title: str) -> None:
        """Give a chat another title; an empty one leaves it."""
        title = " ".join(title.split())
        if title:
            self._change(lambda: self._store.rename_chat(chat_id, title))

    @Slot(int, bool)
    def _pin(self, chat_id: int, pinned: bool) -> None:
        self._change(lambda: self._store.pin_chat(chat_id, pinned))

    @Slot(int)
    def _restore(self, chat_id: int) -> None:
        if self._change(lambda: self._store.restore_chat(chat_id)):
            self._conversation.open_chat(chat_id)

    def _change(self, write: Callable[[], None]) -> bool:
        """Write into the store and list the chats again; return whether it could be written."""
        try:
            write()
        except ChatStoreError as error:
            self.noticed.emit(notice_of(error))
            return False
        self.refresh()
        return True

    def _chats(self) -> tuple[Chat, ...]:
        try:
            return self._store.list_chats()
        except ChatStoreError as error:
            self.noticed.emit(notice_of(error))
            return ()
