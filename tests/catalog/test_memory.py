"""What fits where, by arithmetic alone."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.catalog.machine import SPARE_GPU, SPARE_RAM, Accelerator, Machine
from app.catalog.memory import CacheType, LayerShape, ModelShape, measure
from app.catalog.placement import Fit, estimate, fit_by_size, require_fits
from app.errors import NotEnoughMemoryError

MIB, GIB = 1 << 20, 1 << 30
# As Qwen3 8B and 0.6B in Q4_K_M: 36 and 28 layers of 8 heads of 128 numbers.
TARGET = ModelShape(
    name="8B",
    weights=5 * GIB,
    layers=(LayerShape(1024, 1024),) * 36,
    context=40960,
    vocabulary=151936,
    embedding=4096,
    feed_forward=12288,
    attention=6144,
    input_weights=320 * MIB,
    output_weights=480 * MIB,
)
DRAFTER = replace(
    TARGET,
    name="0.6B",
    weights=400 * MIB,
    layers=(LayerShape(1024, 1024),) * 28,
    embedding=1024,
    feed_forward=3072,
    attention=4096,
    input_weights=100 * MIB,
    output_weights=100 * MIB,
    tied=True,
)


def gpu(size: int, *, unified: bool = False) -> Accelerator:
    return Accelerator("card", size + SPARE_GPU, size + SPARE_GPU, unified)


def machine(ram: int, *gpus: Accelerator) -> Machine:
    return Machine(ram + SPARE_RAM, ram + SPARE_RAM, gpus)


def fit(where: Machine, context: int = 4096, drafter: ModelShape | None = DRAFTER):
    return estimate(TARGET, drafter, where, context=context, outputs=17)


def test_a_cache_holds_keys_and_values_of_every_layer():
    assert measure(TARGET, 4096, 1).cache == 36 * 4096 * 2048 * 2
    # Rounded up to 256 cells, never more than the model was trained for.
    assert measure(TARGET, 4097, 1).cache == 36 * 4352 * 2048 * 2
    assert measure(TARGET, 10**9, 1).cache == 36 * 40960 * 2048 * 2
    assert measure(TARGET, 4096, 1, cache_type=CacheType.Q8_0).cache == 36 * 4096 * 2048 * 34 // 32
    assert measure(TARGET, 4096, 1, cache_type=CacheType.Q4_0).cache == 36 * 4096 * 2048 * 18 // 32


def test_layers_with_a_window_keep_less_where_that_is_asked_for():
    mixed = replace(TARGET, layers=(LayerShape(1024, 1024, window=512), LayerShape(1024, 1024)))
    assert measure(mixed, 4096, 1).cache == 2 * 4096 * 2048 * 2
    assert measure(mixed, 4096, 1, full_windows=False).cache == (1024 + 4096) * 2048 * 2


def test_a_recurrent_layer_keeps_the_same_for_any_context():
    recurrent = replace(TARGET, layers=(LayerShape(0, 0, state=1000),))
    assert measure(recurrent, 256, 1).cache == measure(recurrent, 32768, 1).cache == 1000


def test_rows_of_logits_count():
    one, many = measure(TARGET, 4096, 1), measure(TARGET, 4096, 17)
    assert many.output - one.output == 16 * 151936 * 4
    assert many.total == many.weights + many.cache + many.compute + many.output


@pytest.mark.parametrize(
    ("where", "verdict"),
    [
        (machine(32 * GIB, gpu(24 * GIB)), Fit.GPU),
        (machine(32 * GIB, gpu(4 * GIB), gpu(4 * GIB)), Fit.GPU),
        (machine(32 * GIB, gpu(4 * GIB)), Fit.SPLIT),
        (machine(32 * GIB), Fit.RAM),
        (machine(32 * GIB, gpu(100 * MIB)), Fit.RAM),
        (machine(4 * GIB, gpu(1 * GIB)), Fit.NONE),
        (machine(4 * GIB), Fit.NONE),
        (Machine(0, 0), Fit.NONE),
        # Memory that a GPU shares with the computer does not count twice.
        (machine(12 * GIB, gpu(12 * GIB, unified=True)), Fit.GPU),
        (machine(6 * GIB, gpu(6 * GIB, unified=True)), Fit.NONE),
        # Its driver does not know what other programs hold.
        (machine(6 * GIB, gpu(48 * GIB, unified=True)), Fit.NONE),
    ],
)
def test_where_a_pair_goes(where, verdict):
    found = fit(where)
    assert found.fit is verdict
    assert (found.gpu_layers == -1) == (verdict is Fit.GPU)
    assert (found.gpu_layers > 0) == (verdict is Fit.SPLIT)
    assert found.needed == found.target.total + found.drafter.total
    assert found.free >= found.needed or verdict is Fit.NONE


def test_as_many_layers_as_fit_go_to_the_gpu():
    layers = [fit(machine(32 * GIB, gpu(size * GIB // 2))).gpu_layers for size in range(3, 13)]
    assert layers == sorted(layers)
    assert 0 < layers[0] < layers[-1] < 37
    assert f"load {layers[0]} layers on the GPU" in fit(machine(32 * GIB, gpu(3 * GIB // 2))).advice


@pytest.mark.parametrize(
    ("layers", "verdict", "placed"),
    [
        ((0, 0), Fit.RAM, (0, 0)),
        ((0, None), Fit.SPLIT, (0, -1)),
        ((10, None), Fit.SPLIT, (10, -1)),
        ((10, 5), Fit.SPLIT, (10, 5)),
        ((37, None), Fit.NONE, (0, 0)),
        ((99, None), Fit.NONE, (0, 0)),
        ((None, None), Fit.SPLIT, (20, -1)),
        ((None, 0), Fit.SPLIT, (26, 0)),
    ],
)
def test_a_number_of_layers_may_be_wanted(layers, verdict, placed):
    where = machine(32 * GIB, gpu(4 * GIB))
    wanted = dict(zip(("gpu_layers", "drafter_gpu_layers"), layers, strict=True))
    found = estimate(TARGET, DRAFTER, where, context=4096, outputs=17, **wanted)
    assert (found.fit, (found.gpu_layers, found.drafter_gpu_layers)) == (verdict, placed)
    assert ("leave it to Draftlight" in found.advice) == (verdict is Fit.NONE)


@pytest.mark.parametrize(
    ("where", "context", "advice"),
    [
        (machine(32 * GIB), 4096, ""),
        (machine(32 * GIB, gpu(24 * GIB)), 4096, ""),
        (machine(32 * GIB, gpu(100 * MIB)), 4096, "the GPU is too full"),
        (machine(7 * GIB), 32768, "smaller context or a cache of q8_0"),
        (machine(53 * GIB // 10), 256, "smaller drafter, or chat without one"),
        (machine(2 * GIB), 256, "a smaller target or a coarser quantisation"),
    ],
)
def test_what_to_change_is_said(where, context, advice):
    found = fit(where, context)
    assert advice in found.advice if advice else found.advice == ""


def test_what_cannot_fit_is_refused_unless_the_person_insists():
    hopeless = fit(machine(2 * GIB))
    with pytest.raises(
        NotEnoughMemoryError, match=r"needs 7\.\d GB of memory and 2\.1 GB is free: choose a smaller .*programs\.$"
    ):
        require_fits(hopeless)
    require_fits(hopeless, insist=True)
    require_fits(fit(machine(32 * GIB)))


def test_a_target_may_run_alone():
    alone = fit(machine(32 * GIB), drafter=None)
    assert (alone.name, alone.drafter) == ("8B", None)
    assert alone.needed == alone.target.total


def test_sizes_of_files_give_a_rough_verdict():
    card = machine(16 * GIB, gpu(8 * GIB))
    assert [fit_by_size(size * GIB, card) for size in (5, 12, 40)] == [Fit.GPU, Fit.SPLIT, Fit.NONE]
    assert [fit_by_size(size * GIB, machine(16 * GIB)) for size in (5, 40)] == [Fit.RAM, Fit.NONE]
