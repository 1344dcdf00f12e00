"""What a run of the lab measures, and in which order.

A *case* is one way to write replies, a *cell* one reply: a case, a prompt, a repeat. The order of the cells is
shuffled within each prompt of each repeat, so that a machine that warms up or slows down favours no case; pairs take
turns within each repeat, because loading one for every cell would cost more than the cells. The order follows from the
plan's seed: a run that was interrupted goes on with the cells that are missing.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import product
from typing import TYPE_CHECKING

from app.errors import UsageError
from app.head_files import drafting_of
from app.lab.prompts import MOST_PROMPTS
from app.options import AUTO, LoadOptions, ReplyOptions
from app.phrases import Phrase
from app.speculation.draft_length import MAX_DRAFT_LENGTH
from app.speculation.sampling import RuleName, Sampling

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.options import PairFiles

MOST_CELLS = 10_000
MOST_REPEATS = 100


class RunKind(StrEnum):
    """What a run is for."""

    COMPARE = "compare"
    FIND = "find"


@dataclass(frozen=True, slots=True)
class Case:
    """One way to write replies.

    Attributes:
        pair: its place in the plan's pairs.
        draft_length: 0 is off, AUTO automatic.
        temperature: of the sampling.
        rule: the verification rule.
        lookup: also copy from the text so far.
    """

    pair: int
    draft_length: int
    temperature: float
    rule: RuleName = RuleName.RATIO
    lookup: bool = False

    @property
    def plain(self) -> Case:
        """The case it is compared with: the same target without drafts."""
        return Case(self.pair, 0, self.temperature)

    @property
    def words(self) -> Phrase:
        """How a person names it, without its pair."""
        length = {0: Phrase("off"), AUTO: Phrase("auto")}.get(self.draft_length, str(self.draft_length))
        named = Phrase(
            "temperature {temperature}, draft length {length}", temperature=f"{self.temperature:g}", length=length
        )
        if self.rule is RuleName.COUPLED:
            named = Phrase("{case}, coupled rule", case=named)
        return Phrase("{case}, with copying", case=named) if self.lookup else named


@dataclass(frozen=True, slots=True, order=True)
class Cell:
    """One reply: places in the plan's prompts and cases, and which repeat."""

    repeat: int
    prompt: int
    case: int


@dataclass(frozen=True, slots=True)
class Plan:
    """All that decides what a run measures.

    Attributes:
        kind: a comparison, or the search for the best draft length.
        pairs: what is loaded, in turn.
        prompts: what is asked.
        cases: among them plain decoding wherever something is drafted.
        repeats: how often everything is measured; in a search the number of its rounds.
        tokens: how long each reply may be.
        seed: of the order, and of the replies.
        sampling: what is common to all; its temperature and seed are those of the cells.
        loading: how pairs are loaded.

    Raises:
        UsageError: there is nothing to measure, or too much.
    """

    kind: RunKind
    pairs: tuple[PairFiles, ...]
    prompts: tuple[str, ...]
    cases: tuple[Case, ...]
    repeats: int = 3
    tokens: int = 100
    seed: int = 0
    sampling: Sampling = field(default_factory=Sampling)
    loading: LoadOptions = field(default_factory=LoadOptions)

    def __post_init__(self) -> None:
        for case in self.cases:
            self.options_of(case, 0)
            if not 0 <= case.pair < len(self.pairs):
                raise UsageError(detail=Phrase("A case names a pair that is not there"))
        if not self.pairs:
            raise UsageError(detail=Phrase("Choose at least one pair"))
        if not 0 < len(self.prompts) <= MOST_PROMPTS or not all(prompt.strip() for prompt in self.prompts):
            raise UsageError(detail=Phrase("Choose 1 to {most} prompts, none of them empty", most=MOST_PROMPTS))
        if not self.cases or len(set(self.cases)) < len(self.cases):
            raise UsageError(detail=Phrase("There must be something to compare, each once"))
        if not 1 <= self.repeats <= MOST_REPEATS:
            raise UsageError(detail=Phrase("The number of repeats must be 1 to {most}", most=MOST_REPEATS))
        if self.size > MOST_CELLS:
            raise UsageError(
                detail=Phrase(
                    "These are {number} replies and at most {most} fit into a run", number=self.size, most=MOST_CELLS
                )
            )

    @property
    def size(self) -> int:
        """How many replies a comparison has; a search has fewer, see `app.lab.finder`."""
        return self.repeats * len(self.prompts) * len(self.cases)

    def options_of(self, case: Case, repeat: int) -> ReplyOptions:
        """Return how the replies of a case are written; the seed makes a run repeatable and changes no rule."""
        sampling = replace(self.sampling, temperature=case.temperature, seed=self.seed + repeat)
        return ReplyOptions(sampling, case.draft_length, self.tokens, lookup=case.lookup, rule=case.rule)


def compare(
    pairs: Sequence[PairFiles],
    prompts: Sequence[str],
    *,
    lengths: Sequence[int],
    temperatures: Sequence[float],
    rules: Sequence[RuleName] = (RuleName.RATIO,),
    lookups: Sequence[bool] = (False,),
    repeats: int = 3,
    tokens: int = 100,
    seed: int = 0,
    sampling: Sampling | None = None,
    loading: LoadOptions | None = None,
) -> Plan:
    """Return the plan of a comparison of all combinations, with plain decoding as what they are compared with.

    Raises:
        UsageError: as `Plan`.
    """
    cases: dict[Case, None] = {}
    for pair, temperature in product(range(len(pairs)), temperatures):
        cases[Case(pair, 0, temperature)] = None
        most = drafting_of(pairs[pair]).most
        for wanted, rule, lookup in product(lengths, rules, lookups):
            if not wanted or not (most or lookup):
                continue
            # Copies may be longer than what heads in a chain draft; what nothing drafts is refused by the plan.
            length = wanted if lookup or wanted > MAX_DRAFT_LENGTH else min(wanted, most)
            # Greedy decoding is both rules.
            cases[Case(pair, length, temperature, rule if temperature else RuleName.RATIO, lookup)] = None
    return Plan(
        RunKind.COMPARE,
        tuple(pairs),
        tuple(prompts),
        tuple(cases),
        repeats,
        tokens,
        seed,
        sampling or Sampling(),
        loading or LoadOptions(),
    )


def find_length(
    pair: PairFiles,
    prompts: Sequence[str],
    *,
    temperature: float,
    rule: RuleName = RuleName.RATIO,
    tokens: int = 64,
    seed: int = 0,
    sampling: Sampling | None = None,
    loading: LoadOptions | None = None,
) -> Plan:
    """Return the plan of the search for the best draft length of a pair, 1 to the longest that its drafter drafts.

    Raises:
        UsageError: as `Plan`.
    """
    rule = rule if temperature else RuleName.RATIO
    most = drafting_of(pair).most or MAX_DRAFT_LENGTH
    drafted = tuple(Case(0, length, temperature, rule) for length in range(1, most + 1))
    return Plan(
        RunKind.FIND,
        (pair,),
        tuple(prompts),
        (Case(0, 0, temperature), *drafted),
        max(1, most.bit_length() - 1),
        tokens,
        seed,
        sampling or Sampling(),
        loading or LoadOptions(),
    )


def interleave(plan: Plan, cases: Sequence[int], repeat: int) -> tuple[Cell, ...]:
    """Return the cells of one repeat in an order of its own; the pairs take turns."""
    shuffle = random.Random(f"{plan.seed}/{repeat}").shuffle
    pairs = sorted({plan.cases[case].pair for case in cases})
    shuffle(pairs)
    cells = []
    for pair in pairs:
        own, prompts = [case for case in cases if plan.cases[case].pair == pair], list(range(len(plan.prompts)))
        shuffle(prompts)
        for prompt in prompts:
            shuffle(own)
            cells += [Cell(repeat, prompt, case) for case in own]
    return tuple(cells)
