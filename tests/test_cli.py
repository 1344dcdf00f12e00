"""The headless commands, as a script would call them."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tomllib

import pytest

from app import cli
from app.commands import doctor
from app.errors import DraftlightError
from app.paths import Paths
from tests.conftest import ROOT
from tests.tiny_models import write_tiny_llama

pytestmark = pytest.mark.native


@pytest.fixture(name="home")
def _home(starter_pair):
    """The folders in which the starter pair is already there."""
    data = starter_pair.target.parent.parent
    return Paths(data=data, logs=data / "logs", resources=ROOT / "resources")


def generate(home, capsys, *arguments):
    code = cli.run(["generate", "--context", "512", *arguments], home)
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def lines_of(out):
    return [json.loads(line) for line in out.splitlines()]


GREEDY = ("--temperature", "0", "--max-tokens", "24", "--prompt", "How does a lighthouse work?")


def test_json_lines_are_rounds_and_a_summary_that_agrees_with_them(home, capsys):
    code, out, _ = generate(home, capsys, *GREEDY, "--json", "--draft-length", "3")
    assert code == 0
    *rounds, summary = lines_of(out)
    assert summary["type"] == "summary"
    assert [one["type"] for one in rounds] == ["round"] * summary["rounds"]
    assert [one["index"] for one in rounds] == list(range(len(rounds)))
    emitted = [token for one in rounds for token in one["emitted"]]
    drafted = [token for one in rounds for token in one["drafted"]]
    assert "".join(token["text"] for token in emitted) == summary["text"]
    assert len(emitted) == summary["emitted"] == 24
    for verdict, count in (
        ("accepted", "accepted"),
        ("correction", "corrections"),
        ("bonus", "bonuses"),
        ("plain", "plain"),
    ):
        assert sum(token["verdict"] == verdict for token in emitted) == summary[count]
    for verdict in ("rejected", "unexamined"):
        assert sum(token["verdict"] == verdict for token in drafted) == summary[verdict]
    for token in drafted:
        assert {"id", "text", "verdict", "target_prob", "draft_prob"} <= set(token)
    assert summary["finish"] == "length"
    assert summary["tokens_per_second"] == pytest.approx(24 / (summary["seconds"] - summary["prompt_seconds"]))
    for name in ("draft_seconds", "verify_seconds"):
        assert summary[name] == pytest.approx(sum(one[name] for one in rounds))


def test_text_is_plain_when_piped_and_equal_with_and_without_drafting(home, capsys):
    drafted, plain = (generate(home, capsys, *GREEDY, "--draft-length", length)[1] for length in ("4", "off"))
    assert "\x1b" not in drafted
    assert drafted == plain


def test_off_drafts_nothing(home, capsys):
    *rounds, summary = lines_of(generate(home, capsys, *GREEDY, "--json", "--draft-length", "off")[1])
    assert all(one["drafted"] == [] for one in rounds)
    assert summary["plain"] == 24
    assert summary["acceptance_rate"] is None


def test_a_target_without_drafter_says_why_nothing_is_drafted(home, capsys, starter_pair):
    code, out, err = generate(
        home, capsys, *GREEDY, "--target", str(starter_pair.target), "--drafter", "none", "--json"
    )
    assert code == 0
    assert "no drafter" in err
    assert "no drafter" in lines_of(out)[-1]["notices"][0]


def test_messages_and_system(home, capsys, tmp_path):
    chat = tmp_path / "chat.json"
    chat.write_text(
        json.dumps(
            [
                {"role": "user", "content": "Hi"},
                {"role": "assistant", "content": "Hello"},
                {"role": "user", "content": "Again"},
            ]
        )
    )
    code, out, _ = generate(
        home, capsys, "--messages", str(chat), "--system", "Be brief.", "--json", "--max-tokens", "2"
    )
    assert code == 0
    longer = lines_of(out)[-1]["prompt_tokens"]
    assert (
        longer
        > lines_of(generate(home, capsys, "--messages", str(chat), "--json", "--max-tokens", "2")[1])[-1][
            "prompt_tokens"
        ]
        - 20
    )
    assert longer > 15


def test_raw_skips_the_template(home, capsys):
    arguments = ("--prompt", "One, two, three, four,", "--max-tokens", "6", "--temperature", "0", "--json")
    raw = lines_of(generate(home, capsys, "--raw", *arguments)[1])[-1]
    chat = lines_of(generate(home, capsys, *arguments)[1])[-1]
    assert raw["prompt_tokens"] < 12 < chat["prompt_tokens"]
    assert "five" in raw["text"]


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["generate"], 2, "required"),
        (["generate", "--prompt", "x", "--draft-length", "17"], 2, "auto, off or 1 to 16"),
        (["generate", "--prompt", "x", "--draft-length", "0"], 2, "auto, off or 1 to 16"),
        (["generate", "--prompt", "x", "--temperature", "-1"], 2, "temperature must be"),
        (["generate", "--prompt", "x", "--temperature", "hot"], 2, "invalid float"),
        (["generate", "--prompt", "x", "--top-p", "0"], 2, "Top-p must be"),
        (["generate", "--prompt", "x", "--max-tokens", "0"], 2, "number of tokens"),
        (["generate", "--prompt", "x", "--threads", "0"], 2, "number of threads"),
        (["generate", "--prompt", "x", "--drafter", "d.gguf"], 2, "needs --target"),
        (["generate", "--prompt", "x", "--pair", "starter", "--target", "t.gguf"], 2, "not both"),
        (["generate", "--messages", "x.json", "--raw"], 2, "--raw continues"),
        (["pull", "unknown"], 2, "no pair 'unknown'"),
        (["fly"], 2, "invalid choice"),
        (["generate", "--prompt", "x", "--target", "/nowhere/t.gguf"], 1, "no readable file at /nowhere/t.gguf"),
        (["generate", "--messages", "/nowhere/chat.json"], 1, "No such file"),
        (["generate", "--prompt", "   "], 1, "message is empty"),
        (["generate", "--raw", "--prompt", ""], 1, "message is empty"),
    ],
)
def test_mistakes_are_told_in_one_sentence(home, capsys, arguments, code, words):
    assert cli.run(arguments, home) == code
    captured = capsys.readouterr()
    assert words in captured.err
    assert captured.out == ""
    if code == 1:
        assert captured.err.count("\n") == 1


@pytest.mark.parametrize(
    "content",
    [
        "",
        "nonsense",
        "{}",
        "[]",
        "[1]",
        '[{"role": "user"}]',
        '[{"role": "wizard", "content": "x"}]',
        '[{"role": "user", "content": 5}]',
        "[" * 100_000,
    ],
)
def test_a_messages_file_that_is_none_is_told(home, capsys, tmp_path, content):
    path = tmp_path / "chat.json"
    path.write_text(content)
    assert cli.run(["generate", "--messages", str(path)], home) == 1
    error = capsys.readouterr().err
    assert "is not a list of messages" in error
    assert error.count("\n") == 1


def test_bad_model_files_are_told(home, capsys, tmp_path, starter_pair):
    page = tmp_path / "page.gguf"
    page.write_text("<html>")
    short = tmp_path / "short.gguf"
    short.write_bytes(starter_pair.target.read_bytes()[:3_000_000])
    other = write_tiny_llama(tmp_path / "other.gguf")
    for target, drafter, words in (
        (page, "none", "not a GGUF file"),
        (short, "none", "cut short"),
        (starter_pair.target, page, "not a GGUF file"),
        (starter_pair.target, other, "vocabularies differ"),
    ):
        code, out, err = generate(home, capsys, "--prompt", "x", "--target", str(target), "--drafter", str(drafter))
        assert (code, out) == (1, "")
        assert words in err
        assert err.count("\n") == 1


def test_a_prompt_longer_than_the_context_is_told(home, capsys):
    code, _, err = generate(home, capsys, "--prompt", "tower " * 600)
    assert code == 1
    assert "only 511 fit" in err


def test_doctor(home, capsys):
    assert cli.run(["doctor", "--json"], home) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["versions"]["llama-cpp-python"] == "0.3.36"
    assert report["devices"][0].keys() == {"name", "description", "kind", "free", "total"}
    assert report["folders"]["data"] == str(home.data)
    assert "GPU offload" in report["capabilities"]
    assert cli.run(["doctor"], home) == 0
    assert "llama-cpp-python: 0.3.36" in capsys.readouterr().out


def test_pull_of_what_is_there_downloads_nothing(home, capsys, starter_pair):
    before = starter_pair.target.stat()
    assert cli.run(["pull", "starter"], home) == 0
    assert str(starter_pair.drafter) in capsys.readouterr().out
    assert starter_pair.target.stat() == before


def test_a_bug_is_not_hidden(home, monkeypatch):
    monkeypatch.setattr(doctor, "run", lambda *_arguments: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        cli.run(["doctor"], home)
    assert not issubclass(ZeroDivisionError, DraftlightError)


def start(home, *arguments, **options):
    environment = {**os.environ, "DRAFTLIGHT_HOME": str(home.data), "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "app", *arguments]
    return subprocess.Popen(
        command, env=environment, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **options
    )


def test_ctrl_c_ends_with_the_summary_of_what_was_emitted(home):
    process = start(
        home, "generate", "--json", "--prompt", "Write a very long story.", "--temperature", "0", "--context", "2048"
    )
    first = [json.loads(process.stdout.readline()) for _ in range(3)]
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    rest = lines_of(out)
    assert (process.returncode, err) == (130, "")
    assert rest[-1]["type"] == "summary"
    assert rest[-1]["finish"] == "stopped"
    assert rest[-1]["rounds"] == len(first) + len(rest) - 1


def test_a_reader_that_goes_away_ends_the_program_quietly(home):
    process = start(
        home, "generate", "--json", "--prompt", "Write a very long story.", "--max-tokens", "60", "--context", "512"
    )
    process.stdout.readline()
    process.stdout.close()
    err = process.stderr.read()
    process.wait(timeout=60)
    process.stderr.close()
    assert err == ""
    assert process.returncode == 1


def test_without_a_screen_the_same_job_runs_in_the_terminal(home):
    environment = {
        name: value
        for name, value in os.environ.items()
        if name not in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    }
    environment |= {"DRAFTLIGHT_HOME": str(home.data)}
    done = subprocess.run(
        [sys.executable, "-m", "app"],
        env=environment,
        cwd=ROOT,
        capture_output=True,
        check=False,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0
    assert "no screen" in done.stderr
    assert len(done.stdout) > 100


def test_version(home, capsys):
    assert cli.run(["--version"], home) == 0
    assert "Draftlight" in capsys.readouterr().out


def test_the_version_has_one_place():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert project["project"]["dynamic"] == ["version"]
    assert project["tool"]["setuptools"]["dynamic"]["version"] == {"attr": "app.__version__"}


@pytest.mark.parametrize("redirection", [">&-", "2>&-", ">/dev/full"])
def test_streams_that_are_closed_or_full_are_no_bug(home, redirection):
    environment = {**os.environ, "DRAFTLIGHT_HOME": str(home.data)}
    command = f"{sys.executable} -m app doctor {redirection}"
    done = subprocess.run(command, shell=True, env=environment, cwd=ROOT, capture_output=True, text=True, check=False)
    assert "Traceback" not in done.stderr
    assert done.returncode == (1 if "full" in redirection else 0)
    if "full" in redirection:
        assert "cannot be written" in done.stderr
