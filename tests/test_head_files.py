"""What drafts in a pair, named and measured from its headers."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from app.head_files import drafting_of, find_head, why_no_drafter
from app.lab.plan import compare, find_length
from app.options import AUTO, PairFiles
from app.speculation.draft_length import MAX_DRAFT_LENGTH
from tests.tiny_families import tiny_deepseek2
from tests.tiny_heads import (
    mtp_only,
    tiny_eagle3,
    tiny_gemma4,
    tiny_gemma4_assistant,
    tiny_mimo,
    tiny_target,
    trunk_only,
)

if TYPE_CHECKING:
    from pathlib import Path

    from tests.tiny_heads import TinyFile


@pytest.fixture(name="pair")
def _pair(tmp_path: Path):
    def make(target: TinyFile, drafter: TinyFile | None = None) -> PairFiles:
        small = drafter.write(tmp_path / "small.gguf") if drafter else None
        return PairFiles("pair", target.write(tmp_path / "big.gguf"), small)

    return make


@pytest.mark.parametrize(
    ("target", "drafter", "words", "most"),
    [
        (tiny_target(), tiny_target(layers=1), "the draft model small", MAX_DRAFT_LENGTH),
        (tiny_target(), tiny_eagle3(tiny_target()), "the EAGLE-3 head small", MAX_DRAFT_LENGTH),
        (trunk_only(tiny_mimo()), mtp_only(tiny_mimo()), "the MTP head small", MAX_DRAFT_LENGTH),
        (tiny_gemma4(), tiny_gemma4_assistant(tiny_gemma4()), "the MTP head small", MAX_DRAFT_LENGTH),
        (tiny_mimo(), None, "the MTP head inside it", MAX_DRAFT_LENGTH),
        (tiny_mimo(heads=3), None, "the MTP head inside it", 3),
        (tiny_target(), None, "no drafter", 0),
        (trunk_only(tiny_mimo()), None, "no drafter", 0),
    ],
)
def test_what_drafts_is_named_by_its_kind(pair, target, drafter, words, most):
    found = drafting_of(pair(target, drafter))
    assert (found.words, found.most) == (words, most)


def test_another_file_under_the_name_is_another_drafter(pair):
    files = pair(tiny_target(), tiny_target(layers=1))
    assert drafting_of(files).words == "the draft model small"
    tiny_eagle3(tiny_target()).write(files.drafter)
    os.utime(files.drafter, ns=(1, 1))
    assert drafting_of(files).words == "the EAGLE-3 head small"
    files.drafter.unlink()
    assert drafting_of(files).words == "the draft model small"
    files.target.unlink()
    assert drafting_of(PairFiles("gone", files.target, None)).most == 0


def test_heads_that_cannot_be_used_are_left_alone_in_words(pair, monkeypatch):
    assert why_no_drafter(pair(tiny_target())) == "this target has no drafter"
    files = pair(tiny_deepseek2())
    assert find_head(files) is not None
    monkeypatch.setattr("app.catalog.heads.PREDICTING", frozenset())
    assert find_head(files) is None
    assert why_no_drafter(files) == (
        "its MTP heads cannot be used: this version of Draftlight cannot run MTP heads of deepseek2"
    )


def lengths(plan) -> list[int]:
    return [case.draft_length for case in plan.cases]


def test_a_comparison_drafts_where_the_target_does_so_itself_and_no_longer_than_its_heads(pair):
    wanted = {"lengths": (1, 2, 8, AUTO), "temperatures": (0.0,)}
    assert lengths(compare([pair(tiny_mimo())], ["a"], **wanted)) == [0, 1, 2, 8, AUTO]
    chained = pair(tiny_mimo(heads=2))
    assert lengths(compare([chained], ["a"], **wanted)) == [0, 1, 2, AUTO]
    assert lengths(compare([chained], ["a"], **wanted, lookups=(True,))) == [0, 1, 2, 8, AUTO]
    assert lengths(compare([pair(tiny_target())], ["a"], **wanted)) == [0]


def test_a_search_goes_up_to_the_number_of_heads(pair):
    assert lengths(find_length(pair(tiny_mimo(heads=3)), ["a"], temperature=0.0)) == [0, 1, 2, 3]
    assert lengths(find_length(pair(tiny_mimo()), ["a"], temperature=0.0)) == list(range(MAX_DRAFT_LENGTH + 1))
