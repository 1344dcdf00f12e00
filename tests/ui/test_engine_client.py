from __future__ import annotations

import logging
import threading

import pytest
from PySide6.QtTest import QSignalSpy

from app.chats.records import Message, Role
from app.errors import CancelledError, DecodeError, EngineRestartedError, NotGgufError
from app.options import LoadOptions, ReplyOptions
from app.speculation.records import Finish, Summary
from app.ui.bugs import Bug
from app.ui.engine_client import EngineClient
from app.ui.worker import EventArrived
from tests.fakes import LIGHTHOUSE, FakeEngine, Gate, Wall, fake_pair
from tests.ui.waiting import wait_for, wait_for_signal

HELLO = (Message(Role.USER, "a secret question"),)


@pytest.fixture
def make(guard, tmp_path):
    clients = []

    def make_(engine, **options) -> EngineClient:
        client = EngineClient(engine if callable(engine) else lambda: engine, **options)
        clients.append(client)
        return client

    yield make_
    for client in clients:
        if client._thread.isRunning():
            client.close()


def load(client, tmp_path):
    return wait_for_signal(client.pair_loaded, lambda: client.load(fake_pair(tmp_path), LoadOptions()))[0]


def events_of(client) -> list:
    events = []
    client.event_arrived.connect(lambda record: events.append(record.event))
    return events


def test_the_engine_is_made_and_used_in_one_other_thread(make, tmp_path):
    made_in = []
    engine = FakeEngine(LIGHTHOUSE)

    def make_engine():
        made_in.append(threading.get_ident())
        return engine

    client = make(make_engine)
    assert made_in == []
    load(client, tmp_path)
    wait_for_signal(client.reply_ended, lambda: client.reply(HELLO, ReplyOptions()))
    client.close()
    assert engine.closed
    assert engine.threads_seen == set(made_in)
    assert threading.get_ident() not in engine.threads_seen


def test_events_arrive_in_order_and_the_last_is_the_summary(make, tmp_path):
    client = make(FakeEngine(LIGHTHOUSE))
    load(client, tmp_path)
    events = events_of(client)
    wait_for_signal(client.reply_ended, lambda: client.reply(HELLO, ReplyOptions()))
    assert tuple(events[:-1]) == LIGHTHOUSE
    assert isinstance(events[-1], Summary)


def test_stop_ends_a_reply_with_what_was_emitted(make, tmp_path):
    gate = Gate()
    client = make(FakeEngine([*LIGHTHOUSE[:2], gate, *LIGHTHOUSE[2:]]))
    load(client, tmp_path)
    events = events_of(client)
    client.reply(HELLO, ReplyOptions())
    wait_for(gate.reached.is_set)
    wait_for_signal(client.reply_ended, client.stop_reply)
    assert tuple(events[:2]) == LIGHTHOUSE[:2]
    assert [events[-1].finish, len(events)] == [Finish.STOPPED, 3]


def test_events_of_an_older_request_are_dropped(make, tmp_path):
    gate = Gate()
    client = make(FakeEngine([LIGHTHOUSE[0], gate, LIGHTHOUSE[1]], [LIGHTHOUSE[5]]))
    load(client, tmp_path)
    spy = QSignalSpy(client.event_arrived)
    client.reply(HELLO, ReplyOptions())
    wait_for(gate.reached.is_set)
    second = []
    wait_for_signal(client.reply_ended, lambda: second.append(client.reply(HELLO, ReplyOptions())))
    late = [spy.at(n)[0] for n in range(spy.count())]
    assert {record.request_id for record in late if record.event is LIGHTHOUSE[5]} == set(second)
    stale = EventArrived(second[0] - 1, LIGHTHOUSE[1])
    before = spy.count()
    client._on_event_arrived(stale)
    assert spy.count() == before
    assert [record.event for record in late if record.request_id != second[0]] in ([], [LIGHTHOUSE[0]])


def test_a_known_error_arrives_as_it_is(make, tmp_path):
    client = make(FakeEngine([LIGHTHOUSE[0], DecodeError(model="m", detail="-3")]))
    load(client, tmp_path)
    (failed,) = wait_for_signal(client.reply_failed, lambda: client.reply(HELLO, ReplyOptions()))
    assert isinstance(failed.error, DecodeError)


def test_a_bug_arrives_with_its_traceback_and_the_log_has_no_text_of_the_chat(make, tmp_path, caplog):
    client = make(FakeEngine([KeyError("a secret question")]))
    load(client, tmp_path)
    with caplog.at_level(logging.ERROR):
        (failed,) = wait_for_signal(client.reply_failed, lambda: client.reply(HELLO, ReplyOptions()))
    assert isinstance(failed.error, Bug)
    assert "KeyError" in failed.error.details
    assert "_play" in failed.error.details
    assert "KeyError" in caplog.text
    assert "_play" in caplog.text
    assert "secret" not in caplog.text
    events = events_of(client)
    client._worker._engine.scripts = [LIGHTHOUSE]
    wait_for_signal(client.reply_ended, lambda: client.reply(HELLO, ReplyOptions()))
    assert len(events) == len(LIGHTHOUSE) + 1


def test_loading_tells_its_progress(make, tmp_path):
    engine = FakeEngine()
    engine.load_steps = [0.1, 0.101, 0.5, 1.0]
    client = make(engine)
    spy = QSignalSpy(client.pair_loading)
    load(client, tmp_path)
    assert [spy.at(n)[0].fraction for n in range(spy.count())] == [0.1, 0.5, 1.0]


def test_a_load_can_be_cancelled(make, tmp_path):
    engine, gate = FakeEngine(), Gate()
    engine.load_steps = [0.2, gate, 0.9]
    client = make(engine)
    client.load(fake_pair(tmp_path), LoadOptions())
    wait_for(gate.reached.is_set)
    (failed,) = wait_for_signal(client.load_failed, client.cancel_load)
    assert isinstance(failed.error, CancelledError)
    assert failed.loaded is None


def test_a_failed_load_says_what_is_still_loaded(make, tmp_path):
    engine = FakeEngine()
    client = make(engine)
    pair = load(client, tmp_path).pair
    engine.load_steps = [NotGgufError(path="x")]
    (failed,) = wait_for_signal(client.load_failed, lambda: client.load(fake_pair(tmp_path), LoadOptions()))
    assert failed.loaded == pair


def test_a_second_load_replaces_the_first(make, tmp_path):
    engine, gate = FakeEngine(), Gate()
    engine.load_steps = [gate]
    client = make(engine)
    failures = QSignalSpy(client.load_failed)
    client.load(fake_pair(tmp_path, "first"), LoadOptions())
    wait_for(gate.reached.is_set)
    gate_open = fake_pair(tmp_path, "second")
    engine.load_steps = []
    loaded = wait_for_signal(client.pair_loaded, lambda: client.load(gate_open, LoadOptions()))[0]
    assert loaded.pair.files.name == "second"
    assert failures.count() == 0


def test_loads_that_were_overtaken_before_they_began_do_not_reach_the_engine(make, tmp_path):
    engine, wall = FakeEngine(), Wall()
    engine.load_steps = [wall]
    client = make(engine)
    client.load(fake_pair(tmp_path, "first"), LoadOptions())
    wait_for(wall.reached.is_set)
    engine.load_steps = []
    for name in ("second", "third"):
        client.load(fake_pair(tmp_path, name), LoadOptions())
    last = fake_pair(tmp_path, "last")
    client.load(last, LoadOptions())
    wait_for_signal(client.pair_loaded, wall.open)
    assert [files.name for files in engine.loads] == ["first", "last"]


def test_closing_while_a_reply_is_written_stops_it_and_passes_on_its_end(make, tmp_path):
    gate = Gate()
    engine = FakeEngine([LIGHTHOUSE[0], gate, *LIGHTHOUSE[1:]])
    client = make(engine)
    load(client, tmp_path)
    ended, events = QSignalSpy(client.reply_ended), events_of(client)
    client.reply(HELLO, ReplyOptions())
    wait_for(gate.reached.is_set)
    client.close()
    assert engine.closed
    assert not client._thread.isRunning()
    assert ended.count() == 1
    assert events[-1].finish is Finish.STOPPED


def test_an_engine_that_ignores_a_stop_is_told_and_replaced(make, tmp_path):
    wall = Wall()
    engines = [FakeEngine([LIGHTHOUSE[0], wall]), FakeEngine(LIGHTHOUSE)]
    made = iter(engines)
    client = make(lambda: next(made), patience_ms=20)
    load(client, tmp_path)
    client.reply(HELLO, ReplyOptions())
    wait_for(wall.reached.is_set)
    wait_for_signal(client.got_stuck, client.stop_reply)
    stale = events_of(client)
    failures, restarts = QSignalSpy(client.reply_failed), QSignalSpy(client.restarted)
    client.restart()
    assert isinstance(failures.at(0)[0].error, EngineRestartedError)
    assert restarts.count() == 1
    load(client, tmp_path)
    wait_for_signal(client.reply_ended, lambda: client.reply(HELLO, ReplyOptions()))
    assert tuple(stale[:-1]) == LIGHTHOUSE, "nothing of the old engine arrives"
    assert client.is_stuck
    wall.open()
    wait_for(lambda: not client.is_stuck, "the old thread to come to its end")
    assert engines[0].closed
    client.close()


def test_closing_does_not_wait_for_ever(make, tmp_path):
    wall = Wall()
    client = make(FakeEngine([LIGHTHOUSE[0], wall]), patience_ms=20)
    load(client, tmp_path)
    client.reply(HELLO, ReplyOptions())
    wait_for(wall.reached.is_set)
    client.close()
    assert client.is_stuck
    wall.open()
    wait_for(lambda: not client.is_stuck)


def test_a_stop_that_is_obeyed_is_no_reason_for_alarm(make, tmp_path):
    gate = Gate()
    client = make(FakeEngine([LIGHTHOUSE[0], gate]), patience_ms=1)
    load(client, tmp_path)
    client.reply(HELLO, ReplyOptions())
    wait_for(gate.reached.is_set)
    wait_for_signal(client.reply_ended, client.stop_reply)
    assert not client._watch.isActive()
