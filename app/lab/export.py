"""Runs for other programs: CSV, one reply a line, and JSON with everything."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import asdict
from typing import TYPE_CHECKING

from app.errors import NotWritableError
from app.lab.codec import SCHEMA, measurement_facts, plan_facts
from app.lab.results import summarise, verdict
from app.options import AUTO

if TYPE_CHECKING:
    from pathlib import Path

    from app.lab.measurement import Measurement
    from app.lab.results import Spread
    from app.lab.run import Run

# Spreadsheets take a text that begins like this for a formula.
_FORMULA = ("=", "+", "-", "@", "\t", "\r")
_COLUMNS = (
    "order", "repeat", "pair", "target", "drafter", "draft_length", "temperature", "rule", "copying", "prompt",
    "tokens_per_second", "acceptance_rate", "tokens_per_round", "emitted", "accepted", "rejected", "unexamined",
    "rounds", "seconds", "prompt_seconds", "draft_seconds", "verify_seconds", "finish", "note", "error",
)  # fmt: skip


def export_run(run: Run, path: Path) -> Path:
    """Write a run to `path`, as CSV where its name ends so, else as JSON; return the path.

    Raises:
        NotWritableError: the disk does not allow it.
    """
    text = to_csv(run) if path.suffix.lower() == ".csv" else to_json(run)
    try:
        path.write_text(text, encoding="utf-8", newline="")
    except OSError as error:
        raise NotWritableError(path=path, detail=error.strerror or error) from error
    return path


def to_csv(run: Run) -> str:
    """Return one line a reply, in the order in which they ran."""
    out = io.StringIO(newline="")
    writer = csv.DictWriter(out, _COLUMNS)
    writer.writeheader()
    writer.writerows(_row(run, order, one) for order, one in enumerate(run.measurements, 1))
    return out.getvalue()


def to_json(run: Run) -> str:
    """Return the plan, the machine, every measurement, and what they add up to."""
    results = summarise(run.plan, run.measurements)
    facts = {
        "schema": SCHEMA,
        "started": run.started,
        "machine": dict(run.machine),
        "plan": plan_facts(run.plan),
        "measurements": [{**measurement_facts(one), "note": one.note, "error": one.error} for one in run.measurements],
        "results": [
            {
                "name": str(one.case.words),
                "case": asdict(one.case),
                "tokens_per_second": _spread(one.speed),
                "of_plain": _spread(one.gain),
                "acceptance_rate": one.acceptance_rate,
                "tokens_per_round": one.tokens_per_round,
                "replies": one.replies,
                "errors": list(one.errors),
            }
            for one in results
        ],
        "verdict": str(verdict(run.plan, results)),
    }
    return json.dumps(facts, ensure_ascii=False, indent=2)


def _spread(spread: Spread | None) -> dict[str, float] | None:
    if spread is None:
        return None
    low, high = spread.quartiles
    return {"median": spread.median, "lower_quartile": low, "upper_quartile": high}


def _row(run: Run, order: int, one: Measurement) -> dict[str, object]:
    case = run.plan.cases[one.cell.case]
    pair = run.plan.pairs[case.pair]
    texts = {
        "pair": pair.name,
        "target": pair.target.name,
        "drafter": pair.drafter.name if pair.drafter else "",
        "prompt": run.plan.prompts[one.cell.prompt],
        "note": one.note,
        "error": one.error,
    }
    return {
        **{name: value for name, value in measurement_facts(one).items() if name != "cell"},
        "order": order,
        "repeat": one.cell.repeat + 1,
        "draft_length": {0: "off", AUTO: "auto"}.get(case.draft_length, case.draft_length),
        "temperature": case.temperature,
        "rule": str(case.rule),
        "copying": int(case.lookup),
        "tokens_per_second": one.tokens_per_second,
        "acceptance_rate": one.acceptance_rate,
        "tokens_per_round": one.tokens_per_round,
        **{name: f"'{text}" if text.startswith(_FORMULA) else text for name, text in texts.items()},
    }
