from __future__ import annotations

import json

import pytest

from app import cli
from app.bench import Case, run_bench, summarise_bench, verdict
from app.engine import AUTO
from app.paths import Paths
from app.speculation.records import Finish, Summary
from app.speculation.stop import Stop
from tests.conftest import ROOT
from tests.tiny_models import write_tiny_llama


def summary(tokens, seconds, accepted=0, rejected=0, rounds=10, finish=Finish.MAX_TOKENS):
    return Summary("", finish, tokens, accepted, rejected, 0, 0, 0, 0, rounds, seconds, 0.0, 0.0, 0.0, 5, 0, ())


class ScriptedEngine:
    """Writes replies of given speeds and notes what it was asked."""

    def __init__(self, speeds, stop=None, stop_after=99):
        self.speeds = speeds
        self.asked = []
        self.stop_after = stop_after

    def reply(self, messages, options, stop):
        case = Case(options.draft_length, options.sampling.temperature)
        self.asked.append((messages[0].content, options.sampling.seed, case))
        finish = Finish.STOPPED if len(self.asked) > self.stop_after else Finish.MAX_TOKENS
        drafted = bool(options.draft_length)
        yield summary(100, 100 / self.speeds[case], 30 * drafted, 10 * drafted, finish=finish)


OFF, FOUR, AUTOMATIC = Case(0, 0.0), Case(4, 0.0), Case(AUTO, 0.0)


def run(speeds, cases, prompts=("a", "b"), repeats=3, **options):
    engine = ScriptedEngine(speeds, **options)
    return engine, list(run_bench(engine, cases, prompts, repeats=repeats, tokens=100, stop=Stop()))


def test_plain_decoding_is_always_measured_and_the_order_changes():
    engine, replies = run({OFF: 10, FOUR: 14}, [FOUR])
    assert len(replies) == 2 * 3 * 2
    orders = {tuple(case for _, _, case in engine.asked[place : place + 2]) for place in range(0, 12, 2)}
    assert orders == {(OFF, FOUR), (FOUR, OFF)}
    assert {seed for _, seed, _ in engine.asked} == {0, 1, 2}


def test_results_are_medians_and_ratios_to_plain():
    _, replies = run({OFF: 10, FOUR: 14, AUTOMATIC: 15}, [FOUR, AUTOMATIC])
    auto, off, four = summarise_bench(replies)
    assert (off.tokens_per_second, off.speedup, off.acceptance_rate) == (pytest.approx(10), pytest.approx(1), None)
    assert (four.speedup, four.acceptance_rate, four.replies) == (pytest.approx(1.4), 0.75, 6)
    assert auto.speedup == pytest.approx(1.5)
    assert verdict([auto, off, four]) == (
        "Drafting pays here: temperature 0, draft length auto runs at 1.50 times plain speed."
    )


@pytest.mark.parametrize(("speed", "words"), [(6, "does not pay"), (10.2, "next to no difference"), (20, "2.00 times")])
def test_the_verdict_is_one_sentence(speed, words):
    _, replies = run({OFF: 10, FOUR: speed}, [FOUR])
    said = verdict(summarise_bench(replies))
    assert words in said
    assert said.endswith(".")


def test_a_stop_ends_the_run_and_keeps_what_was_measured():
    _, replies = run({OFF: 10, FOUR: 14}, [FOUR], stop_after=5)
    assert len(replies) == 5
    assert summarise_bench([]) == []
    assert "nothing to compare" in verdict([])


@pytest.mark.native
def test_the_command_measures_a_target_that_drafts_for_itself(tmp_path, capsys):
    target = write_tiny_llama(tmp_path / "tiny.gguf")
    paths = Paths(data=tmp_path / "home", logs=tmp_path / "home" / "logs", resources=ROOT / "resources")
    prompts = tmp_path / "prompts.txt"
    prompts.write_text("alpha\n\nbeta\n")
    common = ["bench", "--target", str(target), "--drafter", "self", "--context", "256", "--prompts", str(prompts)]
    options = ["--repeats", "1", "--max-tokens", "8", "--draft-length", "2,off,auto", "--temperature", "0"]
    assert cli.run([*common, *options, "--json"], paths) == 0
    report = json.loads(capsys.readouterr().out)
    assert [row["replies"] for row in report["results"]] == [2, 2, 2]
    assert report["verdict"]
    assert cli.run([*common, *options], paths) == 0
    assert "temperature 0, draft length 2" in capsys.readouterr().out
    assert len(list(paths.models.glob("tiny.*.drafter-Q2_K.gguf"))) == 1


@pytest.mark.native
@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["--draft-length", "1,17"], 2, "auto, off or 1 to 16"),
        (["--temperature", "warm"], 2, "invalid list"),
        (["--temperature", "-1"], 2, "temperature must be"),
        (["--repeats", "0"], 2, "number of repeats"),
        (["--prompts", "/nowhere/p.txt"], 1, "has no prompts that can be read"),
    ],
)
def test_mistakes_are_told(tmp_path, capsys, arguments, code, words):
    paths = Paths(data=tmp_path / "home", logs=tmp_path / "home" / "logs", resources=ROOT / "resources")
    assert cli.run(["bench", "--target", "t.gguf", *arguments], paths) == code
    assert words in capsys.readouterr().err
