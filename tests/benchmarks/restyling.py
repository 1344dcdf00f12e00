"""How long the window's thread computes for another theme, text size, language or view. Milliseconds.

python -m tests.benchmarks.restyling [--messages 100]

The first figure is the change itself with the first painting, the second the longest turn of the event loop after it.
Time in which other programs had the core does not count.
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QEventLoop, Qt, QTimer
from PySide6.QtWidgets import QApplication

from app.ui.application import make_application
from app.ui.language import use_language
from tests.benchmarks.scripted_window import scripted_window
from tests.conftest import ROOT
from tests.long_chat import write_long_chat

TOKENS, TURNS, REST_MS = 200, 250, 1


def longest_turn() -> float:
    """Run the event loop for a while; return the longest time that it computed without a pause."""
    longest, loop = 0.0, QEventLoop()
    for _ in range(TURNS):
        QTimer.singleShot(REST_MS, loop.quit)
        loop.exec()
        began = time.thread_time()
        QApplication.processEvents()
        longest = max(longest, time.thread_time() - began)
    return longest


def told(name: str, act) -> None:
    began = time.thread_time()
    act()
    QApplication.processEvents()
    spent = time.thread_time() - began
    print(f"{name:40} {1000 * spent:7.1f}   then at most {1000 * longest_turn():6.1f}", flush=True)


def main() -> None:
    """Measure."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--messages", type=int, default=100)
    messages = parser.parse_args().messages
    application = make_application(["draftlight"])
    with tempfile.TemporaryDirectory() as folder:
        window = scripted_window(application, Path(folder))
        look, bar = window._parts.appearance, window.chat.transcript.verticalScrollBar()
        changes = {
            "dark": lambda: look.follow(Qt.ColorScheme.Dark),
            "light": lambda: look.follow(Qt.ColorScheme.Light),
            "text size 130%": lambda: look.set_text_size(130),
            "text size 100%": lambda: look.set_text_size(100),
            "Chinese": lambda: use_language("zh_TW", ROOT / "resources" / "translations"),
            "English": lambda: use_language("en", ROOT / "resources" / "translations"),
            "reading": window.chat.view_switch.toggle,
            "tokens": window.chat.view_switch.toggle,
            "list of chats away": window.sidebar_place.toggle,
            "list of chats back": window.sidebar_place.toggle,
        }
        window._parts.conversation.open_chat(write_long_chat(window._parts.store, messages // 2, TOKENS))
        longest_turn()
        for where, share in (("its end", 1.0), ("its middle", 0.5)):
            bar.setValue(round(bar.maximum() * share))
            longest_turn()
            for name, act in changes.items():
                told(f"{messages} messages, at {where}: {name}", act)
        window.close()


if __name__ == "__main__":
    main()
