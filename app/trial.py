"""The first load of model files happens in a process of its own: a bad file takes that process down, not the app."""

from __future__ import annotations

import contextlib
import dataclasses
import logging
import multiprocessing
import os
import re
import signal
import sys
import threading
import time
from collections import deque
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from app.errors import (
    CancelledError,
    DraftlightError,
    LoadMemoryError,
    ModelCrashError,
    ModelHangError,
    ModelLoadError,
    NoNumbersError,
    NotWritableError,
)
from app.options import ReplyOptions
from app.paths import make_folder
from app.phrases import Phrase
from app.speculation.records import Summary
from app.speculation.sampling import Sampling
from app.speculation.stop import Stop

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from multiprocessing.connection import Connection
    from multiprocessing.process import BaseProcess

    from app.options import LoadOptions, PairFiles

# Loading tells how far it is many times a second, also from a slow disk.
PATIENCE_SECONDS = 120.0
_POLL_SECONDS = 0.05
_LOG_LINES = 400
_TARGET_SHARE = 0.8
_TOKENS = 8
_ASSERTION = re.compile(r"(?:[^\s:]*/)?([^\s/:]+:\d+: |)(GGML_ASSERT\(.*\) failed)")
_NO_MEMORY = re.compile(
    "bad_alloc|out of memory|failed to allocate|unable to allocate|cannot allocate|mem_buffer != NULL", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class TrialReport:
    """What a trial found: peak memory of its process in bytes, seconds of loading, tokens per second of a few tokens.

    `tokens_per_second` is None where the model ended its text at once.
    """

    memory: int
    seconds: float
    tokens_per_second: float | None


def try_pair(
    files: PairFiles,
    options: LoadOptions,
    stop: Stop,
    progress: Callable[[float], None],
    *,
    log: Path,
    speeds: Path | None = None,
    patience: float = PATIENCE_SECONDS,
    memory_limit: int | None = None,
) -> TrialReport:
    """Load a pair in another process, write a few tokens with it, and let go of it.

    Args:
        files: the pair.
        options: how it will be loaded; whether it fits into memory is not asked again.
        stop: ends the other process.
        progress: gets 0 to 1.
        log: is replaced by what llama.cpp says meanwhile.
        speeds: where the other process keeps what passes cost, so that it is not measured twice.
        patience: seconds without a sign of life after which it counts as hanging.
        memory_limit: bytes of address space that the models may take, where the system knows such a limit.

    Raises:
        ModelCrashError: llama.cpp ended the process.
        ModelHangError: no sign of life.
        LoadMemoryError: the memory ran out.
        CancelledError: `stop` was set meanwhile.
        DraftlightError: whatever `Engine.load` and `Engine.continue_text` raise.
    """
    context = multiprocessing.get_context("spawn")
    answers, questions = context.Pipe(duplex=False)
    work = (files, dataclasses.replace(options, insist=True), questions, _fresh(log), speeds, memory_limit)
    process = context.Process(target=_work, args=work, name="trial", daemon=True)
    process.start()
    questions.close()
    try:
        return _Attendance(files, answers, log, stop, progress, patience).until_done(process)
    finally:
        process.kill()
        process.join()
        process.close()
        answers.close()


@dataclass(slots=True)
class _Attendance:
    """Passes on what the other process says."""

    files: PairFiles
    answers: Connection
    log: Path
    stop: Stop
    progress: Callable[[float], None]
    patience: float
    at: float = 0.0

    def until_done(self, process: BaseProcess) -> TrialReport:
        deadline = time.monotonic() + self.patience
        while True:
            if self.stop.is_set:
                raise CancelledError
            if not self.answers.poll(_POLL_SECONDS):
                if time.monotonic() > deadline:
                    raise ModelHangError(path=self.suspect, seconds=f"{self.patience:g}")
                continue
            deadline = time.monotonic() + self.patience
            try:
                answer = self.answers.recv()
            except (EOFError, OSError) as error:
                process.join()
                raise self._death(process.exitcode or 0) from error
            if isinstance(answer, TrialReport):
                return answer
            if isinstance(answer, DraftlightError):
                raise self._told(answer)
            self.at = answer
            self.progress(answer)

    @property
    def suspect(self) -> Path:
        """The file that was being worked on."""
        drafter = self.files.drafter
        return self.files.target if drafter is None or self.at < _TARGET_SHARE else drafter

    def _told(self, error: DraftlightError) -> DraftlightError:
        """Say of an error what it means for the file."""
        if isinstance(error, ModelLoadError) and _NO_MEMORY.search(str(error)):
            return LoadMemoryError(path=self.suspect, detail=str(error.fields["detail"]))
        if isinstance(error, NoNumbersError):
            return ModelLoadError(path=self.suspect, detail=Phrase("what it computes are no numbers, so it is damaged"))
        return error

    def _death(self, exit_code: int) -> DraftlightError:
        """Say why the process ended without a word."""
        lines = _tail(self.log)[::-1]
        # An allocation that fails is mostly told first, and asserted afterwards.
        if any(_NO_MEMORY.search(line) for line in lines):
            return LoadMemoryError(path=self.suspect, detail=Phrase("llama.cpp could not allocate what it needs"))
        if exit_code == -getattr(signal, "SIGKILL", 9):
            return LoadMemoryError(path=self.suspect, detail=Phrase("the system ended the process that tried it"))
        assertions = (match[1] + match[2] for line in lines if (match := _ASSERTION.search(line)))
        return ModelCrashError(path=self.suspect, detail=next(assertions, _name_of(exit_code)))


def _name_of(exit_code: int) -> str:
    if exit_code < 0:
        with contextlib.suppress(ValueError):
            return f"signal {signal.Signals(-exit_code).name}"
    return f"exit code {exit_code}"


def _fresh(log: Path) -> Path:
    """Empty the log, for this person alone; without a writable folder its text is lost, and that is all."""
    with contextlib.suppress(OSError, NotWritableError):
        make_folder(log.parent)
        log.unlink(missing_ok=True)
        os.close(os.open(log, os.O_CREAT | os.O_WRONLY, 0o600))
    return log


def _tail(log: Path) -> list[str]:
    try:
        with log.open(encoding="utf-8", errors="replace") as lines:
            return [line.strip() for line in deque(lines, _LOG_LINES)]
    except OSError:
        return []


def _work(
    files: PairFiles,
    options: LoadOptions,
    answers: Connection,
    log: Path,
    speeds: Path | None,
    memory_limit: int | None,
) -> None:
    """The other process: fractions while it goes on, then a report or what is wrong."""
    _be_expendable()
    with _written_to(log):
        from app.llama import loaded as _loaded  # noqa: F401 - what the limit must leave room for

        _limit_memory(memory_limit)
        try:
            answers.send(_try(files, options, answers, speeds))
        except DraftlightError as error:
            answers.send(error)
        except MemoryError:
            answers.send(LoadMemoryError(path=files.target, detail=Phrase("no more memory was to be had")))


def _try(files: PairFiles, options: LoadOptions, answers: Connection, speeds: Path | None) -> TrialReport:
    import psutil

    from app.engine import Engine

    engine = Engine(speeds)
    started = time.perf_counter()
    engine.load(files, options, Stop(), answers.send)
    seconds = time.perf_counter() - started
    trial = ReplyOptions(Sampling(temperature=0.0), draft_length=2, max_tokens=_TOKENS)
    *_, summary = engine.continue_text("Once upon a time", trial, Stop())
    memory = psutil.Process().memory_info()
    report = TrialReport(
        memory=int(getattr(memory, "peak_wset", memory.rss)),
        seconds=seconds,
        tokens_per_second=summary.tokens_per_second if isinstance(summary, Summary) else None,
    )
    engine.close()
    return report


def _be_expendable() -> None:
    """Leave Ctrl+C to the app, end with it, and be the first to go where the system's memory runs out."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent,), daemon=True).start()
    if sys.platform == "linux":
        with contextlib.suppress(OSError):
            Path("/proc/self/oom_score_adj").write_text("1000", encoding="ascii")


def _limit_memory(limit: int | None) -> None:
    if sys.platform != "win32" and limit is not None:
        import resource

        import psutil

        whole = psutil.Process().memory_info().vms + limit
        resource.setrlimit(resource.RLIMIT_AS, (whole, whole))


def _end_with(parent: BaseProcess) -> None:
    multiprocessing.connection.wait([parent.sentinel])
    os._exit(1)


@contextlib.contextmanager
def _written_to(log: Path) -> Iterator[None]:
    """Send what llama.cpp says to a file, also what it prints itself when it gives up."""
    try:
        descriptor = os.open(log, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    except OSError:
        yield
        return
    for stream in (1, 2):
        os.dup2(descriptor, stream)
    handler = logging.StreamHandler(os.fdopen(descriptor, "w", encoding="utf-8", errors="replace"))
    logger = logging.getLogger("app.llama.native")
    logger.setLevel(logging.DEBUG)
    logger.addHandler(handler)
    yield
    logger.removeHandler(handler)
    handler.stream.close()
