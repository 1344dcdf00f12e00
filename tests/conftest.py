from __future__ import annotations

import os
from pathlib import Path

import pytest

from app.options import PairFiles
from app.paths import HOME_VARIABLE, Paths

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="session")
def starter_pair() -> PairFiles:
    """The real starter pair, fetched by the app's own code and kept between runs."""
    from app.pull import pull_starter
    from app.speculation.stop import Stop

    home = Path(os.environ.get(HOME_VARIABLE) or ROOT / "build" / "test-home").resolve()
    paths = Paths(data=home, logs=home / "logs", resources=ROOT / "resources")
    return pull_starter(paths, Stop(), lambda _progress: None)


@pytest.fixture
def paths(tmp_path: Path) -> Paths:
    """Folders of a person who starts Draftlight for the first time."""
    return Paths(data=tmp_path / "home", logs=tmp_path / "home" / "logs", resources=tmp_path / "resources")
