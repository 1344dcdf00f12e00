"""What proofs that drafting changes nothing but the speed have in common."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from app.chats.records import Message, Role
from app.errors import CancelledError, EmptyPromptError
from app.speculation.records import DraftingStopped, Finish, Round, Summary

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from app.options import ReplyOptions
    from app.speculation.distributions import Distribution
    from app.speculation.records import EmittedToken, Event
    from app.speculation.stop import Stop


class ProofEngine(Protocol):
    """What proofs need of `app.engine.Engine`."""

    def reply(self, messages: Sequence[Message], options: ReplyOptions, stop: Stop) -> Iterator[Event]:
        """Write one reply."""

    def target_distribution(
        self, messages: Sequence[Message], options: ReplyOptions, after: Sequence[int], stop: Stop
    ) -> Distribution:
        """Return what the target's next token is drawn from."""


@dataclass(frozen=True, slots=True)
class Written:
    """One of two replies: its tokens, its summary, and why nothing was drafted (a clause, else empty)."""

    tokens: tuple[EmittedToken, ...]
    summary: Summary
    note: str = ""


def question_of(prompt: str) -> list[Message]:
    """Return the conversation with this prompt alone.

    Raises:
        EmptyPromptError: there is nothing in it.
    """
    if not prompt.strip():
        raise EmptyPromptError
    return [Message(Role.USER, prompt)]


def write(
    engine: ProofEngine, question: list[Message], options: ReplyOptions, stop: Stop, tell: Callable[[int], None]
) -> Written:
    """Write one reply; `tell` gets the number of tokens of each round.

    Raises:
        DraftlightError: the reply failed; CancelledError where it was stopped.
    """
    tokens: list[EmittedToken] = []
    note, summary = "", None
    for event in engine.reply(question, options, stop):
        match event:
            case Round():
                tokens += event.emitted
                tell(len(event.emitted))
            case DraftingStopped():
                note = event.reason
            case Summary():
                summary = event
    if summary is None or summary.finish is Finish.STOPPED:
        raise CancelledError
    return Written(tuple(tokens), summary, note)
