"""One reply on its way into the store. Qt-free."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from app.chats.codec import token_ids_of
from app.chats.records import Message, Role, StoredMessage
from app.chats.store import StoredReply
from app.chats.titles import title_of
from app.errors import ChatGoneError
from app.speculation.records import (
    Decision,
    DraftingStopped,
    DraftLengthDecided,
    Summary,
    TemplateFailed,
    TurnsLeftOut,
)
from app.ui.prompt_notes import template_failed, turns_left_out
from app.ui.statistics_line import Tally, drafting_is_off, drafting_is_on, statistics_line

if TYPE_CHECKING:
    from app.chats.store import ChatStore
    from app.speculation.records import Event, Round


@dataclass(slots=True)
class ReplySession:
    """A reply being written to `question`, in whichever chat that is.

    `note` says why nothing is drafted, if that is so, and `remarks` what else is to be known about its prompt.
    `others` are the ids of the replies that the question has already. `ended` is set after the last round.
    `moved_from` is the chat that the reply could not stay in.
    """

    request_id: int
    chat_id: int
    question: StoredMessage
    note: str = ""
    remarks: tuple[str, ...] = ()
    others: tuple[int, ...] = ()
    rounds: list[Round] = field(default_factory=list)
    summary: Summary | None = None
    ended: bool = False
    moved_from: int | None = None
    decisions: list[Decision] = field(default_factory=list)
    tally: Tally = field(default_factory=Tally)
    _stored_id: int | None = None
    _saved: int = 0

    def add(self, decoded: Round) -> None:
        """Take in one more round."""
        self.rounds.append(decoded)
        self.tally.add(decoded)

    def note_event(self, event: Event) -> None:
        """Take in what is told about drafting, and how the reply ended."""
        match event:
            case DraftLengthDecided(drafting=True, reason=reason):
                self.note = drafting_is_on(reason)
                self.decisions.append(Decision(len(self.rounds), True, reason))
            case DraftingStopped(reason=reason) | DraftLengthDecided(reason=reason):
                self.note = drafting_is_off(reason)
                self.decisions.append(Decision(len(self.rounds), False, reason))
            case TurnsLeftOut(turns=turns):
                self.remarks += (turns_left_out(turns),)
            case TemplateFailed():
                self.remarks += (template_failed(),)
            case Summary() as summary:
                self.summary = dataclasses.replace(summary, decisions=tuple(self.decisions))

    @property
    def line(self) -> str:
        """The statistics so far."""
        return statistics_line(self.tally, self.summary, self.notes)

    @property
    def notes(self) -> str:
        """What stands under the reply beside its numbers."""
        return " · ".join(part for part in (*self.remarks, self.note) if part)

    def save(self, store: ChatStore) -> None:
        """Write what is new, and at the end how it ended.

        If the chat was deleted meanwhile, the question, the reply and what is not sent go into a new one, and
        `moved_from` is set.

        Raises:
            ChatStoreError: it cannot be written; what was not is written next time.
        """
        try:
            self._write(store)
        except ChatGoneError:
            text = self.question.message.content
            chat_id, self.question = store.save_again(title_of(text), text, self.question.attachments)
            unsent = store.unsent(self.chat_id)
            store.save_unsent(unsent.text, unsent.attachments, chat_id)
            self.moved_from, self.chat_id = self.chat_id, chat_id
            self._stored_id, self._saved, self.others = None, 0, ()
            self._write(store)

    def _write(self, store: ChatStore) -> None:
        if self._saved < len(self.rounds):
            if self._stored_id is None:
                self._stored_id = store.begin_reply(self.chat_id, self.question.id)
            store.append_rounds(self._stored_id, self.rounds[self._saved :])
            self._saved = len(self.rounds)
        if self.ended and self._stored_id is not None:
            store.end_reply(self._stored_id, self.summary, self.notes)

    def message(self) -> StoredReply:
        """Return the reply as the store has it."""
        text = "".join(decoded.text for decoded in self.rounds)
        return StoredReply(
            self._stored_id or 0,
            Message(Role.ASSISTANT, text, token_ids_of(self.rounds)),
            tuple(self.rounds),
            self.summary,
            parent_id=self.question.id,
            siblings=(*self.others, self._stored_id) if self._stored_id else (),
            note=self.notes,
        )
