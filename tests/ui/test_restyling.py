"""Another theme or text size: every widget is told of it twice, and a long chat is laid out once, in parts."""

from __future__ import annotations

from collections import Counter

import pytest
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QApplication
from shiboken6 import getCppPointer

from tests.long_chat import write_long_chat
from tests.ui.waiting import wait_for

REPLIES, TOKENS = 150, 40


class Told(QObject):
    """Counts how often each widget is told of another style, and whether a transcript could be laid out meanwhile."""

    def __init__(self, transcript) -> None:
        super().__init__()
        self.counts: Counter[int] = Counter()
        self.laid_out = False
        self._transcript = transcript

    def eventFilter(self, watched, event) -> bool:  # noqa: N802
        if event.type() == QEvent.Type.StyleChange:
            self.counts[getCppPointer(watched)[0]] += 1
            self.laid_out |= self._transcript.document().isLayoutEnabled()
        return False


@pytest.fixture
def long_bench(bench, appearance):
    appearance.follow(Qt.ColorScheme.Light)
    chat = write_long_chat(bench.store, REPLIES, TOKENS)
    bench.conversation.open_chat(chat)
    wait_for(lambda: not bench.transcript._folding.end, "all to be laid out")
    yield bench
    appearance.follow(Qt.ColorScheme.Light)
    appearance.set_text_size(100)


def change_theme(appearance):
    appearance.follow(Qt.ColorScheme.Dark)


def change_size(appearance):
    appearance.set_text_size(130)


def drift(transcript, text: str, shift: int) -> int:
    """Return how many pixels a block with this text is at least from where it was: so far from the top of the view."""
    block, found = transcript.document().begin(), []
    while block.isValid():
        if block.isVisible() and block.text() == text:
            found.append(abs(transcript.follower.shift_of(block.position()) - shift))
        block = block.next()
    return min(found)


CHANGES = pytest.mark.parametrize("change", [change_theme, change_size])


@CHANGES
def test_every_widget_is_told_twice_and_nothing_is_laid_out_meanwhile(long_bench, appearance, change):
    told = Told(long_bench.transcript)
    QApplication.instance().installEventFilter(told)
    change(appearance)
    QApplication.instance().removeEventFilter(told)
    assert len(told.counts) > 200
    # One or another is made anew meanwhile, or changes by itself.
    assert sum(told.counts.values()) < 2.1 * len(told.counts)
    assert not told.laid_out
    assert long_bench.transcript.document().isLayoutEnabled()


@CHANGES
@pytest.mark.parametrize("place", [1.0, 0.61, 0.5])
def test_what_is_above_is_laid_out_afterwards_and_what_is_read_stays(long_bench, appearance, change, place):
    transcript = long_bench.transcript
    bar = transcript.verticalScrollBar()
    bar.setValue(round(bar.maximum() * place))
    long_bench.wait_rounds()
    read = transcript.document().findBlock(transcript.follower.top_text()[0])
    text, shift = read.text(), transcript.follower.shift_of(read.position())
    change(appearance)
    folded = transcript._folding.end
    top = transcript.follower.top_text()[0]
    assert top - 15_000 < folded <= top, "more was laid out than is seen"
    if place == 1.0:
        assert bar.value() == bar.maximum()
    for _ in range(2):
        if place != 1.0:
            # Lines break elsewhere in another size: above the text that stays, one or another more is in view.
            assert drift(transcript, text, shift) <= (2 if change is change_theme else 60)
        wait_for(lambda: not transcript._folding.end, "the rest to be laid out")
    assert bar.maximum()


def test_another_width_is_laid_out_where_it_is_looked_at(long_bench, monkeypatch):
    """The margins are those of the whole document: set while all of it is there, all of it is laid out."""
    transcript, page = long_bench.transcript, long_bench.transcript._page
    folded = []
    put = page.set_margins
    monkeypatch.setattr(page, "set_margins", lambda *room: (folded.append(transcript._folding.end), put(*room)))
    long_bench.window.sidebar_place.toggle()
    wait_for(lambda: folded)
    assert all(folded)
    long_bench.window.sidebar_place.toggle()
    wait_for(lambda: not transcript._folding.end, "the rest to be laid out")
