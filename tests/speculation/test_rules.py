"""The coupled rule writes what plain decoding writes; the ratio rule must not be biased by when a draft ends."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from scipy import stats

from app.errors import UsageError
from app.speculation.records import DrafterKind
from app.speculation.sampler import choose_rule
from app.speculation.sampling import RuleName, Sampling
from app.speculation.transform import transform
from app.speculation.verification import Draft
from tests.invariants import check_invariants
from tests.scripted import (
    AS_IS,
    ScriptedDrafter,
    ScriptedTarget,
    make_decoder,
    random_table,
    tokens_of,
)
from tests.speculation.test_decode import DRAFTERS, END, PROMPT, VOCABULARY, near

TEMPERATURES = [0.0, 0.5, 1.0, 1.5]


@pytest.mark.parametrize("kind", DRAFTERS)
@pytest.mark.parametrize("temperature", TEMPERATURES)
def test_the_coupled_rule_writes_what_plain_decoding_writes(kind, temperature):
    for seed in range(10):
        table = random_table(seed, VOCABULARY, 0.8)
        sampling = Sampling(temperature, 0, 1.0, 0.0, seed=seed, repeat_penalty=1.1 if seed % 2 else 1.0)

        def write(drafter, length, sampling=sampling, table=table):
            target = ScriptedTarget(table, end=END)
            decoder = make_decoder(target, drafter, length, sampling, max_tokens=25, rule=RuleName.COUPLED)
            events = list(decoder.reply(PROMPT))
            check_invariants(events, length)
            return tokens_of(events)

        plain = write(None, 0)
        assert all(write(DRAFTERS[kind](table), length) == plain for length in (1, 3, 16))


def test_the_coupled_rule_follows_the_targets_law():
    table = random_table(11, VOCABULARY)
    counts: Counter[int] = Counter()
    for seed in range(8_000):
        decoder = make_decoder(
            ScriptedTarget(table),
            ScriptedDrafter(near(table, 0.7)),
            2,
            Sampling(1.0, 0, 1.0, 0.0, seed=seed),
            max_tokens=3,
            rule=RuleName.COUPLED,
        )
        counts[tokens_of(list(decoder.reply(PROMPT)))[0]] += 1
    law = transform(table(tuple(PROMPT)), AS_IS).probs * 8_000
    assert stats.chisquare([counts[token] for token in range(VOCABULARY)], law).pvalue > 1e-3


def test_a_seed_chooses_the_coupled_rule_and_forcing_wins():
    random = np.random.default_rng(0)
    assert choose_rule(Sampling(), random)[0] is RuleName.RATIO
    assert choose_rule(Sampling(seed=1), random)[0] is RuleName.COUPLED
    assert choose_rule(Sampling(seed=1), random, RuleName.RATIO)[0] is RuleName.RATIO
    assert choose_rule(Sampling(), random, RuleName.COUPLED)[0] is RuleName.COUPLED


class TwoSided(ScriptedDrafter):
    """Draws from (0.9, 0.1); its confidence is the same whatever it draws."""

    drops_unlikely = False

    def propose(self, context, limit, sampler, go_on):
        draft = super().propose(context, limit, sampler, go_on)
        if self.drops_unlikely and draft.tokens[0] == 1:
            return Draft()
        return draft


class StopsAfter:
    """Ends every draft after a token of one kind was drawn: allowed, because the token stays."""

    def __init__(self):
        self.asked = 0

    def limit(self, kind):
        assert kind is DrafterKind.MODEL
        return 4

    @property
    def go_on(self):
        return self.ask

    def ask(self, confidence):
        self.asked += 1
        return self.asked % 3 != 0

    def observe(self, one):
        pass

    def news(self):
        return None


def logits(*probs):
    row = np.log(np.array(probs)).astype(np.float32)
    return lambda context: row


@pytest.mark.parametrize("drops", [False, True])
def test_dropping_a_drawn_token_biases_the_ratio_rule_and_stopping_after_it_does_not(drops):
    """p = (0.5, 0.5), q = (0.9, 0.1), token 1 dropped whenever drawn: token 0 then comes with probability 0.55."""
    first: Counter[int] = Counter()
    rng = np.random.default_rng(17)
    for _ in range(8_000):
        drafter = TwoSided(logits(0.9, 0.1))
        drafter.drops_unlikely = drops
        decoder = make_decoder(ScriptedTarget(logits(0.5, 0.5)), drafter, StopsAfter(), seed=rng, max_tokens=6)
        first[tokens_of(list(decoder.reply([0])))[0]] += 1
    share = first[0] / first.total()
    pvalue = stats.binomtest(first[0], first.total(), 0.5).pvalue
    if drops:
        assert share == pytest.approx(0.55, abs=0.02)
        assert pvalue < 1e-6
    else:
        assert pvalue > 1e-3


@pytest.mark.parametrize(
    "options",
    [
        {"repeat_penalty": 0},
        {"repeat_penalty": 1e-60},
        {"presence_penalty": -1e300},
        {"logit_bias": ((1, 1e300),)},
        {"repeat_penalty": float("nan")},
        {"presence_penalty": float("inf")},
        {"penalty_window": -1},
        {"logit_bias": ((1, float("nan")),)},
        {"logit_bias": ((1, float("inf")),)},
    ],
)
def test_penalties_out_of_range_are_refused(options):
    with pytest.raises(UsageError):
        Sampling(**options)
