from __future__ import annotations

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog

from app.chats.attachments import LONG_PASTE
from tests.fakes import FakeEngine, Gate, plain_round
from tests.ui.test_composer import compose
from tests.ui.waiting import wait_for


@pytest.fixture
def files(tmp_path):
    code = tmp_path / "keeper.py"
    code.write_text("print('light')\n")
    noise = tmp_path / "noise.bin"
    noise.write_bytes(bytes(range(256)) * 4)
    return code, noise


def names(bench):
    return [one.name for one in bench.composer.attachments]


def urls(*paths) -> QMimeData:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    return data


def drop(bench, data: QMimeData) -> QDropEvent:
    place, action = QPointF(100, 100), Qt.DropAction.CopyAction
    event = QDropEvent(place, action, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)
    event.ignore()
    bench.window.chat.dropEvent(event)
    return event


def test_a_file_goes_with_the_message_and_stays_with_it(bench, files, open_bench):
    drop(bench, urls(files[0]))
    bench.ask("What does it print?")
    assert names(bench) == []
    (prompt,) = bench.engine.requests[0][0]
    assert prompt.content.startswith('File "keeper.py" (15 bytes):')
    assert prompt.content.endswith("What does it print?")
    assert "keeper.py · 15 bytes" in bench.transcript.document().toPlainText().replace("\u00a0", " ")
    assert bench.transcript.toPlainText().startswith("You\nWhat does it print?\n\nDraftlight")
    bench.close()
    again = open_bench()
    assert "keeper.py" in again.transcript.document().toPlainText()


def test_a_file_alone_can_be_sent(bench, files):
    bench.window.chat.writing.attach([files[0]])
    bench.press(Qt.Key.Key_Return)
    bench.wait_replied()
    assert bench.titles == ["keeper.py"]


def test_what_cannot_be_attached_is_told_with_its_numbers(bench, files):
    drop(bench, urls(*files))
    assert names(bench) == ["keeper.py"]
    assert "noise.bin" in bench.banner.notice.text
    assert "1024" in bench.banner.notice.text


def test_models_are_left_to_the_window(bench, tmp_path):
    from app.ui.chat_view import attachable

    assert attachable(urls(tmp_path / "model.gguf", tmp_path / "notes.txt")) == []


def test_files_are_pasted_and_picked(bench, files):
    QApplication.clipboard().setMimeData(urls(files[0]))
    bench.composer.edit.paste()
    assert names(bench) == ["keeper.py"]
    bench.find("attach_button").click()
    dialog = bench.find("attach_dialog")
    assert isinstance(dialog, QFileDialog)
    dialog.filesSelected.emit([str(files[0])])
    dialog.reject()
    assert names(bench) == ["keeper.py", "keeper.py"]


def test_a_long_paste_becomes_a_file_and_can_be_taken_away(bench):
    text = "line of a log\n" * (LONG_PASTE // 10)
    for _ in range(2):
        QApplication.clipboard().setText(text)
        bench.composer.edit.paste()
    assert bench.composer.text() == ""
    assert names(bench) == ["pasted-1.txt", "pasted-2.txt"]
    assert bench.composer.attachments[0].text == text
    bench.find("remove_attachment").click()
    assert names(bench) == ["pasted-2.txt"]
    bench.settle()


def test_a_paste_of_a_million_characters_is_refused_or_attached_whole(bench):
    QApplication.clipboard().setText("x" * 1_000_000)
    bench.composer.edit.paste()
    assert [one.size for one in bench.composer.attachments] == [1_000_000]
    QApplication.clipboard().setText("x" * 1_000_001)
    bench.composer.edit.paste()
    assert len(bench.composer.attachments) == 1
    assert "1000001" in bench.banner.notice.text


def test_unsent_files_are_kept_for_each_chat(bench, files, open_bench):
    bench.window.chat.writing.attach([files[0]])
    bench.close()
    assert names(open_bench()) == ["keeper.py"]


def test_rich_text_is_pasted_as_plain_text(bench):
    data = QMimeData()
    data.setHtml("<b>bold</b>")
    data.setText("bold")
    QApplication.clipboard().setMimeData(data)
    bench.composer.edit.paste()
    assert bench.composer.text() == "bold"


def test_up_brings_back_what_was_said_and_moves_inside_it_first(open_bench):
    bench = open_bench(FakeEngine([plain_round(0, "one")]))
    bench.wait_loaded()
    bench.ask("first\nof two lines")
    bench.ask("second")
    for key, text in (
        (Qt.Key.Key_Up, "second"),
        (Qt.Key.Key_Up, "first\nof two lines"),
        (Qt.Key.Key_Up, "first\nof two lines"),  # into its first line
        (Qt.Key.Key_Up, "first\nof two lines"),  # there is nothing older
        (Qt.Key.Key_Down, "first\nof two lines"),  # into its last line
        (Qt.Key.Key_Down, "second"),
        (Qt.Key.Key_Down, ""),
    ):
        bench.press(key)
        assert bench.composer.text() == text
    bench.type("mine")
    bench.press(Qt.Key.Key_Up)
    assert bench.composer.text() == "mine"


def test_up_is_the_input_methods_while_it_composes(bench):
    bench.ask("first")
    compose(bench.composer, "ni")
    bench.press(Qt.Key.Key_Up)
    assert bench.composer.text() == ""
    compose(bench.composer, "", commit="你")
    assert bench.composer.text() == "你"


def test_esc_stops_the_reply_before_it_gives_up_editing(open_bench):
    gate = Gate()
    bench = open_bench(FakeEngine([plain_round(0, "one")], [plain_round(0, "two"), gate]))
    bench.wait_loaded()
    bench.ask("first")
    bench.send("second")
    wait_for(gate.reached.is_set)
    bench.window.chat.edit_last()
    QTest.keyClick(bench.composer.edit, Qt.Key.Key_Escape)
    bench.wait_replied()
    assert bench.find("target_text").isVisible()
    QTest.keyClick(bench.composer.edit, Qt.Key.Key_Escape)
    assert not bench.find("target_text").isVisible()
