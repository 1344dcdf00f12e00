from __future__ import annotations

from app.chats.branch import place_of, question_of, sibling_of
from app.chats.records import Message, Role, StoredMessage

BRANCH = (
    StoredMessage(10, Message(Role.USER, "one"), siblings=(10,)),
    StoredMessage(12, Message(Role.ASSISTANT, "two"), siblings=(11, 12, 15)),
    StoredMessage(16, Message(Role.USER, "three")),
)


def test_a_message_is_found_by_its_id():
    assert [place_of(BRANCH, one) for one in (10, 12, 16, 11)] == [0, 1, 2, None]


def test_siblings_end_at_both_ends():
    assert (sibling_of(BRANCH, 12, -1), sibling_of(BRANCH, 12, 1)) == (11, 15)
    assert [sibling_of(BRANCH, one, step) for one in (10, 16, 99) for step in (-1, 1)] == [None] * 6


def test_a_reply_and_its_question_have_one_question():
    assert [question_of(BRANCH, one) for one in (10, 12, 16, 99)] == [0, 0, 2, None]
    assert question_of(BRANCH[1:], 12) is None
