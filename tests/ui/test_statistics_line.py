from __future__ import annotations

import pytest

from app.speculation.records import Finish
from app.speculation.statistics import summarise
from app.ui.statistics_line import Tally, drafting_is_off, statistics_line, tally_of
from tests.fakes import LIGHTHOUSE, drafted_round, plain_round


def summary_of(rounds, finish=Finish.END_OF_TEXT):
    return summarise(list(rounds), finish, seconds=2.5, prompt_seconds=0.5, prompt_tokens=10, reused_tokens=0)


def recomputed(rounds, seconds) -> str:
    """The same line, counted in another way: token by token from the rounds."""
    drafted = [token.verdict.value for one in rounds for token in one.drafted]
    emitted = [token.verdict.value for one in rounds for token in one.emitted]
    accepted, rejected = drafted.count("accepted"), drafted.count("rejected")
    examined = accepted + rejected
    share = f"{round(100 * accepted / examined)}% ({accepted}/{examined})" if examined else "-"
    counts = f"{emitted.count('plain')} plain"
    if drafted:
        counts = (
            f"{emitted.count('accepted')} accepted, {rejected} rejected, {drafted.count('unexamined')} unexamined, "
            f"{emitted.count('correction')} corrections, {emitted.count('bonus')} bonus, {counts}"
        )
    per_round = f"{len(emitted) / len(rounds):.1f} tokens per round"
    speedup = " · speed-up not measured yet" if drafted else ""
    return (
        f"{len(emitted) / seconds:.1f} tokens/s{speedup} · acceptance {share} · {per_round}"
        f" · {counts} · {len(rounds)} round{'s' if len(rounds) > 1 else ''}"
    )


@pytest.mark.parametrize(
    "rounds",
    [
        LIGHTHOUSE,
        [plain_round(0, "a"), plain_round(1, "b")],
        [drafted_round(0, ["a"], "b", ["c"], "d"), plain_round(1, "")],
    ],
    ids=["drafted", "plain", "mixed"],
)
def test_every_number_is_in_the_rounds(rounds):
    assert statistics_line(tally_of(rounds), summary_of(rounds)) == recomputed(rounds, 2.0)


def test_where_nothing_was_drafted_there_is_no_percentage():
    line = statistics_line(tally_of([plain_round(0, "a")]), summary_of([plain_round(0, "a")]))
    assert "acceptance -" in line
    assert "%" not in line


def test_a_draft_that_was_never_examined_gives_no_percentage():
    rounds = [drafted_round(0, [], None, ["a"], "b")]
    assert "acceptance -" in statistics_line(tally_of(rounds), None)


def test_without_a_summary_the_speed_is_that_of_the_rounds():
    line = statistics_line(tally_of(LIGHTHOUSE), None)
    emitted = sum(len(one.emitted) for one in LIGHTHOUSE)
    assert line.startswith(f"{emitted / (0.02 * len(LIGHTHOUSE)):.1f} tokens/s")


def test_the_line_says_how_the_reply_ended_and_why_nothing_was_drafted():
    rounds = [plain_round(0, "a")]
    note = drafting_is_off("There is no drafter.")
    line = statistics_line(tally_of(rounds), summary_of(rounds, Finish.STOPPED), note)
    assert line.endswith(" · stopped · drafting is off: There is no drafter")
    assert "cut" in statistics_line(tally_of(rounds), summary_of(rounds, Finish.CONTEXT_FULL))
    assert "cut" in statistics_line(tally_of(rounds), summary_of(rounds, Finish.MAX_TOKENS))


def test_nothing_has_no_line():
    assert statistics_line(Tally(), None) == ""
