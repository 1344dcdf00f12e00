"""A process that chats until it is killed: it writes into the store and says on its output what it has done.

Its clock is its own: a token takes a hundredth of a second, and a reply is saved as often as the window saves it. It
says `said ID TEXT` after a message was taken, `token REPLY NUMBER` after a token was made, `saved REPLY NUMBER`.
"""

from __future__ import annotations

import os
import random
import sys
from pathlib import Path

from app.chats.records import Attachment
from app.chats.saving import SAVE_EVERY_SECONDS
from app.chats.store import ChatStore
from app.speculation.records import EmittedToken, Round, Verdict

TOKEN_SECONDS = 0.01


def token_text(reply: int, number: int) -> str:
    return f" {reply}.{number}"


def tell(line: str) -> None:
    os.write(1, f"{line}\n".encode())


def write(path: Path, seed: int) -> None:
    source = random.Random(seed)
    store = ChatStore(path)
    store.be_patient()
    chat, message = store.start_chat(f"chat {seed}", f"first of {seed}")
    tell(f"said {message.id} first of {seed}")
    for turn in range(10_000):
        reply = 0
        waiting: list[Round] = []
        saved_at = now = 0.0
        for number in range(source.randrange(20, 300)):
            token = EmittedToken(number, token_text(message.id, number), Verdict.PLAIN, 0.5, None)
            waiting.append(Round(number, (), (token,), 0.0, TOKEN_SECONDS))
            now += TOKEN_SECONDS
            tell(f"token {message.id} {number}")
            if now - saved_at >= SAVE_EVERY_SECONDS:
                reply = reply or store.begin_reply(chat.id, message.id)
                store.append_rounds(reply, waiting)
                tell(f"saved {message.id} {number}")
                waiting, saved_at = [], now
        if reply:
            store.append_rounds(reply, waiting)
            store.end_reply(reply, None)
        text = f"turn {turn} of {seed}"
        if turn % 3:
            message = store.add_user_message(chat.id, text, [Attachment("a.txt", text, len(text))])
        else:
            message = store.edit_message(message.id, text)
        tell(f"said {message.id} {text}")


if __name__ == "__main__":
    write(Path(sys.argv[1]), int(sys.argv[2]))
