"""Ctrl-C as a request to stop, obeyed also while native code runs."""

from __future__ import annotations

import os
import signal
import socket
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from app.speculation.stop import Stop


@contextmanager
def stop_on_interrupt(stop: Stop) -> Iterator[None]:
    """Set `stop` on Ctrl-C; a second one ends the program at once.

    Python runs signal handlers between bytecodes, so not during a pass of llama.cpp. The wake-up descriptor is
    written by the C handler itself, and a thread that waits for it sets the flag that the pass watches.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    receiver, sender = socket.socketpair()
    sender.setblocking(False)

    def wait() -> None:
        if receiver.recv(1):
            stop.set()

    waiter = threading.Thread(target=wait, name="interrupt", daemon=True)
    waiter.start()

    interrupts = []

    def handle(_signal: int, _frame: object) -> None:
        stop.set()
        interrupts.append(1)
        if len(interrupts) > 1:
            # An exception could come up anywhere, even inside a call from native code.
            os._exit(130)

    previous = signal.signal(signal.SIGINT, handle)
    previous_descriptor = signal.set_wakeup_fd(sender.fileno(), warn_on_full_buffer=False)
    try:
        yield
    finally:
        signal.set_wakeup_fd(previous_descriptor)
        signal.signal(signal.SIGINT, previous)
        sender.close()
        waiter.join()
        receiver.close()
