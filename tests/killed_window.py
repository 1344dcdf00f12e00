"""The real window on a tiny model, in a process that kills itself at a chosen moment.

`python -m tests.killed_window HOME TARGET PHASE` says on its output what was taken from the person, line by line.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

PHASES = ("starting", "trial", "loading", "writing", "saving", "downloading", "closing")
QUESTION = "what is alpha"


def die(*_arguments: object) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def after(owner: Any, name: str) -> None:
    """Die as soon as this function has done its work."""
    original = getattr(owner, name)

    def last(*arguments: Any, **options: Any) -> Any:
        original(*arguments, **options)
        die()

    setattr(owner, name, last)


def prepare(phase: str) -> None:
    """Have the process die in what nobody could wait for from outside."""
    from app import guarded
    from app.chats import store
    from app.ui.conversation import Conversation
    from app.ui.main_window import MainWindow

    if phase == "starting":
        after(MainWindow, "_connect_parts")
    elif phase == "trial":
        original = guarded.try_pair
        guarded.try_pair = lambda files, options, stop, _progress, **rest: original(files, options, stop, die, **rest)
    elif phase == "saving":
        after(store, "insert_rounds")  # in the middle of a transaction
    elif phase == "closing":
        after(Conversation, "close")


def services(paths: Any, target: Path, phase: str) -> Any:
    from app.guarded import GuardedEngine
    from app.options import LoadOptions, PairFiles
    from app.ui.application import Services
    from tests.fakes import FakeProgress

    class Engine(GuardedEngine):
        def load(self, files: Any, options: Any, stop: Any, progress: Callable[[float], None]) -> Any:
            dies = phase == "loading"
            return super().load(files, options, stop, lambda done: die() if dies and done > 0.7 else progress(done))

    def pull(_stop: Any, progress: Callable[[Any], None]) -> Any:
        paths.models.mkdir(parents=True, exist_ok=True)
        (paths.models / "starter.gguf.part").write_bytes(bytes(1000))
        progress(FakeProgress("Downloading", 1000, 2000))
        die()

    pair = PairFiles("Tiny", target, None)
    found = None if phase == "downloading" else pair
    return Services(lambda: Engine(paths, keep_journal=True), lambda: found, pull, LoadOptions(context=2048))


def steps(window: Any, phase: str) -> Iterator[Callable[[], Any]]:
    from tests.private_session import say

    parts = window._parts
    yield lambda: parts.pairs.state.sought
    if phase == "downloading":
        parts.pairs.open_starter()
        yield lambda: False
    yield lambda: parts.pairs.state.loaded
    parts.conversation.message_added.connect(lambda stored: print(stored.message.content, flush=True))
    if phase == "writing":
        parts.conversation.round_arrived.connect(die)
    say(window, QUESTION)
    yield lambda: not parts.conversation.is_replying
    window.close()


def main(home: Path, target: Path, phase: str) -> None:
    os.environ.update(QT_QPA_PLATFORM="offscreen", DRAFTLIGHT_HOME=str(home))
    from app.paths import find_paths
    from app.ui import application
    from tests.private_session import drive

    paths = find_paths()
    prepare(phase)
    make_window = application.make_window

    def driven(*arguments: Any) -> Any:
        window = make_window(*arguments)
        drive(window, steps(window, phase))
        return window

    application.make_window = driven
    application.run_window(paths, services(paths, target, phase))


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3])
