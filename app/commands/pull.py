"""Download a pair."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.commands.shared import ProgressLine, say, starter_pair
from app.errors import UsageError

if TYPE_CHECKING:
    import argparse

    from app.engine import PairFiles
    from app.paths import Paths
    from app.speculation.stop import Stop

STARTER = "starter"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Which pair."""
    parser.add_argument("pair", metavar="PAIR", help=f"{STARTER}, or a pair of the catalogue such as qwen3-8b")
    parser.set_defaults(command=run)


def run(options: argparse.Namespace, paths: Paths, stop: Stop) -> int:
    """Fetch the pair and print where it is."""
    pair = starter_pair(paths, stop) if options.pair == STARTER else _pull(options.pair, paths, stop)
    print(f"{pair.name}\ntarget  {pair.target}\ndrafter {pair.drafter}")
    if pair.note:
        print(pair.note)
    return 0


def _pull(name: str, paths: Paths, stop: Stop) -> PairFiles:
    from app.catalog.pairs import load_catalogue
    from app.pull_pairs import pull_pair

    catalogue = load_catalogue(paths)
    if catalogue.complaint:
        say(str(catalogue.complaint))
    pair = catalogue.find(name)
    if pair is None:
        known = catalogue.search(name) or catalogue.pairs
        keys = ", ".join([STARTER, *(one.key for one in known)])
        raise UsageError(detail=f"There is no pair {name!r} in the catalogue; choose one of: {keys}")
    say(f"{pair.name}: {pair.reason}")
    files = pull_pair(paths, pair, stop, ProgressLine())
    say("")
    return files
