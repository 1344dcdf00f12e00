"""How many tokens a conversation takes, and texts that are not part of it yet, without evaluating anything."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.chats.records import Message, Role
from app.errors import CancelledError
from app.llama.prompt import chat_prompt
from app.options import PromptCount

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from app.llama.model import LlamaModel, Vocabulary
    from app.speculation.stop import Stop

# About 8 ms of tokenising, so that a new request or a reply need not wait for a megabyte.
_PIECE = 8192
_SAID = "x"


class PromptCounter:
    """Counts for one model, and keeps what it counted last: while a person types, little of it changes."""

    def __init__(self, model: LlamaModel) -> None:
        self._model = model
        self._chat: tuple[object, int] = (None, 0)
        self._texts: dict[str, int] = {}

    def count(
        self,
        messages: Sequence[Message],
        texts: Sequence[str],
        *,
        enable_thinking: bool | None,
        template: str,
        stop: Stop,
    ) -> PromptCount:
        """Return the tokens of a conversation with one more message in it, and of what may stand in that message.

        Raises:
            CancelledError: `stop` was set meanwhile; what was counted before is kept.
        """
        asked = (tuple(messages), enable_thinking, template)
        if self._chat[0] != asked:
            said = [*messages, Message(Role.USER, _SAID)]
            prompt = chat_prompt(self._model, said, enable_thinking, template)
            self._chat = (asked, len(prompt.tokens) - count_tokens(self._model.vocabulary, _SAID, stop))
        known = self._texts
        self._texts = {text: known[text] for text in texts if text in known}
        for text in texts:
            if text not in self._texts:
                self._texts[text] = count_tokens(self._model.vocabulary, text, stop)
        return PromptCount(self._chat[1], tuple(self._texts[text] for text in texts))


def count_tokens(vocabulary: Vocabulary, text: str, stop: Stop) -> int:
    """Return how many tokens a text has; of a long one it may be off by a few for every 8,192 characters.

    Raises:
        CancelledError: `stop` was set meanwhile.
    """
    count = 0
    for piece in _pieces(text):
        if stop.is_set:
            raise CancelledError
        count += vocabulary.count(piece)
    return count


def _pieces(text: str) -> Iterator[str]:
    """Cut a text behind the end of a line, or else before a space: few vocabularies have tokens that go across."""
    start = 0
    while start < len(text):
        end = start + _PIECE
        if end < len(text):
            line, space = text.rfind("\n", start, end) + 1, text.rfind(" ", start + 1, end)
            end = line or (space if space > 0 else end)
        yield text[start:end]
        start = end
