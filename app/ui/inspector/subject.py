"""What the inspector shows: the rounds of a reply with what is known about them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from app.speculation.explain import Explanation, explain, is_certain

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.speculation.records import Round, Summary


@dataclass(slots=True)
class Subject:
    """Rounds in order.

    `rule` is None where each round says its own. `plain_seconds` is one token's time of plain decoding; None where it
    is not measured. `example` says that nothing was measured at all, because it is made up to learn from.
    """

    rounds: Sequence[Round]
    rule: str | None = None
    plain_seconds: float | None = None
    example: bool = False
    _certain: bool | None = field(default=None)

    def explain(self, index: int) -> Explanation:
        """Return a round step by step."""
        if self._certain is None:
            self._certain = is_certain(self.rounds)
        return explain(self.rounds[index], self.rule, certain=self._certain)


def subject_of_reply(rounds: Sequence[Round], summary: Summary | None) -> Subject:
    """Return a reply of a chat; without a summary it broke off, or is still being written."""
    if summary is None:
        return Subject(rounds)
    return Subject(rounds, summary.rule, summary.plain_seconds)


def subject_of_example(rounds: Sequence[Round]) -> Subject:
    """Return rounds to learn from."""
    return Subject(rounds, example=True)
