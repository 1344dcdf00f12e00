"""Statistics of a reply: a fold over its rounds, and nothing else."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from app.speculation.records import Finish, Round, Summary, Verdict

if TYPE_CHECKING:
    from collections.abc import Iterable


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
    by_kind = [counts[kind] for kind in (Verdict.ACCEPTED, Verdict.CORRECTION, Verdict.BONUS, Verdict.PLAIN)]
    assert emitted == sum(by_kind), "every emitted token is accepted, correction, bonus or plain"  # noqa: S101
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
