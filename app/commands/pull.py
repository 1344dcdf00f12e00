"""Download a pair."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.commands.shared import STARTER, known_pair

if TYPE_CHECKING:
    import argparse

    from app.paths import Paths
    from app.speculation.stop import Stop


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Which pair."""
    parser.add_argument("pair", metavar="PAIR", help=f"{STARTER}, or a pair of the catalogue such as qwen3-8b")
    parser.set_defaults(command=run)


def run(options: argparse.Namespace, paths: Paths, stop: Stop) -> int:
    """Fetch the pair and print where it is."""
    pair = known_pair(options.pair, paths, stop)
    print(f"{pair.name}\ntarget  {pair.target}\ndrafter {pair.drafter}")
    if pair.note:
        print(pair.note)
    return 0
