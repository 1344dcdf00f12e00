"""The proof that the chances are the same.

Under the ratio rule the words differ from draw to draw, but each next token comes with the target's own probability.
Many draws of the first token of a reply, each through a draft and its verification, are counted and compared with those
probabilities by a chi-square test.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from app.lab.chi_square import fit_counts
from app.lab.proof import question_of, write
from app.options import ReplyOptions
from app.phrases import Phrase
from app.speculation.sampling import RuleName

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from app.lab.chi_square import Fit
    from app.lab.proof import ProofEngine
    from app.speculation.sampling import Sampling
    from app.speculation.stop import Stop

# Below this the counts are taken not to fit: once in a thousand proofs that is wrong.
DOUBT = 0.001
_MOST_OUTCOMES = 8


@dataclass(frozen=True, slots=True)
class SameChances:
    """How often each token came next, and how likely the target finds it.

    `outcomes` are (text, observed, expected), the most expected first; what is left is the last one, its text empty.
    """

    draws: int
    accepted: int
    outcomes: tuple[tuple[str, int, float], ...]
    fit: Fit

    @property
    def holds(self) -> bool:
        """Whether the counts may come from the target's probabilities."""
        return self.fit.p_value >= DOUBT

    @property
    def verdict(self) -> Phrase:
        """The outcome in a sentence or two."""
        fields = {"draws": self.draws, "p": p_value_text(self.fit.p_value)}
        if not self.fit.degrees:
            return Phrase("This prompt leaves the target no choice, so there is nothing to test: ask something else.")
        if not self.accepted:
            return Phrase("Nothing that was drafted was accepted, so this tests little: ask something else.")
        if self.holds:
            return Phrase(
                "{draws} next tokens fit the target's own probabilities (p {p}): if drafting changed nothing, counts "
                "that fit no better would come up that often.",
                **fields,
            )
        return Phrase(
            "{draws} next tokens do not fit the target's own probabilities (p {p}): chance alone hardly ever does "
            "that. Try again, and if it happens twice, please report it.",
            **fields,
        )


def p_value_text(p_value: float) -> str:
    """Return a p-value for a person, as what stands behind "p"."""
    return "< 0.0001" if p_value < 0.0001 else f"= {p_value:.4f}" if p_value < 0.01 else f"= {p_value:.2f}"


def prove_same_chances(
    engine: ProofEngine,
    prompt: str,
    sampling: Sampling,
    draws: int,
    stop: Stop,
    tell: Callable[[int], None],
) -> SameChances:
    """Draw the first token of the reply `draws` times with a drafter; `tell` gets how many are drawn.

    All tokens are left in (no top-k, top-p, min-p): where a filter's edge lies is decided by rounding too.

    Raises:
        DraftlightError: a reply failed; CancelledError where it was stopped.
    """
    question = question_of(prompt)
    whole = replace(sampling, top_k=0, top_p=1.0, min_p=0.0)
    # With two tokens to emit exactly one is drafted and verified.
    options = ReplyOptions(whole, 1, 2, rule=RuleName.RATIO)
    target = engine.target_distribution(question, options, (), stop)
    probs = dict(zip(target.ids.tolist(), target.probs.tolist(), strict=True))
    counts: Counter[int] = Counter()
    texts: dict[int, str] = {}
    accepted = 0
    for draw in range(draws):
        seeded = replace(options, sampling=replace(whole, seed=draw))
        one = write(engine, question, seeded, stop, lambda _tokens: None)
        first = one.tokens[0]
        counts[first.id] += 1
        texts[first.id] = first.text
        accepted += one.summary.accepted
        tell(draw + 1)
    return SameChances(draws, accepted, _outcomes(counts, probs, texts, draws), fit_counts(counts, probs))


def _outcomes(
    counts: Mapping[int, int], probs: Mapping[int, float], texts: Mapping[int, str], draws: int
) -> tuple[tuple[str, int, float], ...]:
    """Return the likeliest of the tokens that came, and all others together."""
    shown = sorted(counts, key=lambda token: -probs.get(token, 0.0))[:_MOST_OUTCOMES]
    listed = [(texts[token], counts[token], probs.get(token, 0.0) * draws) for token in shown]
    observed = draws - sum(count for _, count, _ in listed)
    expected = max(0.0, draws - sum(number for _, _, number in listed))
    return (*listed, ("", observed, expected))
