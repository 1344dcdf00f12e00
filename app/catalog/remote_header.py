"""Reads the headers of files that lie elsewhere, from no more of their first bytes than needed."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol

from app.catalog.gguf import parse_header, part_names
from app.catalog.gguf_header import Kind
from app.catalog.gguf_layout import MoreNeededError
from app.catalog.gguf_tokens import TokenizerTables
from app.catalog.model import Model, join_parts
from app.errors import ModelFileInvalidError, ModelFileTruncatedError
from app.phrases import Phrase

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.catalog.gguf_header import GgufHeader

# The header of a small vocabulary fits; those of 150,000 tokens and more take 5 to 20 MB.
FIRST_BYTES: Final = 1 << 20
# What is fetched doubles each time, but by no more than this: few requests, and little that was not needed.
MOST_AT_ONCE: Final = 4 << 20
# No real header comes near it; a hostile one must not make us fetch a whole file.
MAX_HEADER_BYTES: Final = 64 * 10**6


class Ranged(Protocol):
    """A file elsewhere, of which parts can be read."""

    @property
    def size(self) -> int:
        """Of the whole file, in bytes."""

    def fetch_range(self, start: int, length: int) -> bytes:
        """`length` bytes from `start` on. Raises what the network has to say."""


@dataclass(frozen=True, slots=True)
class RemoteHeader:
    """A header with the bytes it was read from, which hold the tables of its tokenizer too."""

    header: GgufHeader
    data: bytes

    @property
    def tables(self) -> TokenizerTables:
        """The tables of the tokenizer."""
        return TokenizerTables(self.header, lambda start, end: self.data[start:end])


def read_remote_header(
    fetch_range: Callable[[int, int], bytes], size: int, path: Path, first_bytes: int = FIRST_BYTES
) -> RemoteHeader:
    """Read the header of a file of `size` bytes, called `path` in errors; `first_bytes` are asked for at once.

    `fetch_range(start, length)` returns so many bytes from `start` on. It is asked for pieces that follow each other,
    each once, and never beyond `size`, nor beyond what the header needs by more than MOST_AT_ONCE. What it raises goes
    on to the caller.

    Raises:
        ModelFileError: as `app.catalog.gguf.read_header`; also when a piece is shorter than asked for.
    """
    data = b""
    wanted = min(first_bytes, size)
    while True:
        piece = fetch_range(len(data), wanted - len(data))
        if len(piece) != wanted - len(data):
            raise ModelFileTruncatedError(path=path, size=len(data) + len(piece), needed=wanted)
        data += piece
        try:
            return RemoteHeader(parse_header(data, path, size), data)
        except MoreNeededError as error:
            if error.needed > MAX_HEADER_BYTES:
                detail = Phrase("its header has more than {limit} MB", limit=MAX_HEADER_BYTES // 10**6)
                raise ModelFileInvalidError(path=path, detail=detail) from error
            wanted = min(max(error.needed, len(data) + min(len(data), MOST_AT_ONCE)), size)


def read_remote_model(open_file: Callable[[str], Ranged], file_name: str) -> Model:
    """Read the headers of a model elsewhere: of its file, and where it is the first part of several, of all.

    `open_file` gets names of files; what it and its files raise goes on to the caller.

    Raises:
        ModelFileError: as `app.catalog.gguf.read_header`.
    """
    first = _read(open_file, file_name)
    header = first.header
    if header.kind is not Kind.SPLIT_PART or header.split_number:
        return Model(header, first.tables)
    folder = file_name.removesuffix(header.path.name)
    others = [_read(open_file, folder + name).header for name in part_names(header)]
    return Model(join_parts([header, *others]), first.tables)


def _read(open_file: Callable[[str], Ranged], file_name: str) -> RemoteHeader:
    file = open_file(file_name)
    return read_remote_header(file.fetch_range, file.size, Path(file_name))
