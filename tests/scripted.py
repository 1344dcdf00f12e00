"""Models with known tables, where a test needs a script."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from app.speculation.decode import Decoder
from app.speculation.distributions import Distribution, Logits, from_mapping
from app.speculation.draft_length import FixedDraftLength
from app.speculation.records import DrafterKind, Round, Summary
from app.speculation.sampler import Sampler, choose_rule
from app.speculation.sampling import RuleName, Sampling
from app.speculation.stop import Stop
from app.speculation.transform import confidence
from app.speculation.verification import Draft

# Takes logits as they are: the distribution is their softmax.
AS_IS = Sampling(temperature=1.0, top_k=0, top_p=1.0, min_p=0.0)
GREEDY = Sampling(temperature=0.0)
Table = Callable[[tuple[int, ...]], Logits]


def random_table(seed: int, vocabulary: int, spread: float = 1.5) -> Table:
    """Logits that depend on the whole context, and on nothing else."""
    known: dict[tuple[int, ...], Logits] = {}

    def look_up(context: tuple[int, ...]) -> Logits:
        if context not in known:
            rng = np.random.default_rng([seed, *context])
            known[context] = rng.normal(0, spread, vocabulary).astype(np.float32)
        return known[context]

    return look_up


@dataclass
class ScriptedReader:
    """Holds what was read, like a cache, and checks that it is used as one."""

    table: Table
    capacity: int = 1 << 20
    tokens: list[int] = field(default_factory=list)
    passes: int = 0

    def follow(self, tokens: Sequence[int]) -> Iterator[int]:
        common = 0
        while common < min(len(tokens), len(self.tokens)) and tokens[common] == self.tokens[common]:
            common += 1
        self.tokens = list(tokens[:common])
        yield common
        self.tokens = list(tokens)
        yield len(tokens)

    def keep(self, length: int) -> None:
        del self.tokens[length:]

    def read(self, tokens: Sequence[int]) -> list[Logits]:
        self.passes += 1
        rows = []
        for token in tokens:
            self.tokens.append(int(token))
            rows.append(self.table(tuple(self.tokens)))
        assert len(self.tokens) <= self.capacity, "read past the end of the context"
        return rows


@dataclass
class ScriptedTarget(ScriptedReader):
    end: int = -1

    def evaluate(self, tokens: Sequence[int]) -> list[Logits]:
        return self.read(tokens)

    def is_end(self, token: int) -> bool:
        return token == self.end


@dataclass
class ScriptedDrafter(ScriptedReader):
    """Draws from its table, or, with `certain`, proposes the likeliest token and gives no probabilities."""

    certain: bool = False

    kind = DrafterKind.MODEL

    def ready(self, context: Sequence[int]) -> bool:
        return True

    def propose(
        self, context: Sequence[int], limit: int, sampler: Sampler, go_on: Callable[[float], bool] | None
    ) -> Draft:
        tokens: list[int] = []
        distributions: list[Distribution] = []
        row = self.read(context[len(self.tokens) :])[-1]
        while True:
            distributions.append(sampler.distribution(row, [*context, *tokens]))
            position = len(context) + len(tokens)
            tokens.append(int(row.argmax()) if self.certain else sampler.rule.draw(distributions[-1], position).token)
            if (go_on and not go_on(confidence(row))) or len(tokens) == limit:
                return Draft(tuple(tokens), None if self.certain else tuple(distributions))
            row = self.read(tokens[-1:])[0]


class Letters:
    """A detokeniser that spells token n as the n-th letter."""

    def push(self, token: int) -> str:
        return chr(ord("A") + token)

    def preview(self, tokens: Sequence[int]) -> list[str]:
        return [self.push(token) for token in tokens]

    def alone(self, token: int) -> str:
        return self.push(token)


def make_decoder(
    target, drafter, draft_length, sampling=AS_IS, seed=0, max_tokens=None, stop=None, rule=RuleName.RATIO, **options
) -> Decoder:
    """A decoder; `seed` is a number or a generator, and the coupled rule takes it where `rule` asks for it."""
    ticks = itertools.count()
    random = seed if isinstance(seed, np.random.Generator) else np.random.default_rng(seed)
    name, chosen = choose_rule(sampling, random, rule)
    drafters = drafter if isinstance(drafter, list) else [drafter] if drafter else []
    length = FixedDraftLength(draft_length) if isinstance(draft_length, int) else draft_length
    return Decoder(
        target=target,
        drafters=drafters,
        draft_length=length,
        sampler=Sampler(sampling, chosen),
        rule=name,
        text=Letters(),
        stop=stop or Stop(),
        clock=lambda: float(next(ticks)),
        max_tokens=max_tokens,
        **options,
    )


def rounds_of(events) -> list[Round]:
    return [event for event in events if isinstance(event, Round)]


def summary_of(events) -> Summary:
    last = events[-1]
    assert isinstance(last, Summary)
    return last


def tokens_of(events) -> list[int]:
    return [token.id for one in rounds_of(events) for token in one.emitted]


class FixedDraws:
    """A random source that plays the given numbers."""

    def __init__(self, *numbers: float) -> None:
        self.numbers = list(numbers)

    def random(self) -> float:
        return self.numbers.pop(0)


def dist(*probs: float) -> Distribution:
    return from_mapping(dict(enumerate(probs)))
