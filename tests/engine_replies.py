"""Replies of an engine on small models, as tests ask for them."""

from __future__ import annotations

import numpy as np

from app.chats.records import Message, Role
from app.engine import Engine
from app.options import LoadOptions, PairFiles, ReplyOptions
from app.speculation.records import Summary
from app.speculation.sampling import Sampling
from app.speculation.stop import Stop

QUESTION = [Message(Role.USER, "Write a short story about a hedgehog who copies prophecies in a tower.")]
GREEDY = Sampling(temperature=0)


def load(files: PairFiles, **options) -> Engine:
    engine = Engine()
    engine.load(files, LoadOptions(**options), Stop(), lambda _fraction: None)
    return engine


def write(engine, messages=QUESTION, sampling=GREEDY, draft_length=4, max_tokens=48):
    options = ReplyOptions(sampling=sampling, draft_length=draft_length, max_tokens=max_tokens)
    return list(engine.reply(messages, options, Stop()))


def top_two_gap(engine, tokens) -> float:
    """How far apart the two likeliest tokens are after `tokens`, in logits."""
    context = engine._models.target
    list(context.follow(tokens[:-1]))
    row = np.sort(context.evaluate(tokens[-1:], outputs=1)[0])
    return float(row[-1] - row[-2])


def assert_same_text_but_for_a_near_tie(engine, prompt, expected: Summary, actual: Summary, near: float = 0.05):
    """`near` is how far apart in logits two tokens may be that take each other's place."""
    pairs = zip(expected.token_ids, actual.token_ids, strict=True)
    different = next((place for place, (one, other) in enumerate(pairs) if one != other), None)
    if different is not None:
        gap = top_two_gap(engine, [*prompt, *expected.token_ids[:different]])
        assert gap < near, f"token {different} differs with a gap of {gap} in logits"
