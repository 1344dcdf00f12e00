"""With a seed the words are those of plain decoding: whatever drafts, however much, at any temperature."""

from __future__ import annotations

import pytest

from app.chats.records import Message, Role
from app.options import AUTO, ReplyOptions
from app.speculation.records import DrafterKind, Round
from app.speculation.sampling import Sampling
from app.speculation.stop import Stop
from tests.invariants import check_invariants
from tests.test_engine import assert_same_words, load

pytestmark = pytest.mark.native

PROMPTS = (
    "Write a short story about a lighthouse keeper who finds a map.",
    "Explain how a bicycle stays upright.",
    "Write a Python function that merges two sorted lists.",
    "Repeat this text: The lamp turns, the lens bends the light, and the ships find the harbour.",
    "List five uses of a paper clip.",
    "What is the capital of Norway, and what is it known for?",
    "Translate into French: The cat sleeps on the warm roof.",
    "Write a letter to a neighbour about a noisy dog.",
    "Count from one to twenty in words.",
    "Give me a recipe for a soup of lentils.",
    "Why is the sky blue?",
    "Write a poem of four lines about rain.",
    "Explain recursion to a child.",
    "Name three moons of Jupiter.",
    "Write an SQL query that counts the orders of each customer.",
    "Summarise the story of Robinson Crusoe.",
    "What should one pack for a week in the mountains?",
    "Complete the sequence: 2, 4, 8, 16,",
    "Write a dialogue between a baker and a thief.",
    "Describe a sunset without naming a colour.",
)
TEMPERATURES = (0.5, 0.8, 1.0, 1.2)
# Over the prompts every length from 1 to 16 occurs.
LENGTHS = [(1 + place % 16, 1 + (place + 7) % 16) for place in range(len(PROMPTS))]


@pytest.fixture(scope="module", name="engine")
def _engine(starter_pair):
    engine = load(starter_pair, context=1024)
    yield engine
    engine.close()


@pytest.mark.parametrize("place", range(len(PROMPTS)))
def test_the_words_do_not_depend_on_the_draft(engine, place):
    sampling = Sampling(
        TEMPERATURES[place % 4], (40, 0)[place % 2], (0.95, 1.0)[place % 3 == 2], 0.05, seed=100 + place
    )
    messages = [Message(Role.USER, PROMPTS[place])]
    prompt = engine._models.chat_prompt(messages).tokens

    def reply(length: int, *, lookup: bool = False):
        options = ReplyOptions(sampling, length, 28, lookup=lookup)
        events = list(engine.reply(messages, options, Stop()))
        check_invariants(events, 16)
        return events

    plain = reply(0)[-1]
    for length, lookup in ((LENGTHS[place][0], False), (LENGTHS[place][1], True), (AUTO, bool(place % 2))):
        events = reply(length, lookup=lookup)
        assert_same_words(engine, prompt, sampling, plain, events[-1])
        kinds = {one.drafter for one in events if isinstance(one, Round) and one.drafted}
        assert length == AUTO or DrafterKind.MODEL in kinds


def test_every_length_is_among_them():
    assert {length for pair in LENGTHS for length in pair} == set(range(1, 17))
