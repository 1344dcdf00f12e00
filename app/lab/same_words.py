"""The proof that the words are the same.

Under the coupled rule (and at temperature 0) the reply to one prompt with one seed is token for token what plain
decoding writes. Where the two part all the same, the target's two likeliest tokens there (their scores: log probability
plus the noise that draws) must be so close that the rounding of passes of different sizes decides.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from app.lab.proof import question_of, write
from app.phrases import Phrase
from app.speculation.noise import Noise
from app.speculation.sampling import RuleName

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from app.chats.records import Message
    from app.lab.proof import ProofEngine, Written
    from app.options import ReplyOptions
    from app.speculation.sampling import Sampling
    from app.speculation.stop import Stop

# Passes of different sizes round logits differently by up to about this.
_ROUNDING = 0.05


@dataclass(frozen=True, slots=True)
class SameWords:
    """Two replies to the same prompt with the same seed.

    `differs_at` is the place of the first token that is another; None: there is none. `gap` is how far the scores of
    the target's two likeliest tokens are apart there; None without a difference.
    """

    plain: Written
    drafted: Written
    differs_at: int | None = None
    gap: float | None = None
    tie: float = _ROUNDING

    @property
    def holds(self) -> bool:
        """Whether the two are equal, or part at a near-tie."""
        return self.gap is None or self.gap < self.tie

    @property
    def verdict(self) -> Phrase:
        """The outcome in a sentence or two."""
        summary = self.drafted.summary
        if self.differs_at is not None:
            place, gap = self.differs_at + 1, f"{self.gap:.3f}"
            if self.holds:
                return Phrase(
                    "Equal up to token {place}, where the target's two likeliest tokens are only {gap} apart: a tie "
                    "that the rounding of larger passes may decide either way. Both texts are the target's.",
                    place=place,
                    gap=gap,
                )
            return Phrase(
                "The texts part at token {place}, where the target's two likeliest tokens are {gap} apart. Rounding "
                "does not explain that: please report it.",
                place=place,
                gap=gap,
            )
        if not summary.accepted + summary.rejected:
            return Phrase("Equal word for word, but nothing was drafted, so this proves nothing.")
        return Phrase(
            "Equal word for word: {tokens} tokens, {accepted} of them from accepted drafts.",
            tokens=summary.emitted,
            accepted=summary.accepted,
        )


def prove_same_words(
    engine: ProofEngine, prompt: str, options: ReplyOptions, stop: Stop, tell: Callable[[int], None]
) -> SameWords:
    """Write the reply to `prompt` without and with drafts; `options` have a seed. `tell` gets the tokens so far.

    Raises:
        DraftlightError: a reply failed; CancelledError where it was stopped.
    """
    question = question_of(prompt)
    coupled = replace(options, rule=RuleName.COUPLED)
    count = 0

    def told(tokens: int) -> None:
        nonlocal count
        count += tokens
        tell(count)

    plain = write(engine, question, replace(coupled, draft_length=0), stop, told)
    drafted = write(engine, question, coupled, stop, told)
    ids = [[token.id for token in one.tokens] for one in (plain, drafted)]
    place = first_difference(*ids)
    if place is None:
        return SameWords(plain, drafted)
    gap = _gap(engine, question, coupled, ids[0][:place], plain.summary.prompt_tokens + place, stop)
    return SameWords(plain, drafted, place, gap, _tie(coupled.sampling))


def first_difference(one: Sequence[int], other: Sequence[int]) -> int | None:
    """Return the first place where two replies differ, also where one ends before the other; None: they are equal."""
    for place, (token, another) in enumerate(zip(one, other, strict=False)):
        if token != another:
            return place
    return None if len(one) == len(other) else min(len(one), len(other))


def _gap(
    engine: ProofEngine,
    question: list[Message],
    options: ReplyOptions,
    after: Sequence[int],
    position: int,
    stop: Stop,
) -> float:
    """Return how far apart the scores of the two best tokens are."""
    sampling = options.sampling
    if sampling.greedy:
        # Differences of log probabilities at temperature 1 are differences of logits.
        raw = replace(options, sampling=replace(sampling, temperature=1.0, top_k=2, top_p=1.0, min_p=0.0))
        probs = sorted(engine.target_distribution(question, raw, after, stop).probs.tolist())
        return math.log(probs[-1] / probs[-2]) if len(probs) > 1 else math.inf
    target = engine.target_distribution(question, options, after, stop)
    noise = Noise(sampling.seed or 0).exponential(position, target.ids)
    scores = sorted(
        math.log(prob) - math.log(number) for prob, number in zip(target.probs.tolist(), noise.tolist(), strict=True)
    )
    return scores[-1] - scores[-2] if len(scores) > 1 else math.inf


def _tie(sampling: Sampling) -> float:
    """Return how close scores must be: the temperature divides logits, and their rounding with them."""
    return _ROUNDING if sampling.greedy else _ROUNDING / sampling.temperature
