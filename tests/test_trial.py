"""Trials in another process, on real files: what takes that process down becomes a sentence."""

from __future__ import annotations

import os
import signal
import stat

import psutil
import pytest

from app.errors import CancelledError, ContextError, LoadMemoryError, ModelCrashError, ModelHangError, ModelLoadError
from app.options import LoadOptions, PairFiles
from app.speculation.stop import Stop
from app.speeds import SpeedStore
from app.trial import try_pair
from tests.tiny_models import write_broken_llama, write_tiny_llama

pytestmark = pytest.mark.native
OPTIONS = LoadOptions(context=256)


def tried(tmp_path, pair, *, stop=None, progress=lambda _fraction: None, options=OPTIONS, **more):
    return try_pair(pair, options, stop or Stop(), progress, log=tmp_path / "logs" / "load.log", **more)


def alone(path):
    return PairFiles(path.stem, path, None)


def once(action):
    """As progress: do something to the other process at the first word of it."""
    told = []

    def progress(fraction):
        if not told:
            action(the_child())
        told.append(fraction)

    return progress


def the_child():
    """The process of the trial; the resource tracker of multiprocessing is not one."""
    return next(one for one in psutil.Process().children() if "spawn_main" in " ".join(one.cmdline()))


def test_a_good_pair_is_reported(tmp_path, starter_pair):
    seen = []
    speeds = tmp_path / "speeds.json"
    report = tried(tmp_path, starter_pair, progress=seen.append, options=LoadOptions(context=512), speeds=speeds)
    assert seen == sorted(seen)
    assert seen[-1] == 1.0
    assert report.memory > 200e6
    assert report.tokens_per_second > 0
    assert speeds.exists(), "what passes cost was measured there, and need not be again"
    log = tmp_path / "logs" / "load.log"
    assert "llama" in log.read_text()
    assert stat.S_IMODE(log.stat().st_mode) == 0o600


def test_what_aborts_llama_cpp_is_a_sentence_about_the_file(tmp_path):
    path = write_broken_llama(tmp_path / "experts.gguf", {"llama.expert_count": 4})
    with pytest.raises(ModelCrashError, match=r"experts\.gguf \(.*GGML_ASSERT\(.*expert") as caught:
        tried(tmp_path, alone(path))
    assert str(caught.value).count("GGML_ASSERT") == 1
    assert "/src/" not in str(caught.value)


def test_the_drafter_is_blamed_for_what_the_drafter_does(tmp_path):
    target = write_tiny_llama(tmp_path / "target.gguf")
    drafter = write_broken_llama(tmp_path / "drafter.gguf", {"llama.expert_count": 4})
    with pytest.raises(ModelCrashError, match=r"drafter\.gguf"):
        tried(tmp_path, PairFiles("pair", target, drafter))


def test_numbers_that_are_none_are_the_files_fault(tmp_path):
    path = write_broken_llama(tmp_path / "rope.gguf", {"llama.rope.freq_base": 0.0})
    with pytest.raises(ModelLoadError, match=r"rope\.gguf .*no numbers"):
        tried(tmp_path, alone(path))


def test_a_process_without_a_sign_of_life_is_ended(tmp_path, starter_pair):
    with pytest.raises(ModelHangError, match=r" 0\.5 s"):
        tried(tmp_path, starter_pair, progress=once(psutil.Process.suspend), patience=0.5)
    assert not any("spawn_main" in str(one.cmdline()) for one in psutil.Process().children())


def test_a_process_that_the_system_ends_ran_out_of_memory(tmp_path, starter_pair):
    with pytest.raises(LoadMemoryError, match="the system ended"):
        tried(tmp_path, starter_pair, progress=once(psutil.Process.kill))


@pytest.mark.parametrize("megabytes", [130, 170, 300])
def test_too_little_memory_is_a_sentence(tmp_path, starter_pair, megabytes):
    with pytest.raises((LoadMemoryError, ContextError), match=r"not enough memory .*gguf"):
        tried(tmp_path, starter_pair, memory_limit=megabytes << 20, options=LoadOptions(context=8192))


def test_a_stop_ends_it(tmp_path, starter_pair):
    stop = Stop()
    with pytest.raises(CancelledError):
        tried(tmp_path, starter_pair, stop=stop, progress=lambda _fraction: stop.set())


def test_a_trial_ends_with_the_process_that_asked_for_it(tmp_path, starter_pair):
    """kill -9 of the app leaves no process behind."""
    read, write = os.pipe()
    app = os.fork()
    if app == 0:  # the app of this test

        def tell(_fraction):
            os.write(write, str(the_child().pid).encode())
            os.kill(os.getpid(), signal.SIGKILL)

        tried(tmp_path, starter_pair, progress=tell)
        os._exit(1)
    os.close(write)
    assert os.WTERMSIG(os.waitpid(app, 0)[1]) == signal.SIGKILL
    child = psutil.Process(int(os.read(read, 20)))
    os.close(read)
    gone, _ = psutil.wait_procs([child], timeout=30)
    assert gone or child.status() == psutil.STATUS_ZOMBIE


def test_what_the_trial_measured_serves_the_app(tmp_path, starter_pair):
    speeds = tmp_path / "speeds.json"
    tried(tmp_path, starter_pair, speeds=speeds, options=LoadOptions(context=512))
    before = speeds.read_bytes()
    tried(tmp_path, starter_pair, speeds=speeds, options=LoadOptions(context=512))
    known, again = (SpeedStore(speeds)._known() for _ in range(2))
    assert known == again
    assert len(known) == 1, before
