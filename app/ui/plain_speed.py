"""Plain decoding measured on request, so that drafted replies have something to be compared with."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject, Signal, Slot

from app.chats.branch import place_of
from app.chats.records import Role, StoredReply
from app.errors import ChatStoreError
from app.ui.controls import button
from app.ui.conversation_records import prompt_of, without_rounds
from app.ui.language import put_words
from app.ui.notices import notice_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QPushButton

    from app.errors import DraftlightError
    from app.ui.bugs import Bug
    from app.ui.parts import Parts
    from app.ui.reply_session import ReplySession
    from app.ui.worker import PlainMeasured


class PlainSpeed(QObject):
    """Has some plain tokens written, and compares with them what the loaded pair wrote before. Nothing is in the chat.

    Replies of an earlier run or of another pair are not touched: nobody knows what they would be compared with.

    Signals:
        changed (): it can be measured now, or no more; or it is being measured, or no more.
        said (str): what came of it in a sentence, "" where all that is wanted can be seen.
    """

    changed = Signal()
    said = Signal(str)

    def __init__(self, parts: Parts) -> None:
        super().__init__()
        self.measuring = False
        self._parts = parts
        self._asked_for = 0
        # What the loaded pair wrote since it was loaded and has nothing to be compared with.
        self._lacking: dict[int, StoredReply] = {}
        parts.engine.plain_measured.connect(self._on_measured)
        parts.engine.pair_loaded.connect(self._on_another_pair)
        parts.engine.restarted.connect(self._on_another_pair)
        parts.pairs.changed.connect(self.changed)
        # After the conversation, which saves the reply.
        parts.conversation.writer.ended.connect(self._on_reply_ended)
        parts.conversation.replying_changed.connect(self.changed)

    @property
    def possible(self) -> bool:
        """Whether the engine is there for it."""
        state = self._parts.pairs.state
        idle = not (self._parts.conversation.is_replying or state.lent or state.loading)
        return state.loaded is not None and idle

    def measure(self, reply_id: int) -> None:
        """Measure where this reply begins, or stop measuring."""
        if self.measuring:
            self._parts.engine.stop_measuring()
            return
        talk = self._parts.conversation
        place = place_of(talk.messages, reply_id)
        before = list(talk.messages if place is None else talk.messages[:place])
        while before and before[-1].message.role is not Role.USER:
            before.pop()
        if not (before and self.possible):
            return
        self.measuring, self._asked_for = True, reply_id
        self.changed.emit()
        self.said.emit("")
        prompt = prompt_of(talk.system_prompt, before)
        self._parts.engine.measure_plain(prompt, self._parts.preferences.reply_options())

    @Slot(object, object)
    def _on_reply_ended(self, session: ReplySession, _error: DraftlightError | Bug | None) -> None:
        summary = session.summary
        if not session.ended or summary is None or summary.plain_seconds is not None:
            return
        reply = without_rounds(session.message())
        if reply.id and isinstance(reply, StoredReply):
            self._lacking[reply.id] = reply

    @Slot()
    def _on_another_pair(self) -> None:
        self._lacking.clear()

    @Slot(object)
    def _on_measured(self, record: PlainMeasured) -> None:
        self.measuring = False
        if record.error is not None:
            self.said.emit(notice_of(record.error).text)
        elif record.seconds is not None:
            self._compare(record.seconds)
        self.changed.emit()

    def _compare(self, seconds: float) -> None:
        """Let the replies that lack it be compared with this speed."""
        lacking, self._lacking = self._lacking, {}
        for reply in lacking.values():
            assert reply.summary is not None  # noqa: S101 (see where it is noted)
            summary = dataclasses.replace(reply.summary, plain_seconds=seconds)
            try:
                self._parts.store.end_reply(reply.id, summary, reply.note)
            except ChatStoreError as error:  # such as a chat that was deleted meanwhile
                self.said.emit(notice_of(error).text)
                continue
            self._parts.conversation.take_measured(dataclasses.replace(reply, summary=summary))
        if self._asked_for not in lacking:
            told = self.tr(
                "Plain decoding writes {speed} tokens/s here. This reply was written before the pair was loaded, so it "
                "is not compared with that; the next ones are."
            )
            self.said.emit(told.format(speed=f"{1 / seconds:.1f}"))


def measure_button(name: str) -> QPushButton:
    """Return a button for `offer_measuring`, not yet on show."""
    made = button(lambda: _text("Measure plain speed"), "plain", name)
    put_words(
        made.setToolTip,
        lambda: _text("Writes plain tokens for about two seconds, to compare with. They are no part of the chat."),
    )
    made.hide()
    return made


def offer_measuring(made: QPushButton, plain: PlainSpeed, reply: Callable[[], int]) -> None:
    """Let a button measure plain decoding at the place of a reply, and stop it."""
    _Offer(made, plain, reply)


class _Offer(QObject):
    """Goes with its button, whichever of the button and what measures is gone first."""

    def __init__(self, made: QPushButton, plain: PlainSpeed, reply: Callable[[], int]) -> None:
        super().__init__(made)
        self._button = made
        self._plain = plain
        self._reply = reply
        made.clicked.connect(self._on_clicked)
        plain.changed.connect(self._show)
        self._show()

    @Slot()
    def _on_clicked(self) -> None:
        self._plain.measure(self._reply())

    @Slot()
    def _show(self) -> None:
        plain = self._plain
        self._button.setText(_text("Stop measuring") if plain.measuring else _text("Measure plain speed"))
        self._button.setEnabled(plain.measuring or plain.possible)


def _text(source: str) -> str:
    return QCoreApplication.translate("statistics", source)
