"""A reply in time against a walk over its rounds."""

from __future__ import annotations

import random

import pytest

from app.speculation.records import Round
from app.speculation.replay import Phase, Timeline
from tests.fakes import drafted_round, plain_round


def made_up(count: int) -> list[Round]:
    chance = random.Random(3)
    rounds = []
    for index in range(count):
        whole = (
            drafted_round(index, ["a"] * chance.randrange(4), None, [], "b") if index % 3 else plain_round(index, "c")
        )
        draft = chance.random() if whole.drafted else 0.0
        rounds.append(Round(index, whole.drafted, whole.emitted, draft, chance.random()))
    return rounds


def test_every_moment_is_that_of_a_walk_over_the_rounds():
    rounds = made_up(60)
    timeline = Timeline(rounds, 0.25)
    total = sum(one.draft_seconds + one.verify_seconds for one in rounds)
    assert timeline.seconds == pytest.approx(total)
    chance = random.Random(4)
    for _ in range(500):
        seconds = chance.random() * total
        left, over, tokens, phase = seconds, 0, 0, "done"
        for one in rounds:
            if left < one.draft_seconds + one.verify_seconds:
                phase = "drafting" if left < one.draft_seconds else "verifying"
                break
            left -= one.draft_seconds + one.verify_seconds
            over, tokens = over + 1, tokens + len(one.emitted)
        found = timeline.at(seconds)
        assert (found.rounds, found.tokens, found.phase.value) == (over, tokens, phase)
        assert timeline.plain_tokens_at(seconds) == min(len(timeline.tokens), int(seconds // 0.25))


def test_the_beginning_and_the_end():
    rounds = made_up(7)
    timeline = Timeline(rounds, 0.1)
    assert (timeline.at(0).rounds, timeline.at(0).tokens) == (0, 0)
    count = sum(len(one.emitted) for one in rounds)
    for late in (timeline.seconds, timeline.length + 1):
        assert (timeline.at(late).rounds, timeline.at(late).tokens, timeline.at(late).phase) == (7, count, Phase.DONE)
    assert timeline.plain_tokens_at(timeline.length) in (count, int(timeline.length / 0.1))
    assert timeline.plain_tokens_at(timeline.plain_total) == count


def test_steps_go_from_the_end_of_a_round_to_the_next():
    rounds = made_up(4)
    timeline = Timeline(rounds, None)
    ends = [sum(one.draft_seconds + one.verify_seconds for one in rounds[:count]) for count in range(5)]
    place, seen = 0.0, []
    for _ in range(4):
        place = timeline.neighbour(place, 1)
        seen.append(place)
    assert seen == pytest.approx(ends[1:])
    assert [timeline.at(one).rounds for one in seen] == [1, 2, 3, 4]
    assert timeline.neighbour(seen[2], -1) == seen[1]
    assert timeline.neighbour(seen[0], -1) == 0.0
    assert timeline.neighbour(0.0, -1) == 0.0
    assert timeline.neighbour(timeline.seconds, 1) == timeline.length
    assert timeline.rounds == 4


def test_without_a_measured_plain_speed_there_is_no_race():
    timeline = Timeline(made_up(3), None)
    assert (timeline.plain_total, timeline.plain_tokens_at(1.0)) == (None, None)
    assert timeline.length == timeline.seconds
    assert Timeline(made_up(3), 0.0).plain_total is None


def test_nothing_is_over_at_once():
    timeline = Timeline([], 0.1)
    assert (timeline.seconds, timeline.length, timeline.at(0.0).phase) == (0.0, 0.0, Phase.DONE)
