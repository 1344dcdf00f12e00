"""What the window costs the engine: the same replies headless and streamed into the real window, interleaved.

    python -m tests.benchmarks.window [--threads 1] [--repeats 5] [--tokens 200]

Offscreen unless QT_QPA_PLATFORM says otherwise; on the starter pair, greedy, K = 4.
"""

from __future__ import annotations

import argparse
import os
import statistics
import tempfile
import threading
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QEventLoop, QTimer

from app.chats.records import Message, Role
from app.engine import Engine
from app.options import LoadOptions, ReplyOptions
from app.paths import Paths, find_paths
from app.pull import pull_starter
from app.speculation.records import Summary
from app.speculation.sampling import Sampling
from app.speculation.stop import Stop
from app.ui.appearance import Appearance
from app.ui.application import Services, make_application, make_window

QUESTION = "Write a short story about a hedgehog who copies prophecies in a tower."


class OneReply:
    """The engine as the window sees it, with a limit of tokens that the window has no control for."""

    def __init__(self, engine: Engine, tokens: int) -> None:
        self._engine = engine
        self._tokens = tokens
        self.load = engine.load
        self.summary: Summary | None = None

    @property
    def loaded(self):
        return self._engine.loaded

    def reply(self, messages, _options, stop):
        for event in self._engine.reply(messages, options_of(self._tokens), stop):
            if isinstance(event, Summary):
                self.summary = event
            yield event

    def close(self) -> None:
        self._engine.close()


def options_of(tokens: int) -> ReplyOptions:
    return ReplyOptions(Sampling(temperature=0), 4, tokens)


def wait(condition) -> None:
    loop, look = QEventLoop(), QTimer()
    look.setInterval(20)
    look.timeout.connect(lambda: loop.quit() if condition() else None)
    look.start()
    loop.exec()
    look.stop()


def headless(pair, load: LoadOptions, tokens: int) -> float:
    """Return tokens/s of one reply in a thread of its own, as in the window, with no window."""
    speeds: list[float] = []

    def run() -> None:
        engine = Engine()
        engine.load(pair, load, Stop(), lambda _fraction: None)
        for _ in range(2):  # the second reply, as in the window
            *_, summary = engine.reply([Message(Role.USER, QUESTION)], options_of(tokens), Stop())
        speeds.append(summary.tokens_per_second)
        engine.close()

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    return speeds[0]


def windowed(pair, load: LoadOptions, tokens: int, appearance: Appearance) -> float:
    """Return tokens/s of the same reply, streamed into the window."""
    with tempfile.TemporaryDirectory() as folder:
        paths = Paths(data=Path(folder), logs=Path(folder) / "logs", resources=Path("resources"))
        engine = OneReply(Engine(), tokens)
        services = Services(lambda: engine, lambda: pair, lambda _stop, _progress: pair, load)
        window = make_window(paths, services, appearance)
        window.resize(1120, 760)
        window.show()
        window.start()
        parts = window._parts
        wait(lambda: parts.pairs.state.loaded is not None)
        for _ in range(2):
            parts.conversation.new_chat()
            engine.summary = None
            parts.conversation.send(QUESTION)
            wait(lambda: not parts.conversation.is_replying)
        window.close()
        window.deleteLater()
        return engine.summary.tokens_per_second


def main() -> None:
    """Measure and print the ratio."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--tokens", type=int, default=200)
    options = parser.parse_args()
    application = make_application(["benchmark"])
    appearance = Appearance(application)
    pair = pull_starter(find_paths(), Stop(), lambda _progress: None)
    load = LoadOptions(context=1024, threads=options.threads)
    ratios = []
    for repeat in range(options.repeats):
        runs = [lambda: headless(pair, load, options.tokens), lambda: windowed(pair, load, options.tokens, appearance)]
        speeds = [run() for run in (runs if repeat % 2 == 0 else runs[::-1])]
        alone, shown = speeds if repeat % 2 == 0 else speeds[::-1]
        ratios.append(shown / alone)
        print(f"headless {alone:.1f}, window {shown:.1f} tokens/s, ratio {ratios[-1]:.3f}")
    print(f"threads {options.threads}: median ratio {statistics.median(ratios):.3f}")


if __name__ == "__main__":
    main()
