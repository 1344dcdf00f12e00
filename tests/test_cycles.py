"""A thousand replies that are started and stopped leave no memory, thread or file behind."""

from __future__ import annotations

import gc

import psutil
import pytest

from app.chats.records import Message, Role
from app.engine import Engine
from app.options import LoadOptions, PairFiles, ReplyOptions
from app.speculation.records import Round
from app.speculation.stop import Stop
from tests.tiny_models import write_tiny_llama

pytestmark = pytest.mark.native

CYCLES = 1000


def cycle(engine: Engine, number: int) -> None:
    """Begin a reply; stop it before the first token, after some, or walk away from it."""
    stop, rounds = Stop(), 0
    question = [Message(Role.USER, f"alpha {number % 7}")]
    for event in engine.reply(question, ReplyOptions(max_tokens=12, draft_length=number % 4), stop):
        rounds += isinstance(event, Round)
        if number % 3 == 0 or rounds > number % 2:
            stop.set()
        if number % 10 == 1 and rounds > 1:
            return


def test_a_thousand_starts_and_stops_leave_nothing_behind(tmp_path):
    target, drafter = (write_tiny_llama(tmp_path / f"{name}.gguf", seed=seed) for name, seed in (("t", 1), ("d", 2)))
    engine, process = Engine(None), psutil.Process()
    engine.load(PairFiles("tiny", target, drafter), LoadOptions(context=256), Stop(), lambda _fraction: None)
    for number in range(CYCLES // 20):
        cycle(engine, number)
    gc.collect()
    before = process.memory_info().rss, process.num_threads(), process.num_fds()
    for number in range(CYCLES):
        cycle(engine, number)
    gc.collect()
    memory, threads, files = process.memory_info().rss, process.num_threads(), process.num_fds()
    engine.close()
    assert (threads, files) == before[1:]
    assert memory - before[0] < 12e6, f"{(memory - before[0]) / 1e6:.1f} MB more after {CYCLES} replies"
