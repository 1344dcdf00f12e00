"""Counts of tokens agree with the prompts that are evaluated."""

from __future__ import annotations

import pytest

from app.chats.records import Message, Role
from app.errors import CancelledError
from app.llama import counting
from app.llama.counting import PromptCounter, count_tokens
from app.llama.model import LlamaModel
from app.llama.prompt import chat_prompt
from app.speculation.stop import Stop

pytestmark = pytest.mark.native

CHAT = (Message(Role.USER, "Say hello."), Message(Role.ASSISTANT, "Hello!"))


@pytest.fixture(scope="module", name="model")
def _model(starter_pair):
    model = LlamaModel(starter_pair.target, 0, Stop(), lambda _fraction: None)
    yield model
    model.close()


def count(counter, messages=CHAT, texts=(), template="", stop=None):
    return counter.count(messages, texts, enable_thinking=None, template=template, stop=stop or Stop())


@pytest.mark.parametrize("text", ["Again, please.", "def f():\n    return 1\n", "燈塔 🦊 e\u0301", ""])
def test_the_count_is_that_of_the_prompt(model, text):
    told = count(PromptCounter(model), texts=(text,))
    assert told.total == len(chat_prompt(model, [*CHAT, Message(Role.USER, text)]).tokens)


def test_an_edited_template_is_counted_as_it_is(model):
    counter = PromptCounter(model)
    assert count(counter, template="{{ messages[-1].content }}", texts=("one two",)).total == 2
    assert count(counter, texts=("one two",)).total > 10


def test_long_texts_are_counted_in_pieces(model):
    for text in ("A lighthouse guides ships by a lamp.\n" * 2000, "lighthouse " * 9000):
        whole = len(model.vocabulary.tokenize(text, add_special=False))
        assert count_tokens(model.vocabulary, text, Stop()) == whole
    endless = "lighthouse" * 9000
    whole = len(model.vocabulary.tokenize(endless, add_special=False))
    assert abs(count_tokens(model.vocabulary, endless, Stop()) - whole) < whole / 1000


def test_a_count_can_be_stopped(model):
    stop = Stop()
    stop.set()
    with pytest.raises(CancelledError):
        count(PromptCounter(model), texts=("x" * 100_000,), stop=stop)


def test_what_was_counted_is_not_counted_again(model, monkeypatch):
    counted = []
    real = counting.count_tokens
    monkeypatch.setattr(counting, "count_tokens", lambda *given: counted.append(given[1]) or real(*given))
    counter = PromptCounter(model)
    count(counter, texts=("a file", "typed"))
    del counted[:]
    count(counter, texts=("a file", "typed on"))
    assert counted == ["typed on"]
