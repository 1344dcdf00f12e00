"""The bytes of a GGUF header: a cursor that trusts no length, and walks over its two tables.

Layout, little-endian throughout (versions 2 and 3 are alike)::

    "GGUF"  u32 version  i64 tensors  i64 entries
    entries of:  text key, u32 type, value      text = u64 length + bytes; array = u32 type, u64 count, items
    tensors of:  text name, u32 dimensions, i64 sizes[], u32 type, u64 offset into the data
    padding to `general.alignment`, then the data

Source: ggml/src/gguf.cpp of the llama.cpp inside llama-cpp-python 0.3.36. The limits are tighter than there:
files come from strangers, and no real header comes near them.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple, NoReturn

from app.catalog.gguf_types import TENSOR_TYPES
from app.errors import ModelFileInvalidError, ModelFileTruncatedError
from app.phrases import Phrase

if TYPE_CHECKING:
    import mmap
    from pathlib import Path

MAX_KEY_BYTES: Final = 256
MAX_TEXT_BYTES: Final = 16 << 20
MAX_ARRAY_ITEMS: Final = 1 << 21
# In all arrays together: each text is a step of the walk, so this bounds its time (about 0.2 s a million).
MAX_TEXTS: Final = 1 << 22
MAX_TENSOR_NAME_BYTES: Final = 63
MAX_DIMENSIONS: Final = 4
MAX_INT64: Final = (1 << 63) - 1

TEXT: Final = 8
ARRAY: Final = 9
INT32: Final = 5
FLOAT32: Final = 6

WHOLE_NUMBERS: Final = (0, 1, 2, 3, 4, 5, 7, 10, 11)

_BOOL: Final = 7
_CODES: Final = {0: "B", 1: "b", 2: "H", 3: "h", 4: "I", 5: "i", 6: "f", 7: "B", 10: "Q", 11: "q", 12: "d"}
_SCALARS: Final = {kind: struct.Struct("<" + code) for kind, code in _CODES.items()}
_U32: Final = struct.Struct("<I")
_U64: Final = struct.Struct("<Q")
_TYPE_AND_COUNT: Final = struct.Struct("<IQ")
_TYPE_AND_OFFSET: Final = struct.Struct("<IQ")


@dataclass(frozen=True, slots=True)
class Text:
    """Where a text lies in the header; decoded only when asked for, as most never are."""

    start: int
    length: int


@dataclass(frozen=True, slots=True)
class Array:
    """An array that was walked over: the type of its items, how many there are, and from where to where they lie."""

    kind: int
    count: int
    start: int
    end: int


Value = int | float | bool | Text | Array


class Tensor(NamedTuple):
    """One row of the table of tensors; `kind` is a key of TENSOR_TYPES, `size` and `offset` into the data in bytes."""

    name: str
    kind: int
    weights: int
    size: int
    offset: int = 0


@dataclass(frozen=True, slots=True)
class Tensors:
    """The table of tensors, and the bytes from the start of the data to the end of the last."""

    rows: tuple[Tensor, ...]
    extent: int


class MoreNeededError(Exception):
    """The first `needed` bytes of the file, at least, are needed to go on; fewer were given."""

    def __init__(self, needed: int) -> None:
        self.needed = needed
        super().__init__(needed)


class Cursor:
    """Reads forward over `buffer`, the first bytes of a file of `size`. Every read is checked against both.

    All methods raise ModelFileTruncatedError where the file is too short, and MoreNeededError where the buffer is.
    """

    def __init__(self, buffer: bytes | mmap.mmap, path: Path, size: int) -> None:
        self.position = 0
        self._buffer = buffer
        self._path = path
        self._size = size
        self._texts = 0

    def scalar(self, layout: struct.Struct) -> tuple[int, ...]:
        """The numbers of `layout` at the position, which moves past them."""
        start = self.position
        self._advance(layout.size)
        return layout.unpack_from(self._buffer, start)

    def text(self, limit: int, field: str) -> Text:
        """A text of at most `limit` bytes; `field` names it in an error."""
        (length,) = self.scalar(_U64)
        if length > limit:
            self.refuse(Phrase("{field} has {length} bytes, {limit} allowed", field=field, length=length, limit=limit))
        start = self.position
        self._advance(length)
        return Text(start, length)

    def decode(self, text: Text) -> str:
        """The text as a string; bytes that are not UTF-8 become replacement characters."""
        return self._buffer[text.start : text.start + text.length].decode("utf-8", "replace")

    def array(self, field: str) -> Array:
        """Walk over an array without keeping its items."""
        kind, count = self.scalar(_TYPE_AND_COUNT)
        start = self.position
        if count > MAX_ARRAY_ITEMS:
            self.refuse(
                Phrase(
                    "{field} has {count} items, {limit} allowed",
                    field=field,
                    count=count,
                    limit=MAX_ARRAY_ITEMS,
                )
            )
        if kind == TEXT:
            self._skip_texts(count, field)
        elif kind in _SCALARS:
            self._advance(count * _SCALARS[kind].size)
        else:
            self.refuse(Phrase("{field} has items of unknown type {kind}", field=field, kind=kind))
        return Array(kind, count, start, self.position)

    def numbers(self, array: Array) -> tuple[int | float, ...]:
        """The items of an array of numbers."""
        return struct.unpack_from(f"<{array.count}{_CODES[array.kind]}", self._buffer, array.start)

    def refuse(self, detail: str) -> NoReturn:
        """Say which field breaks the format or its limits."""
        raise ModelFileInvalidError(path=self._path, detail=detail)

    def _advance(self, length: int) -> None:
        if length > len(self._buffer) - self.position:
            self.require(self.position + length)
        self.position += length

    def require(self, needed: int) -> NoReturn:
        """End here, as the first `needed` bytes are not all there."""
        if needed <= self._size:
            raise MoreNeededError(needed)
        raise ModelFileTruncatedError(path=self._path, size=self._size, needed=needed)

    def _skip_texts(self, count: int, field: str) -> None:
        """The hot loop: half a million texts in a large vocabulary, so one call per text."""
        self._texts += count
        if self._texts > MAX_TEXTS:
            self.refuse(
                Phrase(
                    "{field} brings the texts to {texts}, {limit} allowed",
                    field=field,
                    texts=self._texts,
                    limit=MAX_TEXTS,
                )
            )
        buffer, position, unpack = self._buffer, self.position, _U64.unpack_from
        try:
            for left in range(count, 0, -1):  # noqa: B007  (used where the loop breaks off)
                (length,) = unpack(buffer, position)
                if length > MAX_TEXT_BYTES:
                    self.refuse(
                        Phrase(
                            "{field} has an item of {length} bytes, {limit} allowed",
                            field=field,
                            length=length,
                            limit=MAX_TEXT_BYTES,
                        )
                    )
                position += 8 + length
        except struct.error:
            self.require(position + 8 * left)
        self.position = position
        self._advance(0)  # the last text may end beyond the end


def read_entries(cursor: Cursor, count: int) -> dict[str, Value]:
    """Read `count` key-value entries."""
    entries: dict[str, Value] = {}
    for _ in range(count):
        key = cursor.decode(cursor.text(MAX_KEY_BYTES, "a key"))
        if not key:
            cursor.refuse(Phrase("a key is empty"))
        if key in entries:
            cursor.refuse(Phrase("{key} appears twice", key=printable(key)))
        entries[key] = _read_value(cursor, printable(key))
    return entries


def _read_value(cursor: Cursor, field: str) -> Value:
    (kind,) = cursor.scalar(_U32)
    if kind == TEXT:
        return cursor.text(MAX_TEXT_BYTES, field)
    if kind == ARRAY:
        return cursor.array(field)
    if kind not in _SCALARS:
        cursor.refuse(Phrase("{field} has unknown type {kind}", field=field, kind=kind))
    (value,) = cursor.scalar(_SCALARS[kind])
    return bool(value) if kind == _BOOL else value


def read_tensors(cursor: Cursor, count: int, alignment: int) -> Tensors:
    """Read `count` tensor descriptions."""
    rows: dict[str, Tensor] = {}
    extent = 0
    for _ in range(count):
        name = cursor.decode(cursor.text(MAX_TENSOR_NAME_BYTES, "a tensor name"))
        if name in rows:
            cursor.refuse(Phrase("tensor {name} appears twice", name=printable(name)))
        rows[name], end = _read_tensor(cursor, name, alignment)
        extent = max(extent, end)
    return Tensors(tuple(rows.values()), extent)


def _read_tensor(cursor: Cursor, name: str, alignment: int) -> tuple[Tensor, int]:
    """A row, and the offset of the byte after the tensor, from the start of the data."""
    field = f"tensor {printable(name)}"
    (dimensions,) = cursor.scalar(_U32)
    if dimensions > MAX_DIMENSIONS:
        cursor.refuse(
            Phrase(
                "{field} has {dimensions} dimensions, {limit} allowed",
                field=field,
                dimensions=dimensions,
                limit=MAX_DIMENSIONS,
            )
        )
    sizes = cursor.scalar(struct.Struct(f"<{dimensions}q"))
    kind, offset = cursor.scalar(_TYPE_AND_OFFSET)
    if kind not in TENSOR_TYPES:
        cursor.refuse(Phrase("{field} has unknown type {kind}", field=field, kind=kind))
    if offset % alignment:
        cursor.refuse(
            Phrase(
                "{field} starts at {offset}, which is not aligned to {alignment}",
                field=field,
                offset=offset,
                alignment=alignment,
            )
        )
    _, block_weights, block_bytes = TENSOR_TYPES[kind]
    weights = 1
    for size in sizes:
        if size < 0:
            cursor.refuse(Phrase("{field} has a negative size", field=field))
        weights *= size
    if (sizes[0] if sizes else 1) % block_weights:
        cursor.refuse(
            Phrase(
                "{field} has rows that are not a multiple of {block_weights}", field=field, block_weights=block_weights
            )
        )
    size_bytes = weights // block_weights * block_bytes
    if offset + size_bytes > MAX_INT64:
        cursor.refuse(Phrase("{field} ends beyond any file", field=field))
    return Tensor(name, kind, weights, size_bytes, offset), offset + size_bytes


def printable(name: str) -> str:
    """A name from a stranger's file, safe to show on a terminal."""
    return name if name.isprintable() else ascii(name)
