"""Fixtures: a Hub on loopback, errands that record their progress, threads that must end, real permissions."""

from __future__ import annotations

import os
import threading
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import pytest

from app.catalog.progress import Progress, Reporter
from app.speculation.stop import Stop
from tests.catalog.loopback_hub import LoopbackHub

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

NOBODY = 65534


@pytest.fixture(autouse=True)
def no_thread_left() -> Iterator[None]:
    """Threads that were left behind must end by themselves once the other side is gone."""
    before = set(threading.enumerate())
    yield
    for thread in set(threading.enumerate()) - before:
        thread.join(timeout=20)
        assert not thread.is_alive(), thread


@pytest.fixture
def hub(no_thread_left: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[LoopbackHub]:
    for variable in ("NO_PROXY", "no_proxy"):
        monkeypatch.setenv(variable, "127.0.0.1")
    with LoopbackHub() as server:
        yield server


@dataclass
class Errand:
    """A stop, a reporter that obeys it, and the progress that was told."""

    stop: Stop = field(default_factory=Stop)
    told: list[Progress] = field(default_factory=list)

    @property
    def reporter(self) -> Reporter:
        return Reporter(self.stop, self.told.append, "test")

    def stop_when(self, event: threading.Event) -> None:
        """Ask to stop, from another thread, once `event` is set."""

        def wait() -> None:
            event.wait()
            self.stop.set()

        threading.Thread(target=wait).start()


@pytest.fixture
def errand() -> Errand:
    return Errand()


@pytest.fixture
def without_privileges(tmp_path: Path) -> Iterator[Callable[[], None]]:
    """Call it to become somebody whom permissions bind, until the test ends (root may read everything)."""
    privileged = os.geteuid() == 0

    def become_nobody() -> None:
        if privileged:
            os.seteuid(NOBODY)

    yield become_nobody
    if privileged:
        os.seteuid(0)
    tmp_path.chmod(0o700)
