"""Deleting models, to the trash or for good, and showing them in the file manager."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
import send2trash

from app.catalog.library import Library
from app.catalog.library_places import Origin, Place
from app.catalog.model_files import remember
from app.catalog.removal import Removed, remove_model, reveal_commands
from app.errors import DeletionError, NotOursError, TrashError
from app.paths import Paths
from tests.catalog.test_library import DIGEST, MODEL, ollama_manifest, part, write, write_hub_cache, write_ollama


@pytest.fixture(name="models")
def _models(paths: Paths, tmp_path: Path, errand):
    """Scan, and return what was found by name."""

    def models(*places: Place):
        return {one.name: one for one in Library(paths, places).scan(errand.stop, errand.told.append).models}

    return models


@pytest.fixture(name="trash")
def _trash(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A trash that is a folder, in place of that of the person who runs the tests."""
    folder = tmp_path / "trash"
    folder.mkdir()
    monkeypatch.setattr(send2trash, "send2trash", lambda path: Path(path).rename(folder / Path(path).name))
    return folder


def test_a_model_goes_to_the_trash_with_its_note(models, trash, paths):
    path = write(paths.models / "a.gguf")
    remember(path, "00" * 32)
    assert remove_model(models()["a.gguf"]) == Removed(len(MODEL), in_trash=True)
    assert [one.name for one in trash.iterdir()] == ["a.gguf"]
    assert list(paths.models.iterdir()) == []


def test_the_real_trash_takes_a_model(paths, tmp_path):
    """In a process of its own: the library looks up the person's folders when it is imported."""
    path = write(paths.models / "a.gguf")
    script = "import sys; from pathlib import Path; from app.catalog.removal import _trash; _trash(Path(sys.argv[1]))"
    environment = {**os.environ, "HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path / "share")}
    subprocess.run([sys.executable, "-c", script, path], env=environment, check=True)
    assert not path.exists()
    if sys.platform == "linux":
        assert (tmp_path / "share" / "Trash" / "files" / "a.gguf").read_bytes() == MODEL


def test_where_there_is_no_trash_the_person_may_insist(models, paths, monkeypatch):
    def refuse(path):
        raise send2trash.TrashPermissionError(path)

    monkeypatch.setattr(send2trash, "send2trash", refuse)
    path = write(paths.models / "a.gguf")
    model = models()["a.gguf"]
    with pytest.raises(TrashError, match="cannot be moved to the trash"):
        remove_model(model)
    assert path.exists()
    assert remove_model(model, for_good=True) == Removed(len(MODEL), in_trash=False)
    assert not path.exists()
    with pytest.raises(DeletionError):
        remove_model(model, for_good=True)


def test_all_parts_of_a_split_model_go(models, trash, paths):
    for number in range(2):
        write(paths.models / f"big-{number + 1:05d}-of-00002.gguf", part(number, 2))
    model = models()["big-00001-of-00002.gguf"]
    assert remove_model(model).size == model.size
    assert len(list(trash.iterdir())) == 2


def test_in_the_cache_of_the_hub_the_bytes_go_and_not_only_a_link(models, trash, tmp_path):
    link, blob = write_hub_cache(tmp_path / "hub")
    other = link.parent.parent / "c2" / "m.gguf"
    other.parent.mkdir()
    other.symlink_to(blob)
    (model,) = models(Place(tmp_path / "hub", Origin.HUB_CACHE)).values()
    assert remove_model(model).size == len(MODEL)
    assert not blob.exists()
    assert not link.is_symlink()
    assert not other.is_symlink()


def test_bytes_that_stay_elsewhere_are_not_counted(models, trash, paths, tmp_path):
    original = write(tmp_path / "original.gguf")
    paths.models.mkdir(parents=True)
    (paths.models / "link.gguf").symlink_to(original)
    assert remove_model(models()["link.gguf"]).size == 0
    assert original.exists()
    os.link(original, paths.models / "second.gguf")
    assert remove_model(models()["second.gguf"], for_good=True).size == 0
    assert original.exists()


def test_what_others_keep_account_of_is_left_to_them(models, trash, paths, tmp_path):
    blob = write(tmp_path / "ollama" / "blobs" / f"sha256-{DIGEST}")
    write_ollama(tmp_path / "ollama", ollama_manifest(f"sha256:{DIGEST}"))
    shipped = write(paths.shipped_models / "s.gguf")
    found = models(Place(tmp_path / "ollama", Origin.OLLAMA))
    with pytest.raises(NotOursError, match="belongs to Ollama: remove it there with: ollama rm qwen3:8b"):
        remove_model(found["qwen3:8b"], for_good=True)
    with pytest.raises(NotOursError, match="uninstalled"):
        remove_model(found["s.gguf"])
    assert blob.exists()
    assert shipped.exists()


@pytest.mark.parametrize(
    ("system", "first"),
    [
        ("darwin", ("open", "-R", "/m/a b,c.gguf")),
        ("win32", ("explorer", "/select,", "/m/a b,c.gguf")),
    ],
)
def test_each_system_has_its_file_manager(system, first):
    assert reveal_commands(Path("/m/a b,c.gguf"), system) == (first,)


def test_on_linux_the_file_manager_is_asked_and_the_folder_comes_second():
    ask, folder = reveal_commands(Path("/m/a b,c.gguf"), "linux")
    # A comma would begin another item.
    assert ask[-2:] == ("array:string:file:///m/a%20b%2Cc.gguf", "string:")
    assert folder == ("xdg-open", "/m")
