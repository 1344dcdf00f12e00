"""The note of what is being done survives a clock that is set meanwhile."""

from __future__ import annotations

from pathlib import Path

import psutil
import pytest

from app.journal import Doing, Journal
from app.options import PairFiles

FILES = PairFiles("mine", Path("target.gguf"), None)


@pytest.mark.parametrize("jump", [-1e6, -1.0, 0.0, 3600.0, 1e9])
def test_a_process_that_runs_is_known_when_the_clock_was_set(tmp_path, monkeypatch, jump):
    """Linux knows since when a process runs; the date of that moves with the clock."""
    journal, booted = Journal(tmp_path / "running.json"), psutil.boot_time()
    with journal.during(Doing.WRITING, FILES):
        monkeypatch.setattr(psutil._psplatform, "boot_time", lambda: booted + jump)
        assert journal.take_left_over() is None
        assert journal.path.exists()


def test_another_process_with_its_number_is_not_taken_for_it(tmp_path, monkeypatch):
    journal = Journal(tmp_path / "running.json")
    entry = journal.during(Doing.WRITING, FILES)
    entry.__enter__()
    started = psutil.Process.create_time
    monkeypatch.setattr(psutil.Process, "create_time", lambda process: started(process) + 5)
    left = journal.take_left_over()
    assert (left.doing, left.files) == (Doing.WRITING, FILES)
    entry.__exit__(None, None, None)
