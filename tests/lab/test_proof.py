"""Proofs on scripted models, where the answer is known, and once on the real starter pair."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from app.engine import Engine
from app.errors import CancelledError, EmptyPromptError
from app.lab.same_chances import prove_same_chances
from app.lab.same_words import first_difference, prove_same_words
from app.options import LoadOptions, ReplyOptions
from app.speculation.rules import CoupledRule, Drawn, RatioRule, Settled
from app.speculation.sampling import Sampling
from app.speculation.stop import Stop
from app.speculation.transform import transform
from tests.scripted import ScriptedDrafter, ScriptedTarget, make_decoder, random_table

PROMPT = "Write a short story about a hedgehog who copies prophecies in a tower."
WHOLE = Sampling(temperature=0.8, top_k=0, top_p=1.0, min_p=0.0, seed=7)


class ScriptedEngine:
    """The real loop over tables; the drafter's differs from the target's, and `wobble` changes the target's when it
    is read behind a draft, as the rounding of larger passes does."""

    def __init__(self, wobble=0.0, drafts=True):
        self.table, self.draft_table = random_table(1, 12), random_table(2, 12)
        self.wobble = wobble
        self.drafts = drafts
        self.prompt = (3, 1, 4)

    def reply(self, messages, options, stop):
        drafting = self.drafts and options.draft_length

        def wobbly(context):
            row = self.table(context)
            return row + self.wobble * np.roll(row, 1) if drafting else row

        decoder = make_decoder(
            ScriptedTarget(wobbly),
            ScriptedDrafter(self.draft_table) if drafting else None,
            options.draft_length,
            options.sampling,
            seed=options.sampling.seed,
            max_tokens=options.max_tokens,
            stop=stop,
            rule=options.rule,
        )
        yield from decoder.reply(self.prompt)

    def target_distribution(self, messages, options, after, stop):
        return transform(self.table((*self.prompt, *after)), options.sampling)


def words(engine, sampling=WHOLE, tokens=40, stop=None):
    told = []
    proof = prove_same_words(engine, PROMPT, ReplyOptions(sampling, 4, tokens), stop or Stop(), told.append)
    return proof, told


def chances(engine, draws=400, sampling=WHOLE):
    told = []
    proof = prove_same_chances(engine, PROMPT, sampling, draws, Stop(), told.append)
    return proof, told


@pytest.mark.parametrize("temperature", [0.0, 0.5, 1.5])
def test_the_words_are_the_same(temperature):
    proof, told = words(ScriptedEngine(), dataclasses.replace(WHOLE, temperature=temperature))
    assert proof.differs_at is None
    assert proof.holds
    assert [token.id for token in proof.plain.tokens] == [token.id for token in proof.drafted.tokens]
    assert proof.drafted.summary.accepted
    assert str(proof.verdict).startswith("Equal word for word: 40 tokens,")
    assert told[-1] == 80


@pytest.mark.parametrize("temperature", [0.0, 0.8])
def test_a_difference_is_shown_at_its_token_with_the_gap(temperature):
    proof, _ = words(ScriptedEngine(wobble=0.8), dataclasses.replace(WHOLE, temperature=temperature), tokens=200)
    place = proof.differs_at
    ids = [[token.id for token in one.tokens] for one in (proof.plain, proof.drafted)]
    assert ids[0][:place] == ids[1][:place]
    assert ids[0][place] != ids[1][place]
    assert proof.gap > proof.tie
    assert not proof.holds
    assert f"part at token {place + 1}" in str(proof.verdict)
    tie = dataclasses.replace(proof, gap=proof.tie / 2)
    assert tie.holds
    assert "a tie that the rounding" in str(tie.verdict)


def test_the_gap_is_that_of_the_scores_that_decide():
    """At temperature 0 it is the difference of the two largest logits."""
    engine = ScriptedEngine(wobble=0.8)
    proof, _ = words(engine, dataclasses.replace(WHOLE, temperature=0.0), tokens=200)
    after = [token.id for token in proof.plain.tokens[: proof.differs_at]]
    row = np.sort(engine.table((*engine.prompt, *after)))
    assert proof.gap == pytest.approx(float(row[-1] - row[-2]), abs=1e-6)


def test_without_drafts_nothing_is_proved_and_it_is_said():
    proof, _ = words(ScriptedEngine(drafts=False))
    assert "proves nothing" in str(proof.verdict)


def test_a_shorter_reply_differs_where_it_ends():
    assert first_difference([1, 2], [1, 2, 3]) == 2
    assert first_difference([1, 2], [1, 2]) is None
    assert first_difference([1, 2], [1, 3]) == 1


def test_a_stop_and_an_empty_prompt_end_the_proof():
    stop = Stop()
    stop.set()
    with pytest.raises(CancelledError):
        words(ScriptedEngine(), stop=stop)
    with pytest.raises(EmptyPromptError):
        prove_same_words(ScriptedEngine(), " ", ReplyOptions(WHOLE), Stop(), lambda _count: None)


def test_the_chances_are_the_same():
    proof, told = chances(ScriptedEngine())
    assert proof.holds
    assert 0.001 < proof.fit.p_value <= 1
    assert sum(observed for _, observed, _ in proof.outcomes) == 400
    assert sum(expected for _, _, expected in proof.outcomes) == pytest.approx(400)
    assert "400 next tokens fit the target's own probabilities" in str(proof.verdict)
    assert told == list(range(1, 401))


def accept_all(_rule, token, _draft, _target, _position):
    return Settled(Drawn(token), None)


def correct_from_target(rule, token, draft, target, position):
    """Draws the correction from the target and not from the residual, a mistake that looks harmless."""
    number = rule._random.random()
    accepted = number * draft.prob(token) < target.prob(token)
    return Settled(Drawn(token) if accepted else rule.draw(target, position), number)


@pytest.mark.parametrize("wrong", [accept_all, correct_from_target])
def test_a_wrong_rule_is_caught(monkeypatch, wrong):
    monkeypatch.setattr(RatioRule, "settle", wrong)
    proof, _ = chances(ScriptedEngine())
    assert not proof.holds
    assert "do not fit" in str(proof.verdict)


def test_a_certain_prompt_and_a_mute_drafter_test_nothing_and_say_so():
    assert "no choice" in str(
        chances(ScriptedEngine(), sampling=dataclasses.replace(WHOLE, temperature=0.0))[0].verdict
    )
    assert "tests little" in str(chances(ScriptedEngine(drafts=False))[0].verdict)


@pytest.mark.native
def test_on_the_real_pair_both_proofs_hold_and_wrong_rules_are_caught(starter_pair, monkeypatch):
    engine = Engine()
    engine.load(starter_pair, LoadOptions(context=512), Stop(), lambda _fraction: None)
    try:
        proof, _ = words(engine, Sampling(seed=11), tokens=40)
        assert proof.holds
        assert proof.drafted.summary.accepted > 5
        fair, _ = chances(engine, 120)
        assert fair.holds
        assert fair.accepted > 20
        with monkeypatch.context() as patch:
            patch.setattr(RatioRule, "settle", accept_all)
            assert not chances(engine, 120)[0].holds
        monkeypatch.setattr(CoupledRule, "settle", accept_all)
        wrong, _ = words(engine, Sampling(seed=11), tokens=40)
        assert wrong.differs_at is not None
        assert not wrong.holds
    finally:
        engine.close()
