"""`models` and `pull` in a terminal."""

from __future__ import annotations

import json

import pytest

from app import cli
from app.catalog import library
from app.catalog.own_pairs import add_pair
from app.catalog.pair_records import CataloguePair, DrafterNeed, local_file
from app.paths import Paths
from tests.catalog.gguf_files import GgufFile
from tests.conftest import ROOT
from tests.tiny_models import write_tiny_llama

pytestmark = pytest.mark.native


@pytest.fixture(name="home")
def _home(tmp_path, monkeypatch) -> Paths:
    """A new person, with no other program's models."""
    monkeypatch.setattr(library, "default_places", list)
    return Paths(data=tmp_path / "home", logs=tmp_path / "logs", resources=ROOT / "resources")


def run(home: Paths, *arguments: str) -> int:
    return cli.run(arguments, home)


def test_models_are_listed_with_what_they_take(home, capsys, tmp_path):
    assert run(home, "models") == 0
    assert "There are no models yet" in capsys.readouterr().out
    home.models.mkdir(parents=True)
    path = write_tiny_llama(home.models / "tiny.gguf")
    (home.models / "cut.gguf").write_bytes(GgufFile().data()[:-1])
    assert run(home, "models", "--json") == 0
    cut, tiny = json.loads(capsys.readouterr().out)["models"]
    assert cut["runnable"] is False
    assert "cut short" in cut["error"]
    assert "fit" not in cut
    assert tiny["path"] == str(path)
    assert tiny["size"] == path.stat().st_size < tiny["memory"]
    assert (tiny["architecture"], tiny["origin"], tiny["fit"]) == ("llama", "Draftlight", "fits in RAM")
    assert run(home, "models") == 0
    out = capsys.readouterr().out
    assert "tiny.gguf" in out
    assert "fits in RAM: takes" in out
    assert "cut short" in out


def test_a_folder_is_added_and_removed(home, capsys, tmp_path):
    write_tiny_llama(tmp_path / "elsewhere.gguf")
    assert run(home, "models", "--json", "--add-folder", str(tmp_path)) == 0
    listing = json.loads(capsys.readouterr().out)
    assert [model["name"] for model in listing["models"]] == ["elsewhere.gguf"]
    assert listing["folders"] == [str(tmp_path)]
    assert run(home, "models", "--json", "--remove-folder", str(tmp_path)) == 0
    assert json.loads(capsys.readouterr().out) == {"models": [], "folders": []}


def test_wrong_arguments_are_told(home, capsys):
    assert run(home, "models", "--context", "255") == 2
    assert run(home, "models", "--add-folder", "/nowhere") == 1
    assert "There is no readable folder at /nowhere" in capsys.readouterr().err


def test_an_unknown_pair_gets_suggestions(home, capsys):
    assert run(home, "pull", "coder") == 2
    error = capsys.readouterr().err
    assert "choose one of: starter, qwen2.5-coder-7b, qwen2.5-coder-14b" in error
    assert run(home, "pull", "nonsense") == 2
    assert "llama-3.3-70b" in capsys.readouterr().err


def test_a_pair_of_ones_own_is_used_by_name(home, capsys, tmp_path):
    path = write_tiny_llama(tmp_path / "tiny.gguf")
    file = local_file("tiny", path)
    add_pair(home, CataloguePair("mine", "Mine", file, file, DrafterNeed.MODEL, "It is here.", "Any"))
    assert run(home, "pull", "mine") == 0
    captured = capsys.readouterr()
    assert captured.out == f"Mine\ntarget  {path}\ndrafter {path}\n"
    assert "Mine: It is here." in captured.err
    arguments = ("--raw", "--context", "256", "--prompt", "alpha", "--max-tokens", "3", "--json", "--pair", "mine")
    assert run(home, "generate", *arguments) == 0
    assert run(home, "generate", *arguments, "--target", str(path)) == 2
