"""The command that says whether two models fit, for files here and on the Hub."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

from app import cli
from app.catalog import remote
from app.catalog.tokens import Token, TokenStore
from app.paths import Paths
from tests.catalog.gguf_files import GgufFile
from tests.catalog.loopback_hub import LoopbackHub
from tests.catalog.models import make_model, tokens
from tests.conftest import ROOT
from tests.tiny_heads import tiny_eagle3, tiny_mimo, tiny_target, trunk_only

WORDS = [f"token {index}" for index in range(8)]
REPOSITORY = "someone/Some-Model_2.5-GGUF"


@pytest.fixture(name="check")
def _check(paths: Paths, capsys: pytest.CaptureFixture[str]):
    def run(*arguments: object) -> tuple[int, str, str]:
        code = cli.run(["check", *map(str, arguments)], paths)
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return run


@pytest.fixture(name="target")
def _target(tmp_path: Path) -> Path:
    return make_model(tmp_path, "target.gguf", width=2560).header.path


def test_a_pair_that_fits(check, tmp_path: Path, target: Path) -> None:
    drafter = make_model(tmp_path, "drafter.gguf", **tokens(*WORDS[:7])).header.path
    code, out, err = check(target, drafter)
    assert (code, err) == (0, "")
    first, *reasons = out.splitlines()
    assert first == f"{drafter} for {target}: fits over the shared vocabulary, 87.5% shared"
    assert reasons == ["- The target has 8 tokens and the drafter 7: the last 1 belong to one of them only."]


def test_a_pair_that_does_not_fit(check, tmp_path: Path, target: Path) -> None:
    drafter = make_model(tmp_path, "drafter.gguf", **tokens(*"abcdefgh")).header.path
    code, out, err = check(target, drafter)
    assert (code, err) == (1, "")
    assert "does not fit" in out
    assert "Token 0 is 'token 0' in the target and 'a' in the drafter" in out


def test_a_target_alone_says_whether_it_drafts_for_itself(check, tmp_path: Path, target: Path) -> None:
    mimo = tiny_mimo(heads=2).write(tmp_path / "mimo.gguf")
    sentence = "It has MTP heads inside and drafts for itself when it is opened without a drafter."
    assert check(mimo) == (0, f"{mimo}: {sentence}\n", "")
    assert json.loads(check(mimo, "--json")[1]) == {"drafts_itself": True, "sentence": sentence}
    trunk = trunk_only(tiny_mimo()).write(tmp_path / "trunk.gguf")
    assert check(trunk)[:2] == (
        1,
        f"{trunk}: It speaks of MTP heads that are not in the file, and needs a drafter.\n",
    )
    assert check(target)[:2] == (1, f"{target}: It has no MTP heads inside, and needs a drafter.\n")
    head = tiny_eagle3(tiny_target()).write(tmp_path / "head.gguf")
    assert check(head)[:2] == (1, f"{head}: It is an EAGLE-3 head for another model and cannot run on its own.\n")


def test_json(check, tmp_path: Path, target: Path) -> None:
    drafter = make_model(tmp_path, "drafter.gguf", **tokens(*WORDS[:7])).header.path
    code, out, _ = check(target, drafter, "--json")
    report = json.loads(out)
    (reason,) = report["reasons"]
    assert (code, report["verdict"], report["share"]) == (0, "fits_shared", 0.875)
    assert (reason["kind"], reason["weight"]) == ("sizes_differ", "limits")
    assert reason["fields"] == {"target": 8, "drafter": 7, "more": 1}
    assert reason["sentence"].startswith("The target has 8 tokens")


@pytest.mark.parametrize("name", ["missing.gguf", "someone/model", "someone/repository/model.bin", "a/../../b.gguf"])
def test_a_file_that_is_not_there_is_told_in_one_sentence(check, target: Path, name: str) -> None:
    code, out, err = check(target, name)
    assert (code, out) == (1, "")
    assert f"no readable file at {name}" in err
    assert err.count("\n") == 1


def test_a_damaged_file_is_told(check, tmp_path: Path, target: Path) -> None:
    page = tmp_path / "page.gguf"
    page.write_text("<html>")
    assert "not a GGUF file" in check(page, target)[2]


def test_a_file_here_goes_before_one_on_the_hub(check, tmp_path: Path, target: Path, monkeypatch) -> None:
    folder = tmp_path / REPOSITORY
    folder.mkdir(parents=True)
    make_model(folder, "small.gguf")
    monkeypatch.chdir(tmp_path)
    assert check(target, f"{REPOSITORY}/small.gguf")[0] == 0


def run_at(hub: LoopbackHub, home: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """The address of the Hub is read when its library is imported, so this takes a process of its own."""
    environment = {**os.environ, "HF_ENDPOINT": hub.endpoint, "NO_PROXY": "127.0.0.1", "no_proxy": "127.0.0.1"}
    environment |= {"DRAFTLIGHT_HOME": str(home), "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "app", "check", *arguments]
    return subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, text=True, check=False, timeout=120)


def test_models_on_the_hub_are_compared_from_their_headers(tmp_path: Path, target: Path) -> None:
    """A target in three parts with 6 MB of weights each, in a folder, and a revision that is asked for."""
    with LoopbackHub() as hub:
        for number in range(3):
            file = GgufFile() if number == 0 else GgufFile(entries={})
            file.entries |= {"split.no": number, "split.count": 3}
            file.tensors = [file.tensors[number]]
            file.tensor_bytes = 6 << 20
            hub.add(REPOSITORY, "main", f"Q4/big-{number + 1:05d}-of-00003.gguf", file.data())
        hub.add(REPOSITORY, "v1.0", "small.gguf", target.read_bytes())
        names = (f"{REPOSITORY}/Q4/big-00001-of-00003.gguf", f"{REPOSITORY}@v1.0/small.gguf")
        done = run_at(hub, tmp_path / "home", *names, "--json")
        gets = [one for one in hub.requests if one.method == "GET"]
    assert done.stderr == ""
    report = json.loads(done.stdout)
    assert (done.returncode, report["verdict"]) == (0, "fits")
    assert [reason["kind"] for reason in report["reasons"]] == ["drafter_as_large"]
    assert [one.headers["Range"] for one in gets] == ["bytes=0-1048575"] * 3 + [
        f"bytes=0-{min(2**20, target.stat().st_size) - 1}"
    ]


def test_what_the_hub_does_not_have_is_told(tmp_path: Path, target: Path) -> None:
    with LoopbackHub() as hub:
        done = run_at(hub, tmp_path / "home", str(target), f"{REPOSITORY}/none.gguf")
    assert (done.returncode, done.stdout) == (1, "")
    assert "no such file" in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("kept", [True, False])
def test_a_gated_model_is_asked_for_again_with_the_token_that_is_kept(
    check, target: Path, monkeypatch, kept: bool
) -> None:
    for variable in ("NO_PROXY", "no_proxy"):
        monkeypatch.setenv(variable, "127.0.0.1")
    with LoopbackHub() as hub:
        hub.add(REPOSITORY, "main", "gated.gguf", target.read_bytes())
        hub.fail(gated=True)
        monkeypatch.setattr(remote, "open_remote", partial(remote.open_remote, endpoint=hub.endpoint))
        monkeypatch.setattr(TokenStore, "get", lambda _store: Token(hub.token) if kept else None)
        code, out, err = check(f"{REPOSITORY}/gated.gguf", target)
        sent = ["authorization" in map(str.lower, one.headers) for one in hub.requests]
    assert code == (0 if kept else 1)
    assert sent == ([False, True, True] if kept else [False])
    assert hub.token not in out + err
