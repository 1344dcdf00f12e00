"""Where a message stands in what is on show of a chat, from its first message to the last."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.chats.records import Role

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.chats.records import StoredMessage


def place_of(branch: Sequence[StoredMessage], message_id: int) -> int | None:
    """Return the place of a message, from 0; None if it is not there."""
    return next((place for place, one in enumerate(branch) if one.id == message_id), None)


def sibling_of(branch: Sequence[StoredMessage], message_id: int, step: int) -> int | None:
    """Return the id of the next (1) or the previous (-1) of the messages that stand in the place of this one."""
    place = place_of(branch, message_id)
    if place is None:
        return None
    siblings = branch[place].siblings
    wanted = branch[place].position - 1 + step
    return siblings[wanted] if 0 <= wanted < len(siblings) else None


def question_of(branch: Sequence[StoredMessage], message_id: int) -> int | None:
    """Return the place of the person's message to which this one is a reply, or which it is itself."""
    place = place_of(branch, message_id)
    if place is None or branch[place].message.role is Role.USER:
        return place
    return place - 1 if place else None
