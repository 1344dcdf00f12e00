"""Tries a build on Linux as a person would who has nothing but it.

    python packaging/smoke.py BUILD [--screenshot FILE] [--starts 5]

BUILD is the folder with the program, built with --with-starter. Everything runs with an empty environment (no PATH, so
no Python), an empty home folder and, where the system allows it, in a network namespace without a network. The window
is shown on Xvfb and driven by xdotool. What is found is printed; the first thing that is wrong ends the program with 1.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import sqlite3
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from screen import Screen, open_screen, wait_until

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

QUESTION = "How does a lighthouse work?"
_COMMAND_SECONDS = 180.0
_REPLY_SECONDS = 180.0


def isolation() -> list[str]:
    """Return the command that takes the network away, empty where the system does not allow that."""
    command = ["unshare", "--user", "--map-root-user", "--net"]
    try:
        allowed = subprocess.run([*command, "true"], capture_output=True, check=False).returncode == 0
    except FileNotFoundError:
        allowed = False
    if not allowed:
        print("network: NOT taken away, this system does not allow user namespaces", flush=True)
        return []
    print("network: none", flush=True)
    return command


class Build:
    """A build, run with an environment that has nothing in it."""

    def __init__(self, folder: Path) -> None:
        self.program = folder.resolve() / "draftlight"
        self.starter = folder.resolve() / "_internal" / "resources" / "models"
        self._isolation = isolation()

    def command(self, arguments: list[str], environment: Mapping[str, str]) -> list[str]:
        """Return the whole command."""
        variables = [f"{name}={value}" for name, value in environment.items()]
        return [*self._isolation, "env", "-i", *variables, str(self.program), *arguments]

    def run(self, arguments: list[str], home: Path) -> str:
        """Return what a command prints."""
        done = subprocess.run(
            self.command(arguments, {"HOME": str(home)}),
            capture_output=True,
            text=True,
            timeout=_COMMAND_SECONDS,
            check=False,
        )
        if done.returncode:
            raise SystemExit(f"draftlight {' '.join(arguments)}: {done.returncode}\n{done.stdout}\n{done.stderr}")
        return done.stdout

    @contextlib.contextmanager
    def window(self, screen: Screen, home: Path) -> Iterator[subprocess.Popen[str]]:
        """Start the window, and end it; what it says on stderr is an error."""
        environment = {"HOME": str(home), "DISPLAY": screen.display}
        process = subprocess.Popen(
            self.command([], environment), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        try:
            yield process
            if process.poll() is not None:
                raise SystemExit(f"the window ended by itself: {process.returncode}")
        finally:
            process.terminate()
            told, _ = process.communicate()
        if told.strip():
            raise SystemExit(f"the window said on its output:\n{told}")


def try_commands(build: Build, home: Path) -> None:
    """The commands work, with the starter pair and with a drafter that is made in a child process."""
    print(build.run(["--version"], home).strip())
    facts = json.loads(build.run(["doctor", "--json"], home))
    missing = [name for name, version in facts["versions"].items() if version == "not installed"]
    if missing or not facts["devices"]:
        raise SystemExit(f"doctor: {missing or 'no devices'}")
    print("doctor:", ", ".join(device["description"] for device in facts["devices"]))
    target = next(build.starter.glob("*.gguf"))
    models = ["--target", str(target), "--drafter", "self"]
    reply = build.run(
        ["generate", *models, "--prompt", QUESTION, "--max-tokens", "12", "--temperature", "0", "--draft-length", "4"],
        home,
    )
    print("generate, with a drafter made in a child process:", " ".join(reply.split())[:100])


def measure_starts(build: Build, screen: Screen, folder: Path, starts: int) -> None:
    """Print how long the window takes from the start of the process until it is painted."""
    found = []
    for number in range(starts + 1):
        home = folder / f"start-{number}"
        home.mkdir()
        wait_until(screen.is_dark, "the screen is empty")
        with build.window(screen, home):
            found.append(wait_until(lambda: not screen.is_dark(), "the window is painted"))
    cold, *warm = found
    print(
        f"window painted: median {statistics.median(warm):.2f} s of {starts} starts,"
        f" {min(warm):.2f} to {max(warm):.2f}; the first one {cold:.2f}"
    )


def ask(build: Build, screen: Screen, home: Path, screenshot: Path) -> None:
    """Ask the starter pair, which loads by itself, and keep a picture of the reply."""
    store = home / ".local" / "share" / "Draftlight" / "chats.sqlite3"
    wait_until(screen.is_dark, "the screen is empty")
    with build.window(screen, home):
        wait_until(lambda: not screen.is_dark(), "the window is painted")
        screen.focus()
        screen.type_text(QUESTION)

        def sent() -> bool:
            # Nothing is sent while the pair is being tried and loaded.
            screen.press("Return")
            return bool(_rows(store, "SELECT 1 FROM messages WHERE role = 'user'"))

        seconds = wait_until(sent, "the question is sent", _REPLY_SECONDS, pause=1.0)
        print(f"the starter pair was ready {seconds:.0f} s after the window", flush=True)
        # The small model would go on for minutes; Stop keeps what was written.
        ended = "SELECT content FROM messages WHERE role = 'assistant' AND summary IS NOT NULL"
        batches = "SELECT 1 FROM rounds LIMIT 1 OFFSET 7"  # one is stored every 0.8 s
        written = lambda: bool(_rows(store, batches) or _rows(store, ended))  # noqa: E731
        wait_until(written, "the reply is written", _REPLY_SECONDS, pause=0.2)
        screen.press("Escape")
        wait_until(lambda: bool(_rows(store, ended)), "the reply ends", pause=0.1)
        wait_until(_still(screen), "the picture stands still", pause=0.2)  # less than a caret's blink
        screen.save(screenshot)
        text = _rows(store, ended)[0][0]
        print(f"reply: {' '.join(text.split())[:100]}\npicture: {screenshot}", flush=True)
        if not text.strip():
            raise SystemExit("the reply is empty")


def _rows(store: Path, query: str) -> list[tuple]:
    """Return what is in the chats, nothing where they are not there yet."""
    try:
        with contextlib.closing(sqlite3.connect(f"file:{store}?mode=ro", uri=True)) as connection:
            return connection.execute(query).fetchall()
    except sqlite3.OperationalError:
        return []


def _still(screen: Screen) -> Callable[[], bool]:
    """Return a function that says whether the screen shows the same as when it was asked last."""
    last = [b""]

    def same() -> bool:
        before, last[0] = last[0], screen.pixels()
        return before == last[0]

    return same


def main() -> None:
    """Try the build."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("build", type=Path, metavar="BUILD")
    parser.add_argument("--screenshot", type=Path, default=Path("smoke.png"))
    parser.add_argument("--starts", type=int, default=5)
    options = parser.parse_args()
    if not sys.platform.startswith("linux"):
        raise SystemExit("this test runs on Linux alone")
    build = Build(options.build)
    with tempfile.TemporaryDirectory() as name, open_screen(Path(name)) as screen:
        folder = Path(name)
        (folder / "home").mkdir()
        (folder / "window").mkdir()
        ask(build, screen, folder / "window", options.screenshot)
        try_commands(build, folder / "home")
        measure_starts(build, screen, folder, options.starts)
    print("all is well")


if __name__ == "__main__":
    main()
