"""What the person is writing: for which chat, in place of or after which message, with which files."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from app.chats.attachments import paste_attachment, read_attachment
from app.chats.branch import place_of
from app.chats.records import Role, Unsent
from app.errors import AttachmentError, ChatStoreError
from app.ui.notices import hint, notice_of
from app.ui.prompt_room import trouble_of

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from app.chats.records import StoredMessage
    from app.chats.store import ChatStore
    from app.ui.composer import Composer
    from app.ui.conversation import Conversation
    from app.ui.conversation_records import ShownChat
    from app.ui.language import Words

_KEEP_AFTER_MS = 1000


@dataclass(frozen=True, slots=True)
class Target:
    """What the text is for: another version of `message_id`, or what follows it."""

    message_id: int
    edits: bool


class Writing(QObject):
    """Keeps what is in the composer, chat by chat, and sends it.

    Signals:
        noticed (Notice): something could not be kept, attached or sent.
        target_changed (): the text is for another place of the chat.
    """

    noticed = Signal(object)
    target_changed = Signal()

    def __init__(self, composer: Composer, conversation: Conversation, store: ChatStore) -> None:
        super().__init__()
        self._composer = composer
        self._conversation = conversation
        self._store = store
        self._chat_id: int | None = None
        self._target: Target | None = None
        self._set_aside = Unsent()
        self._recalled = -1
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_KEEP_AFTER_MS)
        self._timer.timeout.connect(self._keep)
        composer.send_requested.connect(self.send)
        composer.target_dropped.connect(self.drop_target)
        composer.edit.recall_requested.connect(self._on_recall)
        composer.edit.long_text_pasted.connect(self._on_long_text)
        composer.edit.files_pasted.connect(self.attach)
        self._put(self._stored())
        composer.text_changed.connect(self._timer.start)

    @property
    def before(self) -> tuple[StoredMessage, ...]:
        """The messages that stand before what is being written."""
        messages, target = self._conversation.messages, self._target
        if target is None:
            return messages
        place = place_of(messages, target.message_id)
        return messages if place is None else messages[: place if target.edits else place + 1]

    def show_chat(self, shown: ShownChat) -> None:
        """Go on with what was being written in the chat that is on show now."""
        typed, edits = self._typed(), self._target is not None and self._target.edits
        self.drop_target()
        if edits and self._typed() == Unsent():
            self._put(typed)  # nobody asked to throw it away
        if not shown.keeps_text:
            self._keep()
            self._chat_id = self._conversation.chat_id
            self._put(self._stored())
        self._chat_id = self._conversation.chat_id
        self._recalled = -1

    @Slot(str)
    def send(self, text: str) -> None:
        """Say what is typed, for what it was meant."""
        talk, target, files = self._conversation, self._target, self._composer.attachments
        room = self._composer.room
        if room.is_too_long and not room.estimated:
            self.noticed.emit(hint(trouble_of(room)))
            return
        if target is not None and target.edits:
            taken = talk.edit(target.message_id, text, files)
        else:
            taken = talk.send(text, files, None if target is None else target.message_id)
        if taken:
            self._chat_id = talk.chat_id
            self._recalled = -1
            self._put(Unsent())
            self.drop_target()

    def edit_message(self, message_id: int) -> None:
        """Have another version of one of the person's messages written."""
        message = self._conversation.message(message_id)
        if message is not None and message.message.role is Role.USER:
            target = Target(message_id, edits=True)
            self._aim(target, lambda: self.tr("Editing your message: the old version stays beside it"))
            self._put(Unsent(message.message.content, message.attachments))

    def continue_from(self, message_id: int) -> None:
        """Have the next message follow this one."""
        if self._conversation.message(message_id) is not None:
            self._aim(
                Target(message_id, edits=False),
                lambda: self.tr("Going on from an earlier reply: what followed it stays in its own branch"),
            )

    @Slot()
    def drop_target(self) -> bool:
        """Write the next message as usual, with what was typed for it before; return whether that is new."""
        target, self._target = self._target, None
        if target is None:
            return False
        self.target_changed.emit()
        self._composer.show_target(None)
        if target.edits:
            self._put(self._set_aside)
            self._set_aside = Unsent()
        return True

    @Slot(list)
    def attach(self, paths: Iterable[Path]) -> None:
        """Have these files go with the text; those that cannot are told."""
        files = list(self._composer.attachments)
        for path in paths:
            try:
                files.append(read_attachment(path))
            except AttachmentError as error:
                self.noticed.emit(notice_of(error))
        self._composer.set_attachments(files)

    def keep(self) -> None:
        """Save what is being written, and do nothing more by itself."""
        self._timer.stop()
        self._keep()

    def put(self, unsent: Unsent) -> None:
        """Have this written instead, as what is not sent in the chat on show."""
        self._chat_id = self._conversation.chat_id
        self._put(unsent)

    def _aim(self, target: Target, told: Words) -> None:
        self.drop_target()
        if target.edits:
            self._set_aside = self._typed()
        self._target = target
        self.target_changed.emit()
        self._composer.show_target(told)
        self._composer.edit.setFocus()

    def _typed(self) -> Unsent:
        return Unsent(self._composer.text(), self._composer.attachments)

    def _put(self, unsent: Unsent) -> None:
        if self._composer.text() != unsent.text:
            self._composer.set_text(unsent.text)
        self._composer.set_attachments(unsent.attachments)

    def _stored(self) -> Unsent:
        try:
            return self._store.unsent(self._chat_id)
        except ChatStoreError as error:
            self.noticed.emit(notice_of(error))
            return Unsent()

    @Slot()
    def _keep(self) -> None:
        """Save what is being written; while a message is edited, what was set aside for it, or the edit itself."""
        edits = self._target is not None and self._target.edits
        unsent = self._set_aside if edits and self._set_aside != Unsent() else self._typed()
        try:
            self._store.save_unsent(unsent.text, unsent.attachments, self._chat_id)
        except ChatStoreError as error:
            self.noticed.emit(notice_of(error))

    @Slot(str)
    def _on_long_text(self, text: str) -> None:
        files = self._composer.attachments
        try:
            self._composer.set_attachments((*files, paste_attachment(text, files)))
        except AttachmentError as error:
            self.noticed.emit(notice_of(error))

    @Slot(int)
    def _on_recall(self, step: int) -> None:
        """Put back an own message of this chat: up is older, and down past the newest is empty again."""
        said = [one.message.content for one in self._conversation.messages if one.message.role is Role.USER]
        texts = list(dict.fromkeys(text for text in reversed(said) if text.strip()))
        if not self._composer.text():
            self._recalled = -1
        place = self._recalled - step
        if place < 0:
            self._recalled = -1
            self._composer.edit.recall("")
        elif place < len(texts):
            self._recalled = place
            self._composer.edit.recall(texts[place])
