"""What the person does to take chats out of the program and into it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject, Signal, Slot
from PySide6.QtWidgets import QFileDialog, QWidget

from app.chats.export import FORMATS, Words
from app.chats.records import is_private
from app.errors import CancelledError, ChatStoreError
from app.speculation.records import Verdict
from app.ui.chats.chat_dialog import file_name
from app.ui.chats.transfer import Exported, ExportJob, Imported, ImportJob
from app.ui.notices import hint, notice_of
from app.ui.saving import ask_where, written_to
from app.ui.token_card import verdict_name

if TYPE_CHECKING:
    from app.chats.records import Chat
    from app.chats.store import ChatStore
    from app.errors import DraftlightError
    from app.ui.bugs import Bug
    from app.ui.chats.transfer import Transfer, TransferProgress
    from app.ui.conversation import Conversation
    from app.ui.sidebar import Sidebar


class ChatTransfers(QObject):
    """Asks where to, starts the job, and tells how it goes and how it went.

    Signals:
        noticed (Notice).
    """

    noticed = Signal(object)

    def __init__(
        self, window: QWidget, sidebar: Sidebar, conversation: Conversation, store: ChatStore, transfer: Transfer
    ) -> None:
        super().__init__()
        self._window = window
        self._sidebar = sidebar
        self._conversation = conversation
        self._store = store
        self._transfer = transfer
        self._wanted: tuple[tuple[int, ...], str] = ((), "json")
        sidebar.export_requested.connect(self.pick_export)
        sidebar.menu.import_requested.connect(self.pick_import)
        sidebar.menu.export_requested.connect(self._export_shown)
        sidebar.menu.export_all_requested.connect(self._export_all)
        sidebar.transfer_bar.cancel_requested.connect(transfer.cancel)
        transfer.progressed.connect(self._on_progressed)
        transfer.ended.connect(self._on_ended)
        transfer.failed.connect(self._on_failed)

    @Slot(int, str)
    def pick_export(self, chat_id: int, form: str) -> None:
        """Let the person say where a chat goes."""
        if is_private(chat_id):
            self.noticed.emit(hint(self.tr("This chat is not saved, and so it is not exported either.")))
            return
        title = next((chat.title for chat in self._chats() if chat.id == chat_id), None)
        if title is not None:
            self._pick_target((chat_id,), form, title)

    @Slot(str)
    def _export_shown(self, form: str) -> None:
        if self._conversation.chat_id is None:
            self.noticed.emit(hint(self.tr("There is nothing in this chat yet.")))
        else:
            self.pick_export(self._conversation.chat_id, form)

    @Slot()
    def _export_all(self) -> None:
        ids = tuple(chat.id for chat in self._chats() if not chat.is_private)
        if ids:
            self._pick_target(ids, "json", self.tr("Draftlight chats"))
        else:
            self.noticed.emit(hint(self.tr("There are no chats yet.")))

    def _chats(self) -> tuple[Chat, ...]:
        try:
            return self._store.list_chats()
        except ChatStoreError as error:
            self.noticed.emit(notice_of(error))
            return ()

    def _pick_target(self, chat_ids: tuple[int, ...], form: str, title: str) -> None:
        if not self._is_ready():
            return
        self._wanted = (chat_ids, form)
        name, kinds = file_name(title), f"{FORMATS[form]} (*.{form})"
        ask_where(self._window, self.tr("Export"), name, form, kinds, self.export_to, "export_dialog")

    @Slot(str)
    def export_to(self, name: str) -> None:
        """Write what was asked for last into this file."""
        chat_ids, form = self._wanted
        self._sidebar.transfer_bar.begin(lambda: self.tr("Exporting…"))
        self._transfer.start(ExportJob(chat_ids, Path(name), form, translated_words()))

    @Slot()
    def pick_import(self) -> None:
        """Let the person choose files with chats."""
        if not self._is_ready():
            return
        dialog = QFileDialog(
            self._window, self.tr("Import chats of Draftlight, ChatGPT or LM Studio"), "", self.tr("Chats (*.json)")
        )
        dialog.setObjectName("import_dialog")
        dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
        dialog.filesSelected.connect(self.import_from)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    @Slot(list)
    def import_from(self, names: list[str]) -> None:
        """Add the chats in these files."""
        self._sidebar.transfer_bar.begin(lambda: self.tr("Importing…"))
        self._transfer.start(ImportJob(tuple(Path(name) for name in names)))

    def _is_ready(self) -> bool:
        if not self._transfer.is_possible:
            self.noticed.emit(hint(self.tr("Chats that are not saved cannot be exported, and none can be imported.")))
        elif self._transfer.is_busy:
            self.noticed.emit(hint(self.tr("An export or import is under way: wait, or cancel it.")))
        else:
            return True
        return False

    @Slot(object)
    def _on_progressed(self, progress: TransferProgress) -> None:
        self._sidebar.transfer_bar.show_progress(progress.done, progress.total)

    @Slot(object)
    def _on_ended(self, record: Exported | Imported) -> None:
        self._sidebar.transfer_bar.end()
        if isinstance(record, Exported):
            self.noticed.emit(hint(written_to(record.path)))
            return
        self._conversation.chats_changed.emit()
        if record.chat_ids:
            self._conversation.open_chat(record.chat_ids[0])
        number = len(record.chat_ids)
        told = self.tr("1 chat is imported.") if number == 1 else self.tr("{number} chats are imported.")
        self.noticed.emit(hint(told.format(number=number)))

    @Slot(object)
    def _on_failed(self, error: DraftlightError | Bug) -> None:
        self._sidebar.transfer_bar.end()
        self._conversation.chats_changed.emit()  # the files before the one that failed are in
        if not isinstance(error, CancelledError):
            self.noticed.emit(notice_of(error))


def translated_words() -> Words:
    """Return what an export says itself, in the person's language."""

    def tell(source: str) -> str:
        return QCoreApplication.translate("export", source)

    return Words(
        person=tell("You"),
        system=tell("System prompt"),
        show_rejected=tell("Show rejected"),
        target=tell("target"),
        drafter=tell("drafter"),
        acceptance=tell("acceptance chance"),
        round=tell("round"),
        place=tell("place in the draft"),
        draw=tell("random draw"),
        **{verdict.value: verdict_name(verdict) for verdict in Verdict},
    )
