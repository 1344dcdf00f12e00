"""What the chats cost: search over 100,000 messages, opening a long chat, saving a reply, rendering a template.

Run it as `python -m tests.benchmarks.chats [MESSAGES]`.
"""

from __future__ import annotations

import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from app.chats import template_child
from app.chats.records import Chat, ChatTree, Message, Role, StoredMessage
from app.chats.store import ChatStore
from app.chats.template import render
from tests.fakes import plain_round

SYLLABLES = [a + b for a in (*"bdfgklmnprstvz", "st", "gr") for b in (*"aeiou", "ai", "ea", "ou")]
HAN = [chr(0x4E00 + step * 7) for step in range(2500)]
TEMPLATE = (
    "{% for m in messages %}<|{{ m.role }}|>\n{{ m.content | trim }}<|end|>\n{% endfor %}"
    "{% if add_generation_prompt %}<|assistant|>\n{% endif %}"
)


def measured(work: Callable[[], object], times: int = 9) -> tuple[float, float]:
    """Return the median and the worst duration in milliseconds."""
    spent = []
    for _ in range(times):
        started = time.perf_counter()
        work()
        spent.append(1000 * (time.perf_counter() - started))
    return statistics.median(spent), max(spent)


def report(name: str, work: Callable[[], object], times: int = 9) -> None:
    median, worst = measured(work, times)
    print(f"{name:48} median {median:8.2f} ms   worst {worst:8.2f} ms")


def texts(count: int) -> list[str]:
    """Return messages of some 60 words whose words are as unequal in frequency as in a language; a fifth is Chinese."""
    source = random.Random(7)
    words = ["".join(source.choices(SYLLABLES, k=source.choice((1, 2, 2, 3, 3, 4)))) for _ in range(20_000)]
    shares = [1 / (place + 2) for place in range(len(words))]
    han_shares = [1 / (place + 2) for place in range(len(HAN))]
    written = []
    for number in range(count):
        if number % 5 == 0:
            written.append("".join(source.choices(HAN, han_shares, k=source.randrange(20, 180))))
        else:
            written.append(" ".join(source.choices(words, shares, k=source.randrange(10, 110))))
    written[count // 3] += " needle-in-a-haystack 灯塔"
    return written


def fill(store: ChatStore, written: list[str]) -> None:
    """Put the messages into chats of 50."""
    trees = []
    for start in range(0, len(written), 50):
        messages = tuple(
            StoredMessage(place, Message(Role.USER, text), parent_id=place - 1 if place else None)
            for place, text in enumerate(written[start : start + 50])
        )
        trees.append(ChatTree(Chat(0, written[start][:40], 0.0), messages, tuple(range(len(messages)))))
    store.add_trees(trees)


def search(folder: Path, count: int) -> None:
    written = texts(count)
    store = ChatStore(folder / "search.sqlite3")
    started = time.perf_counter()
    fill(store, written)
    size = (folder / "search.sqlite3").stat().st_size / 2**20
    characters = sum(map(len, written)) / 1e6
    print(f"{count} messages, {characters:.0f} million characters, {size:.0f} MB")
    print(f"filled in {time.perf_counter() - started:.0f} s")
    common = sorted({word for text in written[1:400:5] for word in text.split()}, key=len)
    long = next(word for word in reversed(common) if sum(word in text for text in written[:2000]) > 2)
    queries = {
        "one rare word": "needle-in-a-haystack",
        "inside a word": "eedle-in-a-hay",
        "two Chinese characters": "灯塔",
        "one Chinese character": HAN[40],
        "frequent Chinese pair": HAN[0] + HAN[1],
        "frequent word": long,
        "three letters": "sta",
        "two letters": "st",
        "one letter": "e",
        "two letters that never meet": "qq",
        "two frequent words": f"{common[5]} {long}",
        "frequent and missing": f"{long} needlessly-absent",
        "frequent parts, missing whole": "stastastastasta",
        "a phrase in quotation marks": f'"{written[1][:20]}"',
        "short and long": f"st {long}",
        "no such thing": "xyzzy",
        "syntax": '"( AND * NEAR',
    }
    for name, query in queries.items():
        report(f"search: {name} ({len(store.find(query))} found)", lambda query=query: store.find(query))
    store.close()


def long_chat(folder: Path) -> None:
    """1,000 messages with 100,000 tokens, every reply with its rounds."""
    store = ChatStore(folder / "long.sqlite3")
    chat = store.create_chat("long")
    for turn in range(500):
        store.add_user_message(chat.id, f"question {turn}")
        reply = store.begin_reply(chat.id)
        store.append_rounds(reply, [plain_round(index, " word") for index in range(200)])
        store.end_reply(reply, None)
    report("open it for reading", lambda: store.list_messages(chat.id, with_rounds=False), 5)
    report("open 1,000 messages with 100,000 tokens", lambda: store.list_messages(chat.id), 5)
    report("list the chats", store.list_chats)
    question = store.add_user_message(chat.id, "x")
    report("say something in that chat (waits for the disk)", lambda: store.add_user_message(chat.id, "y"))
    reply = store.begin_reply(chat.id, question.id)
    second = [plain_round(index, " word") for index in range(100)]
    report("save a second of a reply at 100 tokens/s", lambda: store.append_rounds(reply, second))
    report("show another branch", lambda: store.show_message(question.id), 5)
    store.close()


def templates() -> None:
    chat = [Message(Role.SYSTEM, "Be brief."), Message(Role.USER, "Hi"), Message(Role.ASSISTANT, "word " * 200)] * 10
    names = {
        "messages": [{"role": str(one.role), "content": one.content} for one in chat],
        "add_generation_prompt": True,
    }
    compiled = template_child.make_environment().from_string(TEMPLATE)
    report("template: the child starts", lambda: render(TEMPLATE, chat), 1)
    report("template: in the warm child", lambda: render(TEMPLATE, chat), 99)
    report("template: in this process, unguarded", lambda: template_child.render_parts(compiled, names, 10**9), 99)


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        templates()
        long_chat(Path(name))
        search(Path(name), int(sys.argv[1]) if sys.argv[1:] else 100_000)


if __name__ == "__main__":
    main()
