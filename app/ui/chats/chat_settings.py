"""What each chat keeps: its system prompt, its sampling and the pair it is held with."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from app.chats.records import ChatOptions
from app.errors import ChatStoreError
from app.settings import PairChoice, Settings
from app.speculation.sampling import Sampling
from app.ui.notices import NoticeAction, hint, notice_of
from app.ui.preferences import files_of

if TYPE_CHECKING:
    from app.chats.store import ChatStore
    from app.options import PairFiles
    from app.ui.conversation import Conversation
    from app.ui.pair_controller import PairController
    from app.ui.preferences import Preferences

_KEEP_AFTER_MS = 400
_SHARED = {field.name for field in dataclasses.fields(Sampling)} & {
    field.name for field in dataclasses.fields(Settings)
}


class ChatSettings(QObject):
    """Puts the options of the chat on show into the preferences, and keeps what is changed there with the chat.

    Signals:
        changed (): the options are others; controls that show them read the preferences again.
        noticed (Notice).
    """

    changed = Signal()
    noticed = Signal(object)

    def __init__(
        self, conversation: Conversation, pairs: PairController, preferences: Preferences, store: ChatStore
    ) -> None:
        super().__init__()
        self._conversation = conversation
        self._pairs = pairs
        self._preferences = preferences
        self._store = store
        self._chat_id: int | None = None
        self._pair: PairChoice | None = None
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_KEEP_AFTER_MS)
        self._timer.timeout.connect(self.keep)
        conversation.chat_shown.connect(self._on_chat_shown)
        conversation.message_added.connect(self._on_message_added)

    @property
    def options(self) -> ChatOptions:
        """How replies in the chat on show are written."""
        now = self._preferences.reply_options()
        return ChatOptions(self._conversation.system_prompt, now.sampling, now.draft_length)

    @property
    def pair(self) -> PairFiles | None:
        """The pair that the chat on show was held with last."""
        return None if self._pair is None else files_of(self._pair)

    def apply(self, options: ChatOptions) -> None:
        """Write the replies of the chat on show like this from now on."""
        self._take(options)
        self.note_change()

    def set_system_prompt(self, text: str) -> None:
        """Give the chat on show another system prompt."""
        self._conversation.system_prompt = text
        self.note_change()
        self.changed.emit()

    @Slot()
    def note_change(self) -> None:
        """Keep the options as they are now with the chat on show, soon."""
        if self._chat_id is not None:
            self._timer.start()

    @Slot()
    def keep(self) -> None:
        """Keep the options with the chat on show, now."""
        self._timer.stop()
        if self._chat_id is None:
            return
        try:
            self._store.set_options(self._chat_id, self.options)
        except ChatStoreError as error:
            self.noticed.emit(notice_of(error))

    def _take(self, options: ChatOptions) -> None:
        self._conversation.system_prompt = options.system_prompt
        taken = {name: getattr(options.sampling, name) for name in _SHARED}
        self._preferences.update(**taken, draft_length=options.draft_length)
        self.changed.emit()

    @Slot()
    def _on_chat_shown(self) -> None:
        """Take over what the chat keeps; one that keeps nothing goes on with what is set."""
        if self._conversation.chat_id == self._chat_id and self._chat_id is not None:
            return
        if self._timer.isActive():
            self.keep()
        self._chat_id, self._pair = self._conversation.chat_id, None
        chat = None
        try:
            chat = next((one for one in self._store.list_chats() if one.id == self._chat_id), None)
        except ChatStoreError as error:
            self.noticed.emit(notice_of(error))
        self._conversation.system_prompt = ""
        if chat is not None and chat.options is not None:
            self._take(chat.options)
        else:
            self.changed.emit()
        if chat is not None and chat.pair is not None:
            self._pair = chat.pair
            self._tell_pair(chat.pair)

    def _tell_pair(self, pair: PairChoice) -> None:
        """Say which pair the chat was held with, if that is missing or not the one that is loaded."""
        missing = [path.name for path in (pair.target, pair.drafter) if path is not None and not path.is_file()]
        if missing:
            told = self.tr(
                "This chat was held with {pair}, but {file} is not on this disk any more. "
                "You can read it, and go on with another pair."
            )
            self.noticed.emit(hint(told.format(pair=pair.name, file=" / ".join(missing))))
            return
        state = self._pairs.state
        at_hand = state.loading or (state.loaded.files if state.loaded else None)
        if at_hand is not None and (at_hand.target, at_hand.drafter) != (pair.target, pair.drafter):
            told = self.tr("This chat was held with {pair}.").format(pair=pair.name)
            self.noticed.emit(hint(told, NoticeAction.LOAD_PAIR))

    @Slot()
    def _on_message_added(self) -> None:
        """Keep with the chat how and with what it is held from now on."""
        self._chat_id = self._conversation.chat_id
        loaded = self._pairs.state.loaded
        self.keep()
        if loaded is None or self._chat_id is None:
            return
        files = loaded.files
        self._pair = PairChoice(files.name, files.target, files.drafter, files.note)
        try:
            self._store.set_pair(self._chat_id, self._pair)
        except ChatStoreError as error:
            self.noticed.emit(notice_of(error))
