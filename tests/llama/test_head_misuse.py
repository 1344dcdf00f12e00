"""What would end the process inside llama.cpp, or spoil drafts without a word, is refused before it is loaded.

All of it happens in a process of its own, which would end if something were not refused.
"""

from __future__ import annotations

import multiprocessing
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from app.engine import Engine
from app.errors import DraftlightError
from app.options import LoadOptions, PairFiles, ReplyOptions
from app.speculation.records import DraftingStopped
from app.speculation.sampling import Sampling
from app.speculation.stop import Stop
from tests.tiny_heads import (
    WIDTH,
    TinyFile,
    mtp_only,
    tiny_eagle3,
    tiny_gemma4,
    tiny_gemma4_assistant,
    tiny_mimo,
    tiny_target,
    trunk_only,
)

if TYPE_CHECKING:
    from collections.abc import Sequence
    from multiprocessing.connection import Connection
    from pathlib import Path

pytestmark = pytest.mark.native


def with_map(kind: type[np.generic]) -> TinyFile:
    head = tiny_eagle3(tiny_target(), mapped=True)
    head.tensors["d2t"] = head.tensors["d2t"].astype(kind)
    return head


def with_numbers(file: TinyFile, **numbers: int) -> TinyFile:
    return replace(file, numbers=file.numbers | numbers)


def with_layers(*layers: int) -> TinyFile:
    return tiny_eagle3(tiny_target(), layers=layers)


# Target, drafter, and what is said of them.
REFUSED = {
    "layers beyond the last": (tiny_target, lambda: with_layers(1, 2, 9), "it reads layer 9"),
    "what leaves the last layer": (tiny_target, lambda: with_layers(1, 2, 4), "the last that can be read is 3"),
    "two layers": (tiny_target, lambda: with_layers(1, 2), "it reads 2 layers"),
    "another width": (
        tiny_target,
        lambda: with_numbers(tiny_eagle3(tiny_target()), target_hidden_size=WIDTH + 16),
        f"hidden states of {WIDTH + 16} numbers",
    ),
    "a table of another type": (tiny_target, lambda: with_map(np.int32), "is of type I32"),
    "a table that leads nowhere": (
        tiny_target,
        lambda: with_entry(100_000),
        "its table of tokens leads to token 100000",
    ),
    "a table below zero": (tiny_target, lambda: with_entry(-1), "its table of tokens leads to token -1"),
    "an architecture without taps": (
        lambda: replace(tiny_target(), architecture="qwen2"),
        lambda: tiny_eagle3(tiny_target()),
        "llama.cpp shows no inner layers of qwen2",
    ),
    "a head without its layers": (
        lambda: trunk_only(tiny_mimo()),
        lambda: with_numbers(mtp_only(tiny_mimo()), nextn_predict_layers=1, block_count=4),
        "its prediction layers are not in the file",
    ),
    "a head of another width": (
        tiny_mimo,
        lambda: with_numbers(mtp_only(tiny_mimo()), embedding_length=WIDTH + 16),
        f"hidden states of {WIDTH + 16} numbers",
    ),
    "an assistant of another target": (
        tiny_target,
        lambda: tiny_gemma4_assistant(tiny_gemma4()),
        "it is made for gemma4, and the target is llama",
    ),
    "an assistant of another width": (
        tiny_gemma4,
        lambda: with_numbers(tiny_gemma4_assistant(tiny_gemma4()), embedding_length_out=WIDTH + 16),
        f"hidden states of {WIDTH + 16} numbers",
    ),
    "an assistant of other keys": (
        tiny_gemma4,
        lambda: with_numbers(tiny_gemma4_assistant(tiny_gemma4()), **{"attention.key_length": 16}),
        "it reads keys of 16 numbers",
    ),
    "a head of another family": (tiny_target, lambda: mtp_only(tiny_mimo()), "it is made for mimo2"),
    "a head as target": (lambda: tiny_eagle3(tiny_target()), None, "cannot run on its own"),
    "an MTP head as target": (lambda: mtp_only(tiny_mimo()), None, "cannot run on its own"),
    "a head as target of a head": (
        lambda: tiny_eagle3(tiny_target()),
        lambda: tiny_eagle3(tiny_target()),
        "cannot run on its own",
    ),
}


def with_entry(token: int) -> TinyFile:
    head = tiny_eagle3(tiny_target(), mapped=True)
    head.tensors["d2t"][3] = token
    return head


def _load_all(pairs: Sequence[tuple[str, PairFiles]], answers: Connection) -> None:
    for name, files in pairs:
        engine, answer = Engine(), ""
        try:
            engine.load(files, LoadOptions(context=256, threads=1), Stop(), lambda _fraction: None)
            options = ReplyOptions(Sampling(temperature=0), draft_length=4, max_tokens=8)
            events = list(engine.continue_text("some text", options, Stop()))
            answer = "".join(event.reason for event in events if isinstance(event, DraftingStopped)) or "it ran"
        except DraftlightError as error:
            answer = str(error)
        engine.close()
        answers.send((name, answer))
    answers.close()


def answers_to(pairs: Sequence[tuple[str, PairFiles]]) -> dict[str, str]:
    """What loading and running each of `pairs` came to; one that ended the process is not there."""
    context = multiprocessing.get_context("spawn")
    answers, questions = context.Pipe(duplex=False)
    process = context.Process(target=_load_all, args=(pairs, questions))
    process.start()
    questions.close()
    told: dict[str, str] = {}
    try:
        while len(told) < len(pairs):
            told.update([answers.recv()])
    except EOFError:
        pass
    process.join()
    answers.close()
    process.close()
    return told


@pytest.fixture(scope="module", name="told")
def _told(tmp_path_factory) -> dict[str, str]:
    folder: Path = tmp_path_factory.mktemp("misuse")
    pairs = []
    for number, (name, (target, drafter, _)) in enumerate(REFUSED.items()):
        head = drafter().write(folder / f"head{number}.gguf") if drafter else None
        pairs.append((name, PairFiles(name, target().write(folder / f"target{number}.gguf"), head)))
    trunk = trunk_only(tiny_mimo()).write(folder / "trunk.gguf")
    pairs.append(("trunk alone", PairFiles("trunk", trunk, None)))
    return answers_to(pairs)


@pytest.mark.parametrize("name", REFUSED)
def test_misuse_is_refused_in_words(told, name):
    assert REFUSED[name][2] in told[name]


def test_a_target_whose_head_is_not_in_its_file_runs_without_drafts(told):
    assert told["trunk alone"] == "this target has no drafter"


def test_the_other_process_tells_of_one_that_ends_it(tmp_path, monkeypatch):
    """What the above is worth: without the rules the process ends."""
    files = PairFiles(
        "bad",
        tiny_target().write(tmp_path / "target.gguf"),
        with_layers(1, 2, 9).write(tmp_path / "head.gguf"),
    )
    assert answers_to([("bad", files)]).keys() == {"bad"}
    assert "bad" not in _answers_without_rules(files)


def _answers_without_rules(files: PairFiles) -> dict[str, str]:
    context = multiprocessing.get_context("spawn")
    answers, questions = context.Pipe(duplex=False)
    process = context.Process(target=_load_without_rules, args=(files, questions))
    process.start()
    questions.close()
    try:
        return dict([answers.recv()])
    except EOFError:
        return {}
    finally:
        process.join()
        assert process.exitcode
        answers.close()
        process.close()


def _load_without_rules(files: PairFiles, answers: Connection) -> None:
    import os

    from app import engine, head_files

    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
    head_files.misfit = lambda _head, _target: None
    engine.check_pair = lambda _files: None
    _load_all([("bad", files)], answers)
