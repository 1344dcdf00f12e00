"""Finding the models that are on a disk already."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

import pytest

from app.catalog import header_cache
from app.catalog.compatibility_reasons import Verdict
from app.catalog.gguf import Kind, parse_header
from app.catalog.library import Library
from app.catalog.library_places import Origin, Place, default_places
from app.catalog.progress import Stage
from app.errors import CancelledError, FolderMissingError, NotGgufError, NotStandaloneError
from app.paths import Paths
from tests.catalog.gguf_files import TEXT, GgufFile, Items, model_entries

MODEL = GgufFile().data()
GGUF_WEIGHTS = parse_header(MODEL, Path("m.gguf")).weights_size
DIGEST = "ab" * 32


def write(path: Path, data: bytes = MODEL) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return path


def part(number: int, count: int) -> bytes:
    split = {"split.no": number, "split.count": count, "split.tensors.count": 3 * count}
    if number == 0:
        return GgufFile(entries={**model_entries(), **split}).data()
    return GgufFile(entries=split).data()


def write_ollama(folder: Path, content: object, *, tag: str = "8b") -> Path:
    manifest = folder / "manifests" / "registry.ollama.ai" / "library" / "qwen3" / tag
    write(manifest, content if isinstance(content, bytes) else json.dumps(content).encode())
    return manifest


def ollama_manifest(digest: str) -> dict[str, object]:
    kind = "application/vnd.ollama.image."
    return {
        "layers": [
            {"mediaType": kind + "license", "digest": "sha256:" + "11" * 32},
            {"mediaType": kind + "model", "digest": digest},
        ]
    }


def write_hub_cache(folder: Path, file_name: str = "m.gguf", commit: str = "c1") -> tuple[Path, Path]:
    repository = folder / "models--owner--name"
    blob = write(repository / "blobs" / DIGEST)
    link = repository / "snapshots" / commit / file_name
    link.parent.mkdir(parents=True)
    link.symlink_to(os.path.relpath(blob, link.parent))
    return link, blob


@pytest.fixture(name="library")
def _library(paths: Paths, tmp_path: Path) -> Library:
    others = [
        Place(tmp_path / "hub", Origin.HUB_CACHE),
        Place(tmp_path / "studio", Origin.LM_STUDIO),
        Place(tmp_path / "ollama", Origin.OLLAMA),
    ]
    return Library(paths, others)


@pytest.fixture(name="scan")
def _scan(library: Library, errand):
    return lambda: library.scan(errand.stop, errand.told.append)


def test_models_of_every_program_are_found(scan, library, paths, tmp_path):
    own = write(paths.models / "own.gguf")
    link, _ = write_hub_cache(tmp_path / "hub")
    studio = write(tmp_path / "studio" / "owner" / "name" / "s.GGUF")
    blob = write(tmp_path / "ollama" / "blobs" / f"sha256-{DIGEST}")
    write_ollama(tmp_path / "ollama", ollama_manifest(f"sha256:{DIGEST}"))
    added = write(tmp_path / "disk" / "a.gguf")
    library.add_folder(tmp_path / "disk")
    found = {(model.name, model.origin, model.path) for model in scan().models}
    assert found == {
        ("own.gguf", Origin.DRAFTLIGHT, own),
        ("owner/name/m.gguf", Origin.HUB_CACHE, link),
        ("s.GGUF", Origin.LM_STUDIO, studio),
        ("qwen3:8b", Origin.OLLAMA, blob),
        ("a.gguf", Origin.ADDED, added),
    }
    assert all(model.runnable and model.size == len(MODEL) for model in library.models)
    assert all(model.header.architecture == "llama" for model in library.models)


def test_what_is_no_finished_model_is_passed_over(scan, paths, tmp_path):
    write(paths.models / "half.gguf.part")
    write(paths.models / "notes.txt")
    (paths.models / "folder.gguf").mkdir()
    os.mkfifo(paths.models / "pipe.gguf")
    (paths.models / "nowhere.gguf").symlink_to(tmp_path / "gone.gguf")
    (paths.models / "circle").symlink_to("circle")
    write(tmp_path / "hub" / "models--owner--name" / "blobs" / "unfinished.gguf")
    assert scan().models == ()


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"[" * 9000,
        b"\xff\xfe",
        b"[]",
        {"layers": None},
        {"layers": [{"mediaType": "application/vnd.ollama.image.model"}]},
        {"layers": [3]},
        ollama_manifest("sha256:../../../etc/passwd"),
        ollama_manifest("sha256:" + "cd" * 32),
    ],
)
def test_a_hostile_manifest_is_passed_over(scan, tmp_path, content):
    write(tmp_path / "ollama" / "blobs" / f"sha256-{DIGEST}")
    write_ollama(tmp_path / "ollama", content)
    write(tmp_path / "ollama" / "manifests" / "short", json.dumps(ollama_manifest(f"sha256:{DIGEST}")).encode())
    assert scan().models == ()


def test_files_that_cannot_be_used_say_why(scan, paths):
    write(paths.models / "page.gguf", b"<html>")
    write(paths.models / "empty.gguf", b"")
    write(paths.models / "cut.gguf", MODEL[:-1])
    write(paths.models / "head.gguf", GgufFile(entries=model_entries("eagle3")).data())
    write(paths.models / "bad.gguf", GgufFile(entries={**model_entries(), "llama.block_count": 0}).data())
    models = {model.path.stem: model for model in scan().models}
    assert len(models) == 5
    assert not any(model.runnable for model in models.values())
    assert isinstance(models["page"].error, NotGgufError)
    assert "cut short" in str(models["cut"].error)
    assert "llama.block_count" in str(models["bad"].error)
    assert isinstance(models["head"].error, NotStandaloneError)
    assert models["head"].header.kind is Kind.EAGLE3_HEAD
    assert str(models["empty"].error)


def test_a_file_counts_once_however_many_ways_lead_to_it(scan, library, paths, tmp_path):
    own = write(paths.models / "own.gguf")
    os.link(own, paths.models / "same.gguf")
    (tmp_path / "disk").mkdir()
    (tmp_path / "disk" / "link.gguf").symlink_to(own)
    (tmp_path / "disk" / "round").symlink_to(tmp_path / "disk")
    write(tmp_path / "disk" / "below" / "other.gguf")
    write_hub_cache(tmp_path / "hub")
    second = tmp_path / "hub" / "models--owner--name" / "snapshots" / "c2" / "m.gguf"
    second.parent.mkdir()
    second.symlink_to(Path("..") / ".." / "blobs" / DIGEST)
    library.add_folder(tmp_path / "disk")
    library.add_folder(tmp_path / "disk" / "below")
    assert [model.name for model in scan().models] == ["other.gguf", "own.gguf", "owner/name/m.gguf"]


def test_the_parts_of_a_split_model_are_one(scan, paths):
    for number in range(3):
        write(paths.models / f"big-{number + 1:05d}-of-00003.gguf", part(number, 3))
    write(paths.models / "lone-00002-of-00002.gguf", part(1, 2))
    write(paths.models / "short-00001-of-00002.gguf", part(0, 2))
    big, lone, short = scan().models
    assert big.runnable
    assert big.path.name == "big-00001-of-00003.gguf"
    assert big.size == sum(one.stat().st_size for one in big.parts)
    assert len(big.parts) == 3
    assert big.header.weights_size == 3 * GGUF_WEIGHTS
    assert "choose part 1" in str(lone.error)
    assert "short-00002-of-00002.gguf is not beside it" in str(short.error)


def test_changes_are_noticed(scan, paths):
    kept, changed, gone = (write(paths.models / f"{name}.gguf") for name in ("kept", "changed", "gone"))
    first = scan()
    assert (first.appeared, first.changed, first.vanished) == ((), (), ())
    changed.write_bytes(MODEL[:100])
    gone.unlink()
    new = write(paths.models / "new.gguf")
    second = scan()
    assert [model.path for model in second.models] == [changed, kept, new]
    assert [model.path for model in second.appeared] == [new]
    assert [model.path for model in second.changed] == [changed]
    assert [model.path for model in second.vanished] == [gone]
    assert not second.changed[0].runnable
    third = scan()
    assert (third.appeared, third.changed, third.vanished) == ((), (), ())


def test_known_headers_are_not_read_again(scan, library, paths, errand, monkeypatch):
    read, original = [], header_cache.read_header
    monkeypatch.setattr(header_cache, "read_header", lambda path: read.append(path.name) or original(path))
    same, changing = write(paths.models / "same.gguf"), write(paths.models / "changing.gguf")
    before = scan().models
    assert sorted(read) == ["changing.gguf", "same.gguf"]
    read.clear()
    assert Library(paths, []).scan(errand.stop, errand.told.append).models == before
    assert read == []
    status = changing.stat()
    os.utime(changing, ns=(status.st_atime_ns, status.st_mtime_ns + 1))
    scan()
    assert read == ["changing.gguf"]
    same.unlink()
    scan()
    assert str(same) not in paths.headers.read_text(encoding="ascii")


@pytest.mark.parametrize("damage", [b"", b"no\nhash\n", b"\xff\xff", None])
def test_a_damaged_cache_is_as_good_as_none(scan, paths, errand, damage):
    write(paths.models / "a.gguf")
    before = scan().models
    content = paths.headers.read_bytes()
    paths.headers.write_bytes(content.replace(b"llama", b"lxama", 1) if damage is None else damage)
    assert Library(paths, []).scan(errand.stop, errand.told.append).models == before
    assert paths.headers.read_bytes() == content


def test_tokens_are_walked_over_once(scan, library, paths, errand, monkeypatch):
    checked, original = [], header_cache.check_runnable
    monkeypatch.setattr(header_cache, "check_runnable", lambda header: checked.append(header) or original(header))
    write(paths.models / "good.gguf")
    write(paths.models / "head.gguf", GgufFile(entries=model_entries("eagle3")).data())
    scan()
    checked.clear()
    models = Library(paths, []).scan(errand.stop, errand.told.append).models
    assert [header.path.name for header in checked] == ["head.gguf"]
    assert [model.runnable for model in models] == [True, False]


def test_every_other_model_is_asked_whether_it_fits(scan, library, paths, errand):
    write(paths.models / "target.gguf")
    other = {**model_entries(), "tokenizer.ggml.tokens": Items(TEXT, [f"other {i}" for i in range(8)])}
    write(paths.models / "alien.gguf", GgufFile(entries=other).data())
    write(paths.models / "head.gguf", GgufFile(entries=model_entries("eagle3")).data())
    write(paths.models / "page.gguf", b"<html>")
    write(paths.models / "relative.gguf", GgufFile(entries={**model_entries(), "general.name": "Small"}).data())
    for number in range(2):
        write(paths.models / f"split-{number + 1:05d}-of-00002.gguf", part(number, 2))
    models = {model.path.stem: model for model in scan().models}
    answers = {one.drafter.path.stem: one for one in library.drafters_for(models["target"], errand.stop)}
    assert set(answers) == set(models) - {"target"}
    assert answers["relative"].comparison.verdict is Verdict.FITS
    assert answers["split-00001-of-00002"].comparison.verdict is Verdict.FITS
    for stem in ("alien", "head"):
        assert answers[stem].comparison.verdict is Verdict.DOES_NOT_FIT
        assert answers[stem].comparison.reasons
    assert isinstance(answers["page"].error, NotGgufError)
    with pytest.raises(NotGgufError):
        next(library.drafters_for(models["page"], errand.stop))
    errand.stop.set()
    with pytest.raises(CancelledError):
        next(library.drafters_for(models["target"], errand.stop))


def test_a_stop_ends_a_scan_and_keeps_what_was_known(library, paths, errand):
    write(paths.models / "a.gguf")
    known = library.scan(errand.stop, errand.told.append).models
    write(paths.models / "b.gguf")
    errand.stop.set()
    with pytest.raises(CancelledError):
        library.scan(errand.stop, errand.told.append)
    assert library.models == known
    assert {progress.stage for progress in errand.told} == {Stage.LOOKING, Stage.READING}


def test_added_folders_are_kept(library, paths, tmp_path):
    (tmp_path / "disk").mkdir()
    library.add_folder(tmp_path / "disk" / ".." / "disk")
    library.add_folder(tmp_path / "disk")
    assert Library(paths, []).folders == (tmp_path / "disk",)
    for wrong in (tmp_path / "gone", write(tmp_path / "file"), Path("a\0b")):
        with pytest.raises(FolderMissingError):
            library.add_folder(wrong)
    library.remove_folder(tmp_path / "disk")
    assert library.folders == ()


@pytest.mark.parametrize(
    "content", ["", "[]", '{"folders": 3}', '{"folders": [3]}', "[" * 9000, '{"folders": ["a\\u0000b"]}']
)
def test_a_damaged_list_of_folders_counts_as_empty(scan, library, paths, content):
    write(paths.library, content.encode())
    assert scan().models == ()


def test_a_folder_that_vanished_is_passed_over(scan, library, tmp_path):
    write(tmp_path / "disk" / "a.gguf")
    library.add_folder(tmp_path / "disk")
    assert len(scan().models) == 1
    shutil.rmtree(tmp_path / "disk")
    assert len(scan().vanished) == 1


def test_a_cache_that_cannot_be_written_costs_only_time(scan, paths):
    write(paths.models / "a.gguf")
    paths.headers.mkdir()
    assert [model.name for model in scan().models] == ["a.gguf"]
    assert list(paths.headers.iterdir()) == []


def test_other_programs_say_where_their_models_are(tmp_path):
    usual = {(place.origin, place.folder) for place in default_places({}, tmp_path)}
    assert usual >= {
        (Origin.HUB_CACHE, tmp_path / ".cache" / "huggingface" / "hub"),
        (Origin.LM_STUDIO, tmp_path / ".lmstudio" / "models"),
        (Origin.OLLAMA, tmp_path / ".ollama" / "models"),
    }
    moved = default_places({"HF_HOME": "/a", "OLLAMA_MODELS": "/b"}, tmp_path)
    folders = {place.folder for place in moved}
    assert {Path("/a/hub"), Path("/b")} <= folders
    assert tmp_path / ".ollama" / "models" not in folders
    assert default_places({"HF_HUB_CACHE": "/c", "HF_HOME": "/a"}, tmp_path)[0].folder == Path("/c")
