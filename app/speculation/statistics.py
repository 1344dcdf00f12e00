"""Statistics of a reply: a fold over its rounds, and nothing else."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import TYPE_CHECKING

from app.speculation.records import DrafterKind, Finish, Round, Summary, Verdict

if TYPE_CHECKING:
    from collections.abc import Iterable

EMITTED = (Verdict.ACCEPTED, Verdict.CORRECTION, Verdict.BONUS, Verdict.PLAIN)


def count_verdicts(rounds: Iterable[Round]) -> Counter[Verdict]:
    """Count each verdict once per token: accepted tokens are both drafted and emitted, and counted as emitted."""
    counts: Counter[Verdict] = Counter()
    for one in rounds:
        counts.update(token.verdict for token in one.emitted)
        counts.update(token.verdict for token in one.drafted if token.verdict is not Verdict.ACCEPTED)
    return counts


def summarise(
    rounds: list[Round],
    finish: Finish,
    *,
    rule: str = "ratio",
    seconds: float,
    prompt_seconds: float,
    prompt_tokens: int,
    reused_tokens: int,
) -> Summary:
    """Fold the rounds of a reply into its summary.

    Args:
        rounds: all of them, in order.
        finish: why the reply ended.
        rule: the verification rule.
        seconds: the whole reply.
        prompt_seconds: the part before the first round.
        prompt_tokens: how long the prompt was.
        reused_tokens: how many of those needed no evaluation by the target.
    """
    counts = count_verdicts(rounds)
    emitted = sum(len(one.emitted) for one in rounds)
    assert emitted == sum(counts[one] for one in EMITTED), "each is one of these four"  # noqa: S101
    return Summary(
        text="".join(one.text for one in rounds),
        finish=finish,
        emitted=emitted,
        accepted=counts[Verdict.ACCEPTED],
        rejected=counts[Verdict.REJECTED],
        unexamined=counts[Verdict.UNEXAMINED],
        corrections=counts[Verdict.CORRECTION],
        bonuses=counts[Verdict.BONUS],
        plain=counts[Verdict.PLAIN],
        rounds=len(rounds),
        seconds=seconds,
        prompt_seconds=prompt_seconds,
        draft_seconds=sum(one.draft_seconds for one in rounds),
        verify_seconds=sum(one.verify_seconds for one in rounds),
        prompt_tokens=prompt_tokens,
        reused_tokens=reused_tokens,
        token_ids=tuple(token.id for one in rounds for token in one.emitted),
        rule=rule,
    )


@dataclass(frozen=True, slots=True)
class Statistics:
    """What the rounds of a reply, or of all replies of a chat, add up to; add two to join them.

    Attributes:
        rounds: all of them; `drafted_rounds` those in which something was drafted.
        counts: tokens by verdict, as `count_verdicts`.
        by_position: (accepted, examined) for each place in a draft.
        accepted_lengths: how many drafted rounds had so many tokens accepted; place 0 is none.
        draft_seconds: of all rounds, as `verify_seconds`.
        drafted_verify_seconds: of the rounds in which something was drafted.
        drafters: how many rounds each kind of drafter drafted in.
        plain_seconds: the seconds of each plain token.
    """

    rounds: int = 0
    drafted_rounds: int = 0
    counts: Counter[Verdict] = field(default_factory=Counter)
    by_position: tuple[tuple[int, int], ...] = ()
    accepted_lengths: tuple[int, ...] = ()
    draft_seconds: float = 0.0
    verify_seconds: float = 0.0
    drafted_verify_seconds: float = 0.0
    plain_seconds: tuple[float, ...] = ()
    drafters: Counter[DrafterKind] = field(default_factory=Counter)

    def __add__(self, other: Statistics) -> Statistics:
        """Join the statistics of two replies."""
        return Statistics(
            rounds=self.rounds + other.rounds,
            drafted_rounds=self.drafted_rounds + other.drafted_rounds,
            counts=self.counts + other.counts,
            by_position=tuple(
                (one[0] + another[0], one[1] + another[1])
                for one, another in zip_longest(self.by_position, other.by_position, fillvalue=(0, 0))
            ),
            accepted_lengths=tuple(map(sum, zip_longest(self.accepted_lengths, other.accepted_lengths, fillvalue=0))),
            draft_seconds=self.draft_seconds + other.draft_seconds,
            verify_seconds=self.verify_seconds + other.verify_seconds,
            drafted_verify_seconds=self.drafted_verify_seconds + other.drafted_verify_seconds,
            plain_seconds=self.plain_seconds + other.plain_seconds,
            drafters=self.drafters + other.drafters,
        )

    @property
    def emitted(self) -> int:
        """Tokens of the text."""
        return sum(self.counts[verdict] for verdict in EMITTED)

    @property
    def drafted(self) -> int:
        """Tokens that were drafted."""
        return self.counts[Verdict.ACCEPTED] + self.counts[Verdict.REJECTED] + self.counts[Verdict.UNEXAMINED]

    @property
    def acceptance_rate(self) -> float | None:
        """Accepted / (accepted + rejected); None where nothing was examined."""
        examined = self.counts[Verdict.ACCEPTED] + self.counts[Verdict.REJECTED]
        return self.counts[Verdict.ACCEPTED] / examined if examined else None

    @property
    def tokens_per_round(self) -> float | None:
        """Emitted tokens per round; None without rounds."""
        return self.emitted / self.rounds if self.rounds else None

    @property
    def share_from_drafts(self) -> float | None:
        """Accepted tokens / emitted tokens; None where nothing was drafted."""
        return self.counts[Verdict.ACCEPTED] / self.emitted if self.drafted_rounds and self.emitted else None

    @property
    def draft_length(self) -> float | None:
        """Mean tokens of a draft; None where nothing was drafted."""
        return self.drafted / self.drafted_rounds if self.drafted_rounds else None


@dataclass(slots=True)
class StatisticsFold:
    """Takes in rounds as they come; `result` is what they add up to so far."""

    rounds: int = 0
    drafted_rounds: int = 0
    counts: Counter[Verdict] = field(default_factory=Counter)
    positions: list[list[int]] = field(default_factory=list)
    lengths: Counter[int] = field(default_factory=Counter)
    draft_seconds: float = 0.0
    verify_seconds: float = 0.0
    drafted_verify_seconds: float = 0.0
    plain_seconds: list[float] = field(default_factory=list)
    drafters: Counter[DrafterKind] = field(default_factory=Counter)

    def add(self, one: Round) -> None:
        """Take in one more round; checks the invariants that hold for every round."""
        self.rounds += 1
        self.counts.update(count_verdicts((one,)))
        self.draft_seconds += one.draft_seconds
        self.verify_seconds += one.verify_seconds
        if not one.drafted:
            self.plain_seconds.append(one.draft_seconds + one.verify_seconds)
            return
        self.drafted_rounds += 1
        if one.drafter is not None:
            self.drafters[one.drafter] += 1
        self.drafted_verify_seconds += one.verify_seconds
        verdicts = [token.verdict for token in one.drafted]
        accepted = verdicts.count(Verdict.ACCEPTED)
        assert verdicts[:accepted] == [Verdict.ACCEPTED] * accepted, "accepted tokens come first"  # noqa: S101
        assert verdicts.count(Verdict.REJECTED) <= 1, "at most one token of a round is rejected"  # noqa: S101
        self.lengths[accepted] += 1
        for place, verdict in enumerate(verdicts[: accepted + 1]):
            if len(self.positions) <= place:
                self.positions.append([0, 0])
            self.positions[place][0] += verdict is Verdict.ACCEPTED
            self.positions[place][1] += verdict is not Verdict.UNEXAMINED

    @property
    def result(self) -> Statistics:
        """What was taken in so far."""
        return Statistics(
            rounds=self.rounds,
            drafted_rounds=self.drafted_rounds,
            counts=Counter(self.counts),
            by_position=tuple((accepted, examined) for accepted, examined in self.positions),
            accepted_lengths=tuple(self.lengths[length] for length in range(max(self.lengths, default=-1) + 1)),
            draft_seconds=self.draft_seconds,
            verify_seconds=self.verify_seconds,
            drafted_verify_seconds=self.drafted_verify_seconds,
            plain_seconds=tuple(self.plain_seconds),
            drafters=Counter(self.drafters),
        )


def statistics_of(rounds: Iterable[Round]) -> Statistics:
    """Fold rounds into their statistics; checks the invariants that hold for every round."""
    fold = StatisticsFold()
    for one in rounds:
        fold.add(one)
    return fold.result
