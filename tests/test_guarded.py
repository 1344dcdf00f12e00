"""The app's own door to models: tried first, remembered, and never taken down."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from app.chats.records import Message, Role
from app.errors import ModelCrashError
from app.guarded import GuardedEngine
from app.journal import Doing, Journal
from app.options import LoadOptions, PairFiles, ReplyOptions
from app.speculation.sampling import Sampling
from app.speculation.stop import Stop
from app.verdicts import Verdicts
from tests.tiny_models import write_broken_llama, write_tiny_llama

pytestmark = pytest.mark.native
OPTIONS = LoadOptions(context=256)
QUESTION = [Message(Role.USER, "alpha")]


def load(engine, path, options=OPTIONS, progress=lambda _fraction: None):
    return engine.load(PairFiles(path.stem, path, None), options, Stop(), progress)


@pytest.fixture(name="engine")
def _engine(paths):
    engine = GuardedEngine(paths, keep_journal=True)
    yield engine
    engine.close()


def test_files_are_tried_once(engine, paths, tmp_path):
    path = write_tiny_llama(tmp_path / "good.gguf")
    seen = []
    load(engine, path, progress=seen.append)
    assert seen == sorted(seen)
    assert seen[-1] == 1.0
    assert paths.load_log.read_text()
    paths.load_log.unlink()
    load(engine, path)
    assert not paths.load_log.exists(), "a trial would have written it"
    path.touch()
    load(engine, path)
    assert paths.load_log.exists(), "another file under the same name is tried again"


def test_what_crashed_is_refused_at_once_and_tried_again_on_request(engine, paths, tmp_path):
    good = write_tiny_llama(tmp_path / "good.gguf")
    load(engine, good)
    bad = write_broken_llama(tmp_path / "bad.gguf", {"llama.expert_count": 4})
    with pytest.raises(ModelCrashError) as first:
        load(engine, bad)
    paths.load_log.unlink()
    with pytest.raises(ModelCrashError) as again:
        load(engine, bad)
    assert str(again.value) == str(first.value)
    assert not paths.load_log.exists()
    with pytest.raises(ModelCrashError):
        load(engine, bad, LoadOptions(context=256, insist=True))
    assert paths.load_log.exists()
    assert engine.loaded.files.target == good, "the pair in memory was not lost for it"


@pytest.mark.parametrize("content", ["", "[]", '{"x": 1}', "nonsense", "[" * 100_000])
def test_damaged_notes_cost_a_trial(paths, tmp_path, content):
    path = write_tiny_llama(tmp_path / "good.gguf")
    paths.data.mkdir()
    paths.verdicts.write_text(content)
    pair = PairFiles("good", path, None)
    verdicts = Verdicts(paths.verdicts)
    assert verdicts.find(pair) is False
    verdicts.keep(pair, None)
    assert verdicts.find(pair) is True


def test_the_journal_is_there_while_llama_cpp_works(engine, paths, tmp_path):
    path = write_tiny_llama(tmp_path / "good.gguf")
    during = []
    load(engine, path, progress=lambda _fraction: during.append(paths.journal.exists()))
    assert during[-1]
    assert not paths.journal.exists()
    events = engine.reply(QUESTION, ReplyOptions(Sampling(temperature=0), max_tokens=4), Stop())
    next(events)
    assert paths.journal.exists()
    assert Journal(paths.journal).take_left_over() is None, "this process still runs"
    list(events)
    assert not paths.journal.exists()


SCRIPT = """
import os, signal, sys
from pathlib import Path
from app.chats.records import Message, Role
from app.options import LoadOptions, PairFiles, ReplyOptions
from app.guarded import GuardedEngine
from app.paths import Paths
from app.speculation.stop import Stop
if __name__ == "__main__":
    home, target, phase = sys.argv[1:]
    engine = GuardedEngine(Paths(Path(home), Path(home) / "logs", Path(home)), keep_journal=True)
    def progress(fraction):
        if phase == "loading" and fraction > 0.7:
            os.kill(os.getpid(), signal.SIGKILL)
    engine.load(PairFiles("mine", Path(target), None), LoadOptions(context=256), Stop(), progress)
    for _ in engine.reply([Message(Role.USER, "alpha")], ReplyOptions(max_tokens=200), Stop()):
        os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.parametrize("doing", list(Doing))
def test_the_next_start_knows_what_an_app_was_doing_that_died(paths, tmp_path, doing):
    path = write_tiny_llama(tmp_path / "good.gguf")
    script = tmp_path / "script.py"
    script.write_text(SCRIPT)
    command = [sys.executable, str(script), str(paths.data), str(path), str(doing)]
    root = str(Path(__file__).parent.parent)
    died = subprocess.run(command, env={**os.environ, "PYTHONPATH": root}, check=False, timeout=120)
    assert died.returncode == -signal.SIGKILL
    left = Journal(paths.journal).take_left_over()
    assert (left.doing, left.files) == (doing, PairFiles("mine", path, None))
    assert Journal(paths.journal).take_left_over() is None, "told once"
