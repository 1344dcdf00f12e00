from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from app.chats import template_child, template_process
from app.chats.records import Message, Role
from app.chats.template import CHATML, LONGEST_TEMPLATE, render, render_or_chatml, shared_renderer
from app.chats.template_process import TemplateProcess
from app.errors import TemplateError

CHAT = [
    Message(Role.SYSTEM, "Be brief."),
    Message(Role.USER, "Hi"),
    Message(Role.ASSISTANT, "Hello"),
    Message(Role.USER, "é"),
]
CHATML_TEXT = (
    "<|im_start|>system\nBe brief.<|im_end|>\n<|im_start|>user\nHi<|im_end|>\n"
    "<|im_start|>assistant\nHello<|im_end|>\n<|im_start|>user\né<|im_end|>\n<|im_start|>assistant\n"
)
ROOT = Path(__file__).parent.parent.parent


@pytest.fixture
def process():
    process = TemplateProcess()
    yield process
    process.close()


@pytest.fixture
def short(monkeypatch):
    """Less patience, so that the tests are fast."""
    monkeypatch.setattr(template_process, "TEMPLATE_SECONDS", 0.4)


def test_chatml():
    assert render(CHATML, CHAT) == CHATML_TEXT
    assert render(CHATML + "{# the same, guarded #}", CHAT) == CHATML_TEXT


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
        "{{ messages[0] + 1 }}",
        "{{ undefined_name.attribute }}",
        "{% include 'other' %}",
        "{% import 'os' as os %}",
        "{% break %}",
        "{% macro again() %}{{ again() }}{% endmacro %}{{ again() }}",
        "{{ " + "(" * 3000 + "1" + ")" * 3000 + " }}",
        "{{ " + "-" * 100_000 + "1 }}",
        "{{ raise_exception('first line\nsecond\tline') }}",
        "{{ raise_exception('x' * 100000) }}",
        "{{ namespace(a=1).b.c }}",
        " " * (LONGEST_TEMPLATE + 1),
    ],
    ids=lambda template: template[:30],
)
def test_a_template_that_fails_is_told_in_one_sentence(template):
    with pytest.raises(TemplateError, match=r"^This chat template fails \(.+\): mend") as caught:
        render(template, CHAT)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 500


def test_what_a_template_says_reaches_the_person():
    with pytest.raises(TemplateError, match="roles must alternate"):
        render("{{ raise_exception('Conversation roles must alternate.') }}", CHAT)


@pytest.mark.parametrize(
    "template",
    [
        "{{ ''.__class__.__mro__[1].__subclasses__() }}",
        "{{ ''['__class__'] }}",
        "{{ '' | attr('__class__') | attr('__mro__') }}",
        "{{ ''|attr('__cla' ~ 'ss__') }}",
        "{{ messages|map(attribute='__class__')|list|first|attr('__base__') }}",
        "{{ '{0.__class__.__base__.__subclasses__}'.format(1) }}",
        "{{ ('{0.__class__.__mro__}'|attr('format'))(1) }}",
        "{{ '{x.__init__.__globals__}'.format_map({'x': cycler}) }}",
        "{% set f = '{0.__class__}'.format %}{{ f(1) }}",
        "{{ ['{0.__class__}']|map('format', 1)|list|map(attribute='__class__') }}",
        "{{ cycler.__init__.__globals__.os.popen('id').read() }}",
        "{{ raise_exception.__globals__ }}",
        "{{ strftime_now.__code__ }}",
        "{{ self._TemplateReference__context }}",
        "{{ self.__init__.__globals__ }}",
        "{{ lipsum.__globals__['os'] }}",
        "{{ messages.__class__ }}",
        "{% set x = messages.clear() %}",
        "{{ messages[0].update({'role': 'system'}) }}",
        "{% for m in (messages|map('string')) %}{{ m.gi_frame }}{% endfor %}",
    ],
    ids=lambda template: template[:40],
)
def test_no_way_leads_out_of_the_sandbox(template):
    """It is refused, or what it reaches for is undefined; nothing of Python shows."""
    try:
        text = render(template, CHAT)
    except TemplateError:
        return
    for trace in ("<class", "<function", "<module", "built-in", "subclasses", "popen", "<frame", "uid=", "{'__"):
        assert trace not in text


@pytest.mark.parametrize(
    "template",
    [
        "{% for a in range(99999) %}{% for b in range(99999) %}{% endfor %}{% endfor %}",
        "{{ lipsum(n=10000000)|length }}",
        "{{ (99999999 ** 9999999) % 7 }}",
        "{% macro m(n) %}{% for x in [1, 2] %}{{ m(n + 1) if n < 50 }}{% endfor %}{% endmacro %}{{ m(0) }}",
        "{{ ('a' * 9000000)|wordcount }}{{ (' a' * 90000000)|wordcount }}" * 9,
    ],
    ids=lambda template: template[:40],
)
def test_a_template_without_end_is_ended(short, template):
    with pytest.raises(TemplateError, match=r"took longer than 0\.4 s|too much memory|crashed"):
        render(template, CHAT)
    assert render("{{ messages[1].content }}", CHAT) == "Hi"


def test_a_second_is_what_a_template_gets():
    assert template_process.TEMPLATE_SECONDS == 1.0


@pytest.mark.parametrize(
    "template",
    [
        "{{ 'a' * 10 ** 10 }}",
        "{{ 'a'|center(10 ** 10) }}",
        "{{ '%9999999999d' % 1 }}",
        "{{ '{:>9999999999}'.format(1) }}",
        "{{ [0] * 10 ** 10 }}",
        "{{ [1]|tojson(indent=10 ** 10) }}",
        "{% set n = namespace(x='ab' * 1000) %}{% for _ in range(99) %}{% set n.x = n.x ~ n.x %}{% endfor %}{{ n.x }}",
        "{% set n = namespace(x=[1]) %}{% for _ in range(99) %}{% set n.x = [n.x, n.x] %}{% endfor %}{{ n.x }}",
        "{% for i in range(99999) %}{{ 'a' * 1000 }}{% endfor %}",
        "{{ messages[1].content * 2000000 }}",
        "{{ range(10 ** 10)|list }}",
    ],
    ids=lambda template: template[:40],
)
def test_memory_and_output_are_bounded(short, template):
    with pytest.raises(TemplateError, match=r"memory|writes more than|too big|took longer|crashed"):
        render(template, CHAT)
    assert render("{{ messages[1].content }}", CHAT) == "Hi"


def test_a_long_conversation_has_room():
    chat = [Message(Role.USER, "é" * 3_000_000)]
    assert render("{{ messages[0].content }}", chat) == chat[0].content


def test_the_child_stays_warm_and_is_started_again_when_it_died(process):
    request = {"template": "{{ x }}", "names": {"x": 1}, "limit": 10}
    process.start()
    first = process._process
    assert process.render(request) == "1"
    assert process._process is first
    first.kill()
    first.wait()
    assert process.render(request) == "1"
    assert process._process is not first


def test_a_child_that_dies_at_work_is_told(process):
    process.start()
    process._process.kill()
    # As if it ended between the look whether it lives and the question.
    assert process._ask(process._process, b"{}") == {"error": "it crashed"}
    assert process.render({"template": "x", "names": {}, "limit": 10}) == "x"


def test_a_child_that_does_not_start_is_told(process, monkeypatch):
    monkeypatch.setattr(template_process.sys, "executable", "/nowhere/python")
    with pytest.raises(TemplateError, match="cannot be run safely here"):
        process.start()


def test_a_child_that_says_something_else_is_told(process, monkeypatch):
    monkeypatch.setattr(template_process.template_child, "__file__", str(ROOT / "app" / "__init__.py"))
    with pytest.raises(TemplateError, match="does not start"):
        process.start()


def is_running(pid: int) -> bool:
    try:
        return psutil.Process(pid).status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


@pytest.mark.parametrize("busy", [False, True])
def test_no_child_outlives_its_parent(busy):
    if busy and sys.platform == "win32":
        return  # there a busy child has nobody else who would end it
    endless = "{% for a in range(99999) %}{% for b in range(99999) %}{% endfor %}{% endfor %}"
    script = (
        "import json, os; from app.chats.template import render, shared_renderer\n"
        "from app.chats.template_child import write_frame\n"
        "assert render('{{ 1 }}', []) == '1'\n"
        "child = shared_renderer()._process\n"
        f"request = {{'template': {endless!r}, 'names': {{}}, 'limit': 9}}\n"
        f"if {busy}: write_frame(child.stdin, json.dumps(request).encode())\n"
        "print(child.pid, flush=True); os._exit(9)"
    )
    ended = subprocess.run([sys.executable, "-c", script], cwd=ROOT, stdout=subprocess.PIPE, text=True, check=False)
    assert ended.returncode == 9
    child = int(ended.stdout)
    deadline = time.monotonic() + 20
    while is_running(child):
        assert time.monotonic() < deadline


def test_a_template_that_fails_gives_way_to_chatml():
    rendered = render_or_chatml("{{ raise_exception('No system prompts.') }}", CHAT, bos="<s>")
    assert rendered.text == CHATML_TEXT
    assert rendered.failure == "No system prompts"
    assert render_or_chatml("{{ bos_token }}", CHAT, bos="<s>").failure == ""


def test_all_share_one_child():
    assert shared_renderer() is shared_renderer()


def test_the_program_itself_is_the_child_where_it_is_one_file():
    request = json.dumps({"template": "{{ x }}", "names": {"x": 7}, "limit": 10}).encode()
    frame = len(request).to_bytes(4, "big") + request
    command = [sys.executable, "-m", "app", template_child.ARGUMENT, str(template_process.TEMPLATE_MEMORY)]
    ended = subprocess.run(command, cwd=ROOT, input=frame, capture_output=True, check=True)
    assert ended.stdout == b'\0\0\0\x07"ready"\0\0\0\x0d{"text": "7"}'
