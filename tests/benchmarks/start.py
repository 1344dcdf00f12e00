"""How long the window takes to be usable from the start of the process, what memory it takes, what dialogs cost.

    python -m tests.benchmarks.start [--repeats 5]

Offscreen unless QT_QPA_PLATFORM says otherwise. Every start is a process of its own, with a chat of 40 messages to
show and no models; usable means that the window is painted and a key arrives in the message field.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from app.chats.store import ChatStore
from tests.fakes import LIGHTHOUSE

CHILD = """
import json, sys, time
from app.ui import application, main_window
began = float(sys.argv.pop(1))
start = main_window.MainWindow.start
def timed(act):
    from PySide6.QtTest import QTest
    from tests.benchmarks.models_dialog import Pulse
    pulse = Pulse()
    act()
    QTest.qWait(300)
    longest = pulse.take()
    pulse._timer.stop()
    return longest
def measured(window):
    start(window)
    from PySide6.QtCore import Qt, QTimer
    from PySide6.QtTest import QTest
    from PySide6.QtWidgets import QApplication
    def usable():
        window.repaint()
        QTest.keyClick(window.chat.composer.edit, Qt.Key.Key_A)
        told = {"usable": time.time() - began, "typed": window.chat.composer.text()}
        QTimer.singleShot(1500, lambda: rest(told))
    def rest(told):
        import psutil
        told["memory"] = psutil.Process().memory_info().rss / 1e6
        window.chat.composer.edit.clear()
        told["models"] = timed(window.models.show_models)
        window.models.dialog.reject()
        told["details"] = timed(window.chat.numbers.show_last)
        told["heavy"] = sorted({"llama_cpp", "huggingface_hub"} & set(sys.modules))
        print(json.dumps(told), flush=True)
        window.close()
    QTimer.singleShot(0, usable)
main_window.MainWindow.start = measured
from app.__main__ import main
main([])
"""


def fill(home: Path) -> None:
    """Leave a chat for the window to show."""
    store = ChatStore(home / "chats.sqlite3")
    chat, question = store.start_chat("A long evening", "How does a lighthouse work?")
    for _ in range(20):
        reply = store.begin_reply(chat.id, question.id)
        store.append_rounds(reply, LIGHTHOUSE)
        store.end_reply(reply, None)
        question = store.add_user_message(chat.id, "And then?")
    store.close()


def run(home: Path) -> dict:
    environment = {**os.environ, "DRAFTLIGHT_HOME": str(home)}
    environment.setdefault("QT_QPA_PLATFORM", "offscreen")
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # an installation has its bytecode
    done = subprocess.run(
        [sys.executable, "-c", CHILD, str(time.time())], env=environment, check=True, text=True, capture_output=True
    )
    return json.loads(done.stdout.splitlines()[-1])


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--repeats", type=int, default=5)
    repeats = parser.parse_args().repeats
    with tempfile.TemporaryDirectory() as folder:
        fill(Path(folder))
        run(Path(folder))  # warms the machine
        found = [run(Path(folder)) for _ in range(repeats)]
    assert all(one["typed"] == "a" for one in found)
    for name, unit in (("usable", "s"), ("memory", "MB")):
        values = sorted(one[name] for one in found)
        print(f"{name}: median {statistics.median(values):.2f} {unit}, {values[0]:.2f} to {values[-1]:.2f}")
    for name in ("models", "details"):
        values = sorted(one[name] for one in found)
        print(f"{name}: longest hold of the window {statistics.median(values):.0f} ms, up to {values[-1]:.0f}")
    print(f"imported by then: {found[0]['heavy'] or 'nothing heavy'}")


if __name__ == "__main__":
    main()
