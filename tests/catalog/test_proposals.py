"""Drafters on the Hub for a target."""

from __future__ import annotations

import pytest

from app.catalog.hub_search import FoundModel, list_files
from app.catalog.proposals import choose_file, choose_smaller, family_of, propose_drafters, read_hub_model
from app.errors import CancelledError, RefusedError
from tests.catalog.loopback_hub import COMMIT
from tests.catalog.models import make_model, tokens

WORDS = [f"word {number}" for number in range(12)]


@pytest.mark.parametrize(
    ("name", "family"),
    [
        ("Qwen/Qwen3-8B-GGUF", "Qwen3"),
        ("bartowski/Llama-3.2-3B-Instruct-GGUF", "Llama-3.2"),
        ("bartowski/Meta-Llama-3.1-8B-Instruct-GGUF", "Llama-3.1"),
        ("unsloth/gemma-3-12b-it-GGUF", "gemma-3"),
        ("x/SmolLM2-1.7B", "SmolLM2"),
        ("3B", "3B"),
    ],
)
def test_relatives_have_the_beginning_of_the_name_in_common(name, family):
    assert family_of(name) == family


def found(name, parameters, architecture="llama", downloads=1):
    return FoundModel(name, downloads, None, False, architecture, parameters)


def test_only_what_is_small_enough_and_built_alike_is_looked_at(tmp_path):
    target = make_model(tmp_path, "target.gguf")  # 65,536 weights
    models = (
        found("o/large", 60_000),
        found("o/other", 5000, "qwen3"),
        found("o/rare", 5000),
        found("o/unknown", None),
        found("o/popular", 5000, downloads=9),
        found("o/third", 5000, downloads=0),
    )
    assert [one.repository for one in choose_smaller(models, target)] == ["o/popular", "o/rare"]


def test_the_file_near_four_bits_is_chosen(hub, errand):
    for name in ("m-Q8_0", "m-IQ2_XXS", "m-Q4_K_M", "mmproj-m-Q4_0", "m-F16", "m-Q4_0-00001-of-00002"):
        hub.add("o/n", COMMIT, f"{name}.gguf", b"GGUF")
    hub.describe("o/n", downloads=1)
    models = list_files("o/n", errand.stop, endpoint=hub.endpoint).models
    assert choose_file(models).quantisation == "Q4_K_M"
    assert choose_file(()) is None


def publish(hub, folder, name, weights, texts, width, **card):
    path = folder / "model.gguf"
    make_model(folder, "model.gguf", width=width, **tokens(*texts))
    hub.describe(name, downloads=weights, gguf={"architecture": "llama", "total": weights}, **card)
    hub.add(name, COMMIT, f"{name.split('/')[1]}-Q4_0.gguf", path.read_bytes())


def test_proposals_are_judged_by_their_remote_headers(hub, errand, tmp_path):
    publish(hub, tmp_path, "o/Tiny3-big", 65_536, WORDS, 256)
    publish(hub, tmp_path, "o/Tiny3-small", 4096, WORDS, 16)
    publish(hub, tmp_path, "o/Tiny3-stranger", 2048, [f"x{n}" for n in range(12)], 8)
    publish(hub, tmp_path, "o/Tiny3-broken", 1024, WORDS, 4)
    hub.files[f"/o/Tiny3-broken/resolve/{COMMIT}/Tiny3-broken-Q4_0.gguf"] = b"GGUFxxxx"
    big = list_files("o/Tiny3-big", errand.stop, endpoint=hub.endpoint).models[0]
    target = read_hub_model(big, errand.stop, endpoint=hub.endpoint)
    asked = list(propose_drafters(target, "o/Tiny3-big", errand.stop, endpoint=hub.endpoint))
    judged = {one.repository: (one.fits, one.error is None) for one in asked}
    assert judged == {
        "o/Tiny3-small": (True, True),
        "o/Tiny3-stranger": (False, True),
        "o/Tiny3-broken": (False, False),
    }


def test_a_repository_that_is_not_for_everybody_is_passed_over(hub, errand, tmp_path):
    target = make_model(tmp_path, "target.gguf", **tokens(*WORDS))
    publish(hub, tmp_path, "o/Tiny3-small", 4096, WORDS, 16)
    proposals = propose_drafters(target, "o/Tiny3", errand.stop, endpoint=hub.endpoint)
    assert next(proposals).fits
    hub.fail(not_found="RepoNotFound")
    with pytest.raises(RefusedError):
        next(propose_drafters(target, "o/Tiny3", errand.stop, endpoint=hub.endpoint))


def test_a_stop_ends_it(hub, errand, tmp_path):
    target = make_model(tmp_path, "target.gguf", **tokens(*WORDS))
    publish(hub, tmp_path, "o/Tiny3-small", 4096, WORDS, 16)
    errand.stop.set()
    with pytest.raises(CancelledError):
        next(propose_drafters(target, "o/Tiny3", errand.stop, endpoint=hub.endpoint))
