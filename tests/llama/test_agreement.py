"""Headers against llama.cpp: they agree on real files, and where they did not it would be told."""

from __future__ import annotations

import logging
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from app.catalog.gguf import read_header
from app.catalog.tokenizer_policy import tokenizer_policy
from app.engine import Engine
from app.errors import VocabulariesDifferError
from app.llama import compatibility
from app.llama.agreement import disagreement
from app.llama.compatibility import shared_vocabulary
from app.llama.model import LlamaModel
from app.options import LoadOptions, PairFiles
from app.speculation.stop import Stop
from tests.tiny_models import write_tiny_llama

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.native

SURPRISE = "By their headers the two models share 100% of the vocabulary, but llama.cpp found 50% and is followed."
KINDS = {1: "SPM", 2: "BPE"}  # llama_vocab_type


def load(path: Path) -> closing[LlamaModel]:
    return closing(LlamaModel(path, 0, Stop(), lambda _fraction: None))


@pytest.fixture
def tiny(tmp_path: Path) -> Path:
    return write_tiny_llama(tmp_path / "tiny.gguf")


@pytest.mark.parametrize(
    ("words", "padding"),
    [
        (("alpha", "beta", "gamma"), 0),
        (("alpha", "other", "gamma"), 0),
        (("alpha", "beta\0x", "gamma"), 2),
        (("a",), 0),
    ],
)
def test_headers_and_llama_cpp_agree(tmp_path: Path, tiny: Path, caplog, words: tuple[str, ...], padding: int) -> None:
    other = write_tiny_llama(tmp_path / "other.gguf", words=words, padding=padding)
    with load(tiny) as target, load(other) as drafter, caplog.at_level(logging.WARNING):
        assert shared_vocabulary(target, drafter).disagreement == ""
    assert caplog.text == ""


def test_they_agree_on_the_starter_pair(starter_pair: PairFiles) -> None:
    assert disagreement(starter_pair.target, starter_pair.drafter, share=1.0) == ""


def test_the_policy_of_a_header_is_that_of_llama_cpp(tmp_path: Path, tiny: Path, starter_pair: PairFiles) -> None:
    for path in (tiny, write_tiny_llama(tmp_path / "without.gguf", add_bos=False), starter_pair.target):
        with load(path) as model:
            known = model.vocabulary
            ids = known.bos if known.add_bos else None, known.eos if known.add_eos else None
            policy = tokenizer_policy(read_header(path))
            assert (policy.kind, policy.bos, policy.eos) == (KINDS[known.type], *ids)


def test_a_disagreement_is_told_and_logged(tiny: Path, caplog) -> None:
    with caplog.at_level(logging.WARNING):
        assert disagreement(tiny, tiny, share=0.5) == SURPRISE
    assert "share 1.0 by their headers, 0.5 by llama.cpp" in caplog.text


def test_a_disagreement_is_logged_even_where_the_pair_is_refused(tmp_path: Path, tiny: Path, monkeypatch) -> None:
    asked = []
    monkeypatch.setattr(compatibility, "disagreement", lambda *_paths, share: asked.append(share) or "")
    other = write_tiny_llama(tmp_path / "other.gguf", padding=400)
    with load(other) as target, load(tiny) as drafter, pytest.raises(VocabulariesDifferError):
        shared_vocabulary(target, drafter)
    assert asked == [262 / 662]


def test_a_file_that_went_since_it_was_loaded_is_no_disagreement(tmp_path: Path, tiny: Path, caplog) -> None:
    with caplog.at_level(logging.WARNING):
        assert disagreement(tiny, tmp_path / "gone.gguf", share=1.0) == ""
    assert "cannot be compared" in caplog.text


@pytest.mark.parametrize(("words", "begins"), [(("alpha", "beta", "gamma"), SURPRISE), (("alpha", "b", "c"), "Drafts")])
def test_the_remark_of_a_loaded_pair_says_so(
    tmp_path: Path, tiny: Path, monkeypatch, words: tuple[str, ...], begins: str
) -> None:
    monkeypatch.setattr(compatibility, "disagreement", lambda *_paths, share: SURPRISE)
    other = write_tiny_llama(tmp_path / "other.gguf", words=words)
    with closing(Engine()) as engine:
        remark = engine.load(PairFiles("pair", tiny, other), LoadOptions(context=256), Stop(), lambda _: None).remark
    assert remark.startswith(begins)
    assert remark.endswith(SURPRISE)
