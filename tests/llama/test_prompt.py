"""Prompts: the tokens a reply had are kept, whatever its text would tokenise to."""

from __future__ import annotations

import dataclasses

import pytest

from app.chats.records import Message, Role
from app.chats.template import CHATML
from app.llama.model import LlamaModel
from app.llama.prompt import chat_prompt, raw_prompt
from app.speculation.stop import Stop
from tests.tiny_models import write_tiny_llama

pytestmark = pytest.mark.native


@pytest.fixture(scope="module", name="model")
def _model(starter_pair):
    model = LlamaModel(starter_pair.target, 0, Stop(), lambda _fraction: None)
    yield model
    model.close()


def spelled(model, tokens):
    return b"".join(model.vocabulary.text(token) for token in tokens).decode()


def tokens_of(model, messages):
    return chat_prompt(model, messages).tokens


QUESTION = Message(Role.USER, "Say hello.")


def test_the_template_of_the_file_is_used(model):
    tokens = tokens_of(model, [QUESTION])
    assert spelled(model, tokens).endswith("<|im_start|>userĊSayĠhello.<|im_end|>Ċ<|im_start|>assistantĊ")


def test_a_reply_keeps_its_own_tokens(model):
    letters = tuple(token for letter in "Hello" for token in model.vocabulary.tokenize(letter, add_special=False))
    assert len(letters) == 5
    end = model.vocabulary.tokenize("<|im_end|>", add_special=False)
    reply = Message(Role.ASSISTANT, "Hello", (*letters, *end))
    first = tokens_of(model, [QUESTION])
    second = tokens_of(model, [QUESTION, reply, Message(Role.USER, "Again.")])
    assert tuple(second[len(first) : len(first) + 6]) == reply.token_ids
    assert second[: len(first)] == first
    canonical = tokens_of(model, [QUESTION, dataclasses.replace(reply, token_ids=()), Message(Role.USER, "Again.")])
    assert spelled(model, canonical) == spelled(model, second)
    assert len(canonical) < len(second)


def test_stale_tokens_of_an_edited_reply_are_not_used(model):
    letters = tuple(token for letter in "Hello" for token in model.vocabulary.tokenize(letter, add_special=False))
    edited = Message(Role.ASSISTANT, "Goodbye", letters)
    tokens = tokens_of(model, [QUESTION, edited, QUESTION])
    assert "Goodbye" in spelled(model, tokens)
    assert "Hello<" not in spelled(model, tokens)


def test_a_reply_that_repeats_the_question_is_found_where_it_stands(model):
    echo = Message(Role.ASSISTANT, "Say hello.", tuple(model.vocabulary.tokenize("Say hello.", add_special=False)))
    tokens = tokens_of(model, [QUESTION, echo, QUESTION])
    assert tokens == tokens_of(model, [QUESTION, dataclasses.replace(echo, token_ids=()), QUESTION])


def test_without_a_template_chatml_is_used_and_bos_comes_once(tmp_path):
    model = LlamaModel(write_tiny_llama(tmp_path / "tiny.gguf"), 0, Stop(), lambda _fraction: None)
    try:
        assert tokens_of(model, [QUESTION])[0] == 1
        assert tokens_of(model, [QUESTION]).count(1) == 1
        assert raw_prompt(model, "alpha").count(1) == 1
    finally:
        model.close()


def test_a_template_that_spells_bos_does_not_get_two(tmp_path):
    template = "{{ bos_token }}" + CHATML
    model = LlamaModel(write_tiny_llama(tmp_path / "tiny.gguf", template=template), 0, Stop(), lambda _fraction: None)
    try:
        assert tokens_of(model, [QUESTION]).count(1) == 1
    finally:
        model.close()


def test_tokens_of_another_model_are_not_used(model):
    for strange in ((10**6,), (-1, 5), (model.vocabulary.size,)):
        foreign = Message(Role.ASSISTANT, "Hello", strange)
        assert "Hello" in spelled(model, tokens_of(model, [QUESTION, foreign, QUESTION]))
