"""Taking tokens back from memories that cannot be cut: recurrent and hybrid models."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from app.engine import Engine
from app.errors import CancelledError
from app.llama import loaded as loaded_module
from app.llama.context import ContextReader, LlamaContext
from app.llama.model import LlamaModel
from app.llama.native import symbols
from app.llama.target import LlamaTarget
from app.options import LoadOptions, PairFiles, ReplyOptions
from app.speculation.records import DrafterKind, DraftingStopped, Finish, Round
from app.speculation.sampling import RuleName, Sampling
from app.speculation.stop import Stop
from tests.invariants import check_invariants
from tests.tiny_heads import tiny_mamba, tiny_qwen35, tiny_target, trunk_only

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.native

TEXT = [1, *(40 + (place * 7) % 200 for place in range(60))]
GREEDY = Sampling(temperature=0)
# What a recurrent model writes repeats itself after this, so that there is something to copy.
PROMPT = "one two three, one two three, one two "
HYBRID, RECURRENT = "hybrid", "recurrent"
FILES = {HYBRID: tiny_qwen35, RECURRENT: tiny_mamba}


@pytest.fixture(scope="module", name="folder")
def _folder(tmp_path_factory) -> Path:
    return tmp_path_factory.mktemp("rollback")


@pytest.fixture(scope="module", name="models")
def _models(folder):
    paths = {name: make().write(folder / f"{name}.gguf") for name, make in FILES.items()}
    models = {name: LlamaModel(path, 0, Stop(), lambda _fraction: None) for name, path in paths.items()}
    yield models
    for model in models.values():
        model.close()


def row_after(model: LlamaModel, tokens: list[int]) -> list[float]:
    context = LlamaContext(model, 256, 1, 17)
    try:
        list(context.follow(tokens[:-1]))
        return list(context.evaluate(tokens[-1:], outputs=1)[0])
    finally:
        context.close()


@pytest.mark.parametrize(("name", "snapshots"), [(HYBRID, 4), (HYBRID, 0), (RECURRENT, 0)])
def test_after_any_passes_and_cuts_it_goes_on_as_if_it_had_read_nothing_else(models, name, snapshots):
    """Verified passes that are cut anywhere, plain ones, prompts that begin alike."""
    model, choose = models[name], random.Random(7)
    context = LlamaContext(model, 256, 1, 17, snapshots=snapshots)
    reader, target = ContextReader(context), LlamaTarget(context)
    read: list[int] = []
    try:
        for _ in range(60):
            kind = choose.choice(("verify", "verify", "plain", "follow", "shorter"))
            if kind == "follow" or len(read) > 150:
                read = [*read[: choose.randrange(1, len(read) + 1) if read else 0], *choose.choices(TEXT, k=5)]
                list(reader.follow(read))
            elif kind == "shorter":
                context.remember(9)
                read = read[: max(0, len(read) - choose.randrange(4))]
                reader.keep(len(read))
            else:
                draft = choose.choices(TEXT, k=choose.randrange(1, 10) if kind == "verify" else 1)
                target.evaluate(draft)
                read = [*read, *draft[: choose.randrange(1, len(draft) + 1)]]
                reader.keep(len(read))
                if choose.random() < 0.5:
                    read.pop()
                    reader.keep(len(read))
            assert context.tokens == read
            following = choose.choice(TEXT)
            row = list(target.evaluate([following])[0])
            read = [*read, following]
            assert row == pytest.approx(row_after(model, read), abs=2e-3)
    finally:
        context.close()


def test_states_of_earlier_passes_are_not_taken_for_those_of_the_last(models):
    """llama.cpp goes back four tokens after a pass over one: to a state that was left there earlier."""
    context = LlamaContext(models[HYBRID], 256, 1, 17, snapshots=4)
    try:
        list(context.follow(TEXT[:20]))
        for token in TEXT[20:23]:
            context.evaluate([token], outputs=1)
        ContextReader(context).keep(21)
        row = list(context.evaluate([TEXT[30]], outputs=1)[0])
        assert row == pytest.approx(row_after(models[HYBRID], [*TEXT[:21], TEXT[30]]), abs=2e-3)
    finally:
        context.close()


def test_what_was_saved_is_not_put_back_into_another_text(models):
    context = LlamaContext(models[HYBRID], 256, 1, 17, snapshots=4)
    try:
        context.evaluate(TEXT[:6], outputs=1)
        assert context.remember(9)
        assert context.trim(4)
        for token in TEXT[10:13]:
            context.evaluate([token], outputs=1)
        ContextReader(context).keep(6)
        row = list(context.evaluate([TEXT[30]], outputs=1)[0])
        assert row == pytest.approx(row_after(models[HYBRID], [*TEXT[:4], *TEXT[10:12], TEXT[30]]), abs=2e-3)
    finally:
        context.close()


@pytest.mark.parametrize("name", FILES)
def test_a_stop_spoils_nothing(models, name):
    """A pass over a prompt ends at once and is forgotten; one that returns rows is too short to be interrupted."""
    context, stop = LlamaContext(models[name], 256, 1, 17), Stop()
    target = LlamaTarget(context)
    try:
        context.obey(stop)
        list(target.follow(TEXT[:10]))
        stop.set()
        target.evaluate(TEXT[10:14])
        target.keep(12)  # what is kept cannot be read again now
        assert context.tokens == TEXT[:10]
        with pytest.raises(CancelledError):
            list(target.follow(TEXT[:40]))
        assert context.tokens == TEXT[: len(context.tokens)]
        stop.clear()
        list(target.follow(TEXT[:12]))
        row = list(target.evaluate(TEXT[12:13])[0])
        assert row == pytest.approx(row_after(models[name], TEXT[:13]), abs=2e-3)
    finally:
        context.close()


# Whole replies.

PAIRS = {
    "recurrent target": (tiny_mamba, tiny_target),
    "recurrent drafter": (tiny_target, tiny_mamba),
    "recurrent both": (tiny_mamba, lambda: tiny_mamba(seed=9)),
    "hybrid target": (tiny_qwen35, tiny_target),
    "hybrid drafter": (tiny_target, tiny_qwen35),
}


@pytest.fixture(scope="module", name="engine", params=PAIRS)
def _engine(request, folder):
    target, drafter = PAIRS[request.param]
    name = request.param.replace(" ", "-")
    files = PairFiles(name, target().write(folder / f"{name}.gguf"), drafter().write(folder / f"{name}-draft.gguf"))
    engine = load(files)
    yield engine
    engine.close()


def load(files: PairFiles) -> Engine:
    engine = Engine()
    options = LoadOptions(context=512, flash_attention=False, threads=1)
    engine.load(files, options, Stop(), lambda _fraction: None)
    return engine


def write(engine: Engine, text: str, sampling: Sampling = GREEDY, *, length: int, tokens: int | None = 50, **options):
    wanted = ReplyOptions(sampling, draft_length=length, max_tokens=tokens, **options)
    events = list(engine.continue_text(text, wanted, Stop()))
    assert not length or not [event for event in events if isinstance(event, DraftingStopped)]
    check_invariants(events, length)
    return events


@pytest.mark.parametrize("lookup", [False, True])
def test_the_text_is_that_of_plain_decoding(engine, lookup):
    kept, kinds = set(), set()
    for sampling in (GREEDY, Sampling(temperature=0.9, seed=5), Sampling(temperature=1.2, seed=6, top_k=20)):
        plain = write(engine, PROMPT, sampling, length=0)[-1]
        for length in (1, 3, 6):
            events = write(engine, PROMPT, sampling, length=length, lookup=lookup)
            assert events[-1].token_ids == plain.token_ids
            drafted = [one for one in events if isinstance(one, Round) and one.drafted]
            kinds |= {one.drafter for one in drafted}
            kept |= {(len(one.emitted) - 1) / len(one.drafted) for one in drafted}
    assert kinds == ({DrafterKind.MODEL, DrafterKind.LOOKUP} if lookup else {DrafterKind.MODEL})
    assert {0.0, 1.0} < kept


def test_the_ratio_rule_draws_what_it_may(engine):
    events = write(engine, PROMPT, Sampling(temperature=1.1, seed=3), length=5, rule=RuleName.RATIO)
    assert events[-1].accepted
    assert events[-1].corrections


def test_turns_edits_and_the_end_of_the_context(engine):
    first = write(engine, PROMPT, length=4)[-1]
    for text, tokens in (
        (PROMPT, 50),
        (PROMPT + first.text + " and so on", 20),
        (PROMPT[:-6] + "EDIT ", 30),
        (PROMPT * 8, None),
    ):
        drafted = write(engine, text, length=4, tokens=tokens)[-1]
        assert drafted.token_ids == write(engine, text, length=0, tokens=tokens)[-1].token_ids
    assert drafted.finish is Finish.CONTEXT_FULL


@pytest.mark.parametrize("places", [1, 2, 5])
def test_a_caller_who_walks_away_or_stops_changes_nothing(engine, places):
    plain = write(engine, PROMPT, length=0)[-1]
    stop = Stop()
    events = engine.continue_text(PROMPT, ReplyOptions(GREEDY, draft_length=4), stop)
    for _ in range(places):
        next(events)
    events.close()
    assert write(engine, PROMPT, length=4)[-1].token_ids == plain.token_ids
    seen = []
    for event in engine.continue_text(PROMPT, ReplyOptions(GREEDY, draft_length=4), stop):
        seen.append(event)
        if len(seen) == places + 3:
            stop.set()
    assert seen[-1].finish is Finish.STOPPED
    assert seen[-1].token_ids == plain.token_ids[: seen[-1].emitted]
    assert write(engine, PROMPT, length=4)[-1].token_ids == plain.token_ids


def test_reading_again_is_part_of_what_a_round_took(folder, monkeypatch):
    """So that `auto` sees what a rejection costs: the clock here counts passes."""
    path = tiny_mamba().write(folder / "counted.gguf")
    drafter = tiny_target().write(folder / "counted-draft.gguf")
    engine = load(PairFiles("counted", path, drafter))
    decode, passes = symbols.llama_decode, []

    def counting(*arguments):
        passes.append(arguments)
        return decode(*arguments)

    monkeypatch.setattr(symbols, "llama_decode", counting)
    monkeypatch.setattr("app.engine.time.perf_counter", lambda: float(len(passes)))
    rounds = [one for one in write(engine, PROMPT, length=4) if isinstance(one, Round) and one.drafted]
    whole = {len(one.emitted) == len(one.drafted) + 1 for one in rounds}
    assert whole == {True, False}
    for one in rounds:
        assert one.verify_seconds == (1 if len(one.emitted) == len(one.drafted) + 1 else 2)
    plain, _ = engine._models.measure_costs(lambda: float(len(passes)))
    assert plain[1] == 1
    assert plain[5] == 1.5
    engine.close()


@pytest.mark.parametrize("name", ["recurrent both", "hybrid drafter"])
def test_no_more_is_read_again_than_was_drafted(folder, monkeypatch, name):
    target, drafter = PAIRS[name]
    paths = [make().write(folder / f"short-{role}.gguf") for role, make in (("target", target), ("draft", drafter))]
    engine = load(PairFiles("short", *paths))
    decode, sizes = symbols.llama_decode, []

    def counting(handle, batch):
        sizes.append(batch.n_tokens)
        return decode(handle, batch)

    monkeypatch.setattr(symbols, "llama_decode", counting)
    rounds = []
    for event in engine.continue_text(PROMPT, ReplyOptions(GREEDY, draft_length=4, max_tokens=60), Stop()):
        if isinstance(event, Round):
            rounds.append(event)
            assert len(rounds) == 1 or max(sizes) <= 6
            sizes.clear()
    assert any(len(one.emitted) <= len(one.drafted) for one in rounds)
    engine.close()


def test_states_are_kept_where_the_architecture_can(folder, monkeypatch):
    files = PairFiles("hybrid", tiny_qwen35().write(folder / "kept.gguf"), None)
    trunk = trunk_only(tiny_qwen35())
    trunk.numbers |= {"block_count": 2, "nextn_predict_layers": 0}
    alone = PairFiles("alone", trunk.write(folder / "alone.gguf"), None)
    engines = [load(files), load(alone)]
    monkeypatch.setattr(loaded_module, "SNAPSHOTS", 0)
    engines.append(load(files))
    kept = [symbols.llama_n_rs_seq(engine._models.target.handle) for engine in engines]
    for engine in engines:
        engine.close()
    assert kept == [4, 0, 0]
