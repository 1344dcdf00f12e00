"""What the Models dialog costs the window's thread: the longest time between two turns of its event loop.

    python -m tests.benchmarks.models_dialog [--models 500] [--results 1000]

Offscreen unless QT_QPA_PLATFORM says otherwise. A library of so many small files is scanned, a target is compared with
all of them, so many results of a search are listed and scrolled from end to end, with every step timed.
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QCoreApplication, QTimer
from PySide6.QtWidgets import QApplication, QWidget

from app.catalog.hub_search import FoundModel
from app.paths import Paths
from app.ui.appearance import Appearance
from app.ui.application import make_application
from app.ui.models.desk import ModelDesk
from app.ui.models.dialog import ModelsDialog
from app.ui.models.services import ModelServices
from tests.benchmarks.window import wait
from tests.catalog.models import make_model, tokens
from tests.ui.models.desk_bench import ROOMY


class Pulse:
    """Beats every 2 ms; `longest` is the longest time between two beats, in ms."""

    def __init__(self) -> None:
        self.longest = 0.0
        self._last = time.perf_counter()
        self._timer = QTimer()
        self._timer.setInterval(2)
        self._timer.timeout.connect(self._beat)
        self._timer.start()

    def _beat(self) -> None:
        now = time.perf_counter()
        self.longest = max(self.longest, (now - self._last) * 1000)
        self._last = now

    def take(self) -> float:
        """Return the longest so far and begin anew."""
        QCoreApplication.processEvents()
        longest, self.longest, self._last = self.longest, 0.0, time.perf_counter()
        return longest


def scroll(rows) -> float:
    """Scroll a list from end to end; return the longest repaint in ms."""
    bar, longest = rows.verticalScrollBar(), 0.0
    for step in range(60):
        started = time.perf_counter()
        bar.setValue(bar.maximum() * step // 59)
        rows.viewport().repaint()
        longest = max(longest, (time.perf_counter() - started) * 1000)
    return longest


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--models", type=int, default=500)
    parser.add_argument("--results", type=int, default=1000)
    options = parser.parse_args()
    application = make_application(["benchmark"])
    look = Appearance(application)
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        (home / "models").mkdir()
        words = [f"word {number}" for number in range(20_000)]
        big = make_model(home / "models", "model-000.gguf", **tokens(*words)).header.path
        for number in range(1, options.models):
            other = big.with_name(f"model-{number:03d}.gguf")
            other.write_bytes(big.read_bytes() + bytes(number))
        measure(application, look, Paths(home, home / "logs", Path("resources")), options.results)


def measure(application: QApplication, look: Appearance, paths: Paths, results: int) -> None:
    """Walk through the dialog."""
    desk = ModelDesk(ModelServices(paths, places=(), measure=lambda: ROOMY))
    window = QWidget()
    window.resize(1120, 760)
    dialog = ModelsDialog(look, desk, window)
    dialog.open()
    pulse = Pulse()
    dialog.start()
    wait(lambda: desk.library.scanned and desk.catalogue.catalogue is not None and desk.fits.machine is not None)
    print(f"open, scan {len(desk.library.models)} models: longest {pulse.take():.0f} ms")
    dialog.show_page("library")
    QCoreApplication.processEvents()
    print(f"show the library: longest {pulse.take():.0f} ms; scrolling {scroll(dialog.library.list):.1f} ms")
    dialog.show_page("builder")
    pulse.take()
    dialog.builder.list.choose(dialog.builder.list.rows[0].key)
    wait(lambda: not desk.fits._comparing.is_busy)
    print(f"compare with all: longest {pulse.take():.0f} ms; scrolling {scroll(dialog.builder.drafters):.1f} ms")
    dialog.show_page("hub")
    found = tuple(
        FoundModel(f"owner-{n}/Qwen3-{n}B-GGUF", n * 1000, "apache-2.0", n % 7 == 0, "qwen3", n * 10**9, 40960)
        for n in range(results)
    )
    pulse.take()
    started = time.perf_counter()
    desk.hub.searched.emit(found)
    listed = (time.perf_counter() - started) * 1000
    QCoreApplication.processEvents()
    print(f"{results} results: listed in {listed:.0f} ms; scrolling {scroll(dialog.hub.list):.1f} ms")
    pulse._timer.stop()
    dialog.close()
    desk.close()


if __name__ == "__main__":
    main()
