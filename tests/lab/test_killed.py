"""A process that measures is killed at any moment, and another one goes on."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from app.lab.measure import measure
from app.lab.measurement import Measurement
from app.lab.plan import interleave
from app.lab.store import RunStore
from app.speculation.stop import Stop
from tests.conftest import ROOT
from tests.lab.scripted_lab import ScriptedLab, plan

CHILD = """
import sys
from pathlib import Path
from app.lab.measure import measure
from app.lab.measurement import Measurement
from app.lab.store import RunStore
from app.speculation.stop import Stop
from tests.lab.scripted_lab import ScriptedLab
store = RunStore(Path(sys.argv[1]))
run = store.list_runs()[0]
for event in measure(ScriptedLab(lambda case: 10), run.plan, run.measurements, Stop()):
    if isinstance(event, Measurement):
        run = store.keep(run, event)
        print(len(run.measurements), flush=True)
"""


def measure_until_killed(folder, replies) -> int:
    """Have a process measure, kill it when it has told of so many replies; return the last number that it told."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", CHILD, str(folder)]
    with subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True) as child:
        told = [int(child.stdout.readline()) for _ in range(replies)]
        child.kill()
        told += [int(line) for line in child.stdout.read().splitlines(keepends=True) if line.endswith("\n")]
    assert child.returncode
    return told[-1]


@pytest.mark.parametrize("kills", [(1, 23), (60, 7)])
def test_what_was_told_is_kept_and_the_run_goes_on_where_it_was(tmp_path, kills):
    store = RunStore(tmp_path)
    planned = plan(lengths=(2, 4, 8), repeats=40)
    store.create(planned, {})
    kept = ()
    for replies in kills:
        told = measure_until_killed(tmp_path, replies)
        (run,) = store.list_runs()
        assert told <= len(run.measurements) <= told + 1
        assert run.measurements[: len(kept)] == kept
        kept = run.measurements
    for event in measure(ScriptedLab(lambda case: 10), planned, run.measurements, Stop()):
        if isinstance(event, Measurement):
            run = store.keep(run, event)
    assert run.complete
    everything = range(len(planned.cases))
    assert [one.cell for one in run.measurements] == [
        cell for repeat in range(40) for cell in interleave(planned, everything, repeat)
    ]
    assert store.read(run.path).measurements == run.measurements
