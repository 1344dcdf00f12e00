"""The command that tells what saved rounds add up to."""

from __future__ import annotations

import dataclasses
import json

import pytest

from app import cli
from app.chats.rounds_format import PairNames, SharedReply, rounds_to_lines
from app.speculation.records import Decision, DrafterKind, Finish, Verdict
from app.speculation.statistics import summarise
from tests import recount
from tests.fakes import drafted_round, plain_round
from tests.ui.recorded import recorded_rounds

TWO = (drafted_round(0, ["a", "b"], "c", ["d"], "e"), drafted_round(1, ["f", "g", "h", "i"], None, [], "j"))
PLAIN = (plain_round(0, "a"), plain_round(1, "b"))


def shared(rounds, plain_seconds=None) -> SharedReply:
    summary = summarise(
        list(rounds), Finish.END_OF_TEXT, seconds=2.5, prompt_seconds=0.5, prompt_tokens=9, reused_tokens=0
    )
    decisions = (Decision(1, False, "it would take \x1b[31m1.20 times as long"),)
    summary = dataclasses.replace(summary, plain_seconds=plain_seconds, decisions=decisions)
    return SharedReply(tuple(rounds), summary, "", PairNames("Pair", "big.gguf", "small.gguf"))


@pytest.fixture(name="inspect")
def _inspect(paths, tmp_path, capsys):
    def run(reply: SharedReply | str, *arguments: str):
        file = tmp_path / "rounds.jsonl"
        file.write_text(reply if isinstance(reply, str) else "".join(rounds_to_lines(reply)), encoding="utf-8")
        code = cli.run(["inspect", str(file), *arguments], paths)
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return run


def test_heads_are_named_also_where_they_have_no_file(inspect):
    rounds = tuple(dataclasses.replace(one, drafter=DrafterKind.MTP) for one in TWO)
    reply = dataclasses.replace(shared(rounds), pair=PairNames("Pair", "big.gguf", ""))
    lines = inspect(reply)[1].splitlines()
    assert lines[0] == "big.gguf with the MTP head inside it"
    assert lines[2] == "drafted by         MTP head in 2 rounds"
    assert json.loads(inspect(reply, "--json")[1])["drafters"] == {"mtp": 2}


def test_a_summary_for_a_person(inspect):
    code, out, err = inspect(shared(TWO, 0.3))
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[:8] == [
        "big.gguf with small.gguf",
        "2 rounds, 8 tokens: 6 accepted, 1 rejected, 1 unexamined, 1 correction, 1 bonus, 0 plain",
        "drafted by         draft model in 2 rounds",
        "acceptance rate    85.7% (6/7 examined)",
        "tokens per round   4.00 (8/2)",
        "share from drafts  75.0% (6/8)",
        "by place in the draft: 1: 2/2, 2: 2/2, 3: 1/2, 4: 1/1",
        "accepted in a round: 0: 0, 1: 0, 2: 1, 3: 0, 4: 1",
    ]
    assert lines[8] == "drafting 0.01 s, verifying 0.03 s, 4.0 tokens/s"
    assert "measured 1.20" in lines[9]
    assert lines[-1] == "round 2: drafting off, it would take \ufffd[31m1.20 times as long"


def test_json_has_the_same_numbers(inspect):
    facts = json.loads(inspect(shared(TWO, 0.3), "--json")[1])
    assert facts["acceptance_rate"] == 6 / 7
    assert facts["by_position"][2] == {"accepted": 1, "examined": 2}
    assert facts["accepted_lengths"] == [0, 0, 1, 0, 1]
    assert facts["speedup"] == pytest.approx(1.2)
    assert facts["decisions"][0]["round"] == 1


def test_where_nothing_was_drafted_there_are_dashes(inspect):
    _, out, _ = inspect(shared(PLAIN))
    assert "%" not in out
    assert "acceptance rate    - (0/0 examined)" in out
    assert "tokens per round   - (2/2)" in out
    assert "by place in the draft: -" in out
    assert "measured -, predicted -" in out
    facts = json.loads(inspect(shared(PLAIN), "--json")[1])
    assert facts["acceptance_rate"] is facts["tokens_per_round"] is facts["share_from_drafts"] is None


def test_a_hostile_file_is_one_sentence(inspect):
    code, out, err = inspect('{"format": "draftlight-rounds", "version": 1}\n')
    assert (code, out) == (1, "")
    assert err.startswith("The rounds in ")
    assert err.count("\n") == 1


def test_every_number_is_a_recount(inspect):
    rounds = list(recorded_rounds(60))
    facts = json.loads(inspect(shared(rounds, 0.3), "--json")[1])
    counts = {verdict: recount.count(rounds, verdict) for verdict in Verdict}
    emitted = recount.emitted(rounds)
    assert facts["counts"] == {verdict.value: number for verdict, number in counts.items()}
    assert (facts["rounds"], facts["emitted"]) == (len(rounds), emitted)
    assert facts["drafted_rounds"] == len(recount.drafts_of(rounds))
    assert facts["acceptance_rate"] == recount.acceptance(rounds)
    assert facts["tokens_per_round"] == emitted / len(rounds)
    assert facts["share_from_drafts"] == counts[Verdict.ACCEPTED] / emitted
    places = [(one["accepted"], one["examined"]) for one in facts["by_position"]]
    assert places == [recount.at_place(rounds, place) for place in range(len(places))]
    lengths = facts["accepted_lengths"]
    assert lengths == [recount.with_accepted(rounds, length) for length in range(len(lengths))]
    assert facts["draft_seconds"] == pytest.approx(sum(one.draft_seconds for one in rounds))
    assert facts["verify_seconds"] == pytest.approx(sum(one.verify_seconds for one in rounds))
    assert facts["tokens_per_second"] == emitted / 2.0
    assert facts["speedup"] == pytest.approx(0.3 * emitted / 2.0)
    text = inspect(shared(rounds, 0.3))[1]
    examined = counts[Verdict.ACCEPTED] + counts[Verdict.REJECTED]
    told = ", ".join(f"{number} {verdict.value}" for verdict, number in counts.items())
    assert f"{len(rounds)} rounds, {emitted} tokens: {told}\n" in text
    assert f"{recount.acceptance(rounds):.1%} ({counts[Verdict.ACCEPTED]}/{examined} examined)" in text
    assert ", ".join(f"{place}: {good}/{of}" for place, (good, of) in enumerate(places, 1)) in text
    assert ", ".join(f"{length}: {number}" for length, number in enumerate(lengths)) in text
