"""Measure what a drafter gains here."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.commands.shared import INTERRUPTED, add_models, choose_pair, draft_length, load_options, say
from app.engine import AUTO, ReplyOptions
from app.errors import PromptsFileError, UsageError
from app.guarded import GuardedEngine
from app.speculation.sampling import Sampling
from app.terminal import print_bench

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable

    from app.paths import Paths
    from app.speculation.stop import Stop


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The models, and what to compare."""
    add_models(parser)
    parser.add_argument("--draft-length", type=_list_of(draft_length), default=[1, 2, 4, 8, AUTO], metavar="N,...")
    parser.add_argument("--temperature", type=_list_of(float), default=[0.0, 0.8], metavar="T,...")
    parser.add_argument("--prompts", type=Path, metavar="F", help="one prompt a line, instead of the built-in ones")
    parser.add_argument("--repeats", type=int, default=3, metavar="N")
    parser.add_argument("--max-tokens", type=int, default=100, metavar="N")
    parser.add_argument("--json", action="store_true")
    parser.set_defaults(command=run)


def _list_of(kind: Callable[[str], Any]) -> Callable[[str], list[Any]]:
    def parse(text: str) -> list[Any]:
        return [kind(part.strip()) for part in text.split(",")]

    parse.__name__ = "list"
    return parse


def run(options: argparse.Namespace, paths: Paths, stop: Stop) -> int:
    """Print what every draft length gains over plain decoding."""
    from app.bench import PROMPTS, Case, run_bench, summarise_bench

    loading = load_options(options)
    cases = [Case(length, temperature) for temperature in options.temperature for length in options.draft_length]
    for case in cases:  # out of range is told before anything is loaded
        ReplyOptions(Sampling(temperature=case.temperature), case.draft_length, options.max_tokens)
    if options.repeats < 1:
        raise UsageError(detail="The number of repeats must be 1 or more")
    prompts = _read_prompts(options.prompts) if options.prompts else PROMPTS
    engine = GuardedEngine(paths)
    try:
        engine.load(choose_pair(options, paths, stop), loading, stop, lambda _fraction: None)
        replies = []
        for reply in run_bench(engine, cases, prompts, repeats=options.repeats, tokens=options.max_tokens, stop=stop):
            replies.append(reply)
            if sys.stderr.isatty():
                say(f"\r{len(replies)} replies, last: {reply[2].name}\x1b[K", end="")
    finally:
        engine.close()
    if sys.stderr.isatty():
        say("")
    print_bench(summarise_bench(replies), as_json=options.json)
    return INTERRUPTED if stop.is_set else 0


def _read_prompts(path: Path) -> list[str]:
    """Read one prompt a line.

    Raises:
        PromptsFileError: no prompt can be read.
    """
    try:
        prompts = [line.strip() for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
    except (OSError, ValueError) as error:
        raise PromptsFileError(path=path, detail=getattr(error, "strerror", None) or error) from error
    if not prompts:
        raise PromptsFileError(path=path, detail="it is empty")
    return prompts
