"""A message as the transcript takes it."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QLocale

from app.chats.store import StoredReply
from app.speculation.records import Verdict
from app.ui.statistics_line import Tally, interrupted, statistics_line, tally_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.chats.records import Attachment, Role, StoredMessage
    from app.speculation.records import Round, Summary


class View(Enum):
    """How a reply is shown."""

    TOKENS = "tokens"
    READING = "reading"


@dataclass(slots=True)
class ShownMessage:
    """One message on show; `line` is the statistics line under a reply.

    `id` is the store's, 0 while it has none. `position` of `count` says which of the messages in this place it is.
    `waiting` says that the rounds are not read yet. `attachments` are names with sizes.
    `view` is how the person wants to see this one, None as all; `thoughts_open` whether what the model thought is on
    show when it is read.
    """

    role: Role
    text: str = ""
    rounds: list[Round] = field(default_factory=list)
    line: str = ""
    id: int = 0
    position: int = 1
    count: int = 1
    waiting: bool = False
    attachments: tuple[str, ...] = ()
    view: View | None = None
    thoughts_open: bool = False

    @property
    def source(self) -> str:
        """What a reply says, exactly."""
        return "".join(one.text for one in self.rounds) or self.text


def shown_message(stored: StoredMessage) -> ShownMessage:
    """Return a stored message as the transcript takes it; a reply that was read without its rounds waits for them."""
    shown = ShownMessage(stored.message.role, stored.message.content, list(stored.rounds))
    shown.attachments = attachment_names(stored.attachments)
    if isinstance(stored, StoredReply):
        shown.waiting = bool(stored.message.token_ids) and not stored.rounds
        shown.line = line_of(stored, stored.rounds)
    take_place(shown, stored)
    return shown


def take_place(shown: ShownMessage, stored: StoredMessage) -> None:
    """Note where the store has a message among those in its place."""
    shown.id, shown.position, shown.count = stored.id, stored.position, stored.count


def line_of(stored: StoredReply, rounds: Sequence[Round]) -> str:
    """Return the statistics line of a reply, from its summary where the rounds are not read."""
    note = stored.note
    if rounds and stored.summary is None:
        note = " · ".join(part for part in (interrupted(), note) if part)
    tally = tally_of(rounds) if rounds or stored.summary is None else _tally_of_summary(stored.summary)
    return statistics_line(tally, stored.summary, note)


def _tally_of_summary(summary: Summary) -> Tally:
    """Return the counts that the rounds of a reply add up to."""
    tally = Tally(summary.rounds, summary.emitted, summary.draft_seconds + summary.verify_seconds)
    tally.counts.update(
        {
            Verdict.ACCEPTED: summary.accepted,
            Verdict.REJECTED: summary.rejected,
            Verdict.UNEXAMINED: summary.unexamined,
            Verdict.CORRECTION: summary.corrections,
            Verdict.BONUS: summary.bonuses,
            Verdict.PLAIN: summary.plain,
        }
    )
    return tally


def attachment_names(attachments: Sequence[Attachment]) -> tuple[str, ...]:
    """Return files by name and size."""
    return tuple(f"{one.name} · {size_of(one.size)}" for one in attachments)


def size_of(size: int) -> str:
    """Return a number of bytes for a person."""
    if size < 1000:
        return QCoreApplication.translate("chats", "{size} bytes").format(size=size)
    return QLocale.c().formattedDataSize(size, 1, QLocale.DataSizeFormat.DataSizeSIFormat)
