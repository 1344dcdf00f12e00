"""A seeded monkey at the real window on the starter pair: `python -m tests.soak --minutes 30`.

It types, sends, stops, switches chats, pairs, views, themes and languages, resizes, searches, edits and writes again,
all through the window. At the end every message that was taken is compared with the store. It fails on any exception,
any message of Qt, a lost message, or memory that grows; moments in which the window did not answer for over 100 ms
are counted, by what was done before them, with the share of them in which its thread computed itself.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import random
import shutil
import sqlite3
import sys
import tempfile
import time
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import psutil
from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.chats.records import Role, StoredMessage, is_private
from app.log import start_logging
from app.options import PairFiles
from app.paths import Paths
from app.settings import TEXT_SIZES, Settings, save_settings
from app.ui.appearance import Appearance
from app.ui.application import make_application, make_window, real_services
from app.ui.language import use_language
from tests.conftest import ROOT
from tests.tiny_models import write_tiny_llama
from tests.ui.guard import nothing_goes_wrong
from tests.ui.waiting import wait_for

_BEAT_MS, _ACT_MS = 10, 60
_STALL_SECONDS = 0.1
_LOAD_MS, _END_MS = 240_000, 60_000
# A second of learning what is where, fonts and caches, is not growth; what comes after half of the time is.
_GROWTH_BYTES = 80e6
WORDS = ("lighthouse", "storm", "keeper", "lamp", "lens", "sea", "ship", "燈塔", "маяк", "**bold**", "`code`", "😀")
# What the monkey does, and how often.
WEIGHTED = {
    14: ("type", "send"),
    8: ("open_chat",),
    4: ("stop", "new_chat", "again", "sibling", "scroll"),
    3: ("edit", "search", "end_search", "resize", "rejected"),
    2: ("theme", "view", "inspector", "length", "escape"),
    1: ("private_chat", "delete_chat", "bring_back", "text_size", "language", "sidebar", "sampling", "statistics"),
    0.7: ("keys", "pair", "rename"),
}


@dataclass
class Stalls:
    """When the window did not answer: a timer of its own thread came late."""

    action: str = "start"
    found: dict[str, list[tuple[float, float]]] = field(default_factory=lambda: defaultdict(list))
    _beat: float = field(default_factory=time.perf_counter)
    _own: float = field(default_factory=time.thread_time)

    def beat(self) -> None:
        now, own = time.perf_counter(), time.thread_time()
        late = now - self._beat - _BEAT_MS / 1000
        if late > _STALL_SECONDS:
            self.found[self.action].append((late, own - self._own))
        self._beat, self._own = now, own

    def told(self) -> list[str]:
        lines = []
        for action, stalls in sorted(self.found.items(), key=lambda one: -len(one[1])):
            longest = max(late for late, _own in stalls)
            own = sum(min(late, spent) for late, spent in stalls) / sum(late for late, _own in stalls)
            lines.append(f"  {action:16} {len(stalls):4}   longest {1000 * longest:5.0f} ms   computing {own:4.0%}")
        return lines


class Ledger:
    """What the window said it took, and what the store must have."""

    def __init__(self, conversation: Any) -> None:
        self.taken: dict[int, tuple[Role, str]] = {}
        self.private: set[str] = set()
        conversation.message_added.connect(self._on_message)
        conversation.reply_ended.connect(self._on_message)
        conversation.unanswered.connect(self._on_unanswered)

    def _on_message(self, stored: StoredMessage) -> None:
        if is_private(stored.id):
            self.private.add(stored.message.content)
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
        kept = {text for _role, text in stored.values()}
        found = [f"a private message is in the store: {text!r}" for text in self.private if text and text in kept]
        return [*lost, *found, *([] if sound == ("ok",) else [str(sound)])]


class Monkey:
    """Does one thing after another, as its seed says."""

    def __init__(self, window: Any, appearance: Appearance, pairs: list[PairFiles], seed: int) -> None:
        self.window, self.appearance, self.pairs = window, appearance, pairs
        self.chance = random.Random(seed)
        self.done: Counter[str] = Counter()
        self.talk, self.composer = window._parts.conversation, window.chat.composer
        self.sizes = [(480, 420), (700, 600), (1120, 760), (1600, 900)]
        self.weights = {name: weight for weight, names in WEIGHTED.items() for name in names}

    def act(self) -> str:
        (name,) = self.chance.choices(list(self.weights), list(self.weights.values()))
        self.done[name] += 1
        getattr(self, f"do_{name}")()
        return name

    def find(self, name: str) -> Any:
        return self.window.findChild(QObject, name)

    def some_text(self) -> str:
        return " ".join(self.chance.choices(WORDS, k=self.chance.randint(1, 12)))

    def do_type(self) -> None:
        self.composer.edit.insertPlainText(self.some_text() + self.chance.choice([" ", "\n"]))

    def do_send(self) -> None:
        if not self.composer.text().strip():
            self.do_type()
        QTest.keyClick(self.composer.edit, Qt.Key.Key_Return)

    def do_stop(self) -> None:
        self.talk.stop()

    def do_new_chat(self) -> None:
        self.window._on_new_chat()

    def do_private_chat(self) -> None:
        self.window.private_chats.start()

    def _chats(self) -> list[int]:
        return [chat.id for chat in self.window._parts.store.list_chats()]

    def do_open_chat(self) -> None:
        if chats := self._chats():
            self.talk.open_chat(self.chance.choice(chats))

    def do_delete_chat(self) -> None:
        chats = self._chats()
        if len(chats) > 3:
            self.window.sidebar.delete_requested.emit(self.chance.choice(chats))

    def do_bring_back(self) -> None:
        self.window.sidebar.undo_bar.undo()

    def do_rename(self) -> None:
        if chats := self._chats():
            self.window.sidebar.rename_requested.emit(self.chance.choice(chats), self.some_text())

    def do_edit(self) -> None:
        self.window.chat.edit_last()

    def do_again(self) -> None:
        self.talk.regenerate_last()

    def do_sibling(self) -> None:
        if messages := self.talk.messages:
            self.talk.show_sibling(self.chance.choice(messages).id, self.chance.choice([-1, 1]))

    def do_search(self) -> None:
        self.find("chat_search").setText(self.chance.choice(WORDS))

    def do_end_search(self) -> None:
        self.window.sidebar.end_search()

    def do_scroll(self) -> None:
        bar = self.window.chat.transcript.verticalScrollBar()
        bar.setValue(self.chance.randint(bar.minimum(), max(bar.minimum(), bar.maximum())))

    def do_resize(self) -> None:
        self.window.resize(*self.chance.choice(self.sizes))

    def do_theme(self) -> None:
        self.appearance.follow(self.chance.choice([Qt.ColorScheme.Light, Qt.ColorScheme.Dark]))

    def do_text_size(self) -> None:
        self.window.menu._set_size(self.chance.choice(TEXT_SIZES))

    def do_language(self) -> None:
        use_language(self.chance.choice(["en", "zh_TW"]), ROOT / "resources" / "translations")

    def do_view(self) -> None:
        self.window.chat.view_switch.toggle()

    def do_rejected(self) -> None:
        self.window.chat.legend.show_rejected.toggle()

    def do_inspector(self) -> None:
        self.window.inspector.toggle()

    def do_sidebar(self) -> None:
        self.window.sidebar_place.toggle()

    def do_sampling(self) -> None:
        self.find("temperature").setValue(self.chance.choice([0.0, 0.5, 0.8, 1.2]))

    def do_length(self) -> None:
        choice = self.find("draft_length")
        choice.setCurrentIndex(self.chance.randrange(choice.count()))

    def do_statistics(self) -> None:
        self.window.chat.numbers.show_present()

    def do_keys(self) -> None:
        self.window.show_shortcuts()

    def do_pair(self) -> None:
        if not self.talk.is_replying:
            self.window._parts.pairs.open(self.chance.choice(self.pairs))

    def do_escape(self) -> None:
        for dialog in self.window.findChildren(QObject):
            if dialog.objectName() in ("shortcuts_dialog", "statistics_dialog") and dialog.isVisible():
                dialog.close()
        self.window._on_escape()


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


def soak(seconds: float, seed: int, folder: Path) -> int:
    """Let the monkey at a new window for so long; return 0 if nothing went wrong."""
    paths = make_home(folder, find_starter())
    appearance = Appearance(make_application(["draftlight"]))
    process, failures = psutil.Process(), []
    with contextlib.ExitStack() as stack:
        stack.enter_context(nothing_goes_wrong())
        window = make_window(paths, real_services(paths), appearance)
        ledger, stalls = Ledger(window._parts.conversation), Stalls()
        window.show()
        window.start()
        state = window._parts.pairs
        wait_for(lambda: state.state.loaded, "the pair", _LOAD_MS)
        tiny = PairFiles("Tiny", write_tiny_llama(folder / "tiny.gguf", context=2048), None)
        monkey = Monkey(window, appearance, [state.state.loaded.files] * 3 + [tiny], seed)
        beat, act = QTimer(), QTimer()
        beat.timeout.connect(stalls.beat)
        act.timeout.connect(lambda: setattr(stalls, "action", monkey.act()))
        stalls.beat()
        beat.start(_BEAT_MS)
        act.start(_ACT_MS)
        end, memory = time.monotonic() + seconds, []
        while (left := end - time.monotonic()) > 0:
            until = time.monotonic() + min(left, seconds / 20)
            wait_for(lambda until=until: time.monotonic() >= until, "the time", round(1000 * seconds))
            memory.append(process.memory_info().rss)
        beat.stop()
        act.stop()
        window._parts.conversation.stop()
        wait_for(lambda: not window._parts.conversation.is_replying, "the last reply", _END_MS)
        use_language("en", ROOT / "resources" / "translations")
        window.close()
        window.deleteLater()
        QApplication.processEvents()
    failures += [f"lost: {one}" for one in ledger.lost(paths.chats)]
    grown = max(memory[-3:]) - max(memory[len(memory) // 2 - 1 : len(memory) // 2 + 2])
    if grown > _GROWTH_BYTES:
        failures.append(f"memory grew by {grown / 1e6:.0f} MB in the second half")
    count = sum(map(len, stalls.found.values()))
    report = [
        f"seed {seed}, {seconds:.0f} s: {sum(monkey.done.values())} actions",
        f"{len(ledger.taken)} messages and {len(ledger.private)} private ones",
        f"memory {min(memory) / 1e6:.0f} to {max(memory) / 1e6:.0f} MB, {grown / 1e6:+.0f} MB in the second half",
        f"the window was late by over {1000 * _STALL_SECONDS:.0f} ms {count} times:",
        *stalls.told(),
        *failures,
    ]
    sys.stdout.write("\n".join(report) + "\n")
    if not ledger.taken:
        failures.append("nothing was said")
    return 1 if failures else 0


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="soak-") as folder:
        return soak(60 * arguments.minutes, arguments.seed, Path(folder))


if __name__ == "__main__":
    sys.exit(main())
