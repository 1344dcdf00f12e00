"""The real window on a scripted engine, with what a test does to it in words."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from app.paths import Paths
from app.ui.appearance import Appearance
from app.ui.application import Services
from app.ui.chats.rows import Heading
from app.ui.models.services import ModelServices
from tests.fakes import FakeEngine, FakePull
from tests.ui.open_window import OpenWindow
from tests.ui.waiting import wait_for


class Bench(OpenWindow):
    def __init__(
        self,
        paths: Paths,
        engine: FakeEngine,
        pull: FakePull,
        appearance: Appearance,
        size: tuple[int, int] = (1000, 700),
        models: ModelServices | None = None,
    ) -> None:
        self.engine = engine
        self.pull = pull
        super().__init__(paths, Services(lambda: engine, pull.find, pull.pull, models=models), appearance, size)
        wait_for(lambda: self.pairs.state.sought, "the search for the starter pair")

    @property
    def banner(self):
        return self.window.chat.banner

    @property
    def titles(self) -> list[str]:
        """The chats in the sidebar, from the top."""
        return [row.title for row in self.rows if not isinstance(row, Heading)]

    @property
    def rows(self):
        return self.find("chat_list").model().rows

    def choose_chat(self, place: int) -> None:
        """Choose a chat in the sidebar, counted without the headings."""
        listed = self.find("chat_list")
        rows = [row for row, one in enumerate(self.rows) if not isinstance(one, Heading)]
        listed.setCurrentIndex(listed.model().index(rows[place]))

    def wait_rounds(self) -> None:
        """Wait until the replies in view have their marks."""
        wait_for(lambda: not any(self.transcript.messages[one].waiting for one in self.transcript.layer.in_view()))

    def wait_loaded(self) -> None:
        wait_for(lambda: self.pairs.state.loaded is not None, "the pair to load")

    def type(self, text: str) -> None:
        edit = self.composer.edit
        edit.setFocus()
        edit.insertPlainText(text)

    def press(self, key: Qt.Key, widget: QWidget | None = None, modifiers=Qt.KeyboardModifier.NoModifier) -> None:
        QTest.keyClick(widget or self.composer.edit, key, modifiers)

    def send(self, text: str) -> None:
        self.type(text)
        self.press(Qt.Key.Key_Return)

    def wait_replied(self) -> None:
        wait_for(lambda: not self.conversation.is_replying, "the reply to end")

    def ask(self, text: str = "How does a lighthouse work?") -> None:
        self.send(text)
        self.wait_replied()

    def wait_text(self, part: str) -> None:
        wait_for(lambda: part in self.transcript.toPlainText(), f"{part!r} in the transcript")

    def settle(self) -> None:
        QApplication.processEvents()
