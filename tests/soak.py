"""A seeded monkey at the real window on the starter pair: `python -m tests.soak --minutes 30`.

It types, sends, stops, switches chats, pairs, views, themes and languages, resizes, searches, edits and writes again,
deletes and brings back, exports and imports, opens and closes the dialogs, all through the window, with one long chat
among those it makes. At the end every message that was taken is compared with the store. It fails on any exception, any
message of Qt, a lost message, private text in a file, or memory that grows; in ten minutes and more also if there is
something that it never did. Moments in which the window did not answer for over 100 ms are told with what was done
before them, and with the share of them in which its thread computed itself, or had no core.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sqlite3
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import psutil
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

from app.chats.records import Role, StoredMessage, is_private
from app.chats.store import ChatStore
from app.log import start_logging
from app.options import PairFiles
from app.paths import Paths
from app.settings import Settings, save_settings
from app.ui.appearance import Appearance
from app.ui.application import make_application, make_window, real_services
from app.ui.language import use_language
from tests.conftest import ROOT
from tests.long_chat import write_long_chat
from tests.soak_monkey import SECRET, Monkey
from tests.stalls import BEAT_MS, Stalls
from tests.tiny_models import write_tiny_llama
from tests.ui.guard import WentWrongError, nothing_goes_wrong
from tests.ui.waiting import wait_for

_ACT_MS = 60
_LOAD_MS, _END_MS = 240_000, 60_000
# The most of the second half beside the most of the first: another pair takes more or less, and is loaded in both.
_GROWTH_BYTES = 80e6
# In a minute a pair or a dialog is still opened for the first time in the second half.
_GROWTH_BYTES_SHORT = 200e6
# So long that everything can be done, whatever it needs.
_LONG_SECONDS = 600
_LONG_CHAT = (200, 60)


class Ledger:
    """What the window said it took, and what the store must have."""

    def __init__(self, conversation: Any) -> None:
        self.taken: dict[int, tuple[Role, str]] = {}
        self.private: set[int] = set()
        conversation.message_added.connect(self._on_message)
        conversation.reply_ended.connect(self._on_message)
        conversation.unanswered.connect(self._on_unanswered)

    def _on_message(self, stored: StoredMessage) -> None:
        if is_private(stored.id):
            self.private.add(stored.id)
        elif stored.id:
            self.taken[stored.id] = (stored.message.role, stored.message.content)

    def _on_unanswered(self, record: Any) -> None:
        """It goes back into the field, or stays where it is if something else was typed there."""
        self.taken.pop(record.question.id, None)

    def lost(self, path: Path) -> list[str]:
        connection = sqlite3.connect(path)
        stored = {
            row[0]: (Role(row[1]), row[2]) for row in connection.execute("SELECT id, role, content FROM messages")
        }
        sound = connection.execute("PRAGMA integrity_check").fetchone()
        connection.close()
        lost = [f"{number} {one}" for number, one in self.taken.items() if stored.get(number) != one]
        return [*lost, *([] if sound == ("ok",) else [str(sound)])]


def leaked(home: Path) -> list[str]:
    """Return in which files there is something that was typed in a private chat, sent or not."""
    files = [path for path in home.rglob("*") if path.is_file() and path.suffix != ".gguf"]
    return [path.name for path in files if SECRET.encode() in path.read_bytes()]


def make_home(folder: Path, starter: PairFiles) -> Paths:
    """A person who has the starter pair and wants short replies."""
    paths = Paths(data=folder / "home", logs=folder / "home" / "logs", resources=ROOT / "resources")
    paths.models.mkdir(parents=True)
    for path in starter.target.parent.iterdir():
        if path.is_file():
            shutil.copy2(path, paths.models / path.name)
    save_settings(paths.settings, Settings(max_tokens=24, draft_length=4))
    start_logging(paths)
    return paths


def find_starter() -> PairFiles:
    from app.pull import pull_starter
    from app.speculation.stop import Stop

    home = (ROOT / "build" / "test-home").resolve()
    return pull_starter(Paths(home, home / "logs", ROOT / "resources"), Stop(), lambda _progress: None)


def write_kept_chat(paths: Paths) -> set[int]:
    store = ChatStore(paths.chats)
    try:
        return {write_long_chat(store, *_LONG_CHAT)}
    finally:
        store.close()


def soak(seconds: float, seed: int, folder: Path) -> int:
    """Let the monkey at a new window for so long; return 0 if nothing went wrong."""
    paths = make_home(folder, find_starter())
    kept = write_kept_chat(paths)
    appearance = Appearance(make_application(["draftlight"]))
    failures: list[str] = []
    with told_at_the_end(failures), nothing_goes_wrong():
        window = make_window(paths, real_services(paths), appearance)
        ledger, stalls = Ledger(window._parts.conversation), Stalls()
        window.show()
        window.start()
        state = window._parts.pairs
        wait_for(lambda: state.state.loaded, "the pair", _LOAD_MS)
        tiny = PairFiles("Tiny", write_tiny_llama(folder / "tiny.gguf", context=2048), None)
        monkey = Monkey(window, appearance, [state.state.loaded.files] * 3 + [tiny], kept, folder, seed)
        memory = let_loose(monkey, stalls, seconds)
        monkey.do_close_dialogs()
        window._parts.conversation.stop()
        wait_for(lambda: not window._parts.conversation.is_replying, "the last reply", _END_MS)
        use_language("en", ROOT / "resources" / "translations")
        window.close()
        window.deleteLater()
        QApplication.processEvents()
    failures += faults(monkey, ledger, memory, seconds)
    failures += [f"lost: {one}" for one in ledger.lost(paths.chats)]
    failures += [f"private text is in {name}" for name in leaked(folder)]
    report = [
        f"seed {seed}, {seconds:.0f} s",
        *monkey.told(),
        f"{len(ledger.taken)} messages and {len(ledger.private)} private ones",
        f"memory in MB: {' '.join(str(round(one / 1e6)) for one in memory)}",
        f"in the second half {grown(memory) / 1e6:+.0f} MB",
        *stalls.told(),
        *failures,
    ]
    sys.stdout.write("\n".join(report) + "\n")
    return 1 if failures else 0


def grown(memory: list[int]) -> int:
    """Return by how many bytes the most of the second half is over that of the first."""
    half = len(memory) // 2
    return max(memory[half:]) - max(memory[:half])


def faults(monkey: Monkey, ledger: Ledger, memory: list[int], seconds: float) -> list[str]:
    """Return what a run must not leave undone, and memory that grew."""
    long = seconds >= _LONG_SECONDS
    found = [] if ledger.taken else ["nothing was said"]
    if long:
        found += [f"never done: {name}" for name, number in monkey.done.items() if not number]
    if grown(memory) > (_GROWTH_BYTES if long else _GROWTH_BYTES_SHORT):
        found.append("memory grew too much in the second half")
    return found


@contextmanager
def told_at_the_end(failures: list[str]) -> Iterator[None]:
    """Take up what failed, so that the report of half an hour is not lost with it."""
    try:
        yield
    except WentWrongError as error:
        failures.append(str(error))


def let_loose(monkey: Monkey, stalls: Stalls, seconds: float) -> list[int]:
    """Have it act for so long; return the memory of this process, in bytes, at forty times of it.

    Without what it shares with others, such as mapped models: which of them is loaded is a matter of chance.
    """
    beat, act = QTimer(), QTimer()
    beat.timeout.connect(stalls.beat)

    def on_act() -> None:
        # Told beforehand, since what it starts may run the event loop itself.
        stalls.action = monkey.next()
        monkey.act()

    act.timeout.connect(on_act)
    beat.start(BEAT_MS)
    act.start(_ACT_MS)
    process, memory = psutil.Process(), []
    end = time.monotonic() + seconds
    while (left := end - time.monotonic()) > 0:
        until = time.monotonic() + min(left, seconds / 40)
        wait_for(lambda until=until: time.monotonic() >= until, "the time", round(1000 * seconds))
        now = process.memory_info()
        memory.append(now.rss - getattr(now, "shared", 0))
    beat.stop()
    act.stop()
    return memory


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="soak-") as folder:
        return soak(60 * arguments.minutes, arguments.seed, Path(folder))


if __name__ == "__main__":
    sys.exit(main())
