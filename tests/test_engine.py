"""The engine on the real starter pair, and on tiny models where it must refuse."""

from __future__ import annotations

import os
import statistics
from pathlib import Path

import numpy as np
import pytest

from app.catalog.machine import Machine
from app.catalog.memory import CacheType
from app.chats.records import Message, Role
from app.engine import Engine
from app.errors import (
    CancelledError,
    EmptyPromptError,
    EngineNotReadyError,
    ModelFileMissingError,
    ModelFileTruncatedError,
    NoNumbersError,
    NotEnoughMemoryError,
    NotGgufError,
    PromptTooLongError,
    UsageError,
    VocabulariesDifferError,
)
from app.options import AUTO, LoadOptions, PairFiles, ReplyOptions
from app.prompts import without_oldest_turns
from app.speculation.noise import Noise
from app.speculation.records import (
    DrafterKind,
    DraftingStopped,
    Finish,
    PromptProgress,
    Round,
    Summary,
    TemplateFailed,
    TurnsLeftOut,
)
from app.speculation.sampling import Sampling
from app.speculation.stop import Stop
from app.speculation.transform import transform
from tests.invariants import check_invariants
from tests.tiny_models import write_tiny_llama, write_tiny_mamba

pytestmark = pytest.mark.native

QUESTION = [Message(Role.USER, "Write a short story about a hedgehog who copies prophecies in a tower.")]
GREEDY = Sampling(temperature=0)


def load(files: PairFiles, **options) -> Engine:
    engine = Engine()
    engine.load(files, LoadOptions(**options), Stop(), lambda _fraction: None)
    return engine


@pytest.fixture(scope="module", name="engine")
def _engine(starter_pair):
    engine = load(starter_pair, context=2048)
    yield engine
    engine.close()


def write(engine, messages=QUESTION, sampling=GREEDY, draft_length=4, max_tokens=48):
    options = ReplyOptions(sampling=sampling, draft_length=draft_length, max_tokens=max_tokens)
    return list(engine.reply(messages, options, Stop()))


def answer(events) -> Message:
    summary = events[-1]
    assert isinstance(summary, Summary)
    return Message(Role.ASSISTANT, summary.text, summary.token_ids)


def top_two_gap(engine, tokens) -> float:
    """How far apart the two likeliest tokens are after `tokens`, in logits."""
    context = engine._models.target
    list(context.follow(tokens[:-1]))
    row = np.sort(context.evaluate(tokens[-1:], outputs=1)[0])
    return float(row[-1] - row[-2])


def assert_same_text_but_for_a_near_tie(engine, prompt, expected: Summary, actual: Summary):
    pairs = zip(expected.token_ids, actual.token_ids, strict=True)
    different = next((place for place, (one, other) in enumerate(pairs) if one != other), None)
    if different is not None:
        gap = top_two_gap(engine, [*prompt, *expected.token_ids[:different]])
        assert gap < 0.05, f"token {different} differs with a gap of {gap} in logits"


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
    engine = load(PairFiles("advised", path, None), context=128)
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
    for wrong in ({"context": 0}, {"threads": 0}):
        with pytest.raises(UsageError):
            LoadOptions(**wrong)


@pytest.fixture(name="tiny")
def _tiny(tmp_path):
    return write_tiny_llama(tmp_path / "target.gguf")


def check_refused(engine, files, error, words):
    """A refused pair must leave the one that is loaded alone, unless llama.cpp itself refused it."""
    with pytest.raises(error, match=words) as caught:
        engine.load(files, LoadOptions(context=128), Stop(), lambda _fraction: None)
    assert str(caught.value).count("\n") == 0


def test_bad_files_are_refused_and_the_loaded_pair_stays(tmp_path, tiny):
    engine = load(PairFiles("tiny", tiny, None), context=128)
    try:
        html = tmp_path / "page.gguf"
        html.write_text("<html>404</html>")
        short = tmp_path / "short.gguf"
        short.write_bytes(tiny.read_bytes()[:-1000])
        check_refused(engine, PairFiles("x", tmp_path / "none.gguf", None), ModelFileMissingError, "no readable file")
        check_refused(engine, PairFiles("x", tmp_path, None), ModelFileMissingError, "no readable file")
        check_refused(engine, PairFiles("x", html, None), NotGgufError, "not a GGUF file")
        check_refused(engine, PairFiles("x", short, None), ModelFileTruncatedError, "cut short")
        check_refused(engine, PairFiles("x", tiny, html), NotGgufError, "page.gguf is not")
        assert engine.loaded is not None
        assert write(engine, max_tokens=3, draft_length=0)[-1].emitted > 0
    finally:
        engine.close()


@pytest.mark.parametrize(
    ("drafter", "words"),
    [
        (
            {"words": tuple(f"other{place}" for place in range(100))},
            r"token 259 is '▁alpha0' in one.+'▁other0'.+; 72% of",
        ),
        ({"words": ()}, r"359 tokens against 259; 72% of the tokens are shared"),
    ],
)
def test_vocabularies_that_share_too_little_are_refused_with_the_first_difference(tmp_path, drafter, words):
    target = write_tiny_llama(tmp_path / "target.gguf", words=tuple(f"alpha{place}" for place in range(100)))
    other = write_tiny_llama(tmp_path / "drafter.gguf", **drafter)
    check_refused(Engine(), PairFiles("x", target, other), VocabulariesDifferError, words)


def test_different_tokenizers_are_refused(tiny, starter_pair):
    files = PairFiles("x", starter_pair.target, tiny)
    check_refused(Engine(), files, VocabulariesDifferError, "different kinds of tokenizer")


@pytest.mark.parametrize(
    ("target_options", "drafter_options", "percent"),
    [
        ({}, {"padding": 100}, 100.0),
        ({"padding": 60}, {}, 81.3),
        ({}, {"words": ("alpha", "beta", "delta")}, 99.6),
        ({}, {"words": ("alpha", "epsilon", "gamma"), "padding": 7}, 99.6),
    ],
)
def test_vocabularies_that_differ_a_little_draft_from_what_both_have(
    tmp_path, target_options, drafter_options, percent
):
    target = write_tiny_llama(tmp_path / "t.gguf", seed=1, **target_options)
    drafter = write_tiny_llama(tmp_path / "d.gguf", seed=2, **drafter_options)
    engine = load(PairFiles("padded", target, drafter), context=256)
    try:
        sampling = Sampling(2.0, 0, 1.0, 0.0, seed=5)
        events = write(engine, sampling=sampling, draft_length=6, max_tokens=60)
        plain = write(engine, draft_length=0)
        drafted = write(engine, draft_length=6)
        remark = engine.loaded.remark
    finally:
        engine.close()
    check_invariants(events, 6)
    words = drafter_options.get("words", ("alpha", "beta", "gamma"))
    differing = {259 + place for place, word in enumerate(words) if word != ("alpha", "beta", "gamma")[place]}
    drafted_ids = {token.id for event in events if isinstance(event, Round) for token in event.drafted}
    assert drafted_ids
    assert not drafted_ids & differing
    assert max(drafted_ids) < 262
    assert f"the {percent}% of the vocabulary" in remark
    assert plain[-1].token_ids == drafted[-1].token_ids


def test_a_drafter_with_a_smaller_context_is_dropped_when_it_is_full(tmp_path):
    target = write_tiny_llama(tmp_path / "t.gguf", seed=1, context=1024)
    drafter = write_tiny_llama(tmp_path / "d.gguf", seed=1, context=256)
    engine = load(PairFiles("short", target, drafter), context=1024)
    try:
        events = list(engine.continue_text("a" * 200, ReplyOptions(Sampling(3.0, 0, 1, 0, 1), 4, 200), Stop()))
    finally:
        engine.close()
    notices = [event.reason for event in events if isinstance(event, DraftingStopped)]
    assert len(notices) == 1
    assert "holds 256 tokens" in notices[0]
    assert events[-1].plain > 0
    assert events[-1].accepted > 0


@pytest.mark.parametrize("recurrent", ["target", "drafter"])
def test_recurrent_models_run_without_drafts_and_say_so(tmp_path, recurrent):
    llama, mamba = write_tiny_llama(tmp_path / "llama.gguf"), write_tiny_mamba(tmp_path / "mamba.gguf")
    target, drafter = (mamba, llama) if recurrent == "target" else (llama, mamba)
    engine = load(PairFiles("recurrent", target, drafter), context=256)
    try:
        first = list(engine.continue_text("alpha", ReplyOptions(GREEDY, 4, 12, lookup=recurrent == "target"), Stop()))
        # The same start and another end: what was read of the first text must be forgotten, not built upon.
        other = list(engine.continue_text("alpha beta gamma", ReplyOptions(GREEDY, 4, 12), Stop()))
    finally:
        engine.close()
    assert isinstance(first[0], DraftingStopped)
    assert "recurrent" in first[0].reason
    assert first[-1].plain == first[-1].emitted
    fresh = load(PairFiles("recurrent", target, None), context=256)
    try:
        assert list(fresh.continue_text("alpha beta gamma", ReplyOptions(GREEDY, 0, 12), Stop()))[-1].token_ids == (
            other[-1].token_ids
        )
    finally:
        fresh.close()


@pytest.mark.parametrize("context", [1, 8, 16, 17, 300])
def test_any_context_size_works_or_is_refused_in_a_sentence(tmp_path, tiny, context):
    drafter = write_tiny_llama(tmp_path / "drafter.gguf", seed=3)
    engine = load(PairFiles("small", tiny, drafter), context=context)
    try:
        for draft_length in (0, 16, AUTO):
            events = list(engine.continue_text("alpha", ReplyOptions(Sampling(2.0, 0, 1, 0), draft_length, 40), Stop()))
            check_invariants(events, 16)
    finally:
        engine.close()


def broken_copy(path, destination, value):
    """A model whose output weights are not numbers."""
    import gguf

    reader = gguf.GGUFReader(path)
    tensor = next(one for one in reader.tensors if one.name == "output_norm.weight")
    data = bytearray(path.read_bytes())
    start = tensor.data_offset
    data[start : start + tensor.n_bytes] = np.full(tensor.n_elements, value, dtype=np.float32).tobytes()
    destination.write_bytes(data)
    return destination


@pytest.mark.parametrize("sampling", [GREEDY, Sampling(), Sampling(1.0, 0, 1.0, 0.0), Sampling(1.0, 0, 0.9, 0.0)])
def test_a_target_without_usable_numbers_is_told(tmp_path, tiny, sampling):
    engine = load(PairFiles("broken", broken_copy(tiny, tmp_path / "broken.gguf", np.nan), None), context=128)
    try:
        with pytest.raises(NoNumbersError, match="file may be damaged"):
            write(engine, sampling=sampling, draft_length=0)
    finally:
        engine.close()


@pytest.mark.parametrize("draft_length", [4, AUTO])
def test_a_drafter_without_usable_numbers_is_dropped(tmp_path, tiny, draft_length):
    drafter = broken_copy(tiny, tmp_path / "broken.gguf", np.nan)
    engine = load(PairFiles("broken", tiny, drafter), context=256)
    try:
        events = list(engine.continue_text("alpha", ReplyOptions(Sampling(), draft_length, 20), Stop()))
    finally:
        engine.close()
    assert events[-1].plain == events[-1].emitted > 0
    if draft_length == 4:
        assert any(isinstance(event, DraftingStopped) for event in events)


def test_a_text_that_cannot_fit_is_refused_before_it_is_tokenised(tiny, monkeypatch):
    engine = load(PairFiles("tiny", tiny, None), context=256)
    monkeypatch.setattr(type(engine._models.target.model.vocabulary), "tokenize", lambda *_: pytest.fail("tokenised"))
    try:
        with pytest.raises(PromptTooLongError, match="more than"):
            engine.reply([Message(Role.USER, "a" * 1_000_000)], ReplyOptions(), Stop())
        with pytest.raises(PromptTooLongError, match="more than"):
            engine.continue_text("a" * 1_000_000, ReplyOptions(), Stop())
    finally:
        engine.close()


def test_a_file_that_goes_away_while_it_is_measured_does_no_harm(tmp_path, monkeypatch):
    path = write_tiny_llama(tmp_path / "t.gguf")
    monkeypatch.setattr("app.pacing.pair_key", lambda *_: path.with_name("gone").stat())
    engine = load(PairFiles("gone", path, None), context=256)
    engine.close()


def test_a_path_that_is_not_utf8_can_be_opened(tmp_path):
    path = write_tiny_llama(tmp_path / "t.gguf")
    strange = Path(os.fsdecode(os.fsencode(tmp_path) + b"/\xff.gguf"))
    path.rename(strange)
    load(PairFiles("strange", strange, None), context=128).close()


def test_a_template_that_refuses_is_told(tmp_path):
    path = write_tiny_llama(tmp_path / "t.gguf", template="{{ raise_exception('Only one question.') }}")
    engine = load(PairFiles("picky", path, None), context=128)
    try:
        events = list(engine.reply([Message(Role.USER, "alpha")], ReplyOptions(max_tokens=1), Stop()))
        assert events[0] == TemplateFailed("Only one question")
        edited = ReplyOptions(max_tokens=1, template="{{ messages[0].content }}")
        events = list(engine.reply([Message(Role.USER, "alpha")], edited, Stop()))
        assert not any(isinstance(event, TemplateFailed) for event in events)
    finally:
        engine.close()


def test_loading_can_be_cancelled(tiny):
    stop = Stop()
    stop.set()
    engine = Engine()
    with pytest.raises(CancelledError):
        engine.load(PairFiles("tiny", tiny, None), LoadOptions(), stop, lambda _fraction: None)
    assert engine.loaded is None


def test_the_context_is_never_larger_than_what_the_model_was_trained_with(tiny):
    engine = load(PairFiles("tiny", tiny, None), context=100_000)
    try:
        assert engine.loaded.context == 256
    finally:
        engine.close()


@pytest.mark.parametrize("cache_type", [CacheType.Q8_0, CacheType.Q4_0])
def test_the_cache_may_be_quantised_and_the_text_stays_that_of_plain_decoding(starter_pair, cache_type):
    engine = load(starter_pair, context=512, cache_type=cache_type)
    try:
        plain, drafted = (write(engine, draft_length=length, max_tokens=24)[-1] for length in (0, 4))
        assert_same_text_but_for_a_near_tie(engine, engine._models.chat_prompt(QUESTION).tokens, plain, drafted)
    finally:
        engine.close()


def test_flash_attention_changes_no_word_but_near_ties(starter_pair):
    texts = []
    for attention in (True, False):
        engine = load(starter_pair, context=512, flash_attention=attention)
        texts.append(write(engine, draft_length=0, max_tokens=24)[-1])
        if attention:
            engine.close()
    assert_same_text_but_for_a_near_tie(engine, engine._models.chat_prompt(QUESTION).tokens, *texts)
    engine.close()
    with pytest.raises(UsageError, match="needs flash attention"):
        LoadOptions(cache_type=CacheType.Q8_0, flash_attention=False)


def test_a_pair_that_does_not_fit_is_refused_unless_the_person_insists(starter_pair, tiny, monkeypatch):
    engine = load(PairFiles("tiny", tiny, None))
    monkeypatch.setattr("app.engine.measure_machine", lambda: Machine(600 << 20, 600 << 20))
    with pytest.raises(NotEnoughMemoryError, match="of memory and"):
        engine.load(starter_pair, LoadOptions(), Stop(), lambda _fraction: None)
    assert engine.loaded.files.name == "tiny"
    engine.load(starter_pair, LoadOptions(context=512, insist=True), Stop(), lambda _fraction: None)
    assert engine.loaded.files == starter_pair
    engine.close()


def test_the_speedup_is_measured_against_plain_tokens_of_this_pair(starter_pair, tmp_path):
    engine = Engine(tmp_path / "speeds.json")
    engine.load(starter_pair, LoadOptions(context=512), Stop(), lambda _fraction: None)
    first = write(engine, max_tokens=12)
    assert first[-1].plain_seconds is first[-1].speedup is None, "not measured yet"
    plain = write(engine, draft_length=0, max_tokens=12)
    rounds = [one for one in (*first, *plain) if isinstance(one, Round) and not one.drafted]
    seconds = [one.draft_seconds + one.verify_seconds for one in rounds]
    assert plain[-1].plain_seconds == statistics.median(seconds)
    assert plain[-1].speedup is None, "nothing was drafted"
    engine.close()
    engine.load(starter_pair, LoadOptions(context=512), Stop(), lambda _fraction: None)
    again = write(engine, max_tokens=12)[-1]
    assert again.plain_seconds is not None
    assert again.speedup == again.tokens_per_second * again.plain_seconds
    engine.close()


def test_an_automatic_reply_measures_what_it_is_compared_with(tiny):
    engine = load(PairFiles("tiny", tiny, tiny))
    for _ in range(12):
        events = list(engine.continue_text("Once", ReplyOptions(GREEDY, AUTO, 60), Stop()))
    assert events[-1].plain_seconds is not None
    engine.close()
