"""Fetching pairs of the catalogue from a Hub on loopback."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from app.catalog.library import Library
from app.catalog.library_places import Origin, Place
from app.catalog.pair_records import CatalogueFile, CataloguePair, DrafterNeed, local_file
from app.errors import (
    CancelledError,
    CorruptDownloadError,
    DiskFullError,
    ModelFileMissingError,
)
from app.pull_pairs import pull_pair
from tests.catalog.gguf_files import GgufFile
from tests.catalog.loopback_hub import COMMIT
from tests.catalog.test_library import write_hub_cache

DATA = {"target.gguf": GgufFile().data(), "drafter.gguf": GgufFile(version=2).data()}


@pytest.fixture(name="pair")
def _pair(hub):
    def file(name: str, data: bytes) -> CatalogueFile:
        sha256 = hub.add("owner/name", COMMIT, name, data)
        return CatalogueFile(
            name, "owner/name", COMMIT, name, len(data), sha256, "", gated=False, context=0, confirmed=1
        )

    target, drafter = (file(name, data) for name, data in DATA.items())
    return CataloguePair("pair", "Pair", target, drafter, DrafterNeed.MODEL, "Because.", "Any")


@pytest.fixture(name="pull")
def _pull(paths, hub, errand, tmp_path):
    others = [Place(tmp_path / "hub", Origin.HUB_CACHE)]

    def pull(pair: CataloguePair):
        return pull_pair(
            paths, pair, errand.stop, errand.told.append, library=Library(paths, others), endpoint=hub.endpoint
        )

    return pull


def downloads(hub) -> list[str]:
    return [Path(request.path).name for request in hub.requests if request.method == "GET"]


def test_both_files_are_fetched_once(pull, pair, paths, hub):
    files = pull(pair)
    assert (files.name, files.draft_length) == ("Pair", -1)
    assert files.target == paths.models / "owner" / "name" / "target.gguf"
    assert {path.name: path.read_bytes() for path in (files.target, files.drafter)} == DATA
    assert downloads(hub) == list(DATA)
    hub.requests.clear()
    assert pull(pair) == files
    assert hub.requests == []


def test_what_is_on_the_disk_is_not_fetched(pull, pair, hub, tmp_path):
    link, blob = write_hub_cache(tmp_path / "hub", "other name.gguf")
    blob.write_bytes(DATA["target.gguf"])
    assert pull(pair).target == link
    assert downloads(hub) == ["drafter.gguf"]


def test_a_file_of_the_same_size_is_not_taken_for_another(pull, pair, hub, paths):
    paths.models.mkdir(parents=True)
    (paths.models / "mine.gguf").write_bytes(DATA["target.gguf"].replace(b"Tiny", b"Tidy"))
    pull(pair)
    assert downloads(hub) == list(DATA)


def test_a_file_that_was_replaced_on_the_hub_is_refused(pull, pair, hub, paths):
    hub.add("owner/name", COMMIT, "drafter.gguf", b"another")
    with pytest.raises(CorruptDownloadError):
        pull(pair)
    assert not (paths.models / "owner" / "name" / "drafter.gguf").exists()


def test_there_must_be_room_for_both_before_the_first_byte(pull, pair, hub, monkeypatch):
    room = 32 << 20
    usage = shutil.disk_usage("/")._replace(free=room + len(DATA["target.gguf"]) + 1)
    monkeypatch.setattr(shutil, "disk_usage", lambda _folder: usage)
    with pytest.raises(DiskFullError):
        pull(pair)
    assert hub.requests == []


def test_a_pair_of_this_machine_needs_no_hub(pull, pair, hub, tmp_path):
    own = tmp_path / "own.gguf"
    own.write_bytes(DATA["target.gguf"])
    local = CataloguePair("p", "P", local_file("t", own), local_file("d", own), DrafterNeed.MODEL, "", "")
    files = pull(local)
    assert (files.target, files.drafter) == (own, own)
    own.unlink()
    with pytest.raises(ModelFileMissingError):
        pull(local)
    assert hub.requests == []


def test_a_stop_is_obeyed(pull, pair, errand):
    errand.stop.set()
    with pytest.raises(CancelledError):
        pull(pair)
