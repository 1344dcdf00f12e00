from __future__ import annotations

import pytest

from app.chats.records import Message, Role
from app.chats.template import CHATML, render
from app.errors import TemplateError

CHAT = [
    Message(Role.SYSTEM, "Be brief."),
    Message(Role.USER, "Hi"),
    Message(Role.ASSISTANT, "Hello"),
    Message(Role.USER, "é"),
]


def test_chatml():
    assert render(CHATML, CHAT) == (
        "<|im_start|>system\nBe brief.<|im_end|>\n<|im_start|>user\nHi<|im_end|>\n"
        "<|im_start|>assistant\nHello<|im_end|>\n<|im_start|>user\né<|im_end|>\n<|im_start|>assistant\n"
    )


def test_names_that_templates_expect():
    template = (
        "{{ bos_token }}{{ eos_token }}{{ add_generation_prompt }}{{ {'a': '<é'} | tojson }}"
        "{{ strftime_now('%Y') | length }}"
        "{% for m in messages %}{% if loop.first %}{% continue %}{% endif %}x{% endfor %}"
    )
    assert render(template, CHAT, bos="<s>", eos="</s>") == '<s></s>True{"a": "<é"}4xxx'


def test_the_thinking_switch_is_defined_only_where_it_is_set():
    template = "{% if enable_thinking is defined %}{{ enable_thinking }}{% else %}as it likes{% endif %}"
    answers = [render(template, CHAT, enable_thinking=value) for value in (None, True, False)]
    assert answers == ["as it likes", "True", "False"]


@pytest.mark.parametrize(
    "template",
    [
        "{{ raise_exception('Conversation roles must alternate.') }}",
        "{% for %}",
        "{{ messages[9].content }}",
        "{{ 1 / 0 }}",
        "{{ messages.append(1) }}",
        "{{ ''.__class__.__mro__[1].__subclasses__() }}",
        "{{ messages[0] + 1 }}",
        "{{ undefined_name.attribute }}",
        "{% include 'other' %}",
        "{% break %}",
        "{% macro again() %}{{ again() }}{% endmacro %}{{ again() }}",
        "{{ " + "(" * 3000 + "1" + ")" * 3000 + " }}",
    ],
)
def test_a_template_that_fails_is_told_in_one_sentence(template):
    with pytest.raises(TemplateError, match=r"^The chat template of this model failed \(.+\): use") as caught:
        render(template, CHAT)
    assert "\n" not in str(caught.value)


def test_what_a_template_says_reaches_the_person():
    with pytest.raises(TemplateError, match="roles must alternate"):
        render("{{ raise_exception('Conversation roles must alternate.') }}", CHAT)
