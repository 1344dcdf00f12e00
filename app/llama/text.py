"""From tokens to text, one at a time, without ever splitting a character."""

from __future__ import annotations

import codecs
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

_Utf8Decoder = codecs.getincrementaldecoder("utf-8")


class Utf8Stream:
    """Implements `app.speculation.decode.TextStream` over the bytes of each token.

    Bytes that are not UTF-8 become U+FFFD; an unfinished character at the end of a reply is never shown.
    """

    def __init__(self, piece: Callable[[int], bytes]) -> None:
        self._piece = piece
        self._decoder = _Utf8Decoder("replace")

    def push(self, token: int) -> str:
        """Return the text that this token completes, "" inside a character."""
        return self._decoder.decode(self._piece(token))

    def preview(self, tokens: Sequence[int]) -> list[str]:
        """Return the text of each token if they came next, and change nothing."""
        state = self._decoder.getstate()
        texts = [self.push(token) for token in tokens]
        self._decoder.setstate(state)
        return texts

    def alone(self, token: int) -> str:
        """Return the text of a token by itself, U+FFFD where it is a part of a character."""
        return self._piece(token).decode("utf-8", "replace")
