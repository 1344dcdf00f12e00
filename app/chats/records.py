"""What a conversation is made of."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.speculation.records import Round, Summary


class Role(StrEnum):
    """Who speaks."""

    SYSTEM = "system"
    USER = "user"
    ASSISTANT = "assistant"


@dataclass(frozen=True, slots=True)
class Message:
    """One message. `token_ids` are those the model wrote, where it did.

    They are kept because text does not determine tokens: the next turn can then go on from exactly what is in the
    caches, and a fresh start from the stored chat computes the same.
    """

    role: Role
    content: str
    token_ids: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class StoredMessage:
    """A message as the store keeps it; a reply has its rounds, and a summary once it ended."""

    id: int
    message: Message
    rounds: tuple[Round, ...] = field(default=())
    summary: Summary | None = None


@dataclass(frozen=True, slots=True)
class Chat:
    """One entry of the chat list; `updated` is seconds since the epoch."""

    id: int
    title: str
    updated: float
