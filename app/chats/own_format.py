"""Chats as a JSON file and back without loss: messages, branches, attachments, rounds, summaries, options.

    {"format": "draftlight-chats", "version": 2, "chats": [{"title", "created", "updated", "pinned", "pair", "options",
    "shown": [places], "messages": [{"parent": place or null, "role", "content", "created", "attachments",
    and for a reply "rounds", "summary", "note"}]}]}

A place is a message's index in the list; a parent comes before its children. Rounds and summaries are as in `codec`.
"""

from __future__ import annotations

import dataclasses
import json
from typing import TYPE_CHECKING, Any

from app.chats import codec
from app.chats.options import decode_pair, encode_options, encode_pair, options_from
from app.chats.records import Attachment, Chat, ChatTree, Message, Role, StoredMessage, StoredReply
from app.chats.values import LARGEST, check_rounds, check_summary, listed, seconds_of, text_of, whole
from app.phrases import Phrase

if TYPE_CHECKING:
    from collections.abc import Sequence


FORMAT, _VERSION = "draftlight-chats", 2


def chats_to_json(trees: Sequence[ChatTree]) -> str:
    """Return whole chats as the content of a file."""
    facts = {"format": FORMAT, "version": _VERSION, "chats": [_chat_facts(tree) for tree in trees]}
    return json.dumps(facts, ensure_ascii=False, separators=(",", ":"))


def _chat_facts(tree: ChatTree) -> dict[str, Any]:
    chat = tree.chat
    places = {message.id: place for place, message in enumerate(tree.messages)}
    pair = encode_pair(chat.pair)
    return {
        "title": chat.title,
        "created": chat.created,
        "updated": chat.updated,
        "pinned": chat.pinned,
        "pair": None if pair is None else json.loads(pair),
        "options": None if chat.options is None else json.loads(encode_options(chat.options)),
        "shown": [places[message_id] for message_id in tree.shown],
        "messages": [_message_facts(message, places) for message in tree.messages],
    }


def _message_facts(message: StoredMessage, places: dict[int, int]) -> dict[str, Any]:
    facts: dict[str, Any] = {
        "parent": None if message.parent_id is None else places[message.parent_id],
        "role": message.message.role.value,
        "content": message.message.content,
        "created": message.created,
        "attachments": [dataclasses.asdict(one) for one in message.attachments],
    }
    if isinstance(message, StoredReply):
        summary = message.summary
        facts["rounds"] = json.loads(codec.encode_rounds(message.rounds))
        facts["summary"] = None if summary is None else json.loads(codec.encode_summary(summary))
        facts["note"] = message.note
    return facts


def chats_from(facts: Any) -> tuple[ChatTree, ...]:
    """Return the chats of a parsed file.

    Raises:
        ValueError: it is not what `chats_to_json` writes; the message is a clause.
    """
    if facts.get("version") not in (1, _VERSION):
        raise ValueError(Phrase("it is from a newer Draftlight"))
    return tuple(_tree(one) for one in listed(facts.get("chats"), "chats"))


def _tree(facts: Any) -> ChatTree:
    pair, options = facts.get("pair"), facts.get("options")
    chat = Chat(
        0,
        text_of(facts.get("title"), "title"),
        seconds_of(facts.get("updated")),
        seconds_of(facts.get("created")),
        facts.get("pinned") is True,
        None if pair is None else decode_pair(json.dumps(pair)),
        None if options is None else options_from(options),
    )
    messages = [_message(one, place) for place, one in enumerate(listed(facts.get("messages"), "messages"))]
    shown = [whole(place, len(messages) - 1) for place in listed(facts.get("shown"), "shown")]
    for before, place in zip([None, *shown], shown, strict=False):
        if messages[place].parent_id != before:
            raise ValueError(Phrase("what is on show is no path"))
    return ChatTree(chat, tuple(messages), tuple(shown))


def _message(facts: Any, place: int) -> StoredMessage:
    parent = facts.get("parent")
    parent = None if parent is None else whole(parent, place - 1)
    role, content = Role(facts.get("role")), text_of(facts.get("content"), "content")
    attachments = tuple(
        Attachment(text_of(one.get("name"), "name"), text_of(one.get("text"), "text"), whole(one.get("size"), LARGEST))
        for one in listed(facts.get("attachments"), "attachments")
    )
    created = seconds_of(facts.get("created"))
    if role is not Role.ASSISTANT:
        return StoredMessage(place, Message(role, content), (), None, parent, (), attachments, created)
    rounds = codec.decode_rounds(json.dumps(listed(facts.get("rounds"), "rounds")))
    check_rounds(rounds)
    if rounds and "".join(decoded.text for decoded in rounds) != content:
        raise ValueError(Phrase("the rounds of a reply are not those of its text"))
    summary = facts.get("summary")
    written = Message(role, content, codec.token_ids_of(rounds))
    ended = None if summary is None else codec.decode_summary(json.dumps(summary), content, written.token_ids)
    check_summary(ended)
    note = text_of(facts.get("note"), "note")
    return StoredReply(place, written, rounds, ended, parent, (), attachments, created, note)
