from __future__ import annotations

import shutil

import pytest

from app.paths import Paths
from app.pull import STARTER_NOTE, find_starter_pair, pull_starter, ready_starter_pair
from app.speculation.stop import Stop

pytestmark = pytest.mark.native


@pytest.fixture(name="shipped")
def _shipped(tmp_path, starter_pair):
    """A frozen build with the model inside, started for the first time."""
    paths = Paths(data=tmp_path / "home", logs=tmp_path / "logs", resources=tmp_path / "resources")
    paths.shipped_models.mkdir(parents=True)
    shutil.copy(starter_pair.target, paths.shipped_models / "SmolLM2-135M-Instruct.Q4_1.gguf")
    return paths


def test_the_drafter_is_made_on_the_spot_from_a_shipped_target(shipped):
    assert find_starter_pair(shipped) is None
    seen = []
    pair = pull_starter(shipped, Stop(), seen.append)
    assert pair.target.parent == shipped.shipped_models
    assert pair.drafter.parent == shipped.models
    assert [str(progress.stage) for progress in seen] == ["Making the drafter"]
    assert find_starter_pair(shipped) == pair
    assert pair.note == STARTER_NOTE


def test_a_shipped_target_is_ready_at_the_first_start_and_a_downloaded_one_is_not_touched(shipped, tmp_path):
    pair = ready_starter_pair(shipped)
    assert pair == find_starter_pair(shipped)
    downloaded = Paths(data=tmp_path / "other", logs=tmp_path / "logs", resources=tmp_path / "nothing")
    downloaded.models.mkdir(parents=True)
    shutil.copy(pair.target, downloaded.models)
    assert ready_starter_pair(downloaded) is None


def test_a_drafter_that_was_cut_short_is_made_again(shipped):
    pair = pull_starter(shipped, Stop(), lambda _progress: None)
    size = pair.drafter.stat().st_size
    with pair.drafter.open("r+b") as file:
        file.truncate(size // 2)
    assert find_starter_pair(shipped) is None
    assert pull_starter(shipped, Stop(), lambda _progress: None).drafter.stat().st_size == size
