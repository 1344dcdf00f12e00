"""How much of the context the next message takes, and how to say so."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.chats.records import Message

# English has about four characters a token; of other scripts most characters are a token or more.
_ASCII_A_TOKEN = 4
_AROUND_A_MESSAGE = 5


@dataclass(frozen=True, slots=True)
class PromptRoom:
    """Tokens: `said` of the chat, `written` of what is not sent yet, `reserved` for the reply, `context` of all.

    `estimated` says that they were guessed from the numbers of characters. `context` is 0 while nothing is loaded.
    `slides` says that the oldest turns are left out where the chat does not fit.
    """

    said: int
    written: int
    reserved: int
    context: int
    estimated: bool
    slides: bool = False

    @property
    def used(self) -> int:
        """Tokens of the prompt if it were sent now."""
        return self.said + self.written

    @property
    def free(self) -> int:
        """What is left beside the prompt and the reply."""
        return max(0, self.context - self.used - self.reserved)

    @property
    def limit(self) -> int:
        """What a prompt may have at most: one token is for the reply."""
        return max(0, self.context - 1)

    @property
    def is_too_long(self) -> bool:
        """Whether the message cannot be sent as it is."""
        return bool(self.context) and (self.written if self.slides else self.used) > self.limit

    @property
    def leaves_out(self) -> bool:
        """Whether the oldest turns will be left out."""
        return self.slides and bool(self.context) and self.used > self.context - self.reserved


def estimate_tokens(text: str) -> int:
    """Guess how many tokens a text has."""
    characters, size = len(text), len(text.encode("utf-8", "replace"))
    # Characters beyond ASCII have two to four bytes; most of those that are many to a page have three.
    others = (size - characters + 1) // 2
    return (characters - min(characters, others)) // _ASCII_A_TOKEN + others + bool(text)


def estimate_chat(messages: Sequence[Message]) -> int:
    """Guess how many tokens a conversation has; those that the model wrote are known."""
    return sum((len(one.token_ids) or estimate_tokens(one.content)) + _AROUND_A_MESSAGE for one in messages)


def told_short(room: PromptRoom) -> str:
    """Return how much is taken, in a few characters."""
    about = "≈" if room.estimated else ""
    if not room.context:
        return _text("{count} tokens").format(count=f"{about}{room.written:,}") if room.written else ""
    used = _text("{used} of {context}").format(used=f"{about}{room.used:,}", context=f"{room.context:,}")
    return f"+{about}{room.written:,} · {used}" if room.written else used


def told_wide(room: PromptRoom) -> str:
    """Return what is used, reserved and free, in one line."""
    if not room.context:
        return told_short(room)
    about = "≈" if room.estimated else ""
    told = _text("{used} used · {reserved} reserved · {free} free").format(
        used=f"{about}{room.used:,}", reserved=f"{room.reserved:,}", free=f"{about}{room.free:,}"
    )
    return f"+{about}{room.written:,} · {told}" if room.written else told


def told_long(room: PromptRoom) -> str:
    """Return all of it in words."""
    about = "≈" if room.estimated else ""
    parts = [_text("this message: {count} tokens").format(count=f"{about}{room.written:,}")] if room.written else []
    if room.context:
        parts += [
            _text("context: {used} used").format(used=f"{about}{room.used:,}"),
            _text("{reserved} reserved for the reply").format(reserved=f"{room.reserved:,}"),
            _text("{free} free").format(free=f"{about}{room.free:,}"),
            _text("{context} in all").format(context=f"{room.context:,}"),
        ]
    return " · ".join(parts)


def trouble_of(room: PromptRoom) -> str:
    """Return in a sentence why the message does not fit, or what will be left out for it; mostly empty."""
    if room.is_too_long and room.slides:
        told = _text("This message has {count} tokens, and {limit} fit into the context: shorten it.")
        return told.format(count=f"{room.written:,}", limit=f"{room.limit:,}")
    if room.is_too_long:
        told = _text(
            "With this message the chat has {count} tokens, and {limit} fit into the context: shorten it, begin a new "
            "chat, or let the oldest turns be left out (Sampling, More)."
        )
        return told.format(count=f"{room.used:,}", limit=f"{room.limit:,}")
    if room.leaves_out:
        return _text("The oldest turns of this chat will be left out, since it is longer than the context.")
    return ""


def _text(source: str) -> str:
    return QCoreApplication.translate("context", source)
