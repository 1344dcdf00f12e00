"""What the lab's sentences are in the person's language."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QDateTime, QLocale

from app.lab.plan import RunKind
from app.ui.statistics_line import NOTHING

if TYPE_CHECKING:
    from app.lab.results import Spread
    from app.lab.run import Run

_MINUTE = 60


def spread_text(spread: Spread | None, digits: int) -> str:
    """Return a median with its quartiles."""
    if spread is None:
        return NOTHING
    low, high = spread.quartiles
    return f"{spread.median:.{digits}f}  ({low:.{digits}f} – {high:.{digits}f})"


def run_title(run: Run) -> str:
    """Return one line for a run in the history."""
    date = QLocale().toString(QDateTime.fromSecsSinceEpoch(int(run.started)), QLocale.FormatType.ShortFormat)
    kind = _text("best draft length") if run.plan.kind is RunKind.FIND else _text("comparison")
    pairs = run.plan.pairs
    names = pairs[0].name if len(pairs) == 1 else _text("{number} pairs").format(number=len(pairs))
    parts = [date, kind, names]
    if not run.complete:
        parts.append(_text("{done} of {all} replies").format(done=len(run.measurements), all=run.size))
    return " · ".join(parts)


def machine_text(run: Run) -> str:
    """Return what a run was measured on."""
    known = run.machine
    versions = [f"{name} {known[name]}" for name in ("draftlight", "llama-cpp-python", "python") if name in known]
    processors = known.get("processors", "")
    counted = _text("{number} processors").format(number=processors) if processors else ""
    named = " · ".join(part for part in (known.get("processor", ""), counted) if part)
    return " · ".join(part for part in (known.get("system", ""), named, known.get("devices", ""), *versions) if part)


def left_text(run: Run, begun: float, done_before: int) -> str:
    """Return how long a run will go on, judged by what it did since `begun` (seconds of the monotonic clock)."""
    done = len(run.measurements) - done_before
    if not done:
        return ""
    seconds = (time.monotonic() - begun) / done * (run.size - len(run.measurements))
    if seconds < _MINUTE:
        return _text("less than a minute left")
    return _text("about {minutes} min left").format(minutes=round(seconds / _MINUTE))


def _text(source: str) -> str:
    return QCoreApplication.translate("lab", source)
