"""Several threads of errands that tell in one place how they go, and are stopped together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from app.errors import CancelledError

if TYPE_CHECKING:
    from app.errors import DraftlightError
    from app.ui.bugs import Bug
    from app.ui.errands import Errands


class ErrandGroup(QObject):
    """What `threads` tell, whichever of them it is.

    Signals:
        stepped (object): what an errand told on its way.
        done (object): what an errand returned.
        failed (DraftlightError or Bug): how one failed; of one that was cancelled nothing is told.
        busy_changed (): one of the threads got something to do, or has nothing more.
    """

    stepped = Signal(object)
    done = Signal(object)
    failed = Signal(object)
    busy_changed = Signal()

    def __init__(self, *threads: Errands) -> None:
        super().__init__()
        self._threads = threads
        for errands in threads:
            errands.stepped.connect(self.stepped)
            errands.done.connect(self.done)
            errands.failed.connect(self._on_failed)
            errands.busy_changed.connect(self._on_busy_changed)

    def cancel(self) -> None:
        """Stop what is under way."""
        for errands in self._threads:
            errands.cancel()

    def close(self) -> None:
        """Stop everything and end the threads."""
        for errands in self._threads:
            errands.close()

    @Slot(object)
    def _on_failed(self, error: DraftlightError | Bug) -> None:
        if not isinstance(error, CancelledError):
            self.failed.emit(error)

    @Slot(bool)
    def _on_busy_changed(self, _busy: bool) -> None:
        self.busy_changed.emit()
