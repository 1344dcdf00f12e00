"""Whether models fit each other and this machine, asked off the window's thread."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from app.catalog.model import read_model
from app.catalog.placement import without
from app.errors import ModelFileError
from app.fit import estimate_pair
from app.ui.errand_group import ErrandGroup
from app.ui.errands import Errands

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.catalog.library import Library, LibraryModel
    from app.catalog.machine import Machine
    from app.options import LoadedPair
    from app.speculation.stop import Stop
    from app.ui.errands import Tell
    from app.ui.models.services import ModelServices


class FitClient(QObject):
    """Compares, measures, estimates; only the answers to the latest question of each sort are passed on.

    `loaded` is the pair that will make room for the next.

    Signals:
        answered (Answer): one drafter was compared with the target.
        all_answered (): every one was.
        machine_measured (Machine): the memory that is free now.
        estimated (MemoryEstimate): what the pair takes.
        failed (DraftlightError or Bug).
    """

    answered = Signal(object)
    all_answered = Signal()
    machine_measured = Signal(object)
    estimated = Signal(object)
    failed = Signal(object)

    def __init__(self, services: ModelServices, library: Library) -> None:
        super().__init__()
        self._measure = services.measure
        self._library = library
        self.machine: Machine | None = None
        self.loaded: LoadedPair | None = None
        self._comparing = Errands("compare")
        self._measuring = Errands("machine")
        self._estimating = Errands("memory")
        self._comparing.stepped.connect(self.answered)
        self._comparing.done.connect(self._on_compared)
        self._measuring.done.connect(self._on_measured)
        self._estimating.done.connect(self.estimated)
        self._all = ErrandGroup(self._comparing, self._measuring, self._estimating)
        self._all.failed.connect(self.failed)

    def compare(self, target: LibraryModel, others: Sequence[LibraryModel]) -> None:
        """Ask all `others` whether they fit, in this order; `answered` follows for each."""
        asked = tuple(others)

        def work(stop: Stop, tell: Tell) -> None:
            for answer in self._library.drafters_for(target, stop, asked):
                tell(answer)

        self._comparing.start(work)

    def measure(self) -> None:
        """Ask for the free memory of this machine; `machine_measured` follows."""
        self._measuring.start(lambda _stop, _tell: self._room())

    def estimate(self, target: LibraryModel, drafter: LibraryModel | None, context: int) -> None:
        """Ask what a pair takes; `estimated` follows, or nothing where a header is unknown."""
        self._estimating.drop()
        header = target.header
        if header is None or (drafter is not None and drafter.header is None):
            return
        other = drafter.header if drafter else None
        self._estimating.start(lambda _stop, _tell: estimate_pair(header, other, self._room(), context=context))

    def _room(self) -> Machine:
        """This machine as it will be once the loaded pair has made room for the next."""
        machine, pair = self._measure(), self.loaded
        if pair is None:
            return machine
        try:
            target = read_model(pair.files.target).header
            drafter = read_model(pair.files.drafter).header if pair.files.drafter else None
        except ModelFileError:  # it went, or changed: what it takes is not known any more
            return machine
        return without(machine, estimate_pair(target, drafter, machine, context=pair.context))

    def close(self) -> None:
        """Stop everything and end the threads."""
        self._all.close()

    @Slot(object)
    def _on_compared(self, _nothing: None) -> None:
        self.all_answered.emit()

    @Slot(object)
    def _on_measured(self, machine: Machine) -> None:
        self.machine = machine
        self.machine_measured.emit(machine)
