"""A model file that is deleted, replaced or cut short while it is loaded, in a process of its own."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

import pytest

from app.journal import Doing, Journal
from app.options import PairFiles
from tests.conftest import ROOT
from tests.tiny_models import write_tiny_llama

pytestmark = pytest.mark.native

SCRIPT = """
import os, sys
from pathlib import Path
from app.chats.records import Message, Role
from app.options import LoadOptions, PairFiles, ReplyOptions
from app.guarded import GuardedEngine
from app.paths import Paths
from app.speculation.records import Round
from app.speculation.stop import Stop
if __name__ == "__main__":
    home, target, fate, whole = sys.argv[1:]
    options = LoadOptions(context=256, read_whole=whole == "whole")
    engine = GuardedEngine(Paths(Path(home), Path(home) / "logs", Path(home)), keep_journal=True)
    files = PairFiles("mine", Path(target), None)
    engine.load(files, options, Stop(), lambda _fraction: None)
    rounds = 0
    for event in engine.reply([Message(Role.USER, "alpha")], ReplyOptions(max_tokens=60), Stop()):
        if isinstance(event, Round):
            rounds += 1
            if rounds == 3:
                {"deleted": lambda: os.unlink(target),
                 "replaced": lambda: os.replace(target + ".other", target),
                 "truncated": lambda: os.truncate(target, 4096)}[fate]()
    print(rounds)
    engine.close()
    try:
        engine.load(files, options, Stop(), lambda _fraction: None)
    except Exception as error:
        print(type(error).__name__, error)
    else:
        print("loaded")
"""


def run(paths, tmp_path, fate, how="mapped"):
    target = write_tiny_llama(tmp_path / "good.gguf")
    write_tiny_llama(tmp_path / "good.gguf.other", words=("delta",), seed=4)
    script = tmp_path / "script.py"
    script.write_text(SCRIPT)
    command = [sys.executable, str(script), str(paths.data), str(target), fate, how]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=120)
    return target, done


@pytest.mark.parametrize(
    ("fate", "how", "then"),
    [
        ("deleted", "mapped", "ModelFileMissingError"),
        ("replaced", "mapped", "loaded"),
        ("deleted", "whole", "ModelFileMissingError"),
        ("truncated", "whole", "ModelFileTruncatedError"),
    ],
)
def test_the_reply_goes_on_without_its_file(paths, tmp_path, fate, how, then):
    """The system keeps what is mapped, but for what is cut off; what was read whole needs no file any more.

    The next load says what is wrong with the file, or tries the other one.
    """
    _target, done = run(paths, tmp_path, fate, how)
    assert done.returncode == 0, done.stderr
    rounds, loaded = done.stdout.splitlines()
    assert int(rounds) > 3
    assert loaded.startswith(then)
    assert Journal(paths.journal).take_left_over() is None


def test_a_file_that_is_cut_short_ends_the_process_and_the_next_start_knows(paths, tmp_path):
    """What is mapped beyond the new end is no memory any more: the system ends whoever reads it."""
    target, done = run(paths, tmp_path, "truncated")
    assert done.returncode == -signal.SIGBUS, done.stdout + done.stderr
    left = Journal(paths.journal).take_left_over()
    assert (left.doing, left.files) == (Doing.WRITING, PairFiles("mine", target, None))
