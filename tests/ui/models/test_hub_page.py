from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtGui import QDesktopServices
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit

from app.catalog.download_jobs import JobState
from app.ui.models.rows import Tone
from tests.ui.models.desk_bench import choose, row_of
from tests.ui.models.hub_shelves import SMALL, TARGET, publish_family
from tests.ui.waiting import wait_for


def told(bench) -> str:
    return bench.find("hub_told").text()


def search(bench, words: str = "tiny3"):
    page = bench.open_models("hub")
    page.search.setText(words)
    QTest.keyClick(page.search, Qt.Key.Key_Return)
    wait_for(lambda: not bench.desk.hub.is_searching)
    return page


def open_repository(bench, title: str = "Tiny3-8B-GGUF"):
    page = search(bench)
    choose(page.list, title)
    QTest.keyClick(page.list, Qt.Key.Key_Return)
    wait_for(lambda: page.files.rows)
    return page


def test_nothing_is_sent_before_a_button_is_pressed(hub, open_desk, family, tmp_path):
    publish_family(hub, tmp_path / "hub")
    bench = open_desk(endpoint=hub.endpoint)
    page = bench.open_models("hub")
    for name in ("recommended", "library", "builder", "downloads", "hub"):
        bench.dialog.show_page(name)
        bench.settle()
    page.search.setText("tiny3")
    bench.settle()
    assert hub.requests == []
    bench.find("hub_search_button").click()
    wait_for(lambda: page.list.rows)
    choose(page.list, "Tiny3-1B-GGUF")
    bench.settle()
    assert {request.path.split("?")[0] for request in hub.requests} == {"/api/models"}


def test_repositories_are_found_and_their_files_labelled(hub, open_desk, tmp_path):
    publish_family(hub, tmp_path / "hub")
    bench = open_desk(endpoint=hub.endpoint)
    page = open_repository(bench)
    assert bench.titles(page.list) == ["Tiny3-8B-GGUF", "Tiny3-1B-GGUF", "Tiny3-Nano-GGUF"]
    assert row_of(page.list, "Tiny3-8B-GGUF").subtitle == "owner · 262.1k downloads · 262.1k weights · mit"
    assert bench.titles(page.files) == ["Tiny3-8B-BF16", "Tiny3-8B-Q4_K_M", "mmproj-Tiny3-8B-F16"]
    assert "2 files, fetched as one" in row_of(page.files, "Tiny3-8B-BF16").subtitle
    assert row_of(page.files, "Tiny3-8B-Q4_K_M").badge == "Q4_K_M"
    projector = row_of(page.files, "mmproj-Tiny3-8B-F16")
    assert projector.badge == "projector"
    page.files.choose(projector.key)
    assert not bench.find("hub_propose").isEnabled()
    assert "Licence: mit" in page.details.text()


def test_drafters_are_proposed_by_their_headers_and_fetched_with_the_target(hub, open_desk, tmp_path):
    publish_family(hub, tmp_path / "hub")
    bench = open_desk(endpoint=hub.endpoint)
    page = open_repository(bench)
    choose(page.files, "Tiny3-8B-Q4_K_M")
    bench.find("hub_propose").click()
    wait_for(lambda: page.files.rows and not bench.desk.hub.is_proposing)
    assert [(row.title, row.tone) for row in page.files.rows] == [("Tiny3-1B-Q4_0", Tone.GOOD), ("Nano-Q4_0", Tone.BAD)]
    assert not list(bench.paths.models.rglob("*.gguf"))
    choose(page.files, "Nano-Q4_0")
    assert "mean the same to the drafter" in page.details.text()
    assert not bench.find("hub_get").isEnabled()
    choose(page.files, "Tiny3-1B-Q4_0")
    assert bench.find("hub_get").text() == "Get both"
    bench.find("hub_get").click()
    wait_for(lambda: [job.state for job in bench.desk.downloads.jobs.values()] == [JobState.DONE])
    bench.wait_scanned()
    bench.dialog.show_page("downloads")
    bench.find("job_open").click()
    wait_for(lambda: bench.pairs.state.loaded.files.name == "Tiny3-8B-Q4_K_M + Tiny3-1B-Q4_0")
    files = bench.pairs.state.loaded.files
    assert files.target == bench.paths.models.joinpath(*TARGET.split("/"), "Tiny3-8B-Q4_K_M.gguf")
    assert files.drafter == bench.paths.models.joinpath(*SMALL.split("/"), "Tiny3-1B-Q4_0.gguf")


def test_a_download_that_cannot_begin_is_told_where_it_was_asked_for(hub, open_desk, tmp_path):
    publish_family(hub, tmp_path / "hub")
    bench = open_desk(endpoint=hub.endpoint)
    page = open_repository(bench)
    choose(page.files, "Tiny3-8B-Q4_K_M")
    model = page._file
    bench.desk.downloads.add(model.name, [replace(model.files[0], sha256=None)])
    wait_for(lambda: "no checksum is published" in told(bench))
    assert bench.desk.downloads.jobs == {}


def test_back_from_the_drafters_to_all_files(hub, open_desk, tmp_path):
    publish_family(hub, tmp_path / "hub")
    bench = open_desk(endpoint=hub.endpoint)
    page = open_repository(bench)
    choose(page.files, "Tiny3-8B-Q4_K_M")
    bench.find("hub_propose").click()
    bench.find("hub_back").click()
    assert len(page.files.rows) == 3
    wait_for(lambda: not bench.desk.hub.is_proposing)
    assert len(page.files.rows) == 3
    assert told(bench) == ""


def test_an_unreachable_hub_is_told_and_the_rest_works(hub, open_desk, family):
    hub.fail(plain_page=True)
    bench = open_desk(endpoint=hub.endpoint)
    page = search(bench)
    assert "does not hand out a list (something else answers in its place)" in page.list.empty_text
    assert told(bench) == ""
    bench.dialog.show_page("library")
    assert len(bench.dialog.library.list.rows) == 4


def test_a_failed_search_takes_the_place_of_results_and_can_be_tried_again(hub, open_desk, tmp_path):
    publish_family(hub, tmp_path / "hub")
    bench = open_desk(endpoint=hub.endpoint)
    page = search(bench)
    assert page.list.rows
    hub.fail(status=503)
    page.search.setText("tiny")
    QTest.keyClick(page.search, Qt.Key.Key_Return)
    wait_for(lambda: "error 503" in page.list.empty_text)
    assert page.list.rows == ()
    again = bench.find("hub_again")
    assert again.isVisible()
    words = page.list.fontMetrics().height() * 2
    assert again.geometry().top() > page.list.viewport().rect().center().y()
    assert again.geometry().top() < page.list.viewport().rect().center().y() + 3 * words
    hub.fail()
    again.click()
    wait_for(lambda: page.list.rows)
    assert not again.isVisible()


def test_a_search_can_be_cancelled(hub, open_desk):
    hub.fail(hang_download=True)
    bench = open_desk(endpoint=hub.endpoint)
    page = bench.open_models("hub")
    invitation = page.list.empty_text
    bench.find("hub_search_button").click()
    wait_for(hub.stalled.is_set)
    bench.find("hub_cancel").click()
    wait_for(lambda: not bench.desk.hub.is_searching)
    assert told(bench) == ""
    assert not page.strip.isVisible()
    assert page.list.empty_text == invitation


def test_a_gated_repository_explains_itself_and_a_token_helps(hub, open_desk, tmp_path, monkeypatch):
    publish_family(hub, tmp_path / "hub")
    hub.fail(gated=True)
    hub.cards[TARGET]["gated"] = "manual"
    opened = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: opened.append(url.toString()))
    bench = open_desk(endpoint=hub.endpoint)
    hub.fail()
    page = search(bench)
    assert row_of(page.list, "Tiny3-8B-GGUF").badge == "gated"
    hub.fail(gated=True)
    bench.find("hub_open").click()
    wait_for(lambda: "for those who accepted its owner's conditions" in told(bench))
    bench.find("hub_access").click()
    assert opened == []
    bench.find("access_page").click()
    assert opened == [f"{hub.endpoint}/{TARGET}"]
    field = bench.find("access_token")
    assert field.echoMode() is QLineEdit.EchoMode.Password
    field.setText("not a token")
    bench.find("access_keep").click()
    wait_for(lambda: "does not take this access token" in bench.find("access_told").text())
    field.setText(hub.token)
    bench.find("access_keep").click()
    wait_for(lambda: "for this session only" in bench.find("access_told").text())
    assert field.text() == ""
    bench.find("access_close").click()
    bench.find("hub_open").click()
    wait_for(lambda: page.files.rows)
    assert hub.token not in bench.paths.settings.read_text() if bench.paths.settings.exists() else True


def test_the_keyring_keeps_the_token_where_there_is_one(hub, open_desk, no_keyring):
    kept = {}

    class Keyring:
        def get_password(self, service, account):
            return kept.get((service, account))

        def set_password(self, service, account, text):
            kept[service, account] = text

        def delete_password(self, service, account):
            del kept[service, account]

    no_keyring.append(Keyring())
    bench = open_desk(endpoint=hub.endpoint)
    bench.open_models("hub")
    bench.dialog._on_access("owner/name")
    bench.find("access_token").setText("hf_abc")
    bench.find("access_keep").click()
    wait_for(lambda: bench.find("access_told").text() == "The token is in your system’s keyring.")
    assert list(kept.values()) == ["hf_abc"]
    bench.find("access_forget").click()
    wait_for(lambda: bench.find("access_told").text() == "The token is forgotten.")
    assert kept == {}
    assert hub.requests == []
    bench.find("access_close").click()
