"""A scripted engine and a scripted download, for tests of everything above them."""

from __future__ import annotations

import dataclasses
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from app.chats.records import Message
from app.errors import CancelledError, EngineNotReadyError
from app.options import LoadedPair, LoadOptions, PairFiles, PromptCount, ReplyOptions
from app.speculation.distributions import Distribution, from_mapping
from app.speculation.draft_length import MAX_DRAFT_LENGTH
from app.speculation.records import (
    DraftedToken,
    DrafterKind,
    DraftingStopped,
    EmittedToken,
    Event,
    Finish,
    PromptProgress,
    Round,
    TemplateFailed,
    TurnsLeftOut,
    Verdict,
)
from app.speculation.statistics import summarise
from app.speculation.stop import Stop

_LOOK_AT_STOP_SECONDS = 0.002


class Gate:
    """Holds a worker thread until the test opens it, or until the worker is asked to stop."""

    def __init__(self) -> None:
        self.reached = threading.Event()
        self._opened = threading.Event()

    def open(self) -> None:
        """Let the worker go on."""
        self._opened.set()

    def wait(self, stop: Stop) -> None:
        """Called by the worker."""
        self.reached.set()
        while not self._opened.wait(_LOOK_AT_STOP_SECONDS):
            if stop.is_set:
                return


class Wall(Gate):
    """A gate that no stop opens: the worker hangs."""

    def wait(self, stop: Stop) -> None:
        """Called by the worker."""
        self.reached.set()
        self._opened.wait()


def take_steps(steps: Sequence[Any], stop: Stop, progress: Callable[[Any], None]) -> None:
    """Wait at gates, raise exceptions, tell all else; end as cancelled where that is wanted."""
    for step in steps:
        match step:
            case Gate():
                step.wait(stop)
            case BaseException():
                raise step
            case _:
                progress(step)
        if stop.is_set:
            raise CancelledError


Step = Round | PromptProgress | DraftingStopped | TemplateFailed | TurnsLeftOut | BaseException | Gate


class FakeEngine:
    """Plays scripts: each reply takes the next one, the last one again and again.

    `load_steps` are fractions, gates and exceptions. `threads_seen` are the threads that called.
    """

    def __init__(self, *scripts: Sequence[Step], threads: int = 1, drafting_off: str = "") -> None:
        self.scripts = [list(script) for script in scripts] or [[]]
        self.load_steps: list[float | Gate | BaseException] = []
        self.threads = threads
        self.drafting_off = drafting_off
        self.description = "FakeLM 8B"
        self.loads: list[PairFiles] = []
        self.load_options: list[LoadOptions] = []
        self.trained_context = 32768
        self.plain_seconds: float | None = None
        self.plain_measured = 0.0072
        self.measure_steps: list[Gate | BaseException] = []
        self.measured: list[tuple[tuple[Message, ...], ReplyOptions]] = []
        self.advised: tuple[tuple[str, float], ...] = ()
        self.template = ""
        self.most_drafted = MAX_DRAFT_LENGTH
        self.counts: list[tuple[tuple[Message, ...], tuple[str, ...]]] = []
        self.requests: list[tuple[tuple[Message, ...], ReplyOptions]] = []
        self.threads_seen: set[int] = set()
        self.closed = False
        self._loaded: LoadedPair | None = None

    @property
    def loaded(self) -> LoadedPair | None:
        return self._loaded

    def load(self, files: PairFiles, options: LoadOptions, stop: Stop, progress: Callable[[float], None]) -> LoadedPair:
        self.threads_seen.add(threading.get_ident())
        self.loads.append(files)
        self.load_options.append(options)
        take_steps(self.load_steps, stop, progress)
        self._loaded = LoadedPair(
            files=files,
            target_description=self.description,
            drafter_description=None if files.drafter is None else "FakeLM 1B",
            context=options.context,
            vocabulary=1000,
            threads=self.threads,
            load_seconds=0.5,
            drafting_off=self.drafting_off or ("" if files.drafter else "There is no drafter."),
            trained_context=self.trained_context,
            advised=self.advised,
            template=self.template,
            most_drafted=self.most_drafted,
        )
        return self._loaded

    def reply(self, messages: Sequence[Message], options: ReplyOptions, stop: Stop) -> Iterator[Event]:
        self.threads_seen.add(threading.get_ident())
        if self._loaded is None:
            raise EngineNotReadyError
        self.requests.append((tuple(messages), options))
        script = self.scripts.pop(0) if len(self.scripts) > 1 else self.scripts[0]
        return self._play(script, options, self._loaded.drafting_off, stop)

    def _play(self, script: Sequence[Step], options: ReplyOptions, drafting_off: str, stop: Stop) -> Iterator[Event]:
        rounds: list[Round] = []
        if options.draft_length and drafting_off:
            yield DraftingStopped(drafting_off)
        for step in script:
            if isinstance(step, Gate):
                step.wait(stop)
            if stop.is_set:
                break
            if isinstance(step, BaseException):
                raise step
            if isinstance(step, Round):
                rounds.append(step)
            if not isinstance(step, Gate):
                yield step
        finish = Finish.STOPPED if stop.is_set else Finish.END_OF_TEXT
        spent = sum(one.draft_seconds + one.verify_seconds for one in rounds)
        summary = summarise(
            rounds, finish, seconds=spent + 0.25, prompt_seconds=0.25, prompt_tokens=12, reused_tokens=0
        )
        yield dataclasses.replace(summary, plain_seconds=self.plain_seconds)

    def target_distribution(
        self, messages: Sequence[Message], options: ReplyOptions, after: Sequence[int], stop: Stop
    ) -> Distribution:
        """Two tokens, as likely as each other."""
        if stop.is_set:
            raise CancelledError
        return from_mapping({10: 0.5, 11: 0.5})

    def measure_plain(self, messages: Sequence[Message], options: ReplyOptions, stop: Stop) -> float | None:
        """Wait at the gates of `measure_steps`, then know `plain_measured` seconds."""
        if self._loaded is None:
            raise EngineNotReadyError
        self.measured.append((tuple(messages), options))
        for step in self.measure_steps:
            if isinstance(step, BaseException):
                raise step
            step.wait(stop)
        if stop.is_set:
            return None
        self.plain_seconds = self.plain_measured
        return self.plain_seconds

    def count(
        self, messages: Sequence[Message], texts: Sequence[str], options: ReplyOptions, stop: Stop
    ) -> PromptCount:
        """One token a word, and ten around the messages."""
        self.threads_seen.add(threading.get_ident())
        self.counts.append((tuple(messages), tuple(texts)))
        return PromptCount(
            10 + sum(len(one.content.split()) for one in messages), tuple(len(text.split()) for text in texts)
        )

    def close(self) -> None:
        self.threads_seen.add(threading.get_ident())
        self.closed = True
        self._loaded = None


@dataclass(frozen=True)
class FakeProgress:
    """As `app.pull` tells it."""

    stage: str
    done: int
    total: int | None
    source: str = "fake"


class FakePull:
    """A scripted download: `steps` are FakeProgress, gates and exceptions."""

    def __init__(self, files: PairFiles, found: bool = False) -> None:
        self.files = files
        self.found = found
        self.steps: list[FakeProgress | Gate | BaseException] = []
        self.pulls = 0
        self.threads_seen: set[int] = set()

    def find(self) -> PairFiles | None:
        self.threads_seen.add(threading.get_ident())
        return self.files if self.found else None

    def pull(self, stop: Stop, progress: Callable[[FakeProgress], None]) -> PairFiles:
        self.threads_seen.add(threading.get_ident())
        self.pulls += 1
        take_steps(self.steps, stop, progress)
        self.found = True
        return self.files


def fake_pair(folder: Path, name: str = "Starter pair (SmolLM2 135M)", note: str = "") -> PairFiles:
    """Return a pair whose two files exist and begin like GGUF files."""
    target, drafter = folder / "target.gguf", folder / "drafter.gguf"
    for path in (target, drafter):
        path.write_bytes(b"GGUF\x03\x00\x00\x00")
    return PairFiles(name, target, drafter, note, draft_length=4)


def plain_round(index: int, text: str) -> Round:
    """Return a round in which nothing was drafted."""
    token = EmittedToken(index, text, Verdict.PLAIN, 0.5, None)
    return Round(index, (), (token,), 0.0, 0.01)


def drafted_round(
    index: int,
    accepted: Sequence[str] = (),
    rejected: str | None = None,
    unexamined: Sequence[str] = (),
    last: str | None = None,
) -> Round:
    """Return a round; `last` is the correction if there is a rejected token, else the bonus."""
    drafted = [DraftedToken(10 + n, text, Verdict.ACCEPTED, 0.6, 0.8) for n, text in enumerate(accepted)]
    emitted = [EmittedToken(10 + n, text, Verdict.ACCEPTED, 0.6, 0.8) for n, text in enumerate(accepted)]
    if rejected is not None:
        drafted.append(DraftedToken(50, rejected, Verdict.REJECTED, 0.05, 0.5))
    drafted += [DraftedToken(60 + n, text, Verdict.UNEXAMINED, None, 0.4) for n, text in enumerate(unexamined)]
    if last is not None:
        verdict = Verdict.BONUS if rejected is None else Verdict.CORRECTION
        emitted.append(EmittedToken(70, last, verdict, 0.7, None))
    return Round(index, tuple(drafted), tuple(emitted), 0.004, 0.016, DrafterKind.MODEL)


LIGHTHOUSE = (
    drafted_round(0, ["A", " lighthouse", " guides"], " boats", [], " ships"),
    drafted_round(1, [" by", " a", " lamp", " and"], None, [], " a"),
    drafted_round(2, [" lens"], ",", [" that", " turn"], ":"),
    drafted_round(3, [" the", " lamp", " burns", " all"], None, [], " night"),
    drafted_round(4, [], ".", [" and", " the", " lens"], ","),
    drafted_round(5, [" and", " the", " lens", " gathers"], None, [], " its"),
    drafted_round(6, [" light", " into"], " one", [" beam"], " a"),
    drafted_round(7, [" narrow", " beam"], " of", [" light"], " that"),
    drafted_round(8, [" sweeps", " the"], " ocean", ["."], " sea"),
    drafted_round(9, ["."], " The", [" keeper"], "\n\n"),
    drafted_round(10, ["Each", " light"], " house", [" has"], "house"),
    drafted_round(11, [" has", " its", " own", " rhythm"], None, [], ","),
    drafted_round(12, [" so", " that", " a"], " ship", [], " sailor"),
    drafted_round(13, [" can", " tell", " which"], " light", [], " one"),
    drafted_round(14, [" it", " is"], " by", [" the"], " from"),
    drafted_round(15, [" the", " flashes"], " alone", [], "."),
)
