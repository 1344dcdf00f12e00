"""The automatic draft length, in a simulated world whose costs and acceptance are known. No real time passes."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import pytest

from app.speculation.auto_length import AutoDraftLength
from app.speculation.costs import Costs
from app.speculation.draft_length import MAX_DRAFT_LENGTH, FixedDraftLength
from app.speculation.records import DraftedToken, DrafterKind, EmittedToken, Round, Verdict

# Seconds for 1 to 17 positions, shaped like those measured: a large F16 target, and a small quantised one.
LARGE = dict(
    zip(
        range(1, 18),
        np.interp(range(1, 18), [1, 2, 3, 4, 5, 8, 16], [124, 194, 205, 215, 221, 264, 356]) / 1e3,
        strict=True,
    )
)
SMALL = dict(
    zip(range(1, 18), np.interp(range(1, 18), [1, 2, 3, 4, 5, 8, 16], [14, 28, 41, 37, 51, 66, 111]) / 1e3, strict=True)
)


@dataclass
class World:
    """Draws how sure the drafter is of each token, and accepts it with just that chance, times `quality`.

    Where it `loops` it is sure of all that follows its first wrong token, as small models are that repeat themselves.
    `reading` are the seconds in which the drafter reads a token that was written without it.
    """

    verify: dict[int, float]
    draft: float
    quality: float
    seed: int = 0
    noise: float = 0.05
    wander: float = 0.0
    loops: bool = False
    reading: float = 0.0

    def __post_init__(self) -> None:
        self.random = np.random.default_rng(self.seed)
        self.pace = 0.0
        self.now = 0.0
        self.unread = 0

    def auto(self, costs: Costs | None = None, acceptance=None) -> AutoDraftLength:
        """Return the automatic length with this world's clock, and costs as measured here."""
        return AutoDraftLength(costs or measured(self), acceptance, clock=lambda: self.now)

    def slowness(self) -> float:
        """How slow the machine is during this round: it wanders, and comes back."""
        self.pace = 0.97 * self.pace + self.wander * float(self.random.standard_normal())
        return float(np.exp(self.pace))

    def jitter(self) -> float:
        return float(1 + self.noise * self.random.standard_normal() * (self.random.random() < 0.5))

    def round(self, policy, index: int) -> Round:
        limit = min(policy.limit(DrafterKind.MODEL), MAX_DRAFT_LENGTH)
        slowness, jitter = self.slowness(), self.jitter()
        reading = self.reading * self.unread if limit else 0.0
        self.now += reading * slowness
        count = accepted = 0
        while count < limit:
            self.now += self.draft * jitter * slowness
            right = accepted == count
            sure = 0.9999 if self.loops and not right else float(self.random.beta(3, 1))
            accepted += right and self.random.random() < sure * self.quality
            count += 1
            if policy.go_on and not policy.go_on(sure):
                break
        verdicts = [Verdict.ACCEPTED] * accepted + [Verdict.REJECTED] + [Verdict.UNEXAMINED] * count
        drafted = tuple(DraftedToken(0, "", verdict, 0.5, 0.5) for verdict in verdicts[:count])
        emitted = tuple(EmittedToken(0, "", Verdict.ACCEPTED, 0.5, 0.5) for _ in range(accepted + 1))
        seconds = (reading + count * self.draft * jitter, self.verify[count + 1] * self.jitter())
        self.unread = 0 if count else self.unread + 1
        one = Round(index, drafted, emitted, *seconds, DrafterKind.MODEL if count else None)
        # The policy sees what a clock would show; the score is the work done.
        shown = replace(one, draft_seconds=seconds[0] * slowness, verify_seconds=seconds[1] * slowness)
        self.now += shown.verify_seconds
        policy.observe(shown)
        return one


def measured(world: World) -> Costs:
    """What a short measurement at load finds: some sizes only."""
    return Costs({size: world.verify[size] for size in (1, 3, 5, 9, 17)}, {DrafterKind.MODEL: world.draft})


def speed(world: World, policy, rounds: int = 600) -> float:
    played = [world.round(policy, index) for index in range(rounds)]
    return sum(len(one.emitted) for one in played) / sum(one.draft_seconds + one.verify_seconds for one in played)


SEEDS = range(4)


def mean_speed(make_policy, **world) -> float:
    """Over several runs, because luck makes single ones differ by 5%."""
    worlds = [World(**world, seed=seed) for seed in range(16)]
    return float(np.mean([speed(one, make_policy(one)) for one in worlds]))


WORLDS = {
    "a good small drafter": {"verify": LARGE, "draft": 0.010, "quality": 0.95},
    "a fair drafter": {"verify": LARGE, "draft": 0.010, "quality": 0.75},
    "a perfect drafter": {"verify": LARGE, "draft": 0.004, "quality": 1.0},
    "a useless drafter": {"verify": LARGE, "draft": 0.010, "quality": 0.03},
    "a drafter as large as its target": {"verify": LARGE, "draft": 0.124, "quality": 1.0},
    "a small target": {"verify": SMALL, "draft": 0.013, "quality": 0.85},
    "a machine that is slowed by others": {"verify": LARGE, "draft": 0.010, "quality": 0.75, "wander": 0.08},
    "a target whose passes all cost the same": {
        "verify": dict.fromkeys(range(1, 18), 0.1),
        "draft": 0.005,
        "quality": 0.9,
    },
}


@pytest.mark.parametrize("name", WORLDS)
def test_it_is_as_fast_as_the_best_fixed_length_or_plain_decoding(name):
    best = max(
        mean_speed(lambda _world, length=length: FixedDraftLength(length), **WORLDS[name]) for length in range(9)
    )
    assert mean_speed(World.auto, **WORLDS[name]) >= 0.97 * best


def test_where_the_drafter_costs_as_much_as_the_target_drafting_is_tried_for_a_hundredth_of_the_time():
    world = World(**WORLDS["a drafter as large as its target"])
    costs, acceptance, rounds = measured(world), {}, []
    for _reply in range(15):
        policy = world.auto(costs, acceptance)
        rounds += [world.round(policy, index) for index in range(100)]
    trials = [one for one in rounds if one.drafted]
    assert len(trials) > 1
    lost = sum(one.draft_seconds + one.verify_seconds - LARGE[1] * len(one.emitted) for one in trials)
    assert lost <= 0.012 * sum(one.draft_seconds + one.verify_seconds for one in rounds)
    news = policy.news()
    assert news is not None
    assert not news.drafting
    assert "times as long as plain decoding here" in news.reason


def test_reading_what_was_written_without_it_does_not_make_a_drafter_look_dear():
    world = World(**WORLDS["a useless drafter"], reading=0.0005)
    costs = measured(world)
    policy = world.auto(costs)
    rounds = [world.round(policy, index) for index in range(4000)]
    trials = [one for one in rounds[100:] if one.drafted]
    assert np.mean([one.draft_seconds / len(one.drafted) for one in trials]) > 2 * world.draft
    assert costs.draft(DrafterKind.MODEL) / costs.verify(1) == pytest.approx(world.draft / LARGE[1], rel=0.1)


def test_where_reading_is_dear_a_drafter_that_does_not_pay_is_tried_at_the_beginning_of_a_reply():
    world = World(**WORLDS["a useless drafter"], reading=0.02)
    costs, acceptance = measured(world), {}
    starts, later, lost, whole = 0, 0, 0.0, 0.0
    for reply in range(40):
        policy = world.auto(costs, acceptance)
        world.unread = 0
        rounds = [world.round(policy, index) for index in range(200)]
        if reply < 8:
            continue  # what reading takes is not known yet
        starts += bool(rounds[0].drafted)
        later += sum(bool(one.drafted) for one in rounds[8:])
        whole += sum(one.draft_seconds + one.verify_seconds for one in rounds)
        lost += sum(one.draft_seconds + one.verify_seconds - LARGE[1] * len(one.emitted) for one in rounds)
    assert starts > 8
    assert later <= 1
    assert lost <= 0.015 * whole


def test_it_finds_its_way_back_when_the_text_changes():
    world = World(LARGE, 0.010, quality=0.02)
    policy = world.auto()
    for index in range(400):
        world.round(policy, index)
    world.quality = 0.95
    rounds = [world.round(policy, index) for index in range(400, 1600)]
    assert not policy_drafts(rounds[:5])
    assert policy_drafts(rounds[-200:])


def policy_drafts(rounds) -> bool:
    return sum(bool(one.drafted) for one in rounds) > len(rounds) / 2


def test_it_says_what_it_decided_once():
    world = World(**WORLDS["a good small drafter"])
    policy = world.auto()
    world.round(policy, 0)
    news = policy.news()
    assert news.drafting
    assert "of the time of plain decoding here" in news.reason
    world.round(policy, 1)
    assert policy.news() is None


def test_a_sure_drafter_is_given_longer_drafts_than_an_unsure_one():
    policy = AutoDraftLength(Costs(dict(LARGE), {DrafterKind.MODEL: 0.01}))

    def drafted(confidence):
        limit, count = policy.limit(DrafterKind.MODEL), 1
        while count < limit and policy.go_on(confidence):
            count += 1
        return count

    assert drafted(0.99) > drafted(0.3)


@pytest.mark.parametrize("positions", [1, 2, 3, 4, 6, 8, 17])
def test_costs_between_measured_sizes_are_interpolated(positions):
    costs = Costs({1: 0.1, 3: 0.2, 5: 0.2, 9: 0.4})
    expected = {1: 0.1, 2: 0.15, 3: 0.2, 4: 0.2, 6: 0.25, 8: 0.35, 17: 0.8}
    assert costs.verify(positions) == pytest.approx(expected[positions])


def test_costs_follow_a_machine_that_slows_down():
    costs = Costs({1: 0.1, 5: 0.2}, {DrafterKind.MODEL: 0.01})
    for _ in range(60):
        costs.observe_verify(1, 0.2)
    assert costs.pace == pytest.approx(2, rel=0.1)
    assert costs.verify(1) == pytest.approx(0.2, rel=0.01)
    assert costs.verify(5) == pytest.approx(0.4, rel=0.1)
    assert costs.draft(DrafterKind.MODEL) == pytest.approx(0.02, rel=0.1)


def test_one_slow_pass_changes_little():
    costs = Costs({1: 0.1})
    for _ in range(20):
        costs.observe_verify(1, 0.1)
    costs.observe_verify(1, 3.0)
    assert costs.verify(1) == pytest.approx(0.1, rel=0.12)
    for _ in range(8):
        costs.observe_verify(1, 0.1)
    assert costs.verify(1) == pytest.approx(0.1, rel=0.02)


def test_a_slow_minute_does_not_make_drafting_look_dear():
    costs = Costs({1: 0.1, 5: 0.17})
    for index in range(300):
        costs.observe_verify(1 if index % 24 == 0 else 5, 0.1 if index % 24 == 0 else 0.17)
    for _ in range(40):
        costs.observe_verify(5, 0.17 * 1.6)
    assert costs.verify(5) / costs.verify(1) == pytest.approx(1.7, rel=0.08)


def test_what_was_measured_wrong_is_learned():
    costs = Costs({1: 0.1, 5: 0.25})
    for index in range(200):
        costs.observe_verify(1 if index % 4 == 0 else 5, 0.1 if index % 4 == 0 else 0.17)
    assert costs.verify(5) / costs.verify(1) == pytest.approx(1.7, rel=0.05)
    assert costs.doubt(5) < 0.06 < costs.doubt(9)


def test_it_keeps_comparing_with_plain_passes_while_drafting_pays():
    world = World(LARGE, 0.010, quality=0.95)
    policy = world.auto()
    rounds = [world.round(policy, index) for index in range(600)]
    plain = sum(not one.drafted for one in rounds)
    assert 1 <= plain <= 600 / 24


def test_lengths_that_were_measured_wrong_are_tried_all_the_same():
    settings = {"verify": LARGE, "draft": 0.008, "quality": 0.95}
    best = max(mean_speed(lambda _world, length=length: FixedDraftLength(length), **settings) for length in range(9))
    # As a machine measured it that was held up twice.
    wrong = {1: LARGE[1], 3: LARGE[3], 5: LARGE[5] * 1.3, 9: LARGE[9] * 1.15}
    found = mean_speed(lambda world: world.auto(Costs(wrong, {DrafterKind.MODEL: 0.008})), **settings)
    assert found >= 0.97 * best


@pytest.mark.parametrize("quality", [0.8, 0.9])
@pytest.mark.parametrize("seed", SEEDS)
def test_trying_other_lengths_takes_a_hundredth_of_the_time(seed, quality):
    # The third drafted token costs as much as a third of a plain pass, and those after it next to nothing.
    steep = [78, 124, 130, 164, 166, 184, 200, 215, 232, 248, 262, 280, 295, 310, 300, 315, 325]
    verify = {size: milliseconds / 1e3 for size, milliseconds in enumerate(steep, 1)}
    world = World(verify, 0.010, quality, seed, loops=True)
    policy = world.auto()
    seconds, tokens = {True: 0.0, False: 0.0}, {True: 0, False: 0}
    for index in range(1500):
        one = world.round(policy, index)
        seconds[policy._exploring] += one.draft_seconds + one.verify_seconds
        tokens[policy._exploring] += len(one.emitted)
    assert tokens[True]
    lost = seconds[True] - tokens[True] * seconds[False] / tokens[False]
    assert lost <= 0.015 * seconds[False]


def test_a_measurement_that_was_held_up_does_not_keep_drafting_off():
    world = World(LARGE, 0.010, quality=0.95)
    wrong = {size: seconds * (1.25 if size > 1 else 1.0) for size, seconds in LARGE.items() if size in (1, 3, 5, 9)}
    policy = world.auto(Costs(wrong, {DrafterKind.MODEL: 0.012}))
    rounds = [world.round(policy, index) for index in range(400)]
    assert policy_drafts(rounds[-100:])


@pytest.mark.parametrize("wander", [0.0, 0.08])
@pytest.mark.parametrize("seed", SEEDS)
def test_a_measurement_while_the_machine_was_busy_does_not_keep_drafting_off(seed, wander):
    world = World(LARGE, 0.010, quality=0.95, seed=seed, wander=wander)
    # As beside another program that uses all cores: small passes suffer most.
    wrong = {1: LARGE[1] * 4, 3: LARGE[3] * 6, 5: LARGE[5] * 5}
    costs, acceptance = Costs(wrong, {DrafterKind.MODEL: 0.010 * 15}), {}
    # Short replies: what trials may cost is kept from one to the next.
    for _reply in range(20):
        policy = world.auto(costs, acceptance)
        rounds = [world.round(policy, index) for index in range(60)]
    assert policy_drafts(rounds)
    assert costs.draft(DrafterKind.MODEL) / costs.verify(1) < 0.12


def test_a_pass_that_is_far_faster_than_was_known_is_believed():
    costs = Costs({1: 0.1, 5: 0.2}, {DrafterKind.MODEL: 0.1})
    for _ in range(50):
        costs.observe_verify(1, 0.1)
    costs.observe_draft(DrafterKind.MODEL, 3, 0.03)
    for _ in range(5):
        costs.observe_verify(1, 0.1)
    assert costs.verify(1) == pytest.approx(0.1, rel=0.05)
    assert costs.draft(DrafterKind.MODEL) == pytest.approx(0.01, rel=0.5)
