"""The numbers of a reply once more, from its rounds and as simply as possible: what is on show must equal them."""

from __future__ import annotations

from app.speculation.records import Round, Verdict


def drafts_of(rounds: list[Round]) -> list[list[Verdict]]:
    return [[token.verdict for token in one.drafted] for one in rounds if one.drafted]


def count(rounds: list[Round], verdict: Verdict) -> int:
    if verdict in (Verdict.REJECTED, Verdict.UNEXAMINED):
        return sum(token.verdict is verdict for one in rounds for token in one.drafted)
    return sum(token.verdict is verdict for one in rounds for token in one.emitted)


def emitted(rounds: list[Round]) -> int:
    return sum(len(one.emitted) for one in rounds)


def acceptance(rounds: list[Round]) -> float | None:
    accepted, rejected = count(rounds, Verdict.ACCEPTED), count(rounds, Verdict.REJECTED)
    return accepted / (accepted + rejected) if accepted + rejected else None


def at_place(rounds: list[Round], place: int) -> tuple[int, int]:
    """Accepted and examined tokens at a place of a draft, from 0."""
    there = [draft[place] for draft in drafts_of(rounds) if len(draft) > place]
    return there.count(Verdict.ACCEPTED), there.count(Verdict.ACCEPTED) + there.count(Verdict.REJECTED)


def with_accepted(rounds: list[Round], length: int) -> int:
    return sum(draft.count(Verdict.ACCEPTED) == length for draft in drafts_of(rounds))


def rolling(rounds: list[Round], end: int, window: int) -> list[Round]:
    """The rounds that a value after round `end` is of."""
    return rounds[max(0, end - window + 1) : end + 1]


def speed(rounds: list[Round]) -> float:
    return emitted(rounds) / sum(one.draft_seconds + one.verify_seconds for one in rounds)
