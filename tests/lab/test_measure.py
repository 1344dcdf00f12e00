from __future__ import annotations

import dataclasses
import itertools

import pytest

from app.errors import DecodeError, NotGgufError, PromptTooLongError, UsageError
from app.lab.finder import best_length, explain, missing, size, stages
from app.lab.measure import CellStarted, measure
from app.lab.measurement import Measurement
from app.lab.plan import Case, find_length, interleave
from app.lab.results import fastest, summarise, verdict
from app.options import AUTO, PairFiles
from app.speculation.sampling import RuleName
from app.speculation.stop import Stop
from tests.lab.scripted_lab import PAIR, ScriptedLab, plan

OFF, FOUR, AUTOMATIC = Case(0, 0, 0.0), Case(0, 4, 0.0), Case(0, AUTO, 0.0)


def run(planned, speeds, done=(), stop=None, **options):
    engine = ScriptedLab(speeds, **options)
    events = list(measure(engine, planned, done, stop or Stop()))
    return engine, [one for one in events if isinstance(one, Measurement)]


def test_plain_decoding_is_always_measured_and_the_order_changes():
    engine, replies = run(plan(repeats=3), {OFF: 10, FOUR: 14})
    assert len(replies) == 2 * 3 * 2
    orders = {tuple(case for _, _, case in engine.asked[place : place + 2]) for place in range(0, 12, 2)}
    assert orders == {(OFF, FOUR), (FOUR, OFF)}
    assert {seed for _, seed, _ in engine.asked} == {0, 1, 2}
    assert engine.loads == ["Pair"]


def test_results_are_medians_and_ratios_to_plain_of_the_same_prompt_and_repeat():
    planned = plan(lengths=(4, AUTO), repeats=3)
    _, replies = run(planned, {OFF: 10, FOUR: 14, AUTOMATIC: 15})
    off, four, auto = summarise(planned, replies)
    assert (off.speed.median, off.gain.median, off.acceptance_rate) == (pytest.approx(10), pytest.approx(1), None)
    assert (four.gain.median, four.acceptance_rate, four.replies) == (pytest.approx(1.4), 0.75, 6)
    assert auto.gain.median == pytest.approx(1.5)
    assert fastest((off, four, auto)) is auto
    assert str(verdict(planned, (off, four, auto))) == (
        "Drafting pays here: temperature 0, draft length auto runs at 1.50 (half of the replies: 1.50 to 1.50) "
        "times plain speed."
    )


def test_a_machine_that_slows_down_biases_no_case():
    """Plain speed falls from 10 to 5 over the run; the ratio stays what it is, and so do its quartiles."""
    planned = plan(lengths=(4,), repeats=20)
    steps = itertools.count()
    _, replies = run(planned, lambda case: (14 if case.draft_length else 10) * (1 - next(steps) / 160))
    four = summarise(planned, replies)[1]
    assert four.gain.median == pytest.approx(1.4, rel=0.01)
    low, high = four.gain.quartiles
    assert 1.37 < low < high < 1.43
    assert four.speed.quartiles[1] - four.speed.quartiles[0] > 2


@pytest.mark.parametrize(("speed", "words"), [(6, "does not pay"), (10.2, "next to no difference"), (20, "2.00")])
def test_the_verdict_is_one_sentence(speed, words):
    planned = plan()
    said = str(verdict(planned, summarise(planned, run(planned, {OFF: 10, FOUR: speed})[1])))
    assert words in said
    assert said.endswith(".")
    assert "nothing to compare" in str(verdict(planned, ()))


def test_what_scatters_on_both_sides_of_plain_speed_is_not_said_to_pay():
    planned = plan(lengths=(4,), repeats=3)
    speeds = itertools.cycle((8.0, 20.0))
    _, replies = run(planned, lambda case: next(speeds) if case.draft_length else 10.0)
    four = summarise(planned, replies)[1]
    assert four.gain.median > 1.1
    assert four.gain.quartiles[0] < 1.0
    assert "next to no difference" in str(verdict(planned, summarise(planned, replies)))


def test_a_stop_counts_the_cell_under_way_for_nothing_and_the_rest_follows_later():
    planned = plan(repeats=3)
    _, first = run(planned, {OFF: 10, FOUR: 14}, stop_after=5)
    assert len(first) == 5
    _, rest = run(planned, {OFF: 10, FOUR: 14}, first)
    assert len(rest) == 7
    order = [cell for repeat in range(3) for cell in interleave(planned, (0, 1), repeat)]
    assert [one.cell for one in (*first, *rest)] == order
    assert missing(planned, (*first, *rest)) == ()


def test_pairs_take_turns_and_one_that_cannot_be_loaded_is_a_sentence():
    pairs = [dataclasses.replace(PAIR, name=name) for name in ("good", "bad", "fine")]
    planned = plan(pairs=pairs, repeats=4)
    error = NotGgufError(path="bad.gguf")
    engine, replies = run(planned, lambda case: 10, unloadable={"bad": error})
    turns = [pair for pair, _ in itertools.groupby(planned.cases[one.cell.case].pair for one in replies)]
    assert 9 <= len(turns) <= 12
    assert engine.loads.count("bad") == 4
    good = [pair for pair in turns if pair != 1]
    assert [name for name in engine.loads if name != "bad"] == [pairs[pair].name for pair in good]
    orders = {tuple(dict.fromkeys(planned.cases[one.cell.case].pair for one in replies if one.cell.repeat == repeat))
              for repeat in range(4)}  # fmt: skip
    assert len(orders) > 1
    failed = [one for one in replies if one.error]
    assert {planned.cases[one.cell.case].pair for one in failed} == {1}
    assert len(failed) == 4 * 2 * 2
    result = summarise(planned, replies)[2]
    assert (result.replies, result.speed, result.errors) == (0, None, (str(error),))


def test_a_reply_that_fails_is_a_sentence_and_a_broken_pair_is_loaded_again():
    planned = plan(prompts=("a", "long"), repeats=1)
    engine, replies = run(planned, lambda case: 10, failures={"long": PromptTooLongError(tokens=9, limit=5)})
    assert [bool(one.error) for one in replies].count(True) == 2
    assert engine.loads == ["Pair"]
    engine, replies = run(planned, lambda case: 10, failures={"long": DecodeError(model="m", detail="d")})
    assert len(engine.loads) > 1
    assert missing(planned, replies) == ()


def test_a_bug_is_not_taken_for_a_measurement():
    with pytest.raises(ZeroDivisionError):
        run(plan(), lambda case: 10 / 0)


def test_what_keeps_drafts_away_is_noted_and_each_start_is_told():
    planned = plan(pairs=(dataclasses.replace(PAIR, name="mute"),), prompts=("a",), repeats=1)
    engine = ScriptedLab(lambda case: 10)
    events = list(measure(engine, planned, (), Stop()))
    assert [isinstance(one, CellStarted) for one in events] == [True, False] * 2
    assert [one.loading for one in events[::2]] == [True, False]
    assert {one.note for one in events[1::2]} == {"", "nothing fits"}


def test_combinations_that_are_the_same_are_measured_once():
    alone = PairFiles("Alone", PAIR.target, None)
    both = (RuleName.RATIO, RuleName.COUPLED)
    cases = plan(pairs=(PAIR, alone), temperatures=(0.0, 0.8), rules=both, lookups=(False, True)).cases
    assert cases == (
        Case(0, 0, 0.0),
        Case(0, 4, 0.0),
        Case(0, 4, 0.0, lookup=True),
        Case(0, 0, 0.8),
        Case(0, 4, 0.8),
        Case(0, 4, 0.8, lookup=True),
        Case(0, 4, 0.8, RuleName.COUPLED),
        Case(0, 4, 0.8, RuleName.COUPLED, lookup=True),
        Case(1, 0, 0.0),
        Case(1, 4, 0.0, lookup=True),
        Case(1, 0, 0.8),
        Case(1, 4, 0.8, lookup=True),
        Case(1, 4, 0.8, RuleName.COUPLED, lookup=True),
    )


@pytest.mark.parametrize(
    "wrong",
    [
        {"prompts": ()},
        {"prompts": (" ",)},
        {"pairs": ()},
        {"lengths": (17,)},
        {"temperatures": (-1.0,)},
        {"repeats": 0},
        {"repeats": 101},
        {"tokens": 0},
        {"prompts": tuple(map(str, range(200))), "lengths": tuple(range(1, 17)), "repeats": 90},
    ],
)
def test_a_plan_that_cannot_be_run_says_why(wrong):
    with pytest.raises(UsageError):
        plan(**wrong)


def speed_with_best(best):
    return lambda case: 15 - abs(case.draft_length - best) / 2 if case.draft_length else 10


@pytest.mark.parametrize("best", [1, 3, 7, 16])
def test_the_finder_finds_the_best_length_and_measures_the_close_ones_most(best):
    planned = find_length(PAIR, ("a", "b"), temperature=0.8)
    _, replies = run(planned, speed_with_best(best))
    assert len(replies) == size(planned) == (17 + 9 + 5 + 3) * 2
    assert planned.cases[best_length(planned, replies)].draft_length == best
    told = [str(one) for one in explain(planned, replies)]
    assert len(told) == 4
    assert told[0].startswith("Round 1: of 16 lengths these were the fastest:")
    won = f"Draft length {best} is the best: 1.50 (half of the replies: 1.50 to 1.50) times plain speed over 8 replies."
    assert told[-1] == won
    assert [len(stage.cases) for stage in stages(planned, replies)] == [16, 8, 4, 2]


def test_the_finder_goes_on_where_it_was_stopped():
    planned = find_length(PAIR, ("a", "b"), temperature=0.8)
    _, first = run(planned, speed_with_best(5), stop_after=40)
    assert best_length(planned, first) is None
    assert len(explain(planned, first)) == 1
    _, rest = run(planned, speed_with_best(5), first)
    assert planned.cases[best_length(planned, (*first, *rest))].draft_length == 5
    assert len(first) + len(rest) == size(planned)


def test_where_no_length_pays_the_finder_says_so():
    planned = find_length(PAIR, ("a",), temperature=0.0)
    _, replies = run(planned, lambda case: 9 if case.draft_length else 10)
    assert best_length(planned, replies) is None
    assert "turn drafting off" in str(explain(planned, replies)[-1])
    _, failed = run(planned, lambda case: 9, unloadable={"Pair": NotGgufError(path="x")})
    assert "No length could be measured" in str(explain(planned, failed)[-1])
