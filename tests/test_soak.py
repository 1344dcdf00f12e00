"""Two hundred replies with random settings, stops, edits and regenerations leave an engine as good as a fresh one."""

from __future__ import annotations

import random

import psutil
import pytest

from app.chats.records import Message, Role
from app.engine import Engine
from app.options import AUTO, ReplyOptions
from app.speculation.records import Finish, PromptProgress, Round, Summary
from app.speculation.sampling import RuleName, Sampling
from app.speculation.stop import Stop
from tests.invariants import check_invariants
from tests.test_engine import load

pytestmark = pytest.mark.native

REPLIES = 200
QUESTIONS = ("Tell me of the sea.", "And then?", "Why?", "Say that again.", "List three.", "In French, please.")
FIXED = [Message(Role.USER, "Write a short story about a hedgehog.")]


def random_options(chance: random.Random) -> ReplyOptions:
    sampling = Sampling(
        temperature=chance.choice([0.0, 0.5, 0.8, 1.2]),
        top_k=chance.choice([0, 1, 40]),
        top_p=chance.choice([0.9, 1.0]),
        min_p=chance.choice([0.0, 0.05]),
        seed=chance.choice([None, chance.randrange(1000)]),
        repeat_penalty=chance.choice([1.0, 1.1]),
        presence_penalty=chance.choice([0.0, 0.5]),
        logit_bias=chance.choice([(), ((28, -2.0),)]),
    )
    return ReplyOptions(
        sampling,
        draft_length=chance.choice([AUTO, 0, 1, 4, 8, 16]),
        max_tokens=chance.randint(1, 14),
        lookup=chance.random() < 0.3,
        rule=chance.choice([None, *RuleName]),
        stop_strings=chance.choice([(), ("the", ".")]),
        drop_oldest=True,
    )


def go_on(chance: random.Random, chat: list[Message]) -> list[Message]:
    """Ask on, edit an earlier question, regenerate the last answer, or start again."""
    kind = chance.random()
    if not chat or kind < 0.1:
        return [Message(Role.USER, chance.choice(QUESTIONS))]
    if kind < 0.3:
        place = chance.choice([place for place, one in enumerate(chat) if one.role is Role.USER])
        return [*chat[:place], Message(Role.USER, chance.choice(QUESTIONS))]
    if kind < 0.5 and chat[-1].role is Role.ASSISTANT:
        return chat[:-1]
    return [*chat, Message(Role.USER, chance.choice(QUESTIONS))] if chat[-1].role is Role.ASSISTANT else chat


def take(engine: Engine, chat: list[Message], options: ReplyOptions, chance: random.Random) -> Summary | None:
    """Read a reply to its end, stop it somewhere, or walk away from it."""
    stop, fate = Stop(), chance.random()
    events = []
    for event in engine.reply(chat, options, stop):
        events.append(event)
        if (fate < 0.1 and isinstance(event, PromptProgress)) or (fate < 0.2 and isinstance(event, Round)):
            stop.set()
        elif fate < 0.25 and isinstance(event, Round):
            return None
    summary = events[-1]
    assert isinstance(summary, Summary)
    if summary.finish is not Finish.STOP_STRING:
        check_invariants(events, 16)
    return summary


def fixed_turn(engine: Engine) -> tuple[int, ...]:
    *_, summary = engine.reply(FIXED, ReplyOptions(Sampling(temperature=0), 4, 32), Stop())
    assert isinstance(summary, Summary)
    return summary.token_ids


def test_two_hundred_replies_leave_the_engine_as_it_was(starter_pair):
    engine = load(starter_pair, context=512)
    expected = fixed_turn(engine)
    chance, chat, process = random.Random(7), [], psutil.Process()
    memory = 0
    for count in range(REPLIES):
        chat = go_on(chance, chat)
        summary = take(engine, chat, random_options(chance), chance)
        if summary is not None and summary.text.strip() and chat[-1].role is Role.USER:
            chat = [*chat, Message(Role.ASSISTANT, summary.text, summary.token_ids)]
        if count == REPLIES // 2:
            memory = process.memory_info().rss
    grown = process.memory_info().rss - memory
    assert fixed_turn(engine) == expected
    engine.close()
    assert grown < 20e6, f"{grown / 1e6:.1f} MB more after the second hundred"
