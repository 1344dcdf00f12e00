from __future__ import annotations

import pytest

from app.chats.records import Attachment
from app.chats.store import ChatStore
from app.chats.tree import Node, Outline
from app.errors import ChatGoneError
from tests.chats.conftest import NOTES, write_reply
from tests.fakes import LIGHTHOUSE, plain_round


@pytest.fixture
def chat(store):
    """A chat with two questions and their replies."""
    chat, first = store.start_chat("a", "first")
    write_reply(store, chat.id, first.id)
    second = store.add_user_message(chat.id, "second")
    write_reply(store, chat.id, second.id, [plain_round(0, "reply to second")], None)
    return chat


def said(store, chat):
    return [one.message.content for one in store.list_messages(chat.id)]


def places(store, chat):
    return [(one.position, one.count) for one in store.list_messages(chat.id)]


def test_another_reply_stands_beside_the_first(store, chat):
    question, *_, last = store.list_messages(chat.id)[-2:]
    again = write_reply(store, chat.id, question.id, [plain_round(0, "another")], None)
    assert said(store, chat)[-1] == "another"
    assert places(store, chat) == [(1, 1), (1, 1), (1, 1), (2, 2)]
    assert store.list_messages(chat.id)[-1].siblings == (last.id, again)
    store.show_message(last.id)
    assert said(store, chat)[-1] == "reply to second"
    assert places(store, chat)[-1] == (1, 2)


def test_an_edited_message_leaves_the_old_one_with_all_that_followed(store, chat):
    before = store.list_messages(chat.id)
    edited = store.edit_message(before[0].id, "first, better", [NOTES])
    assert said(store, chat) == ["first, better"]
    assert (edited.position, edited.count, edited.attachments) == (2, 2, (NOTES,))
    write_reply(store, chat.id, edited.id, [plain_round(0, "better reply")], None)
    store.show_message(before[0].id)
    assert said(store, chat) == [one.message.content for one in before]
    assert store.list_messages(chat.id)[1:] == before[1:]


def test_going_to_a_branch_and_back_shows_it_as_it_was_left(store, chat):
    first, reply, second, _last = store.list_messages(chat.id)
    edited = store.edit_message(second.id, "second, better")
    write_reply(store, chat.id, edited.id, [plain_round(0, "x")], None)
    store.show_message(second.id)
    other = write_reply(store, chat.id, first.id, [plain_round(0, "y")], None)
    assert said(store, chat) == ["first", "y"]
    assert store.show_message(reply.id) == chat.id
    assert said(store, chat)[2:] == ["second", "reply to second"]
    store.show_message(other)
    assert said(store, chat) == ["first", "y"]


def test_what_is_on_show_comes_back_after_a_restart(store, path, chat):
    before = store.list_messages(chat.id)
    store.edit_message(before[2].id, "second, better")
    store.show_message(before[3].id)
    store.close()
    again = ChatStore(path)
    assert said(again, chat) == [one.message.content for one in before]
    again.close()


def test_a_chat_goes_on_from_any_point(store, chat):
    first, reply, *_ = store.list_messages(chat.id)
    store.add_user_message(chat.id, "elsewhere", after=reply.id)
    assert said(store, chat)[2:] == ["elsewhere"]
    assert places(store, chat) == [(1, 1), (1, 1), (2, 2)]
    store.add_user_message(chat.id, "straight on", after=first.id)
    assert said(store, chat) == ["first", "straight on"]


def test_a_reply_that_goes_on_elsewhere_does_not_change_what_is_on_show(store, chat):
    first, reply, second, _ = store.list_messages(chat.id)
    under_way = store.begin_reply(chat.id, second.id)
    edited = store.edit_message(first.id, "other")
    store.append_rounds(under_way, LIGHTHOUSE[:2])
    store.end_reply(under_way, None)
    assert said(store, chat) == ["other"]
    store.show_message(reply.id)
    assert store.list_messages(chat.id)[-1].rounds == LIGHTHOUSE[:2]
    assert edited.id not in [one.id for one in store.list_messages(chat.id)]


def test_taking_back_an_edited_message_shows_the_old_one(store, chat):
    before = store.list_messages(chat.id)
    edited = store.edit_message(before[0].id, "other", [NOTES])
    store.take_back(edited.id)
    assert store.list_messages(chat.id) == before
    assert store.unsent(chat.id).text == "other"


def test_a_point_in_another_chat_is_refused(store, chat):
    other = store.create_chat("b")
    reply = store.list_messages(chat.id)[1]
    for change in (
        lambda: store.add_user_message(other.id, "x", after=reply.id),
        lambda: store.begin_reply(other.id, reply.id),
        lambda: store.edit_message(10**6, "x"),
        lambda: store.show_message(10**6),
    ):
        with pytest.raises(ChatGoneError):
            change()
    assert store.list_messages(other.id) == ()


def test_nothing_that_was_said_is_ever_changed(store, chat):
    def everything():
        return {one.id: (one.message, one.rounds, one.parent_id) for one in store.read_tree(chat.id).messages}

    before = everything()
    first, reply, second, last = store.list_messages(chat.id)
    store.edit_message(second.id, "e", [Attachment("a.py", "print()", 7)])
    write_reply(store, chat.id, first.id)
    store.show_message(last.id)
    store.add_user_message(chat.id, "f", after=reply.id)
    after = everything()
    assert {key: after[key] for key in before} == before
    assert len(after) == len(before) + 3


@pytest.mark.parametrize(
    ("first", "chosen", "path"),
    [
        (None, None, (2, 5)),
        (1, None, (1, 4)),
        (1, 3, (1, 3)),
        (99, None, (2, 5)),  # the chosen one is gone
        (1, 5, (1, 4)),  # it follows another
    ],
)
def test_the_newest_is_on_show_where_nothing_else_was_chosen(first, chosen, path):
    nodes = [Node(1, None, chosen), Node(2, None, None), Node(3, 1, None), Node(4, 1, None), Node(5, 2, None)]
    outline = Outline(nodes, first)
    assert outline.shown_path() == path
    assert outline.way_to(3) == (1, 3)
    assert outline.children_of(1) == (3, 4)


def test_an_empty_chat_shows_nothing():
    assert Outline([], None).shown_path() == ()
