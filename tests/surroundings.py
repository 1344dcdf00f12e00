"""The real window in a data folder that may be hostile: `python -m tests.surroundings HOME TARGET`.

It starts, says something to a tiny model, changes a setting, closes, and prints one JSON object: the notices that
were shown, what stood in the conversation, and the exit code. Under which surroundings it was tried by hand, as root:

    mount -t tmpfs -o size=64k tmpfs HOME            a disk that is full from the start (256k, 1m: soon after)
    mount --bind HOME HOME; mount -o remount,bind,ro HOME
    mkfs.ntfs -F IMAGE; lowntfs-3g -o ignore_case IMAGE HOME        a file system that ignores case
    HOME of 400, of 1,100 and of 4,000 characters
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

QUESTION = "what is alpha"


def session(window: Any, told: list[str], shown: list[str]) -> Iterator[Callable[[], Any]]:
    from tests.private_session import say

    parts, banner = window._parts, window.chat.banner

    def note() -> bool:
        text = banner.notice.text if banner.notice is not None else ""
        if text and text not in told:
            told.append(text)
        return True

    yield lambda: note() and parts.pairs.state.sought and not parts.pairs.state.busy
    say(window, QUESTION)
    yield lambda: note() and not parts.conversation.is_replying
    parts.preferences.update(scheme="dark")
    parts.preferences.save()
    note()
    shown.append(window.chat.transcript.toPlainText())
    shown.append(window.chat.composer.text())
    window.close()


def services(paths: Any, target: Path) -> Any:
    from app.guarded import GuardedEngine
    from app.options import LoadOptions, PairFiles
    from app.ui.application import Services

    def pull(_stop: Any, _progress: Callable[[Any], None]) -> Any:
        raise AssertionError("nobody asked for a download")

    pair = PairFiles("Tiny", target, None)
    return Services(lambda: GuardedEngine(paths, keep_journal=True), lambda: pair, pull, LoadOptions(context=512))


def main(home: str, target: Path) -> None:
    os.environ.update(QT_QPA_PLATFORM="offscreen", DRAFTLIGHT_HOME=home)
    from app.__main__ import main as run
    from app.ui import application
    from tests.private_session import drive

    told: list[str] = []
    shown: list[str] = []
    make_window = application.make_window

    def driven(*arguments: Any) -> Any:
        window = make_window(*arguments)
        drive(window, session(window, told, shown))
        return window

    application.make_window = driven
    application.real_services = lambda paths: services(paths, target)
    code = run([])
    print(json.dumps({"code": code, "told": told, "shown": shown}))


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
