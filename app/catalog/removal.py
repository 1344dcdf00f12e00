"""Deletes models and shows them in the file manager."""

from __future__ import annotations

import sys
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from app.catalog.library_places import Origin
from app.catalog.model_files import forget
from app.errors import DeletionError, NotOursError, TrashError
from app.phrases import Phrase

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from app.catalog.library import LibraryModel

_FILE_MANAGER: Final = "org.freedesktop.FileManager1"


@dataclass(frozen=True, slots=True)
class Removed:
    """What deleting did: `size` bytes are free, or will be once the trash is emptied."""

    size: int
    in_trash: bool


def check_removable(model: LibraryModel) -> None:
    """Pass a model that may be deleted from here.

    Raises:
        NotOursError: another program or the installation keeps account of the file.
    """
    if model.origin is Origin.OLLAMA:
        advice = Phrase("remove it there with: ollama rm {name}", name=model.name)
        raise NotOursError(path=model.path, owner=model.origin.value, advice=advice)
    if model.origin is Origin.SHIPPED:
        raise NotOursError(
            path=model.path, owner=model.origin.value, advice=Phrase("it goes when the app is uninstalled")
        )


def remove_model(model: LibraryModel, *, for_good: bool = False) -> Removed:
    """Move all files of a model to the trash; `for_good` deletes them instead.

    Raises:
        NotOursError: see `check_removable`; nothing was touched.
        TrashError: there is no trash for it; the person may insist with `for_good`.
        DeletionError: it cannot be deleted.
    """
    check_removable(model)
    remove = _delete if for_good else _trash
    size = 0
    for part in model.parts:
        size += _remove_file(part, remove, in_cache=model.origin is Origin.HUB_CACHE)
        forget(part)
    return Removed(size, in_trash=not for_good)


def _remove_file(path: Path, remove: Callable[[Path], None], *, in_cache: bool) -> int:
    """Remove one file and return the bytes that this frees.

    A link in the Hub's cache leads to a blob that holds the bytes: the blob goes, with every link to it. Elsewhere a
    link goes alone, not to the trash, and what it leads to stays.
    """
    is_link = path.is_symlink()
    if is_link and not in_cache:
        _delete(path)
        return 0
    try:
        blob = path.resolve(strict=True)
        status = blob.stat()
        links = _links_to(blob, path) if is_link else []
    except OSError as error:
        raise DeletionError(path=path, detail=error.strerror or error) from error
    remove(blob)
    for link in links:
        with suppress(OSError):
            link.unlink()
    return status.st_size if status.st_nlink == 1 else 0  # bytes that other names share stay


def _links_to(blob: Path, link: Path) -> list[Path]:
    """All links to `blob` among the snapshots of one repository of the Hub's cache."""
    snapshots = next(parent for parent in link.parents if parent.name == "snapshots")
    return [one for one in snapshots.rglob("*") if one.is_symlink() and one.resolve() == blob]


def _trash(path: Path) -> None:
    import send2trash

    try:
        send2trash.send2trash(path)
    except OSError as error:  # also TrashPermissionError
        raise TrashError(path=path, detail=error.strerror or str(error) or Phrase("it has none")) from error


def _delete(path: Path) -> None:
    try:
        path.unlink()
    except OSError as error:
        raise DeletionError(path=path, detail=error.strerror or error) from error


def reveal_commands(path: Path, system: str = sys.platform) -> tuple[tuple[str, ...], ...]:
    """Commands that show `path` in the file manager of `system` (as `sys.platform`), to try in this order.

    Nothing is run here. The last one of Linux opens the folder only. Explorer ends with code 1 even when it worked.
    """
    if system == "darwin":
        return (("open", "-R", str(path)),)
    if system == "win32":
        return (("explorer", "/select,", str(path)),)
    show = (
        *("dbus-send", "--session", "--print-reply", f"--dest={_FILE_MANAGER}", "--type=method_call"),
        *("/org/freedesktop/FileManager1", f"{_FILE_MANAGER}.ShowItems"),
        *(f"array:string:{path.absolute().as_uri()}", "string:"),
    )
    return show, ("xdg-open", str(path.parent))
