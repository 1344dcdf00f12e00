from __future__ import annotations

import hashlib

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.catalog.download_jobs import JobState
from app.catalog.machine import Accelerator, Machine
from app.ui.models.rows import Tone
from tests.ui.models.desk_bench import GIGABYTE, choose, row_of
from tests.ui.models.hub_shelves import SMALL, TARGET, publish_family
from tests.ui.waiting import wait_for

GPU = Machine(16 * GIGABYTE, 32 * GIGABYTE, (Accelerator("GPU", 25 * GIGABYTE, 25 * GIGABYTE),))


def write_catalogue(hub, paths) -> None:
    """An own pair of two files of the Hub."""
    lines = []
    for role, repository, name in (("t", TARGET, "Tiny3-8B-Q4_K_M.gguf"), ("d", SMALL, "Tiny3-1B-Q4_0.gguf")):
        data = next(data for route, data in hub.files.items() if route.endswith(name))
        sha256 = hashlib.sha256(data).hexdigest()
        lines.append(
            f'[[file]]\nkey = "{role}"\nrepository = "{repository}"\nrevision = "main"\nfile = "{name}"\n'
            f'bytes = {len(data)}\nsha256 = "{sha256}"\n'
        )
        hub.add(repository, "main", name, data)
    lines.append('[[pair]]\nkey = "tiny3"\nname = "Tiny3"\ntarget = "t"\ndrafter = "d"\nreason = "It is tiny."\n')
    paths.data.mkdir(parents=True, exist_ok=True)
    paths.own_pairs.write_text("\n".join(lines))


def test_pairs_say_what_they_are_and_what_suits_comes_first(open_desk):
    bench = open_desk()
    page = bench.open_models("recommended")
    assert page.list.rows[0].title == "Qwen3 8B + 0.6B"
    assert page.list.rows[-1].tone is Tone.BAD
    choose(page.list, "Qwen3 8B + 0.6B")
    text = page.details.text()
    for part in (
        "The best first choice",
        "✓ fits in RAM",
        "It takes about 6.6 GB of memory, by the sizes of its files; 15.5 GB are free.",
        "Suits: 16 GB of memory",
        "Apache-2.0",
        "2.29x: Qwen3-8B Q8_0 with 0.6B Q4_0 on an RTX 3090: 190.5 tokens/s (source: openclawradar)",
        "not here yet",
    ):
        assert part in text
    assert bench.find("pair_get").text() == "Get (5.5 GB)"


def test_a_file_whose_checksum_only_the_hub_knows_says_so(open_desk):
    bench = open_desk()
    page = bench.open_models("recommended")
    choose(page.list, "gpt-oss 20B + its EAGLE-3 head")
    *_, target, drafter = [line for line in page.details.text().splitlines() if "ggml-org/gpt-oss-20b-GGUF" in line]
    assert "checked against the checksum that the Hub states for it" in drafter
    assert "checked against" not in target


def test_the_verdict_follows_the_machine(open_desk):
    bench = open_desk(machine=GPU)
    page = bench.open_models("recommended")
    assert row_of(page.list, "Qwen3 8B + 0.6B").badge == "fits on the GPU"
    choose(page.list, "Qwen3 8B + 0.6B")
    assert "are free on the GPU and 15.5 GB in RAM" in page.details.text()


def test_a_search_narrows_the_list(open_desk):
    bench = open_desk()
    page = bench.open_models("recommended")
    QTest.keyClicks(page.search, "smollm2 360")
    assert bench.titles(page.list) == ["SmolLM2 360M + 135M"]
    QTest.keyClicks(page.search, " nothing has this")
    assert page.list.rows == ()
    assert "No pair has all of these words" in page.list.empty_text


def test_a_pair_is_fetched_and_opened(hub, open_desk, paths, tmp_path):
    publish_family(hub, tmp_path / "hub")
    write_catalogue(hub, paths)
    bench = open_desk(endpoint=hub.endpoint)
    page = bench.open_models("recommended")
    choose(page.list, "Tiny3")
    hub.fail(stall_after=100)
    bench.find("pair_get").click()
    wait_for(lambda: row_of(page.list, "Tiny3").fraction is not None)
    assert not bench.find("pair_get").isEnabled()
    wait_for(hub.stalled.is_set)
    bench.desk.downloads.pause(next(iter(bench.desk.downloads.jobs)))
    wait_for(lambda: next(iter(bench.desk.downloads.jobs.values())).state is JobState.PAUSED)
    hub.fail()
    bench.desk.downloads.resume(next(iter(bench.desk.downloads.jobs)))
    wait_for(lambda: "on this disk" in row_of(page.list, "Tiny3").subtitle)
    bench.wait_scanned()
    assert "It takes" in page.details.text()
    page.list.setFocus()
    QTest.keyClick(page.list, Qt.Key.Key_Return)
    wait_for(lambda: bench.dialog is None)
    wait_for(lambda: bench.pairs.state.loaded and bench.pairs.state.loaded.files.name == "Tiny3")


def test_a_file_that_only_has_the_right_size_is_not_opened(hub, open_desk, paths, tmp_path):
    publish_family(hub, tmp_path / "hub")
    write_catalogue(hub, paths)
    for name in ("Tiny3-8B-Q4_K_M.gguf", "Tiny3-1B-Q4_0.gguf"):
        data = next(data for route, data in hub.files.items() if route.endswith(name))
        paths.models.mkdir(parents=True, exist_ok=True)
        (paths.models / name).write_bytes(data[:-1] + bytes([data[-1] ^ 1]))
    bench = open_desk(endpoint=hub.endpoint)
    page = bench.open_models("recommended")
    choose(page.list, "Tiny3")
    bench.find("pair_open").click()
    wait_for(lambda: "is not the one it should be" in bench.find("recommended_told").text())
    assert bench.find("pair_get").isVisible()
    assert hub.requests == []


def test_a_damaged_list_of_own_pairs_is_told_and_the_others_stay(open_desk, paths):
    paths.data.mkdir(parents=True)
    paths.own_pairs.write_text("[[pair]]\nkey = 5\n")
    bench = open_desk()
    page = bench.open_models("recommended")
    wait_for(lambda: "The list of pairs in" in bench.find("recommended_told").text())
    assert len(page.list.rows) == 26
