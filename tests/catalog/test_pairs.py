"""The catalogue that ships with the app, and what a person adds to it."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from app.catalog.machine import Accelerator, Machine
from app.catalog.own_pairs import add_pair, remove_pair
from app.catalog.pair_reader import read_catalogue
from app.catalog.pair_records import DrafterNeed, local_file
from app.catalog.pairs import load_catalogue
from app.catalog.starter import STARTER_Q4_K_M
from app.errors import CatalogueError
from app.paths import Paths
from tests.conftest import ROOT

FILE = f"""
[[file]]
key = "a"
repository = "owner/name"
revision = "main"
file = "a.gguf"
bytes = 10
sha256 = "{"0" * 64}"
"""
PAIR = """
[[pair]]
key = "two"
name = "Two"
target = "a"
drafter = "a"
reported = [{ ratio = 1.5, detail = "somewhere", source = "somebody" }]
"""


@pytest.fixture(name="paths")
def _paths(tmp_path: Path) -> Paths:
    return Paths(data=tmp_path / "home", logs=tmp_path, resources=ROOT / "resources")


@pytest.fixture(name="read")
def _read(tmp_path: Path):
    def read(text: str):
        path = tmp_path / "some.toml"
        path.write_text(text, encoding="utf-8", errors="surrogateescape")
        return read_catalogue(path)

    return read


def test_the_shipped_catalogue_is_whole(paths):
    catalogue = load_catalogue(paths)
    assert catalogue.complaint is None
    assert len(catalogue.files) >= 42
    assert len(catalogue.pairs) >= 25
    for file in catalogue.files:
        assert file.licence
        assert file.confirmed in (1, 2)
        assert file.revision == "main" or re.fullmatch("[0-9a-f]{40}", file.revision)
    for name in ("repository", "sha256"):
        keys = [(getattr(file, name), file.file_name) for file in catalogue.files]
        assert len(set(keys)) == len(keys)
    for pair in catalogue.pairs:
        assert pair.reason.endswith(".")
        assert pair.hardware
        assert pair.target.size > pair.drafter.size
        # A head is never offered as an ordinary model, nor the other way round.
        assert pair.drafter.file_name.startswith("mtp-") == (pair.kind is DrafterNeed.MTP)
        assert pair.drafter.file_name.startswith("eagle3-") == (pair.kind is DrafterNeed.EAGLE3)
    assert {pair.kind for pair in catalogue.pairs} == set(DrafterNeed)
    unknown = [file.file_name for file in catalogue.files if not file.sha256]
    assert unknown == ["eagle3-gpt-oss-20b-Q8_0.gguf"]
    known = next(file for file in catalogue.files if file.file_name == STARTER_Q4_K_M.file_name)
    assert (known.size, known.sha256) == (STARTER_Q4_K_M.size, STARTER_Q4_K_M.sha256)


def test_what_others_measured_has_its_source(paths):
    reports = [report for pair in load_catalogue(paths).pairs for report in pair.reported]
    assert len(reports) >= 10
    assert all(0.5 < report.ratio < 4 and report.source and report.detail for report in reports)


def test_a_pair_is_found_by_words_and_by_key(paths):
    catalogue = load_catalogue(paths)
    assert catalogue.find("Qwen3-8B") == next(pair for pair in catalogue.pairs if pair.key == "qwen3-8b")
    assert catalogue.find("nothing") is None
    assert {pair.key for pair in catalogue.search("CODER 14b")} == {"qwen2.5-coder-14b"}
    assert len(catalogue.search("")) == len(catalogue.pairs)


@pytest.mark.parametrize(
    ("text", "detail"),
    [
        ("[[file", "Expected"),
        ("file = 3", "file is not a list of tables"),
        ("[[file]]\nrevision = 'x'", 'file "without a key": key is missing'),
        (FILE.replace('"a"', '"A b"'), 'file "A b": its key may have'),
        (FILE.replace("bytes = 10", ""), 'file "a": bytes is missing'),
        (FILE.replace("bytes = 10", "bytes = true"), 'file "a": bytes is not a whole number'),
        (FILE.replace("bytes = 10", "bytes = 0"), 'file "a": bytes is 0'),
        (FILE.replace("0" * 64, "0" * 63), 'file "a": sha256 is not 64'),
        (FILE.replace("0" * 64, ""), 'file "a": sha256 is not 64'),
        (FILE.replace("a.gguf", "../a.gguf"), 'file "a": file is not the name of a GGUF file'),
        (FILE.replace("owner/name", "../name/more"), 'file "a": repository is not'),
        (FILE.replace("main", "\\u001b[2J"), 'file "a": revision has characters that cannot be shown'),
        (FILE + FILE, 'file "a" appears twice'),
        (FILE + PAIR + PAIR, 'pair "two" appears twice'),
        (FILE + PAIR.replace('drafter = "a"', 'drafter = "b"'), 'pair "two": there is no file "b" for its drafter'),
        (FILE + PAIR.replace("reported", "kind = 'x'\nreported"), "kind is 'x', not one of: model, mtp, eagle3"),
        (FILE + PAIR.replace("1.5", "'fast'"), 'pair "two": a report is not of the form'),
        (FILE + PAIR.replace("1.5", "1e9"), 'pair "two": a reported ratio is'),
        (FILE + PAIR.replace("somebody", ""), 'pair "two": a report has no detail or no source'),
        ("x = " + "[" * 5000, "recursion"),
        ("\udcff", "codec"),
    ],
)
def test_a_damaged_entry_is_named(read, text, detail):
    with pytest.raises(CatalogueError) as caught:
        read(text)
    assert detail in str(caught.value)


def test_a_damaged_list_of_ones_own_leaves_the_shipped_pairs(paths):
    shipped = load_catalogue(paths)
    paths.data.mkdir()
    paths.own_pairs.write_text(FILE + PAIR + "kind = 3", encoding="utf-8")
    catalogue = load_catalogue(paths)
    assert catalogue.pairs == shipped.pairs
    assert 'pair "two": kind is not a text' in str(catalogue.complaint)
    before = paths.own_pairs.read_text(encoding="utf-8")
    with pytest.raises(CatalogueError):
        add_pair(paths, shipped.pairs[0])
    assert paths.own_pairs.read_text(encoding="utf-8") == before


def test_a_file_without_a_known_checksum_is_kept_as_that(paths):
    shipped = next(pair for pair in load_catalogue(paths).pairs if not pair.drafter.sha256)
    add_pair(paths, replace(shipped, key="mine", own=True))
    kept = load_catalogue(paths).find("mine")
    assert kept is not None
    assert (kept.drafter.file_name, kept.drafter.sha256) == (shipped.drafter.file_name, "")


def test_pairs_of_ones_own_are_kept_and_removed(paths, tmp_path):
    shipped = load_catalogue(paths)
    target, drafter = tmp_path / 'odd "name"\\.gguf', tmp_path / "smäll.gguf"
    drafter.write_bytes(b"12345")
    local = replace(
        shipped.pairs[0],
        key="mine",
        name='Mine "quoted" \\ and \U0001f994',
        target=local_file("t", target),
        drafter=local_file("d", drafter),
    )
    stand_in = replace(shipped.find("qwen3-8b"), reason="Because I say so.")
    add_pair(paths, local)
    add_pair(paths, stand_in)
    catalogue = load_catalogue(paths)
    assert catalogue.pairs[:2] == (replace(local, own=True), replace(stand_in, own=True))
    assert catalogue.find("mine").drafter.size == 5
    assert len(catalogue.pairs) == len(shipped.pairs) + 1
    assert remove_pair(paths, "mine")
    assert not remove_pair(paths, "mine")
    assert remove_pair(paths, "qwen3-8b")
    assert load_catalogue(paths) == shipped
    assert [path.name for path in paths.data.iterdir()] == ["pairs.toml"]


def test_a_pair_that_could_not_be_read_back_is_not_kept(paths):
    with pytest.raises(CatalogueError):
        add_pair(paths, replace(load_catalogue(paths).pairs[0], key="Not a key"))
    assert not paths.own_pairs.exists()


GIGABYTE = 10**9


@pytest.mark.parametrize(
    ("machine", "first", "last"),
    [
        (
            Machine(60 * GIGABYTE, 64 * GIGABYTE, (Accelerator("card", 24 * GIGABYTE, 24 * GIGABYTE),)),
            "qwen3-32b",
            "llama-3.3-70b",
        ),
        (Machine(14 * GIGABYTE, 16 * GIGABYTE), "qwen3-8b", "llama-3.3-70b"),
        (Machine(3 * GIGABYTE, 4 * GIGABYTE), "smollm2-1.7b", "llama-3.3-70b"),
    ],
)
def test_what_suits_the_machine_comes_first(paths, machine, first, last):
    pairs = load_catalogue(paths).sort_for(machine)
    assert (pairs[0].key, pairs[-1].key) == (first, last)
