"""Pictures into files."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSaveFile

from app.errors import NotWritableError

if TYPE_CHECKING:
    from pathlib import Path

    from PySide6.QtGui import QImage


def save_picture(path: Path, picture: QImage) -> Path:
    """Write a PNG, all of it or nothing, in place of a file that is there; may be called in any thread.

    Raises:
        NotWritableError: the folder or the disk does not allow it.
    """
    file = QSaveFile(str(path))
    if file.open(QSaveFile.OpenModeFlag.WriteOnly) and picture.save(file, "PNG") and file.commit():  # type: ignore[call-overload]
        return path
    raise NotWritableError(path=path, detail=file.errorString())
