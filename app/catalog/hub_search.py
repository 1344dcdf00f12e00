"""The Hub's repositories of GGUF files: finding them, and what is in one. Asked only when a person searches."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, TypeVar

from app.catalog.hub_client import Question, ask
from app.catalog.hub_names import FileKind, ModelName, group_models
from app.catalog.progress import Reporter
from app.catalog.retry import NO_RETRIES, persist

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from huggingface_hub import HfApi, ModelInfo
    from huggingface_hub.hf_api import RepoFile

    from app.catalog.progress import Stop
    from app.catalog.tokens import Token

T = TypeVar("T")

# Lists are longer than the metadata of one file.
LIST_SECONDS: Final = 20.0
# More files than any repository of models has.
_MOST_FILES: Final = 20_000


@dataclass(frozen=True, slots=True)
class FoundModel:
    """One repository: `downloads` of the last month, `licence` as the Hub names it, `gated` if conditions come first.

    `architecture`, `parameters` and `context` are what the Hub read from one of its files, where it did.
    """

    repository: str
    downloads: int
    licence: str | None
    gated: bool
    architecture: str | None = None
    parameters: int | None = None
    context: int | None = None


@dataclass(frozen=True, slots=True)
class HubFile:
    """One file of a repository at one commit: `size` in bytes, `sha256` None where the Hub publishes none.

    "" is a hash that is not known yet: the Hub is asked for it before the file.
    """

    repository: str
    revision: str
    path: str
    size: int
    sha256: str | None

    @property
    def file_name(self) -> str:
        """Without the folder in the repository."""
        return self.path.rsplit("/", 1)[-1]


@dataclass(frozen=True, slots=True)
class HubModel:
    """One model with all its parts, or one side-car; not `complete` if a part is missing in the repository."""

    name: str
    kind: FileKind
    quantisation: str | None
    files: tuple[HubFile, ...]
    complete: bool

    @property
    def size(self) -> int:
        """Bytes of all parts."""
        return sum(file.size for file in self.files)


@dataclass(frozen=True, slots=True)
class RepositoryFiles:
    """What a repository holds at `revision`, a commit; `page` is for a person."""

    repository: str
    revision: str
    page: str
    licence: str | None
    gated: bool
    models: tuple[HubModel, ...]


def search_models(
    query: str, limit: int, stop: Stop, *, token: Token | None = None, endpoint: str | None = None
) -> tuple[FoundModel, ...]:
    """Repositories of GGUF files whose name has `query`, the most downloaded first, at most `limit`.

    Raises:
        DownloadError, CancelledError: as `app.catalog.hub.look_up`.
    """

    def find(api: HfApi) -> tuple[FoundModel, ...]:
        expand: Any = ["downloads", "gated", "tags", "gguf"]
        found = api.list_models(search=query.strip(), filter="gguf", sort="downloads", limit=limit, expand=expand)
        return tuple(_found(info) for info in found)

    return _listed(find, Question(token=token, endpoint=endpoint), stop)


def list_files(
    repository: str, stop: Stop, *, token: Token | None = None, endpoint: str | None = None
) -> RepositoryFiles:
    """The GGUF files of a repository, with parts of one model together and side-cars labelled by their names.

    Raises:
        DownloadError, CancelledError: as `app.catalog.hub.look_up`.
    """
    question = Question(repository, token=token, endpoint=endpoint)

    def read(api: HfApi) -> RepositoryFiles:
        info = api.model_info(repository, revision="main", expand=["sha", "gated", "tags"])
        commit = _text(info.sha)
        tree = api.list_repo_tree(repository, recursive=True, revision=commit)
        files = _files(repository, commit, tree)
        models = tuple(_model(name, files) for name in group_models(files))
        return RepositoryFiles(repository, commit, question.page, _licence(info), bool(info.gated), models)

    return _listed(read, question, stop)


def _listed(call: Callable[[HfApi], T], question: Question, stop: Stop) -> T:
    """Ask once; what may change soon is told as it is."""
    reporter = Reporter(stop, lambda _progress: None, "")
    return persist(lambda: ask(call, question, stop, LIST_SECONDS), NO_RETRIES, reporter, lambda: 0, None)


def _files(repository: str, commit: str, tree: Iterable[object]) -> dict[str, HubFile]:
    from huggingface_hub.hf_api import RepoFile

    files: dict[str, HubFile] = {}
    for item in tree:
        if isinstance(item, RepoFile) and is_safe(item.path) and len(files) < _MOST_FILES:
            files[item.path] = HubFile(repository, commit, item.path, _number(item.size), _sha256(item))
    return files


def is_safe(path: str) -> bool:
    """Whether a path of the Hub stays below the folder it is put in, on every system."""
    return all(re.fullmatch(r"[^\\:*?\"<>|\x00-\x1f]+", part) and part.strip(". ") for part in path.split("/"))


def _sha256(file: RepoFile) -> str | None:
    text = file.lfs.sha256.lower() if file.lfs else ""
    return text if re.fullmatch("[0-9a-f]{64}", text) else None


def _model(name: ModelName, files: dict[str, HubFile]) -> HubModel:
    return HubModel(name.name, name.kind, name.quantisation, tuple(files[path] for path in name.paths), name.complete)


def _found(info: ModelInfo) -> FoundModel:
    gguf = info.gguf if isinstance(info.gguf, dict) else {}
    return FoundModel(
        repository=_text(info.id),
        downloads=_number(info.downloads or 0),
        licence=_licence(info),
        gated=bool(info.gated),
        architecture=_text(gguf["architecture"]) if gguf.get("architecture") else None,
        parameters=_number(gguf["total"]) if gguf.get("total") else None,
        context=_number(gguf["context_length"]) if gguf.get("context_length") else None,
    )


def _licence(info: ModelInfo) -> str | None:
    """From the tags, where the Hub repeats it."""
    tags = (_text(tag) for tag in info.tags or ())
    return next((tag.removeprefix("license:") for tag in tags if tag.startswith("license:")), None)


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError("text expected")
    return value


def _number(value: object) -> int:
    if not isinstance(value, int) or value < 0:
        raise TypeError("number expected")
    return value
