"""Heads inside the target, as drafters: EAGLE-3 and MTP over tiny models made here."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from app.catalog.gguf import read_header
from app.engine import Engine
from app.errors import HeadMismatchError, HeadSymbolsError
from app.llama import heads as heads_module
from app.llama import loaded as loaded_module
from app.llama.unstable import UnstableSymbols
from app.options import LoadOptions, PairFiles, ReplyOptions
from app.speculation.distributions import acceptance_mass, residual
from app.speculation.records import DrafterKind, DraftingStopped, Finish, Round
from app.speculation.sampling import RuleName, Sampling
from app.speculation.stop import Stop
from tests.invariants import check_invariants
from tests.tiny_families import tiny_deepseek2, tiny_qwen3next
from tests.tiny_heads import (
    CONTEXT,
    mtp_only,
    tiny_eagle3,
    tiny_gemma4,
    tiny_gemma4_assistant,
    tiny_mimo,
    tiny_qwen35,
    tiny_target,
    trunk_only,
)

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.native

GREEDY = Sampling(temperature=0)
SHORT = "hello there my friend"
# More than a batch of 512 tokens.
LONG = "a long one " * 50
NEAR_TIE = 0.01


@pytest.fixture(scope="module", name="folder")
def _folder(tmp_path_factory) -> Path:
    return tmp_path_factory.mktemp("heads")


def _eagle3(folder: Path, **changes) -> PairFiles:
    target = tiny_target()
    head = tiny_eagle3(target, **changes).write(folder / f"{'-'.join(changes) or 'own'}.gguf")
    return PairFiles("pair", target.write(folder / "target.gguf"), head)


def _split(folder: Path) -> PairFiles:
    whole = tiny_mimo(heads=1)
    return PairFiles("pair", trunk_only(whole).write(folder / "trunk.gguf"), mtp_only(whole).write(folder / "mtp.gguf"))


def _assisted(folder: Path) -> PairFiles:
    target = tiny_gemma4()
    head = tiny_gemma4_assistant(target).write(folder / "assistant.gguf")
    return PairFiles("pair", target.write(folder / "gemma4.gguf"), head)


def _hybrid(folder: Path) -> PairFiles:
    head = tiny_eagle3(tiny_qwen35(), layers=(0, 1, 1)).write(folder / "hybrid-head.gguf")
    return PairFiles("pair", tiny_qwen35().write(folder / "hybrid.gguf"), head)


PAIRS = {
    "eagle3": _eagle3,
    "eagle3 borrows": lambda folder: _eagle3(folder, borrow=True),
    "eagle3 mapped": lambda folder: _eagle3(folder, mapped=True),
    "eagle3 norms": lambda folder: _eagle3(folder, norms=True),
    "mtp": lambda folder: PairFiles("pair", tiny_mimo(heads=1).write(folder / "mimo1.gguf"), None),
    "mtp apart": _split,
    "mtp chain of 2": lambda folder: PairFiles("pair", tiny_mimo(heads=2).write(folder / "mimo2.gguf"), None),
    "mtp chain of 3": lambda folder: PairFiles("pair", tiny_mimo(heads=3).write(folder / "mimo3.gguf"), None),
    "hybrid mtp": lambda folder: PairFiles("pair", tiny_qwen35().write(folder / "hybrid.gguf"), None),
    "hybrid eagle3": _hybrid,
    "hybrid without states": lambda folder: PairFiles("put back", PAIRS["hybrid mtp"](folder).target, None),
    "qwen3next": lambda folder: PairFiles("pair", tiny_qwen3next().write(folder / "next.gguf"), None),
    "deepseek2": lambda folder: PairFiles("pair", tiny_deepseek2().write(folder / "deepseek2.gguf"), None),
    "gemma4 assistant": _assisted,
}


HYBRID = ("hybrid mtp", "hybrid eagle3", "hybrid without states", "qwen3next")
MOST = {"mtp chain of 2": 2, "mtp chain of 3": 3}


def load(files: PairFiles, **options) -> Engine:
    engine = Engine()
    options = {"context": CONTEXT, "flash_attention": False, "threads": 1} | options
    with pytest.MonkeyPatch.context() as patch:
        if files.name == "put back":  # as if llama.cpp kept no earlier states of this architecture
            patch.setattr(loaded_module, "SNAPSHOTS", 0)
        engine.load(files, LoadOptions(**options), Stop(), lambda _fraction: None)
    return engine


@pytest.fixture(scope="module", name="pair", params=PAIRS)
def _pair(request, folder) -> tuple[str, PairFiles]:
    return request.param, PAIRS[request.param](folder)


@pytest.fixture(scope="module", name="engine")
def _engine(pair):
    engine = load(pair[1])
    yield engine
    engine.close()


def write(engine: Engine, text: str, sampling: Sampling = GREEDY, *, length: int, tokens: int | None = 60, **options):
    wanted = ReplyOptions(sampling, draft_length=length, max_tokens=tokens, **options)
    events = list(engine.continue_text(text, wanted, Stop()))
    assert not [event for event in events if isinstance(event, DraftingStopped)]
    return events


def rounds_of(events) -> list[Round]:
    return [event for event in events if isinstance(event, Round)]


def drafts_of(events) -> list[tuple[list[int], int]]:
    return [([token.id for token in one.drafted], len(one.emitted)) for one in rounds_of(events)]


def test_greedy_text_is_that_of_plain_decoding(engine, pair):
    most = MOST.get(pair[0], 16)
    kept = set()
    for text in (SHORT, LONG):
        plain = write(engine, text, length=0)[-1]
        for length in range(1, 7):
            events = write(engine, text, length=length)
            check_invariants(events, length)
            assert events[-1].token_ids == plain.token_ids
            drafted = [one for one in rounds_of(events) if one.drafted]
            assert max(len(one.drafted) for one in drafted) == min(length, most)
            kind = DrafterKind.EAGLE3 if "eagle3" in pair[0] else DrafterKind.MTP
            assert {one.drafter for one in drafted} == {kind}
            kept |= {(len(one.emitted) - 1) / len(one.drafted) for one in drafted}
    assert {0.0, 1.0} <= kept
    assert len(kept) > 2 or pair[0] in HYBRID  # some of a draft


def test_to_the_end_of_the_context(engine):
    plain = write(engine, LONG, length=0, tokens=None)[-1]
    events = write(engine, LONG, length=4, tokens=None)
    assert events[-1].token_ids == plain.token_ids
    assert events[-1].finish is Finish.CONTEXT_FULL


@pytest.mark.parametrize(
    "sampling",
    [
        Sampling(temperature=0.9, seed=5),
        Sampling(temperature=1.3, seed=6, top_k=3, top_p=0.9, min_p=0.02),
        Sampling(temperature=0.8, seed=7, repeat_penalty=1.2, presence_penalty=0.3, logit_bias=((50, 2.0),)),
    ],
    ids=["plain", "cut", "penalised"],
)
def test_with_a_seed_the_text_is_that_of_plain_decoding(engine, sampling):
    plain = write(engine, SHORT, sampling, length=0)[-1]
    for length in (1, 3, 6):
        events = write(engine, SHORT, sampling, length=length)
        assert events[-1].token_ids == plain.token_ids
        assert events[-1].accepted


def test_drafts_are_the_same_however_the_prompt_was_read(pair, engine):
    """In one batch, in chunks smaller than a micro-batch, larger ones, and after a rollback to an earlier turn."""
    whole = drafts_of(write(engine, LONG, length=4))
    again = load(pair[1])
    again._models.target.chunk = 7
    assert drafts_of(write(again, LONG, length=4)) == whole
    write(again, LONG[: len(LONG) // 2] + " and something else", length=4)
    assert drafts_of(write(again, LONG, length=4)) == whole
    write(again, SHORT, length=0)  # nobody looks on
    assert drafts_of(write(again, LONG, length=4)) == whole
    again.close()


def test_a_prompt_that_goes_on_is_read_once_and_drafted_for_the_same(pair, engine):
    """The next turn, the same prompt again, and one that is edited: as on a fresh engine."""
    again = load(pair[1])
    first = write(again, SHORT, length=3)[-1]
    read = first.prompt_tokens + first.emitted
    for text, least in ((SHORT + first.text + " go on", read - 2), (SHORT, 20), (SHORT[:12] + "EDIT", 10)):
        events = write(again, text, length=3)
        # A recurrent memory goes back a few tokens only; further back it begins anew.
        if pair[0] not in HYBRID or text.startswith(SHORT + first.text):
            assert least <= events[-1].reused_tokens < events[-1].prompt_tokens
        assert drafts_of(events) == drafts_of(write(load_fresh(engine), text, length=3))
    again.close()


def load_fresh(engine: Engine) -> Engine:
    """Have it forget all it has read."""
    engine._models.target.trim(0)
    engine._models.head.drafter.trimmed(0)
    return engine


@pytest.mark.parametrize("places", [1, 2, 5])
def test_a_caller_who_walks_away_leaves_the_head_in_step(engine, places):
    whole = drafts_of(write(load_fresh(engine), SHORT, length=3))
    wanted = ReplyOptions(GREEDY, draft_length=3, max_tokens=60)
    events = engine.continue_text(SHORT, wanted, Stop())
    for _ in range(places):
        next(events)
    events.close()
    assert drafts_of(write(engine, SHORT, length=3)) == whole


def test_a_stop_in_a_draft_leaves_the_head_in_step(engine, monkeypatch):
    whole = drafts_of(write(load_fresh(engine), SHORT, length=3))
    drafter, stop = engine._models.head.drafter, Stop()
    passes = []

    def stopping(token: int):
        passes.append(token)
        if len(passes) == 4:
            stop.set()
        return type(drafter).go_on(drafter, token)

    monkeypatch.setattr(drafter, "go_on", stopping)
    events = list(engine.continue_text(SHORT, ReplyOptions(GREEDY, draft_length=3), stop))
    assert events[-1].finish is Finish.STOPPED
    monkeypatch.undo()
    assert drafts_of(write(engine, SHORT, length=3)) == whole


def test_tokens_are_drawn_from_what_the_rule_is_told(engine, monkeypatch):
    """Acceptance and residual with the captured distributions make the target's own, and drawn tokens are possible."""
    drafter, target = engine._models.head.drafter, engine._models.target
    sampling = Sampling(temperature=1.1, top_k=40)
    drafts, samplers = [], []

    def propose(context, limit, sampler, go_on):
        drafts.append(type(drafter).propose(drafter, context, limit, sampler, go_on))
        samplers.append(sampler)
        return drafts[-1]

    monkeypatch.setattr(drafter, "propose", propose)
    events = write(engine, SHORT, sampling, length=4, rule=RuleName.RATIO)
    monkeypatch.undo()
    told = [one for one in rounds_of(events) if one.drafted]
    assert len(told) == len(drafts)
    ids = np.arange(target.model.vocabulary.size)
    for one, draft in zip(told, drafts, strict=True):
        for place, token in enumerate(one.drafted):
            drawn_from = draft.distribution(place)
            assert token.draft_prob == pytest.approx(drawn_from.prob(token.id))
            assert drawn_from.probs.sum() == pytest.approx(1.0)
            assert token.draft_prob > 0
    wanted = samplers[0].distribution(np.linspace(-3, 3, len(ids), dtype=np.float32), ())
    for draft in drafts:
        drawn_from = draft.distribution(0)
        p, q = wanted.probs_of(ids), drawn_from.probs_of(ids)
        rest = 1.0 - acceptance_mass(wanted, drawn_from)
        law = np.minimum(p, q) + rest * residual(wanted, drawn_from).probs_of(ids)
        assert np.abs(law - p).max() < 1e-12


@pytest.mark.parametrize("name", ["eagle3", "mtp"])
def test_flash_attention_changes_near_ties_at_most(folder, name):
    engine = load(PAIRS[name](folder), flash_attention=True)
    plain = write(engine, LONG, length=0, record_top=True)
    drafted = write(engine, LONG, length=4)
    pairs = list(zip(plain[-1].token_ids, drafted[-1].token_ids, strict=True))
    differing = [place for place, (one, other) in enumerate(pairs) if one != other]
    for place in differing[:1]:
        best, second = rounds_of(plain)[place].target_top[0][:2]
        assert best.prob - second.prob < NEAR_TIE
    engine.close()


class Library:
    """One without any of the functions."""


@pytest.mark.parametrize(
    ("name", "said"), [("eagle3", "EAGLE-3 heads .*layer_inp"), ("mtp apart", "MTP heads .*nextn")]
)
def test_a_library_without_the_functions_is_told(folder, monkeypatch, name, said):
    monkeypatch.setattr(heads_module, "unstable", UnstableSymbols(Library()))
    with pytest.raises(HeadSymbolsError, match=said):
        load(PAIRS[name](folder))


def test_a_target_with_heads_runs_in_a_library_without_the_functions(folder, monkeypatch):
    files = PAIRS["mtp chain of 2"](folder)
    plain = write(load(files), SHORT, length=0)[-1]
    monkeypatch.setattr(heads_module, "unstable", UnstableSymbols(Library()))
    engine = load(files)
    assert "llama_set_nextn_layer_offset" in engine.loaded.drafting_off
    assert write(engine, SHORT, length=0)[-1].token_ids == plain.token_ids
    engine.close()


def test_what_is_loaded_is_named(folder):
    assert load(PAIRS["eagle3"](folder)).loaded.drafter_description == "the EAGLE-3 head own"
    assert load(PAIRS["mtp"](folder)).loaded.drafter_description == "the MTP head inside it"
    chained = load(PAIRS["mtp chain of 3"](folder)).loaded
    assert chained.most_drafted == 3


def test_a_head_of_another_target_is_refused_before_it_is_loaded(folder):
    files = PAIRS["eagle3"](folder)
    other = tiny_target(layers=2).write(folder / "shallow.gguf")
    assert read_header(files.drafter).target_layers == (1, 2, 3)
    with pytest.raises(HeadMismatchError, match="it reads layer 3, and the last that can be read is 1"):
        load(PairFiles("pair", other, files.drafter))
