from __future__ import annotations

import csv
import io
import json
import random
from dataclasses import replace

import pytest

from app.errors import LabRunError, NotWritableError, PromptsFileError, PromptTooLongError
from app.lab.export import to_csv, to_json
from app.lab.kept_words import sentence_of
from app.lab.measure import measure
from app.lab.measurement import Measurement
from app.lab.plan import find_length
from app.lab.prompts import PROMPT_SETS, prompts_in, read_prompts
from app.lab.store import RunStore
from app.speculation.stop import Stop
from tests.lab.scripted_lab import PAIR, ScriptedLab, plan

MACHINE = {"draftlight": "1", "system": "some"}


@pytest.fixture(name="store")
def _store(tmp_path):
    return RunStore(tmp_path / "lab")


def carry_out(store, planned, cells=10**6):
    run = store.create(planned, MACHINE)
    engine = ScriptedLab(lambda case: 14 if case.draft_length else 10, stop_after=cells)
    for event in measure(engine, planned, run.measurements, Stop()):
        if isinstance(event, Measurement):
            run = store.keep(run, event)
    return run


def test_a_run_comes_back_as_it_was(store):
    run = carry_out(store, plan(temperatures=(0.0, 0.8)))
    found = carry_out(store, find_length(PAIR, ("a",), temperature=0.5), cells=9)
    assert {one.path: one for one in store.list_runs()} == {run.path: run, found.path: found}
    assert run.complete
    assert not found.complete
    store.delete(run)
    assert store.list_runs() == (found,)
    store.delete(run)


def test_a_kill_at_any_byte_costs_the_cell_under_way_alone(store):
    run = carry_out(store, plan(repeats=2))
    whole = run.path.read_bytes()
    head = whole.index(b"\n") + 1
    for end in random.Random(0).sample(range(head, len(whole)), 40):
        run.path.write_bytes(whole[:end])
        torn = store.read(run.path)
        assert torn.measurements == run.measurements[: len(torn.measurements)]
        assert len(torn.measurements) == whole[head:end].count(b"\n")
        for one in run.measurements[len(torn.measurements) :]:
            torn = store.keep(torn, one)
        assert run.path.read_bytes() == whole


def test_a_file_that_is_none_is_left_out_of_the_history_and_told(store):
    run = carry_out(store, plan(repeats=1))
    for name, text in (("a", "{}\n"), ("b", "nonsense"), ("c", ""), ("d", "[" * 50_000 + "\n")):
        (store.folder / f"{name}.jsonl").write_text(text)
        with pytest.raises(LabRunError):
            store.read(store.folder / f"{name}.jsonl")
    newer = json.loads(run.path.read_text().split("\n")[0]) | {"schema": 99}
    (store.folder / "n.jsonl").write_text(json.dumps(newer) + "\n")
    with pytest.raises(LabRunError, match="newer"):
        store.read(store.folder / "n.jsonl")
    assert store.list_runs() == (run,)


JUNK = [
    None,
    True,
    -1,
    0,
    10**30,
    10**400,
    1e308,
    float("nan"),
    "",
    "x\0y",
    "\udc00",
    [],
    {},
    [[]],
    {"a": 1},
    {"context": "errors"},
]


def mutated(facts, draw):
    """The facts with one value somewhere replaced by junk."""
    key = draw.choice(list(facts) if isinstance(facts, dict) else range(len(facts)))
    value = facts[key]
    copy = dict(facts) if isinstance(facts, dict) else list(facts)
    inner = value and isinstance(value, (dict, list)) and draw.random() < 0.8
    copy[key] = mutated(value, draw) if inner else draw.choice(JUNK)
    return copy


def test_hostile_files_raise_nothing_but_their_error(store):
    run = carry_out(store, plan(repeats=1))
    run = store.keep(run, replace(run.measurements[0], error=sentence_of(PromptTooLongError(tokens=9, limit=5))))
    lines = [json.loads(line) for line in run.path.read_text().splitlines()]
    path = store.folder / "hostile.jsonl"
    refused = 0
    for seed in range(600):
        hostile = mutated(lines, random.Random(seed))
        path.write_text("".join(json.dumps(line) + "\n" for line in hostile))
        try:
            read = store.read(path)
        except LabRunError:
            refused += 1
        else:
            to_csv(read)
            json.loads(to_json(read))
    assert refused > 300


def test_a_disk_that_says_no_is_told(store, tmp_path):
    run = carry_out(store, plan(repeats=1))
    store.folder.rename(tmp_path / "elsewhere")
    with pytest.raises(NotWritableError):
        store.keep(run, run.measurements[0])
    assert store.list_runs() == ()


def test_csv_has_a_line_a_reply_and_no_formulas(store):
    run = carry_out(store, plan(prompts=("=1+1", 'b,\n"c"')))
    rows = list(csv.DictReader(io.StringIO(to_csv(run))))
    assert len(rows) == len(run.measurements)
    assert {row["prompt"] for row in rows} == {"'=1+1", 'b,\n"c"'}
    assert {(row["draft_length"], float(row["tokens_per_second"])) for row in rows} == {("off", 10.0), ("4", 14.0)}


def test_json_has_everything_and_what_it_adds_up_to(store):
    run = carry_out(store, plan())
    facts = json.loads(to_json(run))
    assert facts["machine"] == MACHINE
    assert len(facts["measurements"]) == len(run.measurements)
    assert facts["results"][1]["of_plain"]["median"] == pytest.approx(1.4)
    assert "Drafting pays" in facts["verdict"]


def test_prompts_are_lines_each_once(tmp_path):
    assert prompts_in("one\n\n two \none\n") == ("one", "two")
    path = tmp_path / "p.txt"
    path.write_bytes(b"\xef\xbb\xbfone\r\ntwo\r\n")
    assert read_prompts(path) == ("one", "two")
    for data in (b"", b"\xff\xfe", b"a" * 1_000_001, "".join(f"{n}\n" for n in range(201)).encode()):
        path.write_bytes(data)
        with pytest.raises(PromptsFileError):
            read_prompts(path)
    assert set(PROMPT_SETS) == {"story", "explain", "code", "edit", "translate"}
