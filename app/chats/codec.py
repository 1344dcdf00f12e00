"""Rounds and summaries as compact JSON, and back without loss, for whoever stores or sends them.

A round is [index, draft_seconds, verify_seconds, drafted, emitted, drafter's name], a token [id, text, verdict's
initial, target_prob, draft_prob, 1 if it is thinking]; the last is left out where it has nothing to say. A summary is
an object without its text and token ids, which its rounds give.
"""

from __future__ import annotations

import dataclasses
import json
from typing import TYPE_CHECKING, Any

from app.speculation.records import Decision, DraftedToken, DrafterKind, EmittedToken, Finish, Round, Summary, Verdict

if TYPE_CHECKING:
    from collections.abc import Iterable

_VERDICTS = {verdict.value[0]: verdict for verdict in Verdict}


def encode_rounds(rounds: Iterable[Round]) -> str:
    """Return `rounds` as JSON."""
    plain = [
        [
            decoded.index,
            decoded.draft_seconds,
            decoded.verify_seconds,
            [_plain_token(token) for token in decoded.drafted],
            [_plain_token(token) + [1] * token.thinking for token in decoded.emitted],
            *([decoded.drafter.value] if decoded.drafter else []),
        ]
        for decoded in rounds
    ]
    return json.dumps(plain, ensure_ascii=False, separators=(",", ":"))


def decode_rounds(data: str) -> tuple[Round, ...]:
    """Return what `encode_rounds` was given.

    Raises:
        ValueError: `data` is not what it wrote.
    """
    try:
        return tuple(_round(*parts) for parts in json.loads(data))
    except (KeyError, TypeError) as error:
        raise ValueError("not a list of rounds") from error


def encode_summary(summary: Summary) -> str:
    """Return a summary as JSON, without its text and token ids."""
    facts = dataclasses.asdict(summary)
    del facts["text"], facts["token_ids"]
    return json.dumps(facts, separators=(",", ":"))


def decode_summary(data: str, text: str, token_ids: tuple[int, ...]) -> Summary:
    """Return what `encode_summary` was given, completed with the text and the tokens of the same reply.

    Raises:
        ValueError: `data` is not what it wrote.
    """
    try:
        facts = json.loads(data)
        facts["finish"] = Finish(facts["finish"])
        facts["decisions"] = tuple(Decision(**one) for one in facts.get("decisions", ()))
        return Summary(text=text, token_ids=token_ids, **facts)
    except (KeyError, TypeError) as error:
        raise ValueError("not a summary") from error


def token_ids_of(rounds: Iterable[Round]) -> tuple[int, ...]:
    """Return the ids of the emitted tokens in order."""
    return tuple(token.id for decoded in rounds for token in decoded.emitted)


def _plain_token(token: DraftedToken | EmittedToken) -> list[Any]:
    return [token.id, token.text, token.verdict.value[0], token.target_prob, token.draft_prob]


def _round(
    index: int,
    draft_seconds: float,
    verify_seconds: float,
    drafted: list[list[Any]],
    emitted: list[list[Any]],
    drafter: str | None = None,
) -> Round:
    return Round(
        index,
        tuple(
            DraftedToken(token_id, text, _VERDICTS[initial], target_prob, draft_prob)
            for token_id, text, initial, target_prob, draft_prob in drafted
        ),
        tuple(
            EmittedToken(token_id, text, _VERDICTS[initial], target_prob, draft_prob, bool(thinking))
            for token_id, text, initial, target_prob, draft_prob, *thinking in emitted
        ),
        draft_seconds,
        verify_seconds,
        DrafterKind(drafter) if drafter else None,
    )
