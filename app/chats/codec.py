"""Rounds and summaries as compact JSON, and back without loss, for whoever stores or sends them.

A round is [index, draft_seconds, verify_seconds, drafted, emitted], a token [id, text, verdict's initial,
target_prob, draft_prob]. A summary is an object without its text and token ids, which its rounds give.
"""

from __future__ import annotations

import dataclasses
import json
from typing import TYPE_CHECKING, Any

from app.speculation.records import DraftedToken, EmittedToken, Finish, Round, Summary, Verdict

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_VERDICTS = {verdict.value[0]: verdict for verdict in Verdict}


def encode_rounds(rounds: Iterable[Round]) -> str:
    """Return `rounds` as JSON."""
    plain = [
        [
            decoded.index,
            decoded.draft_seconds,
            decoded.verify_seconds,
            [_plain_token(token) for token in decoded.drafted],
            [_plain_token(token) for token in decoded.emitted],
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


def decode_summary(data: str, rounds: Sequence[Round]) -> Summary:
    """Return what `encode_summary` was given, completed from the rounds of the same reply.

    Raises:
        ValueError: `data` is not what it wrote.
    """
    try:
        facts = json.loads(data)
        facts["finish"] = Finish(facts["finish"])
        return Summary(text="".join(decoded.text for decoded in rounds), token_ids=token_ids_of(rounds), **facts)
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
) -> Round:
    return Round(
        index,
        tuple(
            DraftedToken(token_id, text, _VERDICTS[initial], target_prob, draft_prob)
            for token_id, text, initial, target_prob, draft_prob in drafted
        ),
        tuple(
            EmittedToken(token_id, text, _VERDICTS[initial], target_prob, draft_prob)
            for token_id, text, initial, target_prob, draft_prob in emitted
        ),
        draft_seconds,
        verify_seconds,
    )
