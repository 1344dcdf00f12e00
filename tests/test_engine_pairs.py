"""Which pairs and settings the engine takes, which it refuses, and what it makes of odd models."""

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
from app.speculation.records import DraftingStopped, Round, TemplateFailed
from app.speculation.sampling import Sampling
from app.speculation.stop import Stop
from tests.engine_replies import GREEDY, QUESTION, assert_same_text_but_for_a_near_tie, load, write
from tests.invariants import check_invariants
from tests.tiny_models import write_tiny_llama

pytestmark = pytest.mark.native


@pytest.fixture(name="tiny")
def _tiny(tmp_path):
    return write_tiny_llama(tmp_path / "target.gguf")


def check_refused(engine, files, error, words):
    """A refused pair must leave the one that is loaded alone, unless llama.cpp itself refused it."""
    with pytest.raises(error, match=words) as caught:
        engine.load(files, LoadOptions(context=256), Stop(), lambda _fraction: None)
    assert str(caught.value).count("\n") == 0


def test_bad_files_are_refused_and_the_loaded_pair_stays(tmp_path, tiny):
    engine = load(PairFiles("tiny", tiny, None), context=256)
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


@pytest.mark.parametrize("context", [256, 257, 300])
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
    engine = load(PairFiles("broken", broken_copy(tiny, tmp_path / "broken.gguf", np.nan), None), context=256)
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
    load(PairFiles("strange", strange, None), context=256).close()


def test_a_template_that_refuses_is_told(tmp_path):
    path = write_tiny_llama(tmp_path / "t.gguf", template="{{ raise_exception('Only one question.') }}")
    engine = load(PairFiles("picky", path, None), context=256)
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
    # The kernels round otherwise: on AVX-512 the logits of this prompt differ by 0.12 (standard deviation).
    assert_same_text_but_for_a_near_tie(engine, engine._models.chat_prompt(QUESTION).tokens, *texts, near=0.5)
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
