"""How many tokens to draft in the next round."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.speculation.records import DrafterKind, DraftLengthDecided, Round

MAX_DRAFT_LENGTH = 16


class DraftLength(Protocol):
    """Decides before each round and learns from each."""

    def limit(self, kind: DrafterKind) -> int:
        """Return how many tokens a drafter of this kind may propose; 0 drafts nothing."""

    @property
    def go_on(self) -> Callable[[float], bool] | None:
        """What says after each drawn token whether to draw another; None: always. See `Drafter.propose`."""

    def observe(self, one: Round) -> None:
        """Take note of a finished round."""

    def news(self) -> DraftLengthDecided | None:
        """Return what was decided since the last call, if a person should know."""


@dataclass(frozen=True, slots=True)
class FixedDraftLength:
    """Always the same length."""

    tokens: int

    def limit(self, _kind: DrafterKind) -> int:
        """Return the fixed length."""
        return self.tokens

    @property
    def go_on(self) -> None:
        """Never stop early."""

    def observe(self, one: Round) -> None:
        """Learn nothing."""

    def news(self) -> None:
        """Nothing is ever decided."""
