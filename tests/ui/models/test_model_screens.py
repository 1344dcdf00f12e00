"""Pictures of the Models dialog, for a person to look at, in build/screens/."""

from __future__ import annotations

from tests.catalog.gguf_files import GgufFile
from tests.catalog.loopback_hub import COMMIT, LoopbackHub
from tests.ui.models.desk_bench import choose
from tests.ui.test_screens import save
from tests.ui.waiting import wait_for

QWEN = "Qwen/Qwen3-8B-GGUF"
REPOSITORIES = (
    (QWEN, 1_240_000, False, 8_200_000_000),
    ("Qwen/Qwen3-0.6B-GGUF", 480_000, False, 600_000_000),
    ("somebody-with-a-rather-long-name/Qwen3-Coder-480B-A35B-Instruct-1M-GGUF-Imatrix", 32_100, "manual", 480 * 10**9),
)
FILES = ("Q4_K_M", "Q8_0", "BF16-00001-of-00002", "BF16-00002-of-00002")


def publish(hub: LoopbackHub) -> None:
    for repository, downloads, gated, weights in REPOSITORIES:
        gguf = {"architecture": "qwen3", "total": weights, "context_length": 40960}
        tags = ["gguf", "license:apache-2.0"]
        hub.describe(repository, downloads=downloads, tags=tags, gated=gated, gguf=gguf)
    for name in (*(f"Qwen3-8B-{kind}.gguf" for kind in FILES), "mmproj-Qwen3-8B-F16.gguf"):
        hub.add(QWEN, COMMIT, name, GgufFile().data())


def test_pages(hub, open_desk, family, scheme):
    publish(hub)
    (family / "broken.gguf").write_bytes(b"GGUFxxxx")
    bench = open_desk(size=(1120, 760), endpoint=hub.endpoint)
    page = bench.open_models("recommended")
    bench.settle()
    save(bench.dialog, scheme, "models-recommended")
    choose(page.list, "Qwen3 8B + 0.6B")
    bench.settle()
    bench.dialog.resize(760, 500)
    bench.settle()
    save(bench.dialog, scheme, "models-recommended-small")
    bench.dialog.resize(1000, 680)
    bench.dialog.show_page("library")
    choose(bench.dialog.library.list, "broken.gguf")
    save(bench.dialog, scheme, "models-library")
    build_a_pair(bench, scheme)
    search_the_hub(bench, scheme)
    hub.fail(stall_after=100)
    bench.find("hub_get").click()
    bench.dialog.show_page("downloads")
    save(bench.dialog, scheme, "models-downloads-empty")
    wait_for(lambda: bench.dialog.downloads.list.rows)
    wait_for(hub.stalled.is_set)
    bench.settle()
    save(bench.dialog, scheme, "models-downloads")
    bench.dialog.reject()
    save(bench.window, scheme, "window-downloading")


def build_a_pair(bench, scheme):
    bench.dialog.show_page("builder")
    save(bench.dialog, scheme, "models-builder-empty")
    choose(bench.dialog.builder.list, "big.gguf")
    wait_for(lambda: all("checking" not in row.badge for row in bench.dialog.builder.drafters.rows))
    choose(bench.dialog.builder.drafters, "padded.gguf")
    wait_for(lambda: bench.dialog.builder._estimate is not None)
    save(bench.dialog, scheme, "models-builder")
    choose(bench.dialog.builder.drafters, "stranger.gguf")
    bench.dialog.resize(760, 500)
    bench.settle()
    save(bench.dialog, scheme, "models-builder-small")
    bench.dialog.resize(1000, 680)


def search_the_hub(bench, scheme):
    bench.dialog.show_page("hub")
    save(bench.dialog, scheme, "models-hub-empty")
    bench.dialog.hub.search.setText("qwen3")
    bench.find("hub_search_button").click()
    wait_for(lambda: bench.dialog.hub.list.rows)
    bench.find("hub_open").click()
    wait_for(lambda: bench.dialog.hub.files.rows)
    save(bench.dialog, scheme, "models-hub")
    bench.find("hub_propose").click()
    wait_for(lambda: not bench.desk.hub.is_proposing)
    save(bench.dialog, scheme, "models-hub-drafters")
    bench.find("hub_back").click()
    bench.dialog._on_access("Qwen/Qwen3-8B-GGUF")
    save(bench.find("access"), scheme, "models-access")
    bench.find("access").reject()
