"""The loop over scripted models: exactness, invariants, and the caches it leaves behind."""

from __future__ import annotations

import functools
import itertools
from collections import Counter

import numpy as np
import pytest
from scipy import stats

from app.errors import CancelledError, DecodeError
from app.speculation.records import DraftingStopped, Finish, PromptProgress, Round, Summary
from app.speculation.rules import RatioRule
from app.speculation.stop import Stop
from app.speculation.transform import transform
from tests.invariants import check_invariants
from tests.scripted import (
    AS_IS,
    GREEDY,
    ScriptedDrafter,
    ScriptedTarget,
    make_decoder,
    random_table,
    rounds_of,
    summary_of,
    tokens_of,
)

PROMPT = [1, 2, 0]
VOCABULARY = 4
END = 3


def near(table, amount, seed=99):
    """A drafter's table that resembles the target's; `amount` 0 is the same, larger is worse."""
    noise = random_table(seed, VOCABULARY, amount)
    return functools.cache(lambda context: (table(context) + noise(context)).astype(np.float32))


def adversarial(table):
    """Likes best what the target likes least."""
    return functools.cache(lambda context: (-3 * table(context)).astype(np.float32))


DRAFTERS = {
    "equal": ScriptedDrafter,
    "good": lambda table: ScriptedDrafter(near(table, 0.7)),
    "useless": lambda table: ScriptedDrafter(random_table(5, VOCABULARY, 3.0)),
    "adversarial": lambda table: ScriptedDrafter(adversarial(table)),
    "certain": lambda table: ScriptedDrafter(near(table, 0.7), certain=True),
    "certain and adversarial": lambda table: ScriptedDrafter(adversarial(table), certain=True),
}


@pytest.fixture(params=DRAFTERS, name="make_drafter")
def _make_drafter(request):
    return DRAFTERS[request.param]


@pytest.mark.parametrize("draft_length", [1, 2, 4, 8, 16])
def test_greedy_output_is_that_of_plain_decoding(make_drafter, draft_length):
    for seed in range(20):
        table = random_table(seed, VOCABULARY)
        plain = make_decoder(ScriptedTarget(table, end=END), None, 0, GREEDY, max_tokens=30)
        drafted = make_decoder(ScriptedTarget(table, end=END), make_drafter(table), draft_length, GREEDY, max_tokens=30)
        assert tokens_of(list(drafted.reply(PROMPT))) == tokens_of(list(plain.reply(PROMPT)))


def sequence_law(table, length) -> dict[tuple[int, ...], float]:
    """The target's exact law over sequences of `length` tokens, shorter where the end comes first."""
    law: dict[tuple[int, ...], float] = {}
    for choice in itertools.product(range(VOCABULARY), repeat=length):
        cut = choice[: choice.index(END) + 1] if END in choice else choice
        if cut in law:
            continue
        chance = 1.0
        for place, token in enumerate(cut):
            chance *= transform(table((*PROMPT, *cut[:place])), AS_IS).prob(token)
        law[cut] = chance
    return law


SAMPLES = 200_000


@pytest.mark.parametrize("kind", [kind for kind in DRAFTERS if kind != "equal"])
def test_sampled_sequences_follow_the_targets_law(kind, monkeypatch):
    # The tables hand out the same rows again and again; transforming each once halves the time of this test.
    known = {}

    def transform_once(row, sampling, before=()):
        if id(row) not in known:
            known[id(row)] = (row, transform(row, sampling, before))
        return known[id(row)][1]

    monkeypatch.setattr("app.speculation.sampler.transform", transform_once)
    table = random_table(11, VOCABULARY)
    law = sequence_law(table, 3)
    assert sum(law.values()) == pytest.approx(1.0)
    target, drafter = ScriptedTarget(table, end=END), DRAFTERS[kind](table)
    rng = np.random.default_rng(2024)
    counts: Counter[tuple[int, ...]] = Counter()
    for _ in range(SAMPLES):
        decoder = make_decoder(target, drafter, 2, seed=rng, max_tokens=3)
        counts[tuple(tokens_of(list(decoder.reply(PROMPT))))] += 1
    assert set(counts) <= set(law)
    sequences = list(law)
    result = stats.chisquare([counts[one] for one in sequences], [law[one] * SAMPLES for one in sequences])
    assert result.pvalue > 1e-3, f"p = {result.pvalue}"


def test_that_test_catches_the_wrong_rule(monkeypatch):
    """Keeping a drafted token whenever the target finds it possible at all is not the rule, and shows."""
    table = random_table(11, VOCABULARY)
    monkeypatch.setattr(RatioRule, "_accept", lambda self, target, draft, number: target > 0.2)
    counts: Counter[int] = Counter()
    rng = np.random.default_rng(1)
    for _ in range(5_000):
        decoder = make_decoder(ScriptedTarget(table), ScriptedDrafter(near(table, 0.7)), 2, seed=rng, max_tokens=3)
        counts[tokens_of(list(decoder.reply(PROMPT)))[0]] += 1
    law = [transform(table(tuple(PROMPT)), AS_IS).prob(token) * 5_000 for token in range(VOCABULARY)]
    assert stats.chisquare([counts[token] for token in range(VOCABULARY)], law).pvalue < 1e-6


@pytest.mark.parametrize("draft_length", [1, 3, 16])
def test_invariants_of_the_counts(make_drafter, draft_length):
    for seed in range(30):
        table = random_table(seed, VOCABULARY, 0.8)
        decoder = make_decoder(
            ScriptedTarget(table, end=END), make_drafter(table), draft_length, seed=seed, max_tokens=1 + seed
        )
        events = list(decoder.reply(PROMPT))
        check_invariants(events, draft_length)
        assert summary_of(events).emitted <= 1 + seed


def test_a_drafter_equal_to_the_target_is_always_accepted_and_earns_a_bonus_a_round():
    table = random_table(4, VOCABULARY)
    events = list(make_decoder(ScriptedTarget(table), ScriptedDrafter(table), 3, max_tokens=40).reply(PROMPT))
    summary = summary_of(events)
    assert (summary.rejected, summary.corrections) == (0, 0)
    assert (summary.accepted, summary.bonuses, summary.plain, summary.rounds) == (30, 10, 0, 10)


def test_a_seed_repeats_a_reply_and_another_does_not():
    table = random_table(4, VOCABULARY, 0.5)

    def write(seed):
        decoder = make_decoder(ScriptedTarget(table), ScriptedDrafter(near(table, 1)), 4, seed=seed, max_tokens=50)
        return rounds_of(list(decoder.reply(PROMPT)))

    assert write(1) == write(1)
    assert write(1) != write(2)


def test_an_end_inside_a_draft_drops_the_tail():
    likes_end = np.array([0, 0, 0, 9], dtype=np.float32)
    target = ScriptedTarget(lambda context: likes_end, end=END)
    events = list(make_decoder(target, ScriptedDrafter(lambda context: likes_end), 5, GREEDY).reply(PROMPT))
    assert tokens_of(events) == [END]
    summary = summary_of(events)
    assert (summary.finish, summary.accepted, summary.bonuses, summary.emitted) == (Finish.END_OF_TEXT, 1, 0, 1)
    assert len(rounds_of(events)[0].drafted) == 1


@pytest.mark.parametrize("limit", [1, 2, 3, 4, 5, 6])
def test_the_token_limit_is_met_exactly(limit):
    table = random_table(4, VOCABULARY)
    events = list(make_decoder(ScriptedTarget(table), ScriptedDrafter(table), 3, max_tokens=limit).reply(PROMPT))
    assert summary_of(events).emitted == limit
    assert summary_of(events).finish is Finish.MAX_TOKENS


@pytest.mark.parametrize("capacity", [3, 4, 5, 9])
def test_the_context_is_filled_and_never_overrun(capacity):
    table = random_table(4, VOCABULARY)
    target = ScriptedTarget(table, capacity=capacity)
    events = list(make_decoder(target, ScriptedDrafter(table, capacity=capacity), 4).reply(PROMPT))
    assert summary_of(events).finish is Finish.CONTEXT_FULL
    assert summary_of(events).emitted == capacity - len(PROMPT) + 1
    check_invariants(events, 4)


def test_both_caches_hold_a_prefix_of_the_text_after_every_round():
    table = random_table(8, VOCABULARY, 0.7)
    target, drafter = ScriptedTarget(table), ScriptedDrafter(near(table, 1.0))
    said = list(PROMPT)
    for event in make_decoder(target, drafter, 5, max_tokens=60).reply(PROMPT):
        if isinstance(event, Round):
            said += [token.id for token in event.emitted]
            assert target.tokens == said[:-1]
            assert drafter.tokens == said[: len(drafter.tokens)]
            # A round without a draft, the last one before the limit, does not show the drafter its text.
            assert not event.drafted or len(drafter.tokens) >= len(said) - 2


def test_the_cheapest_round_costs_k_draft_passes_and_one_target_pass():
    table = random_table(8, VOCABULARY, 0.7)
    target, drafter = ScriptedTarget(table), ScriptedDrafter(near(table, 1.0))
    rounds = rounds_of(list(make_decoder(target, drafter, 5, max_tokens=61).reply(PROMPT)))
    assert target.passes == len(rounds)
    assert drafter.passes == sum(len(one.drafted) for one in rounds)


def test_stop_between_rounds_keeps_what_was_emitted():
    table, stop = random_table(8, VOCABULARY), Stop()
    target = ScriptedTarget(table)
    events = []
    for event in make_decoder(target, ScriptedDrafter(table), 2, stop=stop).reply(PROMPT):
        events.append(event)
        if isinstance(event, Round) and event.index == 2:
            stop.set()
    assert summary_of(events).finish is Finish.STOPPED
    assert summary_of(events).rounds == 3
    assert target.tokens == [*PROMPT, *tokens_of(events)][:-1]


class InterruptedTarget(ScriptedTarget):
    """Is stopped in the middle of its third pass."""

    def evaluate(self, tokens):
        if self.passes == 2:
            raise CancelledError
        return super().evaluate(tokens)


def test_stop_inside_a_pass_emits_nothing_of_it_and_leaves_clean_caches():
    table = random_table(8, VOCABULARY)
    target, drafter = InterruptedTarget(table), ScriptedDrafter(table)
    events = list(make_decoder(target, drafter, 4).reply(PROMPT))
    assert summary_of(events).finish is Finish.STOPPED
    assert summary_of(events).rounds == 2
    said = [*PROMPT, *tokens_of(events)]
    assert target.tokens == said[:-1]
    assert drafter.tokens == said[: len(drafter.tokens)]


def test_a_stop_while_reading_the_prompt_ends_with_a_summary():
    stop = Stop()
    stop.set()
    events = list(make_decoder(ScriptedTarget(random_table(1, VOCABULARY)), None, 0, stop=stop).reply(PROMPT))
    assert [type(event) for event in events] == [PromptProgress, Summary]
    assert summary_of(events).finish is Finish.STOPPED


def test_a_caller_who_stops_iterating_leaves_clean_caches():
    table = random_table(8, VOCABULARY)
    target = ScriptedTarget(table)
    reply = make_decoder(target, ScriptedDrafter(table), 4).reply(PROMPT)
    seen = [next(reply) for _ in range(6)]
    reply.close()
    assert target.tokens == [*PROMPT, *tokens_of(seen)][:-1]


def test_the_second_turn_reads_only_what_is_new():
    table = random_table(8, VOCABULARY)
    target, drafter = ScriptedTarget(table), ScriptedDrafter(table)
    first = list(make_decoder(target, drafter, 4, max_tokens=10).reply(PROMPT))
    longer = [*PROMPT, *tokens_of(first), 1, 2]
    second = list(make_decoder(target, drafter, 4, max_tokens=5).reply(longer))
    assert summary_of(second).reused_tokens == len(PROMPT) + 10 - 1


class FailingDrafter(ScriptedDrafter):
    def propose(self, context, limit, sampler, go_on):
        if self.passes >= 4:
            raise DecodeError(model="drafter.gguf", detail="status -3")
        return super().propose(context, limit, sampler, go_on)


def test_a_drafter_that_fails_is_dropped_and_the_text_goes_on():
    table = random_table(8, VOCABULARY)
    plain = list(make_decoder(ScriptedTarget(table), None, 0, GREEDY, max_tokens=20).reply(PROMPT))
    events = list(make_decoder(ScriptedTarget(table), FailingDrafter(table), 2, GREEDY, max_tokens=20).reply(PROMPT))
    assert tokens_of(events) == tokens_of(plain)
    notices = [event for event in events if isinstance(event, DraftingStopped)]
    assert len(notices) == 1
    assert "drafter.gguf" in notices[0].reason
    assert summary_of(events).plain > 0


def test_a_target_that_fails_raises_and_leaves_clean_caches():
    class Failing(ScriptedTarget):
        def evaluate(self, tokens):
            if self.passes == 3:
                raise DecodeError(model="target.gguf", detail="status -3")
            return super().evaluate(tokens)

    table = random_table(8, VOCABULARY)
    target, drafter = Failing(table), ScriptedDrafter(table)
    events = []
    with pytest.raises(DecodeError):
        events.extend(make_decoder(target, drafter, 4).reply(PROMPT))
    seen = target.tokens[len(PROMPT) :]
    assert drafter.tokens[: len(target.tokens)] == [*PROMPT, *seen][: len(drafter.tokens)]


def test_times_are_taken_from_the_given_clock():
    table = random_table(8, VOCABULARY)
    events = list(make_decoder(ScriptedTarget(table), ScriptedDrafter(table), 2, max_tokens=6).reply(PROMPT))
    assert all((one.draft_seconds, one.verify_seconds) == (1.0, 1.0) for one in rounds_of(events))
    assert summary_of(events).draft_seconds == len(rounds_of(events))
