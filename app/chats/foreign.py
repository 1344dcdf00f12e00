"""Building chats out of what other programs exported."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from app.chats.records import Chat, ChatTree, Message, Role, StoredMessage, StoredReply
from app.chats.titles import title_of
from app.chats.values import text_of

if TYPE_CHECKING:
    from app.chats.records import ChatOptions


class TreeBuilder:
    """Collects messages, parents before children."""

    def __init__(self) -> None:
        self._messages: list[StoredMessage] = []

    def add(self, parent: int | None, role: Role, text: str, created: float) -> int:
        """Add a message after `parent`, None for a first one; return its number."""
        number = len(self._messages)
        kind = StoredReply if role is Role.ASSISTANT else StoredMessage
        self._messages.append(kind(number, Message(role, text_of(text, "text")), parent_id=parent, created=created))
        return number

    def build(
        self,
        title: Any,
        created: float,
        updated: float,
        last: int | None,
        *,
        pinned: bool = False,
        options: ChatOptions | None = None,
    ) -> ChatTree:
        """Return the chat; the path to `last` is on show. Without a title it is called by its first words."""
        first = next((one.message.content for one in self._messages if one.message.role is Role.USER), "")
        name = text_of(title, "title").strip() if isinstance(title, str) else ""
        shown: list[int] = []
        while last is not None:
            shown.append(last)
            last = self._messages[last].parent_id
        chat = Chat(0, name or title_of(first), updated, created, pinned, None, options)
        return ChatTree(chat, tuple(self._messages), tuple(reversed(shown)))


def seconds_or(value: Any, default: float) -> float:
    """Return a time, or the default where there is none."""
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
        return default
    return float(value)
