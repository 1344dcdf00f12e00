"""When Python looks for garbage among all that it has.

That stops every thread, for 0.1 s and more where long replies are in memory.
"""

from __future__ import annotations

import gc
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Slot
from PySide6.QtGui import QGuiApplication

from app.ui.timers import single_shot

if TYPE_CHECKING:
    from app.ui.conversation import Conversation

# Of new objects, then of those that outlived ten such looks: some 4 ms. Never by itself of all.
_THRESHOLDS = (2000, 10, 1_000_000)
_QUIET_MS = 2000


class GarbageCare(QObject):
    """Has Python look among new objects alone; what is there when a reply or a chat comes is set aside after a look.

    All is looked through while the person is with another application and nothing is being written.
    """

    def __init__(self, conversation: Conversation) -> None:
        super().__init__(conversation)
        self._conversation = conversation
        self._before = gc.get_threshold()
        self._timer = single_shot(self, _QUIET_MS, self.look)
        conversation.replying_changed.connect(self._on_replying)
        conversation.chat_shown.connect(self._set_aside)
        application = QGuiApplication.instance()
        assert isinstance(application, QGuiApplication)  # noqa: S101
        self._state_changed = application.applicationStateChanged
        self._state_changed.connect(self._on_state_changed)
        gc.set_threshold(*_THRESHOLDS)
        self._set_aside()

    def look(self) -> None:
        """Free all garbage, unless a reply is being written."""
        if not self._conversation.is_replying:
            gc.unfreeze()
            gc.collect()
            gc.freeze()

    def rest(self) -> None:
        """Leave all to Python again; called once."""
        self._state_changed.disconnect(self._on_state_changed)
        self._conversation.replying_changed.disconnect(self._on_replying)
        self._conversation.chat_shown.disconnect(self._set_aside)
        self._timer.stop()
        gc.set_threshold(*self._before)
        gc.unfreeze()

    @Slot()
    def _set_aside(self) -> None:
        """Look among new objects, so that what of them is garbage already does not stay, and set the others aside."""
        gc.collect(1)
        gc.freeze()

    @Slot(bool)
    def _on_replying(self, replying: bool) -> None:
        """Before a reply look among all that came since things were set aside; after it that is the reply itself."""
        gc.collect(2 if replying else 1)
        gc.freeze()

    @Slot(Qt.ApplicationState)
    def _on_state_changed(self, state: Qt.ApplicationState) -> None:
        if state == Qt.ApplicationState.ApplicationActive:
            self._timer.stop()
        else:
            self._timer.start()
