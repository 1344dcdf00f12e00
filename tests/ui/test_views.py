from __future__ import annotations

import random

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QTextCharFormat
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.chats.records import Role
from app.ui.pieces import Kind, shown, units
from app.ui.shown_message import ShownMessage, View
from tests.fakes import drafted_round
from tests.ui.recorded import show_rejected
from tests.ui.test_reading_stream import PAGE
from tests.ui.waiting import wait_for


def rounds_of(text: str, size: int = 4):
    parts = [text[at : at + size] for at in range(0, len(text), size)]
    return [
        drafted_round(n, parts[at : at + 3], " no" if n % 2 else None, [], "".join(parts[at + 3 : at + 4]))
        for n, at in enumerate(range(0, len(parts), 4))
    ]


def stream(transcript, text: str, seed: int = 0, end: bool = True) -> None:
    rng = random.Random(seed)
    transcript.begin_reply()
    for one in rounds_of(text):
        transcript.add_round(one)
        if rng.random() < 0.4:
            transcript.flush()
            check(transcript)
    transcript.flush()
    if end:
        transcript.end_reply("41 tokens/s")
    check(transcript)


def check(transcript) -> None:
    """The pieces are as long as the document, and where messages begin is where they say they do."""
    page = transcript._page
    assert page.pieces.end == transcript.document().characterCount() - 1
    for place in page.places:
        assert transcript.document().findBlock(place.start + (1 if place.start else 0)).text() in ("You", "Draftlight")
        assert page.pieces.index_at(place.content) is None or page.pieces[
            page.pieces.index_at(place.content)
        ].start == (place.content)


def text_of(transcript, index: int) -> str:
    place = transcript._page.places[index]
    return transcript._page.pieces.plain_text(place.content, place.tail)


def looks(transcript) -> list[tuple[str, bool, bool, bool]]:
    """Return the runs of the document: text, bold, italic, fixed width."""
    found = []
    block = transcript.document().begin()
    while block.isValid():
        for fragment in block:
            look = fragment.fragment().charFormat()
            found.append(
                (fragment.fragment().text(), look.fontWeight() > 500, look.fontItalic(), look.fontFixedPitch())
            )
        block = block.next()
    return found


@pytest.mark.parametrize("seed", range(3))
def test_a_reply_that_streams_reads_as_one_that_is_shown_at_once(transcript, seed):
    transcript.set_view(View.READING)
    stream(transcript, PAGE, seed)
    streamed, html = text_of(transcript, 0), transcript.document().toHtml()
    transcript.show_messages([ShownMessage(Role.ASSISTANT, PAGE, line="41 tokens/s")])
    check(transcript)
    assert text_of(transcript, 0) == streamed
    assert transcript.document().toHtml() == html
    assert "**" not in streamed
    assert "A lamp" in streamed


def test_the_tokens_are_exact_after_reading(transcript):
    stream(transcript, PAGE)
    transcript.set_view(View.READING)
    check(transcript)
    assert text_of(transcript, 0) != PAGE
    transcript.set_view(View.TOKENS)
    check(transcript)
    assert text_of(transcript, 0) == PAGE
    assert sum(piece.token is not None for _, piece in transcript._page.pieces.touching(0, 10**6)) > 100


@pytest.mark.parametrize("ghosts", [False, True])
def test_the_view_may_change_while_a_reply_streams(transcript, ghosts):
    show_rejected(transcript, ghosts)
    transcript.add_own_message(ShownMessage(Role.USER, "q"))
    transcript.begin_reply()
    for number, one in enumerate(rounds_of(PAGE)):
        transcript.add_round(one)
        transcript.flush()
        if number % 20 == 10:
            transcript.layer.choose(1)
            transcript.rewriter.turn()
            check(transcript)
        if number % 20 == 15:
            show_rejected(transcript, not transcript.views.with_ghosts)
            check(transcript)
    transcript.end_reply("")
    transcript.messages[1].view = View.TOKENS
    transcript.rewriter.write_again(1)
    assert text_of(transcript, 1) == PAGE
    check(transcript)


def test_one_reply_can_be_read_and_the_others_not(transcript):
    transcript.show_messages(
        [ShownMessage(Role.ASSISTANT, f"**{n}**", rounds_of(f"**{n}**"), id=n + 1) for n in range(3)]
    )
    transcript.setFocus()
    transcript.layer.choose(1)
    QTest.keyClick(transcript, Qt.Key.Key_V, Qt.KeyboardModifier.AltModifier)
    assert [text_of(transcript, n) for n in range(3)] == ["**0**", "1", "**2**"]
    check(transcript)
    assert transcript.layer.bar.findChild(type(transcript.layer.bar._view), "message_view").text() == "Tokens"
    transcript.layer.bar._view.click()
    assert text_of(transcript, 1) == "**1**"


def test_rounds_that_come_later_leave_what_is_read(transcript):
    transcript.show_messages([ShownMessage(Role.ASSISTANT, PAGE, waiting=True, id=1)])
    transcript.layer.choose(0)
    transcript.rewriter.turn()
    before = transcript.document().toHtml()
    transcript.put_rounds(0, rounds_of(PAGE))
    assert transcript.document().toHtml() == before
    transcript.rewriter.turn()
    assert text_of(transcript, 0) == PAGE
    assert any(piece.kind is Kind.TOKEN for _, piece in transcript._page.pieces.touching(0, 10**6))


@pytest.mark.parametrize("view", list(View))
def test_a_long_paragraph_is_parted_while_it_grows(transcript, view):
    text = "The lamp 🦊 burns all night, 你好 and gathers its light. " * 90
    transcript.set_view(view)
    transcript.add_own_message(ShownMessage(Role.USER, "q"))
    stream(transcript, text, end=False)
    block = transcript.document().lastBlock()
    assert block.layout().lineCount() <= 40
    assert transcript.document().blockCount() > 5
    assert text_of(transcript, 1) == text.rstrip() if view is View.READING else text
    for _, piece in transcript._page.pieces.touching(0, 10**7):
        if piece.kind in (Kind.TOKEN, Kind.MESSAGE):
            assert piece.length == units(shown(piece.text)) + len(piece.soft)
    transcript.resize(500, 500)
    QApplication.processEvents()
    check(transcript)
    assert transcript.document().blockCount() == 4
    stream_on = drafted_round(0, [" And"], None, [], " on.")
    transcript.add_round(stream_on)
    transcript.end_reply("")
    check(transcript)
    assert text_of(transcript, 1).endswith(" And on.")


def test_old_replies_become_pages_when_they_come_into_view(transcript):
    transcript.set_view(View.READING)
    transcript.show_messages([ShownMessage(Role.ASSISTANT, PAGE, id=n + 1, line="1") for n in range(12)])
    dressed = [place.dressed for place in transcript._page.places]
    assert dressed[-1] is View.READING
    assert dressed[0] is None
    bar = transcript.verticalScrollBar()
    while bar.value() > 0:
        seen = transcript.layer.in_view()
        steady = next(n for n in seen if transcript._page.places[n].dressed is not None)
        bar.setValue(bar.value() - 150)
        before = transcript.layer.ground_of(steady).top() - bar.value()
        wait_for(lambda: not any(transcript.views.is_bare(n) for n in transcript.layer.in_view()))
        assert abs(transcript.layer.ground_of(steady).top() - bar.value() - before) <= 1
    check(transcript)
    assert all(place.dressed is View.READING for place in transcript._page.places)


def test_code_and_emphasis_are_styled_in_place(transcript):
    show_rejected(transcript, True)
    stream(transcript, "A **big** lamp and `code`.\n```py\nx = *1*\n```\n# Head\nan *old* one")
    found = {}
    block = transcript.document().begin()
    while block.isValid():
        for one in block.layout().formats():
            text = block.text().encode("utf-16-le")[2 * one.start : 2 * (one.start + one.length)].decode("utf-16-le")
            found[text.replace(" no", "")] = QTextCharFormat(one.format)
        block = block.next()
    assert found["**big**"].fontWeight() > 500
    assert found["`code`"].fontFamilies()
    assert found["x = *1*"].fontFamilies()
    assert found["# Head"].fontWeight() > 500
    assert found["*old*"].fontItalic()
    assert text_of(transcript, 0).startswith("A **big** lamp and `code`.\n```py\nx = *1*\n```\n# Head")


def test_the_way_to_the_end_is_offered_away_from_it(transcript):
    stream(transcript, "line\n" * 80)
    latest, bar = transcript.follower.latest, transcript.verticalScrollBar()
    assert not latest.isVisible()
    bar.setValue(10)
    assert latest.isVisible()
    assert latest.text() == "Jump to latest"
    picture = transcript.viewport().grab().toImage()
    row = latest.geometry().center().y()
    page = QColor(transcript.palette().window().color()).name()
    beside = {picture.pixelColor(x, row).name() for x in range(latest.x() - 20)}
    assert beside == {page}, "no line stands half under the button"
    QTest.mouseClick(latest, Qt.MouseButton.LeftButton)
    assert bar.value() == bar.maximum()
    assert not latest.isVisible()
