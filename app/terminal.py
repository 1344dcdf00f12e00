"""How a reply looks in a terminal: coloured where it is one, plain where it is piped, JSON Lines for programs."""

from __future__ import annotations

import dataclasses
import json
import sys
from typing import TYPE_CHECKING, Any, TextIO

from app.head_files import drafting_of
from app.speculation.records import Round, Summary, Verdict

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.lab.plan import Plan
    from app.lab.results import CaseResult
    from app.speculation.records import DraftedToken, EmittedToken

# Select Graphic Rendition codes (ECMA-48): shape as well as hue, as in the window.
_STYLES = {
    Verdict.ACCEPTED: "38;2;0;158;115",
    Verdict.BONUS: "21;38;2;230;159;0",
    Verdict.CORRECTION: "4;38;2;0;114;178",
    Verdict.REJECTED: "9;38;2;213;94;0",
    Verdict.UNEXAMINED: "9;2",
    Verdict.PLAIN: "",
}


def paint(text: str, verdict: Verdict) -> str:
    """Return `text` with the escape codes of its verdict; each line on its own, so that no style runs on."""
    style = _STYLES[verdict]
    if not style:
        return text
    return "\n".join(f"\x1b[{style}m{line}\x1b[0m" if line else "" for line in text.split("\n"))


def legend() -> str:
    """Return one line that shows each mark with its name."""
    shown = (Verdict.ACCEPTED, Verdict.CORRECTION, Verdict.BONUS, Verdict.PLAIN)
    return "  ".join(paint(str(verdict), verdict) for verdict in shown)


def statistics_line(summary: Summary) -> str:
    """Return the figures of a reply for a person; "-" where nothing was drafted."""
    speed = f"{summary.tokens_per_second:.1f}" if summary.tokens_per_second else "-"
    rate = summary.acceptance_rate
    examined = summary.accepted + summary.rejected
    acceptance = "-" if rate is None else f"{rate:.0%} ({summary.accepted}/{examined})"
    per_round = f"{summary.tokens_per_round:.2f}" if summary.tokens_per_round else "-"
    return (
        f"{speed} tokens/s, acceptance {acceptance}, {per_round} tokens per round; "
        f"{summary.emitted} tokens: {summary.accepted} accepted, {summary.corrections} corrections, "
        f"{summary.bonuses} bonus, {summary.plain} plain; {summary.rejected} rejected, "
        f"{summary.unexamined} unexamined; {summary.rounds} rounds, ended by: {summary.finish}"
    )


def print_bench(plan: Plan, results: Sequence[CaseResult], *, as_json: bool) -> None:
    """Print a table and a verdict, or one JSON object."""
    from app.lab.results import verdict

    rows = [_bench_row(one) for one in sorted(results, key=lambda one: (one.case.temperature, one.case.draft_length))]
    said = str(verdict(plan, results))
    if as_json:
        drafters = [str(drafting_of(pair).words) for pair in plan.pairs]
        print(json.dumps({"drafters": drafters, "results": rows, "verdict": said}))  # noqa: T201
        return
    for pair in plan.pairs:
        print(f"{pair.target.stem} with {drafting_of(pair).words}")  # noqa: T201
    print(f"{'case':36} tokens/s  of plain  acceptance  per round  replies")  # noqa: T201
    for row in rows:
        acceptance = "-" if row["acceptance_rate"] is None else f"{row['acceptance_rate']:.0%}"
        print(  # noqa: T201
            f"{row['name']:36} {row['tokens_per_second'] or 0.0:8.2f} {row['speedup'] or 0.0:9.2f} {acceptance:>11} "
            f"{row['tokens_per_round'] or 0.0:10.2f} {row['replies']:8}"
        )
        for error in row["errors"]:
            print(f"  {error}")  # noqa: T201
    print(said)  # noqa: T201


def _bench_row(one: CaseResult) -> dict[str, Any]:
    return {
        "name": str(one.case.words),
        "case": dataclasses.asdict(one.case),
        "tokens_per_second": one.speed and one.speed.median,
        "tokens_per_second_quartiles": one.speed and one.speed.quartiles,
        "speedup": one.gain and one.gain.median,
        "speedup_quartiles": one.gain and one.gain.quartiles,
        "acceptance_rate": one.acceptance_rate,
        "tokens_per_round": one.tokens_per_round,
        "replies": one.replies,
        "errors": list(one.errors),
    }


class TextPrinter:
    """Writes rounds as text."""

    def __init__(self, out: TextIO, *, colour: bool) -> None:
        self._out = out
        self._colour = colour

    def round(self, one: Round) -> None:
        """Write what a round emitted."""
        for token in one.emitted:
            self._out.write(paint(token.text, token.verdict) if self._colour else token.text)
        self._out.flush()

    def summary(self, summary: Summary, _notices: list[str]) -> None:
        """End the text; the figures follow on a coloured terminal, and stand beside the text elsewhere."""
        self._out.write("\n")
        if self._colour:
            self._out.write(f"\n{legend()}\n{statistics_line(summary)}\n")
        self._out.flush()
        if not self._colour:
            sys.stderr.write(statistics_line(summary) + "\n")


class JsonPrinter:
    """Writes one JSON object a line."""

    def __init__(self, out: TextIO) -> None:
        self._out = out

    def round(self, one: Round) -> None:
        """Write a round with all that happened in it."""
        self._write(
            {
                "type": "round",
                "index": one.index,
                "drafted": [_token(token) for token in one.drafted],
                "emitted": [_token(token) for token in one.emitted],
                "draft_seconds": one.draft_seconds,
                "verify_seconds": one.verify_seconds,
            }
        )

    def summary(self, summary: Summary, notices: list[str]) -> None:
        """Write the summary; `notices` say why drafting was off, if it was."""
        facts = dataclasses.asdict(summary)
        facts.pop("token_ids")
        self._write(
            {
                "type": "summary",
                **facts,
                "tokens_per_second": summary.tokens_per_second,
                "acceptance_rate": summary.acceptance_rate,
                "tokens_per_round": summary.tokens_per_round,
                "notices": notices,
            }
        )

    def _write(self, facts: dict[str, Any]) -> None:
        self._out.write(json.dumps(facts, ensure_ascii=False) + "\n")
        self._out.flush()


def _token(token: DraftedToken | EmittedToken) -> dict[str, Any]:
    return {**dataclasses.asdict(token), "acceptance_chance": token.acceptance_chance}
