"""A clock that jumps: what was said last stays first, dates stay readable, and everything is saved."""

from __future__ import annotations

import pytest

from app.chats.chat_list import KEEP_DELETED_SECONDS
from app.chats.store import ChatStore
from app.chats.titles import Period, date_group
from app.errors import ChatGoneError

DAY = 24 * 3600.0
NOW = 1_800_000_000.0


class Clock:
    def __init__(self) -> None:
        self.now = NOW

    def __call__(self) -> float:
        return self.now


@pytest.mark.parametrize("jump", [-40 * 365 * DAY, -DAY, -1.0, 0.0, DAY, 70 * 365 * DAY])
def test_what_was_said_last_is_first_whatever_the_clock_says(path, jump):
    clock = Clock()
    store = ChatStore(path, clock)
    first, _message = store.start_chat("first", "a")
    second, _message = store.start_chat("second", "b")
    clock.now += jump
    third, _message = store.start_chat("third", "c")
    assert [chat.id for chat in store.list_chats()] == [third.id, second.id, first.id]
    clock.now = NOW
    store.add_user_message(first.id, "d")
    assert [chat.id for chat in store.list_chats()] == [first.id, third.id, second.id]
    store.close()
    again = ChatStore(path, clock)
    assert [one.message.content for one in again.list_messages(first.id)] == ["a", "d"]
    assert [chat.id for chat in again.list_chats()] == [first.id, third.id, second.id]
    again.close()


def test_messages_keep_their_order_and_their_own_time(store, clock):
    chat, _message = store.start_chat("chat", "one")
    clock.now = 10.0
    store.add_user_message(chat.id, "two")
    clock.now = 9e9
    store.add_user_message(chat.id, "three")
    said = store.list_messages(chat.id)
    assert [one.message.content for one in said] == ["one", "two", "three"]
    assert [one.created for one in said[1:]] == [11.0, 9e9 + 1]


@pytest.mark.parametrize("seconds", [-1e18, -1.0, 0.0, 9e9, 1e18, float("inf")])
def test_any_time_has_a_heading(seconds):
    assert date_group(seconds, NOW).period in Period
    assert date_group(NOW, seconds).period in Period


@pytest.mark.parametrize("jump", [0.0, 40 * 365 * DAY])
@pytest.mark.parametrize("more", [-1.0, 1.0])
def test_what_is_deleted_under_a_clock_that_is_ahead_is_kept_for_a_week_and_no_longer(path, jump, more):
    clock = Clock()
    store = ChatStore(path, clock)
    chat, _message = store.start_chat("put away", "a")
    clock.now += jump
    store.delete_chat(chat.id)
    store.close()
    clock.now -= jump
    ChatStore(path, clock).close()
    clock.now += KEEP_DELETED_SECONDS + more
    again = ChatStore(path, clock)
    if more < 0:
        again.restore_chat(chat.id)
        assert [one.title for one in again.list_chats()] == ["put away"]
    else:
        with pytest.raises(ChatGoneError):
            again.restore_chat(chat.id)
    again.close()


@pytest.mark.parametrize("jump", [-DAY, 0.0, DAY])
def test_a_search_finds_the_same_in_the_same_order_whatever_the_clock_says(path, jump):
    clock = Clock()
    store = ChatStore(path, clock)
    for title in ("first", "second", "third"):
        store.start_chat(title, "the lamp burns")
        clock.now += jump
    assert [hit.title for hit in store.find("lamp")] == ["third", "second", "first"]
    store.close()
