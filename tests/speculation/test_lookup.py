from __future__ import annotations

import random

import pytest

from app.speculation.lookup import LookupDrafter, SuffixIndex
from app.speculation.records import DrafterKind, Verdict
from tests.scripted import GREEDY, ScriptedTarget, make_decoder, random_table, rounds_of, tokens_of
from tests.speculation.test_decode import VOCABULARY


def longest_repeat(tokens):
    """The longest suffix that occurred before, found by trying all."""
    for length in range(len(tokens) - 1, 0, -1):
        suffix = tokens[-length:]
        if any(tokens[end - length : end] == suffix for end in range(length, len(tokens))):
            return length
    return 0


@pytest.mark.parametrize("letters", [1, 2, 3, 6])
def test_the_longest_repeated_suffix_is_found_and_stands_where_it_says(letters):
    rng = random.Random(letters)
    for _ in range(40):
        index = SuffixIndex()
        for _ in range(50):
            index.extend([rng.randrange(letters)])
            length, place = index.longest()
            text = index.tokens
            assert length == longest_repeat(text)
            if length:
                assert place < len(text)
                assert text[place - length : place] == text[-length:]


def propose(context, limit, shortest=3):
    drafter = LookupDrafter(1000, shortest)
    list(drafter.follow(context[:-1]))
    return drafter.propose(context, limit, None, None).tokens if drafter.ready(context) else None


def test_it_continues_as_the_text_continued_before():
    assert propose([1, 2, 3, 4, 5, 9, 1, 2, 3], 2) == (4, 5)


def test_it_goes_on_repeating_where_the_copy_reaches_the_end():
    assert propose([7, 1, 2, 3, 1, 2, 3], 5) == (1, 2, 3, 1, 2)


def test_a_short_match_is_not_worth_it():
    assert propose([1, 2, 9, 1, 2], 3) is None
    assert propose([1, 2, 9, 1, 2], 3, shortest=2) == (9, 1, 2)


def test_a_text_that_was_changed_is_indexed_anew():
    drafter = LookupDrafter(1000)
    assert list(drafter.follow([1, 2, 3, 4])) == [0, 4]
    assert list(drafter.follow([1, 2, 3, 4, 5])) == [4, 5]
    assert list(drafter.follow([1, 2, 9])) == [0, 3]


def test_greedy_text_with_lookup_is_that_of_plain_decoding():
    accepted = 0
    for seed in range(20):
        # Depends on the last token alone, so that the text soon repeats itself.
        table = random_table(seed, VOCABULARY)

        def markov(context, table=table):
            return table(context[-1:])

        plain = tokens_of(list(make_decoder(ScriptedTarget(markov), None, 0, GREEDY, max_tokens=40).reply([0, 1])))
        drafters = [LookupDrafter(1000)]
        events = list(make_decoder(ScriptedTarget(markov), drafters, 6, GREEDY, max_tokens=40).reply([0, 1]))
        assert tokens_of(events) == plain
        for one in rounds_of(events):
            assert one.drafter is (DrafterKind.LOOKUP if one.drafted else None)
            assert all(token.draft_prob == 1.0 for token in one.drafted)
            accepted += sum(token.verdict is Verdict.ACCEPTED for token in one.drafted)
    assert accepted > 300
