"""The history of runs: a folder with one JSON Lines file for each.

The first line has the plan and the machine, each line after it one measurement, written and synchronised when its cell
is done: a kill costs the cell under way. A last line that was cut short is given up when the run goes on.
"""

from __future__ import annotations

import json
import logging
import os
import secrets
import time
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from app.errors import FolderMissingError, LabRunError, NotWritableError
from app.lab.codec import SCHEMA, measurement_facts, measurement_from, plan_facts, plan_from
from app.lab.run import Run
from app.paths import make_folder, open_private

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from app.lab.measurement import Measurement
    from app.lab.plan import Plan

_SUFFIX = ".jsonl"
_LARGEST = 64 << 20
_LOG = logging.getLogger(__name__)


class RunStore:
    """Reads and writes runs; safe from several threads, as each call opens its file anew."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def create(self, plan: Plan, machine: Mapping[str, str]) -> Run:
        """Begin a run.

        Raises:
            NotWritableError: the disk does not allow it.
        """
        started = time.time()
        stamp = time.strftime("%Y%m%d-%H%M%S", time.localtime(started))
        run = Run(self.folder / f"{stamp}-{secrets.token_hex(3)}{_SUFFIX}", started, plan, dict(machine))
        make_folder(self.folder)
        self._append(
            run.path, {"schema": SCHEMA, "started": started, "machine": run.machine, "plan": plan_facts(plan)}, new=True
        )
        return run

    def keep(self, run: Run, one: Measurement) -> Run:
        """Write down a cell that is done; return the run with it.

        Raises:
            NotWritableError: the disk does not allow it.
        """
        self._append(run.path, measurement_facts(one))
        return replace(run, measurements=(*run.measurements, one))

    def list_runs(self) -> tuple[Run, ...]:
        """Return all runs that can be read, the latest first."""
        runs = []
        try:
            paths = sorted(self.folder.glob(f"*{_SUFFIX}"), reverse=True)
        except OSError as error:
            raise FolderMissingError(path=self.folder) from error
        for path in paths:
            try:
                runs.append(self.read(path))
            except LabRunError as error:
                _LOG.warning("A run of the lab is left out: %s", error.fields.get("detail"))
        return tuple(sorted(runs, key=lambda run: -run.started))

    def read(self, path: Path) -> Run:
        """Return a run with all that was measured; repeated cells count once.

        Raises:
            LabRunError: it is none, or of a newer program.
        """
        try:
            with path.open("rb") as file:
                data = file.read(_LARGEST + 1)
            if len(data) > _LARGEST:
                raise ValueError("it is too large")
            # What stands behind the last line break was cut short by a kill.
            head, *lines = data.decode("utf-8").split("\n")[:-1] or [""]
            return _decoded(path, json.loads(head), [json.loads(line) for line in lines])
        except (OSError, ValueError, RecursionError) as error:
            raise LabRunError(path=path, detail=getattr(error, "strerror", None) or error) from error

    def delete(self, run: Run) -> None:
        """Remove a run for good.

        Raises:
            NotWritableError: the disk does not allow it.
        """
        try:
            run.path.unlink(missing_ok=True)
        except OSError as error:
            raise NotWritableError(path=run.path, detail=error.strerror or error) from error

    def _append(self, path: Path, facts: Mapping[str, Any], *, new: bool = False) -> None:
        line = json.dumps(facts, ensure_ascii=True).encode() + b"\n"
        try:
            with open(path, "xb+" if new else "rb+", opener=open_private) as file:
                _seek_end(file)
                file.write(line)
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            raise NotWritableError(path=path, detail=error.strerror or error) from error


def _seek_end(file: Any) -> None:
    """Go to the end of the last whole line, and forget what a kill left behind it."""
    end = file.seek(0, os.SEEK_END)
    if not end:
        return
    back = min(end, 1 << 16)
    file.seek(end - back)
    whole = file.read(back).rfind(b"\n") + 1
    file.truncate(file.seek(end - back + whole))


def _decoded(path: Path, head: Any, lines: list[Any]) -> Run:
    if not isinstance(head, dict) or not isinstance(head.get("schema"), int):
        raise ValueError("it is no run of the lab")
    if head["schema"] > SCHEMA:
        raise ValueError("it is from a newer Draftlight")
    plan = plan_from(head.get("plan"))
    machine, started = head.get("machine"), head.get("started")
    if not isinstance(machine, dict) or isinstance(started, bool) or not isinstance(started, (int, float)):
        raise ValueError("its head is incomplete")
    if not 0 <= started < 1e11:
        raise ValueError("its date is out of range")
    measurements = (measurement_from(line, plan) for line in lines)
    found = {one.cell: one for one in measurements}
    facts = {str(name): str(value) for name, value in machine.items()}
    return Run(path, float(started), plan, facts, tuple(found.values()))
