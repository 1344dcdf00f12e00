"""The end of a long conversation is laid out at once and the rest while nothing else is to do, without being seen."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.chats.records import Role
from app.ui.shown_message import ShownMessage, View
from tests.ui.waiting import wait_for

COUNT = 300


def long_chat() -> list[ShownMessage]:
    text = "\n".join(["The lamp burns all night. " * 8] * 2)
    return [
        ShownMessage(Role.USER if number % 2 else Role.ASSISTANT, f"Number {number}. {text}", id=number + 1)
        for number in range(COUNT)
    ]


def first_text(transcript) -> tuple[str, int]:
    """Return what stands at the top of the view, and how far from it."""
    position, top = transcript.follower.top_text()
    return transcript.document().findBlock(position).text(), top


def wait_unfolded(transcript) -> None:
    wait_for(lambda: not transcript._folding.end, "all to be laid out")


@pytest.mark.parametrize("view", View)
def test_the_end_is_there_at_once_and_stays_where_it_is(transcript, view):
    transcript.set_view(view)
    transcript.show_messages(long_chat())
    bar, document = transcript.verticalScrollBar(), transcript.document()
    assert transcript._folding.end > document.characterCount() // 2, "all of it was laid out"
    assert bar.value() == bar.maximum() > 0
    assert transcript.layer.in_view().stop == COUNT
    assert transcript.toPlainText().count("Number") == COUNT
    height, seen = document.size().height(), first_text(transcript)
    wait_unfolded(transcript)
    assert document.size().height() > 5 * height
    assert bar.value() == bar.maximum()
    text, top = first_text(transcript)
    assert text == seen[0]
    assert abs(top - seen[1]) <= 1  # heights of lines are no whole pixels
    block = document.begin()
    while block.isValid():
        assert block.isVisible()
        block = block.next()


def test_what_is_read_stays_in_view_while_the_rest_is_laid_out(transcript):
    transcript.show_messages(long_chat())
    bar = transcript.verticalScrollBar()
    bar.setValue(bar.maximum() // 2 + 70)  # inside of a text
    QApplication.processEvents()
    read = first_text(transcript)
    wait_unfolded(transcript)
    text, top = first_text(transcript)
    assert text == read[0]
    assert abs(top - read[1]) <= 1
    assert transcript.follower.latest.isVisible()


@pytest.mark.parametrize("share", [1, 0.5])
def test_another_width_leaves_what_is_read_in_view(transcript, share):
    transcript.show_messages(long_chat())
    wait_unfolded(transcript)
    bar = transcript.verticalScrollBar()
    bar.setValue(round(bar.maximum() * share))
    QApplication.processEvents()
    seen = transcript.layer.in_view()
    position, shift = transcript.follower.top_text()
    transcript.resize(transcript.width() - 100, transcript.height())
    assert transcript._folding.end > transcript._page.places[seen.start].start - 15_000, "all of it was laid out again"
    for _ in range(2):
        moved = bar.maximum() - bar.value() if share == 1 else transcript.follower.shift_of(position) - shift
        assert abs(moved) <= (share < 1)
        assert bar.maximum()
        wait_unfolded(transcript)


def test_what_is_folded_is_no_part_of_the_view(transcript):
    transcript.show_messages(long_chat())
    transcript.verticalScrollBar().setValue(0)
    first = transcript.layer.in_view().start
    assert transcript._page.places[first].start + 1 == transcript._folding.end
    transcript.layer.choose_at(QPoint(100, 5))
    assert transcript.layer.chosen == first


@pytest.mark.parametrize("how", ["key", "jump", "cut"])
def test_all_is_laid_out_where_it_is_needed(transcript, how):
    transcript.show_messages(long_chat())
    if how == "key":
        QTest.keyClick(transcript, Qt.Key.Key_Home, Qt.KeyboardModifier.ControlModifier)
    elif how == "jump":
        transcript.layer.go_to(3)
    else:
        transcript.drop_from(4)
    assert not transcript._folding.end
    QApplication.processEvents()
    expected = {"key": 0, "jump": 3, "cut": 3}[how]
    assert transcript.layer.in_view().start <= expected < transcript.layer.in_view().stop


def test_another_chat_is_not_folded_by_the_one_before(transcript):
    transcript.show_messages(long_chat())
    transcript.show_messages(long_chat()[:3])
    assert not transcript._folding.end
    assert transcript.document().begin().isVisible()
    transcript.show_messages(long_chat(), at=8)
    assert not transcript._folding.end
    assert 7 in transcript.layer.in_view()
