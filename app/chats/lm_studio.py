"""Chats from LM Studio: one file a conversation, in its folder "conversations".

It is {"name", "createdAt" in milliseconds, "pinned", "systemPrompt", "messages": [{"versions", "currentlySelected"}]}.
A version is {"type": "singleStep", "role", "content"} or {"type": "multiStep", "role", "steps"}, of which the steps of
type "contentBlock" have content; content is a list of {"type": "text", "text"}. What follows a message follows its
selected version; the others become branches.
"""

from __future__ import annotations

from typing import Any

from app.chats.foreign import TreeBuilder, seconds_or
from app.chats.records import ChatOptions, ChatTree, Role
from app.chats.values import listed, text_of, whole


def chat_from(facts: dict[str, Any]) -> ChatTree:
    """Return one conversation.

    Raises:
        ValueError, TypeError, AttributeError: it is damaged.
    """
    created = seconds_or(facts.get("createdAt"), 0.0) / 1000
    system = facts.get("systemPrompt")
    prompts = [text_of(system, "systemPrompt")] if isinstance(system, str) and system.strip() else []
    builder = TreeBuilder()
    last: int | None = None
    for message in facts["messages"]:
        versions = listed(message.get("versions", [message]), "versions")
        selected = whole(message.get("currentlySelected", 0), len(versions) - 1)
        chosen = last
        for place, version in enumerate(versions):
            role, text = Role(version["role"]), _text(version)
            if role is Role.SYSTEM:
                prompts += [text] * (place == selected)
            elif text.strip():
                number = builder.add(last, role, text, created)
                chosen = number if place == selected else chosen
        last = chosen
    updated = max(created, seconds_or(facts.get("userLastMessagedAt"), 0.0) / 1000)
    options = ChatOptions(system_prompt="\n\n".join(prompts)) if prompts else None
    return builder.build(facts.get("name"), created, updated, last, pinned=facts.get("pinned") is True, options=options)


def _text(version: dict[str, Any]) -> str:
    if "steps" not in version:
        return _joined(version.get("content"))
    blocks = [step for step in listed(version["steps"], "steps") if step.get("type") == "contentBlock"]
    return "\n\n".join(text for block in blocks if (text := _joined(block.get("content"))).strip())


def _joined(content: Any) -> str:
    if isinstance(content, str):
        return text_of(content, "content")
    parts = listed(content, "content")
    return "".join(text_of(part.get("text"), "text") for part in parts if part.get("type") == "text")
