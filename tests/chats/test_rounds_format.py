"""Files of rounds: they come back exactly, and hostile ones are one sentence."""

from __future__ import annotations

import dataclasses
import json

import pytest

from app.chats.records import ChatOptions
from app.chats.rounds_format import PairNames, SharedReply, read_rounds, rounds_to_lines
from app.errors import RoundsFileError
from app.speculation.records import Decision, EmittedToken, Round, Verdict
from tests.chats.conftest import SUMMARY
from tests.chats.test_codec import FULL
from tests.fakes import LIGHTHOUSE, plain_round

ODD = Round(
    16,
    (),
    (EmittedToken(7, "\u2028\x85\u202e</script>🦊", Verdict.PLAIN, 0.1 + 0.2, None, thinking=True),),
    1e-17,
    1 / 3,
)
SHARED = SharedReply(
    (*LIGHTHOUSE, ODD, dataclasses.replace(FULL, index=17)),
    dataclasses.replace(SUMMARY, decisions=(Decision(3, False, "it would take 1.20 times as long"),)),
    "drafting is off",
    PairNames("A pair", "target.gguf", "drafter.gguf"),
    ChatOptions("a secret system prompt"),
)


@pytest.fixture(name="written")
def _written(tmp_path):
    def write(*lines: str | bytes):
        file = tmp_path / "rounds.jsonl"
        file.write_bytes(b"".join(line if isinstance(line, bytes) else line.encode() for line in lines))
        return file

    return write


def test_everything_comes_back_exactly(written):
    parts = (SHARED.summary, SHARED.note, SHARED.pair, SHARED.options)
    again = read_rounds(written(*rounds_to_lines(SHARED)))
    assert again.rounds == SHARED.rounds
    assert again.note == SHARED.note
    assert again.pair == SHARED.pair
    assert again.options == ChatOptions()
    assert dataclasses.replace(again.summary, text="", token_ids=()) == dataclasses.replace(
        SHARED.summary, text="", token_ids=()
    )
    assert (
        rounds_to_lines(again)
        == rounds_to_lines(SHARED)
        == rounds_to_lines(SharedReply((), *parts), iter(SHARED.rounds))
    )


def test_a_reply_that_broke_off_has_rounds_alone(written):
    assert read_rounds(written(*rounds_to_lines(SharedReply(LIGHTHOUSE)))) == SharedReply(LIGHTHOUSE)
    assert read_rounds(written(*rounds_to_lines(SharedReply(())))) == SharedReply(())


def test_every_reader_sees_the_same_lines(written):
    text = written(*rounds_to_lines(SHARED)).read_text("utf-8")
    assert text.isascii()
    assert len(text.splitlines()) == 1 + len(SHARED.rounds)
    header, first = map(json.loads, text.splitlines()[:2])
    assert (header["format"], header["version"], header["rounds"]) == ("draftlight-rounds", 1, 18)
    assert "secret" not in text
    token = first["drafted"][0]
    assert (token["text"], token["verdict"], token["target_prob"], token["draft_prob"]) == ("A", "accepted", 0.6, 0.8)


HEADER, *ROUNDS = rounds_to_lines(SharedReply((*LIGHTHOUSE[:1], plain_round(1, "x")), SUMMARY))


def changed(line: str, *path, value) -> str:
    facts = place = json.loads(line)
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    return json.dumps(facts) + "\n"


@pytest.mark.parametrize(
    "lines",
    [
        [],
        ["\n"],
        ["[]\n"],
        [b"\xff\xfe\n"],
        ["[" * 100_000],
        [HEADER],
        [HEADER, *ROUNDS, ROUNDS[0]],
        [HEADER, ROUNDS[0], ROUNDS[1][:20]],
        [HEADER, ROUNDS[0], "[1]\n"],
        [HEADER, ROUNDS[0], "{}\n"],
        [HEADER, ROUNDS[0], "9" * 5000 + "\n"],
        [changed(HEADER, "version", value=2), *ROUNDS],
        [changed(HEADER, "rounds", value="2"), *ROUNDS],
        [changed(HEADER, "pair", value={"name": 1}), *ROUNDS],
        [changed(HEADER, "options", value=[]), *ROUNDS],
        [changed(HEADER, "options", value={"sampling": {"top_k": -5}}), *ROUNDS],
        [changed(HEADER, "summary", value=1), *ROUNDS],
        [changed(HEADER, "summary", "seconds", value="x"), *ROUNDS],
        [changed(HEADER, "summary", "plain_seconds", value=float("nan")), *ROUNDS],
        [changed(HEADER, "summary", "decisions", value=[{"round": -1, "drafting": True, "reason": ""}]), *ROUNDS],
        [changed(HEADER, "note", value=None), *ROUNDS],
        *(
            [HEADER, changed(ROUNDS[0], *path, value=value), ROUNDS[1]]
            for path, value in [
                (("index",), 1.5),
                (("later",), 1),
                (("verify_seconds",), float("inf")),
                (("draft_seconds",), -1),
                (("drafter",), "oracle"),
                (("drafted",), 5),
                (("drafted", 0), None),
                (("drafted", 0, "verdict"), "bonus"),
                (("drafted", 0, "verdict"), ["accepted"]),
                (("drafted", 0, "verdict"), "rejected"),
                (("drafted", 0, "draft_prob"), 0),
                (("drafted", 0, "target_prob"), 1.5),
                (("drafted", 0, "text"), 3),
                (("drafted", 0, "id"), 10**30),
                (("drafted",), []),
                (("emitted", 0, "verdict"), "rejected"),
                (("emitted", 0, "verdict"), "guessed"),
                (("emitted", 0, "draw"), 1.5),
                (("rule",), 7),
                (("target_top",), [[{"id": 1, "text": "a", "prob": 2}]]),
                (("draft_top",), [[{"id": 1, "text": 5, "prob": 1}]]),
                (("draft_top",), [[1]]),
            ]
        ),
    ],
)
def test_a_damaged_file_is_one_sentence(written, lines):
    with pytest.raises(RoundsFileError, match=r"^The rounds in .+ cannot be opened \(.+\): choose a file") as caught:
        read_rounds(written(*lines))
    assert "\n" not in str(caught.value)


def test_what_is_no_file_is_told(tmp_path):
    for path in (tmp_path, tmp_path / "none.jsonl"):
        with pytest.raises(RoundsFileError, match="not there, or not a file"):
            read_rounds(path)
