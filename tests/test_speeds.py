from __future__ import annotations

import json
import stat

import pytest

from app.speeds import PLAIN_NEEDED, PairSpeeds, SpeedStore, pair_key

SPEEDS = PairSpeeds({1: 0.1, 5: 0.2}, 0.01)


def test_what_was_measured_comes_back(tmp_path):
    path = tmp_path / "home" / "speeds.json"
    SpeedStore(path).keep("pair", SPEEDS)
    assert SpeedStore(path).find("pair") == SPEEDS
    assert SpeedStore(path).find("other") is None
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


@pytest.mark.parametrize(
    "content",
    [
        "nonsense",
        "[]",
        '{"pair": 5}',
        '{"pair": {"verify": {}, "draft": 0.1}}',
        '{"pair": {"verify": {"1": 0}, "draft": 0.1}}',
        '{"pair": {"verify": {"1": 0.1}, "draft": "fast"}}',
        '{"pair": {"verify": {"1": 0.1}, "draft": -1}}',
        '{"pair": {"verify": {"1": 1e999}, "draft": null}}',
        '{"pair": {"verify": {"1": 0.1}, "draft": null, "plain": [0.1, -1]}}',
        "[" * 100_000,
    ],
)
def test_a_damaged_file_is_measured_again(tmp_path, content):
    path = tmp_path / "speeds.json"
    path.write_text(content)
    store = SpeedStore(path)
    assert store.find("pair") is None
    store.keep("pair", SPEEDS)
    assert SpeedStore(path).find("pair") == SPEEDS


def test_only_the_latest_pairs_are_kept(tmp_path):
    store = SpeedStore(tmp_path / "speeds.json")
    for number in range(80):
        store.keep(str(number), SPEEDS)
    assert len(json.loads((tmp_path / "speeds.json").read_text())) == 64
    again = SpeedStore(tmp_path / "speeds.json")
    assert again.find("79") == SPEEDS
    assert again.find("3") is None


def test_a_folder_that_cannot_be_written_costs_nothing_but_the_memory(tmp_path):
    (tmp_path / "file").touch()
    store = SpeedStore(tmp_path / "file" / "speeds.json")
    store.keep("pair", SPEEDS)
    assert store.find("pair") == SPEEDS


def test_a_changed_file_is_another_pair(tmp_path):
    path = tmp_path / "t.gguf"
    path.write_text("a")
    before = pair_key([path], 2)
    path.write_text("ab")
    assert pair_key([path], 2) != before != pair_key([path], 3)


def test_plain_decoding_is_measured_once_enough_tokens_were_seen(tmp_path):
    few = SPEEDS.with_plain([0.1] * (PLAIN_NEEDED - 1))
    assert few.plain_seconds is None
    enough = few.with_plain([0.3])
    assert enough.plain_seconds == pytest.approx(0.1)
    assert enough.with_plain([0.3] * 64).plain_seconds == pytest.approx(0.3)
    path = tmp_path / "speeds.json"
    SpeedStore(path).keep("pair", enough)
    assert SpeedStore(path).find("pair") == enough


def test_the_last_measurement_of_a_pair_is_found_whatever_its_settings(tmp_path):
    target, other = tmp_path / "t.gguf", tmp_path / "o.gguf"
    for path in (target, other):
        path.write_text("a")
    store = SpeedStore(tmp_path / "speeds.json")
    later = SPEEDS.with_plain([0.1] * PLAIN_NEEDED)
    store.keep(pair_key([target], 2), SPEEDS)
    store.keep(pair_key([target], 4), later)
    store.keep(pair_key([other], 4), SPEEDS)
    assert store.find_any([target]) == later
    assert store.find_any([other, target]) is None
    assert store.find_any([tmp_path / "gone.gguf"]) is None
