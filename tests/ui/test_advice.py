"""What a model's file recommends holds until the person chooses otherwise."""

from __future__ import annotations

from tests.fakes import LIGHTHOUSE, FakeEngine, fake_pair
from tests.ui.waiting import wait_for


def opened(open_bench, advised=(("temperature", 0.6), ("penalty_window", 32))):
    engine = FakeEngine(LIGHTHOUSE)
    engine.advised = advised
    bench = open_bench(engine)
    bench.wait_loaded()
    bench.find("sampling_button").click()
    return bench


def asked(bench):
    bench.ask()
    return bench.engine.requests[-1][1].sampling


def test_advice_is_used_and_shown_as_the_models(open_bench):
    bench = opened(open_bench)
    sampling = asked(bench)
    assert (sampling.temperature, sampling.penalty_window, sampling.top_k) == (0.6, 32, 40)
    assert bench.find("temperature").value() == 0.6
    assert "recommended by the model's file" in bench.find("temperature").accessibleDescription()
    assert not bench.find("reset_temperature").isVisible()
    assert "recommended" not in bench.find("top_k").accessibleDescription()
    assert bench.window._parts.preferences.settings.temperature == 0.8


def test_what_the_person_chooses_stands_even_where_it_is_the_usual(open_bench):
    bench = opened(open_bench)
    bench.find("temperature").setValue(0.8)
    assert asked(bench).temperature == 0.8
    chat = bench.conversation.chat_id
    bench.find("temperature").setValue(1.1)
    bench.conversation.new_chat()
    bench.find("reset_temperature").click()
    assert asked(bench).temperature == 0.6
    bench.conversation.open_chat(chat)
    assert bench.find("temperature").value() == 1.1
    bench.find("temperature").setValue(0.8)
    bench.close()
    again = opened(open_bench)
    again.conversation.open_chat(chat)
    assert again.find("temperature").value() == 0.8
    assert asked(again).temperature == 0.8


def test_the_next_model_has_its_own_advice(open_bench, tmp_path):
    bench = opened(open_bench)
    bench.engine.advised = (("temperature", 0.3),)
    other = tmp_path / "other"
    other.mkdir()
    bench.pairs.open(fake_pair(other, "Another pair"))
    wait_for(lambda: bench.pairs.state.loaded.files.name == "Another pair")
    assert bench.find("temperature").value() == 0.3
    assert bench.find("penalty_window").value() == 64
    bench.find("reset_sampling")
    assert not bench.find("reset_sampling").isEnabled()
