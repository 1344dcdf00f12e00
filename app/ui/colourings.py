"""What tokens can be coloured by, and which step of its scale a token has. Qt-free.

A step is counted from 0, the smallest value. Values without an order (the kind of a drafter, the number of a round)
have steps that only tell neighbours apart.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from app.speculation.records import DraftedToken, DrafterKind, EmittedToken, Verdict

if TYPE_CHECKING:
    from app.speculation.records import Round

GHOSTS = frozenset((Verdict.REJECTED, Verdict.UNEXAMINED))
# Rounds that stand close to each other have different looks.
ROUND_LOOKS = 4


class Colouring(StrEnum):
    """What the colours of tokens tell."""

    VERDICT = "verdict"
    ACCEPTANCE = "acceptance"
    TARGET = "target"
    DRAFT = "draft"
    SURPRISE = "surprise"
    DRAFTER = "drafter"
    ROUND = "round"
    TIME = "time"


# A step ends below its bound and the next begins at it. Surprise is in bits, time in milliseconds a token.
BOUNDS: dict[Colouring, tuple[float, ...]] = {
    Colouring.ACCEPTANCE: (0.2, 0.4, 0.6, 0.8, 1.0),
    Colouring.TARGET: (0.1, 0.3, 0.5, 0.7, 0.9),
    Colouring.DRAFT: (0.1, 0.3, 0.5, 0.7, 0.9),
    Colouring.SURPRISE: (0.5, 1.0, 2.0, 4.0, 8.0),
    Colouring.TIME: (10.0, 20.0, 50.0, 100.0, 200.0),
}
STEPS = 6


@dataclass(frozen=True, slots=True)
class Marking:
    """How tokens are marked.

    Attributes:
        colouring: what the colours tell.
        hidden: the verdicts that are not marked where the colours tell verdicts. What was drafted in vain is not even
            there then, whatever the colours tell.
        ghosts: what was drafted in vain stands in its place.
        seams: a thin line between rounds.
    """

    colouring: Colouring = Colouring.VERDICT
    hidden: frozenset[Verdict] = frozenset((Verdict.PLAIN,))
    ghosts: bool = False
    seams: bool = False

    @property
    def shown_ghosts(self) -> frozenset[Verdict]:
        """Which of the tokens drafted in vain stand in their places."""
        return GHOSTS - self.hidden if self.ghosts else frozenset()


def surprise(token: DraftedToken | EmittedToken) -> float | None:
    """Return -log2 of the target probability, in bits; infinite for 0, None where the target did not look."""
    if token.target_prob is None:
        return None
    return -math.log2(token.target_prob) + 0.0 if token.target_prob > 0 else math.inf


def seconds_per_token(decoded: Round) -> float | None:
    """Return what each emitted token of a round took, drafting and verifying together."""
    count = len(decoded.emitted)
    return (decoded.draft_seconds + decoded.verify_seconds) / count if count else None


def value_of(colouring: Colouring, token: DraftedToken | EmittedToken, decoded: Round) -> float | None:
    """Return what a token is coloured by on an ordered scale; None where it has no such value."""
    match colouring:
        case Colouring.ACCEPTANCE:
            return token.acceptance_chance
        case Colouring.TARGET:
            return token.target_prob
        case Colouring.DRAFT:
            return token.draft_prob
        case Colouring.SURPRISE:
            return surprise(token)
        case Colouring.TIME:
            seconds = seconds_per_token(decoded)
            return None if seconds is None or token.verdict in GHOSTS else 1000 * seconds
        case _:
            return None


def step_of(colouring: Colouring, token: DraftedToken | EmittedToken, decoded: Round) -> int | None:
    """Return the step of a token on the scale; None where it has no value there."""
    if colouring is Colouring.ROUND:
        return decoded.index % ROUND_LOOKS
    if colouring is Colouring.DRAFTER:
        # What the target wrote itself was drafted by nobody.
        drafted = decoded.drafter is not None and token.draft_prob is not None
        return tuple(DrafterKind).index(decoded.drafter) if drafted and decoded.drafter else None
    value = value_of(colouring, token, decoded)
    return None if value is None else bisect_right(BOUNDS[colouring], value)
