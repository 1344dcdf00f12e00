"""Which turns of a conversation too long for its context are left out."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from app.chats.records import Message, Role
from app.llama.prompt import Prompt
from app.options import ReplyOptions, reserved_for_reply
from app.prompts import fitted_prompt, without_oldest_turns
from app.speculation.records import TemplateFailed, TurnsLeftOut

pytestmark = pytest.mark.native

SYSTEM, QUESTION, REPLY = (Message(role, "x" * 10) for role in (Role.SYSTEM, Role.USER, Role.ASSISTANT))


class Letters:
    """Stands for models that read one token a letter; counts how often a prompt was made."""

    def __init__(self, capacity, failure=""):
        self.target = SimpleNamespace(capacity=capacity)
        self.failure = failure
        self.made = 0

    def chat_prompt(self, messages, _thinking, _template):
        self.made += 1
        return Prompt(list(range(sum(len(one.content) for one in messages))), self.failure)


def test_leaving_out_turns_keeps_the_system_prompt_and_the_last_question():
    assert without_oldest_turns([SYSTEM, QUESTION, REPLY, QUESTION], 1) == [SYSTEM, QUESTION]
    assert without_oldest_turns([QUESTION, REPLY, QUESTION, REPLY, QUESTION], 1) == [QUESTION, REPLY, QUESTION]
    assert without_oldest_turns([QUESTION, QUESTION, REPLY], 1) == [QUESTION, REPLY]
    assert without_oldest_turns([SYSTEM, QUESTION], 0) == [SYSTEM, QUESTION]


@pytest.mark.parametrize(
    ("capacity", "kept"), [(1000, 210), (280, 210), (278, 190), (200, 150), (40, 30), (38, 10), (8, 10)]
)
def test_as_few_turns_as_need_be_are_left_out(capacity, kept):
    messages = [*[QUESTION, REPLY] * 10, QUESTION]
    prompt = fitted_prompt(Letters(capacity), messages, ReplyOptions(drop_oldest=True))
    assert len(prompt.tokens) == kept
    turns = (210 - kept) // 20
    assert prompt.notices == ((TurnsLeftOut(turns),) if turns else ())


def test_nothing_is_left_out_unasked():
    prompt = fitted_prompt(Letters(8), [QUESTION, REPLY, QUESTION], ReplyOptions())
    assert (len(prompt.tokens), prompt.notices) == (30, ())


def test_a_long_chat_is_not_tokenised_for_every_turn():
    models = Letters(100)
    fitted_prompt(models, [QUESTION, REPLY] * 1000, ReplyOptions(drop_oldest=True))
    assert models.made < 15


def test_a_template_that_fails_is_told():
    prompt = fitted_prompt(Letters(8, "it crashed"), [QUESTION, REPLY, QUESTION], ReplyOptions(drop_oldest=True))
    assert prompt.notices == (TemplateFailed("it crashed"), TurnsLeftOut(1))


def test_a_quarter_is_kept_for_the_reply_or_less_where_it_can_be_no_longer():
    assert [reserved_for_reply(4096, most) for most in (None, 128, 5000)] == [1024, 128, 1024]
