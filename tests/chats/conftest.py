from __future__ import annotations

import pytest

from app.chats.records import Attachment
from app.chats.store import ChatStore
from app.speculation.records import Finish
from app.speculation.statistics import summarise
from tests.fakes import LIGHTHOUSE

REPLY = "".join(one.text for one in LIGHTHOUSE)
SUMMARY = summarise(
    list(LIGHTHOUSE), Finish.END_OF_TEXT, seconds=1.5, prompt_seconds=0.5, prompt_tokens=9, reused_tokens=3
)


NOTES = Attachment("notes.txt", "ship log", 8)


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        self.now += 1
        return self.now


@pytest.fixture
def path(tmp_path):
    return tmp_path / "new" / "chats.sqlite3"


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def store(path, clock):
    store = ChatStore(path, clock)
    yield store
    store.close()


def write_reply(store, chat_id, question_id=None, rounds=LIGHTHOUSE, summary=SUMMARY, note=""):
    """Add a whole reply in two batches; return its id."""
    reply = store.begin_reply(chat_id, question_id)
    store.append_rounds(reply, rounds[:5])
    store.append_rounds(reply, rounds[5:])
    store.end_reply(reply, summary, note)
    return reply
