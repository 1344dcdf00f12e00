"""Which target a head was made for, told from headers."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from app.catalog.compatibility import compare
from app.catalog.compatibility_reasons import ReasonKind, Verdict
from app.catalog.gguf_shape import head_shape_of, own_head_shape_of, shape_of, target_shape_of
from app.catalog.heads import SNAPSHOTS, is_head, map_misfit, misfit, own_heads, own_misfit
from app.catalog.machine import Machine
from app.catalog.memory import HEAD_BATCH, measure
from app.catalog.model import Model, read_model
from app.errors import ModelFileMissingError
from app.fit import estimate_pair
from tests.tiny_families import tiny_deepseek2, tiny_qwen3next
from tests.tiny_heads import (
    SPOKEN,
    TOKENS,
    WIDTH,
    mtp_only,
    tiny_eagle3,
    tiny_gemma4,
    tiny_gemma4_assistant,
    tiny_mimo,
    tiny_qwen35,
    tiny_target,
    trunk_only,
)

if TYPE_CHECKING:
    from pathlib import Path

    from tests.tiny_heads import TinyFile


@pytest.fixture(name="model")
def _model(tmp_path: Path):
    def make(file: TinyFile, name: str = "model") -> Model:
        return read_model(file.write(tmp_path / f"{name}.gguf"))

    return make


def test_what_a_head_says_of_its_target(model):
    head = model(tiny_eagle3(tiny_target(), mapped=True)).header
    assert (head.target_layers, head.target_width, head.map_type) == ((1, 2, 3), WIDTH, "I64")
    table = head.path.read_bytes()[slice(*head.map_at)]
    assert [int.from_bytes(table[at : at + 8], "little") for at in range(0, 16, 8)] == list(SPOKEN)
    assert is_head(head)
    assert map_misfit(head) is None
    assert model(tiny_gemma4_assistant(tiny_gemma4())).header.target_width == WIDTH


def test_a_head_whose_file_went(model):
    head = model(tiny_eagle3(tiny_target(), mapped=True)).header
    head.path.unlink()
    with pytest.raises(ModelFileMissingError):
        map_misfit(head)


def test_heads_in_the_file_are_told_by_their_tensors(model):
    assert model(tiny_mimo(heads=2)).header.has_own_head
    assert model(tiny_qwen35()).header.has_own_head
    trunk = model(trunk_only(tiny_mimo())).header
    assert trunk.nextn_predict_layers == 1
    assert not trunk.has_own_head
    assert not model(mtp_only(tiny_mimo())).header.has_own_head
    several = tiny_qwen35()
    header = replace(model(several).header, block_count=4, nextn_predict_layers=2, nextn_blocks=(2, 3))
    assert own_misfit(header) == "it has 2 heads, and llama.cpp runs one of qwen35"


@pytest.mark.parametrize(
    ("target", "head"),
    [
        (tiny_target(), tiny_eagle3(tiny_target())),
        (tiny_qwen35(), tiny_eagle3(tiny_qwen35(), layers=(0, 1, 1))),
        (trunk_only(tiny_mimo()), mtp_only(tiny_mimo())),
        (tiny_gemma4(), tiny_gemma4_assistant(tiny_gemma4())),
    ],
    ids=["eagle3", "hybrid", "mtp", "assistant"],
)
def test_a_head_fits_its_target(model, target, head):
    comparison = compare(model(target, "target"), model(head, "head"))
    assert comparison.verdict is Verdict.FITS
    assert [reason.kind for reason in comparison.reasons] == [ReasonKind.NO_TEMPLATE]


def test_a_head_of_another_target_does_not_fit(model):
    comparison = compare(model(tiny_target(layers=2), "target"), model(tiny_eagle3(tiny_target()), "head"))
    assert comparison.verdict is Verdict.DOES_NOT_FIT
    assert comparison.reasons[0].sentence == (
        "head.gguf is an EAGLE-3 head for another model, and not for this one (it reads layer 3, and the last that can "
        "be read is 1): choose the head that was made for this target."
    )


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"architecture": "glm5-next"}, "this version of Draftlight cannot run MTP heads of glm5-next"),
        ({"architecture": "deepseek4"}, "heads of deepseek4 are used from files of their own only"),
        ({"architecture": "deepseek2"}, "llama.cpp runs heads of deepseek2 over compressed keys only"),
    ],
)
def test_heads_inside_that_cannot_be_used_are_left_alone(model, changes, why):
    header = replace(model(tiny_mimo()).header, **changes)
    assert own_misfit(header) == why
    assert own_heads(header) == f"Its MTP heads cannot be used ({why}), and it needs a drafter."


def test_what_is_said_of_heads_inside(model):
    assert own_heads(model(tiny_target()).header) is None
    for file in (tiny_mimo(heads=2), tiny_qwen3next(), tiny_deepseek2()):
        assert own_heads(model(file).header) == (
            "It has MTP heads inside and drafts for itself when it is opened without a drafter."
        )
    assert own_heads(model(trunk_only(tiny_mimo())).header) == (
        "It speaks of MTP heads that are not in the file, and needs a drafter."
    )
    assert own_heads(model(mtp_only(tiny_mimo())).header) is None


def test_a_head_for_a_recurrent_target_is_told_what_rejections_cost(model):
    comparison = compare(model(tiny_qwen3next(), "target"), model(tiny_target(), "drafter"))
    assert [one.kind for one in comparison.reasons if one.kind is not ReasonKind.DRAFTER_TOO_LARGE] == [
        ReasonKind.READS_AGAIN,
        ReasonKind.OWN_HEADS,
        ReasonKind.NO_TEMPLATE,
    ]
    told = [one.sentence for one in comparison.reasons]
    assert any("target.gguf is recurrent (qwen3next)" in sentence for sentence in told)
    target = replace(model(tiny_target(), "other").header, architecture="mamba")
    assert (
        misfit(model(tiny_eagle3(tiny_target()), "head").header, target) == "llama.cpp shows no inner layers of mamba"
    )


def test_what_heads_take_of_memory(model):
    target, head = model(tiny_target(), "target").header, model(tiny_eagle3(tiny_target()), "head").header
    plain, observed = measure(shape_of(target), 512, 17), measure(target_shape_of(target, taps=3), 512, 17)
    assert observed.total - plain.total == 3 * WIDTH * 512 * 4
    assert measure(head_shape_of(head), 512, 1).output == HEAD_BATCH * len(TOKENS) * 4
    hybrid = model(tiny_qwen35(), "hybrid").header
    states = [
        sum(layer.state for layer in shape.layers) for shape in (shape_of(hybrid), target_shape_of(hybrid, taps=0))
    ]
    assert states[1] == states[0] * (1 + SNAPSHOTS) > 0
    # A copy to put back lies in RAM.
    assert shape_of(hybrid).saved == hybrid.state_bytes > 0
    assert measure(shape_of(hybrid), 512, 17).output == 17 * len(TOKENS) * 4 + hybrid.state_bytes
    own = own_head_shape_of(hybrid)
    assert (own.weights, len(own.layers), own.rows) == (0, 1, 1)
    estimate = estimate_pair(hybrid, None, Machine(1 << 34, 1 << 34), context=512)
    assert estimate.drafter is not None
    assert estimate.needed > measure(shape_of(hybrid), 512, 17).total
