"""The catalogue: pairs that are known to work, and the files they are made of.

It is data: `resources/pairs.toml` ships with the app, `pairs.toml` in the data folder has the same format and holds
what the person added. A damaged file of the person's own is told, and does not take the shipped pairs away.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from app.catalog.pair_reader import read_catalogue
from app.catalog.pair_records import DrafterNeed
from app.catalog.placement import Fit, fit_by_size
from app.errors import CatalogueError

if TYPE_CHECKING:
    from app.catalog.machine import Machine
    from app.catalog.pair_records import CatalogueFile, CataloguePair
    from app.paths import Paths

# Passes of a larger target on a processor alone take longer than people like to wait.
COMFORTABLE_ON_CPU: Final = 6_000_000_000


@dataclass(frozen=True, slots=True)
class Catalogue:
    """All pairs and files. `complaint` is what is wrong with the person's own list, None if nothing is."""

    pairs: tuple[CataloguePair, ...]
    files: tuple[CatalogueFile, ...]
    complaint: CatalogueError | None = None

    def find(self, key: str) -> CataloguePair | None:
        """The pair with this key, in any case."""
        return next((pair for pair in self.pairs if pair.key == key.casefold()), None)

    def search(self, words: str) -> tuple[CataloguePair, ...]:
        """The pairs that have every word."""
        return tuple(pair for pair in self.pairs if pair.matches(words))

    def sort_for(self, machine: Machine) -> tuple[CataloguePair, ...]:
        """What suits this machine first: what fits the GPU, then what runs at all, the ablest of each first.

        By the sizes of files only: what a pair takes exactly is known once its headers are (`app.catalog.memory`).
        """
        return tuple(sorted(self.pairs, key=lambda pair: _rank(pair, machine)))


def _rank(pair: CataloguePair, machine: Machine) -> tuple[int, int, float]:
    fit = fit_by_size(pair.size, machine)
    # Heads were not run with the published files: two models come first.
    later = int(pair.kind is not DrafterNeed.MODEL and fit is not Fit.NONE)
    places = {Fit.GPU: 0, Fit.RAM: 1, Fit.SPLIT: 1, Fit.NONE: 2}
    if fit is Fit.GPU:
        nearness: float = -pair.target.size
    elif fit is Fit.NONE:
        nearness = pair.target.size
    else:  # the ablest that is still comfortable, then away from it in both directions
        nearness = abs(math.log(max(pair.target.size, 1) / COMFORTABLE_ON_CPU))
    return places[fit], later, nearness


def load_catalogue(paths: Paths) -> Catalogue:
    """Read the shipped catalogue and the person's own pairs, which come first.

    Raises:
        CatalogueError: the shipped catalogue is damaged; names the entry.
    """
    files, pairs = read_catalogue(paths.shipped_pairs)
    try:
        own_files, own_pairs = read_catalogue(paths.own_pairs, known=files) if paths.own_pairs.exists() else ({}, {})
    except CatalogueError as error:
        return Catalogue(tuple(pairs.values()), tuple(files.values()), error)
    mine = {key: replace(pair, own=True) for key, pair in own_pairs.items()}
    # A person's own pair stands in for a shipped one of that key.
    return Catalogue(
        tuple((mine | {k: p for k, p in pairs.items() if k not in mine}).values()), tuple((files | own_files).values())
    )
