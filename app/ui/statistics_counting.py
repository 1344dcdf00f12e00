"""Counts the replies of a chat away from the window's thread, and the one that is being written as it goes on."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass, field
from itertools import chain
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from app.chats.records import StoredReply
from app.chats.rows import rounds_in
from app.errors import CancelledError
from app.speculation.course import Course
from app.speculation.replies import ReplyStatistics, reply_statistics
from app.speculation.statistics import StatisticsFold
from app.ui.timers import single_shot

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from app.chats.records import StoredMessage
    from app.speculation.records import Decision
    from app.speculation.stop import Stop
    from app.ui.errands import Errands, Tell
    from app.ui.errands import Work as Errand
    from app.ui.reply_session import ReplySession

    PackedRoundsOf = Callable[[StoredMessage], Sequence[bytes | str]]

# So many rounds are counted at once in the window's thread: less than 20 ms.
_AT_ONCE = 500
_LIVE_EVERY_MS = 400
# Their rounds are read from the disk in the window's thread, and counted in the other.
_ASKED_AT_ONCE = 2


@dataclass(frozen=True, slots=True)
class Counted:
    """What is known of one reply, or of several in a row; `plain_seconds` is None where it differs or is not known."""

    known: ReplyStatistics = field(default_factory=ReplyStatistics)
    course: Course = field(default_factory=Course)
    decisions: tuple[Decision, ...] = ()
    note: str = ""
    plain_seconds: float | None = None


@dataclass(frozen=True, slots=True)
class Work:
    """Threads of the statistics: for what can be given up when they are closed, and for what cannot."""

    counting: Errands
    saving: Errands


@dataclass(frozen=True, slots=True)
class _One:
    place: int
    counted: Counted


class ReplyCounter(QObject):
    """Has the numbers of each reply, by its place from 0; the place after the last is the reply being written.

    Signals:
        counted (int): the numbers of a reply are there, or are others than before.
        all_counted (Counted): those of all replies together.
    """

    counted = Signal(int)
    all_counted = Signal(object)

    def __init__(self, parent: QObject, errands: Errands, packed_rounds_of: PackedRoundsOf) -> None:
        super().__init__(parent)
        self._errands = errands
        self._packed_rounds_of = packed_rounds_of
        self._replies: list[StoredMessage] = []
        self._known: dict[int, Counted] = {}
        self._asked: set[int] = set()
        self._session: ReplySession | None = None
        self._fold, self._course = StatisticsFold(), Course()
        self._wants_all = False
        self._timer = single_shot(self, 0, self._count_live)
        errands.done.connect(self._on_done)

    def __len__(self) -> int:
        return len(self._replies) + (self._session is not None)

    def take(self, replies: Sequence[StoredMessage], live: ReplySession | None) -> None:
        """Count these replies from now on; of those that were there before the numbers are kept."""
        if live is not self._session:
            self._known.pop(len(self._replies), None)
            self._fold, self._course = StatisticsFold(), Course()
        self._replies, self._session = list(replies), live
        if live is not None:
            self._timer.start(0)

    def forget(self, place: int) -> None:
        """Count a reply again: something else is known of it."""
        self._known.pop(place, None)

    def of(self, place: int) -> Counted | None:
        """Return the numbers of a reply; None where they are not there yet: `counted` follows."""
        if place not in self._known and place not in self._asked and place < len(self._replies):
            self._asked.add(place)
            self._errands.post(self._work(place))
        return self._known.get(place)

    def want_all(self, wanted: bool) -> None:
        """Count all replies, and whenever one changes all of them again; `all_counted` follows."""
        self._wants_all = wanted
        if wanted:
            self._go_on()

    def missing(self) -> int:
        """Return how many replies are not counted yet."""
        return sum(place not in self._known for place in range(len(self)))

    def rest(self) -> None:
        """Count no more."""
        self._timer.stop()
        self._wants_all = False
        self._errands.drop()

    def _work(self, place: int) -> Errand:
        reply = self._replies[place]
        packed = () if reply.rounds else self._packed_rounds_of(reply)

        def count(stop: Stop, _tell: Tell) -> _One:
            fold, course = StatisticsFold(), Course()
            # Batch by batch: Python looks through all records there are now and then, and holds up the window.
            for batch in chain((reply.rounds,), map(rounds_in, packed)):
                if stop.is_set:
                    raise CancelledError
                for one in batch:
                    fold.add(one)
                    course.add(one)
            return _One(place, _counted(reply, fold, course))

        return count

    @Slot(object)
    def _on_done(self, result: object) -> None:
        if isinstance(result, _One):
            self._asked.discard(result.place)
            self._put(result.place, result.counted)
        elif isinstance(result, Counted) and self._wants_all:
            self.all_counted.emit(result)

    def _put(self, place: int, counted: Counted) -> None:
        self._known[place] = counted
        self.counted.emit(place)
        if self._wants_all:
            self._go_on()

    def _go_on(self) -> None:
        """Ask for some more of what is not known, or add all up once it is there."""
        missing = [place for place in range(len(self._replies)) if place not in self._known]
        for place in missing[:_ASKED_AT_ONCE]:
            self.of(place)
        if not self.missing():
            parts = [self._known[place] for place in range(len(self))]
            self._errands.post(lambda _stop, _tell: _joined(parts))

    @Slot()
    def _count_live(self) -> None:
        session = self._session
        if session is None:
            return
        rounds = session.rounds[self._fold.rounds : self._fold.rounds + _AT_ONCE]
        for one in rounds:
            self._fold.add(one)
            self._course.add(one)
        behind = len(rounds) == _AT_ONCE
        if not behind and (rounds or len(self._replies) not in self._known):
            self._put(len(self._replies), self._live(session))
        self._timer.start(0 if behind else _LIVE_EVERY_MS)

    def _live(self, session: ReplySession) -> Counted:
        """Return the numbers so far; the speed is that of drafting and verifying."""
        folded = self._fold.result
        seconds = folded.draft_seconds + folded.verify_seconds
        known = dataclasses.replace(reply_statistics(folded, None), timed_tokens=folded.emitted, timed_seconds=seconds)
        course = Course()
        course.extend(self._course)
        return Counted(known, course, tuple(session.decisions), session.note)


def _counted(reply: StoredMessage, fold: StatisticsFold, course: Course) -> Counted:
    summary = reply.summary
    return Counted(
        reply_statistics(fold.result, summary),
        course,
        summary.decisions if summary else (),
        reply.note if isinstance(reply, StoredReply) else "",
        summary.plain_seconds if summary else None,
    )


def _joined(parts: Sequence[Counted]) -> Counted:
    known, course = ReplyStatistics(), Course()
    for part in parts:
        known += part.known
        course.extend(part.course)
    return Counted(known, course)
