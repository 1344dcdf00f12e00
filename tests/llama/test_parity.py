"""Our sampling transform against llama.cpp's own sampler chain, on random and on real logits."""

from __future__ import annotations

import ctypes

import llama_cpp.llama_cpp as lib
import numpy as np
import pytest

from app.llama.context import LlamaContext
from app.llama.model import LlamaModel
from app.speculation.sampling import Sampling
from app.speculation.stop import Stop
from app.speculation.transform import transform

pytestmark = pytest.mark.native


def chain_of(sampling: Sampling, vocabulary: int, before):
    chain = lib.llama_sampler_chain_init(lib.llama_sampler_chain_default_params())
    if sampling.logit_bias:
        biases = (lib.llama_logit_bias * len(sampling.logit_bias))(*sampling.logit_bias)
        lib.llama_sampler_chain_add(chain, lib.llama_sampler_init_logit_bias(vocabulary, len(biases), biases))
    penalties = lib.llama_sampler_init_penalties(
        vocabulary,
        sampling.penalty_window,
        sampling.repeat_penalty,
        sampling.frequency_penalty,
        sampling.presence_penalty,
    )
    for token in before:
        lib.llama_sampler_accept(penalties, token)
    lib.llama_sampler_chain_add(chain, penalties)
    lib.llama_sampler_chain_add(chain, lib.llama_sampler_init_top_k(sampling.top_k))
    lib.llama_sampler_chain_add(chain, lib.llama_sampler_init_top_p(sampling.top_p, 1))
    lib.llama_sampler_chain_add(chain, lib.llama_sampler_init_min_p(sampling.min_p, 1))
    lib.llama_sampler_chain_add(chain, lib.llama_sampler_init_temp(sampling.temperature))
    return chain


def theirs(logits, sampling: Sampling, before) -> dict[int, float]:
    """Run the chain and normalise what it leaves; the temperature is part of the chain."""
    data = (lib.llama_token_data * len(logits))(*((token, float(value), 0.0) for token, value in enumerate(logits)))
    candidates = lib.llama_token_data_array(data, len(logits), -1, False)
    chain = chain_of(sampling, len(logits), before)
    try:
        lib.llama_sampler_apply(chain, ctypes.byref(candidates))
    finally:
        lib.llama_sampler_free(chain)
    left = {candidates.data[place].id: candidates.data[place].logit for place in range(candidates.size)}
    largest = max(left.values())
    weights = {token: np.exp(value - largest) for token, value in left.items()}
    total = sum(weights.values())
    return {token: weight / total for token, weight in weights.items() if weight > 0}


OPTIONS = [
    Sampling(0.8, 40, 0.95, 0.05),
    Sampling(1.0, 0, 1.0, 0.0),
    Sampling(1.5, 0, 0.9, 0.0),
    Sampling(0.6, 0, 1.0, 0.02),
    Sampling(0.8, 40, 0.95, 0.05, repeat_penalty=1.3),
    Sampling(1.0, 40, 0.95, 0.0, presence_penalty=0.7, frequency_penalty=0.4),
    Sampling(1.0, 20, 1.0, 0.0, repeat_penalty=1.1, presence_penalty=-0.5, penalty_window=8),
    Sampling(1.0, 40, 0.95, 0.05, logit_bias=((5, 3.0), (7, float("-inf")), (9, -2.5)), repeat_penalty=1.2),
]


def check_parity(logits, sampling, before):
    expected = theirs(logits, sampling, before)
    actual = transform(logits, sampling, before)
    ours = dict(zip(actual.ids.tolist(), actual.probs.tolist(), strict=True))
    # A token on the very edge of top-p may fall on either side of it: float against double.
    for token in expected.keys() ^ ours.keys():
        assert max(expected.get(token, 0), ours.get(token, 0)) < 1e-5
    for token in expected.keys() & ours.keys():
        assert ours[token] == pytest.approx(expected[token], abs=1e-5)


@pytest.mark.parametrize("sampling", OPTIONS)
@pytest.mark.parametrize("spread", [1.0, 4.0])
def test_random_logits(sampling, spread):
    rng = np.random.default_rng(8)
    for _ in range(3):
        logits = rng.normal(0, spread, 1000).astype(np.float32)
        # The likeliest tokens, some of them often: others are cut off anyway, whatever their penalty.
        before = rng.choice(logits.argsort()[-20:], 100).tolist()
        check_parity(logits, sampling, before)


@pytest.fixture(scope="module", name="real")
def _real(starter_pair):
    model = LlamaModel(starter_pair.target, 0, Stop(), lambda _fraction: None)
    context = LlamaContext(model, 512, 2, 17)
    text = model.vocabulary.tokenize("The lighthouse keeper climbed the stairs, and the lamp", add_special=False)
    rows = [row.copy() for row in context.evaluate(text, outputs=len(text))]
    context.close()
    model.close()
    return text, rows


@pytest.mark.parametrize("sampling", OPTIONS)
def test_real_logits(sampling, real):
    text, rows = real
    for place in (3, len(rows) - 1):
        check_parity(rows[place], sampling, text[: place + 1])
