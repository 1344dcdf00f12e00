from __future__ import annotations

import json

import pytest

from app import cli
from app.paths import Paths
from tests.conftest import ROOT
from tests.tiny_heads import tiny_mimo
from tests.tiny_models import write_tiny_llama

pytestmark = pytest.mark.native


@pytest.fixture(name="paths")
def _paths(tmp_path):
    return Paths(data=tmp_path / "home", logs=tmp_path / "home" / "logs", resources=ROOT / "resources")


def test_the_command_measures_a_target_that_drafts_for_itself(tmp_path, paths, capsys):
    target = write_tiny_llama(tmp_path / "tiny.gguf")
    prompts = tmp_path / "prompts.txt"
    prompts.write_text("alpha\n\nbeta\n")
    common = ["bench", "--target", str(target), "--drafter", "self", "--context", "256", "--prompts", str(prompts)]
    options = ["--repeats", "1", "--max-tokens", "8", "--draft-length", "2,off,auto", "--temperature", "0"]
    assert cli.run([*common, *options, "--json"], paths) == 0
    report = json.loads(capsys.readouterr().out)
    assert [row["replies"] for row in report["results"]] == [2, 2, 2]
    assert report["verdict"]
    assert cli.run([*common, *options], paths) == 0
    table, told = capsys.readouterr()
    assert "Measuring 6 replies of up to 8 tokens: 3 cases x 2 prompts x 1 repeat." in told
    assert table.startswith("tiny with the draft model tiny.")
    assert "temperature 0, draft length 2" in table
    assert len(list(paths.models.glob("tiny.*.drafter-Q2_K.gguf"))) == 1


def test_a_target_with_heads_inside_is_measured_with_them(tmp_path, paths, capsys):
    target = tiny_mimo(heads=2).write(tmp_path / "mimo.gguf")
    prompts = tmp_path / "prompts.txt"
    prompts.write_text("w1 w2\n")
    common = ["bench", "--target", str(target), "--context", "256", "--prompts", str(prompts), "--repeats", "1"]
    options = ["--max-tokens", "8", "--draft-length", "1,2,8", "--temperature", "0", "--json"]
    assert cli.run([*common, *options], paths) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["drafters"] == ["the MTP head inside it"]
    assert [row["case"]["draft_length"] for row in report["results"]] == [0, 1, 2]
    assert report["results"][1]["acceptance_rate"] is not None


def test_a_pair_that_cannot_be_loaded_is_told_in_its_sentence(tmp_path, paths, capsys):
    target = tmp_path / "no.gguf"
    target.write_bytes(b"nothing of the kind")
    assert cli.run(["bench", "--target", str(target), "--draft-length", "off"], paths) == 1
    assert "is not a GGUF file" in capsys.readouterr().err


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
def test_mistakes_are_told(paths, capsys, arguments, code, words):
    assert cli.run(["bench", "--target", "t.gguf", *arguments], paths) == code
    assert words in capsys.readouterr().err
