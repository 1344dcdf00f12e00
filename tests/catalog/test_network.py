"""Items cross from the thread in order; a thread that is left behind closes its generator and ends."""

from __future__ import annotations

import threading
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from app.catalog.network import from_thread
from app.errors import CancelledError
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
