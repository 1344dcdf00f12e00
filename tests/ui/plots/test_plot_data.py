"""Every number that a plot or its CSV has, against a recount of the rounds."""

from __future__ import annotations

import csv
import io
import math

import pytest

from app.speculation.course import WINDOW, course_of
from app.speculation.records import Decision, Verdict
from app.speculation.replies import statistics_of_reply
from app.ui.plots.data import plots_of
from app.ui.statistics_counting import Counted
from tests import recount
from tests.fakes import LIGHTHOUSE, drafted_round, plain_round

CHANGING = [
    *(plain_round(n, "a") for n in range(30)),
    *(drafted_round(30 + n, ["a"] * (n % 4), "b", ["c"] * (n % 3), "d") for n in range(25)),
    drafted_round(55, ["cut", "short"], None, [], None),
]


def plots(rounds, **more):
    counted = Counted(statistics_of_reply(rounds, None), course_of(rounds), **more)
    return {one.name: one for one in plots_of(counted)}


def table(plot) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(plot.csv())))


@pytest.mark.parametrize("rounds", [CHANGING, list(LIGHTHOUSE)])
def test_every_csv_is_a_recount(rounds):
    drawn = plots(rounds)
    for row in table(drawn["acceptance-by-place"]):
        accepted, examined = recount.at_place(rounds, int(row["place"]) - 1)
        assert (int(row["accepted"]), int(row["examined"])) == (accepted, examined)
        assert row["acceptance"] == (repr(accepted / examined) if examined else "")
    lengths = {int(row["accepted"]): int(row["rounds"]) for row in table(drawn["accepted-tokens"])}
    assert lengths == {length: recount.with_accepted(rounds, length) for length in lengths}
    assert sum(lengths.values()) == len(recount.drafts_of(rounds))
    rows = zip(table(drawn["rolling-acceptance"]), table(drawn["rolling-speed"]), strict=True)
    for end, (acceptance, speed) in enumerate(rows):
        window = recount.rolling(rounds, end, WINDOW)
        expected = recount.acceptance(window)
        assert (float(acceptance["acceptance"]) if acceptance["acceptance"] else None) == pytest.approx(expected)
        assert float(speed["tokens/s"]) == pytest.approx(recount.speed(window))
    for one, length, times in zip(rounds, table(drawn["draft-length"]), table(drawn["times"]), strict=True):
        assert int(length["drafted"]) == len(one.drafted)
        assert int(length["accepted"]) == sum(token.verdict is Verdict.ACCEPTED for token in one.emitted)
        assert float(times["drafting"]) == 1000 * one.draft_seconds
        assert float(times["verifying"]) == 1000 * one.verify_seconds


def test_where_nothing_was_drafted_nothing_is_drawn():
    drawn = plots([plain_round(n, "a") for n in range(5)])
    empty = {name for name, one in drawn.items() if one.is_empty}
    assert empty == {"acceptance-by-place", "accepted-tokens", "rolling-acceptance", "draft-length"}
    assert drawn["rolling-acceptance"].told() == "nothing to show"
    assert [row["acceptance"] for row in table(drawn["rolling-acceptance"])] == [""] * 5
    assert all(one.is_empty for one in plots([]).values())


def test_plain_speed_and_decisions_stand_in_their_plots():
    drawn = plots(LIGHTHOUSE, plain_seconds=0.02, decisions=(Decision(4, False, "x"),))
    assert set(drawn["rolling-speed"].series[1].values) == {50.0}
    assert drawn["draft-length"].marks == (5,)
    assert "acceptance: from" in drawn["rolling-acceptance"].told()


def test_a_long_reply_is_drawn_thinly_and_saved_whole():
    rounds = LIGHTHOUSE * 400
    plot = plots(rounds)["times"]
    assert len(plot.places) == 1500
    assert (plot.places[0], plot.places[-1]) == (0, len(rounds) - 1)
    assert len(table(plot)) == len(rounds)
    assert not any(math.isnan(float(row["drafting"])) for row in table(plot))
