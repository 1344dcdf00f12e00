"""A queue that downloads from a Hub on loopback, with a target and a drafter there."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from app.catalog.downloads import DownloadQueue
from app.catalog.fetch import Shelf
from app.catalog.hub_search import HubFile
from tests.catalog.downloads.queueing import DRAFTER, QUICK, TARGET, Recorder, publish

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.catalog.loopback_hub import LoopbackHub


@pytest.fixture
def shelf(hub: LoopbackHub, tmp_path: Path) -> Shelf:
    return Shelf(tmp_path / "models", endpoint=hub.endpoint, retries=QUICK)


@pytest.fixture
def recorder() -> Recorder:
    return Recorder()


@pytest.fixture
def queue(shelf: Shelf, recorder: Recorder) -> Iterator[DownloadQueue]:
    with DownloadQueue(shelf, recorder) as queue:
        yield queue


@pytest.fixture
def target(hub: LoopbackHub) -> HubFile:
    return publish(hub, "target.gguf", TARGET)


@pytest.fixture
def drafter(hub: LoopbackHub) -> HubFile:
    return publish(hub, "drafter.gguf", DRAFTER, "other/small")
