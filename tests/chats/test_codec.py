from __future__ import annotations

import json

import pytest

from app.chats.codec import (
    decode_rounds,
    decode_summary,
    encode_rounds,
    encode_summary,
    pack_rounds,
    token_ids_of,
    unpack_rounds,
)
from app.speculation.records import Candidate, DraftedToken, DrafterKind, EmittedToken, Finish, Round, Verdict
from app.speculation.statistics import summarise
from tests.fakes import LIGHTHOUSE, plain_round

AWKWARD = Round(
    7,
    (
        DraftedToken(1, "🦊\n", Verdict.ACCEPTED, 1 / 3, 0.1 + 0.2),
        DraftedToken(2, "", Verdict.REJECTED, 0.0, 1e-300),
        DraftedToken(3, '"\\', Verdict.UNEXAMINED, None, 0.5),
    ),
    (EmittedToken(1, "🦊\n", Verdict.ACCEPTED, 1 / 3, 0.1 + 0.2), EmittedToken(9, "", Verdict.CORRECTION, 0.7, None)),
    1e-9,
    0.123456789012345,
)
THINKING = Round(
    8,
    (DraftedToken(1, "a", Verdict.ACCEPTED, 0.5, 1.0),),
    (EmittedToken(1, "a", Verdict.ACCEPTED, 0.5, 1.0, thinking=True), EmittedToken(2, "b", Verdict.BONUS, 0.5, None)),
    0.1,
    0.2,
    DrafterKind.LOOKUP,
)

FULL = Round(
    9,
    (
        DraftedToken(1, "\ufffd", Verdict.ACCEPTED, 0.5, 1.0, 0.25),
        DraftedToken(2, "\n", Verdict.REJECTED, 0.1, 0.5, 0.0),
        DraftedToken(3, "\ud800", Verdict.UNEXAMINED, None, 0.5),
    ),
    (
        EmittedToken(1, "", Verdict.ACCEPTED, 0.5, 1.0, thinking=True, draw=0.25),
        EmittedToken(2, "🦊", Verdict.CORRECTION, 0.5, None, draw=0.0),
    ),
    0.1,
    0.2,
    DrafterKind.MODEL,
    "coupled",
    ((Candidate(1, "\ufffd", 1.0),), (Candidate(2, "\n", 0.5), Candidate(7, '"', 0.123456)), (Candidate(3, "", 0.5),)),
    ((Candidate(1, "\ufffd", 0.5), Candidate(8, "", 1e-7)), (Candidate(2, "🦊", 0.5),)),
)
ONLY_A_DRAW = Round(10, (), (EmittedToken(2, "x", Verdict.PLAIN, 0.5, None, draw=0.5),), 0.0, 0.1)


@pytest.mark.parametrize(
    "rounds",
    [LIGHTHOUSE, (AWKWARD, THINKING, plain_round(9, "x")), (FULL, ONLY_A_DRAW), ()],
    ids=["chat", "awkward", "full", "none"],
)
def test_rounds_come_back_exactly(rounds):
    assert decode_rounds(encode_rounds(rounds)) == rounds
    assert unpack_rounds(pack_rounds(rounds)) == rounds
    assert unpack_rounds(encode_rounds(rounds)) == rounds


@pytest.mark.parametrize("data", [b"", b"no", pack_rounds((FULL,))[:-9], pack_rounds(())[:3]])
def test_a_damaged_batch_is_refused(data):
    with pytest.raises(ValueError, match=r"."):
        unpack_rounds(data)


def test_every_verdict_has_an_initial_of_its_own():
    assert len({verdict.value[0] for verdict in Verdict}) == len(Verdict)


def test_a_summary_comes_back_exactly_and_keeps_no_text_twice():
    summary = summarise(
        list(LIGHTHOUSE), Finish.STOPPED, seconds=1.5, prompt_seconds=0.5, prompt_tokens=9, reused_tokens=3
    )
    data = encode_summary(summary)
    assert decode_summary(data, summary.text, summary.token_ids) == summary
    assert not {"text", "token_ids"} & set(json.loads(data))
    assert token_ids_of(LIGHTHOUSE) == summary.token_ids


@pytest.mark.parametrize(
    "data",
    [
        "",
        "{}",
        "[[1]]",
        '[[0,0,0,[[1,"a","?",1,1]],[]]]',
        "null",
        '[{"a":1}]',
        "[[0,0,0,[],[],null,7]]",
        '[[0,0,0,[],[],null,{"draft_top":[7]}]]',
    ],
)
def test_anything_else_is_refused(data):
    if data != "{}":
        with pytest.raises(ValueError, match=r"."):
            decode_rounds(data)
    with pytest.raises(ValueError, match=r"."):
        decode_summary(data, "", ())


def test_rounds_of_the_first_program_are_read():
    old = '[[3,0.1,0.2,[[1,"a","a",0.5,1.0]],[[1,"a","a",0.5,1.0],[2,"b","b",0.5,null]]]]'
    (decoded,) = decode_rounds(old)
    assert (decoded.index, decoded.text, decoded.drafter) == (3, "ab", None)
    assert not any(token.thinking for token in decoded.emitted)
