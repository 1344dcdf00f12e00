"""Every reason for and against a pair, each from a pair made for it."""

from __future__ import annotations

import string
from pathlib import Path
from typing import Any

import pytest

from app.catalog.compatibility import compare, differing_tokens
from app.catalog.compatibility_reasons import TEMPLATES, Comparison, Reason, ReasonKind, Verdict, Weight, percent
from app.catalog.gguf_tokens import TextTable
from tests.catalog.gguf_files import text
from tests.catalog.models import make_model, tokens

WORDS = [f"token {index}" for index in range(8)]
BIG, SMALL = {"width": 2560}, {"width": 256}
BOS, EOS = "tokenizer__ggml__bos_token_id", "tokenizer__ggml__eos_token_id"
ADD_BOS, ADD_EOS = "tokenizer__ggml__add_bos_token", "tokenizer__ggml__add_eos_token"
MODEL, PRE = "tokenizer__ggml__model", "tokenizer__ggml__pre"


@pytest.fixture
def pair(tmp_path: Path):
    """Compare a target and a drafter a tenth its size that differ from each other in what is given."""

    def make(target: dict[str, Any] | None = None, drafter: dict[str, Any] | None = None) -> Comparison:
        return compare(
            make_model(tmp_path, "target.gguf", **{**BIG, **(target or {})}),
            make_model(tmp_path, "drafter.gguf", **{**SMALL, **(drafter or {})}),
        )

    return make


def only(comparison: Comparison) -> Reason:
    (reason,) = comparison.reasons
    return reason


def test_relatives_fit_without_a_word(pair) -> None:
    comparison = pair()
    assert (comparison.verdict, comparison.share, comparison.reasons) == (Verdict.FITS, 1.0, ())
    assert comparison.sentence == "fits"


def test_the_first_differing_token_is_shown_with_both_texts(pair) -> None:
    words = [*WORDS[:5], "other\x1b", "", WORDS[7]]
    comparison = pair(tokens(*WORDS, *"abcdefgh"), tokens(*words, *"abcdefgh"))
    assert (comparison.verdict, comparison.share) == (Verdict.FITS_SHARED, 14 / 16)
    assert comparison.sentence == "fits over the shared vocabulary, 87.5% shared"
    assert only(comparison).sentence == (
        r"Token 5 is 'token 5' in the target and 'other\x1b' in the drafter, the first of 2 that differ."
    )


def test_ids_that_other_programs_leave_out_count_too(pair) -> None:
    """llama.cpp's own rule begins at id 5; a drafted token must mean the same whatever its id."""
    assert only(pair({}, tokens("zero", *WORDS[1:]))).fields["token"] == 0


def test_long_texts_are_cut(pair) -> None:
    sentence = only(pair({}, tokens(*WORDS[:7], "x" * 500))).sentence
    assert "x" * 40 + "...'" in sentence
    assert len(sentence) < 200


def test_a_drafter_with_fewer_tokens(pair) -> None:
    comparison = pair({}, tokens(*WORDS[:7]))
    assert (comparison.verdict, comparison.share) == (Verdict.FITS_SHARED, 7 / 8)
    assert only(comparison).sentence == (
        "The target has 8 tokens and the drafter 7: the last 1 belong to one of them only."
    )


def test_a_drafter_with_more_tokens_shares_all(pair) -> None:
    comparison = pair({}, tokens(*WORDS, "one", "more"))
    assert (comparison.verdict, comparison.share) == (Verdict.FITS, 1.0)
    assert only(comparison).kind is ReasonKind.SIZES_DIFFER


def test_one_token_of_many_is_enough_to_say_so(pair) -> None:
    words = [f"word {index}" for index in range(2000)]
    comparison = pair(tokens(*words), tokens(*words[:-1], "other"))
    assert comparison.sentence == "fits over the shared vocabulary, 99.9% shared"


def test_too_little_shared(pair) -> None:
    comparison = pair({}, tokens(*WORDS[:6], "x", "y"))
    assert (comparison.verdict, comparison.fits, comparison.share) == (Verdict.DOES_NOT_FIT, False, 0.75)
    first, second = comparison.reasons
    assert first.sentence.startswith("Only 6 of the target's 8 tokens (75%) mean the same to the drafter and 80% are")
    assert second.kind is ReasonKind.TEXT_DIFFERS


def test_exactly_enough_shared(pair) -> None:
    target, drafter = tokens(*WORDS, "a", "b"), tokens(*WORDS, "c", "d")
    assert pair(target, drafter).verdict is Verdict.FITS_SHARED


def test_different_kinds_of_tokenizer(pair) -> None:
    comparison = pair({MODEL: "llama", ADD_BOS: False}, {MODEL: "gpt2"})
    assert comparison.verdict is Verdict.DOES_NOT_FIT
    assert only(comparison).sentence.startswith(
        "They use different kinds of tokenizer (SPM in the target, BPE in the drafter)"
    )


def test_names_of_one_kind_of_tokenizer(pair) -> None:
    assert pair({MODEL: "gpt2", PRE: "qwen2"}, {MODEL: "whitespace", PRE: "default"}).verdict is Verdict.FITS


# Where llama.cpp's own programs would refuse


def test_one_begins_with_bos_and_the_other_does_not(pair) -> None:
    comparison = pair({ADD_BOS: True}, {ADD_BOS: False})
    assert comparison.verdict is Verdict.FITS
    assert only(comparison).sentence == (
        "The target begins a text with token 1 ('token 1') and the drafter is used to no token: it may guess worse at "
        "the beginning. llama.cpp's own programs refuse such a pair."
    )


def test_bos_ids_count_only_where_they_are_used(pair) -> None:
    assert only(pair({ADD_BOS: True, BOS: 3}, {ADD_BOS: True, BOS: 4})).kind is ReasonKind.BOS_DIFFERS
    assert pair({ADD_BOS: False, BOS: 3}, {ADD_BOS: False, BOS: 4}).reasons == ()


def test_eos(pair) -> None:
    assert only(pair({ADD_EOS: True}, {})).kind is ReasonKind.EOS_DIFFERS
    assert only(pair({ADD_EOS: True, EOS: 3}, {ADD_EOS: True, EOS: 4})).kind is ReasonKind.EOS_DIFFERS
    assert pair({EOS: 3}, {EOS: 4}).reasons == ()


def test_a_missing_key_is_what_llama_cpp_takes_it_for(pair) -> None:
    """Llama 3 says it begins with BOS, or leaves that to the name of its pre-tokenizer."""
    assert pair({PRE: "llama-bpe", ADD_BOS: True}, {PRE: "llama-bpe", ADD_BOS: None}).reasons == ()
    assert only(pair({PRE: "qwen2", ADD_BOS: True}, {PRE: "qwen2", ADD_BOS: None})).kind is ReasonKind.BOS_DIFFERS


def test_gemma_4_whose_early_files_are_wrong_about_bos(pair) -> None:
    assert pair({PRE: "gemma4", ADD_BOS: False}, {PRE: "gemma4", ADD_BOS: True}).reasons == ()


# What is no use in a pair


@pytest.mark.parametrize(
    ("changes", "what"),
    [
        ({"architecture": "eagle3"}, "an EAGLE-3 head"),
        ({"architecture": "dflash"}, "a DFlash head"),
        ({"architecture": "gemma4-assistant"}, "an MTP head"),
        ({"general__type": "mmproj"}, "projector"),
        ({"split__count": 2, "split__no": 1}, "a part of a split model"),
    ],
)
@pytest.mark.parametrize("role", [0, 1])
def test_side_cars_are_no_models(pair, changes: dict[str, Any], what: str, role: int) -> None:
    comparison = pair(*([changes, {}] if role == 0 else [{}, changes]))
    assert comparison.verdict is Verdict.DOES_NOT_FIT
    assert what in only(comparison).sentence
    assert ("target.gguf", "drafter.gguf")[role] in only(comparison).sentence


def test_an_architecture_that_llama_cpp_does_not_know(pair) -> None:
    reason = only(pair({"architecture": "next-year"}))
    assert reason.kind is ReasonKind.UNKNOWN_ARCHITECTURE
    assert "next-year" in reason.sentence


def test_no_vocabulary(pair) -> None:
    none = dict.fromkeys(tokens(), None) | {MODEL: "none", BOS: None, EOS: None}
    assert only(pair({}, none)).kind is ReasonKind.NO_VOCABULARY


# What is good to know


def test_a_recurrent_target_reads_again(pair) -> None:
    """Where llama.cpp keeps earlier states of it, it does not."""
    assert only(pair({"architecture": "mamba"})).sentence == (
        "target.gguf is recurrent (mamba): after a rejection it reads what it keeps of the draft once more, so "
        "drafting gains less."
    )
    assert not pair({"architecture": "qwen35"}).reasons


def test_a_drafter_too_large_for_its_target(pair) -> None:
    assert only(pair({}, {"width": 1280})).sentence == (
        "For each token the drafter computes with 50% as many weights as the target: a tenth is good, and above 25% "
        "drafting rarely pays."
    )
    assert pair({}, {"width": 640}).reasons == ()


def test_a_drafter_as_large_as_its_target_cannot_pay(pair) -> None:
    comparison = pair({"width": 640}, {"width": 640})
    assert comparison.fits
    assert comparison.cannot_pay
    assert only(comparison).sentence.endswith("drafting cannot pay.")
    assert not pair({"width": 641}, {"width": 640}).cannot_pay


def test_of_experts_only_those_at_work_count(tmp_path: Path) -> None:
    from app.catalog.model import read_model
    from tests.catalog.gguf_files import GgufFile, Tensor

    file = GgufFile()
    file.entries |= {"llama.expert_count": 64, "llama.expert_used_count": 1}
    file.tensors = [Tensor("blk.0.ffn_up_exps.weight", (256, 256, 64), kind=2)]
    file.tensor_bytes = 64 * 65536
    (tmp_path / "experts.gguf").write_bytes(file.data())
    comparison = compare(read_model(tmp_path / "experts.gguf"), make_model(tmp_path, "d.gguf", width=128))
    assert only(comparison).fields["percent"] == "50%"


def test_quantised_finer_than_its_target(pair) -> None:
    reason = only(pair({"kind": 12, "general__file_type": 15}, {"kind": 8, "general__file_type": 7}))
    assert "finer than the target (Q8_0 against Q4_K_M)" in reason.sentence
    assert pair({"kind": 12}, {"kind": 3}).reasons == (), "Q4_1 is no finer than Q4_K"


def test_no_template(pair) -> None:
    assert only(pair({"tokenizer__chat_template": None})).kind is ReasonKind.NO_TEMPLATE
    assert pair({}, {"tokenizer__chat_template": None}).reasons == ()


def test_a_smaller_context(pair) -> None:
    reason = only(pair({"llama__context_length": 128}, {"llama__context_length": 64}))
    assert "a context of 64 tokens and the target of 128" in reason.sentence
    assert pair({"llama__context_length": 64}, {"llama__context_length": 128}).reasons == ()


# The words


def test_what_refuses_is_told_first(pair) -> None:
    comparison = pair({"tokenizer__chat_template": None}, {**tokens(*WORDS[:6], "x", "y"), ADD_BOS: True})
    weights = [one.kind.weight for one in comparison.reasons]
    assert weights == [Weight.REFUSES, Weight.LIMITS, Weight.ADVISES, Weight.ADVISES]


@pytest.mark.parametrize("kind", ReasonKind)
def test_every_kind_has_a_template_of_its_own(kind: ReasonKind) -> None:
    template = TEMPLATES[kind]
    assert template.endswith(".")
    assert template[0].isupper() or template.startswith("{")
    names = [name for _, name, _, _ in string.Formatter().parse(template) if name]
    assert Reason(kind, dict.fromkeys(names, "x")).sentence


@pytest.mark.parametrize(("share", "words"), [(1.0, "100%"), (0.99999, "99.9%"), (0.875, "87.5%"), (0.0, "0%")])
def test_percent_is_rounded_down(share: float, words: str) -> None:
    assert percent(share) == words


# Comparing in bulk


def table(*texts: bytes) -> TextTable:
    return TextTable(b"".join(text(one) for one in texts), len(texts), Path("table.gguf"))


def test_texts_are_compared_as_llama_cpp_takes_them() -> None:
    """Up to the first null byte, and an empty one by a name."""
    ours = table(b"a", b"b\0one", b"", b"d", b"[EMPTY_4]")
    theirs = table(b"a", b"b\0two", b"[EMPTY_2]", b"e", b"")
    assert differing_tokens(ours, theirs) == [3]


def test_a_text_that_begins_as_another_differs() -> None:
    assert differing_tokens(table(b"a", b"bc"), table(b"a", b"b", b"c")) == [1]
    assert differing_tokens(table(b"ab", b"c"), table(b"a", b"bc")) == [0, 1]


def test_equal_tables_are_compared_without_taking_them_apart() -> None:
    ours, theirs = table(*[b"x"] * 1000), table(*[b"x"] * 1001)
    assert differing_tokens(ours, theirs) == []
    assert "starts" not in vars(ours) | vars(theirs)
