"""Reads chats in a thread of its own, so that the window never waits for a large file or a slow disk."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from app.chats.store import IN_MEMORY, ChatStore
from app.errors import DraftlightError
from app.ui.errands import Errands
from app.ui.notices import notice_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.ui.bugs import Bug


class StoreReader(QObject):
    """One kind of question to the chats, through a connection of its own; a store in memory answers here and now.

    Signals:
        answered (object): what was read.
        noticed (Notice): it could not be read.
    """

    answered = Signal(object)
    noticed = Signal(object)

    def __init__(self, store: ChatStore, name: str) -> None:
        super().__init__()
        self._store = store
        self._errands = Errands(name)
        self._errands.done.connect(self.answered)
        self._errands.failed.connect(self._on_failed)

    def ask(self, read: Callable[[ChatStore], object], alone: bool = False, *, here: bool = False) -> None:
        """Read something after what was asked before, or instead of it (`alone`); `here` is for what is in no file."""
        path = self._store.path
        if here or path == IN_MEMORY:
            try:
                self.answered.emit(read(self._store))
            except DraftlightError as error:
                self._on_failed(error)
            return

        def work(_stop: object, _tell: object) -> object:
            with closing(ChatStore(path)) as store:
                return read(store)

        (self._errands.start if alone else self._errands.post)(work)

    def drop(self) -> None:
        """Hear nothing more of what was asked."""
        self._errands.drop()

    def close(self) -> None:
        """End the thread."""
        self._errands.close()

    @Slot(object)
    def _on_failed(self, error: DraftlightError | Bug) -> None:
        self.noticed.emit(notice_of(error))
