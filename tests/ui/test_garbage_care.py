"""Python looks for garbage among all objects while nobody waits for the window, and never while it is in use."""

from __future__ import annotations

import gc
import weakref

from PySide6.QtCore import Qt

from tests.fakes import LIGHTHOUSE, FakeEngine, Gate
from tests.ui.waiting import wait_for


class Ring:
    """Refers to itself, so that only a look through all objects frees it."""

    def __init__(self) -> None:
        self.itself = self


def test_garbage_is_looked_for_while_the_person_is_elsewhere(bench, application):
    bench.ask()
    old, kept = Ring(), [Ring()]
    gc.freeze()
    ring = weakref.ref(old)
    del old
    bench.ask()
    assert not any(one is kept for one in gc.get_objects()), "what is there is looked through again and again"
    assert gc.get_threshold()[2] >= 1_000_000
    assert ring() is not None
    application.applicationStateChanged.emit(Qt.ApplicationState.ApplicationInactive)
    assert bench.window._garbage._timer.isActive()
    application.applicationStateChanged.emit(Qt.ApplicationState.ApplicationActive)
    assert not bench.window._garbage._timer.isActive(), "it would stop the window under the person's hands"
    bench.window._garbage._timer.setInterval(0)
    application.applicationStateChanged.emit(Qt.ApplicationState.ApplicationInactive)
    wait_for(lambda: ring() is None, "the garbage to be freed")
    assert gc.get_freeze_count()


def test_what_became_garbage_before_a_reply_is_not_set_aside(bench):
    bench.ask()
    ring = Ring()
    gc.collect()  # it is old now
    seen = weakref.ref(ring)
    del ring
    bench.ask()
    assert seen() is None, "nothing would ever free it while the person stays"


def test_nothing_is_looked_for_during_a_reply_and_python_has_its_own_way_afterwards(open_bench, application):
    gate, before = Gate(), gc.get_threshold()
    bench = open_bench(FakeEngine([*LIGHTHOUSE[:2], gate, *LIGHTHOUSE[2:]]))
    bench.wait_loaded()
    bench.send("How does a lighthouse work?")
    wait_for(lambda: bench.conversation.is_replying, "the reply to begin")
    ring = weakref.ref(Ring())
    bench.window._garbage.look()
    assert ring() is not None, "every thread stood still"
    gate.open()
    bench.wait_replied()
    bench.close()
    application.applicationStateChanged.emit(Qt.ApplicationState.ApplicationInactive)
    assert gc.get_threshold() == before
    assert not gc.get_freeze_count()
