"""Files that the person saves: where they go, and pictures into them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QSaveFile, QStandardPaths
from PySide6.QtWidgets import QFileDialog

from app.errors import NotWritableError

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtGui import QImage
    from PySide6.QtWidgets import QWidget

# The folder that the person chose last, for as long as the program runs: all windows that ask share it.
_used: list[Path] = []


def ask_where(
    parent: QWidget, title: str, stem: str, suffix: str, kinds: str, then: Callable[[str], object], name: str
) -> None:
    """Let the person say where a file goes; `then` gets its path.

    Args:
        parent: the window in front of which it is asked.
        title: what is asked.
        stem: the name that is proposed, without suffix.
        suffix: what is added to a name that has none.
        kinds: what files are listed, as `QFileDialog` wants it.
        then: called if the person agrees.
        name: the dialog's, for tests and the style sheet.
    """
    dialog = QFileDialog(parent, title, str(_folder() / f"{stem}.{suffix}"), kinds)
    dialog.setObjectName(name)
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setDefaultSuffix(suffix)
    dialog.fileSelected.connect(_note_folder)
    dialog.fileSelected.connect(then)
    dialog.finished.connect(dialog.deleteLater)
    dialog.open()


def written_to(path: Path) -> str:
    """Return where a file of the person is now, in words."""
    return QCoreApplication.translate("saving", "Written to {file} in {folder}.").format(
        file=path.name, folder=path.parent
    )


def _folder() -> Path:
    """Return where the last file went, or else the person's documents, or else their home."""
    places = QStandardPaths.StandardLocation
    known = (
        *_used,
        Path(QStandardPaths.writableLocation(places.DocumentsLocation)),
        Path(QStandardPaths.writableLocation(places.HomeLocation)),
    )
    return next((place for place in known if place.is_dir()), Path.home())


def _note_folder(name: str) -> None:
    _used[:] = [Path(name).parent]


def save_picture(path: Path, picture: QImage) -> Path:
    """Write a PNG, all of it or nothing, in place of a file that is there; may be called in any thread.

    Raises:
        NotWritableError: the folder or the disk does not allow it.
    """
    file = QSaveFile(str(path))
    if file.open(QSaveFile.OpenModeFlag.WriteOnly) and picture.save(file, "PNG") and file.commit():  # type: ignore[call-overload]
        return path
    raise NotWritableError(path=path, detail=file.errorString())
