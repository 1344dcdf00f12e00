"""What the statistics cost the window's thread: the longest time that its event loop stood still. Milliseconds.

python -m tests.benchmarks.statistics_window
"""

from __future__ import annotations

import os
import tempfile
import time
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtWidgets import QApplication

from app.speculation.records import Finish
from app.speculation.statistics import summarise
from app.ui.application import make_application
from tests.benchmarks.scripted_window import scripted_window
from tests.fakes import drafted_round

REPLIES, TOKENS = 20, 5000
LONG = 100_000


class Gaps:
    """Notes the longest time between two turns of the event loop."""

    def __init__(self) -> None:
        self._timer = QTimer()
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._turn)
        self._last = time.perf_counter()
        self.longest = 0.0

    def _turn(self) -> None:
        now = time.perf_counter()
        self.longest = max(self.longest, now - self._last)
        self._last = now

    def during(self, name: str, act, until) -> None:
        """Print the longest gap from `act` until something holds, and how long that took."""
        self._timer.start()
        QApplication.processEvents()
        self.longest, self._last = 0.0, time.perf_counter()
        started = self._last
        act()
        while not until():
            QApplication.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 5)
        for _ in range(3):
            QApplication.processEvents()
        self._timer.stop()
        told = f"longest stop {1000 * self.longest:6.1f}   done after {1000 * (time.perf_counter() - started):7.0f}"
        print(f"{name:56} {told}")


def rounds_of(tokens: int):
    return [
        drafted_round(n, [" the", " lamp", " burns"], " one", [" two"], " all\n" if n % 9 == 8 else " all")
        for n in range(tokens // 4)
    ]


def add_reply(store, chat_id: int, question_id: int, tokens: int) -> None:
    rounds = rounds_of(tokens)
    summary = summarise(rounds, Finish.END_OF_TEXT, seconds=5, prompt_seconds=1, prompt_tokens=9, reused_tokens=0)
    reply = store.begin_reply(chat_id, question_id)
    for start in range(0, len(rounds), 20):
        store.append_rounds(reply, rounds[start : start + 20])
    store.end_reply(reply, summary)


def fill(store) -> tuple[int, int]:
    """Return a chat of REPLIES replies of TOKENS tokens, and one with one reply of LONG."""
    chat, message = store.start_chat("many", "How does a lighthouse work?")
    for _ in range(REPLIES):
        add_reply(store, chat.id, message.id, TOKENS)
        message = store.add_user_message(chat.id, "And then?")
    long, message = store.start_chat("long", "How does a lighthouse work?")
    add_reply(store, long.id, message.id, LONG)
    return chat.id, long.id


def measure(window, gaps: Gaps, chat: int, name: str, folder: Path) -> None:
    """Open the statistics of a chat, and share its first reply."""
    conversation, numbers, sharing = window._parts.conversation, window.chat.numbers, window.chat.sharing
    conversation.open_chat(chat)
    QApplication.processEvents()
    gaps.during(
        f"{name}: open the numbers",
        lambda: numbers.show_reply(0),
        lambda: numbers.dialog.counted is not None and not numbers.dialog.page._left,
    )
    dialog = numbers.dialog
    gaps.during("  those of the chat", dialog.all.click, lambda: dialog.counted is not None)
    gaps.during("  plots", dialog.plots_tab.click, lambda: dialog.plots.is_drawn)
    gaps.during("  plots of the reply", dialog.one.click, lambda: dialog.plots.is_drawn)
    dialog.accept()
    QApplication.processEvents()
    done: list[bool] = []
    sharing.copied.connect(lambda: done.append(True))
    reply = conversation.messages[1]
    gaps.during("  copy it as an image", lambda: sharing.copy_picture(reply), lambda: done)
    file = folder / f"{chat}.jsonl"
    sharing._wanted = reply, "jsonl"
    gaps.during("  save its rounds", lambda: sharing.save_to(str(file)), file.exists)


def main() -> None:
    """Measure."""
    application = make_application(["draftlight"])
    with tempfile.TemporaryDirectory() as folder:
        window = scripted_window(application, Path(folder))
        gaps = Gaps()
        many, long = fill(window._parts.store)
        measure(window, gaps, many, f"{REPLIES} replies of {TOKENS} tokens", Path(folder))
        measure(window, gaps, long, f"a reply of {LONG} tokens", Path(folder))
        window.close()


if __name__ == "__main__":
    main()
