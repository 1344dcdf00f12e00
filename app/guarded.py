"""The engine behind the app's own door: unknown files are tried in a process of their own first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.engine import Engine
from app.errors import DraftlightError
from app.journal import Doing, Journal
from app.trial import try_pair
from app.verdicts import Verdicts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from app.chats.records import Message
    from app.options import LoadedPair, LoadOptions, PairFiles, ReplyOptions
    from app.paths import Paths
    from app.speculation.records import Event
    from app.speculation.stop import Stop

# Of the progress of a load that needs a trial; the files are in the system's cache afterwards.
_TRIAL_SHARE = 0.7


class GuardedEngine(Engine):
    """An `Engine` that no model file takes down, and that leaves word of what it is doing."""

    def __init__(self, paths: Paths, *, keep_journal: bool = False) -> None:
        """`keep_journal` is for the window: its next start tells what an earlier one was doing when it ended."""
        super().__init__(paths.speeds)
        self._paths = paths
        self._verdicts = Verdicts(paths.verdicts)
        self._journal = Journal(paths.journal if keep_journal else None)

    def load(self, files: PairFiles, options: LoadOptions, stop: Stop, progress: Callable[[float], None]) -> LoadedPair:
        """As `Engine.load`, after a trial in another process where these files were never tried.

        What crashed a trial is refused at once the next time, unless `options` insist: then it is tried again.

        Raises:
            ModelCrashError, ModelHangError, LoadMemoryError: what a trial found.
            DraftlightError: as `Engine.load`.
        """
        self.weigh(files, options)
        verdict = self._verdicts.find(files)
        if isinstance(verdict, DraftlightError) and not options.insist:
            raise verdict
        share = 0.0 if verdict is True else _TRIAL_SHARE
        if verdict is not True:
            self._try(files, options, stop, lambda fraction: progress(share * fraction))
        with self._journal.during(Doing.LOADING, files):
            return super().load(files, options, stop, lambda fraction: progress(share + (1 - share) * fraction))

    def reply(self, messages: Sequence[Message], options: ReplyOptions, stop: Stop) -> Iterator[Event]:
        """As `Engine.reply`."""
        events = super().reply(messages, options, stop)
        return self._noted(events)

    def _noted(self, events: Iterator[Event]) -> Iterator[Event]:
        loaded = self.loaded
        if loaded is None:
            yield from events
            return
        with self._journal.during(Doing.WRITING, loaded.files):
            yield from events

    def _try(self, files: PairFiles, options: LoadOptions, stop: Stop, progress: Callable[[float], None]) -> None:
        if self.loaded is not None and not self.fits_beside(files, options):
            self.close()
        try:
            try_pair(files, options, stop, progress, log=self._paths.load_log, speeds=self._paths.speeds)
        except DraftlightError as error:
            self._verdicts.keep(files, error)
            raise
        self._verdicts.keep(files, None)
