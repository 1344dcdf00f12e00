"""What a conversation is made of."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from app.speculation.sampling import Sampling

if TYPE_CHECKING:
    from app.settings import PairChoice
    from app.speculation.records import Round, Summary


# Numbers from here on are of chats and messages that are not saved. Qt's signals carry 32 bits.
PRIVATE_FROM = 1 << 30


def is_private(number: int | None) -> bool:
    """Whether the chat or the message with this number is kept in memory alone."""
    return number is not None and number >= PRIVATE_FROM


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
class Attachment:
    """A text or code file that goes with a message; `size` is in bytes, as the file had them."""

    name: str
    text: str
    size: int


@dataclass(frozen=True, slots=True)
class Unsent:
    """What was typed or attached but not sent."""

    text: str = ""
    attachments: tuple[Attachment, ...] = ()


@dataclass(frozen=True, slots=True)
class StoredMessage:
    """A message as the store keeps it; a reply has its rounds, and a summary once it ended.

    `message.content` is what was typed; `attachments` are kept apart from it. `siblings` are the ids of all messages
    that stand in this place, in the order in which they were written, this one among them.
    """

    id: int
    message: Message
    rounds: tuple[Round, ...] = field(default=())
    summary: Summary | None = None
    parent_id: int | None = None
    siblings: tuple[int, ...] = ()
    attachments: tuple[Attachment, ...] = ()
    created: float = 0.0

    @property
    def position(self) -> int:
        """Which of its siblings this one is, from 1."""
        return self.siblings.index(self.id) + 1 if self.id in self.siblings else 1

    @property
    def count(self) -> int:
        """How many messages stand in this place."""
        return max(1, len(self.siblings))


@dataclass(frozen=True, slots=True)
class StoredReply(StoredMessage):
    """A reply; `note` says why nothing was drafted, if that was so."""

    note: str = ""


@dataclass(frozen=True, slots=True)
class ChatOptions:
    """How replies of a chat are written; the names are those of `app.options.ReplyOptions`.

    `draft_length` 0 is off, -1 automatic; an empty `template` is the model's. `context` is the number of tokens that
    its pair is loaded with, None where the chat does not mind. `chosen` names options of `sampling` that the person
    set to the value that they have anyway, so that what a model file advises does not take their place.
    """

    system_prompt: str = ""
    sampling: Sampling = field(default_factory=Sampling)
    draft_length: int = -1
    template: str = ""
    text_bias: tuple[tuple[str, float], ...] = ()
    max_tokens: int | None = None
    stop_strings: tuple[str, ...] = ()
    lookup: bool = False
    rule: str | None = None
    enable_thinking: bool | None = None
    drop_oldest: bool = False
    context: int | None = None
    chosen: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Preset:
    """Options under a name, to be used in other chats."""

    name: str
    options: ChatOptions


@dataclass(frozen=True, slots=True)
class Chat:
    """One entry of the chat list; `updated` and `created` are seconds since the epoch.

    `pair` and `options` are None where none were chosen for this chat.
    """

    id: int
    title: str
    updated: float
    created: float = 0.0
    pinned: bool = False
    pair: PairChoice | None = None
    options: ChatOptions | None = None

    @property
    def is_private(self) -> bool:
        """Whether it is not saved."""
        return is_private(self.id)


@dataclass(frozen=True, slots=True)
class ChatTree:
    """A whole chat with all its branches, in which parents come before their children.

    `shown` are the ids of the messages on show, from the first to the last.
    """

    chat: Chat
    messages: tuple[StoredMessage, ...]
    shown: tuple[int, ...]

    @property
    def shown_messages(self) -> tuple[StoredMessage, ...]:
        """The messages on show, in order."""
        known = {message.id: message for message in self.messages}
        return tuple(known[message_id] for message_id in self.shown)


@dataclass(frozen=True, slots=True)
class SearchHit:
    """A place where all words of a search were found.

    `message_id` is None where they are in the title. `spans` are the (start, end) of the words in `snippet`.
    """

    chat_id: int
    title: str
    message_id: int | None
    snippet: str
    spans: tuple[tuple[int, int], ...]
