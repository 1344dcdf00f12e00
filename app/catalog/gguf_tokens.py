"""The tables of a tokenizer, read and decoded only when somebody asks."""

from __future__ import annotations

import struct
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Final, NoReturn

from app.errors import ModelFileInvalidError, ModelFileMissingError
from app.phrases import Phrase

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from app.catalog.gguf_header import GgufHeader, Span

_LENGTH: Final = struct.Struct("<Q")


class TextTable:
    """An array of texts as its file spells it: u64 length and bytes, one after the other."""

    def __init__(self, data: bytes, count: int, path: Path) -> None:
        """`data` are the bytes of `count` texts; `path` is named in errors."""
        self.data = data
        self._count = count
        self._path = path

    def __len__(self) -> int:
        """How many texts there are."""
        return self._count

    @cached_property
    def starts(self) -> list[int]:
        """Where the length of every text stands, and the end of the last.

        Raises:
            ModelFileInvalidError: these are not the bytes of so many texts.
        """
        data, unpack, position = self.data, _LENGTH.unpack_from, 0
        starts = [0] * (self._count + 1)
        try:
            for index in range(1, self._count + 1):
                position += 8 + unpack(data, position)[0]
                starts[index] = position
        except (struct.error, OverflowError):
            self._changed()
        if position != len(data):
            self._changed()
        return starts

    def raw(self) -> list[bytes]:
        """Every text in order, undecoded."""
        starts, data = self.starts, self.data
        return [data[start + 8 : end] for start, end in pairwise(starts)]

    def text(self, index: int) -> str:
        """The text for a person to read."""
        return spelling(self.data[self.starts[index] + 8 : self.starts[index + 1]], index).decode("utf-8", "replace")

    def check_distinct(self) -> None:
        """Refuse a text that appears twice: llama.cpp aborts on it (GGML_ASSERT in src/llama-vocab.cpp).

        Raises:
            ModelFileInvalidError: one does.
        """
        texts = self.raw()
        if len(set(texts)) == self._count and all(text and 0 not in text for text in texts):
            return
        seen: dict[bytes, int] = {}
        for index, text in enumerate(texts):
            first = seen.setdefault(spelling(text, index), index)
            if first != index:
                detail = Phrase(
                    "tokenizer.ggml.tokens has the same text for {first} and {index}", first=first, index=index
                )
                raise ModelFileInvalidError(path=self._path, detail=detail)

    def _changed(self) -> NoReturn:
        detail = Phrase("its table of texts is not what the header said")
        raise ModelFileInvalidError(path=self._path, detail=detail)


def spelling(text: bytes, index: int) -> bytes:
    """The text of token `index` as llama.cpp takes it: up to its first null byte, and with a name if it is empty."""
    return text.partition(b"\0")[0] or b"[EMPTY_%d]" % index


class TokenizerTables:
    """The tables that a header tells the places of; each is read when it is first asked for.

    All raise ModelFileMissingError when the file has gone, and ModelFileInvalidError when it has changed.
    """

    def __init__(self, header: GgufHeader, read: Callable[[int, int], bytes] | None = None) -> None:
        """`read` returns the bytes of the file from one place to another; None reads the file at the header's path."""
        self._header = header
        self._given = read

    @cached_property
    def tokens(self) -> TextTable:
        """The text of every token."""
        return TextTable(self._bytes(self._header.tokens_at), self._header.vocabulary_size, self._header.path)

    @cached_property
    def merges(self) -> TextTable:
        """Pairs of pieces that BPE joins, the first first."""
        return TextTable(self._bytes(self._header.merges_at), self._header.merge_count, self._header.path)

    @cached_property
    def token_types(self) -> tuple[int, ...]:
        """The llama_token_type of every token; empty if the file does not say."""
        data = self._bytes(self._header.token_types_at)
        return struct.unpack(f"<{len(data) // 4}i", data)

    def _bytes(self, span: Span) -> bytes:
        # Not kept as a method of this very object: the tables, megabytes of them, would wait for the garbage collector.
        data = (self._given or self._from_file)(*span)
        if len(data) != span[1] - span[0]:
            raise ModelFileMissingError(path=self._header.path)
        return data

    def _from_file(self, start: int, end: int) -> bytes:
        try:
            with self._header.path.open("rb") as file:
                file.seek(start)
                return file.read(end - start)
        except (OSError, ValueError) as error:
            raise ModelFileMissingError(path=self._header.path) from error
