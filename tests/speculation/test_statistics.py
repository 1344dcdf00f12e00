"""Statistics against a recount of the rounds, and their sums over replies."""

from __future__ import annotations

import pytest

from app.speculation.records import Round, Verdict
from app.speculation.statistics import Statistics, statistics_of
from tests.scripted import ScriptedDrafter, ScriptedTarget, make_decoder, random_table, rounds_of
from tests.speculation.test_decode import VOCABULARY, near


def played(draft_length: int, seed: int = 1, tokens: int = 80) -> list[Round]:
    table = random_table(seed, VOCABULARY)
    decoder = make_decoder(
        ScriptedTarget(table), ScriptedDrafter(near(table, 1.0)), draft_length, max_tokens=tokens, seed=seed
    )
    return rounds_of(decoder.reply([1, 2, 0]))


def test_acceptance_by_position_and_accepted_lengths_are_a_recount():
    rounds = played(4)
    found = statistics_of(rounds)
    drafts = [[token.verdict for token in one.drafted] for one in rounds if one.drafted]
    for place, (accepted, examined) in enumerate(found.by_position):
        at = [draft[place] for draft in drafts if len(draft) > place]
        assert accepted == at.count(Verdict.ACCEPTED)
        assert examined == accepted + at.count(Verdict.REJECTED)
    assert len(found.by_position) == 4
    assert list(found.accepted_lengths) == [
        sum(draft.count(Verdict.ACCEPTED) == length for draft in drafts) for length in range(5)
    ]
    assert sum(found.accepted_lengths) == found.drafted_rounds == len(drafts)
    assert found.drafted == sum(map(len, drafts))
    assert found.acceptance_rate == sum(one for one, _ in found.by_position) / sum(one for _, one in found.by_position)
    assert found.emitted == 80
    assert found.tokens_per_round == 80 / len(rounds)
    assert found.share_from_drafts == found.counts[Verdict.ACCEPTED] / 80


def test_times_are_those_of_the_rounds():
    rounds = played(3)
    found = statistics_of(rounds)
    assert found.draft_seconds == sum(one.draft_seconds for one in rounds)
    assert found.verify_seconds == sum(one.verify_seconds for one in rounds)
    assert found.drafted_verify_seconds == sum(one.verify_seconds for one in rounds if one.drafted)
    assert found.plain_seconds == tuple(one.draft_seconds + one.verify_seconds for one in rounds if not one.drafted)


def test_statistics_of_a_chat_are_the_sum_of_its_replies():
    first, second = played(4), played(6, seed=2)
    joined = statistics_of(first) + statistics_of(second)
    assert joined == statistics_of([*first, *second])
    assert joined + Statistics() == joined


def test_nothing_drafted_has_no_rates():
    found = statistics_of(played(0, tokens=10))
    assert (found.acceptance_rate, found.share_from_drafts, found.draft_length) == (None, None, None)
    assert (found.by_position, found.accepted_lengths) == ((), ())
    assert len(found.plain_seconds) == 10
    assert Statistics().tokens_per_round is None


def test_a_round_that_breaks_the_rules_is_a_bug():
    one = next(one for one in played(4) if one.drafted and one.drafted[0].verdict is Verdict.REJECTED)
    broken = Round(0, (*one.drafted, one.drafted[0]), one.emitted, 0.0, 0.0, one.drafter)
    with pytest.raises(AssertionError, match="at most one"):
        statistics_of([broken])
