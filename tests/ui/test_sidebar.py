from __future__ import annotations

import threading

import pytest
from PySide6.QtCore import QDate, QLocale, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QMenu

from app.chats.records import Chat, SearchHit
from app.chats.store import ChatStore
from app.errors import ChatStoreError
from app.ui.chats.list_delegate import from_first_span
from app.ui.chats.rows import Heading, grouped
from tests.ui.waiting import wait_for

DAY = 24 * 3600.0
NOW = 1_790_000_000.0


def texts(rows):
    return [row.text if isinstance(row, Heading) else row.title for row in rows]


def test_chats_stand_under_the_dates_of_their_last_message_and_pinned_ones_above():
    chats = [
        Chat(1, "pinned", NOW - 90 * DAY, pinned=True),
        Chat(2, "now", NOW),
        Chat(3, "a day ago", NOW - DAY),
        Chat(4, "five days ago", NOW - 5 * DAY),
        Chat(5, "three weeks ago", NOW - 21 * DAY),
        Chat(6, "long ago", NOW - 300 * DAY),
    ]
    headings = [row.text for row in grouped(chats, NOW) if isinstance(row, Heading)]
    long_ago = QDate(2025, 11, 25)
    assert headings[:-1] == ["Pinned", "Today", "Yesterday", "Last 7 days", "Last 30 days"]
    assert headings[-1] == f"{QLocale().standaloneMonthName(long_ago.month())} {long_ago.year()}"


def test_headings_are_passed_over_by_the_keyboard(bench):
    bench.ask("first")
    bench.press(Qt.Key.Key_N, bench.window, Qt.KeyboardModifier.ControlModifier)
    bench.ask("second")
    bench.window.browser._pin(bench.store.list_chats()[1].id, True)
    assert texts(bench.rows) == ["Pinned", "first", "Today", "second"]
    listed = bench.find("chat_list")
    bench.choose_chat(0)
    bench.press(Qt.Key.Key_Down, listed)
    assert bench.transcript.toPlainText().startswith("You\nsecond")
    bench.press(Qt.Key.Key_Up, listed)
    assert bench.transcript.toPlainText().startswith("You\nfirst")


def test_a_chat_is_renamed_in_its_place(bench):
    bench.ask("old name")
    listed = bench.find("chat_list")
    listed.setFocus()
    for typed, title in (("new name", "new name"), ("   ", "new name")):
        bench.press(Qt.Key.Key_F2, listed)
        editor = listed.findChildren(QLineEdit)[-1]
        bench.store.create_chat("from another window")
        bench.window.browser.refresh()  # as when a reply ends meanwhile
        editor.setText(typed)
        QTest.keyClick(editor, Qt.Key.Key_Return)
        bench.settle()
        assert bench.store.list_chats()[-1].title == title
        wait_for(lambda title=title: bench.titles[-1] == title and not listed.findChildren(QLineEdit))
        assert set(bench.titles[:-1]) == {"from another window"}


def test_a_chat_is_pinned_by_key_and_by_menu(bench):
    bench.ask()
    listed = bench.find("chat_list")
    listed.setFocus()
    bench.press(Qt.Key.Key_P, listed, Qt.KeyboardModifier.ControlModifier)
    assert bench.store.list_chats()[0].pinned
    assert texts(bench.rows)[0] == "Pinned"
    place = listed.visualRect(listed.currentIndex()).center()
    listed.customContextMenuRequested.emit(place)
    menu = bench.window.sidebar.findChild(QMenu, "chat_menu")
    next(action for action in menu.actions() if action.text() == "Unpin").trigger()
    menu.close()
    assert not bench.store.list_chats()[0].pinned


@pytest.mark.parametrize("how", ["button", "key"])
def test_a_deleted_chat_comes_back_with_all_that_was_in_it(bench, how):
    bench.ask("keep me")
    bench.type("half a thought")
    text = bench.transcript.toPlainText()
    listed = bench.find("chat_list")
    listed.setFocus()
    bench.press(Qt.Key.Key_Delete, listed)
    assert bench.store.list_chats() == ()
    assert (bench.titles, bench.transcript.toPlainText(), bench.composer.text()) == ([], "", "")
    assert bench.find("undo_bar").isVisible()
    if how == "button":
        bench.find("undo_delete").click()
    else:
        bench.press(Qt.Key.Key_Z, listed, Qt.KeyboardModifier.ControlModifier)
    assert bench.titles == ["keep me"]
    assert bench.transcript.toPlainText() == text
    assert bench.composer.text() == "half a thought"
    assert not bench.find("undo_bar").isVisible()


def find(bench, query: str) -> None:
    bench.find("chat_search").setText(query)
    wait_for(lambda: bench.window.sidebar._found == query)


def test_a_search_finds_titles_and_messages_and_opens_the_place(bench):
    for number in range(30):
        chat, _ = bench.store.start_chat(f"chat {number}", f"question {number}")
        bench.store.add_user_message(chat.id, "filler\n" * 30)
    needle, _ = bench.store.start_chat("the tower", "What about the Eddystone rocks?")
    for _ in range(40):
        bench.store.add_user_message(needle.id, "and then?\n" * 3)
    QTest.keyClick(bench.window, Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
    assert bench.find("chat_search").hasFocus()
    find(bench, "tower")
    assert [(row.title, row.message_id) for row in bench.rows] == [("the tower", None)]
    find(bench, "eddystone")
    (hit,) = bench.rows
    assert [hit.snippet[start:end] for start, end in hit.spans] == ["Eddystone"]
    QTest.keyClick(bench.find("chat_search"), Qt.Key.Key_Return)
    assert bench.conversation.chat_id == needle.id
    bench.settle()
    assert bench.transcript.verticalScrollBar().value() < 20
    assert bench.transcript.layer.chosen == 0
    QTest.keyClick(bench.find("chat_search"), Qt.Key.Key_Escape)
    wait_for(lambda: len(bench.titles) == 31)
    assert bench.find("chat_search").text() == ""


def test_return_opens_the_first_hit_as_soon_as_it_is_found(bench):
    needle, _ = bench.store.start_chat("the tower", "What about the Eddystone rocks?")
    bench.store.start_chat("the lamp", "and that?")
    bench.find("chat_search").setText("eddystone")
    QTest.keyClick(bench.find("chat_search"), Qt.Key.Key_Return)
    assert bench.conversation.chat_id != needle.id
    wait_for(lambda: bench.conversation.chat_id == needle.id)


def test_chats_are_searched_and_rounds_are_read_in_other_threads(bench, monkeypatch):
    seen = {}

    def watched(name, method):
        def call(self, *args):
            seen.setdefault(name, set()).add(threading.get_ident())
            return method(self, *args)

        monkeypatch.setattr(ChatStore, name, call)

    watched("find", ChatStore.find)
    watched("rounds_of", ChatStore.rounds_of)
    bench.ask("question")
    first = bench.conversation.chat_id
    bench.conversation.new_chat()
    bench.conversation.open_chat(first)
    bench.wait_rounds()
    assert bench.transcript.messages[1].rounds
    find(bench, "question")
    assert seen.keys() == {"find", "rounds_of"}
    assert not any(threading.get_ident() in threads for threads in seen.values())


def test_a_search_that_fails_is_told(bench, monkeypatch):
    def broken(self, query):
        raise ChatStoreError(path=self.path, detail="disk I/O error")

    monkeypatch.setattr(ChatStore, "find", broken)
    bench.find("chat_search").setText("anything")
    wait_for(bench.banner.isVisible)
    assert "disk I/O error" in bench.banner.notice.text


def test_a_hit_in_a_branch_that_is_not_on_show_shows_that_branch(bench):
    bench.ask("the first wording")
    message = bench.conversation.messages[0]
    bench.store.edit_message(message.id, "another wording")
    find(bench, '"first wording"')
    listed = bench.find("chat_list")
    hit = next(row for row, one in enumerate(bench.rows) if one.message_id is not None)
    listed.setCurrentIndex(listed.model().index(hit))
    bench.press(Qt.Key.Key_Return, listed)
    assert bench.transcript.toPlainText().startswith("You\nthe first wording")
    assert bench.transcript.messages[0].count == 2


def test_what_is_not_found_is_told(bench):
    bench.ask()
    find(bench, "xyzzy")
    assert bench.rows == ()
    assert "Nothing was found" in bench.window.sidebar._empty.text()


def test_the_word_that_was_found_is_near_the_start_of_its_line():
    snippet = "a long way before the word that lighthouse keepers say"
    start = snippet.index("lighthouse")
    shown, spans = from_first_span(SearchHit(1, "t", 2, snippet, ((start, start + 10),)))
    assert shown[slice(*spans[0])] == "lighthouse"
    assert spans[0][0] <= 16


def test_a_thousand_chats_keep_their_place_when_one_more_comes(bench):
    for number in range(1000):
        bench.store.create_chat(f"chat {number}")
    bench.window.browser.refresh()
    bar = bench.find("chat_list").verticalScrollBar()
    bench.settle()
    bar.setValue(bar.maximum() // 2)
    bench.store.create_chat("one more")
    bench.window.browser.refresh()
    assert bar.value() > bar.maximum() // 3


def test_headings_stay_in_order_when_the_clock_was_wrong():
    """A chat is never listed as older than those below it; a date that is to come is not believed."""
    now, day = 1_800_000_000.0, 24 * 3600.0

    def headings(*dates):
        chats = [Chat(number, "chat", updated, created) for number, (updated, created) in enumerate(dates)]
        return [row.text for row in grouped(chats, now) if isinstance(row, Heading)]

    ahead, last_week = now + 9000 * day, now - 5 * day
    assert headings((ahead, now - day), (now - 2 * day, now - 2 * day)) == ["Yesterday", "Last 7 days"]
    assert headings((ahead + 1, now), (ahead, ahead), (last_week, last_week)) == ["Today", "Last 7 days"]
    assert headings((last_week, last_week), (last_week, 0.0)) == ["Last 7 days"]
    assert headings((100.0, 100.0), (now, now)) == ["Today"], "written in since, by a clock that stood at 1970"
