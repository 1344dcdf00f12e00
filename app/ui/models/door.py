"""The way from the main window to models: the dialog, dropped files, and the sign that downloads go on."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject, Signal, Slot

from app.catalog.download_jobs import JobState
from app.ui.language import when_language_changes
from app.ui.models.dialog import BUILDER, DOWNLOADS, RECOMMENDED, ModelsDialog
from app.ui.models.downloads_page import job_line, wait_sentence

if TYPE_CHECKING:
    from PySide6.QtCore import QMimeData
    from PySide6.QtWidgets import QWidget

    from app.ui.appearance import Appearance
    from app.ui.models.desk import ModelDesk

_SUFFIX = ".gguf"
_MOST_DROPPED = 2
_LONGEST_NAME = 20


class ModelDoor(QObject):
    """Opens the Models dialog over the main window.

    Signals:
        open_requested (Opening): load this pair.
        downloads_changed (str, str): how far the downloads are, in few words and in more; empty where there are none.
        closed (): the dialog was closed.
    """

    open_requested = Signal(object)
    downloads_changed = Signal(str, str)
    closed = Signal()

    def __init__(self, look: Appearance, desk: ModelDesk, window: QWidget) -> None:
        super().__init__(window)
        self.dialog: ModelsDialog | None = None
        self._seen: set[str] = set()  # failed jobs that were on show in the list of downloads
        self._look = look
        self._desk = desk
        self._window = window
        desk.downloads.changed.connect(self._show_downloads)
        when_language_changes(self, self._show_downloads)

    def start(self) -> None:
        """Offer the downloads that an earlier run did not end. Nothing is sent."""
        self._desk.downloads.start()

    @Slot()
    def show_models(self) -> None:
        """Open the dialog on its first page."""
        self._show(RECOMMENDED)

    @Slot()
    def show_downloads(self) -> None:
        """Open the dialog on the list of downloads."""
        self._show(DOWNLOADS)

    def take(self, files: tuple[Path, ...]) -> None:
        """Open the pair builder with files that were dropped."""
        self._show(BUILDER)
        if self.dialog is not None:
            self.dialog.look_at(files)

    def _show(self, page: str) -> None:
        if self.dialog is None:
            self.dialog = ModelsDialog(self._look, self._desk, self._window)
            self.dialog.open_requested.connect(self.open_requested)
            self.dialog.page_shown.connect(self._show_downloads)
            self.dialog.finished.connect(self._on_finished)
            self.dialog.show_page(page)
            self.dialog.start()
            self.dialog.open()
        else:
            self.dialog.show_page(page)

    @Slot()
    def _on_finished(self) -> None:
        if self.dialog is not None:
            self.dialog.deleteLater()
            self.dialog = None
        self.closed.emit()

    @Slot()
    def _show_downloads(self) -> None:
        jobs = self._desk.downloads.active
        failed = {job.id for job in jobs if job.state is JobState.FAILED}
        on_show = self.dialog is not None and self.dialog.page == DOWNLOADS
        self._seen = failed if on_show else self._seen & failed
        jobs = tuple(job for job in jobs if job.id not in self._seen)
        if not jobs:
            self.downloads_changed.emit("", "")
            return
        going = [job for job in jobs if job.state in (JobState.RUNNING, JobState.QUEUED)]
        share = sum(job.done for job in jobs) / max(1, sum(job.total for job in jobs))
        if going:
            text = f"↓ {share:.0%}"
        elif names := [job.name for job in jobs if job.state is JobState.FAILED]:
            text = _text("↓ failed: {name}").format(name=_short(names[0]))
        else:
            text = _text("↓ paused")
        told = (f"{job.name}: {' · '.join(filter(None, (job_line(job), wait_sentence(job))))}" for job in jobs)
        self.downloads_changed.emit(text, "\n".join(told))


def dropped_models(data: QMimeData) -> tuple[Path, ...]:
    """The GGUF files among what is being dropped: one or two, or nothing."""
    paths = [Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()]
    models = tuple(path for path in paths if path.suffix.lower() == _SUFFIX)
    return models if 1 <= len(models) <= _MOST_DROPPED else ()


def _short(name: str) -> str:
    return name if len(name) <= _LONGEST_NAME else f"{name[: _LONGEST_NAME - 1].rstrip()}…"


def _text(source: str) -> str:
    return QCoreApplication.translate("downloads", source)
