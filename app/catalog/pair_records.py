"""Pairs of the catalogue and the files that they are made of."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from app.catalog.hub_search import HubFile

if TYPE_CHECKING:
    from pathlib import Path


class DrafterNeed(StrEnum):
    """What a drafter is; the value is how the catalogue spells it."""

    MODEL = "model"
    MTP = "mtp"
    EAGLE3 = "eagle3"


@dataclass(frozen=True, slots=True)
class CatalogueFile:
    """One file of the Hub at one revision, or of this machine (`path`, then no repository and no checksum).

    `sha256` "" of a file of the Hub: the one that the Hub states when it is downloaded is what it is checked against.
    `context` is in tokens, 0 where it is not published. `confirmed` is the number of independent sources in which
    name, size and checksum were found, 0 for a person's own.
    """

    key: str
    repository: str
    revision: str
    file_name: str
    size: int
    sha256: str
    licence: str
    gated: bool
    context: int
    confirmed: int
    path: Path | None = None

    @property
    def hub_file(self) -> HubFile:
        """What to download; of no use for a file of this machine."""
        return HubFile(self.repository, self.revision, self.file_name, self.size, self.sha256)


@dataclass(frozen=True, slots=True)
class Report:
    """What somebody measured: `ratio` is drafted speed to plain speed."""

    ratio: float
    detail: str
    source: str


@dataclass(frozen=True, slots=True)
class CataloguePair:
    """A target with its drafter, and why. `own`: the person added it."""

    key: str
    name: str
    target: CatalogueFile
    drafter: CatalogueFile
    kind: DrafterNeed
    reason: str
    hardware: str
    reported: tuple[Report, ...] = ()
    own: bool = False

    @property
    def size(self) -> int:
        """Bytes of both files."""
        return self.target.size + self.drafter.size

    def matches(self, words: str) -> bool:
        """Whether every word occurs in its names, files, licence or reason, in any case."""
        texts = (self.name, self.key, self.target.repository, self.target.file_name, self.drafter.file_name)
        text = " ".join((*texts, self.target.licence, self.reason, self.hardware)).casefold()
        return all(word in text for word in words.casefold().split())


def local_file(key: str, path: Path) -> CatalogueFile:
    """A file of this machine; its size is 0 while it is not there."""
    try:
        size = path.stat().st_size
    except (OSError, ValueError):
        size = 0
    return CatalogueFile(key, "", "", path.name, size, "", "", gated=False, context=0, confirmed=0, path=path)
