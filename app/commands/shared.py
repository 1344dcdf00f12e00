"""What several commands share: which pair, how long a draft, progress on stderr."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from app.catalog.memory import CacheType
from app.errors import UsageError
from app.lab.parse import length_of
from app.options import DEFAULT_CONTEXT, MIN_CONTEXT, LoadOptions, PairFiles

if TYPE_CHECKING:
    from app.catalog.starter import Progress
    from app.paths import Paths
    from app.speculation.stop import Stop

INTERRUPTED = 130
STARTER = "starter"
CONTEXT_HELP = f"tokens of context, {MIN_CONTEXT} or more; default: {DEFAULT_CONTEXT}"


def say(text: str, end: str = "\n") -> None:
    """Tell the person something that is not the output."""
    print(text, end=end, file=sys.stderr, flush=True)


def add_models(parser: argparse.ArgumentParser) -> None:
    """The arguments that `choose_pair` and `load_options` read."""
    models = parser.add_argument_group("models")
    models.add_argument("--pair", metavar="NAME", help=f"{STARTER} (the default) or a pair of the catalogue")
    models.add_argument("--target", type=Path, metavar="F.gguf")
    models.add_argument("--drafter", metavar="F.gguf|none|self", help="self: a coarser copy of the target, made once")
    loading = parser.add_argument_group("loading")
    loading.add_argument("--threads", type=int, metavar="N", help="default: the physical cores")
    loading.add_argument("--context", type=int, default=DEFAULT_CONTEXT, metavar="N", help=CONTEXT_HELP)
    loading.add_argument(
        "--gpu-layers", type=int, default=-1, metavar="N", help="of the target on the GPU; default: as many as fit"
    )
    loading.add_argument(
        "--drafter-gpu-layers", type=int, default=-1, metavar="N", help="the same for the drafter, which goes first"
    )
    loading.add_argument(
        "--cache-type",
        type=str.upper,
        choices=[one.name for one in CacheType],
        default=CacheType.F16.name,
        help="how keys and values are kept; smaller types need flash attention",
    )
    loading.add_argument("--flash-attention", choices=["on", "off"], help="default: llama.cpp decides")
    loading.add_argument(
        "--read-whole",
        action="store_true",
        help="read the files into memory instead of mapping them: for drives that may be unplugged",
    )
    loading.add_argument("--insist", action="store_true", help="load also what is not expected to fit into memory")


def load_options(options: argparse.Namespace) -> LoadOptions:
    """How to load the pair."""
    return LoadOptions(
        context=options.context,
        threads=options.threads,
        gpu_layers=options.gpu_layers,
        drafter_gpu_layers=options.drafter_gpu_layers,
        cache_type=CacheType[options.cache_type],
        flash_attention=None if options.flash_attention is None else options.flash_attention == "on",
        read_whole=options.read_whole,
        insist=options.insist,
    )


def draft_length(text: str) -> int:
    """Parse a draft length; 0 is off, AUTO automatic."""
    try:
        return length_of(text)
    except UsageError as error:
        raise argparse.ArgumentTypeError(str(error).rstrip(".")) from error


def choose_pair(options: argparse.Namespace, paths: Paths, stop: Stop) -> PairFiles:
    """The files that the arguments name; without any, the starter pair, fetched if need be.

    Raises:
        UsageError: they contradict each other.
        DraftlightError: the files cannot be had.
    """
    if options.target is None:
        if options.drafter not in (None, "none"):
            raise UsageError(detail="--drafter needs --target")
        pair = known_pair(options.pair or STARTER, paths, stop)
        return pair if options.drafter is None else PairFiles(pair.name, pair.target, None)
    if options.pair:
        raise UsageError(detail="Give either --pair or --target, not both")
    if options.drafter == "self":
        from app.pull import self_draft_pair

        return self_draft_pair(paths, options.target, stop, ProgressLine())
    drafter = None if options.drafter in (None, "none") else Path(options.drafter)
    return PairFiles(name=options.target.name, target=options.target, drafter=drafter)


def known_pair(name: str, paths: Paths, stop: Stop) -> PairFiles:
    """The starter pair or one of the catalogue, fetched if need be.

    Raises:
        UsageError: there is no such pair; names some.
        DraftlightError: as `pull_starter` and `pull_pair`.
    """
    if name == STARTER:
        return _starter_pair(paths, stop)
    from app.catalog.pairs import load_catalogue
    from app.pull_pairs import pull_pair

    catalogue = load_catalogue(paths)
    if catalogue.complaint:
        say(str(catalogue.complaint))
    pair = catalogue.find(name)
    if pair is None:
        keys = ", ".join([STARTER, *(one.key for one in catalogue.search(name) or catalogue.pairs)])
        raise UsageError(detail=f"There is no pair {name!r} in the catalogue; choose one of: {keys}")
    say(f"{pair.name}: {pair.reason}")
    files = pull_pair(paths, pair, stop, ProgressLine())
    say("")
    return files


def _starter_pair(paths: Paths, stop: Stop) -> PairFiles:
    from app.pull import find_starter_pair, pull_starter

    pair = find_starter_pair(paths)
    if pair is None:
        say("Fetching the starter pair, 98 MB, once: no models were named, and it is not on this disk.")
        pair = pull_starter(paths, stop, ProgressLine())
        say("")
    return pair


class ProgressLine:
    """Progress of a download on stderr: one line rewritten on a terminal, one line a stage elsewhere."""

    def __init__(self) -> None:
        self._said = ""

    def __call__(self, progress: Progress) -> None:
        retry = progress.retry
        why = f" in {max(1, round(retry.seconds))} s: {retry.detail}" if retry else ""
        if sys.stderr.isatty():
            share = f" {progress.done / progress.total:4.0%}" if progress.total else ""
            say(f"\r{progress.stage}{why} ({progress.source}){share}\x1b[K", end="")
        elif (step := f"{progress.stage} {retry.attempt if retry else ''}") != self._said:
            self._said = step
            say(f"{progress.stage}{why} ({progress.source})")
