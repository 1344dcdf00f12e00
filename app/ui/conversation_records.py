"""What a conversation tells, and why it may refuse. No widgets."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from app.errors import EngineNotReadyError
from app.ui.notices import Notice, hint, notice_of

if TYPE_CHECKING:
    from app.chats.records import StoredMessage
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


def still_writing() -> Notice:
    """Return what to tell who wants to go on before a reply is complete."""
    return hint(_text("Draftlight is still writing: wait, or stop it with Esc."))


def messages_up_to(session: ReplySession, messages: list[StoredMessage]) -> list[StoredMessage]:
    """Return what was said before the reply, which is known better than the store knows it."""
    place = next((place for place, one in enumerate(messages) if one.id == session.question.id), None)
    return messages if place is None else messages[: place + 1]


def pair_refusal(pairs: PairState) -> Notice | None:
    """Return why no reply can be asked for with the pairs as they are."""
    if pairs.loading is not None:
        return hint(_text("The pair is still loading: send again when it is ready."))
    if pairs.pulling and pairs.loaded is None:
        return hint(_text("The starter pair is still on its way: send again when it is ready."))
    if pairs.loaded is None:
        return notice_of(EngineNotReadyError())
    return None


def _text(source: str) -> str:
    return QCoreApplication.translate("Conversation", source)
