"""Contexts: what they hold after passes that worked, failed or were stopped."""

from __future__ import annotations

import numpy as np
import pytest

from app.errors import CancelledError, ContextError, ContextFullError, DecodeError, ModelLoadError
from app.llama import native
from app.llama.context import CHUNK, ContextReader, LlamaContext
from app.llama.model import LlamaModel
from app.speculation.stop import Stop
from tests.tiny_models import write_tiny_llama, write_tiny_mamba

pytestmark = pytest.mark.native


@pytest.fixture(scope="module", name="model")
def _model(tmp_path_factory):
    path = write_tiny_llama(tmp_path_factory.mktemp("models") / "tiny.gguf", context=2048)
    model = LlamaModel(path, 0, Stop(), lambda _fraction: None)
    yield model
    model.close()


@pytest.fixture(name="context")
def _context(model):
    context = LlamaContext(model, 1024, 1, 17)
    yield context
    context.close()


TEXT = [1, *(3 + (place * 7) % 256 for place in range(40))]


def fresh_row(model, tokens):
    context = LlamaContext(model, 1024, 1, 17)
    try:
        for token in tokens[:-1]:
            context.evaluate([token], outputs=0)
        return context.evaluate(tokens[-1:], outputs=1)[0].copy()
    finally:
        context.close()


def test_a_row_for_each_of_the_last_tokens(model, context):
    rows = context.evaluate(TEXT[:10], outputs=3)
    assert [row.shape for row in rows] == [(model.vocabulary.size,)] * 3
    for place, row in enumerate(rows):
        assert row == pytest.approx(fresh_row(model, TEXT[: 8 + place]), abs=1e-3)


def test_what_is_trimmed_is_forgotten(model, context):
    context.evaluate(TEXT[:10], outputs=0)
    context.evaluate([5, 6, 7], outputs=0)
    assert context.trim(10)
    assert context.tokens == TEXT[:10]
    row = context.evaluate(TEXT[10:11], outputs=1)[0]
    assert row == pytest.approx(fresh_row(model, TEXT[:11]), abs=1e-3)


def test_follow_reads_only_what_differs(context):
    assert list(context.follow(TEXT)) == [0, len(TEXT)]
    changed = [*TEXT[:30], 9, 9, 9]
    assert list(context.follow(changed)) == [30, 33]
    assert context.tokens == changed
    assert list(context.follow(changed[:20])) == [20]


def test_a_long_text_is_read_in_chunks(context):
    assert list(context.follow([7] * (2 * CHUNK + 1))) == [0, CHUNK, 2 * CHUNK, 2 * CHUNK + 1]


def test_a_set_flag_stops_a_pass_and_nothing_is_read(model, context):
    context.evaluate(TEXT[:10], outputs=0)
    stop = Stop()
    context.obey(stop)
    stop.set()
    with pytest.raises(CancelledError):
        context.evaluate(TEXT[10:20], outputs=1)
    assert context.tokens == TEXT[:10]
    stop.clear()
    row = context.evaluate(TEXT[10:20], outputs=1)[0]
    assert row == pytest.approx(fresh_row(model, TEXT[:20]), abs=1e-3)
    stop.set()
    context.disobey()
    context.evaluate([5], outputs=1)


def test_a_full_context_is_an_error_and_nothing_is_read(model):
    context = LlamaContext(model, 256, 1, 17)
    try:
        list(context.follow([7] * context.capacity))
        with pytest.raises(DecodeError, match="no room left"):
            context.evaluate([7], outputs=1)
        assert len(context.tokens) == context.capacity
        with pytest.raises(ContextFullError, match="holds 256 tokens"):
            list(context.follow([7] * (context.capacity + 1)))
    finally:
        context.close()


def test_a_context_that_does_not_fit_into_memory_is_an_error(model, monkeypatch):
    monkeypatch.setattr(native.bindings, "llama_init_from_model", lambda *_arguments: None)
    with pytest.raises(ContextError, match="smaller context"):
        LlamaContext(model, 2**31 - 1, 1, 17)


def test_a_memory_that_cannot_forget_its_end_is_read_again(tmp_path):
    model = LlamaModel(write_tiny_mamba(tmp_path / "mamba.gguf"), 0, Stop(), lambda _fraction: None)
    context, fresh = LlamaContext(model, 256, 1, 17), LlamaContext(model, 256, 1, 17)
    try:
        context.evaluate(TEXT[:20], outputs=0)
        ContextReader(context).keep(12)
        assert context.tokens == TEXT[:12]
        list(fresh.follow(TEXT[:12]))
        assert context.evaluate([5], outputs=1)[0] == pytest.approx(fresh.evaluate([5], outputs=1)[0], abs=1e-4)
    finally:
        context.close()
        fresh.close()
        model.close()


def test_rows_are_finite(context):
    assert np.isfinite(context.evaluate(TEXT, outputs=1)[0]).all()


def test_loading_can_be_cancelled(tmp_path):
    stop = Stop()
    stop.set()
    with pytest.raises(CancelledError):
        LlamaModel(write_tiny_llama(tmp_path / "tiny.gguf"), 0, stop, lambda _fraction: None)


def test_what_llama_cpp_refuses_is_told_with_its_reason(tmp_path):
    path = tmp_path / "bad.gguf"
    path.write_bytes(b"GGUF" + bytes(60))
    with pytest.raises(ModelLoadError, match=r"bad\.gguf \((?!no reason)"):
        LlamaModel(path, 0, Stop(), lambda _fraction: None)


def test_progress_ends_at_one(tmp_path):
    seen = []
    LlamaModel(write_tiny_llama(tmp_path / "tiny.gguf"), 0, Stop(), seen.append).close()
    assert seen[-1] == pytest.approx(1.0)
    assert seen == sorted(seen)
