"""Rounds and summaries as compact JSON, and back without loss, for whoever stores or sends them.

A round is [index, draft_seconds, verify_seconds, drafted, emitted, drafter's name, more]. A drafted token is [id, text,
verdict's initial, target_prob, draft_prob, draw], an emitted one [id, text, initial, target_prob, draft_prob, 1 if it
is thinking, draw]. `more` is an object that may have "rule" where it is not "ratio", and "draft_top" and "target_top":
for each place of the round [id, text, prob, id, text, prob, ...]. What has nothing to say is left out at the end of a
list, and is null before it. The first program wrote neither draws nor `more`.

In the database the JSON is compressed. A summary is an object without its text and token ids, which its rounds give.
"""

from __future__ import annotations

import dataclasses
import json
import zlib
from typing import TYPE_CHECKING, Any

from app.phrases import Phrase
from app.speculation.records import (
    Candidate,
    Decision,
    DraftedToken,
    DrafterKind,
    EmittedToken,
    Finish,
    Round,
    Summary,
    Verdict,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

_USUAL_RULE = "ratio"
_NOTHING_MORE = (None, None)
_VERDICTS = {verdict.value[0]: verdict for verdict in Verdict}


def encode_rounds(rounds: Iterable[Round]) -> str:
    """Return `rounds` as JSON."""
    return json.dumps([_plain_round(one) for one in rounds], ensure_ascii=False, separators=(",", ":"))


def decode_rounds(data: str) -> tuple[Round, ...]:
    """Return what `encode_rounds` was given.

    Raises:
        ValueError: `data` is not what it wrote.
    """
    try:
        return tuple(_round(*parts) for parts in json.loads(data))
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError(Phrase("not a list of rounds")) from error


def pack_rounds(rounds: Iterable[Round]) -> bytes:
    """Return `rounds` as the database keeps them: a third of the size of the JSON."""
    return zlib.compress(encode_rounds(rounds).encode("utf-8", "surrogatepass"))


def unpack_rounds(data: bytes | str) -> tuple[Round, ...]:
    """Return what `pack_rounds` was given, or what the JSON holds that earlier programs kept.

    Raises:
        ValueError: `data` is neither.
    """
    if isinstance(data, str):
        return decode_rounds(data)
    try:
        return decode_rounds(zlib.decompress(data).decode("utf-8", "surrogatepass"))
    except zlib.error as error:
        raise ValueError(Phrase("not a list of rounds")) from error


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
        raise ValueError(Phrase("not a summary")) from error


def token_ids_of(rounds: Iterable[Round]) -> tuple[int, ...]:
    """Return the ids of the emitted tokens in order."""
    return tuple(token.id for decoded in rounds for token in decoded.emitted)


def _plain_round(one: Round) -> list[Any]:
    more: dict[str, Any] = {} if one.rule == _USUAL_RULE else {"rule": one.rule}
    for name, top in (("draft_top", one.draft_top), ("target_top", one.target_top)):
        if top:
            more[name] = [[part for each in place for part in (each.id, each.text, each.prob)] for place in top]
    return _trimmed(
        [
            one.index,
            one.draft_seconds,
            one.verify_seconds,
            [_trimmed([*_plain_token(token), token.draw]) for token in one.drafted],
            [_trimmed([*_plain_token(token), 1 if token.thinking else None, token.draw]) for token in one.emitted],
            one.drafter.value if one.drafter else None,
            more,
        ],
    )


def _plain_token(token: DraftedToken | EmittedToken) -> list[Any]:
    return [token.id, token.text, token.verdict.value[0], token.target_prob, token.draft_prob]


def _trimmed(parts: list[Any]) -> list[Any]:
    """Leave out what has nothing to say at the end, behind the five parts that are always there."""
    while len(parts) > 5 and (parts[-1] is None or parts[-1] == {}):
        parts.pop()
    return parts


def _round(
    index: int,
    draft_seconds: float,
    verify_seconds: float,
    drafted: list[list[Any]],
    emitted: list[list[Any]],
    drafter: str | None = None,
    more: dict[str, Any] | None = None,
) -> Round:
    more = more or {}
    return Round(
        index,
        tuple(
            DraftedToken(token_id, text, _VERDICTS[initial], target_prob, draft_prob, *draw)
            for token_id, text, initial, target_prob, draft_prob, *draw in drafted
        ),
        tuple(
            EmittedToken(token_id, text, _VERDICTS[initial], target_prob, draft_prob, bool(thinking), draw)
            for token_id, text, initial, target_prob, draft_prob, thinking, draw in (
                (*parts, *_NOTHING_MORE[len(parts) - 5 :]) for parts in emitted
            )
        ),
        draft_seconds,
        verify_seconds,
        DrafterKind(drafter) if drafter else None,
        more.get("rule", _USUAL_RULE),
        *(tuple(map(_candidates, more.get(name, ()))) for name in ("draft_top", "target_top")),
    )


def _candidates(parts: list[Any]) -> tuple[Candidate, ...]:
    return tuple(map(Candidate, parts[::3], parts[1::3], parts[2::3]))
