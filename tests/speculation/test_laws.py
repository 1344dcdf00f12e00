"""The text has the target's distribution: every drafter, both rules, every sampling option, automatic lengths."""

from __future__ import annotations

import functools
import itertools
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from scipy import stats

from app.speculation.auto_length import AutoDraftLength
from app.speculation.costs import Costs
from app.speculation.lookup import LookupDrafter
from app.speculation.records import DrafterKind, Round
from app.speculation.sampling import RuleName, Sampling
from app.speculation.transform import transform
from app.speculation.verification import Draft
from tests.scripted import ScriptedDrafter, ScriptedTarget, make_decoder, random_table, tokens_of
from tests.speculation.test_decode import PROMPT, VOCABULARY, near

TARGET = random_table(31, VOCABULARY, 1.2)
LENGTH = 3
REPLIES = 1_500
# Costs that make the automatic length draft mostly, and end drafts early where the drafter is unsure.
VERIFY, DRAFT = {size: 1.0 + 0.12 * (size - 1) for size in range(1, 18)}, 0.03


class Automatic(AutoDraftLength):
    """Sees these costs instead of a clock's."""

    def observe(self, one):
        size = len(one.drafted)
        super().observe(replace(one, draft_seconds=size * DRAFT, verify_seconds=VERIFY[size + 1]))


SAMPLINGS = {
    "as it is": Sampling(1.0, 0, 1.0, 0.0),
    "temperature and top-k": Sampling(0.7, 3, 1.0, 0.0),
    "top-p": Sampling(1.3, 0, 0.9, 0.0),
    "min-p": Sampling(1.0, 4, 1.0, 0.15),
    "penalties": Sampling(1.0, 0, 1.0, 0.0, repeat_penalty=1.3, presence_penalty=0.4, frequency_penalty=0.3),
    "logit bias": Sampling(1.0, 0, 1.0, 0.0, logit_bias=((0, 1.0), (2, -1.0))),
}


def without_one(context):
    """What a drafter that does not share token 2 draws from."""
    row = near(TARGET, 0.8)(context).copy()
    row[2] = -np.inf
    return row


DRAFTERS = {
    "a good model": lambda: ScriptedDrafter(near(TARGET, 0.6)),
    "a bad model": lambda: ScriptedDrafter(random_table(77, VOCABULARY, 2.0)),
    "a model that shares not all tokens": lambda: ScriptedDrafter(without_one),
    "a model without probabilities": lambda: ScriptedDrafter(near(TARGET, 0.6), certain=True),
    "lookup": lambda: LookupDrafter(1 << 20, shortest_match=1),
}


@functools.cache
def law(sampling: Sampling) -> dict[tuple[int, ...], float]:
    """The probability of every text of three tokens, from the target alone."""
    probabilities = {}
    for text in itertools.product(range(VOCABULARY), repeat=LENGTH):
        probability = 1.0
        for place, token in enumerate(text):
            before = (*PROMPT, *text[:place])
            probability *= transform(TARGET(before), sampling, before).prob(token)
        probabilities[text] = probability
    return probabilities


def written(make_drafter, rule, sampling, *, automatic: bool, replies: int = REPLIES, tokens: int = LENGTH):
    """Write many replies; returns how often each text came, and all rounds."""
    counts: Counter[tuple[int, ...]] = Counter()
    rounds: list[Round] = []
    random = np.random.default_rng(5)
    costs, acceptance = Costs(VERIFY, {DrafterKind.MODEL: DRAFT}), {}
    for _ in range(replies):
        length = Automatic(costs, acceptance) if automatic else LENGTH
        decoder = make_decoder(
            ScriptedTarget(TARGET), make_drafter(), length, sampling=sampling, seed=random, rule=rule, max_tokens=tokens
        )
        events = list(decoder.reply(PROMPT))
        counts[tuple(tokens_of(events))] += 1
        rounds += [event for event in events if isinstance(event, Round)]
    return counts, rounds


def pvalue(counts: Counter, sampling: Sampling) -> float:
    expected = law(sampling)
    assert all(expected[text] > 0 for text in counts), "a text that the target never writes"
    total = counts.total()
    common = [text for text, probability in expected.items() if probability * total >= 5]
    seen = [counts[text] for text in common]
    wanted = [expected[text] * total for text in common]
    rest = total - sum(wanted)
    if rest > 5:
        seen.append(total - sum(seen))
        wanted.append(rest)
    scale = sum(seen) / sum(wanted)
    return float(stats.chisquare(seen, [one * scale for one in wanted]).pvalue)


@pytest.mark.parametrize("rule", RuleName)
@pytest.mark.parametrize("drafter", DRAFTERS)
@pytest.mark.parametrize("automatic", [False, True], ids=["fixed", "auto"])
def test_texts_come_as_often_as_the_target_alone_would_write_them(drafter, rule, automatic):
    # Every drafter meets every option once, over both rules and kinds of length.
    place = list(DRAFTERS).index(drafter) + 3 * automatic + 2 * (rule is RuleName.COUPLED)
    for name in (list(SAMPLINGS)[place % 6], list(SAMPLINGS)[(place + 3) % 6]):
        sampling = SAMPLINGS[name]
        counts, rounds = written(DRAFTERS[drafter], rule, sampling, automatic=automatic)
        assert pvalue(counts, sampling) > 1e-4, name
        assert any(one.drafted for one in rounds)


def test_automatic_drafts_end_early_for_what_the_drafter_knows_and_not_always():
    _, rounds = written(
        DRAFTERS["a good model"], RuleName.RATIO, SAMPLINGS["as it is"], automatic=True, replies=200, tokens=12
    )
    firsts = Counter(len(one.drafted) for one in rounds if one.index == 0)
    assert len([length for length, count in firsts.items() if count > 10]) > 1, firsts


class Dropper(ScriptedDrafter):
    """Looks at what it drew and takes back what it thinks unlikely: the trap."""

    def propose(self, context, limit, sampler, go_on):
        draft = super().propose(context, limit, sampler, go_on)
        keep = next(
            (
                place
                for place, (token, distribution) in enumerate(zip(draft.tokens, draft.distributions, strict=True))
                if distribution.prob(token) < 0.3
            ),
            len(draft.tokens),
        )
        return Draft(draft.tokens[:keep], draft.distributions[:keep])


def test_a_drafter_that_drops_what_it_drew_is_caught():
    sampling = SAMPLINGS["as it is"]
    counts, _ = written(lambda: Dropper(near(TARGET, 0.6)), RuleName.RATIO, sampling, automatic=True)
    assert pvalue(counts, sampling) < 1e-6
