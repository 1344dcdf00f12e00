"""What a conversation tells, to the model and to the store as well, and why it may refuse. No widgets."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from app.chats.attachments import prompt_message
from app.chats.branch import place_of
from app.chats.records import Message, Role
from app.chats.store import StoredReply
from app.chats.titles import title_of
from app.errors import ChatGoneError, EmptyPromptError, EngineLentError, EngineNotReadyError
from app.ui.notices import Notice, hint, notice_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.chats.records import Attachment, StoredMessage
    from app.chats.store import ChatStore
    from app.errors import DraftlightError
    from app.ui.bugs import Bug
    from app.ui.pair_controller import PairState
    from app.ui.reply_session import ReplySession


@dataclass(frozen=True, slots=True)
class Unanswered:
    """A message got no reply: `error` says why, None if the person stopped it before the first token."""

    question: StoredMessage
    error: DraftlightError | Bug | None


@dataclass(frozen=True, slots=True)
class ShownChat:
    """What is on show now: `at` is the id of a message to go to, None goes to the end.

    `keeps_text` says that what is being written stays where it is, since it is still the same chat for the person.
    """

    messages: tuple[StoredMessage, ...]
    at: int | None = None
    keeps_text: bool = False


def prompt_of(system_prompt: str, messages: Sequence[StoredMessage]) -> tuple[Message, ...]:
    """Return what the model is told: what was said, after the system prompt if there is one."""
    said = tuple(prompt_message(stored) for stored in messages)
    return (Message(Role.SYSTEM, system_prompt), *said) if system_prompt.strip() else said


def add_question(
    store: ChatStore, chat_id: int | None, text: str, attachments: Sequence[Attachment], after: int | None
) -> tuple[int, StoredMessage]:
    """Store what is said; return its chat, which is a new one if there was none or it is gone.

    Raises:
        ChatStoreError: it cannot be written.
    """
    if chat_id is not None:
        try:
            return chat_id, store.add_user_message(chat_id, text, attachments, after)
        except ChatGoneError:
            pass
    title = title_of(text) or title_of(attachments[0].name)
    chat, message = store.start_chat(title, text, attachments)
    return chat.id, message


def still_writing() -> Notice:
    """Return what to tell who wants to go on before a reply is complete."""
    return hint(_text("Draftlight is still writing: wait, or stop it with Esc."))


def not_saved_yet() -> Notice:
    """Return what to tell who wants to go on before a reply is saved."""
    return hint(_text("The last reply is not saved yet: send again when the disk allows it."))


def messages_up_to(session: ReplySession, messages: Sequence[StoredMessage]) -> list[StoredMessage]:
    """Return what was said before the reply, which is known better than the store knows it."""
    place = place_of(messages, session.question.id)
    return list(messages if place is None else messages[: place + 1])


def without_rounds(message: StoredMessage) -> StoredMessage:
    """Return a reply that the store has without its rounds, which would fill the memory in a long evening."""
    return replace(message, rounds=()) if message.id and isinstance(message, StoredReply) else message


def refusal_of(text: str, attachments: Sequence[Attachment], pairs: PairState) -> Notice | None:
    """Return why no reply to this can be asked for with the pairs as they are."""
    if not text.strip() and not attachments:
        return notice_of(EmptyPromptError())
    if pairs.lent:
        return notice_of(EngineLentError())
    if pairs.loading is not None:
        return hint(_text("The pair is still loading: send again when it is ready."))
    if pairs.pulling and pairs.loaded is None:
        return hint(_text("The starter pair is still on its way: send again when it is ready."))
    if pairs.loaded is None:
        return notice_of(EngineNotReadyError())
    return None


def _text(source: str) -> str:
    return QCoreApplication.translate("Conversation", source)
