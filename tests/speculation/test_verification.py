"""The worked examples of the papers' rule, and the identity that makes it exact."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from app.speculation.distributions import acceptance_mass, one_hot, residual
from app.speculation.records import Verdict
from app.speculation.rules import RatioRule
from app.speculation.verification import Draft, verify
from tests.scripted import FixedDraws, dist

A, B, C, D, E, F, X = range(7)
ACCEPTED, REJECTED, UNEXAMINED = Verdict.ACCEPTED, Verdict.REJECTED, Verdict.UNEXAMINED


def settle(draft, distributions, draws):
    return verify(draft, distributions, RatioRule(draws), 0)


def greedy(drafted: list[int], argmax: list[int]):
    return settle(Draft(tuple(drafted)), map(one_hot, argmax), FixedDraws())


def emitted(drafted, outcome):
    return [*drafted[: outcome.accepted], outcome.token]


def test_greedy_example_1_rejects_the_first_difference_and_drops_the_rest():
    outcome = greedy([A, B, C, D], [A, B, X, E, F])
    assert outcome.verdicts == (ACCEPTED, ACCEPTED, REJECTED, UNEXAMINED)
    assert (outcome.token, outcome.verdict) == (X, Verdict.CORRECTION)
    assert emitted([A, B, C, D], outcome) == [A, B, X]
    assert outcome.target_probs == (1.0, 1.0, 0.0, None)


def test_greedy_example_2_two_rounds_of_four_emit_eight_tokens():
    clock, will, ring, loud, again, comma, wake, the, city = range(9)
    first = greedy([clock, will, ring, loud], [clock, will, again])
    assert emitted([clock, will, ring, loud], first) == [clock, will, again]
    second = greedy([ring, comma, wake, the], [ring, comma, wake, the, city])
    assert second.verdicts == (ACCEPTED,) * 4
    assert (second.token, second.verdict) == (city, Verdict.BONUS)
    assert first.accepted + 1 + second.accepted + 1 == 8


def test_greedy_example_3_a_wrong_first_token_emits_one():
    outcome = greedy([A, B], [X, C, D])
    assert outcome.verdicts == (REJECTED, UNEXAMINED)
    assert emitted([A, B], outcome) == [X]


def test_nothing_drafted_is_plain():
    outcome = greedy([], [E])
    assert (outcome.verdicts, outcome.token, outcome.verdict) == ((), E, Verdict.PLAIN)


def test_positions_after_a_rejection_are_not_looked_at():
    def target():
        yield one_hot(X)
        pytest.fail("the position after the rejection was transformed")

    assert settle(Draft((A, B)), target(), FixedDraws()).accepted == 0


TARGET, DRAFT = dist(0.5, 0.3, 0.2), dist(0.8, 0.1, 0.1)


def test_worked_example_of_the_ratio_rule():
    assert TARGET.prob(0) / DRAFT.prob(0) == pytest.approx(0.625, abs=1e-12)
    rest = residual(TARGET, DRAFT)
    assert rest.ids.tolist() == [1, 2]
    assert rest.probs == pytest.approx([2 / 3, 1 / 3], abs=1e-12)
    assert acceptance_mass(TARGET, DRAFT) == pytest.approx(0.70, abs=1e-12)


def emitted_law(target, draft_distribution):
    """Return the exact law of the first emitted token, by integrating verify() over all drafts and draws.

    verify() decides by comparing one uniform number with thresholds, so the law is found by bisecting for each
    threshold: exact to the last bit that the comparison sees.
    """
    law = np.zeros(3)
    for token in draft_distribution.ids.tolist():
        draft = Draft((token,), (draft_distribution,))
        accept = boundary(lambda u, draft=draft: settle(draft, [target, target], FixedDraws(u, 0.5)).accepted == 1)
        law[token] += draft_distribution.prob(token) * accept
        if accept == 1.0:
            continue
        last = 0.0
        for value in range(3):
            reached = boundary(
                lambda u, draft=draft, value=value: (
                    settle(draft, [target, target], FixedDraws(0.999999, u)).token <= value
                )
            )
            law[value] += draft_distribution.prob(token) * (1 - accept) * (reached - last)
            last = reached
    return law


def boundary(below) -> float:
    """Return the u where `below` turns from true to false; 0 or 1 where it never does."""
    low, high = 0.0, 1.0
    if not below(0.0):
        return 0.0
    if below(np.nextafter(1.0, 0.0)):
        return 1.0
    while high - low > 1e-16 and (middle := (low + high) / 2) not in (low, high):
        low, high = (middle, high) if below(middle) else (low, middle)
    return high


def test_emitted_distribution_over_all_drafts_is_the_targets():
    assert emitted_law(TARGET, DRAFT) == pytest.approx([0.5, 0.3, 0.2], abs=1e-12)


@pytest.mark.parametrize("token", [0, 1, 2])
def test_a_certain_drafter_is_accepted_as_often_as_the_target_would(token):
    law = emitted_law(TARGET, one_hot(token))
    assert law == pytest.approx([0.5, 0.3, 0.2], abs=1e-12)


def test_emitted_distribution_is_exact_for_random_pairs():
    rng = np.random.default_rng(7)
    for _ in range(20):
        target, draft = dist(*rng.dirichlet(np.ones(3))), dist(*rng.dirichlet(np.ones(3)))
        assert emitted_law(target, draft) == pytest.approx(target.probs, abs=1e-12)


def test_a_token_the_target_excludes_is_never_accepted():
    outcome = settle(Draft((2,), (dist(0.1, 0.1, 0.8),)), [dist(0.5, 0.5)], FixedDraws(0.3))
    assert outcome.verdicts == (REJECTED,)
    assert outcome.target_probs == (0.0,)


def test_records_the_probabilities_that_decided():
    outcome = settle(Draft((0, 1), (DRAFT, DRAFT)), [TARGET, TARGET, TARGET], FixedDraws(0.1, 0.2))
    assert outcome.target_probs == (0.5, 0.3)
    assert outcome.draft_probs == (0.8, 0.1)


def test_verdict_counts_over_all_greedy_outcomes():
    """Every round emits 1 to K + 1 tokens, with at most one rejection and exactly one token of the target's own."""
    for drafted, argmax in itertools.product(
        itertools.product(range(2), repeat=3), itertools.product(range(2), repeat=4)
    ):
        outcome = greedy(list(drafted), list(argmax))
        assert outcome.verdicts.count(REJECTED) == (outcome.accepted < 3)
        assert outcome.accepted + outcome.verdicts.count(REJECTED) + outcome.verdicts.count(UNEXAMINED) == 3
        assert emitted(list(drafted), outcome) == list(argmax[: outcome.accepted + 1])
