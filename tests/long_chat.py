"""A chat that took long, written into a store."""

from __future__ import annotations

from app.chats.store import ChatStore
from app.speculation.records import Finish
from app.speculation.statistics import summarise
from tests.fakes import drafted_round


def write_long_chat(store: ChatStore, replies: int, tokens: int) -> int:
    """Write a chat of so many replies of so many tokens each, every one asked for, and return its id."""
    rounds = [
        drafted_round(n, [" the", " lamp", " burns"], " one", [" two"], " all\n" if n % 9 == 8 else " all")
        for n in range(tokens // 4)
    ]
    summary = summarise(rounds, Finish.END_OF_TEXT, seconds=5, prompt_seconds=1, prompt_tokens=9, reused_tokens=0)
    chat, message = store.start_chat("a long chat", "How does a lighthouse work?")
    for number in range(replies):
        reply = store.begin_reply(chat.id, message.id)
        store.append_rounds(reply, rounds)
        store.end_reply(reply, summary)
        message = store.add_user_message(chat.id, f"And then, number {number}?")
    return chat.id
