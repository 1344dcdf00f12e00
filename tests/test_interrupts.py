from __future__ import annotations

import os
import signal
import threading

from app.interrupts import stop_on_interrupt
from app.speculation.stop import Stop


def test_an_interrupt_sets_the_stop_and_a_second_one_ends_the_program(monkeypatch):
    before = signal.getsignal(signal.SIGINT)
    stop, ended = Stop(), []
    monkeypatch.setattr(os, "_exit", ended.append)
    with stop_on_interrupt(stop):
        os.kill(os.getpid(), signal.SIGINT)
        assert stop.is_set
        assert not ended
        os.kill(os.getpid(), signal.SIGINT)
        assert ended == [130]
    assert signal.getsignal(signal.SIGINT) is before
    assert not [thread for thread in threading.enumerate() if thread.name == "interrupt"]


def test_native_code_sees_the_stop_while_it_runs():
    """A C call that holds the main thread must not keep the flag from being set."""
    stop = Stop()
    with stop_on_interrupt(stop):
        waiter = next(thread for thread in threading.enumerate() if thread.name == "interrupt")
        # The thread inside `stop_on_interrupt` sets the flag; here the main thread only waits in C.
        killer = threading.Timer(0, os.kill, (os.getpid(), signal.SIGINT))
        killer.start()
        killer.join()
        waiter.join(timeout=10)
        assert stop.is_set


def test_outside_the_main_thread_nothing_is_installed():
    seen = []

    def run():
        with stop_on_interrupt(Stop()):
            seen.append(signal.getsignal(signal.SIGINT))

    before = signal.getsignal(signal.SIGINT)
    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    assert seen == [before]
