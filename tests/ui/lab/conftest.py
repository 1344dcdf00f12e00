from __future__ import annotations

import dataclasses
import itertools
from pathlib import Path

import pytest

from app.errors import NotGgufError
from app.lab.prompts import PROMPT_SETS
from app.options import PairFiles
from app.ui.lab.dialog import LabDialog
from tests.fakes import FakeEngine, FakePull, drafted_round, fake_pair, plain_round
from tests.ui.waiting import wait_for


class LabEngine(FakeEngine):
    """Answers faster with a draft of four than otherwise; `gate` holds the reply with that number, counted from 1.

    `gates` are numbers of replies and what holds them.
    """

    def __init__(self) -> None:
        super().__init__([plain_round(0, "chat")])
        self.gates = {}
        self.unloadable: set[str] = set()
        self.replies = 0
        self.texts = itertools.cycle([" a"])

    def load(self, files, options, stop, progress):
        if files.name in self.unloadable:
            raise NotGgufError(path=files.target)
        return super().load(files, options, stop, progress)

    def reply(self, messages, options, stop):
        self.replies += 1
        seconds = 0.01 if options.draft_length else 0.02
        seconds *= 1 + 0.1 * abs((options.draft_length if options.draft_length > 0 else 5) - 4)
        seconds *= 1 + 0.01 * (self.replies % 5)
        gate = self.gates.get(self.replies)
        if not options.draft_length:
            made = [plain_round(place, text) for place, text in enumerate([next(self.texts), " lamp", " turns", "."])]
        else:
            made = [drafted_round(0, [next(self.texts), " lamp", " turns"], None, [], ".")]
        timed = [dataclasses.replace(one, draft_seconds=0.0, verify_seconds=seconds * len(one.emitted)) for one in made]
        self.scripts = [[*([gate] if gate else []), *timed]]
        return super().reply(messages, options, stop)


class LabBench:
    """The window with the lab open."""

    def __init__(self, bench) -> None:
        self.bench = bench
        bench.wait_loaded()
        bench.window.lab.show_lab()
        bench.settle()

    @property
    def dialog(self) -> LabDialog:
        return self.bench.window.lab.dialog

    @property
    def client(self):
        return self.bench.window.lab.client

    def find(self, name):
        return self.bench.find(name)

    def wait_done(self) -> None:
        wait_for(lambda: not self.client.is_running, "the lab to end")
        wait_for(lambda: self.bench.pairs.state.loading is None, "the pair of the chat")
        self.bench.settle()

    def ask_only(self, page: str, *sets: str) -> None:
        """Have a form ask these sets of prompts and no others: a test needs no more replies than show it."""
        for key in PROMPT_SETS:
            self.find(f"{page}_set_{key}").setChecked(key in sets)

    def plan_small(self) -> None:
        """Have 12 replies planned."""
        self.ask_only("compare", "story")
        self.dialog.compare._repeats.put(3)
        self.find("lab_lengths").setText("4")
        self.find("lab_temperatures").setText("0")

    def run_comparison(self) -> None:
        self.dialog.compare._repeats.put(2)
        self.find("compare_start").click()
        self.wait_done()


@pytest.fixture
def engine() -> LabEngine:
    return LabEngine()


@pytest.fixture
def lab(open_bench, engine, tmp_path: Path) -> LabBench:
    return LabBench(open_bench(engine, FakePull(fake_pair(tmp_path), found=True), size=(1120, 760)))


@pytest.fixture
def second(tmp_path: Path) -> PairFiles:
    folder = tmp_path / "second"
    folder.mkdir()
    return dataclasses.replace(fake_pair(folder), name="Second pair")
