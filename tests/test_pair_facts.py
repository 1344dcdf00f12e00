from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest

from app.options import PairFiles
from app.pair_facts import describe

METADATA = {"general.sampling.temp": "0.6", "general.sampling.top_k": "many"}


def models(shared=None):
    vocabulary = SimpleNamespace(size=300, bos=1, eos=2, token_text=lambda token: f"<{token}>")
    model = SimpleNamespace(
        path=Path("target.gguf"),
        vocabulary=vocabulary,
        trained_context=8192,
        chat_template=None,
        metadata=METADATA.get,
    )
    target = SimpleNamespace(model=model, capacity=4096)
    return SimpleNamespace(target=target, can_draft=True, threads=2, drafting_off="", shared=shared)


def shared(share, first_difference="", disagreement=""):
    return SimpleNamespace(share=share, first_difference=first_difference, disagreement=disagreement)


def test_what_the_target_says_of_itself_is_told():
    files = PairFiles("pair", Path("target.gguf"), Path("drafter.gguf"))
    told = describe(files, models(), 1.5)
    assert (told.files, told.target_description, told.drafter_description) == (
        files,
        "target",
        "the draft model drafter",
    )
    assert (told.context, told.trained_context, told.vocabulary) == (4096, 8192, 300)
    assert (told.threads, told.load_seconds) == (2, 1.5)
    assert (told.template, told.bos, told.eos) == ("", "<1>", "<2>")
    assert told.advised == (("temperature", 0.6),), "what makes no sense is left out"


@pytest.mark.parametrize(
    ("shares", "remark"),
    [
        (None, ""),
        (shared(1.0), ""),
        (shared(1.0, disagreement="The headers say otherwise."), "The headers say otherwise."),
        (
            shared(0.99999, "token 7 is 'a' in one"),
            "Drafts come from the 99.9% of the vocabulary that both models share (token 7 is 'a' in one).",
        ),
        (
            shared(0.8137, "token 7", "The headers say otherwise."),
            "Drafts come from the 81.3% of the vocabulary that both models share (token 7). The headers say otherwise.",
        ),
    ],
)
def test_what_the_models_do_not_share_is_told(shares, remark):
    assert describe(PairFiles("pair", Path("target.gguf"), None), models(shares), 1.0).remark == remark
