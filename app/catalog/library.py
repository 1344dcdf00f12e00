"""The models that are on this disk already, wherever they came from.

A scan walks the folders of this app, of the Hub's cache, of LM Studio and Ollama, and those that the person added. It
never fails over a file: one that cannot be used is listed with the sentence that says why.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final

from app.catalog.compatibility import compare
from app.catalog.gguf import Kind, read_parts
from app.catalog.gguf_tokens import TokenizerTables
from app.catalog.header_cache import HeaderCache
from app.catalog.library_places import Found, Origin, Place, default_places, find_files
from app.catalog.model import Model, join_parts
from app.catalog.model_files import disk_errors
from app.catalog.progress import Progress, Reporter, Stage, Stop
from app.errors import CancelledError, FolderMissingError, ModelFileError, ModelFileMissingError
from app.paths import make_folder
from app.whole_files import replace_whole

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from app.catalog.compatibility_reasons import Comparison
    from app.catalog.gguf import GgufHeader
    from app.paths import Paths

MAX_FOLDERS_BYTES: Final = 1 << 20
_PART = re.compile(r"(?P<name>.+)-(?P<number>\d{5})-of-(?P<count>\d{5})\.gguf", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class LibraryModel:
    """One model, or a file that is none.

    `path` is what is opened: the first part of a split model, whose `parts` are all its files. `size` is in bytes,
    of all parts, over which `header` counts too; it is None where it cannot be read. `error` says why the model cannot
    run alone, None if it can.
    """

    path: Path
    name: str
    origin: Origin
    size: int
    modified: int
    parts: tuple[Path, ...]
    header: GgufHeader | None
    error: ModelFileError | None = field(default=None, compare=False)

    @property
    def runnable(self) -> bool:
        """Whether it can be a target or an ordinary drafter."""
        return self.error is None


@dataclass(frozen=True, slots=True)
class Answer:
    """Whether `drafter` can draft for a target, and why not; in place of that an `error` where it cannot be read."""

    drafter: LibraryModel
    comparison: Comparison | None
    error: ModelFileError | None = None


@dataclass(frozen=True, slots=True)
class Scan:
    """What a scan found, in order of name, and how that differs from the scan before (nothing, for the first)."""

    models: tuple[LibraryModel, ...]
    appeared: tuple[LibraryModel, ...] = ()
    changed: tuple[LibraryModel, ...] = ()
    vanished: tuple[LibraryModel, ...] = ()


class Library:
    """Finds models. One thread at a time may scan; records may be read by any."""

    def __init__(self, paths: Paths, others: Sequence[Place] | None = None) -> None:
        """`others` are folders of other programs; None takes where those keep them by default."""
        self._paths = paths
        self._others = default_places() if others is None else list(others)
        self._headers = HeaderCache(paths.headers)
        self._last: dict[Path, LibraryModel] | None = None

    @property
    def models(self) -> tuple[LibraryModel, ...]:
        """What the last scan found; nothing before the first."""
        return tuple((self._last or {}).values())

    @property
    def own_folder(self) -> Path:
        """Where this app keeps models."""
        return self._paths.models

    @property
    def folders(self) -> tuple[Path, ...]:
        """The folders that the person added. A list that cannot be read counts as empty."""
        try:
            if self._paths.library.stat().st_size > MAX_FOLDERS_BYTES:
                return ()
            folders = json.loads(self._paths.library.read_text(encoding="utf-8"))["folders"]
            return tuple(Path(folder) for folder in folders)
        except (OSError, ValueError, LookupError, TypeError, RecursionError):
            return ()

    def add_folder(self, folder: Path) -> None:
        """Look into `folder` from the next scan on.

        Raises:
            FolderMissingError: it is no folder.
            StorageError: that cannot be noted.
        """
        try:
            folder = folder.expanduser().resolve(strict=True)
            is_folder = folder.is_dir()
        except (OSError, ValueError, RuntimeError) as error:
            raise FolderMissingError(path=folder) from error
        if not is_folder:
            raise FolderMissingError(path=folder)
        if folder not in self.folders:
            self._keep_folders((*self.folders, folder))

    def remove_folder(self, folder: Path) -> None:
        """Look into `folder` no more; its files stay. Raises StorageError."""
        self._keep_folders(tuple(one for one in self.folders if one != folder))

    def scan(self, stop: Stop, progress: Callable[[Progress], None]) -> Scan:
        """Find all models; files that have not changed since the last time are not read again.

        Raises:
            CancelledError: `stop` was set; what was known before stays.
        """
        reporter = Reporter(stop, progress, "this machine")
        found = list(self._find(reporter))
        models: dict[Path, LibraryModel] = {}
        for done, group in enumerate(_groups(found)):
            reporter.step(Stage.READING, done, len(found))
            model = self._describe(group)
            if model is not None:
                models[model.path] = model
        self._headers.save()
        models = {model.path: model for model in sorted(models.values(), key=lambda model: model.name.casefold())}
        before, self._last = self._last, models
        return _compare(before, models)

    def look_at(self, path: Path) -> LibraryModel:
        """Describe one file wherever it lies, with the other parts of a split model beside it; nothing is kept.

        Raises:
            ModelFileMissingError: there is no such file.
        """
        path = path.absolute()
        match = _PART.fullmatch(path.name)
        parts = [path]
        if match:
            names = (f"{match['name']}-{one:05d}-of-{match['count']}.gguf" for one in range(1, int(match["count"]) + 1))
            parts = [part for name in names if (part := path.with_name(name)).is_file()]
        model = self._describe([Found(part, Origin.ELSEWHERE) for part in parts]) if parts else None
        if model is None:
            raise ModelFileMissingError(path=path)
        return model

    def drafters_for(
        self, target: LibraryModel, stop: Stop, others: Sequence[LibraryModel] | None = None
    ) -> Iterator[Answer]:
        """Ask every other model whether it fits, in the order of `others`; each answer takes up to half a second.

        `others` None: all of the last scan.

        Raises:
            ModelFileError: the target cannot be read.
            CancelledError: `stop` was set.
        """
        asking = _as_model(target)
        for drafter in self.models if others is None else others:
            if stop.is_set:
                raise CancelledError
            if drafter.path == target.path:
                continue
            try:
                yield Answer(drafter, compare(asking, _as_model(drafter)))
            except ModelFileError as error:
                yield Answer(drafter, None, error)

    def _find(self, reporter: Reporter) -> Iterable[Found]:
        """Every file once, however many links and folders lead to it; the first place counts."""
        places = [
            Place(self._paths.models, Origin.DRAFTLIGHT),
            Place(self._paths.shipped_models, Origin.SHIPPED),
            *self._others,
            *(Place(folder, Origin.ADDED) for folder in self.folders),
        ]
        seen: set[tuple[int, int] | Path] = set()
        for place in places:
            for found in find_files(place, reporter.check):
                reporter.step(Stage.LOOKING, len(seen))
                try:
                    identity = _identity(found.path)
                    regular = found.path.is_file()
                except (OSError, ValueError, RuntimeError):
                    continue
                if regular and identity not in seen:
                    seen.add(identity)
                    yield found

    def _describe(self, group: Sequence[Found]) -> LibraryModel | None:
        """Read the first file of a group; None if it vanished meanwhile."""
        first = group[0]
        header, problem = None, None
        try:
            statuses = [found.path.stat() for found in group]
        except OSError:
            return None
        try:
            header = self._headers.read(first.path)
            self._headers.check(header)
            if header.kind is Kind.SPLIT_PART:
                header = join_parts(read_parts(header))
        except ModelFileError as error:
            problem = error
        return LibraryModel(
            path=first.path,
            name=first.name or first.path.name,
            origin=first.origin,
            size=sum(status.st_size for status in statuses),
            modified=max(status.st_mtime_ns for status in statuses),
            parts=tuple(found.path for found in group),
            header=header,
            error=problem,
        )

    def _keep_folders(self, folders: Sequence[Path]) -> None:
        make_folder(self._paths.library.parent)
        with disk_errors(self._paths.library, 0):
            replace_whole(self._paths.library, json.dumps({"folders": [str(folder) for folder in folders]}))


def _identity(path: Path) -> tuple[int, int] | Path:
    """What is the same for all links to one file; some network folders do not number their files."""
    status = path.stat()
    return (status.st_dev, status.st_ino) if status.st_ino else path.resolve()


def _as_model(model: LibraryModel) -> Model:
    if model.header is None:
        raise model.error or ModelFileMissingError(path=model.path)
    return Model(model.header, TokenizerTables(model.header))


def _groups(found: Iterable[Found]) -> list[list[Found]]:
    """Put the parts of each split model together, in order."""
    groups: dict[tuple[Path, str, str] | Path, list[Found]] = {}
    for one in found:
        match = _PART.fullmatch(one.path.name)
        key = (one.path.parent, match["name"], match["count"]) if match else one.path
        groups.setdefault(key, []).append(one)
    return [sorted(group, key=lambda one: one.path.name) for group in groups.values()]


def _compare(before: dict[Path, LibraryModel] | None, now: dict[Path, LibraryModel]) -> Scan:
    models = tuple(now.values())
    if before is None:
        return Scan(models)
    return Scan(
        models,
        appeared=tuple(model for path, model in now.items() if path not in before),
        changed=tuple(model for path, model in now.items() if path in before and before[path] != model),
        vanished=tuple(model for path, model in before.items() if path not in now),
    )
