"""Items cross from the thread in order; a thread that is left behind closes its generator and ends."""

from __future__ import annotations

import errno
import socket
import threading
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from app.catalog import network
from app.catalog.network import from_thread, unreachable
from app.errors import CancelledError, OfflineError, UnreachableError
from app.speculation.stop import Stop

if TYPE_CHECKING:
    from collections.abc import Generator

LONG = 3600.0


def test_items_arrive_in_order() -> None:
    def count() -> Generator[int]:
        yield from range(1000)

    assert list(from_thread(count, Stop(), LONG)) == list(range(1000))


def test_an_error_arrives_after_the_items_before_it() -> None:
    def fail() -> Generator[int]:
        yield 1
        raise ValueError("broken")

    items = from_thread(fail, Stop(), LONG)
    assert next(items) == 1
    with pytest.raises(ValueError, match="broken"):
        next(items)


def test_stop_ends_a_wait_that_cannot_be_interrupted() -> None:
    release, waiting, closed, stop = threading.Event(), threading.Event(), threading.Event(), Stop()

    def block() -> Generator[int]:
        try:
            waiting.set()
            release.wait()
            yield 1
        finally:
            closed.set()

    def stop_it() -> None:
        waiting.wait()
        stop.set()

    threading.Thread(target=stop_it).start()
    with pytest.raises(CancelledError):
        next(from_thread(block, stop, LONG))
    assert not closed.is_set()
    release.set()
    assert closed.wait(timeout=20)


def test_patience_ends() -> None:
    release = threading.Event()

    def block() -> Generator[int]:
        yield 1
        release.wait()

    with closing(from_thread(block, Stop(), 0.01)) as items:
        assert next(items) == 1
        with pytest.raises(TimeoutError):
            next(items)
    release.set()


def test_a_caller_that_takes_no_more_ends_the_thread() -> None:
    closed = threading.Event()

    def for_ever() -> Generator[int]:
        try:
            while True:
                yield 1
        finally:
            closed.set()

    items = from_thread(for_ever, Stop(), LONG)
    assert next(items) == 1
    items.close()
    assert closed.wait(timeout=20)


UNKNOWN = socket.gaierror(socket.EAI_NONAME, "unknown")


@pytest.mark.parametrize(
    ("error", "has_route", "kind"),
    [
        (OSError(errno.ENETUNREACH, "unreachable"), True, OfflineError),
        (socket.gaierror(socket.EAI_AGAIN, "again"), True, OfflineError),
        (UNKNOWN, False, OfflineError),
        (UNKNOWN, True, UnreachableError),
        (ConnectionRefusedError(errno.ECONNREFUSED, "refused"), False, UnreachableError),
        (TimeoutError(), False, UnreachableError),
    ],
)
def test_offline_is_told_from_a_hub_that_does_not_answer(
    monkeypatch: pytest.MonkeyPatch, error: OSError, has_route: bool, kind: type[UnreachableError]
) -> None:
    monkeypatch.setattr(network, "_has_route", lambda: has_route)
    outer = RuntimeError("as the client wraps it")
    outer.__cause__ = error
    assert type(unreachable("The test", outer)) is kind


def test_whether_there_is_a_route_is_found_without_sending(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_route(*_: object) -> None:
        raise OSError(errno.ENETUNREACH, "unreachable")

    assert network._has_route() in {True, False}
    monkeypatch.setattr(socket, "socket", no_route)
    assert network._has_route() is False
