"""Is this drafter worth having here? Interleaved replies with and without it, medians, and a verdict."""

from __future__ import annotations

import itertools
import random
import statistics
from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.chats.records import Message, Role
from app.engine import AUTO, ReplyOptions
from app.speculation.records import Finish, Summary
from app.speculation.rules import RuleName
from app.speculation.sampling import Sampling

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from app.engine import Engine
    from app.speculation.stop import Stop

PROMPTS = (
    "Write a short story about a lighthouse keeper who finds a map.",
    "Explain how a bicycle stays upright.",
    "Write a Python function that merges two sorted lists, with a docstring.",
    "Repeat this text three times: The lamp turns, the lens bends the light, and the ships find the harbour.",
)


@dataclass(frozen=True, slots=True)
class Case:
    """One column of the comparison; `draft_length` 0 is off, AUTO automatic."""

    draft_length: int
    temperature: float

    @property
    def name(self) -> str:
        """How a person names it."""
        length = {0: "off", AUTO: "auto"}.get(self.draft_length, str(self.draft_length))
        return f"temperature {self.temperature:g}, draft length {length}"


@dataclass(frozen=True, slots=True)
class Result:
    """Medians over the replies of one case; `speedup` is the median of the ratios to plain replies, pair by pair."""

    case: Case
    tokens_per_second: float
    speedup: float
    acceptance_rate: float | None
    tokens_per_round: float
    replies: int


def run_bench(
    engine: Engine, cases: Sequence[Case], prompts: Sequence[str], *, repeats: int, tokens: int, stop: Stop
) -> Iterator[tuple[str, int, Case, Summary]]:
    """Write all replies, yielding (prompt, repeat, case, summary) as they come.

    Within each repeat of each prompt the cases run in an order of their own, so that a machine that warms up or slows
    down favours none. Plain decoding at every temperature is always among them, as what the others are compared with.
    """
    everything = sorted({*cases, *(Case(0, case.temperature) for case in cases)}, key=lambda one: one.name)
    shuffle = random.Random(0).shuffle
    for repeat, prompt in itertools.product(range(repeats), prompts):
        shuffle(everything)
        for case in everything:
            options = ReplyOptions(
                Sampling(temperature=case.temperature, seed=repeat),
                case.draft_length,
                tokens,
                # The ratio rule is what a chat without a seed uses; the seed only makes the run repeatable.
                rule=RuleName.RATIO,
            )
            *_, summary = engine.reply([Message(Role.USER, prompt)], options, stop)
            assert isinstance(summary, Summary)  # noqa: S101
            if summary.finish is Finish.STOPPED:
                return
            yield prompt, repeat, case, summary


def summarise_bench(replies: Sequence[tuple[str, int, Case, Summary]]) -> list[Result]:
    """Fold the replies into one result a case, those compared with plain decoding of the same prompt and repeat."""
    speeds = {(prompt, repeat, case): one.tokens_per_second for prompt, repeat, case, one in replies}
    results = []
    for case in dict.fromkeys(case for _, _, case, _ in replies):
        own = [one for _, _, other, one in replies if other == case]
        ratios = [
            speed / plain
            for (prompt, repeat, other), speed in speeds.items()
            if other == case and speed and (plain := speeds.get((prompt, repeat, Case(0, case.temperature))))
        ]
        examined = sum(one.accepted + one.rejected for one in own)
        results.append(
            Result(
                case,
                statistics.median(one.tokens_per_second or 0.0 for one in own),
                statistics.median(ratios) if ratios else 0.0,
                sum(one.accepted for one in own) / examined if examined else None,
                statistics.median(one.tokens_per_round or 0.0 for one in own),
                len(own),
            )
        )
    return sorted(results, key=lambda one: (one.case.temperature, one.case.draft_length))


def verdict(results: Sequence[Result]) -> str:
    """Say in one sentence whether the drafter is worth having on this machine."""
    drafted = [one for one in results if one.case.draft_length]
    if not drafted:
        return "Nothing was drafted, so there is nothing to compare."
    best = max(drafted, key=lambda one: one.speedup)
    if best.speedup < 1.0:
        return f"Drafting does not pay here: at best ({best.case.name}) it runs at {best.speedup:.2f} of plain speed."
    if best.speedup < 1.05:
        return (
            f"Drafting makes next to no difference here: at best ({best.case.name}) {best.speedup:.2f} of plain speed."
        )
    return f"Drafting pays here: {best.case.name} runs at {best.speedup:.2f} times plain speed."
