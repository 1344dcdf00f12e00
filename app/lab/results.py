"""What the measurements of a run add up to: medians with their spread, ratios to plain decoding, a verdict."""

from __future__ import annotations

import statistics
from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.phrases import Phrase

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from app.lab.measurement import Measurement
    from app.lab.plan import Case, Plan

# Below this gain over plain decoding a difference is of no use to anybody.
_WORTH_IT = 1.05
# Quartiles of fewer values say nothing.
_ENOUGH = 4


@dataclass(frozen=True, slots=True)
class Spread:
    """Values with their median and quartiles (inclusive: of one value all three are that value)."""

    values: tuple[float, ...]

    @property
    def median(self) -> float:
        """The middle."""
        return statistics.median(self.values)

    @property
    def quartiles(self) -> tuple[float, float]:
        """Half of the values lie between these."""
        if len(self.values) < 2:
            return self.values[0], self.values[0]
        low, _, high = statistics.quantiles(self.values, n=4, method="inclusive")
        return low, high


@dataclass(frozen=True, slots=True)
class CaseResult:
    """What was measured of one case so far.

    Attributes:
        place: of the case in the plan.
        case: the case.
        speed: tokens/s of its replies; None: there are none.
        gain: speed over that of plain decoding, of the same prompt in the same repeat; None: not measured.
        acceptance_rate: over all its replies; None: nothing was examined.
        tokens_per_round: over all its replies.
        replies: how many there are.
        errors: why others failed, each sentence once.
    """

    place: int
    case: Case
    speed: Spread | None
    gain: Spread | None
    acceptance_rate: float | None
    tokens_per_round: float | None
    replies: int
    errors: tuple[str, ...] = ()


def gains(plan: Plan, measurements: Iterable[Measurement]) -> dict[int, list[float]]:
    """Return, for each case, the ratios of its replies' speeds to plain decoding's, pair by pair."""
    speeds = {one.cell: one.tokens_per_second for one in measurements}
    places = {case: place for place, case in enumerate(plan.cases)}
    found: dict[int, list[float]] = {}
    for cell, speed in speeds.items():
        plain_place = places.get(plan.cases[cell.case].plain)
        if plain_place is None or not speed:
            continue
        plain = speeds.get(type(cell)(cell.repeat, cell.prompt, plain_place))
        if plain:
            found.setdefault(cell.case, []).append(speed / plain)
    return found


def summarise(plan: Plan, measurements: Sequence[Measurement]) -> tuple[CaseResult, ...]:
    """Fold measurements into one result for each case of the plan, in its order."""
    ratios = gains(plan, measurements)
    by_case: dict[int, list[Measurement]] = {}
    for one in measurements:
        by_case.setdefault(one.cell.case, []).append(one)
    results = []
    for place, case in enumerate(plan.cases):
        everything = by_case.get(place, [])
        own = [one for one in everything if not one.error]
        failed = (one.error for one in everything if one.error)
        speeds = tuple(speed for one in own if (speed := one.tokens_per_second) is not None)
        accepted, rejected = sum(one.accepted for one in own), sum(one.rejected for one in own)
        rounds = sum(one.rounds for one in own)
        results.append(
            CaseResult(
                place,
                case,
                Spread(speeds) if speeds else None,
                Spread(tuple(ratios[place])) if place in ratios else None,
                accepted / (accepted + rejected) if accepted + rejected else None,
                sum(one.emitted for one in own) / rounds if rounds else None,
                len(own),
                tuple(dict.fromkeys(failed)),
            )
        )
    return tuple(results)


def fastest(results: Iterable[CaseResult]) -> CaseResult | None:
    """Return the case with the highest median speed; None without a measured one."""
    measured = [(one.speed.median, one) for one in results if one.speed is not None]
    return max(measured, key=lambda one: one[0])[1] if measured else None


def case_words(plan: Plan, case: Case) -> Phrase:
    """Return how a person names a case, with its pair where there is more than one."""
    if len(plan.pairs) == 1:
        return case.words
    return Phrase("{pair}: {case}", pair=plan.pairs[case.pair].name, case=case.words)


def spread_words(spread: Spread) -> str:
    """Return a median, with its quartiles where there are enough values for them."""
    median, (low, high) = spread.median, spread.quartiles
    if len(spread.values) < _ENOUGH:
        return f"{median:.2f}"
    return Phrase(
        "{median} (half of the replies: {low} to {high})",
        median=f"{median:.2f}",
        low=f"{low:.2f}",
        high=f"{high:.2f}",
    )


def verdict(plan: Plan, results: Iterable[CaseResult]) -> Phrase:
    """Say in one sentence whether drafting is worth it on this machine."""
    drafted = [(one.gain, one.case) for one in results if one.case.draft_length and one.gain is not None]
    if not drafted:
        return Phrase("Nothing was drafted, so there is nothing to compare.")
    gain, best = max(drafted, key=lambda one: one[0].median)
    fields = {"case": case_words(plan, best), "speedup": spread_words(gain)}
    if gain.median < 1.0:
        return Phrase("Drafting does not pay here: at best ({case}) it runs at {speedup} of plain speed.", **fields)
    # What scatters on both sides of plain speed has not been shown to pay.
    unsure = len(gain.values) >= _ENOUGH and gain.quartiles[0] < 1.0
    if gain.median < _WORTH_IT or unsure:
        return Phrase("Drafting makes next to no difference here: at best ({case}) {speedup} of plain speed.", **fields)
    return Phrase("Drafting pays here: {case} runs at {speedup} times plain speed.", **fields)
