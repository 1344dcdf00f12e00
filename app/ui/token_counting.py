"""Keeps the context meter right: counted in the engine's thread while nothing is written there, else estimated."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from PySide6.QtCore import QObject, Slot

from app.chats.attachments import frame
from app.options import PromptCount, reserved_for_reply
from app.ui.conversation_records import prompt_of
from app.ui.language import when_language_changes
from app.ui.prompt_room import PromptRoom, estimate_chat, estimate_tokens
from app.ui.timers import single_shot

if TYPE_CHECKING:
    from app.chats.records import Attachment, Message
    from app.speculation.records import Round
    from app.ui.chat_view import ChatView
    from app.ui.chats.chat_settings import ChatSettings
    from app.ui.parts import Parts
    from app.ui.worker import TokensCounted

_COUNT_AFTER_MS = 200
_WHILE_REPLYING_MS = 400

# What a count is of: the conversation, the parts of the message, the template and the switch for thinking.
_Asked: TypeAlias = "tuple[tuple[Message, ...], tuple[str, ...], str, bool | None]"


class TokenCounting(QObject):
    """Watches what is written, said and loaded, and tells the composer what it takes."""

    def __init__(self, view: ChatView, settings: ChatSettings, parts: Parts) -> None:
        super().__init__(view)
        self._composer = view.composer
        self._writing = view.writing
        self._conversation = conversation = parts.conversation
        self._engine = parts.engine
        self._pairs = parts.pairs
        self._preferences = parts.preferences
        self._told: tuple[object, tuple[Message, ...]] = (None, ())
        self._frames: dict[Attachment, str] = {}
        self._asked: _Asked = ((), (), "", None)
        self._counted: tuple[_Asked, PromptCount] | None = None
        self._known: dict[str, int] = {}
        self._replied = 0
        self._rests = False
        self._count_timer = single_shot(self, _COUNT_AFTER_MS, self._count)
        self._reply_timer = single_shot(self, _WHILE_REPLYING_MS, self.refresh)
        view.composer.text_changed.connect(self.refresh)
        view.writing.target_changed.connect(self.refresh)
        conversation.chat_shown.connect(self.refresh)
        conversation.branched.connect(self.refresh)
        conversation.reply_ended.connect(self.refresh)
        conversation.replying_changed.connect(self._on_replying_changed)
        conversation.round_arrived.connect(self._on_round_arrived)
        parts.pairs.pair_opened.connect(self._on_pair_opened)
        parts.pairs.changed.connect(self.refresh)
        parts.engine.tokens_counted.connect(self._on_counted)
        settings.changed.connect(self.refresh)
        settings.touched.connect(self.refresh)
        when_language_changes(view.composer, self.refresh)
        self.refresh()

    def rest(self) -> None:
        """Do nothing more."""
        self._rests = True
        self._count_timer.stop()
        self._reply_timer.stop()

    @Slot()
    def refresh(self) -> None:
        """Show what is known, and have the rest counted soon."""
        if self._rests:
            return
        loaded = self._pairs.state.loaded
        options = self._preferences.reply_options()
        asked = (self._prompt(), self._texts(), options.template, options.enable_thinking)
        replying = self._conversation.is_replying
        known = self._counted if loaded is not None and not replying else None
        exact = known is not None and known[0] == asked
        count = known[1] if known is not None and exact else self._estimate(asked)
        context = loaded.context if loaded else 0
        room = PromptRoom(
            said=count.chat + self._replied,
            written=sum(count.texts),
            reserved=reserved_for_reply(context, options.max_tokens),
            context=context,
            estimated=not exact,
            slides=options.drop_oldest,
        )
        self._composer.show_room(room, count.texts)
        if not exact and loaded is not None and not replying:
            self._count_timer.start()

    def _prompt(self) -> tuple[Message, ...]:
        """Return what the model is told before what is being written."""
        key = (self._conversation.system_prompt, self._writing.before)
        if self._told[0] != key:
            self._told = (key, prompt_of(*key))
        return self._told[1]

    def _texts(self) -> tuple[str, ...]:
        """Return the parts of what is being written as the model will read them: the files, then the text."""
        files = self._composer.attachments
        # A file is framed once: to look for the longest run of backticks takes some milliseconds a megabyte.
        self._frames = {one: self._frames.get(one) or f"{frame(one)}\n\n" for one in files}
        typed = self._composer.text()
        return (*(self._frames[one] for one in files), *([typed] if typed else []))

    def _estimate(self, asked: _Asked) -> PromptCount:
        messages, texts = asked[:2]
        said = estimate_chat(messages)
        if self._counted is not None:
            (before, _, *how), count = self._counted
            if how == list(asked[2:]) and messages[: len(before)] == before:
                said = count.chat + estimate_chat(messages[len(before) :])
        return PromptCount(said, tuple(self._known.get(text) or estimate_tokens(text) for text in texts))

    @Slot()
    def _count(self) -> None:
        if self._pairs.state.loading is not None or self._conversation.is_replying:
            return  # the engine is busy; what ends that asks again
        options = self._preferences.reply_options()
        self._asked = (self._prompt(), self._texts(), options.template, options.enable_thinking)
        self._engine.count(*self._asked[:2], options)

    @Slot(object)
    def _on_counted(self, record: TokensCounted) -> None:
        self._counted = (self._asked, record.count)
        self._known = dict(zip(self._asked[1], record.count.texts, strict=True))
        self.refresh()

    @Slot()
    def _on_pair_opened(self) -> None:
        """What another vocabulary counted is worth nothing."""
        self._counted = None
        self._known.clear()
        self.refresh()

    @Slot(object)
    def _on_round_arrived(self, decoded: Round) -> None:
        self._replied += len(decoded.emitted)
        if not self._reply_timer.isActive() and not self._rests:
            self._reply_timer.start()

    @Slot(bool)
    def _on_replying_changed(self, _replying: bool) -> None:
        self._replied = 0
        self._reply_timer.stop()
        self.refresh()
