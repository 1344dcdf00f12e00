from __future__ import annotations

import json

import pytest

from app.chats.options import advice, preset_to_json, read_preset
from app.chats.records import ChatOptions, Preset
from app.errors import PresetFileError
from tests.chats.test_chat_list import OPTIONS, PAIR

PRESET = Preset("Terse 🦊", OPTIONS)


def test_a_preset_comes_back_from_its_file(tmp_path):
    file = tmp_path / "terse.json"
    file.write_text(preset_to_json(PRESET), encoding="utf-8")
    assert read_preset(file) == PRESET
    assert "Infinity" not in file.read_text(encoding="utf-8")


def test_presets_are_kept_by_name(store):
    shelf = store.shelf
    shelf.save_preset(Preset("b", ChatOptions("old")))
    shelf.save_preset(Preset("A", OPTIONS))
    shelf.save_preset(Preset("b", ChatOptions("new")))
    assert shelf.list_presets() == (Preset("A", OPTIONS), Preset("b", ChatOptions("new")))
    shelf.delete_preset("A")
    assert [preset.name for preset in shelf.list_presets()] == ["b"]


def test_an_edited_template_is_kept_for_its_model(store):
    assert store.shelf.template_for(PAIR.target) == ""
    store.shelf.save_template(PAIR.target, "{{ messages }}")
    assert store.shelf.template_for(PAIR.target) == "{{ messages }}"
    assert store.shelf.template_for(PAIR.drafter) == ""
    store.shelf.save_template(PAIR.target, " ")
    assert store.shelf.template_for(PAIR.target) == ""


def changed(**changes):
    facts = json.loads(preset_to_json(PRESET))
    for name, value in changes.items():
        place = facts["options"]["sampling"] if name in facts["options"]["sampling"] else facts["options"]
        (facts if name in facts else place)[name] = value
    return json.dumps(facts)


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ("", "Expecting value"),
        ("[]", "not marked"),
        ("{}", "not marked"),
        ("\ud800", ""),
        ("[" * 100_000, ""),
        (changed(format="other"), "not marked"),
        (changed(version=2), "newer Draftlight"),
        (changed(name=""), "1 to 100 characters"),
        (changed(name=7), "name is not a text"),
        (changed(name="x" * 101), "1 to 100 characters"),
        (changed(options=[]), "the options are no object"),
        (changed(system_prompt=None), "system_prompt is not a text"),
        (changed(template=[1]), "template is not a text"),
        (changed(draft_length=17), "draft_length"),
        (changed(draft_length=True), "draft_length"),
        (changed(sampling=3), "sampling is no object"),
        (changed(temperature="hot"), "temperature is not a number"),
        (changed(temperature=-1), "temperature must be 0 or more"),
        (changed(temperature=float("nan")), "temperature must be 0 or more"),
        (changed(top_k=1.5), "top_k is not a number"),
        (changed(top_k=10**30), "top_k is not a number"),
        (changed(top_p=0), "Top-p must be"),
        (changed(seed=-1), "seed must be"),
        (changed(logit_bias=[[1]]), "logit_bias"),
        (changed(logit_bias=[["a", 1]]), "logit_bias"),
        (changed(logit_bias=[[1, 1e9]]), "logit_bias"),
        (changed(text_bias=[[1, 1]]), "text_bias"),
        (changed(text_bias=[["a", float("nan")]]), "text_bias"),
        (changed(text_bias=[["a", 10**400]]), "text_bias"),
        (changed(max_tokens=0), "max_tokens"),
        (changed(max_tokens=True), "max_tokens"),
        (changed(context=1.5), "context"),
        (changed(context=10**30), "context"),
        (changed(stop_strings="a"), "stop_strings"),
        (changed(stop_strings=[1]), "stop_strings"),
        (changed(stop_strings=["a"] * 65), "stop_strings"),
        (changed(chosen=[None]), "chosen"),
        (changed(lookup=1), "lookup"),
        (changed(rule="best"), "rule is not one of ratio, coupled"),
        (changed(rule=[]), "rule"),
        (changed(enable_thinking="yes"), "enable_thinking"),
        (changed(drop_oldest=None), "drop_oldest"),
    ],
)
def test_anything_else_is_refused_in_one_sentence(tmp_path, content, told):
    file = tmp_path / "preset.json"
    file.write_bytes(content.encode("utf-8", "surrogatepass"))
    with pytest.raises(PresetFileError) as caught:
        read_preset(file)
    assert told in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_preset_that_is_not_there(tmp_path):
    with pytest.raises(PresetFileError, match="No such file"):
        read_preset(tmp_path / "none.json")


def test_what_is_missing_has_its_default(tmp_path):
    file = tmp_path / "preset.json"
    file.write_text('{"format": "draftlight-preset", "version": 1, "name": " a\\n b ", "options": {"later": 1}}')
    assert read_preset(file) == Preset("a b", ChatOptions())


def test_a_model_advises_its_sampling():
    metadata = {
        "general.sampling.temp": 0.6000000238418579,
        "general.sampling.top_k": 20,
        "general.sampling.top_p": "0.949999988",
        "general.sampling.min_p": 0.0,
        "general.sampling.penalty_repeat": 1.0499999523162842,
        "general.sampling.penalty_last_n": "32",
        "general.sampling.mirostat": 2,
        "general.name": "x",
    }
    assert advice(metadata) == {
        "temperature": 0.6, "top_k": 20, "top_p": 0.95, "min_p": 0.0, "repeat_penalty": 1.05, "penalty_window": 32,
    }  # fmt: skip


@pytest.mark.parametrize(
    "value", [None, "", "hot", True, -1, float("nan"), float("inf"), [0.5], {}, 10**400, "1e999", b"1"]
)
@pytest.mark.parametrize("key", ["temp", "top_k", "top_p", "min_p", "penalty_repeat", "penalty_last_n"])
def test_advice_that_makes_no_sense_is_left_out(key, value):
    assert advice({f"general.sampling.{key}": value}) == {}
    assert advice({f"general.sampling.{key}": value, "general.sampling.temp": 0.5}) == {"temperature": 0.5}
