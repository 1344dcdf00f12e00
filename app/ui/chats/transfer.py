"""Export and import of chats in a thread of their own."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QThread, Signal, Slot

from app.chats.export import Words, chat_to_markdown
from app.chats.export_html import chat_to_html
from app.chats.imports import read_chats
from app.chats.own_format import chats_to_json
from app.chats.store import ChatStore
from app.errors import CancelledError, NotWritableError
from app.ui.theme import DARK, LIGHT
from app.ui.worker import told_error

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.chats.records import ChatTree
    from app.speculation.stop import Stop


@dataclass(frozen=True, slots=True)
class ExportJob:
    """Write chats into a file; `form` is a key of `app.chats.export.FORMATS`, and only "json" takes several chats."""

    chat_ids: tuple[int, ...]
    path: Path
    form: str
    words: Words
    stop: Stop


@dataclass(frozen=True, slots=True)
class ImportJob:
    """Add the chats in files: of each file all or none."""

    paths: tuple[Path, ...]
    stop: Stop


@dataclass(frozen=True, slots=True)
class TransferProgress:
    """How many chats or files of how many."""

    done: int
    total: int


@dataclass(frozen=True, slots=True)
class Exported:
    """The file is complete."""

    path: Path
    chats: int


@dataclass(frozen=True, slots=True)
class Imported:
    """The chats with these ids are new."""

    chat_ids: tuple[int, ...]


class TransferWorker(QObject):
    """Lives in its own thread, with a connection of its own to the chats.

    Signals:
        progressed (TransferProgress), ended (Exported or Imported), failed (DraftlightError or Bug).
    """

    progressed = Signal(object)
    ended = Signal(object)
    failed = Signal(object)

    def __init__(self, database: Path) -> None:
        super().__init__()
        self._database = database

    @Slot(object)
    def run(self, job: ExportJob | ImportJob) -> None:
        """Do one job."""
        try:
            store = ChatStore(self._database)
            try:
                done = self._export(store, job) if isinstance(job, ExportJob) else self._import(store, job)
            finally:
                store.close()
        except Exception as error:  # noqa: BLE001 (the top of this thread)
            self.failed.emit(told_error(error))
        else:
            self.ended.emit(done)

    def _export(self, store: ChatStore, job: ExportJob) -> Exported:
        trees: list[ChatTree] = []
        for done, chat_id in enumerate(job.chat_ids):
            _go_on(job.stop)
            self.progressed.emit(TransferProgress(done, len(job.chat_ids)))
            trees.append(store.read_tree(chat_id))
        text = _TEXTS[job.form](trees, job.words)
        _go_on(job.stop)
        write_whole(job.path, text)
        return Exported(job.path, len(trees))

    def _import(self, store: ChatStore, job: ImportJob) -> Imported:
        added: list[int] = []
        for done, path in enumerate(job.paths):
            self.progressed.emit(TransferProgress(done, len(job.paths)))
            trees = read_chats(path)
            _go_on(job.stop)
            added += [chat.id for chat in store.add_trees(trees)]
        return Imported(tuple(added))


class Transfer(QObject):
    """The window's side: one job at a time.

    Signals:
        progressed (TransferProgress), ended (Exported or Imported), failed (DraftlightError or Bug).
    """

    progressed = Signal(object)
    ended = Signal(object)
    failed = Signal(object)

    _requested = Signal(object)

    def __init__(self, database: Path | None) -> None:
        """`database` is None where the chats are in no file, and nothing can be transferred."""
        super().__init__()
        self._job: ExportJob | ImportJob | None = None
        self.is_possible = database is not None
        self._thread = QThread()
        self._thread.setObjectName("transfer")
        self._worker = TransferWorker(database or Path())
        self._worker.moveToThread(self._thread)
        self._requested.connect(self._worker.run)
        self._worker.progressed.connect(self.progressed)
        self._worker.ended.connect(self._on_ended)
        self._worker.failed.connect(self._on_failed)

    @property
    def is_busy(self) -> bool:
        """Whether a job is under way."""
        return self._job is not None

    def start(self, job: ExportJob | ImportJob) -> None:
        """Begin a job; there must be none under way."""
        self._job = job
        if not self._thread.isRunning():
            self._thread.start()
        self._requested.emit(job)

    def cancel(self) -> None:
        """Stop the job under way; `failed` with a CancelledError follows."""
        if self._job is not None:
            self._job.stop.set()

    def close(self) -> None:
        """Stop the job under way and end the thread."""
        self.cancel()
        self._thread.quit()
        self._thread.wait()
        QCoreApplication.sendPostedEvents(self, QEvent.Type.MetaCall.value)

    @Slot(object)
    def _on_ended(self, record: Exported | Imported) -> None:
        self._job = None
        self.ended.emit(record)

    @Slot(object)
    def _on_failed(self, error: object) -> None:
        self._job = None
        self.failed.emit(error)


def _one_page(trees: list[ChatTree], words: Words) -> str:
    return chat_to_html(trees[0], LIGHT, DARK, words)


_TEXTS: dict[str, Callable[[list[ChatTree], Words], str]] = {
    "md": lambda trees, words: chat_to_markdown(trees[0], words),
    "html": _one_page,
    "json": lambda trees, _words: chats_to_json(trees),
}


def write_whole(path: Path, text: str) -> None:
    """Write a file, all of it or nothing, in place of one that is there.

    Raises:
        NotWritableError: the folder or the disk does not allow it.
    """
    part: Path | None = None
    try:
        with tempfile.NamedTemporaryFile("w", encoding="utf-8", newline="\n", dir=path.parent, delete=False) as file:
            part = Path(file.name)
            file.write(text)
        part.replace(path)
    except OSError as error:
        if part is not None:
            part.unlink(missing_ok=True)
        raise NotWritableError(path=path, detail=error.strerror or error) from error


def _go_on(stop: Stop) -> None:
    if stop.is_set:
        raise CancelledError
