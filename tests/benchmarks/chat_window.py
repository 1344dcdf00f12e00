"""What the window of chats costs its thread: opening a long chat, many chats, a large paste. Milliseconds.

python -m tests.benchmarks.chat_window
"""

from __future__ import annotations

import os
import tempfile
import time
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import psutil
from PySide6.QtCore import QEventLoop, QMimeData, QTimer
from PySide6.QtWidgets import QApplication

from app.ui.application import make_application
from app.ui.shown_message import View
from tests.benchmarks.scripted_window import scripted_window
from tests.benchmarks.window import wait
from tests.long_chat import write_long_chat

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


def scroll(transcript, view: View) -> None:
    """Scroll a chat by 90 pixels a frame over its last 200 messages, and tell what a frame takes."""
    bar, frames = transcript.verticalScrollBar(), []
    while transcript.layer.in_view().start > MESSAGES - 200:
        started = time.perf_counter()
        bar.setValue(bar.value() - 90)
        QApplication.processEvents()
        frames.append(1000 * (time.perf_counter() - started))
    frames.sort()
    late = sum(frame > 1000 / 60 for frame in frames) / len(frames)
    told = f"p50 {frames[len(frames) // 2]:.1f} p95 {frames[len(frames) * 95 // 100]:.1f} max {frames[-1]:.1f}"
    print(f"{view.value}: scroll it, {len(frames)} frames: {told}, {late:.1%} over 1/60 s")


def read_all(transcript) -> None:
    """Read a chat from its end to its beginning, with the rounds of every reply; tell what is kept in memory."""
    bar, process = transcript.verticalScrollBar(), psutil.Process()
    bar.setValue(bar.maximum())
    before = process.memory_info().rss
    while bar.value():
        bar.setValue(bar.value() - bar.pageStep())
        wait(lambda: not any(transcript.messages[one].waiting for one in transcript.layer.in_view()))
    kept = (process.memory_info().rss - before) / 2**20
    print(f"{MESSAGES // 2 * TOKENS} tokens were read with their rounds: {kept:+.1f} MB")


def idle() -> None:
    """Tell how busy the process is while nothing happens."""
    process, loop = psutil.Process(), QEventLoop()
    QTimer.singleShot(500, loop.quit)
    loop.exec()
    before = sum(process.cpu_times()[:2])
    QTimer.singleShot(4000, loop.quit)
    loop.exec()
    print(f"at rest: {(sum(process.cpu_times()[:2]) - before) / 4:.1%} of a core")


def fill(store) -> int:
    """Return the id of a chat of MESSAGES messages, half of them replies of TOKENS tokens; CHATS others are there."""
    for number in range(CHATS):
        store.create_chat(f"chat number {number}")
    return write_long_chat(store, MESSAGES // 2, TOKENS)


def main() -> None:
    """Measure."""
    application = make_application(["draftlight"])
    with tempfile.TemporaryDirectory() as folder:
        window = scripted_window(application, Path(folder))
        parts = window._parts
        long = fill(parts.store)
        window.browser.refresh()
        application.processEvents()

        for view in View:
            window.chat.transcript.set_view(view)
            told(
                f"{view.value}: open a chat of {MESSAGES} messages, {MESSAGES // 2 * TOKENS} tokens",
                lambda: parts.conversation.open_chat(long),
                before=parts.conversation.new_chat,
            )
            scroll(window.chat.transcript, view)
            if view is View.TOKENS:
                read_all(window.chat.transcript)
            idle()
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
