"""Small rounds to learn from, settled by the same code as every real one.

The worked example has three tokens with fixed distributions of both models; the greedy rounds write eight tokens in
two passes. They have no times: nothing was measured.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.speculation.distributions import from_mapping, one_hot
from app.speculation.records import Candidate, DraftedToken, DrafterKind, EmittedToken, Round
from app.speculation.rules import RatioRule
from app.speculation.verification import Draft, verify

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.speculation.verification import Verification

TARGET_PROBS = (0.5, 0.3, 0.2)
DRAFT_PROBS = (0.8, 0.1, 0.1)
WORDS = (" tea", " coffee", " water")
# What is drafted, and the random numbers of the verdicts and of the target's own token.
_SCRIPTS = (
    ((0,), (0.40, 0.60)),
    ((0,), (0.70, 0.50)),
    ((1,), (0.90,)),
    ((0, 2, 0, 1), (0.20, 0.90, 0.80)),
)
_GREEDY = (
    ((" clock", " will", " ring", " loud"), (" clock", " will", " again")),
    ((" ring", ",", " wake", " the"), (" ring", ",", " wake", " the", " city")),
)


class _Played:
    """A random source that plays given numbers and remembers which it gave."""

    def __init__(self, numbers: Sequence[float]) -> None:
        self.left = list(numbers)

    def random(self) -> float:
        return self.left.pop(0)


def worked_example() -> tuple[Round, ...]:
    """Return rounds of the ratio rule with the distributions 0.5 / 0.3 / 0.2 and 0.8 / 0.1 / 0.1."""
    target, draft = from_mapping(dict(enumerate(TARGET_PROBS))), from_mapping(dict(enumerate(DRAFT_PROBS)))
    rounds = []
    for index, (tokens, numbers) in enumerate(_SCRIPTS):
        played = _Played(numbers)
        outcome = verify(Draft(tokens, (draft,) * len(tokens)), (target,) * (len(tokens) + 1), RatioRule(played), 0)
        assert not played.left, "every number is used"  # noqa: S101
        tops = (
            (_candidates(WORDS, DRAFT_PROBS),) * len(tokens),
            (_candidates(WORDS, TARGET_PROBS),) * (outcome.accepted + 1),
        )
        rounds.append(_round(index, tokens, WORDS, outcome, tops))
    return tuple(rounds)


def greedy_example() -> tuple[Round, ...]:
    """Return two greedy rounds: a correction after two accepted tokens, then a bonus after four."""
    rounds = []
    for index, (drafted, target) in enumerate(_GREEDY):
        words = tuple(dict.fromkeys((*drafted, *target)))
        tokens = tuple(words.index(word) for word in drafted)
        outcome = verify(Draft(tokens), [one_hot(words.index(word)) for word in target], RatioRule(_Played(())), 0)
        rounds.append(_round(index, tokens, words, outcome, ((), ())))
    return tuple(rounds)


def _candidates(words: Sequence[str], probs: Sequence[float]) -> tuple[Candidate, ...]:
    return tuple(Candidate(token, word, prob) for token, (word, prob) in enumerate(zip(words, probs, strict=True)))


def _round(
    index: int,
    tokens: Sequence[int],
    words: Sequence[str],
    outcome: Verification,
    tops: tuple[tuple[tuple[Candidate, ...], ...], tuple[tuple[Candidate, ...], ...]],
) -> Round:
    """Return an outcome as the record that a decoder makes of it; `tops` are the drafter's and the target's lists."""
    drafted = tuple(
        DraftedToken(token, words[token], verdict, target_prob, draft_prob, draw)
        for token, verdict, target_prob, draft_prob, draw in zip(
            tokens, outcome.verdicts, outcome.target_probs, outcome.draft_probs, outcome.draws, strict=True
        )
    )
    kept = tuple(
        EmittedToken(token.id, token.text, token.verdict, token.target_prob or 0.0, token.draft_prob, draw=token.draw)
        for token in drafted[: outcome.accepted]
    )
    own = EmittedToken(
        outcome.token, words[outcome.token], outcome.verdict, outcome.target_prob, None, draw=outcome.draw
    )
    draft_top, target_top = tops
    return Round(index, drafted, (*kept, own), 0.0, 0.0, DrafterKind.MODEL, draft_top=draft_top, target_top=target_top)
