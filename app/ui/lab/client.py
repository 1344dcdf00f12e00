"""The lab's work in the engine's thread, and its files in a thread of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from app.errors import CancelledError, EngineRestartedError
from app.lab.export import export_run
from app.lab.machine import describe_machine
from app.lab.measure import CellStarted, measure
from app.lab.measurement import Measurement
from app.lab.run import Run
from app.lab.same_chances import SameChances, prove_same_chances
from app.lab.same_words import SameWords, prove_same_words
from app.ui.errands import Errands

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from app.errors import DraftlightError
    from app.lab.plan import Plan
    from app.lab.store import RunStore
    from app.options import LoadedPair, ReplyOptions
    from app.speculation.stop import Stop
    from app.ui.bugs import Bug
    from app.ui.engine_client import EngineClient
    from app.ui.errands import Tell
    from app.ui.pair_controller import PairController
    from app.ui.worker import ReplyEngine


class _Left:
    """What is loaded when the lab is done with the engine."""

    def __init__(self, pair: LoadedPair | None) -> None:
        self.pair = pair


class LabClient(QObject):
    """Runs plans and proofs on the chat's engine, one at a time; the pair of the chat is loaded again afterwards.

    Signals:
        running_changed (bool): the lab has the engine, or gave it back.
        cell_started (CellStarted): of the run under way.
        run_changed (Run): begun, one cell further, or complete.
        progressed (int): how far a proof is, in tokens or draws.
        proved (SameWords or SameChances).
        runs_listed (tuple of Run): the history, the latest first.
        exported (Path).
        failed (DraftlightError or Bug): not because it was stopped.
    """

    running_changed = Signal(bool)
    cell_started = Signal(object)
    run_changed = Signal(object)
    progressed = Signal(int)
    proved = Signal(object)
    runs_listed = Signal(object)
    exported = Signal(object)
    failed = Signal(object)

    def __init__(self, store: RunStore, engine: EngineClient, pairs: PairController) -> None:
        super().__init__()
        self.is_running = False
        self._store = store
        self._engine = engine
        self._pairs = pairs
        self._left: LoadedPair | None = None
        self._files = Errands("lab files")
        self._hear()
        engine.restarted.connect(self._on_restarted)
        self._files.done.connect(self._on_file_done)
        self._files.failed.connect(self._tell)

    def start(self, plan: Plan) -> None:
        """Begin a run."""

        def work(engine: ReplyEngine, stop: Stop, tell: Tell) -> object:
            run = self._store.create(plan, describe_machine())
            tell(run)
            return self._carry_out(engine, run, stop, tell)

        self._lend(work)

    def resume(self, run: Run) -> None:
        """Go on with a run where it was stopped."""

        def work(engine: ReplyEngine, stop: Stop, tell: Tell) -> object:
            kept = self._store.read(run.path)
            tell(kept)
            return self._carry_out(engine, kept, stop, tell)

        self._lend(work)

    def prove_words(self, prompt: str, options: ReplyOptions) -> None:
        """Write one reply with and without drafts."""
        self._lend(lambda engine, stop, tell: prove_same_words(engine, prompt, options, stop, tell))

    def prove_chances(self, prompt: str, options: ReplyOptions, draws: int) -> None:
        """Count next tokens."""
        sampling = options.sampling
        self._lend(lambda engine, stop, tell: prove_same_chances(engine, prompt, sampling, draws, stop, tell))

    def stop(self) -> None:
        """Stop what is under way; what is done is kept."""
        self._engine.errands.cancel()

    def list_runs(self) -> None:
        """Read the history; `runs_listed` follows."""
        self._files.post(lambda _stop, _tell: self._store.list_runs())

    def delete(self, run: Run) -> None:
        """Remove a run for good; `runs_listed` follows."""

        def work(_stop: Stop, _tell: Tell) -> object:
            self._store.delete(run)
            return self._store.list_runs()

        self._files.post(work)

    def export(self, run: Run, path: Path) -> None:
        """Write a run to a file: CSV where its name says so, else JSON; `exported` follows."""
        self._files.post(lambda _stop, _tell: export_run(run, path))

    def close(self) -> None:
        """End the thread of the files; the engine's ends with the engine."""
        self._files.close()

    def _hear(self) -> None:
        """Listen to the engine's thread; after a restart it is another."""
        errands = self._engine.errands
        errands.stepped.connect(self._on_stepped)
        errands.done.connect(self._on_done)
        errands.failed.connect(self._on_failed)

    def _lend(self, work: Callable[[ReplyEngine, Stop, Tell], object]) -> None:
        if self.is_running:
            return

        def watched(engine: ReplyEngine, stop: Stop, tell: Tell) -> object:
            try:
                return work(engine, stop, tell)
            finally:
                tell(_Left(engine.loaded))

        self._left = self._pairs.state.loaded
        self._set_running(True)
        self._engine.lend(watched)

    def _carry_out(self, engine: ReplyEngine, run: Run, stop: Stop, tell: Tell) -> Run:
        for event in measure(engine, run.plan, run.measurements, stop):
            if isinstance(event, Measurement):
                run = self._store.keep(run, event)
                tell(run)
            else:
                tell(event)
        return run

    def _set_running(self, running: bool) -> None:
        self.is_running = running
        if running:
            self._pairs.lend()
        else:
            self._pairs.take_back(self._left)
        self.running_changed.emit(running)

    def _tell(self, error: DraftlightError | Bug) -> None:
        if not isinstance(error, CancelledError):
            self.failed.emit(error)

    @Slot()
    def _on_restarted(self) -> None:
        self._hear()
        if self.is_running:
            self._left = None
            self._set_running(False)
            self.failed.emit(EngineRestartedError())

    @Slot(object)
    def _on_stepped(self, news: object) -> None:
        match news:
            case _Left():
                self._left = news.pair
            case Run():
                self.run_changed.emit(news)
            case CellStarted():
                self.cell_started.emit(news)
            case int():
                self.progressed.emit(news)

    @Slot(object)
    def _on_done(self, result: object) -> None:
        self._set_running(False)
        if isinstance(result, Run):
            self.run_changed.emit(result)
        elif isinstance(result, (SameWords, SameChances)):
            self.proved.emit(result)

    @Slot(object)
    def _on_failed(self, error: DraftlightError | Bug) -> None:
        self._set_running(False)
        self._tell(error)

    @Slot(object)
    def _on_file_done(self, result: object) -> None:
        if isinstance(result, tuple):
            self.runs_listed.emit(result)
        else:
            self.exported.emit(result)
