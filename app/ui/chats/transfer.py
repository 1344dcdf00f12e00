"""Export and import of chats in a thread of their own."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from app.chats.export import Words, chat_to_markdown
from app.chats.export_html import chat_to_html
from app.chats.imports import read_chats
from app.chats.own_format import chats_to_json
from app.chats.store import ChatStore
from app.errors import CancelledError
from app.ui.errands import Errands
from app.ui.theme import DARK, LIGHT
from app.whole_files import write_whole

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from app.chats.records import ChatTree
    from app.speculation.stop import Stop
    from app.ui.errands import Tell


@dataclass(frozen=True, slots=True)
class ExportJob:
    """Write chats into a file; `form` is a key of `app.chats.export.FORMATS`, and only "json" takes several chats."""

    chat_ids: tuple[int, ...]
    path: Path
    form: str
    words: Words

    def run(self, store: ChatStore, stop: Stop, tell: Tell) -> Exported:
        """Do it; `tell` gets a TransferProgress before each chat.

        Raises:
            CancelledError: `stop` was set; there is no file then.
            ChatStoreError: a chat cannot be read.
            NotWritableError: the folder or the disk does not allow it.
        """
        trees: list[ChatTree] = []
        for done, chat_id in enumerate(self.chat_ids):
            _go_on(stop)
            tell(TransferProgress(done, len(self.chat_ids)))
            trees.append(store.read_tree(chat_id))
        text = _TEXTS[self.form](trees, self.words)
        _go_on(stop)
        write_whole(self.path, text)
        return Exported(self.path, len(trees))


@dataclass(frozen=True, slots=True)
class ImportJob:
    """Add the chats in files: of each file all or none."""

    paths: tuple[Path, ...]

    def run(self, store: ChatStore, stop: Stop, tell: Tell) -> Imported:
        """Do it; `tell` gets a TransferProgress before each file.

        Raises:
            CancelledError: `stop` was set; the files before are in.
            ImportFileError: a file cannot be taken in; the files before it are.
            ChatStoreError: the chats cannot be kept.
        """
        added: list[int] = []
        for done, path in enumerate(self.paths):
            tell(TransferProgress(done, len(self.paths)))
            trees = read_chats(path)
            _go_on(stop)
            added += [chat.id for chat in store.add_trees(trees)]
        return Imported(tuple(added))


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


class Transfer(QObject):
    """One job at a time, through a connection of its own to the chats.

    Signals:
        progressed (TransferProgress), ended (Exported or Imported), failed (DraftlightError or Bug).
    """

    progressed = Signal(object)
    ended = Signal(object)
    failed = Signal(object)

    def __init__(self, database: Path | None) -> None:
        """`database` is None where the chats are in no file, and nothing can be transferred."""
        super().__init__()
        self._database = database
        self._errands = Errands("transfer")
        self._errands.stepped.connect(self.progressed)
        self._errands.done.connect(self.ended)
        self._errands.failed.connect(self.failed)

    @property
    def is_possible(self) -> bool:
        """Whether the chats are in a file."""
        return self._database is not None

    @property
    def is_busy(self) -> bool:
        """Whether a job is under way."""
        return self._errands.is_busy

    def start(self, job: ExportJob | ImportJob) -> None:
        """Begin a job; there must be none under way."""
        database = self._database
        assert database is not None  # noqa: S101

        def work(stop: Stop, tell: Tell) -> Exported | Imported:
            with closing(ChatStore(database)) as store:
                return job.run(store, stop, tell)

        self._errands.post(work)

    def cancel(self) -> None:
        """Stop the job under way; `failed` with a CancelledError follows."""
        self._errands.cancel()

    def close(self) -> None:
        """Stop the job under way, of which nothing more is heard, and end the thread."""
        self._errands.close()


def _one_page(trees: list[ChatTree], words: Words) -> str:
    return chat_to_html(trees[0], LIGHT, DARK, words)


_TEXTS: dict[str, Callable[[list[ChatTree], Words], str]] = {
    "md": lambda trees, words: chat_to_markdown(trees[0], words),
    "html": _one_page,
    "json": lambda trees, _words: chats_to_json(trees),
}


def _go_on(stop: Stop) -> None:
    if stop.is_set:
        raise CancelledError
