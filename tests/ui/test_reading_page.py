from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QDesktopServices
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMessageBox

from app.chats.records import Role
from app.ui.bugs import Bug
from app.ui.reading.blocks import BlockKind
from app.ui.reading.formats import kind_of
from app.ui.reading.highlighting import spans_of
from app.ui.shown_message import ShownMessage, View
from app.ui.theme import DARK, LIGHT, TEXT_CONTRAST, contrast
from tests.fakes import drafted_round
from tests.ui.test_views import check, text_of
from tests.ui.waiting import wait_for

CODE = 'def f(x):\n    """Say\n    it."""\n\n    return "🦊" + x  # 你好'


@pytest.fixture
def opened(monkeypatch) -> list[str]:
    """The addresses that a browser was asked to open."""
    found: list[str] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: found.append(bytes(url.toEncoded().data()).decode()))
    return found


def show(transcript, source: str) -> None:
    transcript.set_view(View.READING)
    transcript.show_messages([ShownMessage(Role.ASSISTANT, source, line="41 tokens/s", id=1)])
    transcript.verticalScrollBar().setValue(0)
    transcript.setFocus()


def blocks_of(transcript, kind: BlockKind):
    block, found = transcript.document().begin(), []
    while block.isValid():
        if kind_of(block.blockFormat()) is kind:
            found.append(block)
        block = block.next()
    return found


def press(transcript, text: str) -> None:
    cursor = transcript.document().find(text)
    assert not cursor.isNull()
    cursor.setPosition(cursor.selectionStart() + 1)
    place = transcript.cursorRect(cursor).center()
    QTest.mouseClick(transcript.viewport(), Qt.MouseButton.LeftButton, pos=place)


def test_the_code_of_a_block_is_copied_exactly(transcript):
    show(transcript, f"Look:\n\n```python\n{CODE}\n```\n\n- also\n\n  ```\n  two\n  ```\n")
    press(transcript, "Copy")
    assert QApplication.clipboard().text() == CODE
    cursor = transcript.textCursor()
    cursor.setPosition(0)
    transcript.setTextCursor(cursor)
    for _ in range(2):
        QTest.keyClick(transcript, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.ShiftModifier)
    QTest.keyClick(transcript, Qt.Key.Key_Return)
    assert QApplication.clipboard().text() == "two"


def test_what_is_selected_over_a_page_is_copied_as_it_is_shown(transcript):
    show(
        transcript,
        f"**A** [lamp](https://example.org):\n\n1. one\n2. two\n\n```python\n{CODE}\n```\n\n|a|b|\n|-|-|\n|c|d|",
    )
    transcript.selectAll()
    transcript.copy()
    text = QApplication.clipboard().text()
    assert "A lamp:\n1. one\n2. two\n" in text
    assert CODE in text
    assert "a\tb\nc\td" in text
    assert "Copy" not in text


def test_a_link_opens_only_after_a_question_that_shows_where_it_goes(transcript, opened):
    show(transcript, "See [the sea](https://example.org/tides?x=1) or [that](https://еxample.org/).")
    press(transcript, "sea")
    question = transcript.findChild(QMessageBox, "link_question")
    assert "https://example.org/tides?x=1" in question.informativeText()
    assert "example.org" in question.text()
    assert question.defaultButton() is question.button(QMessageBox.StandardButton.Cancel)
    question.reject()
    QApplication.processEvents()
    assert opened == []
    press(transcript, "that")
    question = transcript.findChildren(QMessageBox, "link_question")[-1]
    assert "xn--" in question.text()
    question._open.click()
    assert opened == ["https://xn--xample-2of.org/"]


@pytest.mark.parametrize("href", ["file:///etc/passwd", "/etc/passwd", "javascript:alert(1)", "ftp://example.org/x"])
def test_nothing_on_this_machine_opens(transcript, opened, href):
    show(transcript, f"See [the sea]({href}) or ![that]({href}).")
    press(transcript, "sea")
    assert transcript.findChild(QMessageBox, "link_question") is None
    assert href in text_of(transcript, 0)
    assert opened == []


def test_images_are_links_and_never_fetched(transcript):
    show(transcript, "A ![lamp](http://127.0.0.1:9/lamp.png) and <img src='http://127.0.0.1:9/x.png'>.")
    assert transcript.document().toHtml().count("<img") == 0
    assert "\ufffc" not in transcript.document().toRawText()
    assert "A lamp and <img src=" in text_of(transcript, 0)


def test_a_thought_is_folded_until_it_is_wanted(transcript):
    show(transcript, "<think>\nHm, *lamps*.\n</think>\n\nA lamp.")
    assert text_of(transcript, 0).strip() == "A lamp."
    press(transcript, "What the model")
    assert "Hm, lamps." in text_of(transcript, 0)
    press(transcript, "What the model")
    assert "Hm" not in text_of(transcript, 0)
    check(transcript)
    QTest.keyClick(transcript, Qt.Key.Key_V, Qt.KeyboardModifier.AltModifier)
    assert text_of(transcript, 0) == "<think>\nHm, *lamps*.\n</think>\n\nA lamp."


def colours_of(transcript) -> dict[str, str]:
    found = {}
    for block in blocks_of(transcript, BlockKind.CODE):
        encoded = block.text().encode("utf-16-le")
        for one in block.layout().formats():
            word = encoded[2 * one.start : 2 * (one.start + one.length)].decode("utf-16-le")
            found[word] = one.format.foreground().color().name().upper()
    return found


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_code_in_view_is_coloured(transcript, theme):
    transcript.set_theme(theme)
    show(transcript, f"```python\n{CODE}\n```")
    wait_for(lambda: "def" in colours_of(transcript))
    colours = colours_of(transcript)
    assert colours["def"] == colours["return"] == theme.code["keyword"].upper()
    assert colours['"🦊"'.strip('"')] == theme.code["string"].upper()
    assert colours["# 你好"] == theme.code["comment"].upper()
    assert all(contrast(colour, theme.sunken) >= TEXT_CONTRAST for colour in theme.code.values())


def test_code_that_streams_is_coloured_to_its_end(transcript):
    transcript.set_view(View.READING)
    transcript.begin_reply()
    transcript.add_round(drafted_round(0, ["```python\n", "def f", "():\n"], None, [], "    ret"))
    transcript.flush()
    wait_for(lambda: "def" in colours_of(transcript))
    transcript.add_round(drafted_round(1, ["urn", " 12"], None, [], "\n```"))
    transcript.end_reply("")
    wait_for(lambda: "12" in colours_of(transcript))
    assert colours_of(transcript)["return"] == transcript._theme.code["keyword"].upper()


def test_words_of_programs():
    assert spans_of(["x = 1"], "no such language") == [[]]
    assert spans_of(["x" * 3000], "python") == [[]]
    (line,) = spans_of(["🦊12 = '🦊' # x"], "python")
    assert (line[-1][0], line[-1][2]) == (len("🦊12 = '🦊' ".encode("utf-16-le")) // 2, "comment")


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_code_lies_on_a_ground(transcript, theme):
    transcript.set_theme(theme)
    show(transcript, "text\n\n```\ncode\n\n\n```\n\ntext")
    image = transcript.viewport().grab().toImage()
    block = blocks_of(transcript, BlockKind.CODE)[1]
    y = round(block.layout().position().y() + 10) - transcript.verticalScrollBar().value()
    assert image.pixel(image.width() // 2, y) == QColor(theme.sunken).rgb()
    assert image.pixel(image.width() // 2, image.height() - 3) == QColor(theme.page).rgb()


TEXTS = {
    "hebrew": ["שלו", "ם עו", "לם, ", "**מנ", "ורה**"],
    "arabic": ["مر", "حبا ب", "الع", "الم"],
    "chinese": ["你", "好，", "世", "界。", "**灯", "塔**"],
    "emoji": ["👩", "\u200d", "👩", "🏽", " 🏳\ufe0f", "\u200d🌈"],
    "marks": ["e", "\u0301", " a", "\u0308\u0323", " क", "\u094d", "ष"],
}


@pytest.mark.parametrize("view", list(View))
@pytest.mark.parametrize("script", TEXTS)
def test_every_script_survives_being_split_over_tokens(transcript, view, script):
    parts = TEXTS[script] * 40
    text = "".join(parts)
    transcript.set_view(view)
    transcript.begin_reply()
    for number in range(0, len(parts), 2):
        transcript.add_round(
            drafted_round(number, parts[number : number + 1], None, [], "".join(parts[number + 1 : number + 2]))
        )
        transcript.flush()
    transcript.end_reply("")
    check(transcript)
    assert text_of(transcript, 0) == (text if view is View.TOKENS else text.replace("**", "").rstrip())
    block = transcript.document().findBlock(transcript._page.places[0].content)
    right = transcript.viewport().width()
    layout = block.layout()
    assert layout.lineCount() > 1
    for number in range(layout.lineCount()):
        line = layout.lineAt(number)
        assert line.naturalTextWidth() <= line.width() <= right
    if script in ("hebrew", "arabic"):
        assert block.textDirection() is Qt.LayoutDirection.RightToLeft
    transcript.viewport().grab()


def test_a_lexer_that_fails_is_told_once_and_the_code_stays(transcript, monkeypatch):
    def broken(_lines, language):
        if language:
            raise ZeroDivisionError
        return [[]]

    monkeypatch.setattr("app.ui.reading.code_colours.spans_of", broken)
    told = []
    transcript.code_colours.failed.connect(told.append)
    show(transcript, "```python\nx\n```")
    wait_for(lambda: told)
    (block,) = blocks_of(transcript, BlockKind.CODE)
    wait_for(lambda: block.userState() == block.length())
    assert len(told) == 1
    assert isinstance(told[0], Bug)
