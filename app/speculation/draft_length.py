"""How many tokens to draft in the next round."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from app.speculation.records import Round

MAX_DRAFT_LENGTH = 16


class DraftLength(Protocol):
    """Decides before each round and learns from each."""

    def limit(self) -> int:
        """Return how many tokens to draft at most; 0 drafts nothing."""

    def observe(self, one: Round) -> None:
        """Take note of a finished round."""


@dataclass(frozen=True, slots=True)
class FixedDraftLength:
    """Always the same length."""

    tokens: int

    def limit(self) -> int:
        """Return the fixed length."""
        return self.tokens

    def observe(self, one: Round) -> None:
        """Learn nothing."""
