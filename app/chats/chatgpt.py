"""Chats from ChatGPT's export (Settings, Data controls, Export data): the file conversations.json.

It is a list of {"title", "create_time", "update_time", "current_node", "mapping"}; the mapping has, by id,
{"message", "parent", "children"}, a message {"author": {"role"}, "content": {"content_type", "parts"}, "create_time"}.
Only what was said in text is taken: calls of tools, their answers, pictures and hidden messages are left out.
"""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from app.chats.foreign import TreeBuilder, seconds_or
from app.chats.records import ChatTree, Role
from app.chats.values import listed
from app.phrases import Phrase

_SAID = {"text", "multimodal_text"}


def chat_from(facts: dict[str, Any]) -> ChatTree:
    """Return one conversation with its branches.

    Raises:
        ValueError, TypeError, AttributeError: it is damaged.
    """
    created = seconds_or(facts.get("create_time"), 0.0)
    builder = TreeBuilder()
    numbers: dict[str, int | None] = {}
    mapping = facts["mapping"]
    children = _children(mapping)
    waiting: list[tuple[str, int | None]] = [(one, None) for one in reversed(children[None])]
    while waiting:
        node_id, parent = waiting.pop()
        said = _said(mapping[node_id].get("message"))
        if said is not None:
            role, text, when = said
            parent = builder.add(parent, role, text, seconds_or(when, created))
        numbers[node_id] = parent
        waiting += [(one, parent) for one in reversed(children[node_id])]
    if len(numbers) < len(mapping):
        raise ValueError(Phrase("the messages of a chat go in circles"))
    last = numbers.get(facts.get("current_node") or "")
    return builder.build(facts.get("title"), created, seconds_or(facts.get("update_time"), created), last)


def _children(mapping: dict[str, Any]) -> dict[str | None, list[str]]:
    """Return the nodes by their parents, in the order that the parents give."""
    children: dict[str | None, list[str]] = defaultdict(list)
    for node_id, node in mapping.items():
        parent = node.get("parent")
        children[parent if parent in mapping else None].append(node_id)
    for parent, ids in children.items():
        if parent is not None:
            order = {one: place for place, one in enumerate(listed(mapping[parent].get("children"), "children"))}
            ids.sort(key=lambda one: order.get(one, len(order)))
    return children


def _said(message: dict[str, Any] | None) -> tuple[Role, str, Any] | None:
    """Return who said what and when; None for what is not part of the conversation."""
    if message is None:
        return None
    role, content = message["author"]["role"], message["content"]
    hidden = (message.get("metadata") or {}).get("is_visually_hidden_from_conversation")
    if role not in ("user", "assistant") or hidden or message.get("recipient", "all") != "all":
        return None
    if content.get("content_type") not in _SAID:
        return None
    parts = [part for part in listed(content.get("parts"), "parts") if isinstance(part, str)]
    text = "\n".join(parts)
    return (Role(role), text, message.get("create_time")) if text.strip() else None
