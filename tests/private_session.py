"""A whole session of the real window, in a process that notes every attempt to reach a network.

`python -m tests.private_session HOME TOKEN` chats with the pair of HOME's settings, searches, exports, holds a private
chat, copies diagnostics, closes, and prints one JSON object: what was attempted, and what the system counted.
"""

from __future__ import annotations

import sys

ATTEMPTS: list[str] = []
_NETWORK = (
    "socket.connect",
    "socket.getaddrinfo",
    "socket.gethostby",
    "socket.sendto",
    "socket.sendmsg",
    "socket.bind",
)


def _note(event: str, arguments: tuple[object, ...]) -> None:
    if event in ("socket.connect", "socket.bind") and isinstance(arguments[1], str | bytes):
        return  # a path on this machine, such as the keyring's
    if event.startswith(_NETWORK) or event in ("urllib.Request", "http.client.connect"):
        ATTEMPTS.append(f"{event} {arguments!r}")


sys.addaudithook(_note)

import json  # noqa: E402 (the hook comes before everything that could connect)
import os  # noqa: E402
from collections.abc import Callable, Iterator  # noqa: E402
from pathlib import Path  # noqa: E402
from typing import Any  # noqa: E402

QUESTION = "What burns in a lighthouse?"
SECRET = "My neighbour's parrot recites the harbour rules."
_PATIENCE_MS = 170_000

Condition = Callable[[], Any]


def session(window: Any, home: Path, token: str) -> Iterator[Condition]:
    """Do what a person does; each condition is waited for before the next step."""
    parts = window._parts
    talk, sidebar = parts.conversation, window.sidebar
    yield lambda: parts.pairs.state.loaded
    parts.models.hub._tokens.set(token)
    say(window, QUESTION)
    yield lambda: not talk.is_replying
    chat_id = talk.chat_id
    window.private_chats.start()
    say(window, SECRET)
    yield lambda: not talk.is_replying
    sidebar._search.setText("lighthouse")
    yield lambda: window.sidebar._found == "lighthouse"
    sidebar.end_search()
    for form in ("md", "html", "json"):
        window.transfers._wanted = ((chat_id,), form)
        window.transfers.export_to(str(home / f"export.{form}"))
        yield lambda: not parts.transfer.is_busy
    found: list[object] = []
    parts.models.library.found.connect(found.append)
    window.models.show_models()
    yield lambda: found
    window.models.dialog.reject()
    window.help.copy_diagnostics()
    yield lambda: "Draftlight diagnostics" in clipboard()
    (home / "diagnostics.txt").write_text(clipboard())
    (home / "diagnostics.txt").chmod(0o600)
    window.close()


def say(window: Any, text: str) -> None:
    window.chat.composer.edit.setPlainText(text)
    window.chat.writing.send(text)


def clipboard() -> str:
    from PySide6.QtGui import QGuiApplication

    return QGuiApplication.clipboard().text()


def drive(window: Any, steps: Iterator[Condition]) -> None:
    """Go through the steps on a timer of the window's own thread."""
    from PySide6.QtCore import QTimer

    timer = QTimer(window)
    waiting: list[Condition] = [lambda: True]

    def look() -> None:
        if waiting[0]():
            try:
                waiting[0] = next(steps)
            except StopIteration:
                timer.stop()

    timer.timeout.connect(look)
    timer.start(5)
    QTimer.singleShot(_PATIENCE_MS, window, lambda: os._exit(3))


def counted() -> dict[str, int]:
    """What the system counted in this process's network: what native code attempts is in it as well."""
    names: dict[str, int] = {}
    lines = Path("/proc/self/net/snmp").read_text().splitlines()
    for head, values in zip(lines[::2], lines[1::2], strict=True):
        kind = head.split(":")[0]
        numbers = zip(head.split()[1:], values.split()[1:], strict=True)
        names |= {f"{kind}{name}": int(value) for name, value in numbers}
    wanted = ("TcpActiveOpens", "UdpOutDatagrams", "IpOutRequests", "IpOutNoRoutes")
    return {name: names[name] for name in wanted}


def main(home: Path, token: str) -> None:
    os.environ.update(QT_QPA_PLATFORM="offscreen", DRAFTLIGHT_HOME=str(home))
    os.umask(0o022)  # that of most systems, which lets everybody read new files
    from app.__main__ import main as run
    from app.ui import application

    make_window = application.make_window

    def driven(*arguments: Any) -> Any:
        window = make_window(*arguments)
        drive(window, session(window, home, token))
        return window

    application.make_window = driven
    code = run([])
    telemetry = {name: os.environ.get(name) for name in ("HF_HUB_DISABLE_TELEMETRY", "DO_NOT_TRACK")}
    modules = sorted({name.partition(".")[0] for name in sys.modules})
    print(
        json.dumps(
            {"code": code, "attempts": ATTEMPTS, "counted": counted(), "telemetry": telemetry, "modules": modules}
        )
    )


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve(), sys.argv[2])
