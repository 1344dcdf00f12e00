"""Text files that are replaced whole: whatever happens, there is the old one or the new one."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from app.errors import NotWritableError


def write_whole(path: Path, text: str) -> None:
    """Write a file in UTF-8, all of it or nothing, in place of one that is there; for this person alone (0600).

    Raises:
        NotWritableError: the folder or the disk does not allow it.
    """
    try:
        replace_whole(path, text)
    except OSError as error:
        raise NotWritableError(path=path, detail=error.strerror or error) from error


def replace_whole(path: Path, text: str) -> None:
    """As `write_whole`, for those who tell of a full disk in their own way. Raises OSError."""
    # A part of the name: with all of it and what makes it unique it may be longer than the system allows.
    handle, name = tempfile.mkstemp(prefix=path.name[:32], dir=path.parent)
    part = Path(name)
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
        part.replace(path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
