"""The steps of a round against a recount of the round, and the worked examples number by number."""

from __future__ import annotations

import dataclasses
import math

import pytest

from app.speculation.examples import greedy_example, worked_example
from app.speculation.explain import Act, Method, explain, is_certain
from app.speculation.lookup import LookupDrafter
from app.speculation.records import Candidate, DraftedToken, EmittedToken, Round, Verdict
from app.speculation.sampling import RuleName
from tests.fakes import drafted_round, plain_round
from tests.scripted import AS_IS, GREEDY, ScriptedDrafter, ScriptedTarget, make_decoder, random_table, rounds_of
from tests.speculation.test_decode import VOCABULARY, near

PROMPT = [1, 2, 0]


def played(kind: str, **options) -> tuple[list[Round], str]:
    table = random_table(5, VOCABULARY)
    target, drafter, sampling, rule, length = (
        ScriptedTarget(table),
        ScriptedDrafter(near(table, 1.0)),
        AS_IS,
        "ratio",
        4,
    )
    prompt = PROMPT
    if kind == "greedy":
        sampling = GREEDY
    elif kind == "coupled":
        rule = "coupled"
    elif kind == "lookup":
        drafter, prompt = LookupDrafter(1 << 20), PROMPT * 4
    elif kind == "plain":
        length = 0
    elif kind == "end":
        target.end = 3
    decoder = make_decoder(target, drafter, length, sampling, seed=4, max_tokens=90, rule=RuleName(rule), **options)
    return rounds_of(decoder.reply(prompt)), rule


@pytest.mark.parametrize("kind", ["ratio", "greedy", "coupled", "lookup", "plain", "end"])
def test_every_step_is_a_recount_of_its_round(kind):
    rounds, rule = played(kind)
    certain = is_certain(rounds)
    assert certain == (kind == "greedy")
    for one in rounds:
        told = explain(one, rule, certain=certain)
        method = told.method
        assert method == (
            Method.PLAIN if not one.drafted else {"greedy": "greedy", "coupled": "coupled"}.get(kind, "ratio")
        )
        acts = [step.act for step in told.steps]
        examined = [token for token in one.drafted if token.target_prob is not None]
        own = [token for token in one.emitted if token.verdict.value != "accepted"]
        names = {"correction": Act.CORRECT, "bonus": Act.BONUS, "plain": Act.PLAIN}
        assert acts == [
            *[Act.DRAFT] * len(one.drafted),
            Act.READ,
            *[Act.JUDGE] * len(examined),
            *[names[token.verdict.value] for token in own],
            Act.WRITE,
        ]
        judged = [step for step in told.steps if step.act is Act.JUDGE]
        for step, token in zip(judged, examined, strict=True):
            assert step.token is token
            assert one.drafted[step.place] is token
            assert step.ratio == token.target_prob / token.draft_prob
            assert step.chance == (min(1.0, token.target_prob / token.draft_prob) if method is Method.RATIO else None)
            assert step.draw == (token.draw if method is Method.RATIO else None)
            if method is Method.RATIO:
                assert (step.draw is None) == (step.chance in (0.0, 1.0))
                assert (token.verdict is Verdict.ACCEPTED) == (
                    step.chance == 1.0 if step.draw is None else step.draw < step.chance
                )
        assert told.ended == (bool(one.drafted) and not own)
        assert told.dropped == 0


def test_a_copied_token_leaves_the_target_without_it_as_residual():
    rounds, rule = played("lookup")
    corrections = 0
    for one in rounds:
        for step in explain(one, rule).steps:
            if step.act is Act.CORRECT:
                corrections += 1
                rejected = next(token for token in one.drafted if token.verdict is Verdict.REJECTED)
                assert step.share == pytest.approx(one.emitted[-1].target_prob / (1 - rejected.target_prob))
                assert 0 < step.share <= 1
    assert corrections


def test_of_a_model_s_draft_the_residual_is_not_known_from_two_numbers():
    told = explain(drafted_round(0, ["a"], "b", ["c"], "d"), "ratio")
    correct = next(step for step in told.steps if step.act is Act.CORRECT)
    assert (correct.place, correct.candidates, correct.share) == (1, (), None)


def test_the_worked_example_number_by_number():
    rounds = worked_example()
    told = [explain(one, certain=is_certain(rounds)) for one in rounds]
    judged = [[step for step in one.steps if step.act is Act.JUDGE] for one in told]
    assert [[step.chance for step in steps] for steps in judged] == [[0.625], [0.625], [1.0], [0.625, 1.0, 0.625]]
    assert judged[2][0].ratio == pytest.approx(3, abs=1e-12)
    assert [[step.draw for step in steps] for steps in judged] == [[0.4], [0.7], [None], [0.2, None, 0.9]]
    for steps in judged:
        for step in steps:
            assert (step.token.verdict is Verdict.ACCEPTED) == (step.draw is None or step.draw < 0.625)
    wheels = [[step for step in one.steps if step.act is Act.CORRECT] for one in told]
    for (wheel,) in (wheels[1], wheels[3]):
        assert [(one.text, one.prob) for one in wheel.candidates] == [
            (" coffee", pytest.approx(2 / 3, abs=1e-12)),
            (" water", pytest.approx(1 / 3, abs=1e-12)),
        ]
    assert [wheel.draw for (wheel,) in (wheels[1], wheels[3])] == [0.5, 0.8]
    assert [one.text for one in rounds] == [" tea coffee", " coffee", " coffee water", " tea water water"]
    assert rounds[3].drafted[3].verdict is Verdict.UNEXAMINED
    bonus = told[0].steps[-2]
    assert (bonus.act, bonus.draw, bonus.share) == (Act.BONUS, 0.6, 0.3)
    assert [one.prob for one in bonus.candidates] == [0.5, 0.3, 0.2]


def test_the_greedy_rounds_write_eight_tokens_in_two_passes():
    rounds = greedy_example()
    assert is_certain(rounds)
    assert "".join(one.text for one in rounds) == " clock will again ring, wake the city"
    assert [len(one.emitted) for one in rounds] == [3, 5]
    assert [[token.verdict.value for token in one.drafted] for one in rounds] == [
        ["accepted", "accepted", "rejected", "unexamined"],
        ["accepted"] * 4,
    ]
    for one in rounds:
        told = explain(one, certain=True)
        assert told.method is Method.GREEDY
        assert all(step.chance is None for step in told.steps)


def test_lists_that_are_not_whole_are_told_apart():
    partial = (Candidate(0, "a", 0.5), Candidate(1, "b", 0.3))
    told = explain(dataclasses.replace(plain_round(0, "a"), target_top=(partial,)))
    assert (told.steps[1].candidates, told.steps[1].whole) == (partial, False)
    whole = (*partial, Candidate(2, "c", 0.2))
    assert explain(dataclasses.replace(plain_round(0, "a"), target_top=(whole,))).steps[1].whole
    # What the reply does not have from the list was not drawn from it.
    other = tuple(dataclasses.replace(one, id=one.id + 100) for one in whole)
    assert not explain(dataclasses.replace(plain_round(0, "a"), target_top=(other,))).steps[1].whole


def test_a_reply_is_greedy_only_if_its_drafts_were_certain_too():
    refused = DraftedToken(1, "a", Verdict.REJECTED, 0.0, 0.6)
    one = Round(0, (refused,), (EmittedToken(2, "b", Verdict.CORRECTION, 1.0, None),), 0, 0)
    assert not is_certain([one])
    assert is_certain([dataclasses.replace(one, drafted=(dataclasses.replace(refused, draft_prob=1.0),))])


def recounted_residual(one: Round, place: int, token: int) -> float:
    target = {each.id: each.prob for each in one.target_top[place]}
    draft = {each.id: each.prob for each in one.draft_top[place]}
    rest = {each: max(0.0, prob - draft.get(each, 0.0)) for each, prob in target.items()}
    return rest[token] / sum(rest.values())


def test_recorded_lists_give_the_whole_wheel_of_a_correction():
    rounds, rule = played("ratio", record_top=VOCABULARY)
    corrections = 0
    for one in rounds:
        for step in explain(one, rule).steps:
            if step.act is Act.CORRECT:
                corrections += 1
                assert step.whole
                assert step.share == pytest.approx(recounted_residual(one, step.place, step.token.id), abs=1e-5)
                assert sum(each.prob for each in step.candidates) == pytest.approx(1)
                assert step.draw is None or 0 <= step.draw < 1
    assert corrections


def test_under_the_coupled_rule_the_target_s_token_arrives_first():
    rounds, rule = played("coupled")
    compared = 0
    for one in rounds:
        told = explain(one, rule)
        correct = [step for step in told.steps if step.act is Act.CORRECT]
        for step in correct:
            refused = next(each for each in told.steps if each.act is Act.JUDGE and each.place == step.place)
            assert step.arrival == pytest.approx(-math.log(step.token.draw) / step.token.target_prob)
            assert step.arrival < refused.arrival
            compared += 1
    assert compared


def test_a_certain_verdict_has_no_draw():
    refused, own = DraftedToken(1, "a", Verdict.REJECTED, 0.0, 0.5), EmittedToken(2, "b", Verdict.CORRECTION, 0.4, None)
    never = Round(0, (refused,), (own,), 0, 0)
    told = explain(never, "ratio")
    assert (told.steps[2].chance, told.steps[2].draw) == (0.0, None)


def test_a_reply_that_ends_inside_the_draft_has_no_last_token():
    whole = drafted_round(0, ["a", "b", "c"], None, [], "d")
    cut = Round(0, whole.drafted, whole.emitted[:2], 0, 0)
    told = explain(cut, "ratio")
    assert (told.ended, told.dropped) == (True, 1)
    assert told.steps[-1].place == 2
    assert explain(whole, "ratio").ended is False


def test_each_token_leads_to_the_step_that_tells_of_it():
    told = explain(drafted_round(0, ["a"], "b", ["c"], "d"), "ratio")
    steps = [told.steps[told.step_of(place)] for place in range(4)]
    assert [step.act for step in steps] == [Act.JUDGE, Act.JUDGE, Act.DRAFT, Act.CORRECT]
    assert [step.token.text for step in steps] == ["a", "b", "c", "d"]
    assert explain(plain_round(0, "a")).step_of(0) == 1
    assert told.step_of(99) == told.step_of(3)


def test_a_rule_that_cannot_have_been_is_not_told():
    refused = DraftedToken(1, "a", Verdict.REJECTED, 0.6, 0.5)
    one = Round(0, (refused,), (EmittedToken(2, "b", Verdict.CORRECTION, 0.4, None),), 0, 0)
    assert explain(one).method is Method.UNKNOWN
    equal = dataclasses.replace(one, drafted=(dataclasses.replace(refused, target_prob=0.5),))
    assert explain(equal).method is Method.UNKNOWN
    assert explain(one, "coupled").method is Method.COUPLED
    assert explain(drafted_round(0, ["a"], None, [], "d"), "something newer").method is Method.UNKNOWN
    assert all(step.chance is None for step in explain(one).steps)


def test_damaged_probabilities_are_shown_and_not_fatal():
    broken = Round(0, (DraftedToken(1, "a", Verdict.ACCEPTED, 0.5, 0.0),), (), 0, 0)
    assert explain(broken, "ratio").steps[2].chance == 1.0


def test_each_round_says_by_which_rule_it_was_settled():
    one = drafted_round(0, ["a"], "b", [], "c")
    assert explain(one).method is Method.RATIO
    assert explain(dataclasses.replace(one, rule="coupled")).method is Method.COUPLED


def test_what_was_copied_needs_no_list_of_the_drafter_for_the_whole_wheel():
    refused = DraftedToken(0, "a", Verdict.REJECTED, 0.5, 1.0, 0.9)
    own = EmittedToken(1, "b", Verdict.CORRECTION, 0.3, None, draw=0.1)
    target = (Candidate(0, "a", 0.5), Candidate(1, "b", 0.3), Candidate(2, "c", 0.2))
    told = explain(Round(0, (refused,), (own,), 0, 0, target_top=(target,)))
    (correct,) = (step for step in told.steps if step.act is Act.CORRECT)
    assert [(one.id, one.prob) for one in correct.candidates] == [(1, pytest.approx(0.6)), (2, pytest.approx(0.4))]
    assert (correct.whole, correct.share) == (True, pytest.approx(0.6))
