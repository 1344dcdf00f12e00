"""What the window of chats costs its thread: opening a long chat, many chats, a large paste. Milliseconds.

python -m tests.benchmarks.chat_window
"""

from __future__ import annotations

import os
import tempfile
import time
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QMimeData
from PySide6.QtWidgets import QApplication

from app.paths import Paths
from app.speculation.records import Finish
from app.speculation.statistics import summarise
from app.ui.appearance import Appearance
from app.ui.application import Services, make_application, make_window
from tests.fakes import FakeEngine, FakePull, drafted_round, fake_pair

MESSAGES, TOKENS, CHATS = 1000, 200, 1000


def told(name: str, act, times: int = 3, before=lambda: None) -> None:
    """Print how long `act` and the painting after it take: the first time, and the best of all."""
    spent = []
    for _ in range(times):
        before()
        QApplication.processEvents()
        started = time.perf_counter()
        act()
        QApplication.processEvents()
        spent.append(1000 * (time.perf_counter() - started))
    print(f"{name:58} first {spent[0]:7.1f}   best {min(spent):7.1f}")


def fill(store) -> int:
    """Return the id of a chat of MESSAGES messages, half of them replies of TOKENS tokens; CHATS others are there."""
    for number in range(CHATS):
        store.create_chat(f"chat number {number}")
    rounds = [drafted_round(n, [" the", " lamp", " burns"], " one", [" two"], " all\n" if n % 9 == 8 else " all")
              for n in range(TOKENS // 4)]  # fmt: skip
    summary = summarise(rounds, Finish.END_OF_TEXT, seconds=5, prompt_seconds=1, prompt_tokens=9, reused_tokens=0)
    chat, message = store.start_chat("a long chat", "How does a lighthouse work?")
    for number in range(MESSAGES // 2):
        reply = store.begin_reply(chat.id, message.id)
        store.append_rounds(reply, rounds)
        store.end_reply(reply, summary)
        message = store.add_user_message(chat.id, f"And then, number {number}?")
    return chat.id


def main() -> None:
    """Measure."""
    application = make_application(["draftlight"])
    with tempfile.TemporaryDirectory() as folder:
        paths = Paths(Path(folder), Path(folder), Path(folder))
        pull = FakePull(fake_pair(Path(folder)), found=True)
        window = make_window(paths, Services(FakeEngine, pull.find, pull.pull), Appearance(application))
        window.resize(1120, 760)
        window.show()
        parts = window._parts
        long = fill(parts.store)
        window.browser.refresh()
        application.processEvents()

        told(
            f"open a chat of {MESSAGES} messages, {MESSAGES // 2 * TOKENS} tokens",
            lambda: parts.conversation.open_chat(long),
            before=parts.conversation.new_chat,
        )
        bar = window.chat.transcript.verticalScrollBar()
        told(
            "scroll it by a page to the rounds that are not read",
            lambda: bar.setValue(bar.value() - bar.pageStep()),
            20,
        )
        told("list all chats again", window.browser.refresh)
        listed = window.sidebar._list.verticalScrollBar()
        told("scroll the list of chats", lambda: listed.setValue(listed.value() + 400), 20)
        data = QMimeData()
        data.setText("line of a log\n" * 71_000)
        told("paste a megabyte", lambda: window.chat.composer.edit.insertFromMimeData(data))
        window.chat.composer.set_attachments([])
        window.close()


if __name__ == "__main__":
    main()
