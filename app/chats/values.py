"""What stands in files that other people made, checked value by value before anything is computed from it."""

from __future__ import annotations

import dataclasses
import math
from typing import TYPE_CHECKING, Any

from app.phrases import Phrase
from app.speculation.records import Verdict

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.speculation.records import DraftedToken, EmittedToken, Round, Summary

LARGEST = 2**31 - 1
_DRAFTED = frozenset((Verdict.ACCEPTED, Verdict.REJECTED, Verdict.UNEXAMINED))
_EMITTED = frozenset(Verdict) - {Verdict.REJECTED, Verdict.UNEXAMINED}


def check_rounds(rounds: Sequence[Round]) -> None:
    """Refuse rounds that no reply can have: every number on show is computed from them.

    Raises:
        ValueError: the message is a clause.
    """
    for decoded in rounds:
        if min(seconds_of(decoded.draft_seconds), seconds_of(decoded.verify_seconds)) < 0:
            raise ValueError(Phrase("a time is negative"))
        whole(decoded.index, LARGEST)
        tokens: list[DraftedToken | EmittedToken] = [*decoded.drafted, *decoded.emitted]
        for token in tokens:
            _check_token(token)
        _check_order(decoded)
        text_of(decoded.rule, "rule")
        for candidate in (one for top in (*decoded.draft_top, *decoded.target_top) for one in top):
            whole(candidate.id, LARGEST)
            text_of(candidate.text, "token")
            _check_share(candidate.prob)


def _check_token(token: DraftedToken | EmittedToken) -> None:
    whole(token.id, LARGEST)
    text_of(token.text, "token")
    for share in (token.target_prob, token.draft_prob, token.draw):
        if share is not None:
            _check_share(share)
    if token.draft_prob == 0:
        raise ValueError(Phrase("a token that the drafter could not draw was drafted"))


def _check_share(share: float) -> None:
    if not 0 <= seconds_of(share) <= 1:
        raise ValueError(Phrase("a probability is out of range"))


def _check_order(decoded: Round) -> None:
    """Accepted tokens come first, at most one was rejected, the rest was not looked at; what was kept was drafted."""
    drafted = [token.verdict for token in decoded.drafted]
    emitted = [token.verdict for token in decoded.emitted]
    accepted = drafted.count(Verdict.ACCEPTED)
    if drafted[:accepted] != [Verdict.ACCEPTED] * accepted or drafted.count(Verdict.REJECTED) > 1:
        raise ValueError(Phrase("the verdicts of round {index} are in an order that cannot be", index=decoded.index))
    if not _DRAFTED.issuperset(drafted) or not _EMITTED.issuperset(emitted):
        raise ValueError(Phrase("a token of round {index} has a verdict that it cannot have", index=decoded.index))
    if emitted.count(Verdict.ACCEPTED) > accepted:
        raise ValueError(Phrase("round {index} accepted what was not drafted", index=decoded.index))


def check_summary(summary: Summary | None) -> None:
    """Refuse numbers that no summary can have.

    Raises:
        ValueError: the message is a clause.
    """
    if summary is None:
        return
    for field in dataclasses.fields(summary):
        if field.type in ("int", "float"):
            value = seconds_of(getattr(summary, field.name))
            if field.type == "int":
                whole(value, LARGEST)
    if summary.plain_seconds is not None:
        seconds_of(summary.plain_seconds)
    text_of(summary.rule, "rule")
    for decision in summary.decisions:
        whole(decision.round, LARGEST)
        text_of(decision.reason, "reason")
        if not isinstance(decision.drafting, bool):
            raise ValueError(Phrase("a decision is neither for nor against drafting"))


def listed(value: Any, name: str) -> list[Any]:
    """Return a list. Raises ValueError for anything else."""
    if not isinstance(value, list):
        raise ValueError(Phrase("{name} is no list", name=name))
    return value


def text_of(value: Any, name: str) -> str:
    """Return a text that UTF-8 can write. Raises ValueError for anything else."""
    if not isinstance(value, str):
        raise ValueError(Phrase("{name} is no text", name=name))
    return value.encode("utf-8", "replace").decode()


def seconds_of(value: Any) -> float:
    """Return a finite number. Raises ValueError for anything else."""
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
        raise ValueError(Phrase("a time is no number"))
    return value


def whole(value: Any, largest: int) -> int:
    """Return a whole number from 0 to `largest`. Raises ValueError for anything else."""
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= largest:
        raise ValueError(Phrase("a number is out of range"))
    return value
