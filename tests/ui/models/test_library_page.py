from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMessageBox

from app.catalog import removal
from app.catalog.library_places import Origin, Place
from app.errors import CancelledError, TrashError
from tests.catalog.gguf_files import GgufFile
from tests.catalog.test_library import DIGEST, ollama_manifest, write, write_ollama
from tests.fakes import Gate
from tests.tiny_heads import tiny_eagle3, tiny_mimo, tiny_target
from tests.tiny_models import write_tiny_llama
from tests.ui.models.desk_bench import choose
from tests.ui.waiting import wait_for


@pytest.fixture
def trash(monkeypatch, tmp_path):
    """Stands in for the trash of the system."""
    thrown = []

    def throw(path):
        path.rename(tmp_path / f"thrown-{path.name}")
        thrown.append(path.name)

    monkeypatch.setattr(removal, "_trash", throw)
    return thrown


def told(bench) -> str:
    return bench.find("library_told").text()


def test_models_of_all_places_are_listed_with_what_is_wrong(open_desk, family, tmp_path):
    (family / "broken.gguf").write_bytes(b"GGUFxxxx")
    studio = tmp_path / "studio"
    studio.mkdir()
    (studio / "other.gguf").write_bytes(GgufFile().data() + b"x")
    bench = open_desk(places=(Place(studio, Origin.LM_STUDIO),))
    page = bench.open_models("library")
    assert bench.titles(page.list) == [
        "big.gguf",
        "broken.gguf",
        "other.gguf",
        "padded.gguf",
        "small.gguf",
        "stranger.gguf",
    ]
    choose(page.list, "broken.gguf")
    assert "is cut short (8 bytes, 24 needed): download it again" in page.details.text()
    assert not bench.find("model_pair").isEnabled()
    choose(page.list, "other.gguf")
    assert "Found in: LM Studio" in page.details.text()
    assert str(studio / "other.gguf") in page.details.text()
    page.search.setText("PADD")
    assert bench.titles(page.list) == ["padded.gguf"]


def test_heads_are_told_in_words(open_desk, family):
    tiny_mimo().write(family / "mimo.gguf")
    tiny_eagle3(tiny_target()).write(family / "eagle3.gguf")
    bench = open_desk()
    page = bench.open_models("library")
    choose(page.list, "mimo.gguf")
    assert "It has MTP heads inside and drafts for itself" in page.details.text()
    choose(page.list, "eagle3.gguf")
    assert "an EAGLE-3 head for another model" in page.details.text()
    choose(page.list, "big.gguf")
    assert "heads inside" not in page.details.text()


def test_a_folder_is_added_and_removed(open_desk, tmp_path):
    folder = tmp_path / "more"
    folder.mkdir()
    write_tiny_llama(folder / "tiny.gguf")
    bench = open_desk()
    page = bench.open_models("library")
    assert "There are no models yet" in page.list.empty_text
    page._on_folder_chosen(str(folder))
    wait_for(lambda: bench.titles(page.list) == ["tiny.gguf"])
    assert "Since the last look: 1 new." in told(bench)
    menu = bench.find("library_folders").menu()
    menu.actions()[-1].trigger()
    wait_for(lambda: not page.list.rows)
    page._on_folder_chosen(str(tmp_path / "nowhere"))
    wait_for(lambda: "There is no readable folder" in told(bench))


def test_what_vanished_is_noticed(open_desk, family):
    bench = open_desk()
    page = bench.open_models("library")
    (family / "small.gguf").unlink()
    bench.find("library_rescan").click()
    wait_for(lambda: "1 gone" in told(bench))
    assert "small.gguf" not in bench.titles(page.list)


def test_deleting_asks_first_and_says_what_it_frees(open_desk, family, trash):
    bench = open_desk()
    page = bench.open_models("library")
    choose(page.list, "big.gguf")
    page.list.setFocus()
    QTest.keyClick(page.list, Qt.Key.Key_Delete)
    question = bench.find("confirm_delete_model")
    assert "263 kB are free once that is emptied" in question.informativeText()
    assert trash == []
    press(question, "Delete")
    wait_for(lambda: "big.gguf is in the trash: 263 kB." in told(bench))
    wait_for(lambda: "big.gguf" not in bench.titles(page.list))
    assert trash == ["big.gguf"]


def test_without_a_trash_the_person_may_delete_for_good(open_desk, family, monkeypatch):
    def no_trash(path):
        raise TrashError(path=path, detail="it has none")

    monkeypatch.setattr(removal, "_trash", no_trash)
    bench = open_desk()
    page = bench.open_models("library")
    choose(page.list, "big.gguf")
    bench.find("model_delete").click()
    press(bench.find("confirm_delete_model"), "Delete")
    wait_for(lambda: question_for_good(bench))
    press(question_for_good(bench), "Delete")
    wait_for(lambda: "big.gguf is deleted; 263 kB are free now." in told(bench))
    assert not (family / "big.gguf").exists()


def test_what_another_program_keeps_is_not_deleted_from_here(open_desk, tmp_path):
    write_ollama(tmp_path / "ollama", ollama_manifest(f"sha256:{DIGEST}"))
    write(tmp_path / "ollama" / "blobs" / f"sha256-{DIGEST}")
    bench = open_desk(places=(Place(tmp_path / "ollama", Origin.OLLAMA),))
    page = bench.open_models("library")
    choose(page.list, "qwen3:8b")
    bench.find("model_delete").click()
    assert "remove it there with: ollama rm qwen3:8b" in told(bench)


def question_for_good(bench):
    return next((one for one in bench.dialog.findChildren(QMessageBox) if "for good" in one.informativeText()), None)


def test_a_scan_can_be_cancelled(open_desk, family, monkeypatch):
    bench = open_desk()
    gate = Gate()

    def scan(stop, _progress):
        gate.wait(stop)
        raise CancelledError

    monkeypatch.setattr(bench.desk.library.library, "scan", scan)
    bench.open_models("library", scanned=False)
    wait_for(gate.reached.is_set)
    assert bench.find("library_status").text() == "Looking for models…"
    bench.find("library_cancel").click()
    wait_for(lambda: not bench.desk.library.is_scanning)
    assert told(bench) == ""


@pytest.mark.native
def test_a_drafter_is_made_from_a_model_and_can_be_deleted(open_desk, paths, trash):
    paths.models.mkdir(parents=True)
    write_tiny_llama(paths.models / "tiny.gguf")
    bench = open_desk()
    page = bench.open_models("library")
    bench.find("model_make").click()
    assert not bench.find("model_make").isEnabled()
    wait_for(lambda: len(page.list.rows) == 2, patience_ms=30_000)
    assert told(bench) == "The drafter of tiny.gguf is made." or "1 new" in told(bench)
    draft = next(row for row in page.list.rows if row.badge == "self-draft")
    page.list.choose(draft.key)
    assert "A coarser copy that Draftlight made" in page.details.text()
    bench.find("model_delete").click()
    press(bench.find("confirm_delete_model"), "Delete")
    wait_for(lambda: len(page.list.rows) == 1)


def press(question, text: str) -> None:
    next(button for button in question.buttons() if button.text() == text).click()
