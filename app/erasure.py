"""Deletes what Draftlight keeps of a person: by name, since the folder may be one that the person chose."""

from __future__ import annotations

import logging
import shutil
from contextlib import suppress
from typing import TYPE_CHECKING

from app.errors import DeletionError
from app.log import LOG_FILE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from app.paths import Paths


def erase(paths: Paths, *, models: bool, forget_token: Callable[[], None]) -> tuple[DeletionError, ...]:
    """Delete chats, settings, notes, logs and the access token, and the models if they are wanted gone.

    Nothing else may use them any more. What lies in those folders and is not Draftlight's stays; so do models of
    other programs.

    Returns:
        what could not be deleted.
    """
    _end_logging()
    forget_token()
    failed = [error for path in _files(paths) if (error := _delete(path)) is not None]
    if models and paths.models.exists() and (error := _delete(paths.models)) is not None:
        failed.append(error)
    for folder in dict.fromkeys((paths.logs, paths.data)):
        with suppress(OSError):
            folder.rmdir()  # if nothing is left in it
    return tuple(failed)


def _files(paths: Paths) -> Iterator[Path]:
    """Yield what there is of ours, with unfinished copies and what is kept beside it."""
    chats = paths.chats
    yield from paths.data.glob(f"{chats.name}*")
    yield from paths.data.glob(f"{chats.stem}-damaged-*")
    yield from paths.data.glob("rescue-*")
    for file in (
        *(paths.settings, paths.speeds, paths.verdicts, paths.journal, paths.library, paths.headers, paths.own_pairs),
        *(paths.window_lock, paths.load_log, paths.logs / LOG_FILE),
    ):
        yield from file.parent.glob(f"{file.name}*")


def _delete(path: Path) -> DeletionError | None:
    try:
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        else:
            path.unlink(missing_ok=True)
    except OSError as error:
        return DeletionError(path=path, detail=error.strerror or error)
    return None


def _end_logging() -> None:
    logger = logging.getLogger("app")
    for handler in tuple(logger.handlers):
        logger.removeHandler(handler)
        handler.close()
    logger.addHandler(logging.NullHandler())
