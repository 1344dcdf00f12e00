"""The cells of a run, one after another, on an engine."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from app.chats.records import Message, Role
from app.errors import CancelledError, DraftlightError, EngineError
from app.lab.finder import missing
from app.lab.kept_words import sentence_of
from app.lab.measurement import Measurement, measured
from app.speculation.records import DraftingStopped, Finish, Summary

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from app.lab.plan import Cell, Plan
    from app.options import LoadedPair, LoadOptions, PairFiles, ReplyOptions
    from app.speculation.records import Event
    from app.speculation.stop import Stop


class LabEngine(Protocol):
    """What the lab needs of `app.engine.Engine`."""

    def load(self, files: PairFiles, options: LoadOptions, stop: Stop, progress: Callable[[float], None]) -> LoadedPair:
        """Load a pair in place of the present one."""

    def reply(self, messages: Sequence[Message], options: ReplyOptions, stop: Stop) -> Iterator[Event]:
        """Write one reply."""


@dataclass(frozen=True, slots=True)
class CellStarted:
    """A reply is being written; `loading`: its pair is loaded first."""

    cell: Cell
    loading: bool


def measure(
    engine: LabEngine, plan: Plan, done: Sequence[Measurement], stop: Stop
) -> Iterator[CellStarted | Measurement]:
    """Measure what is missing after `done`, yielding each cell when it begins and when it ends.

    A pair that cannot be loaded and a reply that fails are measurements with a sentence; the run goes on. A stop ends
    it: the cell under way counts for nothing.
    """
    known = list(done)
    desk = _Desk(engine, plan, stop)
    while cells := missing(plan, known):
        for cell in cells:
            yield CellStarted(cell, loading=desk.must_load(cell))
            one = desk.measure(cell)
            if one is None:
                return
            known.append(one)
            yield one


class _Desk:
    """Knows which pair is loaded."""

    def __init__(self, engine: LabEngine, plan: Plan, stop: Stop) -> None:
        self._engine, self._plan, self._stop = engine, plan, stop
        self._pair: int | None = None
        self._repeat = -1
        self._refusal = ""

    def must_load(self, cell: Cell) -> bool:
        """Whether the pair of a cell is not the last one that was tried; one that failed is tried in each repeat."""
        another = self._plan.cases[cell.case].pair != self._pair
        return another or (bool(self._refusal) and cell.repeat != self._repeat)

    def measure(self, cell: Cell) -> Measurement | None:
        """Return what a cell measured; None where it was stopped."""
        case = self._plan.cases[cell.case]
        try:
            if self.must_load(cell):
                self._load(case.pair)
            self._repeat = cell.repeat
            if self._refusal:
                return Measurement(cell, error=self._refusal)
            return self._reply(cell)
        except CancelledError:
            return None
        except DraftlightError as error:
            if isinstance(error, EngineError):
                self._pair = None  # what failed once is loaded anew
            return Measurement(cell, error=sentence_of(error))

    def _load(self, pair: int) -> None:
        self._pair, self._refusal = pair, ""
        try:
            self._engine.load(self._plan.pairs[pair], self._plan.loading, self._stop, lambda _fraction: None)
        except CancelledError:
            raise
        except DraftlightError as error:
            self._refusal = sentence_of(error)

    def _reply(self, cell: Cell) -> Measurement | None:
        question = [Message(Role.USER, self._plan.prompts[cell.prompt])]
        options = self._plan.options_of(self._plan.cases[cell.case], cell.repeat)
        note, summary = "", None
        for event in self._engine.reply(question, options, self._stop):
            if isinstance(event, DraftingStopped):
                note = event.reason
            elif isinstance(event, Summary):
                summary = event
        if summary is None or summary.finish is Finish.STOPPED:
            return None
        return measured(cell, summary, note)
