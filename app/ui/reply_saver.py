"""Writes replies into the store while they come, and again until it succeeds. No widgets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from app.chats.saving import SAVE_EVERY_SECONDS
from app.errors import ChatStoreError

if TYPE_CHECKING:
    from app.chats.store import ChatStore
    from app.ui.reply_session import ReplySession

_SAVE_EVERY_MS = round(1000 * SAVE_EVERY_SECONDS)


class ReplySaver(QObject):
    """Holds on to each reply until all of it is in the store.

    Signals:
        failed (ChatStoreError): a reply cannot be saved now; told once, until one can be again.
        moved (ReplySession, int): the chat of this reply, with this id, was deleted elsewhere: it is in a new one now.
    """

    failed = Signal(object)
    moved = Signal(object, int)

    def __init__(self, store: ChatStore) -> None:
        super().__init__()
        self._store = store
        self._sessions: list[ReplySession] = []
        self._told = False
        self.timer = QTimer(self)
        self.timer.setInterval(_SAVE_EVERY_MS)
        self.timer.timeout.connect(self.save)

    def add(self, session: ReplySession) -> None:
        """Save this reply from now on, until it has ended and is saved."""
        self._sessions.append(session)
        self.timer.start()

    def drop(self, session: ReplySession) -> None:
        """Save nothing more of this reply."""
        self._keep([one for one in self._sessions if one is not session])

    def drop_chat(self, chat_id: int) -> None:
        """Save nothing more of the replies in this chat."""
        self._keep([one for one in self._sessions if one.chat_id != chat_id])

    def close(self) -> None:
        """Save for the last time; wait for whoever keeps the store busy."""
        try:
            self._store.be_patient()
        except ChatStoreError as error:
            self.failed.emit(error)
        self.save()
        self.timer.stop()

    def _keep(self, sessions: list[ReplySession]) -> None:
        self._sessions = sessions
        if not sessions:
            self.timer.stop()

    def unsaved(self, chat_id: int | None) -> ReplySession | None:
        """Return the reply in this chat that has ended but could not be saved yet."""
        return next((one for one in self._sessions if one.ended and one.chat_id == chat_id), None)

    @Slot()
    def save(self) -> None:
        """Save what is new in all of them."""
        for session in tuple(self._sessions):
            try:
                session.save(self._store)
            except ChatStoreError as error:
                if not self._told:
                    self._told = True
                    self.failed.emit(error)
            else:
                self._told = False
                if session.ended:
                    self.drop(session)
            if session.moved_from is not None:
                left, session.moved_from = session.moved_from, None
                self.moved.emit(session, left)
