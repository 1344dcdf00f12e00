"""The line below the composer: the numbers of the reply being written, or of the last one where it is out of view."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QHBoxLayout, QWidget

from app.ui.controls import ElidedLabel, button
from app.ui.language import put_words, when_language_changes
from app.ui.timers import single_shot
from app.ui.transcript_document import details_name

if TYPE_CHECKING:
    from app.ui.conversation import Conversation
    from app.ui.transcript import Transcript

_EVERY_MS = 200
# So far a reply's own numbers may be below the view's end without being gone.
_LINES_BELOW = 3


class StatisticsFoot(QWidget):
    """One line of numbers; `details` is the button that opens the rest of them, and stands elsewhere."""

    def __init__(self, conversation: Conversation, transcript: Transcript) -> None:
        super().__init__()
        self._conversation = conversation
        self._transcript = transcript
        self._line = ElidedLabel("caption")
        self._line.setObjectName("statistics")
        put_words(self._line.setAccessibleName, lambda: self.tr("Statistics of the last reply"))
        self._line.setContentsMargins(4, 0, 4, 0)
        self.details = button(details_name, "link", "statistics_details")
        put_words(self.details.setToolTip, lambda: self.tr("All numbers of this reply and of this chat (Ctrl+I)"))
        put_words(self.details.setAccessibleName, lambda: self.tr("Details of the last reply"))
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self._line, 1)
        room = self._line.sizePolicy()
        room.setRetainSizeWhenHidden(True)  # what is above shall not jump when it comes and goes
        self._line.setSizePolicy(room)
        self._line.hide()
        self.details.hide()
        conversation.replying_changed.connect(self._place)
        self._bar = transcript.verticalScrollBar()
        self._bar.valueChanged.connect(self._place)
        self._bar.rangeChanged.connect(self._place)
        self._timer = single_shot(self, _EVERY_MS, self._show_live)
        transcript.flushed.connect(self._on_flushed)
        # After the transcript, whose lines these are.
        when_language_changes(self, self._say_again)

    def show_line(self, line: str) -> None:
        """Show the line of a reply that ended; nothing for an empty one."""
        self._timer.stop()
        self._line.setText(line)
        self._place()

    @Slot()
    def _place(self) -> None:
        """Show the numbers while no reply shows them itself: while one is written, or its end is out of view."""
        writing = self._conversation.is_replying
        away = self._bar.maximum() - self._bar.value() > self._line.height() * _LINES_BELOW
        told = bool(self._line.text())
        self._line.setVisible(told and (writing or away))
        self.details.setVisible(told or any(one.line for one in self._transcript.messages))
        self.details.setEnabled(not writing)

    def show_last(self) -> None:
        """Show the line of the last reply that has one."""
        lines = (message.line for message in reversed(self._transcript.messages) if message.line)
        self.show_line(next(lines, ""))

    def _say_again(self) -> None:
        if self._conversation.live is None:
            self.show_last()
        self._show_live()

    def rest(self) -> None:
        """Do nothing more by itself."""
        self._timer.stop()

    @Slot()
    def _on_flushed(self) -> None:
        if not self._timer.isActive():
            self._timer.start()

    @Slot()
    def _show_live(self) -> None:
        live = self._conversation.live
        if live is not None and live.line:
            self._line.setText(live.line)
            self._place()
