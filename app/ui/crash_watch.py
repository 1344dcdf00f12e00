"""What the window does about an engine that hangs, and about a start after a sudden end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from app.journal import Doing, Journal
from app.ui.notices import Notice, NoticeAction, NoticeKind, hint

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from app.journal import LeftOver
    from app.ui.parts import Parts

_LOG_LINES = 60


class CrashWatch(QObject):
    """Tells of sudden ends and of an engine that does not answer.

    Signals:
        noticed (Notice).
    """

    noticed = Signal(object)

    def __init__(self, window: QWidget, parts: Parts) -> None:
        super().__init__(window)
        self._parts = parts
        parts.engine.got_stuck.connect(self._on_stuck)

    def start(self) -> None:
        """Load the pair of the last time, unless the app ended suddenly with it."""
        left = Journal(self._parts.paths.journal).take_left_over()
        if left is None:
            self._parts.pairs.start(self._parts.preferences.last_pair)
            return
        self._parts.pairs.start_empty()
        details = self._last_words()
        action = NoticeAction.COPY_DETAILS if details else None
        self.noticed.emit(Notice(self._told(left), NoticeKind.ERROR, action, details))

    @property
    def cannot_end(self) -> bool:
        """Whether a thread of the engine hangs even now."""
        return self._parts.engine.is_stuck

    @Slot()
    def restart(self) -> None:
        """Give the engine up as it is, and take another."""
        self._parts.engine.restart()

    def _told(self, left: LeftOver) -> str:
        if left.doing is Doing.LOADING:
            text = self.tr(
                "The last time Draftlight ended suddenly while it loaded {pair}. All messages are here. "
                "The pair was not loaded again by itself: choose it at the top to try once more."
            )
        else:
            text = self.tr(
                "The last time Draftlight ended suddenly while {pair} wrote a reply. All messages are here. "
                "The pair was not loaded again by itself: choose it at the top to go on."
            )
        return text.format(pair=left.files.name)

    def _last_words(self) -> str:
        """The end of what llama.cpp and the app logged."""
        parts = []
        for path in (self._parts.paths.load_log, self._parts.paths.logs / "draftlight.log"):
            try:
                lines = path.read_text(encoding="utf-8", errors="replace").splitlines()[-_LOG_LINES:]
            except OSError:
                continue
            parts.append("\n".join([f"{path.name}:", *lines]))
        return "\n\n".join(parts)

    @Slot()
    def _on_stuck(self) -> None:
        text = self.tr("The engine goes on although it was stopped: wait, or restart it, which loses nothing.")
        self.noticed.emit(hint(text, NoticeAction.RESTART_ENGINE))
