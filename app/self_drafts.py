"""Coarser copies of targets that draft for them: made once, kept with the models."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from app.catalog.gguf import check_runnable, read_header
from app.catalog.progress import Progress
from app.catalog.starter import STARTER_Q4_1, STARTER_Q4_K_M
from app.errors import ModelFileError
from app.paths import make_folder

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from app.catalog.library import LibraryModel
    from app.paths import Paths
    from app.speculation.stop import Stop

STAGE: Final = "Making the drafter"
_NAME = re.compile(r"(?P<stem>.+?)(?:\.(?P<size>[0-9a-f]+))?\.drafter-Q2_K\.gguf")


@dataclass(frozen=True, slots=True)
class SelfDraft:
    """A copy and the model it was made from; None when that is not in the library any more."""

    drafter: LibraryModel
    target: LibraryModel | None


def self_draft_path(paths: Paths, target: Path) -> Path:
    """Where the copy of `target` is, or would be. The size tells copies of different files with one name apart.

    That of a target of the starter pair is the pair's own drafter.
    """
    size = target.stat().st_size
    if (target.name, size) in {(one.file_name, one.size) for one in (STARTER_Q4_1, STARTER_Q4_K_M)}:
        return starter_draft_path(paths, target)
    return paths.models / f"{target.stem}.{size:x}.drafter-Q2_K.gguf"


def starter_draft_path(paths: Paths, target: Path) -> Path:
    """Where the drafter of the starter pair is, or would be."""
    return paths.models / f"{target.stem}.drafter-Q2_K.gguf"


def list_self_drafts(paths: Paths, models: Iterable[LibraryModel]) -> list[SelfDraft]:
    """The copies among `models`, which a scan of the library found. They are deleted as any model is."""
    models = list(models)
    drafts = []
    for model in models:
        match = _NAME.fullmatch(model.path.name)
        if match and model.path.parent == paths.models:
            size = int(match["size"], 16) if match["size"] else None
            named = (one for one in models if one.path.stem == match["stem"])
            drafts.append(SelfDraft(model, next((one for one in named if size in (None, one.size)), None)))
    return drafts


def is_self_draft(path: Path) -> bool:
    """Whether a file is, by its name, a copy that was made to draft."""
    return _NAME.fullmatch(path.name) is not None


def make_self_draft(paths: Paths, target: Path, stop: Stop, progress: Callable[[Progress], None]) -> Path:
    """Return a coarser copy of `target`, made now unless it is there.

    Raises:
        ModelFileError: the target cannot be used.
        QuantizeError, StorageError: the copy cannot be made.
        CancelledError: `stop` was set meanwhile.
    """
    check_runnable(read_header(target))
    drafter = self_draft_path(paths, target)
    if not is_whole(drafter):
        from app.llama.quantize import quantize_apart

        make_folder(paths.data)
        make_folder(drafter.parent)
        quantize_apart(target, drafter, stop, lambda done, total: progress(Progress(STAGE, done, total, "llama.cpp")))
    return drafter


def is_whole(path: Path) -> bool:
    """Whether a drafter made earlier is still whole."""
    try:
        read_header(path)
    except ModelFileError:
        return False
    return True
