"""One window for each data folder, with real processes."""

from __future__ import annotations

import os
import queue
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.paths import find_paths
from app.ui.single_instance import SingleInstance

ROOT = Path(__file__).parent.parent.parent
PATIENCE = 30
# The program, telling on stdout when its window is there and when it was asked to come forward.
PROGRAM = """
import sys
from app.ui import main_window
start, come_forward = main_window.MainWindow.start, main_window.MainWindow.come_forward
def told_start(window):
    start(window)
    print("open", flush=True)
def told_forward(window):
    window.showMinimized()
    come_forward(window)
    print("forward", window.isVisible() and not window.isMinimized(), flush=True)
main_window.MainWindow.start, main_window.MainWindow.come_forward = told_start, told_forward
from app.__main__ import main
sys.exit(main([]))
"""


class Program:
    def __init__(self, home: Path) -> None:
        environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "DRAFTLIGHT_HOME": str(home)}
        self.process = subprocess.Popen(
            [sys.executable, "-c", PROGRAM], env=environment, cwd=ROOT, text=True, stdout=subprocess.PIPE
        )
        self._lines: queue.Queue[str] = queue.Queue()
        self._reader = threading.Thread(target=self._read)
        self._reader.start()

    def _read(self) -> None:
        for line in self.process.stdout:
            self._lines.put(line.strip())

    def line(self) -> str:
        return self._lines.get(timeout=PATIENCE)

    def end(self, how: int = signal.SIGKILL) -> int:
        if self.process.poll() is None:
            self.process.send_signal(how)
        code = self.process.wait(PATIENCE)
        self._reader.join()
        self.process.stdout.close()
        return code


@pytest.fixture(name="start")
def _start() -> Iterator:
    started: list[Program] = []

    def start(home: Path) -> Program:
        started.append(Program(home))
        return started[-1]

    yield start
    for one in started:
        one.end()


def test_a_second_start_raises_the_first_window_and_ends(start, tmp_path):
    first = start(tmp_path / "home")
    assert first.line() == "open"
    second = start(tmp_path / "home")
    assert second.process.wait(PATIENCE) == 0
    assert first.line() == "forward True"
    assert first.process.poll() is None
    other = start(tmp_path / "other")
    assert other.line() == "open", "another folder has a window of its own"
    # Nothing that a killed process leaves behind is in the way of the next.
    first.end(signal.SIGKILL)
    third = start(tmp_path / "home")
    assert third.line() == "open"
    assert start(tmp_path / "home").process.wait(PATIENCE) == 0
    assert third.line() == "forward True"


def test_a_folder_has_one_socket_under_all_its_names(tmp_path, monkeypatch):
    """Where case is ignored a folder has many names; here a link gives it a second one."""
    home, other = tmp_path / "home", tmp_path / "HOME"
    home.mkdir()
    other.symlink_to(home)
    monkeypatch.setattr(Path, "resolve", lambda path, strict=False: path)
    names = {SingleInstance(find_paths({"DRAFTLIGHT_HOME": str(one)}))._name() for one in (home, other)}
    assert len(names) == 1
