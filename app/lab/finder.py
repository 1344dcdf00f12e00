"""The search for the best draft length: successive halving.

Speed over draft length need not have one hill (the cost of a pass is not monotone in its positions), and single replies
scatter, so a search that follows a slope can end on the wrong one. Instead all lengths run once, the slower half is
given up, the rest runs again, and so on: what is close is measured most (Karnin, Koren, Somekh, "Almost Optimal
Exploration in Multi-Armed Bandits", ICML 2013). Speeds are ratios to plain decoding of the same prompt in the same
repeat.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.lab.plan import RunKind, interleave
from app.lab.results import gains, spread_words, summarise
from app.phrases import Phrase

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.lab.measurement import Measurement
    from app.lab.plan import Cell, Plan


@dataclass(frozen=True, slots=True)
class Stage:
    """One round of the search: the cases that were in it, the best first once it is measured."""

    repeat: int
    cases: tuple[int, ...]
    complete: bool


def missing(plan: Plan, measurements: Sequence[Measurement]) -> tuple[Cell, ...]:
    """Return the cells that come next, in order; empty when the run is complete.

    Of a search these are the cells of its present stage alone: what follows depends on them.
    """
    done = {one.cell for one in measurements}
    if plan.kind is RunKind.COMPARE:
        everything = tuple(range(len(plan.cases)))
        cells = [cell for repeat in range(plan.repeats) for cell in interleave(plan, everything, repeat)]
    else:
        last = stages(plan, measurements)[-1]
        cells = list(interleave(plan, (_plain(plan), *last.cases), last.repeat))
    return tuple(cell for cell in cells if cell not in done)


def size(plan: Plan) -> int:
    """Return how many replies a run has altogether."""
    if plan.kind is RunKind.COMPARE:
        return plan.size
    lengths = [len(plan.cases) - 1]
    while lengths[-1] > 2 and len(lengths) < plan.repeats:
        lengths.append(_half(lengths[-1]))
    return sum(one + 1 for one in lengths) * len(plan.prompts)


def stages(plan: Plan, measurements: Sequence[Measurement]) -> tuple[Stage, ...]:
    """Return the stages of a search so far; the last one is under way, or the run is complete."""
    plain = _plain(plan)
    cases = tuple(place for place in range(len(plan.cases)) if place != plain)
    found: list[Stage] = []
    for repeat in range(plan.repeats):
        done = {one.cell.case for one in measurements if one.cell.repeat == repeat}
        count = sum(one.cell.repeat == repeat for one in measurements)
        complete = done >= {plain, *cases} and count >= (len(cases) + 1) * len(plan.prompts)
        ranked = _ranked(plan, cases, [one for one in measurements if one.cell.repeat <= repeat]) if complete else cases
        found.append(Stage(repeat, ranked, complete))
        if not complete or len(cases) <= 2:
            break
        cases = ranked[: _half(len(ranked))]
    return tuple(found)


def explain(plan: Plan, measurements: Sequence[Measurement]) -> tuple[Phrase, ...]:
    """Say what a search found, stage by stage and in the end."""
    told = []
    for stage in stages(plan, measurements):
        if not stage.complete:
            break
        if len(stage.cases) > 2:
            told.append(
                Phrase(
                    "Round {round}: of {number} lengths these were the fastest: {lengths}.",
                    round=stage.repeat + 1,
                    number=len(stage.cases),
                    lengths=", ".join(_length(plan, case) for case in stage.cases[: _half(len(stage.cases))]),
                )
            )
        else:
            told.append(_winner(plan, measurements, stage.cases[0]))
    return tuple(told)


def _winner(plan: Plan, measurements: Sequence[Measurement], case: int) -> Phrase:
    result = summarise(plan, measurements)[case]
    if result.gain is None:
        return Phrase("No length could be measured: see the errors.")
    fields = {"length": _length(plan, case), "speedup": spread_words(result.gain), "replies": result.replies}
    if result.gain.median < 1.0:
        return Phrase(
            "Draft length {length} is the best of all, but it runs at {speedup} of plain speed over {replies} replies: "
            "turn drafting off for this pair.",
            **fields,
        )
    return Phrase(
        "Draft length {length} is the best: {speedup} times plain speed over {replies} replies.",
        **fields,
    )


def best_length(plan: Plan, measurements: Sequence[Measurement]) -> int | None:
    """Return the case that won a search; None while it is under way, or where drafting does not pay."""
    last = stages(plan, measurements)[-1]
    gain = summarise(plan, measurements)[last.cases[0]].gain if last.complete else None
    return last.cases[0] if gain is not None and gain.median >= 1.0 else None


def _ranked(plan: Plan, cases: Sequence[int], measurements: Sequence[Measurement]) -> tuple[int, ...]:
    """Return the cases, the fastest first; what could not be measured comes last."""
    ratios = gains(plan, measurements)
    middle = {case: sorted(ratios[case])[len(ratios[case]) // 2] if case in ratios else 0.0 for case in cases}
    return tuple(sorted(cases, key=lambda case: -middle[case]))


def _plain(plan: Plan) -> int:
    return plan.cases.index(plan.cases[0].plain)


def _half(number: int) -> int:
    return (number + 1) // 2


def _length(plan: Plan, case: int) -> str:
    return str(plan.cases[case].draft_length)
