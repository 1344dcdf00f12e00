"""What each chat keeps: its system prompt, its sampling and the pair it is held with."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from app.chats.records import ChatOptions
from app.errors import ChatStoreError
from app.settings import PairChoice
from app.ui.chats.chat_pair import ChatPair
from app.ui.chats.template_trial import TemplateTrial
from app.ui.notices import notice_of
from app.ui.preferences import SAMPLING_NAMES, sampling_of, text_bias_of

if TYPE_CHECKING:
    from app.chats.store import ChatStore
    from app.options import LoadedPair
    from app.settings import Settings
    from app.ui.conversation import Conversation
    from app.ui.pair_controller import PairController
    from app.ui.preferences import Preferences

_KEEP_AFTER_MS = 400
# Options of a chat that are settings of the same name and kind.
_SHARED = (
    "draft_length",
    "max_tokens",
    "stop_strings",
    "lookup",
    "rule",
    "enable_thinking",
    "drop_oldest",
    "chosen",
)


class ChatSettings(QObject):
    """Puts the options of the chat on show into the preferences, and keeps what is changed there with the chat.

    Signals:
        changed (): the options are others; controls that show them read the preferences again.
        touched (): the person changed an option.
        noticed (Notice).
    """

    changed = Signal()
    touched = Signal()
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
        self.pair = ChatPair(pairs)
        self.trial = TemplateTrial()
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_KEEP_AFTER_MS)
        self._timer.timeout.connect(self.keep)
        self.pair.noticed.connect(self.noticed)
        pairs.pair_opened.connect(self._on_pair_opened)
        conversation.chat_shown.connect(self._on_chat_shown)
        conversation.message_added.connect(self._on_message_added)

    @property
    def options(self) -> ChatOptions:
        """How replies in the chat on show are written, as the chat keeps it."""
        return self._options_of(self._preferences.settings)

    @property
    def shown_options(self) -> ChatOptions:
        """The same with what the model that is loaded recommends."""
        return self._options_of(self._preferences.shown)

    def _options_of(self, settings: Settings) -> ChatOptions:
        return ChatOptions(
            system_prompt=self._conversation.system_prompt,
            sampling=sampling_of(settings),
            text_bias=text_bias_of(settings),
            template=self._preferences.template,
            context=settings.loading.context,
            **{name: getattr(settings, name) for name in _SHARED},
        )

    @property
    def model(self) -> LoadedPair | None:
        """What is loaded."""
        return self._pairs.state.loaded

    @property
    def template(self) -> str:
        """The template that prompts of this chat are made with; empty where the model has none either."""
        edited = self._preferences.template or self._preferences.model_template
        return edited or (self.model.template if self.model else "")

    @property
    def template_is_edited(self) -> bool:
        """Whether it is another than the model's own."""
        return bool(self._preferences.template or self._preferences.model_template)

    @property
    def template_is_for_all(self) -> bool:
        """Whether it holds for all chats with this model."""
        return bool(self._preferences.model_template) and not self._preferences.template

    def set_template(self, source: str, *, for_all: bool) -> None:
        """Make the prompts of this chat with another template; an empty one, or the model's own, is its own again.

        Args:
            source: Jinja.
            for_all: for all chats with the model that is loaded which have none of their own.
        """
        own = self.model.template if self.model else ""
        edited = "" if source.strip() == own.strip() else source
        keeps_for_model = for_all or not edited
        self._preferences.template = "" if keeps_for_model else edited
        if keeps_for_model and self.model is not None:
            try:
                self._store.shelf.save_template(self.model.files.target, edited)
            except ChatStoreError as error:
                self.noticed.emit(notice_of(error))
            else:
                self._preferences.model_template = edited
        self.note_change()
        self.changed.emit()

    def apply(self, options: ChatOptions) -> None:
        """Write the replies of the chat on show like this from now on."""
        self._take(options)
        self.note_change()

    @Slot()
    def load_pair(self) -> None:
        """Load the pair that the chat on show was held with."""
        if self.pair.files is not None:
            self._conversation.stop()
            self._pairs.open(self.pair.files)

    def set_system_prompt(self, text: str) -> None:
        """Give the chat on show another system prompt."""
        self._conversation.system_prompt = text
        self.note_change()
        self.changed.emit()

    @Slot()
    def note_change(self) -> None:
        """Keep the options as they are now with the chat on show, soon."""
        self.touched.emit()
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

    def close(self) -> None:
        """Keep what is not kept yet, and end the thread that tries templates."""
        self.keep()
        self.trial.close()

    def _take(self, options: ChatOptions) -> None:
        self._conversation.system_prompt = options.system_prompt
        taken = {name: getattr(options.sampling, name) for name in SAMPLING_NAMES}
        taken |= {name: getattr(options, name) for name in _SHARED}
        taken["logit_bias"] = (*options.sampling.logit_bias, *options.text_bias)
        loading = self._preferences.settings.loading
        if options.context is not None and options.context != loading.context:
            taken["loading"] = dataclasses.replace(loading, context=options.context)
        self._preferences.template = options.template
        self._preferences.update(**taken)
        if "loading" in taken:
            self._pairs.use(self._preferences.load_options())
        self.changed.emit()

    @Slot()
    def _on_chat_shown(self) -> None:
        """Take over what the chat keeps; one that keeps nothing goes on with what is set."""
        if self._conversation.chat_id == self._chat_id and self._chat_id is not None:
            return
        if self._timer.isActive():
            self.keep()
        self._chat_id = self._conversation.chat_id
        chat = None
        try:
            chat = next((one for one in self._store.list_chats() if one.id == self._chat_id), None)
        except ChatStoreError as error:
            self.noticed.emit(notice_of(error))
        self._conversation.system_prompt = self._preferences.template = ""
        if chat is not None and chat.options is not None:
            self._take(chat.options)
        else:
            self.changed.emit()
        self.pair.show(None if chat is None else chat.pair)

    @Slot(object)
    def _on_pair_opened(self, loaded: LoadedPair) -> None:
        """Take over what the model's file recommends, and the template that was edited for it."""
        self._preferences.advised = dict(loaded.advised)
        try:
            self._preferences.model_template = self._store.shelf.template_for(loaded.files.target)
        except ChatStoreError as error:
            self.noticed.emit(notice_of(error))
        self.changed.emit()

    @Slot()
    def _on_message_added(self) -> None:
        """Keep with the chat how and with what it is held from now on."""
        self._chat_id = self._conversation.chat_id
        loaded = self._pairs.state.loaded
        self.keep()
        if loaded is None or self._chat_id is None:
            return
        files = loaded.files
        pair = PairChoice(files.name, files.target, files.drafter, files.note)
        self.pair.note(pair)
        try:
            self._store.set_pair(self._chat_id, pair)
        except ChatStoreError as error:
            self.noticed.emit(notice_of(error))
