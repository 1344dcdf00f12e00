"""What a fast reply costs: the window's thread while 1,000 tokens/s stream into it, and the engine beside it.

    python -m tests.benchmarks.streaming [--tokens 20000] [--text paragraph] [--view reading] [--threads 2]

The scripted engine works about a millisecond for each token, on one core or on all, without Python's lock. A beat is
how late a timer of 2 ms comes; a frame begins with the writing of what is queued and ends when that is painted. What a
page that is read holds back until its sentence is complete begins no frame. Processor times: of the window's thread.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import tempfile
import threading
import time
from itertools import cycle, islice
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QObject, Qt, QTimer

from app.paths import Paths
from app.speculation.records import Round
from app.speculation.stop import Stop
from app.ui.appearance import Appearance
from app.ui.application import Services, make_application, make_window
from app.ui.shown_message import View
from tests.benchmarks.window import wait
from tests.fakes import FakeEngine, FakePull, drafted_round, fake_pair

WORDS = (" the", " lamp", " burns", " all", " night", " and", " gathers", " its", " light", ",", " into", " a")
TEXTS = {
    "prose": (*WORDS * 5, ".", "\n\n", "##", " The", " lens", "\n\n", "-", " **", "a", " beam", "**", "\n"),
    "code": ("```", "python", "\n", *("def", " f", "(x", "):", "\n", "   ", " return", " x", " +", " 1", "\n") * 2000),
    "paragraph": (*WORDS, " guides", " ships", "."),
}


_ALONE = 2500  # tokens without a window, before and after


class WorkingEngine(FakeEngine):
    """Works for each token of its script, in `threads` threads, and measures how long the reply took."""

    def __init__(self, script, threads: int) -> None:
        super().__init__(script, threads=threads)
        self.seconds = 0.0
        self._block = b"x" * work_size()

    def _play(self, script, options, drafting_off, stop):
        started = time.perf_counter()
        others = [Helper(self._block) for _ in range(self.threads - 1)]
        for event in super()._play(script, options, drafting_off, stop):
            for _ in event.emitted if isinstance(event, Round) else ():
                for one in others:
                    one.go.set()
                hashlib.sha256(self._block).digest()
                for one in others:
                    one.done.wait()
                    one.done.clear()
            yield event
        self.seconds = time.perf_counter() - started
        for one in others:
            one.close()


class Helper(threading.Thread):
    """Works beside another thread."""

    def __init__(self, block: bytes) -> None:
        super().__init__()
        self.go, self.done, self._block, self._ends = threading.Event(), threading.Event(), block, False
        self.start()

    def run(self) -> None:
        while self.go.wait() and not self._ends:
            self.go.clear()
            hashlib.sha256(self._block).digest()
            self.done.set()

    def close(self) -> None:
        self._ends = True
        self.go.set()
        self.join()


def work_size() -> int:
    """Return how many bytes are hashed in a millisecond."""
    block, best = b"x" * 1_000_000, 1.0
    for _ in range(20):
        started = time.perf_counter()
        hashlib.sha256(block).digest()
        best = min(best, time.perf_counter() - started)
    return round(1_000_000 * 0.001 / best)


class Watch(QObject):
    """Times the beats and the frames of a transcript."""

    def __init__(self, transcript) -> None:
        super().__init__()
        self.beats: list[float] = []
        self.frames: list[float] = []
        self.busy: list[float] = []
        self._begun: float | None = None
        self._busy = 0.0
        self._started = time.thread_time(), time.perf_counter()
        self._last = time.perf_counter()
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(2)
        self._timer.timeout.connect(self._beat)
        write, paint = transcript.flush, transcript.paintEvent

        def flush() -> None:
            begun, busy, before = time.perf_counter(), time.thread_time(), transcript.document().characterCount()
            write()
            if self._begun is None and transcript.document().characterCount() != before:
                self._begun, self._busy = begun, busy

        def painted(event) -> None:
            paint(event)
            if self._begun is not None:
                self.frames.append(time.perf_counter() - self._begun)
                self.busy.append(time.thread_time() - self._busy)
                self._begun = None

        transcript._flush_timer.timeout.disconnect()
        transcript._flush_timer.timeout.connect(flush)
        transcript.paintEvent = painted
        self._timer.start()

    def _beat(self) -> None:
        now = time.perf_counter()
        self.beats.append(max(0.0, now - self._last - 0.002))
        self._last = now

    def stop(self) -> None:
        self._timer.stop()
        self.share = (time.thread_time() - self._started[0]) / (time.perf_counter() - self._started[1])

    def told(self) -> str:
        beats, frames, busy = sorted(self.beats), sorted(self.frames), sorted(self.busy)

        def at(values, share):
            return 1000 * values[min(len(values) - 1, int(share * len(values)))]

        late = sum(frame > 0.016 for frame in frames) / len(frames)
        return (
            f"{len(frames)} frames: p50 {at(frames, 0.5):.1f} p95 {at(frames, 0.95):.1f} max {at(frames, 1):.1f} ms, "
            f"{late:.1%} over 16 ms; of processor time p50 {at(busy, 0.5):.1f} p95 {at(busy, 0.95):.1f} ms a frame, "
            f"{self.share:.0%} of a core; thread blocked p99 {at(beats, 0.99):.1f} max {at(beats, 1):.1f} ms"
        )


def rounds_of(text: str, tokens: int):
    """Return a script of rounds of 5 tokens."""
    words = list(islice(cycle(TEXTS[text]), tokens))
    groups = (words[at : at + 5] for at in range(0, len(words), 5))
    return [drafted_round(n, group[:-1], " no" if n % 3 else None, [], group[-1]) for n, group in enumerate(groups)]


def windowed(script, threads: int, view: str, appearance: Appearance) -> tuple[float, str]:
    """Return the seconds of the reply in the window, and what was seen of its thread."""
    with tempfile.TemporaryDirectory() as folder:
        paths = Paths(Path(folder), Path(folder), Path(folder))
        engine, pull = WorkingEngine(script, threads), FakePull(fake_pair(Path(folder)), found=True)
        window = make_window(paths, Services(lambda: engine, pull.find, pull.pull), appearance)
        window.chat.transcript.set_view(View(view))
        window.resize(1120, 760)
        window.show()
        window.start()
        parts = window._parts
        if parts.pairs.state.loaded is None:
            parts.pairs.open(pull.files)
        wait(lambda: parts.pairs.state.loaded is not None)
        watch = Watch(window.chat.transcript)
        parts.conversation.send("Go on.")
        wait(lambda: not parts.conversation.is_replying)
        watch.stop()
        window.close()
        window.deleteLater()
        return engine.seconds, watch.told()


def headless(threads: int) -> float:
    """Return the seconds of a token with no window."""
    script = rounds_of("prose", _ALONE)
    engine = WorkingEngine(script, threads)
    for _ in engine._play(script, _Options, "", Stop()):
        pass
    return engine.seconds / _ALONE


class _Options:
    draft_length = 4


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--tokens", type=int, default=20_000)
    parser.add_argument("--text", choices=TEXTS, action="append")
    parser.add_argument("--view", choices=[view.value for view in View], action="append")
    parser.add_argument("--threads", type=int, default=1)
    options = parser.parse_args()
    application = make_application(["benchmark"])
    appearance = Appearance(application)
    print(f"{options.tokens} tokens, the engine on {options.threads} of {os.cpu_count()} cores")
    alone = headless(options.threads)
    for text in options.text or TEXTS:
        for view in options.view or [view.value for view in View]:
            shown, told = windowed(rounds_of(text, options.tokens), options.threads, view, appearance)
            before, alone = alone, headless(options.threads)
            slower = shown / options.tokens / ((before + alone) / 2) - 1
            print(f"{view}, {text}: {options.tokens / shown:.0f} tokens/s; {told}")
            print(f"    engine alone {1 / before:.0f} and {1 / alone:.0f} tokens/s: {slower:+.1%} slower", flush=True)


if __name__ == "__main__":
    main()
