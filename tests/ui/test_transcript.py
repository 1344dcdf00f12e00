from __future__ import annotations

import itertools

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QImage, QMouseEvent, QTextCursor
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QApplication

from app.chats.records import Role
from app.speculation.records import Verdict
from app.ui.pieces import Kind, ghost_text, shown, units
from app.ui.theme import DARK, LIGHT
from app.ui.transcript import ShownMessage, Transcript
from tests.fakes import LIGHTHOUSE, drafted_round, plain_round
from tests.ui.recorded import show_rejected
from tests.ui.waiting import wait_for, wait_for_signal

AWKWARD = (
    drafted_round(0, ["你", "好", "，"], "a\n", ["", "\t"], "世界"),
    drafted_round(1, ["e", "\u0301", " 👩", "\u200d", "👩", "\tx"], None, [], "\n"),
    drafted_round(2, ["", "", "🦊"], "\r", [], "\r\n"),
    plain_round(3, " plain"),
    drafted_round(4, ["\n\n"], "  ", [], "\u2028\u2029\0"),
    drafted_round(5, [" שלום", " عالم"], None, [], ""),
)
REPLY = "".join(one.text for one in LIGHTHOUSE)


@pytest.fixture
def transcript(appearance):
    transcript = Transcript(appearance.theme, appearance.reading_font, appearance.sizes)
    transcript.resize(700, 500)
    transcript.show()
    QApplication.processEvents()
    yield transcript
    transcript.close()
    transcript.deleteLater()


def reply(transcript, rounds, line="41.2 tokens/s") -> None:
    transcript.add_own_message(ShownMessage(Role.USER, "How does a lighthouse work?"))
    transcript.begin_reply()
    for one in rounds:
        transcript.add_round(one)
    transcript.end_reply(line)
    QApplication.processEvents()


def pieces_of(transcript):
    pieces = transcript._page.pieces
    return [pieces[index] for index in range(len(pieces))]


def index_of(transcript, text: str, verdict: Verdict) -> int:
    for index, piece in enumerate(pieces_of(transcript)):
        if piece.token is not None and piece.text == text and piece.token.verdict is verdict:
            return index
    raise AssertionError(f"there is no {verdict} {text!r}")


def document_text(transcript, start: int, end: int) -> str:
    cursor = QTextCursor(transcript.document())
    cursor.setPosition(start)
    cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
    return cursor.selectedText().replace("\u2029", "\n")


@pytest.mark.parametrize("rounds", [LIGHTHOUSE, AWKWARD], ids=["lighthouse", "awkward"])
@pytest.mark.parametrize("ghosts", [False, True], ids=["text", "ghosts"])
def test_every_piece_is_where_it_says_it_is(transcript, rounds, ghosts):
    show_rejected(transcript, ghosts)
    reply(transcript, rounds)
    for piece in pieces_of(transcript):
        expected = ghost_text(piece.text) if piece.kind is Kind.GHOST else shown(piece.text)
        if piece.kind is Kind.SPEAKER:
            expected = expected.replace("\n\n", "\n")
        assert document_text(transcript, piece.start, piece.end) == expected
    assert transcript.document().characterCount() - 1 == transcript._page.pieces.end


@pytest.mark.parametrize("rounds", [LIGHTHOUSE, AWKWARD], ids=["lighthouse", "awkward"])
def test_the_plain_text_is_exact_with_and_without_ghosts(transcript, rounds):
    reply(transcript, rounds)
    text = "".join(one.text for one in rounds)
    expected = f"You\nHow does a lighthouse work?\n\nDraftlight\n{text}"
    assert transcript.toPlainText() == expected
    show_rejected(transcript, True)
    assert any(piece.kind is Kind.GHOST for piece in pieces_of(transcript))
    assert transcript.toPlainText() == expected
    show_rejected(transcript, False)
    assert transcript.toPlainText() == expected


def test_ghosts_stand_where_they_were_proposed(transcript):
    show_rejected(transcript, True)
    reply(
        transcript, [drafted_round(0, ["A", " big"], " cat", [" sat"], " dog"), drafted_round(1, [" ran"], None, ["x"])]
    )
    told = [(piece.text, piece.token.verdict.value) for piece in pieces_of(transcript) if piece.token]
    assert told == [
        ("A", "accepted"),
        (" big", "accepted"),
        (" cat", "rejected"),
        (" sat", "unexamined"),
        (" dog", "correction"),
        (" ran", "accepted"),
        ("x", "unexamined"),
    ]


def test_copying_gives_the_conversation_without_ghosts(transcript):
    show_rejected(transcript, True)
    reply(transcript, LIGHTHOUSE)
    transcript.selectAll()
    transcript.copy()
    assert QApplication.clipboard().text() == transcript.toPlainText()
    cursor = transcript.textCursor()
    cursor.setPosition(transcript._page.pieces[index_of(transcript, " guides", Verdict.ACCEPTED)].start)
    cursor.setPosition(
        transcript._page.pieces[index_of(transcript, " ships", Verdict.CORRECTION)].end, QTextCursor.MoveMode.KeepAnchor
    )
    assert "boats" in cursor.selectedText()
    transcript.setTextCursor(cursor)
    transcript.copy()
    assert QApplication.clipboard().text() == " guides ships"


def test_rounds_wait_for_a_flush(transcript):
    transcript.begin_reply()
    spy = QSignalSpy(transcript.flushed)
    for one in LIGHTHOUSE:
        transcript.add_round(one)
    assert transcript.toPlainText() == "Draftlight\n"
    wait_for(lambda: REPLY in transcript.toPlainText())
    assert spy.count() == 1


def test_streaming_only_appends(transcript):
    transcript.begin_reply()
    changes = []
    transcript.document().contentsChange.connect(lambda place, removed, added: changes.append((place, removed, added)))
    for one in LIGHTHOUSE[:4]:
        before = transcript.document().characterCount() - 1
        changes.clear()
        wait_for_signal(transcript.flushed, lambda one=one: transcript.add_round(one))
        assert all(removed == 0 or place >= before for place, removed, _ in changes)


def test_ghosts_can_be_shown_while_a_reply_streams(transcript):
    transcript.begin_reply()
    transcript.add_round(LIGHTHOUSE[0])
    show_rejected(transcript, True)
    transcript.flush()
    show_rejected(transcript, False)
    show_rejected(transcript, True)
    for one in LIGHTHOUSE[1:]:
        transcript.add_round(one)
    transcript.end_reply("")
    assert transcript.toPlainText() == f"Draftlight\n{REPLY}"


def grab(transcript) -> QImage:
    QApplication.processEvents()
    return transcript.viewport().grab().toImage()


def count(image: QImage, rect, colour: str) -> int:
    wanted = QColor(colour).rgb()
    return sum(
        image.pixel(x, y) == wanted
        for x in range(max(0, rect.left()), min(image.width(), rect.right() + 1))
        for y in range(max(0, rect.top()), min(image.height(), rect.bottom() + 1))
    )


def rows(image: QImage, rect, colour: str) -> list[int]:
    """Return the rows of `rect` in which most pixels have `colour`."""
    wanted = QColor(colour).rgb()
    return [
        y
        for y in range(rect.top(), min(image.height(), rect.bottom() + 3))
        if sum(image.pixel(x, y) == wanted for x in range(rect.left() + 3, rect.right() - 2)) > 0.7 * (rect.width() - 5)
    ]


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_every_mark_has_its_hue_and_its_shape(transcript, theme):
    transcript.set_theme(theme)
    show_rejected(transcript, True)
    reply(transcript, [*LIGHTHOUSE, plain_round(20, " plain")])
    image = grab(transcript)

    def at(text, verdict):
        return transcript.token_rect(index_of(transcript, text, verdict))

    marks = theme.marks
    accepted = at(" lighthouse", Verdict.ACCEPTED)
    assert count(image, accepted, marks[Verdict.ACCEPTED].fill) > 0.3 * accepted.width() * accepted.height()
    assert rows(image, accepted, marks[Verdict.CORRECTION].line) == []
    bonus = at(" its", Verdict.BONUS)
    assert count(image, bonus, marks[Verdict.BONUS].fill) > 0.3 * bonus.width() * bonus.height()
    double = rows(image, bonus, marks[Verdict.BONUS].line)
    assert len(double) >= 2
    assert double[-1] - double[0] >= len(double), "one line instead of two"
    correction = at(" ships", Verdict.CORRECTION)
    single = rows(image, correction, marks[Verdict.CORRECTION].line)
    assert len(single) >= 2
    assert single[-1] - single[0] == len(single) - 1, "two lines instead of one"
    plain = at(" plain", Verdict.PLAIN)
    assert all(count(image, plain, look.fill) == 0 for look in marks.values() if look.fill)
    assert all(rows(image, plain, look.line) == [] for look in marks.values() if look.line)


def transitions(image: QImage, rect, theme) -> int:
    """Return how often ink begins in the middle row between the letters' edges: once for a line, often for dots."""
    best = 0
    for y in range(rect.center().y() - 4, rect.center().y() + 5):
        ink = [QColor(image.pixel(x, y)) != QColor(theme.page) for x in range(rect.left() + 2, rect.right() - 1)]
        best = max(best, sum(not a and b for a, b in itertools.pairwise(ink)) if sum(ink) else 0)
    solid = any(
        all(QColor(image.pixel(x, y)) != QColor(theme.page) for x in range(rect.left() + 3, rect.right() - 2))
        for y in range(rect.center().y() - 5, rect.center().y() + 6)
    )
    return 0 if solid else best


def test_rejected_is_struck_by_a_line_and_unexamined_by_dots(transcript):
    transcript.set_theme(LIGHT)
    show_rejected(transcript, True)
    # Full stops leave the middle of the line to the mark alone.
    reply(transcript, [drafted_round(0, ["A"], "........", ["________"], "b")])
    image = grab(transcript)
    assert transitions(image, transcript.token_rect(index_of(transcript, "........", Verdict.REJECTED)), LIGHT) == 0
    dots = transcript.token_rect(index_of(transcript, "________", Verdict.UNEXAMINED))
    assert transitions(image, dots, LIGHT) >= 4


def test_neighbouring_marks_stay_apart(transcript):
    reply(transcript, [drafted_round(0, [" one", " two", "three", ","], None, [], ".")])
    rects = [
        transcript._layout.rect_of(index_of(transcript, text, Verdict.ACCEPTED))
        for text in (" one", " two", "three", ",")
    ]
    for left, right in itertools.pairwise(rects):
        assert left.right() + 0.5 < right.left()


def test_a_token_that_wraps_is_marked_on_both_lines(transcript):
    word = "lantern" * 40
    reply(transcript, [drafted_round(0, [word], None, [], "!")])
    index = index_of(transcript, word, Verdict.ACCEPTED)
    rects = transcript._layout.rects_of(index)
    assert len(rects) >= 2
    assert rects[0].bottom() < rects[1].bottom()
    image = grab(transcript)
    for rect in rects:
        place = rect.translated(0, -transcript.verticalScrollBar().value()).toAlignedRect()
        assert count(image, place, transcript._theme.marks[Verdict.ACCEPTED].fill) > 100


def test_a_line_break_is_marked_and_can_be_pointed_at(transcript):
    reply(transcript, [drafted_round(0, ["a", "\n\n", "b"], None, [], "\n"), plain_round(1, "c")])
    index = index_of(transcript, "\n\n", Verdict.ACCEPTED)
    rects = transcript._layout.rects_of(index)
    assert len(rects) == 2
    for rect in rects:
        assert transcript._layout.index_at(rect.center()) == index
    assert transcript._layout.index_at(rects[0].center() + QPointF(0, 200)) is None


@pytest.mark.parametrize("text", ["\u0301", "🦊", "你", "\t", " "])
def test_every_token_with_text_has_a_place(transcript, text):
    reply(transcript, [drafted_round(0, ["e", text], None, [], "x")])
    rect = transcript._layout.rect_of(index_of(transcript, text, Verdict.ACCEPTED))
    assert rect.width() >= 2


def test_everything_visible_can_be_pointed_at(transcript):
    show_rejected(transcript, True)
    reply(transcript, AWKWARD)
    for index, piece in enumerate(pieces_of(transcript)):
        if piece.token is None or not piece.length or piece.text in ("\u0301", "\u200d", "\r", "\r\n"):
            continue
        rects = transcript._layout.rects_of(index)
        if rects:
            assert transcript._layout.index_at(rects[0].center()) == index, repr(piece.text)


def move(transcript, place: QPoint) -> None:
    where = QPointF(place)
    event = QMouseEvent(
        QEvent.Type.MouseMove,
        where,
        QPointF(transcript.viewport().mapToGlobal(place)),
        Qt.MouseButton.NoButton,
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
    )
    QApplication.sendEvent(transcript.viewport(), event)


def test_hovering_a_token_shows_its_card(transcript):
    reply(transcript, LIGHTHOUSE)
    move(transcript, transcript.token_rect(index_of(transcript, " guides", Verdict.ACCEPTED)).center())
    wait_for(transcript.card.isVisible)
    assert transcript.card.text().splitlines()[:2] == ["“␣guides”", "accepted"]
    move(transcript, transcript.token_rect(index_of(transcript, " ships", Verdict.CORRECTION)).center())
    assert "“␣ships”" in transcript.card.text()
    move(transcript, QPoint(5, 5))
    assert not transcript.card.isVisible()


def test_alt_and_arrows_walk_over_the_tokens(transcript):
    show_rejected(transcript, True)
    reply(transcript, LIGHTHOUSE)
    transcript.setFocus()
    walked = []
    for _ in range(6):
        QTest.keyClick(transcript, Qt.Key.Key_Right, Qt.KeyboardModifier.AltModifier)
        walked.append(transcript.card.text().splitlines()[0])
    assert walked == ["“A”", "“␣lighthouse”", "“␣guides”", "“␣boats”", "“␣ships”", "“␣by”"]
    QTest.keyClick(transcript, Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
    assert transcript.card.text().startswith("“␣ships”")
    assert transcript.dismiss_card()
    assert not transcript.card.isVisible()
    QTest.keyClick(transcript, Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
    assert transcript.card.text().startswith("“.”")


def test_walking_reaches_tokens_without_text(transcript):
    reply(transcript, [drafted_round(0, ["", "🦊"], None, [], "")])
    transcript.walk(1)
    assert "part of “🦊”" in transcript.card.text()
    transcript.walk(1)
    transcript.walk(1)
    assert "(no text of its own)" in transcript.card.text()


def test_walking_scrolls_to_the_token(transcript):
    reply(transcript, [drafted_round(n, ["word\n", "\n"], None, [], "\n") for n in range(60)])
    transcript.walk(-1)
    transcript.verticalScrollBar().setValue(0)
    transcript.walk(-1)
    index = transcript.walker.told
    assert transcript.viewport().rect().contains(transcript.token_rect(index))


def fill(transcript, lines: int) -> None:
    transcript.begin_reply()
    for number in range(lines):
        transcript.add_round(drafted_round(number, [f"line {number}"], " ghost", [" more"], "\n"))
    transcript.flush()
    QApplication.processEvents()


def test_the_view_follows_the_end_only_while_it_is_there(transcript):
    fill(transcript, 60)
    bar = transcript.verticalScrollBar()
    assert bar.value() == bar.maximum() > 0
    bar.setValue(100)
    fill(transcript, 10)
    assert bar.value() == 100
    bar.setValue(bar.maximum())
    fill(transcript, 10)
    assert bar.value() == bar.maximum()


def test_showing_ghosts_keeps_the_text_in_view(transcript):
    fill(transcript, 120)
    bar = transcript.verticalScrollBar()
    bar.setValue(bar.maximum() // 2)

    def top_line() -> str:
        return transcript.cursorForPosition(QPoint(80, 6)).block().text().split(" ghost")[0]

    before = top_line()
    show_rejected(transcript, True)
    assert top_line() == before
    show_rejected(transcript, False)
    assert top_line() == before


def test_showing_another_conversation_starts_at_its_end(transcript):
    fill(transcript, 20)
    messages = [ShownMessage(Role.USER, "q"), ShownMessage(Role.ASSISTANT, "", list(LIGHTHOUSE) * 8, "line")]
    transcript.show_messages(messages)
    assert transcript.toPlainText().startswith("You\nq\n\nDraftlight\nA lighthouse")
    assert transcript.verticalScrollBar().value() == transcript.verticalScrollBar().maximum() > 0


def test_a_reply_without_rounds_is_shown_as_text(transcript):
    transcript.show_messages([ShownMessage(Role.ASSISTANT, "from elsewhere\n🦊")])
    assert transcript.toPlainText() == "Draftlight\nfrom elsewhere\n🦊"


def test_the_statistics_line_stands_under_the_reply(transcript):
    reply(transcript, LIGHTHOUSE, line="41.2 tokens/s · acceptance -")
    assert transcript.document().lastBlock().text() == "41.2 tokens/s · acceptance - · Details"


def test_the_text_column_does_not_get_wider_than_a_person_reads(transcript):
    reply(transcript, LIGHTHOUSE)
    transcript.resize(1600, 500)
    QApplication.processEvents()
    block = transcript.document().lastBlock()
    ground = transcript._layout.lines_rect(block.position(), block.position())
    assert ground.width() <= transcript.column_width + 2
    assert abs(ground.center().x() - transcript.viewport().width() / 2) < 2


def test_a_redraw_after_appending_equals_a_redraw_from_scratch(transcript):
    """Strips of marks are kept; they must be those that would be painted anew."""
    transcript.begin_reply()
    for one in (*LIGHTHOUSE, *AWKWARD):
        transcript.add_round(one)
        transcript.flush()
        transcript.viewport().repaint()
    kept = grab(transcript)
    transcript._layout.forget()
    transcript.viewport().repaint()
    assert kept == grab(transcript)


def test_own_messages_lie_on_a_tint(transcript):
    transcript.set_theme(LIGHT)
    transcript.add_own_message(ShownMessage(Role.USER, "one\ntwo"))
    image = grab(transcript)
    start, end = transcript._page.places[0].start, transcript._page.end_of(0) - 1
    ground = transcript._layout.lines_rect(start, end).toAlignedRect()
    assert count(image, ground, LIGHT.own_message) > 0.6 * ground.width() * ground.height()
    assert image.pixel(3, image.height() - 3) == QColor(LIGHT.page).rgb()


def test_units_of_a_long_reply_stay_in_step(transcript):
    rounds = [drafted_round(n, [" 🦊", "e\u0301", "\n"], "x", [], "你") for n in range(200)]
    reply(transcript, rounds)
    assert transcript._page.pieces.end == transcript.document().characterCount() - 1
    assert units(transcript.document().toRawText()) == transcript._page.pieces.end
