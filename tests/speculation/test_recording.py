"""The draws and the likeliest tokens that go with a round: they are those that decided."""

from __future__ import annotations

import math

import numpy as np
import pytest

from app.speculation.distributions import Distribution, from_mapping
from app.speculation.noise import Noise
from app.speculation.records import Round, Verdict
from app.speculation.rules import CoupledRule, RatioRule
from app.speculation.sampling import RuleName
from app.speculation.transform import transform
from app.speculation.verification import Draft, verify
from tests.scripted import (
    AS_IS,
    GREEDY,
    FixedDraws,
    ScriptedDrafter,
    ScriptedTarget,
    dist,
    make_decoder,
    random_table,
    rounds_of,
)
from tests.speculation.test_decode import PROMPT, VOCABULARY, near

TARGET, DRAFT = dist(0.5, 0.3, 0.2), dist(0.8, 0.1, 0.1)


def settle(token, *draws):
    return verify(Draft((token,), (DRAFT,)), [TARGET, TARGET], RatioRule(FixedDraws(*draws)), 0)


def test_the_draws_of_the_worked_example():
    kept = settle(0, 0.6, 0.55)
    assert (kept.verdicts, kept.draws, kept.token, kept.draw) == ((Verdict.ACCEPTED,), (0.6,), 1, 0.55)
    refused = settle(0, 0.63, 0.7)
    assert (refused.verdicts, refused.draws) == ((Verdict.REJECTED,), (0.63,))
    assert (refused.token, refused.draw) == (2, 0.7)  # the residual is (0, 2/3, 1/3)
    certain = settle(1, 0.1)
    assert (certain.verdicts, certain.draws, certain.draw) == ((Verdict.ACCEPTED,), (None,), 0.1)


@pytest.fixture(params=[RuleName.RATIO, RuleName.COUPLED])
def rule(request):
    return request.param


def written(rule, sampling=AS_IS, seed=7, record_top=3) -> list[Round]:
    table = random_table(3, VOCABULARY)
    decoder = make_decoder(
        ScriptedTarget(table),
        ScriptedDrafter(near(table, 1.5)),
        3,
        sampling,
        seed=seed,
        max_tokens=60,
        rule=rule,
        record_top=record_top,
    )
    return rounds_of(decoder.reply(PROMPT))


def test_every_draw_explains_its_verdict(rule):
    rounds = written(rule)
    seen = set()
    for one in rounds:
        assert one.rule == rule
        for token in one.drafted:
            seen.add(token.verdict)
            if token.verdict is Verdict.UNEXAMINED:
                assert token.draw is None
            elif rule is RuleName.RATIO and token.draw is not None:
                assert (token.draw < token.acceptance_chance) == (token.verdict is Verdict.ACCEPTED)
            elif rule is RuleName.RATIO:
                assert token.acceptance_chance in (0.0, 1.0)
        for drafted, emitted in zip(one.drafted, one.emitted, strict=False):
            if emitted.verdict is Verdict.ACCEPTED:
                assert emitted.draw == drafted.draw
            elif rule is RuleName.COUPLED:
                # The least -log(number) / probability wins.
                assert math.log(emitted.draw) / emitted.target_prob > math.log(drafted.draw) / drafted.target_prob
    assert seen == {Verdict.ACCEPTED, Verdict.REJECTED, Verdict.UNEXAMINED}


def test_greedy_decoding_leaves_nothing_to_chance(rule):
    for one in written(rule, GREEDY):
        assert all(token.draw is None for token in (*one.drafted, *one.emitted))


def test_the_likeliest_tokens_are_those_of_both_models(rule):
    table = random_table(3, VOCABULARY)
    drafter = near(table, 1.5)
    context = list(PROMPT)
    for one in written(rule):
        examined = sum(token.verdict is not Verdict.UNEXAMINED for token in one.drafted)
        assert len(one.draft_top) == len(one.drafted)
        rejected = any(token.verdict is Verdict.REJECTED for token in one.drafted)
        assert len(one.target_top) == examined + (0 if rejected else 1)
        drafted = [token.id for token in one.drafted]
        for tops, model in ((one.draft_top, drafter), (one.target_top, table)):
            for place, top in enumerate(tops):
                expected = transform(model((*context, *drafted[:place])), AS_IS)
                probs = {token: expected.prob(token) for token in range(VOCABULARY)}
                best = sorted(probs, key=probs.get, reverse=True)[:3]
                assert [candidate.id for candidate in top] == best
                assert [candidate.prob for candidate in top] == [float(f"{probs[token]:.6g}") for token in best]
                assert [candidate.text for candidate in top] == [chr(ord("A") + token) for token in best]
        context += [token.id for token in one.emitted]


def test_recording_changes_nothing_else(rule):
    import dataclasses

    without = written(rule, record_top=0)
    assert all(one.draft_top == one.target_top == () for one in without)
    assert [dataclasses.replace(one, draft_top=(), target_top=()) for one in written(rule)] == without


@pytest.mark.parametrize("size", [3, 50, 5000])
def test_top_of_tables_and_arrays_agree(size):
    random = np.random.default_rng(size)
    probs = random.dirichlet(np.full(size, 0.3)) + 1e-12
    probs /= probs.sum()
    many = Distribution.of_many(np.arange(size, dtype=np.int32), probs)
    few = from_mapping(dict(enumerate(probs.tolist())))
    expected = sorted(enumerate(probs.tolist()), key=lambda entry: entry[1], reverse=True)[:5]
    assert [token for token, _prob in many.top(5)] == [token for token, _prob in expected]
    assert [prob for _token, prob in many.top(5)] == [prob for _token, prob in expected]
    assert [token for token, _prob in few.top(5)] == [token for token, _prob in expected]


def test_the_noise_of_a_token_is_what_the_choice_was_made_with():
    noise = Noise(5)
    token = CoupledRule(noise).draw(TARGET, 9)
    race = {one: -math.log(noise.number(9, one)) / TARGET.prob(one) for one in range(3)}
    assert token.token == min(race, key=race.get)
    assert token.number == noise.number(9, token.token)
    assert noise.exponential(9, np.array([2], dtype=np.int32))[0] == pytest.approx(-math.log(noise.number(9, 2)))
