"""The language of the window changes while it is open, and nothing stays behind."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QLocale, QObject
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QComboBox, QLabel, QMenu, QWidget

from app.catalog.gguf_header import Kind
from app.errors import DiskFullError, NotEnoughMemoryError, NotGgufError, NotStandaloneError, UnreachableError
from app.lab.finder import missing
from app.lab.kept_words import sentence_of
from app.lab.measurement import Measurement
from app.lab.plan import compare
from app.lab.store import RunStore
from app.phrases import Phrase
from app.settings import Settings, save_settings
from app.ui.bugs import Bug
from app.ui.lab.dialog import PAGES
from app.ui.language import ENGLISH, TRADITIONAL_CHINESE, put_words, system_language, told, use_language
from app.ui.notices import notice_of, sentence
from tests.conftest import ROOT
from tests.fakes import LIGHTHOUSE, FakeEngine, FakePull, Gate, fake_pair
from tests.ui.waiting import wait_for

TEXTS = (
    "text",
    "toolTip",
    "accessibleName",
    "accessibleDescription",
    "placeholderText",
    "windowTitle",
    "specialValueText",
)


@pytest.fixture
def speak(application, paths):
    """Return a function that has the window in a language."""
    paths.resources.mkdir()
    paths.translations.symlink_to(ROOT / "resources" / "translations")

    def speak_(language: str) -> None:
        use_language(language, paths.translations)
        QApplication.processEvents()

    yield speak_
    speak_(ENGLISH)


def texts_of(window: QWidget) -> list[tuple[str, str, str, str]]:
    """Return all that can be read on a window: whose text it is, of which kind, and the text."""
    found = []
    parts = [part for part in window.findChildren(QObject) if isinstance(part, QWidget | QAction)]
    for part in [window, *(part for part in parts if not part.objectName().startswith("qt_"))]:
        name = f"{type(part).__name__} {part.objectName()}"
        place = parts.index(part) if part in parts else -1
        for kind in TEXTS:
            text = part.property(kind)
            if isinstance(text, str) and text:
                found.append((name, str(place), kind, text))
        if isinstance(part, QComboBox):
            found += [(name, str(place), f"item {row}", part.itemText(row)) for row in range(part.count())]
    return found


def test_the_first_of_the_persons_languages_that_is_there_is_taken():
    assert system_language(["zh-Hant-TW", "zh-TW", "en"]) == TRADITIONAL_CHINESE
    assert system_language(["zh-HK"]) == TRADITIONAL_CHINESE
    assert system_language(["de-DE", "en-GB", "zh-TW"]) == ENGLISH
    assert system_language(["de-DE", "zh-TW"]) == TRADITIONAL_CHINESE
    assert system_language(["zh-Hans-CN", "zh-CN"]) == ENGLISH
    assert system_language([]) == ENGLISH


def test_a_text_is_asked_for_again_while_its_owner_lives(speak):
    asked = []
    label, menu = QLabel(), QMenu()
    action = menu.addAction("")

    def words() -> str:
        asked.append(len(asked))
        return f"text {len(asked)}"

    put_words(label.setText, words)
    put_words(action.setText, words)
    speak(TRADITIONAL_CHINESE)
    assert {label.text(), action.text()} == {"text 3", "text 4"}
    label.deleteLater()
    menu.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    speak(ENGLISH)
    assert len(asked) == 4


def test_qt_and_the_locale_speak_it_too(speak):
    speak(TRADITIONAL_CHINESE)
    assert QCoreApplication.translate("QPlatformTheme", "Cancel") == "取消"
    assert QLocale().name() == "zh_TW"
    speak(ENGLISH)
    assert QCoreApplication.translate("QPlatformTheme", "Cancel") == "Cancel"


def test_an_error_is_told_with_what_it_names(speak):
    error = UnreachableError(host=Phrase("The Hugging Face Hub"), detail=Phrase("no answer in time"))
    nested = NotEnoughMemoryError(
        name="X", needed="9 GB", free="2 GB", advice=Phrase("choose a smaller drafter, or chat without one")
    )
    assert str(error) == "The Hugging Face Hub does not answer (no answer in time): check the network and try again."
    assert sentence(error) == str(error)
    assert told("as it is") == "as it is"
    speak(TRADITIONAL_CHINESE)
    assert sentence(error) == "Hugging Face Hub 沒有回應（未及時回應）：請檢查網路後再試一次。"
    assert sentence(nested) == "X 需要 9 GB 的記憶體，而可用的有 2 GB：請選擇較小的草稿模型，或不使用草稿模型。"
    assert "MTP" in sentence(NotStandaloneError(path="a.gguf", kind=Kind.MTP_HEAD.value))
    kept = sentence_of(NotStandaloneError(path="a.gguf", kind=Kind.MTP_HEAD.value))
    assert told(kept) == sentence(NotStandaloneError(**kept.fields)) != kept
    assert "for another" not in sentence(NotStandaloneError(path="a.gguf", kind=Kind.MTP_HEAD.value))
    assert sentence(DiskFullError(folder="/tmp", needed=5, free=2)).startswith("/tmp 的磁碟空間不足")


def test_the_menu_chooses_and_remembers(bench, speak):
    bench.find("sidebar_menu").open_menu()
    entries = bench.find("more_menu").actions()
    menu = next(one.menu() for one in entries if one.text() == "Language")
    assert [action.text() for action in menu.actions()] == ["As the system", "English", "繁體中文"]
    assert [action.isChecked() for action in menu.actions()] == [True, False, False]
    menu.actions()[2].trigger()
    bench.settle()
    assert bench.find("send_button").text() == "傳送"
    assert bench.window._parts.preferences.settings.language == TRADITIONAL_CHINESE
    menu.actions()[1].trigger()
    bench.settle()
    assert bench.find("send_button").text() == "Send"
    bench.find("more_menu").close()


def fill(bench) -> None:
    """Bring up what the window shows for long."""
    bench.ask()
    bench.ask("And in a storm?")
    bench.find("sampling_button").click()
    bench.find("more_options").click()
    bench.find("repeat_penalty").setValue(1.1)
    bench.window.chat.writing.edit_message(bench.conversation.messages[0].id)
    bench.settle()


def test_every_text_follows(open_bench, speak, tmp_path):
    """A window that changed its language shows what one shows that was opened in it."""
    pull = FakePull(fake_pair(tmp_path), found=True)
    changed = open_bench(FakeEngine(LIGHTHOUSE, LIGHTHOUSE), pull)
    changed.wait_loaded()
    fill(changed)
    before = texts_of(changed.window)
    speak(TRADITIONAL_CHINESE)
    followed, transcript = texts_of(changed.window), changed.transcript.document().toPlainText()
    assert "accepted" not in transcript
    assert "接受" in transcript
    speak(ENGLISH)
    assert texts_of(changed.window) == before
    changed.close()
    changed.paths.chats.unlink()
    save_settings(changed.paths.settings, Settings(language=TRADITIONAL_CHINESE))
    opened = open_bench(FakeEngine(LIGHTHOUSE, LIGHTHOUSE), pull)
    opened.wait_loaded()
    fill(opened)
    assert texts_of(opened.window) == followed


def open_lab(bench) -> QWidget:
    """Open the lab on all its pages, one after another."""
    bench.wait_loaded()
    bench.window.lab.show_lab()
    dialog = bench.window.lab.dialog
    for page in PAGES:
        dialog.show_page(page)
    wait_for(lambda: dialog.runs.results.plot is not None, "the plotting library")
    wait_for(lambda: dialog.runs.run is not None, "the history")
    bench.settle()
    return dialog


def test_every_text_of_the_lab_follows_and_what_was_typed_stays(open_bench, speak, tmp_path):
    pull = FakePull(fake_pair(tmp_path), found=True)
    changed = open_bench(FakeEngine(LIGHTHOUSE), pull)
    store = RunStore(changed.paths.lab)
    pair = fake_pair(tmp_path)
    run = store.create(compare([pair], ["a"], lengths=[4], temperatures=[0.0], repeats=1), {"processors": "8"})
    for cell in missing(run.plan, ()):
        run = store.keep(run, Measurement(cell, error=sentence_of(NotGgufError(path="a.gguf"))))
    speak(ENGLISH)  # with its dates
    dialog = open_lab(changed)
    before = texts_of(dialog)
    speak(TRADITIONAL_CHINESE)
    followed = texts_of(dialog)
    assert dialog.runs.results.table.text()[0][1] == "失敗：a.gguf 不是 GGUF 檔案：請選擇 GGUF 格式的模型。"
    changed.find("lab_lengths").setText("3")
    changed.find("compare_own_prompts").setPlainText("What is a lens?")
    speak(ENGLISH)
    assert changed.find("lab_lengths").text() == "3"
    assert changed.find("compare_own_prompts").toPlainText() == "What is a lens?"
    assert changed.find("compare_count").text().startswith("20 replies = (1 draft length and plain)")
    changed.find("lab_lengths").setText("1, 2, 4, 8, auto")
    changed.find("compare_own_prompts").clear()
    assert texts_of(dialog) == before
    changed.close()
    save_settings(changed.paths.settings, Settings(language=TRADITIONAL_CHINESE))
    assert texts_of(open_lab(open_bench(FakeEngine(LIGHTHOUSE), pull))) == followed


def test_what_went_wrong_is_told_again(bench, speak):
    bench.window.tell(notice_of(UnreachableError(host="Somebody", detail=Phrase("no answer in time"))))
    speak(TRADITIONAL_CHINESE)
    assert bench.find("banner_text").text() == "Somebody 沒有回應（未及時回應）：請檢查網路後再試一次。"
    bench.window.tell(notice_of(Bug("KeyError", "details")))
    assert bench.find("banner_action").text() == "複製詳細資料"
    speak(ENGLISH)
    assert "made a mistake (KeyError)" in bench.find("banner_text").text()
    assert bench.find("banner_action").text() == "Copy details"


def test_a_reply_goes_on_while_the_language_changes(open_bench, speak, tmp_path):
    gate = Gate()
    engine = FakeEngine([*LIGHTHOUSE[:9], gate, *LIGHTHOUSE[9:]])
    bench = open_bench(engine, FakePull(fake_pair(tmp_path), found=True))
    bench.wait_loaded()
    bench.send("How does a lighthouse work?")
    wait_for(gate.reached.is_set)
    bench.wait_text("sea")
    bench.type("what I write meanwhile")
    speak(TRADITIONAL_CHINESE)
    assert bench.find("stop_button").text() == "停止"
    assert bench.conversation.is_replying
    gate.open()
    bench.wait_replied()
    assert bench.composer.text() == "what I write meanwhile"
    shown = bench.transcript.document().toPlainText()
    assert "".join(decoded.text for decoded in bench.conversation.messages[-1].rounds) in shown
    assert "您" in shown
    assert "接受" in bench.find("statistics").text()
