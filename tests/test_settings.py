from __future__ import annotations

import json
import stat
import sys
from pathlib import Path

import pytest

from app.errors import NotWritableError
from app.settings import Geometry, Loading, PairChoice, Settings, load_settings, save_settings, with_recent

PAIR = PairChoice("A 🦊", Path("/models/a.gguf"), Path("/models/b.gguf"), "note")
ALONE = PairChoice("B", Path("/models/b.gguf"), None)
FULL = Settings(
    pair=PAIR,
    recent_pairs=(PAIR, ALONE),
    draft_length=0,
    temperature=0.0,
    top_k=0,
    top_p=1.0,
    min_p=0.0,
    seed=0,
    repeat_penalty=1.1,
    presence_penalty=-0.5,
    frequency_penalty=2.0,
    penalty_window=0,
    logit_bias=((3, -1.5), (" boats", float("-inf"))),
    chosen=("temperature",),
    stop_strings=("User:", "\n\n"),
    max_tokens=1,
    lookup=True,
    rule="coupled",
    enable_thinking=False,
    drop_oldest=True,
    loading=Loading(8192, 2, 0, 12, "Q8_0", True),
    show_rejected=True,
    geometry=Geometry(-10, 20, 800, 600),
)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "new" / "settings.json"


@pytest.mark.parametrize("settings", [Settings(), FULL], ids=["first", "full"])
def test_settings_come_back_exactly(path, settings):
    save_settings(path, settings)
    assert load_settings(path) == settings
    assert [file.name for file in path.parent.iterdir()] == ["settings.json"]


def test_a_path_that_utf8_cannot_write_comes_back(path):
    settings = Settings(pair=PairChoice("x", Path("/models/\udcff.gguf"), None))
    save_settings(path, settings)
    assert load_settings(path) == settings


def test_without_a_file_there_are_defaults(path):
    assert load_settings(path) == Settings()
    assert not path.parent.exists()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "null",
        '"x"',
        '{"draft_length": 17}',
        '{"draft_length": "4"}',
        '{"draft_length": true}',
        '{"temperature": NaN}',
        '{"temperature": -1}',
        '{"temperature": null}',
        '{"top_p": 0}',
        '{"min_p": 2}',
        '{"top_k": -1}',
        '{"seed": 1.5}',
        '{"seed": -1}',
        '{"show_rejected": 1}',
        '{"repeat_penalty": 0}',
        '{"repeat_penalty": true}',
        '{"presence_penalty": NaN}',
        '{"frequency_penalty": 1e9}',
        '{"stop_strings": "User:"}',
        '{"stop_strings": [5]}',
        '{"stop_strings": [""]}',
        '{"max_tokens": 0}',
        '{"lookup": null}',
        '{"rule": "dice"}',
        '{"rule": 5}',
        '{"enable_thinking": 1}',
        '{"drop_oldest": 1}',
        '{"loading": 5}',
        '{"loading": null}',
        '{"loading": {"context": 255}}',
        '{"loading": {"context": true}}',
        '{"loading": {"threads": 0}}',
        '{"loading": {"gpu_layers": -2}}',
        '{"loading": {"cache_type": "Q9"}}',
        '{"loading": {"cache_type": ["F16"]}}',
        '{"loading": {"flash_attention": 0}}',
        '{"loading": {"cache_type": "Q8_0", "flash_attention": false}}',
        '{"pair": {"name": "x"}}',
        '{"pair": {"name": "x", "target": 5, "drafter": null}}',
        '{"pair": "x"}',
        '{"recent_pairs": 5}',
        '{"geometry": {"x": 1}}',
        '{"geometry": {"x": 1, "y": 2, "width": null, "height": 4}}',
        '{"geometry": {"x": 1e400, "y": 2, "width": 3, "height": 4}}',
        '{"geometry": {"x": 1, "y": -Infinity, "width": 3, "height": 4}}',
        '{"geometry": {"x": 1, "y": 2, "width": 99999999999, "height": 4}}',
        '{"geometry": {"x": -99999999, "y": 2, "width": 3, "height": 4}}',
        '{"top_k": 2147483648}',
        pytest.param('{"temperature": 1' + 400 * "0" + "}", id="a number of 400 digits"),
        pytest.param(200_000 * "[", id="deep nesting"),
        "\xff\xfe",
    ],
)
def test_a_damaged_file_is_set_aside(path, text):
    path.parent.mkdir()
    path.write_bytes(text.encode("latin-1"))
    assert load_settings(path) == Settings()
    assert not path.exists()
    assert path.with_name("settings.damaged.json").read_bytes() == text.encode("latin-1")
    save_settings(path, FULL)
    assert load_settings(path) == FULL


def test_what_a_newer_program_added_is_left_out(path):
    save_settings(path, FULL)
    facts = json.loads(path.read_text(encoding="utf-8"))
    path.write_text(json.dumps({**facts, "hologram": True}), encoding="utf-8")
    assert load_settings(path) == FULL


def test_a_file_of_an_older_program_is_read_and_what_it_lacks_has_its_default(path):
    path.parent.mkdir()
    path.write_text('{"temperature": 0.3, "loading": {"context": 8192}}', encoding="utf-8")
    assert load_settings(path) == Settings(temperature=0.3, loading=Loading(context=8192))
    assert path.exists()


def test_saving_is_all_or_nothing(path, monkeypatch):
    save_settings(path, FULL)

    def refuse(_self, _target):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", refuse)
    with pytest.raises(NotWritableError, match="No space left"):
        save_settings(path, Settings())
    monkeypatch.undo()
    assert load_settings(path) == FULL
    assert [file.name for file in path.parent.iterdir()] == ["settings.json"]


def test_a_folder_that_cannot_be_made(tmp_path):
    (tmp_path / "file").write_text("x")
    with pytest.raises(NotWritableError):
        save_settings(tmp_path / "file" / "settings.json", Settings())


def test_the_file_is_for_this_person_alone(path):
    save_settings(path, FULL)
    assert sys.platform == "win32" or stat.S_IMODE(path.stat().st_mode) == 0o600


def test_recent_pairs_come_latest_first_and_once():
    settings = with_recent(with_recent(Settings(), PAIR), ALONE)
    assert settings.pair == ALONE
    assert settings.recent_pairs == (ALONE, PAIR)
    renamed = PairChoice("again", PAIR.target, PAIR.drafter)
    assert with_recent(settings, renamed).recent_pairs == (renamed, ALONE)
    for number in range(20):
        settings = with_recent(settings, PairChoice(str(number), Path(f"/{number}"), None))
    assert len(settings.recent_pairs) == 6
