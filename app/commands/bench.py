"""Measure what a drafter gains here."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.commands.shared import INTERRUPTED, add_models, choose_pair, draft_length, load_options, say
from app.guarded import GuardedEngine
from app.options import AUTO
from app.terminal import print_bench

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable

    from app.lab.plan import Plan
    from app.paths import Paths
    from app.speculation.stop import Stop


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The models, and what to compare."""
    add_models(parser)
    parser.add_argument(
        "--draft-length",
        type=_list_of(draft_length),
        default=[1, 2, 4, 8, AUTO],
        metavar="N,...",
        help="1 to 16, auto or off; default: 1,2,4,8,auto, and plain decoding always",
    )
    parser.add_argument(
        "--temperature", type=_list_of(float), default=[0.0, 0.8], metavar="T,...", help="default: 0,0.8"
    )
    parser.add_argument("--prompts", type=Path, metavar="F", help="one prompt a line, instead of the 4 built-in ones")
    parser.add_argument(
        "--repeats", type=int, default=3, metavar="N", help="how often each prompt is asked of each case; default: 3"
    )
    parser.add_argument("--max-tokens", type=int, default=100, metavar="N", help="of each reply; default: 100")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of the table")
    parser.set_defaults(command=run)


def _list_of(kind: Callable[[str], Any]) -> Callable[[str], list[Any]]:
    def parse(text: str) -> list[Any]:
        return [kind(part.strip()) for part in text.split(",")]

    parse.__name__ = "list"
    return parse


def _size_of(plan: Plan) -> str:
    """Say how many replies are written, and how that number comes about."""
    factors = (_counted(len(plan.cases), "case"), _counted(len(plan.prompts), "prompt"))
    product = " x ".join((*factors, _counted(plan.repeats, "repeat")))
    return f"Measuring {_counted(plan.size, 'reply', 'replies')} of up to {plan.tokens} tokens: {product}."


def _counted(number: int, one: str, many: str = "") -> str:
    return f"{number} {one if number == 1 else many or one + 's'}"


def run(options: argparse.Namespace, paths: Paths, stop: Stop) -> int:
    """Print what every draft length gains over plain decoding."""
    from app.lab.measure import measure
    from app.lab.measurement import Measurement
    from app.lab.plan import compare
    from app.lab.prompts import PROMPTS, read_prompts
    from app.lab.results import summarise
    from app.options import PairFiles

    loading = load_options(options)
    prompts = read_prompts(options.prompts) if options.prompts else PROMPTS
    measured = partial(
        compare,
        prompts=prompts,
        lengths=options.draft_length,
        temperatures=options.temperature,
        repeats=options.repeats,
        tokens=options.max_tokens,
        loading=loading,
    )
    # What is out of range is told before anything is fetched or loaded.
    measured([PairFiles("", Path(), Path())])
    plan = measured([choose_pair(options, paths, stop)])
    say(_size_of(plan))
    engine = GuardedEngine(paths)
    replies: list[Measurement] = []
    try:
        for event in measure(engine, plan, (), stop):
            if isinstance(event, Measurement):
                replies.append(event)
                if sys.stderr.isatty():
                    say(f"\r{len(replies)} of {plan.size}: {plan.cases[event.cell.case].words}\x1b[K", end="")
    finally:
        engine.close()
    if sys.stderr.isatty():
        say("")
    if replies and all(one.error for one in replies):
        say(replies[0].error)
        return 1
    print_bench(plan, summarise(plan, replies), as_json=options.json)
    return INTERRUPTED if stop.is_set else 0
