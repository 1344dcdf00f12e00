"""Tries chat templates, which are untrusted and may take a second, away from the window's thread."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from app.chats.template import CHATML, render
from app.ui.errands import Errands

if TYPE_CHECKING:
    from app.chats.records import Message
    from app.speculation.stop import Stop
    from app.ui.errands import Tell


class TemplateTrial(QObject):
    """Renders a conversation with a template; of several asked for at once only the last is told of.

    Signals:
        rendered (str): the text that the model would read.
        failed (DraftlightError or Bug).
    """

    rendered = Signal(object)
    failed = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._errands = Errands("template")
        self._errands.done.connect(self.rendered)
        self._errands.failed.connect(self.failed)

    def start(
        self, source: str, messages: tuple[Message, ...], *, bos: str, eos: str, enable_thinking: bool | None
    ) -> None:
        """Try a template; an empty one is ChatML."""

        def work(_stop: Stop, _tell: Tell) -> str:
            return render(source or CHATML, messages, bos=bos, eos=eos, enable_thinking=enable_thinking)

        self._errands.start(work)

    def drop(self) -> None:
        """Tell nothing more of what was asked for."""
        self._errands.drop()

    def close(self) -> None:
        """End the thread."""
        self._errands.close()
