"""The messages on show as Markdown, and the words that exports use."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.chats.attachments import frame
from app.chats.records import Role

if TYPE_CHECKING:
    from app.chats.records import ChatTree

FORMATS = {"md": "Markdown", "html": "HTML", "json": "JSON"}


@dataclass(frozen=True, slots=True)
class Words:
    """What an export says itself, for the window to translate."""

    person: str = "You"
    assistant: str = "Draftlight"
    system: str = "System prompt"
    show_rejected: str = "Show rejected"
    target: str = "target"
    drafter: str = "drafter"
    acceptance: str = "acceptance chance"
    round: str = "round"
    place: str = "place in the draft"
    draw: str = "random draw"
    accepted: str = "accepted"
    rejected: str = "rejected"
    unexamined: str = "unexamined"
    correction: str = "correction"
    bonus: str = "bonus"
    plain: str = "plain"

    def speaker(self, role: Role) -> str:
        """Return who speaks."""
        return {Role.USER: self.person, Role.ASSISTANT: self.assistant, Role.SYSTEM: self.system}[role]


def chat_to_markdown(tree: ChatTree, words: Words | None = None) -> str:
    """Return the messages on show as Markdown: what was said is taken as it is, attached files stand in fences."""
    words = words or Words()
    parts = [f"# {' '.join(tree.chat.title.split())}"]
    if tree.chat.options and tree.chat.options.system_prompt:
        parts += [f"## {words.system}", tree.chat.options.system_prompt.strip()]
    for stored in tree.shown_messages:
        parts.append(f"## {words.speaker(stored.message.role)}")
        parts += [frame(one) for one in stored.attachments]
        parts.append(stored.message.content.strip("\n"))
    return "\n\n".join(parts) + "\n"
