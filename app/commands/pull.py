"""Download a pair."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.commands.shared import starter_pair

if TYPE_CHECKING:
    import argparse

    from app.paths import Paths
    from app.speculation.stop import Stop


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Which pair."""
    parser.add_argument("pair", choices=["starter"])
    parser.set_defaults(command=run)


def run(_options: argparse.Namespace, paths: Paths, stop: Stop) -> int:
    """Fetch the pair and print where it is."""
    pair = starter_pair(paths, stop)
    print(f"{pair.name}\ntarget  {pair.target}\ndrafter {pair.drafter}\n{pair.note}")
    return 0
