from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from app.options import AUTO, LoadOptions, ReplyOptions
from app.pacing import Pacing
from app.speculation.auto_length import AutoDraftLength
from app.speculation.draft_length import FixedDraftLength
from app.speculation.records import DrafterKind, Finish
from app.speculation.statistics import summarise
from app.speeds import PLAIN_NEEDED, SpeedStore
from tests.fakes import plain_round


@dataclass
class Models:
    """A loaded pair whose passes take as long as the test says."""

    paths: list[Path]
    target: SimpleNamespace = field(default_factory=lambda: SimpleNamespace(capacity=4096))
    kind: DrafterKind = DrafterKind.MODEL
    threads: int = 2
    measured: int = 0

    def measure_costs(self, _clock):
        self.measured += 1
        return {1: 0.1, 5: 0.2}, 0.01


@pytest.fixture
def models(tmp_path):
    path = tmp_path / "target.gguf"
    path.touch()
    return Models([path])


@pytest.fixture
def store(tmp_path):
    return SpeedStore(tmp_path / "speeds.json")


def told(pacing, count):
    """Let a reply of so many plain tokens end, a quarter of a second each."""
    rounds = [replace(plain_round(place, " a"), verify_seconds=0.25) for place in range(count)]
    summary = summarise(
        rounds, Finish.END_OF_TEXT, seconds=count / 4, prompt_seconds=0.0, prompt_tokens=1, reused_tokens=0
    )
    return pacing.complete(summary, rounds)


def test_a_pair_is_measured_once_for_settings_that_change_its_speed(models, store):
    for capacity, threads, times in ((4096, 2, 1), (4096, 2, 1), (5000, 2, 1), (8192, 2, 2), (4096, 3, 3)):
        models.target.capacity, models.threads = capacity, threads
        Pacing(models, LoadOptions(), store)
        assert models.measured == times
    Pacing(models, LoadOptions(flash_attention=True), store)
    assert models.measured == 4


def test_a_pair_whose_files_are_gone_is_measured_and_not_kept(models, store):
    models.paths[0].unlink()
    for _ in range(2):
        assert told(Pacing(models, LoadOptions(), store), PLAIN_NEEDED).plain_seconds == 0.25
    assert models.measured == 2
    assert not store.path.exists()


def test_plain_tokens_are_kept_until_they_tell_the_speed(models, store):
    assert told(Pacing(models, LoadOptions(), store), PLAIN_NEEDED - 1).plain_seconds is None
    again = Pacing(models, LoadOptions(), store)
    assert told(again, 1).plain_seconds == 0.25
    assert models.measured == 1


@pytest.mark.parametrize(("wanted", "kind"), [(0, FixedDraftLength), (4, FixedDraftLength), (AUTO, AutoDraftLength)])
def test_the_draft_length_is_that_of_the_options(models, store, wanted, kind):
    assert isinstance(Pacing(models, LoadOptions(), store).draft_length(ReplyOptions(draft_length=wanted)), kind)


def test_what_auto_learns_of_the_passes_is_kept(models, store):
    pacing = Pacing(models, LoadOptions(), store)
    pacing.draft_length(ReplyOptions(draft_length=AUTO))
    pacing._costs.observe_verify(1, 0.4)
    told(pacing, 1)
    (known,) = store._known().values()
    assert known.verify == pacing._costs.table != {1: 0.1, 5: 0.2}
