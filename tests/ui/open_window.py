"""An open window, with names for its parts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject
from shiboken6 import isValid

from app.ui.application import Services, make_window

if TYPE_CHECKING:
    from app.paths import Paths
    from app.ui.appearance import Appearance


class OpenWindow:
    def __init__(self, paths: Paths, services: Services, appearance: Appearance, size: tuple[int, int]) -> None:
        self.paths = paths
        self.appearance = appearance
        self.open = True
        self.window = make_window(paths, services, appearance)
        self.window.resize(*size)
        self.window.show()
        self.window.start()

    def find(self, name: str) -> Any:
        found = self.window.findChild(QObject, name)
        if found is None:
            self.window.sampling.panel.fill()
            found = self.window.findChild(QObject, name)
        assert found is not None, f"there is no {name}"
        return found

    @property
    def pairs(self):
        return self.window._parts.pairs

    @property
    def conversation(self):
        return self.window._parts.conversation

    @property
    def store(self):
        return self.window._parts.store

    @property
    def transcript(self):
        return self.window.chat.transcript

    @property
    def composer(self):
        return self.window.chat.composer

    def close(self) -> None:
        if self.open:
            self.open = False
            self.window.close()
            self.window.deleteLater()
            assert isValid(self.window)
