from __future__ import annotations

import pytest

from app.chats.store import ChatStore
from tests.busy_store import locked
from tests.fakes import LIGHTHOUSE
from tests.ui.waiting import wait_for

REPLY = "".join(one.text for one in LIGHTHOUSE)


@pytest.fixture
def other(bench):
    """The store as another window has it."""
    store = ChatStore(bench.paths.chats)
    yield store
    store.close()


def stored(bench, place=0):
    chats = bench.store.list_chats()
    return [one.message.content for one in bench.store.list_messages(chats[place].id)]


def test_a_reply_that_ends_while_the_store_is_busy_is_saved_afterwards(halfway):
    bench, gate = halfway
    with locked(bench.paths.chats):
        gate.open()
        bench.wait_replied()
        assert "locked" in bench.banner.notice.text
        assert REPLY in bench.transcript.toPlainText()
        assert stored(bench) == ["first"]
    wait_for(lambda: stored(bench) == ["first", REPLY], "the reply to be saved")
    assert bench.store.list_messages(bench.conversation.chat_id)[-1].summary is not None
    assert not bench.conversation.writer.saver.timer.isActive()


def test_the_trouble_is_told_once(halfway):
    bench, _gate = halfway
    with locked(bench.paths.chats):
        bench.conversation.writer.saver.save()
        assert "locked" in bench.banner.notice.text
        bench.banner.dismiss()
        bench.conversation.writer.saver.save()
        assert bench.banner.notice is None
    bench.conversation.writer.saver.save()
    assert stored(bench) == ["first", "".join(one.text for one in LIGHTHOUSE[:3])]


def test_a_reply_that_could_not_be_saved_is_saved_before_the_next_message(halfway):
    bench, gate = halfway
    with locked(bench.paths.chats):
        gate.open()
        bench.wait_replied()
        bench.send("second")
        assert "not saved yet" in bench.banner.notice.text
        assert bench.composer.text() == "second"
    bench.conversation.writer.saver.timer.stop()
    bench.composer.edit.clear()
    bench.ask("second")
    assert stored(bench) == ["first", REPLY, "second", REPLY]


def test_a_reply_that_could_not_be_saved_is_saved_when_the_window_closes(halfway, open_bench):
    bench, gate = halfway
    with locked(bench.paths.chats):
        gate.open()
        bench.wait_replied()
    bench.conversation.writer.saver.timer.stop()
    bench.close()
    assert stored(open_bench()) == ["first", REPLY]


def test_a_reply_that_is_not_saved_yet_is_there_when_its_chat_is_opened_again(halfway):
    bench, gate = halfway
    chat_id = bench.conversation.chat_id
    with locked(bench.paths.chats):
        gate.open()
        bench.wait_replied()
        bench.conversation.new_chat()
        bench.conversation.open_chat(chat_id)
        assert bench.transcript.toPlainText() == f"You\nfirst\n\nDraftlight\n{REPLY}"
        assert bench.banner.notice is None or "no reply" not in bench.banner.notice.text


def test_a_chat_that_is_deleted_here_does_not_come_back(halfway):
    bench, gate = halfway
    with locked(bench.paths.chats):
        gate.open()
        bench.wait_replied()
    bench.conversation.delete_chat(bench.conversation.chat_id)
    bench.conversation.writer.saver.save()
    assert bench.store.list_chats() == ()


@pytest.mark.parametrize("saved_before", [False, True])
@pytest.mark.parametrize("shown", [False, True])
def test_a_chat_deleted_in_another_window_costs_no_reply(halfway, saved_before, shown):
    bench, gate = halfway
    saver, left = bench.conversation.writer.saver, bench.conversation.chat_id
    bench.type("typed meanwhile")
    if saved_before:
        saver.save()
    if not shown:
        bench.conversation.new_chat()
    other = ChatStore(bench.paths.chats)
    other.delete_chat(left)
    other.create_chat("takes the number")
    other.close()
    if not saved_before:
        saver.save()
        assert "deleted in another window" in bench.banner.notice.text
    gate.open()
    bench.wait_replied()
    assert "deleted in another window" in bench.banner.notice.text
    assert stored(bench) == ["first", REPLY]
    assert [chat.title for chat in bench.store.list_chats()] == ["first", "takes the number"]
    assert bench.composer.text() == ("typed meanwhile" if shown else "")
    whole = f"You\nfirst\n\nDraftlight\n{REPLY}"
    assert bench.transcript.toPlainText() == (whole if shown else "")
    bench.conversation.open_chat(bench.store.list_chats()[0].id)
    assert bench.transcript.toPlainText() == whole
    assert bench.composer.text() == "typed meanwhile"


def test_a_chat_deleted_in_another_window_just_before_the_reply_ends(halfway):
    bench, gate = halfway
    bench.conversation.writer.saver.timer.stop()
    other = ChatStore(bench.paths.chats)
    other.delete_chat(bench.conversation.chat_id)
    other.close()
    gate.open()
    bench.wait_replied()
    assert stored(bench) == ["first", REPLY]
    assert bench.transcript.toPlainText() == f"You\nfirst\n\nDraftlight\n{REPLY}"
    assert bench.find("statistics").text()
    bench.ask("more")
    assert stored(bench) == ["first", REPLY, "more", REPLY]


def test_a_message_to_a_chat_deleted_in_another_window_is_in_a_new_one(bench, other):
    bench.ask("first")
    other.delete_chat(bench.conversation.chat_id)
    bench.ask("second")
    assert "deleted in another window" in bench.banner.notice.text
    assert bench.composer.text() == ""
    assert stored(bench) == ["second", REPLY]
    assert len(bench.engine.requests[-1][0]) == 1
    assert bench.transcript.toPlainText() == f"You\nsecond\n\nDraftlight\n{REPLY}"
