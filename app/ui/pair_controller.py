"""Which pair is loaded, loading or being fetched."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from app.errors import CancelledError, EngineLentError
from app.options import LoadOptions

if TYPE_CHECKING:
    from app.errors import DraftlightError
    from app.options import LoadedPair, PairFiles
    from app.ui.bugs import Bug
    from app.ui.engine_client import EngineClient
    from app.ui.pull_worker import PullClient, PullEnded, PullFailed, PullProgressed, StarterSought
    from app.ui.worker import LoadFailed, PairLoaded, PairLoading


@dataclass(frozen=True, slots=True)
class PairState:
    """All there is to know about pairs.

    `loading` with its `fraction` is under way, as is `pull` while `pulling`. `starter` is the starter pair if it is
    on this machine, which is known once `sought`. `loaded_with` are the options of the pair that is loaded. `lent`: the
    lab has the engine, and may have loaded another pair for the time being.
    """

    loaded: LoadedPair | None = None
    loaded_with: LoadOptions = field(default_factory=LoadOptions)
    loading: PairFiles | None = None
    fraction: float = 0.0
    pulling: bool = False
    pull: PullProgressed | None = None
    starter: PairFiles | None = None
    sought: bool = False
    lent: bool = False

    @property
    def busy(self) -> bool:
        """Whether something can be cancelled."""
        return self.pulling or self.loading is not None


@dataclass(frozen=True, slots=True)
class Opening:
    """A pair to load; `context` in tokens, None: as the last one. `insist`: also where memory does not seem to do."""

    files: PairFiles
    context: int | None = None
    insist: bool = False


class PairController(QObject):
    """Loads pairs and fetches the starter pair.

    Signals:
        changed (PairState).
        pair_opened (LoadedPair): a load ended well.
        pair_failed (DraftlightError or Bug): a load or fetch ended otherwise, but not because it was cancelled.
    """

    changed = Signal(object)
    pair_opened = Signal(object)
    pair_failed = Signal(object)

    def __init__(self, engine: EngineClient, puller: PullClient, options: LoadOptions | None = None) -> None:
        super().__init__()
        self.state = PairState()
        self._engine = engine
        self._puller = puller
        self._options = options or LoadOptions()
        self._wants_starter = True
        self._last: PairFiles | None = None
        self._asked = self._options
        engine.pair_loading.connect(self._on_loading)
        engine.pair_loaded.connect(self._on_loaded)
        engine.load_failed.connect(self._on_load_failed)
        engine.restarted.connect(self._on_restarted)
        puller.starter_sought.connect(self._on_sought)
        puller.pull_progressed.connect(self._on_pulling)
        puller.pull_ended.connect(self._on_pulled)
        puller.pull_failed.connect(self._on_pull_failed)

    def start(self, last: PairFiles | None) -> None:
        """Load the last pair, or else the starter pair if it is there."""
        self._wants_starter = last is None
        self._puller.seek()
        if last is not None:
            self.open(last)

    def start_empty(self) -> None:
        """Load nothing, but find out whether the starter pair is there."""
        self._wants_starter = False
        self._puller.seek()

    def open(
        self,
        files: PairFiles,
        options: LoadOptions | None = None,
        *,
        context: int | None = None,
        insist: bool = False,
    ) -> None:
        """Load a pair in place of what is loaded; `options`, and `context` in them, are kept for the pairs after it."""
        if self.state.lent:
            self._tell(EngineLentError())
            return
        self._wants_starter = False
        options = options or self._options
        self._options = dataclasses.replace(options, context=context or options.context)
        self._last = files
        self._asked = self._options
        self._change(loading=files, fraction=0.0)
        self._engine.load(files, dataclasses.replace(self._options, insist=insist))

    def insist(self) -> None:
        """Load the pair that was refused for want of memory."""
        if self._last is not None:
            self.open(self._last, insist=True)

    def reload(self, options: LoadOptions) -> None:
        """Load the pair again that is loaded, with other options."""
        if self.state.loaded is not None:
            self.open(self.state.loaded.files, options)

    def use(self, options: LoadOptions) -> None:
        """Load pairs with these options from now on."""
        self._options = options

    def open_starter(self) -> None:
        """Load the starter pair, fetched first if it is not there."""
        if self.state.starter is not None:
            self.open(self.state.starter)
        elif not self.state.pulling:
            self._wants_starter = True
            self._change(pulling=True, pull=None)
            self._puller.pull()

    def cancel(self) -> None:
        """Stop what is under way."""
        if self.state.pulling:
            self._puller.cancel()
        else:
            self._engine.cancel_load()

    def lend(self) -> None:
        """Let the lab have the engine; nothing can be loaded until `take_back`."""
        self._change(lent=True)

    def take_back(self, now: LoadedPair | None) -> None:
        """Have the engine back, with `now` in it; the pair that was loaded before is loaded again if it is another."""
        before, kept = self.state.loaded, self._options
        self._change(lent=False)
        if before is None:
            self._change(loaded=now)
        elif now is not before:
            self.open(before.files, self.state.loaded_with)
            self._options = kept

    def _change(self, **changes: object) -> None:
        self.state = dataclasses.replace(self.state, **changes)  # type: ignore[arg-type]
        self.changed.emit(self.state)

    def _tell(self, error: DraftlightError | Bug) -> None:
        if not isinstance(error, CancelledError):
            self.pair_failed.emit(error)

    @Slot(object)
    def _on_loading(self, record: PairLoading) -> None:
        self._change(fraction=record.fraction)

    @Slot(object)
    def _on_loaded(self, record: PairLoaded) -> None:
        self._change(loaded=record.pair, loaded_with=self._asked, loading=None)
        self.pair_opened.emit(record.pair)

    @Slot(object)
    def _on_load_failed(self, record: LoadFailed) -> None:
        self._change(loaded=record.loaded, loading=None)
        self._tell(record.error)

    @Slot()
    def _on_restarted(self) -> None:
        """Load again what the engine had that was given up; not what it was loading, which may be why."""
        before = self.state.loaded
        self._change(loaded=None, loading=None)
        if before is not None:
            self.open(before.files)

    @Slot(object)
    def _on_sought(self, record: StarterSought) -> None:
        self._change(starter=record.files, sought=True)
        if record.files is not None and self._wants_starter:
            self.open(record.files)

    @Slot(object)
    def _on_pulling(self, record: PullProgressed) -> None:
        self._change(pull=record)

    @Slot(object)
    def _on_pulled(self, record: PullEnded) -> None:
        self._change(pulling=False, pull=None, starter=record.files)
        if self._wants_starter:
            self.open(record.files)

    @Slot(object)
    def _on_pull_failed(self, record: PullFailed) -> None:
        self._change(pulling=False, pull=None)
        self._tell(record.error)
