"""The template of a chat can be edited, tried and given back; what fails is said in a sentence."""

from __future__ import annotations

import pytest

from app.chats.template import shared_renderer
from tests.fakes import LIGHTHOUSE, FakeEngine
from tests.ui.waiting import wait_for

OWN = "{% for message in messages %}<{{ message.role }}>{{ message.content }}{% endfor %}"


@pytest.fixture(autouse=True, scope="module")
def _child_ends():
    yield
    shared_renderer().close()


@pytest.fixture
def bench(open_bench):
    engine = FakeEngine(LIGHTHOUSE)
    engine.template = OWN
    bench = open_bench(engine)
    bench.wait_loaded()
    return bench


def opened(bench):
    bench.window.chat_dialogs.show_template()
    return bench.find("template_dialog")


def type_template(bench, source):
    bench.find("template_source").setPlainText(source)
    bench.find("template_try").click()


def test_the_models_own_template_is_shown_with_what_it_makes_of_an_example(bench):
    dialog = opened(bench)
    assert bench.find("template_source").toPlainText() == OWN
    assert not bench.find("template_reset").isEnabled()
    preview = bench.find("template_preview")
    wait_for(lambda: preview.toPlainText().startswith("<user>How does a lighthouse work?<assistant>"))
    assert "It works" in bench.find("template_told").text()
    dialog.reject()
    bench.ask()
    assert bench.engine.requests[-1][1].template == ""


@pytest.mark.parametrize(
    ("source", "told"),
    [
        ("{{ messages", "end of template"),
        ("{{ ''.__class__.__mro__ }}", "unsafe"),
        ("{% for a in range(10**5) %}{% for b in range(10**5) %}{% endfor %}{% endfor %}", "longer than 1 s"),
        ("{{ raise_exception('No.') }}", "(No)"),
    ],
)
def test_a_template_that_fails_is_told_in_a_sentence(bench, source, told):
    dialog = opened(bench)
    type_template(bench, source)
    line = bench.find("template_told")
    wait_for(lambda: told in line.text(), told)
    assert line.text().startswith("This chat template fails (")
    assert bench.find("template_preview").toPlainText() == ""
    dialog.reject()


def test_an_edited_template_is_kept_with_its_chat_alone_and_given_back(bench):
    bench.ask("first")
    first = bench.conversation.chat_id
    dialog = opened(bench)
    type_template(bench, "{{ messages[0].content }}")
    bench.find("template_save").click()
    bench.ask("again")
    assert bench.engine.requests[-1][1].template == "{{ messages[0].content }}"
    bench.conversation.new_chat()
    bench.ask("second")
    assert bench.engine.requests[-1][1].template == ""
    bench.conversation.open_chat(first)
    assert bench.window.chat_settings.template == "{{ messages[0].content }}"
    assert bench.window.chat_settings.template_is_edited
    dialog = opened(bench)
    bench.find("template_reset").click()
    assert bench.find("template_source").toPlainText() == OWN
    dialog.accept()
    bench.ask("at last")
    assert bench.engine.requests[-1][1].template == ""


def test_a_template_for_all_chats_with_a_model_outlives_the_window(bench, open_bench):
    dialog = opened(bench)
    type_template(bench, "{{ messages[-1].content }}")
    bench.find("template_for_all").setChecked(True)
    dialog.accept()
    bench.close()
    engine = FakeEngine(LIGHTHOUSE)
    engine.template = OWN
    again = open_bench(engine)
    again.wait_loaded()
    again.ask()
    assert engine.requests[-1][1].template == "{{ messages[-1].content }}"
    dialog = opened(again)
    assert again.find("template_for_all").isChecked()
    again.find("template_reset").click()
    dialog.accept()
    again.ask("plain")
    assert engine.requests[-1][1].template == ""


def test_without_a_template_of_its_own_chatml_is_edited(open_bench):
    bench = open_bench()
    bench.wait_loaded()
    bench.window.chat_dialogs.show_chat()
    assert bench.find("template_state").text() == "The model's own"
    bench.find("edit_template").click()
    assert bench.find("template_source").toPlainText().startswith("{% for message in messages %}<|im_start|>")
    wait_for(lambda: "<|im_start|>user" in bench.find("template_preview").toPlainText())
    bench.find("template_dialog").accept()
    assert bench.window.chat_settings.template == ""
    bench.find("chat_dialog").accept()
