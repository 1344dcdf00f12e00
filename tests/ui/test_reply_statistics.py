from __future__ import annotations

import dataclasses

import pytest

from app.speculation.records import DrafterKind, Finish, Verdict
from app.speculation.replies import ReplyStatistics, statistics_of_reply
from app.speculation.statistics import summarise
from app.ui.reply_statistics import (
    input_rows,
    length_bars,
    position_bars,
    ratio_rows,
    speedup_rows,
    time_rows,
    verdict_counts,
)
from app.ui.statistics_line import statistics_line, tally_of
from tests.fakes import LIGHTHOUSE, drafted_round, plain_round

TWO = (drafted_round(0, ["a", "b"], "c", ["d"], "e"), drafted_round(1, ["f", "g", "h", "i"], None, [], "j"))
REFUSED = (drafted_round(0, [], "a", [], "b"),)
PLAIN = (plain_round(0, "a"), plain_round(1, "b"))


def summary_of(rounds, plain_seconds=None, seconds=2.0):
    summary = summarise(
        list(rounds), Finish.END_OF_TEXT, seconds=seconds + 0.5, prompt_seconds=0.5, prompt_tokens=9, reused_tokens=0
    )
    return dataclasses.replace(summary, plain_seconds=plain_seconds)


def known_of(rounds, plain_seconds=None, seconds=2.0) -> ReplyStatistics:
    return statistics_of_reply(rounds, summary_of(rounds, plain_seconds, seconds))


def values(rows) -> list[str]:
    return [row.value for row in rows]


def test_the_worked_example_of_two_rounds():
    # 8 emitted tokens in 2 s; plain decoding takes 0.3 s a token here, so 2.4 s.
    known = known_of(TWO, 0.3)
    assert dict(verdict_counts(known)) == {
        Verdict.ACCEPTED: 6, Verdict.REJECTED: 1, Verdict.UNEXAMINED: 1,
        Verdict.CORRECTION: 1, Verdict.BONUS: 1, Verdict.PLAIN: 0,
    }  # fmt: skip
    assert values(ratio_rows(known)) == ["86% (6/7)", "4.00", "75% (6/8)", "draft model (2)"]
    assert values(time_rows(known)) == ["0.01 s", "0.03 s", "4.0 tokens/s"]
    assert values(speedup_rows(known))[0] == "1.20 ×"
    rate, length, draft_cost, verify_cost = 6 / 7, 4, 0.008 / 8 / 0.3, 0.032 / 2 / 0.3
    expected = (1 - rate**5) / (1 - rate)
    assert values(speedup_rows(known))[1:] == [
        f"{expected / (verify_cost + 4 * draft_cost):.2f} ×",
        f"{expected / (1 + 4 * draft_cost):.2f} ×",
        f"{4 * rate / (1 + 4 * draft_cost):.2f} ×",
    ]
    assert values(input_rows(known)) == [f"{one:.2f}" for one in (rate, length, draft_cost, verify_cost)]
    assert [(bar.name, bar.value) for bar in position_bars(known)] == [
        ("1", "100% (2/2)"), ("2", "100% (2/2)"), ("3", "50% (1/2)"), ("4", "100% (1/1)"),
    ]  # fmt: skip
    assert [(bar.name, bar.value) for bar in length_bars(known)][2::2] == [
        ("2", "1 of 2 rounds"), ("4", "1 of 2 rounds"),
    ]  # fmt: skip


def test_drafters_are_named_by_kind_each_with_its_rounds():
    kinds = (DrafterKind.EAGLE3, DrafterKind.EAGLE3, DrafterKind.LOOKUP)
    rounds = [dataclasses.replace(TWO[0], drafter=kind) for kind in kinds]
    known = statistics_of_reply(rounds, None) + statistics_of_reply(
        [dataclasses.replace(TWO[0], drafter=kinds[0])], None
    )
    assert values(ratio_rows(known))[-1] == "lookup in the text (1), EAGLE-3 head (3)"


def test_where_nothing_was_drafted_there_is_no_number():
    known = known_of(PLAIN, 0.3)
    assert values(ratio_rows(known)) == ["-"] * 4
    assert values(speedup_rows(known)) == ["-"] * 4
    assert values(input_rows(known)) == ["-"] * 4
    assert (position_bars(known), length_bars(known)) == ((), ())
    assert values(time_rows(known))[0] == "-"
    assert values(speedup_rows(ReplyStatistics())) == ["-"] * 4


@pytest.mark.parametrize("summary", [summary_of(TWO), None], ids=["not measured", "broken off"])
def test_a_speedup_that_was_not_measured_is_never_guessed(summary):
    known = statistics_of_reply(TWO, summary)
    assert values(speedup_rows(known)) == ["not measured yet", "-", "-", "-"]
    assert values(input_rows(known)) == ["-"] * 4


def test_the_replies_of_a_chat_add_up():
    known = known_of(TWO, 0.3) + known_of(REFUSED) + known_of(PLAIN) + known_of(TWO, 0.2, seconds=1.0)
    assert (known.replies, known.drafted, known.measured) == (4, 3, 2)
    assert known.rounds.emitted == 19
    assert known.tokens_per_second == pytest.approx(19 / 7)
    # What plain decoding would have taken, over what the two compared replies took.
    assert known.speedup == pytest.approx((8 * 0.3 + 8 * 0.2) / 3.0)
    assert "2 of 3 replies" in speedup_rows(known)[0].about
    assert known.rounds.acceptance_rate == pytest.approx(12 / 15)
    assert known.prediction.acceptance_rate == pytest.approx(12 / 14)  # of the replies that are compared


def test_the_line_says_how_much_faster_it_was_only_where_that_was_measured():
    tally = tally_of(LIGHTHOUSE)
    assert " · 1.24 × plain speed · " in statistics_line(tally, summary_of(LIGHTHOUSE, 1.24 * 2 / tally.emitted))
    assert "speed-up not measured yet" in statistics_line(tally, summary_of(LIGHTHOUSE))
    for line in (statistics_line(tally, None), statistics_line(tally_of(PLAIN), summary_of(PLAIN, 0.3))):
        assert "plain speed" not in line
        assert "measured" not in line
