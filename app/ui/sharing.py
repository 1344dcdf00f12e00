"""Taking one reply out of the program: as a picture, as a web page, as its rounds."""

from __future__ import annotations

from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, Signal, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMenu

from app.chats.export_html import reply_to_html
from app.chats.records import StoredReply
from app.chats.rounds_format import SUFFIX, PairNames, SharedReply, rounds_to_lines
from app.chats.rows import rounds_in
from app.errors import CancelledError, ChatStoreError
from app.ui.chats.chat_dialog import file_name
from app.ui.chats.transfers import translated_words
from app.ui.notices import hint, notice_of
from app.ui.saving import ask_where, written_to
from app.ui.sharing_picture import MOST_TOKENS, Pictured, ReplyPicture
from app.ui.shown_message import line_of
from app.ui.theme import DARK, LIGHT
from app.whole_files import write_whole

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from PySide6.QtGui import QImage
    from PySide6.QtWidgets import QWidget

    from app.chats.records import Chat
    from app.chats.store import ChatStore
    from app.errors import DraftlightError
    from app.speculation.records import Round
    from app.speculation.stop import Stop
    from app.ui.appearance import Appearance
    from app.ui.bugs import Bug
    from app.ui.colourings import Marking
    from app.ui.conversation import Conversation
    from app.ui.errands import Tell
    from app.ui.message_bar import MessageBar
    from app.ui.statistics_door import StatisticsDoor

_LONGEST_NAME = 40


class Sharing(QObject):
    """Opens the menu of a reply and does what is chosen there; reads and writes in a thread of its own.

    `marking` tells how tokens are marked now.

    Signals:
        noticed (Notice).
        copied (): the picture is on the clipboard.
    """

    noticed = Signal(object)
    copied = Signal()

    def __init__(
        self,
        view: QWidget,
        bar: MessageBar,
        conversation: Conversation,
        store: ChatStore,
        look: Appearance,
        numbers: StatisticsDoor,
        marking: Callable[[], Marking],
    ) -> None:
        super().__init__(view)
        self._view = view
        self._bar = bar
        self._conversation = conversation
        self._store = store
        self._look = look
        self._numbers = numbers
        self._errands = numbers.saving
        self._marking = marking
        self._picture: ReplyPicture | None = None
        self._wanted: tuple[StoredReply, str] | None = None
        bar.share_requested.connect(self.open_menu)
        self._errands.done.connect(self._on_done)
        self._errands.failed.connect(self._on_failed)

    @Slot(int, QPoint)
    def open_menu(self, message_id: int, place: QPoint) -> None:
        """Show what can be done with a reply."""
        reply = self._conversation.message(message_id)
        if not isinstance(reply, StoredReply):
            return
        menu = QMenu(self._view)
        menu.setObjectName("share_menu")
        for told, act in (
            (self.tr("Copy as image"), self.copy_picture),
            (self.tr("Save as web page…"), self.pick_page),
            (self.tr("Save rounds…"), self.pick_rounds),
        ):
            menu.addAction(told).triggered.connect(lambda _checked=False, act=act: act(reply))
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(place)

    def copy_picture(self, reply: StoredReply) -> None:
        """Put a reply on the clipboard as a picture, as it is shown."""
        shared, rounds = self._shared(reply), self._rounds_of(reply)
        tokens = len(reply.message.token_ids)

        def read(stop: Stop, _tell: Tell) -> Pictured:
            shown: list[Round] = []
            left = tokens
            for one in rounds(stop):
                if tokens - left >= MOST_TOKENS:
                    break
                shown.append(one)
                left -= len(one.emitted)
            return Pictured(reply.message.content, tuple(shown), left, shared.pair)

        self._errands.post(read)

    def pick_page(self, reply: StoredReply) -> None:
        """Let the person say where the web page goes."""
        self._pick(reply, "html", self.tr("Save as web page"), self.tr("Web pages"))

    def pick_rounds(self, reply: StoredReply) -> None:
        """Let the person say where the rounds go."""
        self._pick(reply, SUFFIX, self.tr("Save rounds"), self.tr("Rounds, one JSON object a line"))

    def rest(self) -> None:
        """Do nothing more by itself."""
        if self._picture is not None:
            self._picture.rest()

    def _pick(self, reply: StoredReply, suffix: str, title: str, kind: str) -> None:
        self._wanted = reply, suffix
        begin = file_name(reply.message.content[:_LONGEST_NAME])
        ask_where(self._view, title, begin, suffix, f"{kind} (*.{suffix})", self.save_to, "share_dialog")

    @Slot(str)
    def save_to(self, name: str) -> None:
        """Write what was asked for last into this file."""
        if self._wanted is None:
            return
        reply, suffix = self._wanted
        path, shared, rounds = Path(name), self._shared(reply), self._rounds_of(reply)
        line, words, chat = line_of(reply, reply.rounds), translated_words(), self._chat()
        title = chat.title if chat else file_name("")

        def write(stop: Stop, _tell: Tell) -> Path:
            if suffix == SUFFIX:
                text = "".join(rounds_to_lines(shared, rounds(stop)))
            else:
                text = reply_to_html(reply.message.content, rounds(stop), shared.pair, title, line, LIGHT, DARK, words)
            write_whole(path, text)
            return path

        self._errands.post(write)

    def _shared(self, reply: StoredReply) -> SharedReply:
        """Return all of a reply but its rounds."""
        chat = self._chat()
        pair = None if chat is None else chat.pair
        drafter = pair.drafter.name if pair and pair.drafter else ""
        names = None if pair is None else PairNames(pair.name, pair.target.name, drafter)
        return SharedReply((), reply.summary, reply.note, names, chat.options if chat else None)

    def _rounds_of(self, reply: StoredReply) -> Callable[[Stop], Iterator[Round]]:
        """Return what reads the rounds of a reply, one batch after another."""
        packed = () if reply.rounds else self._numbers.packed_rounds_of(reply)

        def read(stop: Stop) -> Iterator[Round]:
            for batch in chain((reply.rounds,), map(rounds_in, packed)):
                if stop.is_set:
                    raise CancelledError
                yield from batch

        return read

    def _chat(self) -> Chat | None:
        try:
            chats = self._store.list_chats()
        except ChatStoreError as error:
            self.noticed.emit(notice_of(error))
            return None
        return next((chat for chat in chats if chat.id == self._conversation.chat_id), None)

    @Slot(object)
    def _on_done(self, result: object) -> None:
        if isinstance(result, Pictured):
            self._picture = ReplyPicture(self, result, self._look, self._marking())
            self._picture.made.connect(self._on_made)
        elif isinstance(result, Path):
            self.noticed.emit(hint(written_to(result)))

    @Slot(object)
    def _on_made(self, image: QImage) -> None:
        QGuiApplication.clipboard().setImage(image)
        self.noticed.emit(hint(self.tr("The reply is on the clipboard as a picture.")))
        self.copied.emit()
        if self._picture is not None:
            self._picture.deleteLater()
            self._picture = None

    @Slot(object)
    def _on_failed(self, error: DraftlightError | Bug) -> None:
        if not isinstance(error, CancelledError):
            self.noticed.emit(notice_of(error))
