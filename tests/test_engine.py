"""Replies of the engine on the real starter pair."""

from __future__ import annotations

import numpy as np
import pytest

from app.chats.records import Message, Role
from app.engine import Engine
from app.errors import EmptyPromptError, EngineNotReadyError, PromptTooLongError, UsageError
from app.options import AUTO, LoadOptions, PairFiles, ReplyOptions
from app.prompts import without_oldest_turns
from app.speculation.noise import Noise
from app.speculation.records import DrafterKind, DraftingStopped, Finish, PromptProgress, Round, Summary, TurnsLeftOut
from app.speculation.sampling import Sampling
from app.speculation.stop import Stop
from app.speculation.transform import transform
from app.speeds import PLAIN_NEEDED, SpeedStore
from tests.engine_replies import GREEDY, QUESTION, assert_same_text_but_for_a_near_tie, load, write
from tests.invariants import check_invariants
from tests.tiny_models import write_tiny_llama

pytestmark = pytest.mark.native


@pytest.fixture(scope="module", name="engine")
def _engine(starter_pair):
    engine = load(starter_pair, context=2048)
    yield engine
    engine.close()


def answer(events) -> Message:
    summary = events[-1]
    assert isinstance(summary, Summary)
    return Message(Role.ASSISTANT, summary.text, summary.token_ids)


@pytest.mark.parametrize(
    "question", ["Write a short story about a hedgehog who copies prophecies in a tower.", "Count to ten."]
)
def test_greedy_text_is_that_of_plain_decoding(engine, question):
    messages = [Message(Role.USER, question)]
    plain = write(engine, messages, draft_length=0)
    assert plain[-1].plain == plain[-1].emitted
    prompt = engine._models.chat_prompt(messages).tokens
    for draft_length in (1, 4, 8):
        drafted = write(engine, messages, draft_length=draft_length)
        check_invariants(drafted, draft_length)
        assert drafted[-1].accepted > 0
        assert_same_text_but_for_a_near_tie(engine, prompt, plain[-1], drafted[-1])


@pytest.mark.parametrize("sampling", [Sampling(seed=3), Sampling(1.2, 0, 1.0, 0.0, seed=3)])
def test_a_seed_repeats_a_reply_exactly(engine, sampling):
    first, second = write(engine, sampling=sampling), write(engine, sampling=sampling)
    check_invariants(first, 4)
    assert first[-1].token_ids == second[-1].token_ids
    assert write(engine, sampling=Sampling(seed=4))[-1].token_ids != first[-1].token_ids


@pytest.mark.parametrize("temperature", [0.5, 0.8, 1.2])
def test_with_a_seed_drafting_writes_the_words_of_plain_decoding(engine, temperature):
    sampling = Sampling(temperature, 40, 0.95, 0.05, seed=11)
    prompt = engine._models.chat_prompt(QUESTION).tokens
    plain = write(engine, sampling=sampling, draft_length=0)
    for draft_length in (1, 4, 16, AUTO):
        drafted = write(engine, sampling=sampling, draft_length=draft_length)
        assert drafted[-1].rule == "coupled"
        assert_same_words(engine, prompt, sampling, plain[-1], drafted[-1])


def assert_same_words(engine, prompt, sampling, expected: Summary, actual: Summary):
    """Where two replies part, the noise must have left the two tokens within what batch numerics can move."""
    pairs = zip(expected.token_ids, actual.token_ids, strict=False)
    place = next((place for place, (one, other) in enumerate(pairs) if one != other), None)
    if place is None:
        assert len(expected.token_ids) == len(actual.token_ids)
        return
    tokens = [*prompt, *expected.token_ids[:place]]
    context = engine._models.target
    list(context.follow(tokens[:-1]))
    distribution = transform(context.evaluate(tokens[-1:], outputs=1)[0], sampling)
    race = Noise(sampling.seed).exponential(len(tokens), distribution.ids) / distribution.probs
    scores = dict(zip(distribution.ids.tolist(), (-np.log(race)).tolist(), strict=True))
    gap = abs(scores[expected.token_ids[place]] - scores[actual.token_ids[place]])
    assert gap < 0.05 / sampling.temperature, f"token {place} differs with a gap of {gap}"


def test_lookup_drafts_from_the_text_itself_and_changes_no_word(engine):
    messages = [
        Message(Role.USER, "Repeat this exactly: the lamp, the lens, the tower, the lamp, the lens, the tower.")
    ]
    plain = write(engine, messages, draft_length=0)
    options = ReplyOptions(GREEDY, 6, 48, lookup=True)
    events = list(engine.reply(messages, options, Stop()))
    check_invariants(events, 6)
    assert_same_text_but_for_a_near_tie(engine, engine._models.chat_prompt(messages).tokens, plain[-1], events[-1])
    kinds = {event.drafter for event in events if isinstance(event, Round) and event.drafted}
    assert kinds == {DrafterKind.LOOKUP, DrafterKind.MODEL}


def test_a_stop_string_ends_the_reply_before_it(engine):
    whole = write(engine)[-1].text
    stop_at = whole.split()[9]
    events = list(engine.reply(QUESTION, ReplyOptions(GREEDY, 4, 48, stop_strings=(stop_at,)), Stop()))
    assert events[-1].finish is Finish.STOP_STRING
    assert events[-1].text == whole[: whole.index(stop_at)]


def test_a_forbidden_text_is_not_written_and_a_favoured_one_is(engine):
    usual = write(engine, draft_length=0)[-1]
    vocabulary = engine._models.target.model.vocabulary
    forbidden = vocabulary.tokenize(" hedgehog", add_special=False)
    assert set(forbidden) & set(usual.token_ids)
    options = ReplyOptions(GREEDY, 4, 48, text_bias=((" hedgehog", float("-inf")),))
    assert not set(forbidden) & set(list(engine.reply(QUESTION, options, Stop()))[-1].token_ids)
    options = ReplyOptions(GREEDY, 4, 8, text_bias=((" lamp", 100.0),))
    lamp = vocabulary.tokenize(" lamp", add_special=False)
    assert set(list(engine.reply(QUESTION, options, Stop()))[-1].token_ids) <= set(lamp)


def test_what_a_message_takes_is_counted_before_it_is_sent(engine):
    count = engine.count([], (QUESTION[0].content,), ReplyOptions(), Stop())
    assert count.total == write(engine, max_tokens=1)[-1].prompt_tokens


def test_the_file_says_what_its_template_and_its_advice_are(tmp_path):
    path = write_tiny_llama(tmp_path / "t.gguf", template="{{ messages }}", advice={"temp": 0.6, "top_k": 20})
    engine = load(PairFiles("advised", path, None), context=256)
    try:
        loaded = engine.loaded
        assert (loaded.template, loaded.bos, loaded.eos) == ("{{ messages }}", "<s>", "</s>")
        assert dict(loaded.advised) == {"temperature": 0.6, "top_k": 20}
    finally:
        engine.close()


def test_the_oldest_turns_are_left_out_where_a_chat_is_too_long(engine):
    turn = [Message(Role.USER, "tower " * 300), Message(Role.ASSISTANT, "Yes. " * 100)]
    messages = [Message(Role.SYSTEM, "Be brief."), *turn * 6, Message(Role.USER, "And now?")]
    with pytest.raises(PromptTooLongError):
        engine.reply(messages, ReplyOptions(), Stop())
    events = list(engine.reply(messages, ReplyOptions(GREEDY, 0, 2, drop_oldest=True), Stop()))
    room = 2048 - 2
    assert 400 < events[-1].prompt_tokens <= room
    left_out = next(event.turns for event in events if isinstance(event, TurnsLeftOut))
    kept = engine._models.chat_prompt(without_oldest_turns(messages, left_out)).tokens
    assert len(kept) == events[-1].prompt_tokens
    assert len(engine._models.chat_prompt(without_oldest_turns(messages, left_out - 1)).tokens) > room


def test_without_a_seed_replies_differ(engine):
    assert write(engine, sampling=Sampling())[-1].token_ids != write(engine, sampling=Sampling())[-1].token_ids


def test_the_second_turn_reads_only_what_is_new(engine):
    first = write(engine)
    messages = [*QUESTION, answer(first), Message(Role.USER, "Go on.")]
    second = write(engine, messages)
    prompt, end = first[-1].prompt_tokens, first[-1].emitted
    assert second[-1].reused_tokens >= prompt + end - 1
    assert second[-1].prompt_tokens - second[-1].reused_tokens < 20


def test_a_draft_that_was_stopped_leaves_what_a_fresh_start_has(engine, starter_pair):
    stop = Stop()
    events = []
    for event in engine.reply(QUESTION, ReplyOptions(sampling=GREEDY, draft_length=8), stop):
        events.append(event)
        if isinstance(event, Round) and event.index == 5:
            stop.set()
    assert events[-1].finish is Finish.STOPPED
    assert events[-1].rounds == 6
    messages = [*QUESTION, answer(events), Message(Role.USER, "Go on.")]
    here = write(engine, messages)
    fresh = load(starter_pair, context=2048)
    try:
        there = write(fresh, messages)
        assert_same_text_but_for_a_near_tie(fresh, fresh._models.chat_prompt(messages).tokens, there[-1], here[-1])
    finally:
        fresh.close()
    assert here[-1].reused_tokens > 0
    assert there[-1].reused_tokens == 0


def test_a_caller_who_walks_away_leaves_a_usable_engine(engine):
    reply = engine.reply(QUESTION, ReplyOptions(sampling=GREEDY), Stop())
    for event in reply:
        if isinstance(event, Round) and event.index == 2:
            break
    reply.close()
    assert write(engine)[-1].token_ids == write(engine)[-1].token_ids


def test_closing_the_engine_ends_a_reply_that_is_half_read(starter_pair):
    engine = load(starter_pair, context=512)
    reply = engine.reply(QUESTION, ReplyOptions(), Stop())
    for _ in range(4):
        next(reply)
    engine.close()
    assert list(reply) == []


def test_a_new_reply_ends_the_one_before(engine):
    first = engine.reply(QUESTION, ReplyOptions(), Stop())
    for _ in range(4):
        next(first)
    assert write(engine)[-1].emitted > 0
    assert list(first) == []


def test_a_stop_during_a_long_prompt_is_obeyed_between_chunks_and_what_was_read_is_kept(engine):
    messages = [Message(Role.USER, "hedgehog prophecy tower " * 300)]
    stop, seen = Stop(), []
    for event in engine.reply(messages, ReplyOptions(), stop):
        seen.append(event)
        if isinstance(event, PromptProgress) and event.done > event.reused:
            stop.set()
    assert (seen[-1].finish, seen[-1].emitted) == (Finish.STOPPED, 0)
    assert seen[-2].done < seen[-2].total / 2
    again = write(engine, messages, max_tokens=2)
    assert again[-1].reused_tokens == seen[-2].done


def test_progress_of_the_prompt_reaches_its_total(engine):
    events = write(engine, [Message(Role.USER, "tower " * 400)], max_tokens=1)
    progress = [event for event in events if isinstance(event, PromptProgress)]
    assert progress[-1].done == progress[-1].total
    assert [event.done for event in progress] == sorted(event.done for event in progress)


def test_raw_text_is_continued_without_a_template(engine):
    events = list(engine.continue_text("One, two, three, four,", ReplyOptions(GREEDY, 4, 8), Stop()))
    assert "five" in events[-1].text


def test_a_target_alone_says_why_nothing_is_drafted(starter_pair):
    engine = load(PairFiles("alone", starter_pair.target, None), context=512)
    try:
        events = write(engine, max_tokens=4)
    finally:
        engine.close()
    assert isinstance(events[0], DraftingStopped)
    assert "no drafter" in events[0].reason
    assert events[-1].plain == 4


def test_nothing_loaded(engine):
    with pytest.raises(EngineNotReadyError):
        Engine().reply(QUESTION, ReplyOptions(), Stop())


def test_plain_decoding_is_measured_on_request_and_kept_as_that_of_plain_rounds(starter_pair, tmp_path):
    store = tmp_path / "speeds.json"
    engine = Engine(store)
    engine.load(starter_pair, LoadOptions(context=512), Stop(), lambda _fraction: None)
    try:
        assert write(engine, max_tokens=12)[-1].speedup is None
        stopped = Stop()
        stopped.set()
        assert engine.measure_plain(QUESTION, ReplyOptions(GREEDY, 4), stopped) is None
        seconds = engine.measure_plain(QUESTION, ReplyOptions(GREEDY, 4, max_tokens=1), Stop())
        (kept,) = SpeedStore(store)._known().values()
        assert PLAIN_NEEDED <= len(kept.plain) <= 64
        assert seconds == kept.plain_seconds
        after = write(engine, max_tokens=12)[-1]
        (kept,) = SpeedStore(store)._known().values()  # its last token may be one more plain one
        assert after.plain_seconds == kept.plain_seconds
        assert after.speedup == pytest.approx(after.tokens_per_second * kept.plain_seconds)
    finally:
        engine.close()


@pytest.mark.parametrize("text", ["", "  \n\t"])
def test_an_empty_prompt_is_refused(engine, text):
    with pytest.raises(EmptyPromptError):
        engine.reply([Message(Role.USER, text)], ReplyOptions(), Stop())
    with pytest.raises(EmptyPromptError):
        engine.continue_text(text, ReplyOptions(), Stop())


def test_a_prompt_longer_than_the_context_is_refused_with_its_numbers(engine):
    with pytest.raises(PromptTooLongError, match=r"has \d+ tokens but only 2047 fit"):
        engine.reply([Message(Role.USER, "tower " * 3000)], ReplyOptions(), Stop())


def test_a_reply_that_fills_the_context_ends_with_that_reason(starter_pair):
    engine = load(starter_pair, context=256)
    try:
        events = list(engine.continue_text("tower " * 240, ReplyOptions(Sampling(1.5, 0, 1, 0, 1), 16), Stop()))
    finally:
        engine.close()
    assert events[-1].finish is Finish.CONTEXT_FULL
    assert events[-1].prompt_tokens + events[-1].emitted == 257


def test_options_out_of_range_are_refused():
    for wrong in ({"draft_length": 17}, {"draft_length": -2}, {"max_tokens": 0}):
        with pytest.raises(UsageError):
            ReplyOptions(**wrong)
    for wrong in ({"context": 255}, {"threads": 0}):
        with pytest.raises(UsageError):
            LoadOptions(**wrong)
