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
from typing import TYPE_CHECKING, Final, NoReturn

from app.errors import ModelFileInvalidError, ModelFileTruncatedError

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

_BOOL: Final = 7
_SCALARS: Final = {
    kind: struct.Struct("<" + code)
    for kind, code in {
        0: "B",
        1: "b",
        2: "H",
        3: "h",
        4: "I",
        5: "i",
        6: "f",
        7: "B",
        10: "Q",
        11: "q",
        12: "d",
    }.items()
}
_U32: Final = struct.Struct("<I")
_U64: Final = struct.Struct("<Q")
_TYPE_AND_COUNT: Final = struct.Struct("<IQ")
_TYPE_AND_OFFSET: Final = struct.Struct("<IQ")

# ggml type: (weights in a block, bytes of a block). Source: type_traits in ggml/src/ggml.c and the blocks in
# ggml-common.h. Numbers that are missing (4, 5, 31 to 33, 36 to 38) were withdrawn from the format.
TENSOR_TYPES: Final = {
    0: (1, 4),  # F32
    1: (1, 2),  # F16
    2: (32, 18),  # Q4_0
    3: (32, 20),  # Q4_1
    6: (32, 22),  # Q5_0
    7: (32, 24),  # Q5_1
    8: (32, 34),  # Q8_0
    9: (32, 36),  # Q8_1
    10: (256, 84),  # Q2_K
    11: (256, 110),  # Q3_K
    12: (256, 144),  # Q4_K
    13: (256, 176),  # Q5_K
    14: (256, 210),  # Q6_K
    15: (256, 292),  # Q8_K
    16: (256, 66),  # IQ2_XXS
    17: (256, 74),  # IQ2_XS
    18: (256, 98),  # IQ3_XXS
    19: (256, 50),  # IQ1_S
    20: (32, 18),  # IQ4_NL
    21: (256, 110),  # IQ3_S
    22: (256, 82),  # IQ2_S
    23: (256, 136),  # IQ4_XS
    24: (1, 1),  # I8
    25: (1, 2),  # I16
    26: (1, 4),  # I32
    27: (1, 8),  # I64
    28: (1, 8),  # F64
    29: (256, 56),  # IQ1_M
    30: (1, 2),  # BF16
    34: (256, 54),  # TQ1_0
    35: (256, 66),  # TQ2_0
    39: (32, 17),  # MXFP4
    40: (64, 36),  # NVFP4
    41: (128, 18),  # Q1_0
    42: (64, 18),  # Q2_0
}


@dataclass(frozen=True, slots=True)
class Text:
    """Where a text lies in the header; decoded only when asked for, as most never are."""

    start: int
    length: int


@dataclass(frozen=True, slots=True)
class Array:
    """An array that was walked over: the type of its items and how many there are."""

    kind: int
    count: int


Value = int | float | bool | Text | Array


@dataclass(frozen=True, slots=True)
class Tensors:
    """The table of tensors: their names, and the bytes from the start of the data to the end of the last."""

    names: frozenset[str]
    extent: int


class Cursor:
    """Reads forward over `buffer`, all bytes of a file. Every read is checked against its end."""

    def __init__(self, buffer: bytes | mmap.mmap, path: Path) -> None:
        self.position = 0
        self._buffer = buffer
        self._path = path
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
            self.refuse(f"{field} has {length} bytes, {limit} allowed")
        start = self.position
        self._advance(length)
        return Text(start, length)

    def decode(self, text: Text) -> str:
        """The text as a string; bytes that are not UTF-8 become replacement characters."""
        return self._buffer[text.start : text.start + text.length].decode("utf-8", "replace")

    def array(self, field: str) -> Array:
        """Walk over an array without keeping its items."""
        kind, count = self.scalar(_TYPE_AND_COUNT)
        if count > MAX_ARRAY_ITEMS:
            self.refuse(f"{field} has {count} items, {MAX_ARRAY_ITEMS} allowed")
        if kind == TEXT:
            self._skip_texts(count, field)
        elif kind in _SCALARS:
            self._advance(count * _SCALARS[kind].size)
        else:
            self.refuse(f"{field} has items of unknown type {kind}")
        return Array(kind, count)

    def refuse(self, detail: str) -> NoReturn:
        """Say which field breaks the format or its limits."""
        raise ModelFileInvalidError(path=self._path, detail=detail)

    def _advance(self, length: int) -> None:
        if length > len(self._buffer) - self.position:
            self._truncated(self.position + length)
        self.position += length

    def _truncated(self, needed: int) -> NoReturn:
        raise ModelFileTruncatedError(path=self._path, size=len(self._buffer), needed=needed)

    def _skip_texts(self, count: int, field: str) -> None:
        """The hot loop: half a million texts in a large vocabulary, so one call per text."""
        self._texts += count
        if self._texts > MAX_TEXTS:
            self.refuse(f"{field} brings the texts to {self._texts}, {MAX_TEXTS} allowed")
        buffer, position, unpack = self._buffer, self.position, _U64.unpack_from
        try:
            for _ in range(count):
                (length,) = unpack(buffer, position)
                if length > MAX_TEXT_BYTES:
                    self.refuse(f"{field} has an item of {length} bytes, {MAX_TEXT_BYTES} allowed")
                position += 8 + length
        except struct.error:
            self._truncated(position + 8)
        self.position = position  # beyond the end if the last text is: the next read tells


def read_entries(cursor: Cursor, count: int) -> dict[str, Value]:
    """Read `count` key-value entries."""
    entries: dict[str, Value] = {}
    for _ in range(count):
        key = cursor.decode(cursor.text(MAX_KEY_BYTES, "a key"))
        if not key:
            cursor.refuse("a key is empty")
        if key in entries:
            cursor.refuse(f"{printable(key)} appears twice")
        entries[key] = _read_value(cursor, printable(key))
    return entries


def _read_value(cursor: Cursor, field: str) -> Value:
    (kind,) = cursor.scalar(_U32)
    if kind == TEXT:
        return cursor.text(MAX_TEXT_BYTES, field)
    if kind == ARRAY:
        return cursor.array(field)
    if kind not in _SCALARS:
        cursor.refuse(f"{field} has unknown type {kind}")
    (value,) = cursor.scalar(_SCALARS[kind])
    return bool(value) if kind == _BOOL else value


def read_tensors(cursor: Cursor, count: int, alignment: int) -> Tensors:
    """Read `count` tensor descriptions."""
    names: set[str] = set()
    extent = 0
    for _ in range(count):
        name = cursor.decode(cursor.text(MAX_TENSOR_NAME_BYTES, "a tensor name"))
        if name in names:
            cursor.refuse(f"tensor {printable(name)} appears twice")
        names.add(name)
        extent = max(extent, _read_tensor_end(cursor, f"tensor {printable(name)}", alignment))
    return Tensors(frozenset(names), extent)


def _read_tensor_end(cursor: Cursor, field: str, alignment: int) -> int:
    """Offset of the byte after the tensor, from the start of the data."""
    (dimensions,) = cursor.scalar(_U32)
    if dimensions > MAX_DIMENSIONS:
        cursor.refuse(f"{field} has {dimensions} dimensions, {MAX_DIMENSIONS} allowed")
    sizes = cursor.scalar(struct.Struct(f"<{dimensions}q"))
    kind, offset = cursor.scalar(_TYPE_AND_OFFSET)
    if kind not in TENSOR_TYPES:
        cursor.refuse(f"{field} has unknown type {kind}")
    if offset % alignment:
        cursor.refuse(f"{field} starts at {offset}, which is not aligned to {alignment}")
    block_weights, block_bytes = TENSOR_TYPES[kind]
    weights = 1
    for size in sizes:
        if size < 0:
            cursor.refuse(f"{field} has a negative size")
        weights *= size
    if (sizes[0] if sizes else 1) % block_weights:
        cursor.refuse(f"{field} has rows that are not a multiple of {block_weights}")
    end = offset + weights // block_weights * block_bytes
    if end > MAX_INT64:
        cursor.refuse(f"{field} ends beyond any file")
    return end


def printable(name: str) -> str:
    """A name from a stranger's file, safe to show on a terminal."""
    return name if name.isprintable() else ascii(name)
