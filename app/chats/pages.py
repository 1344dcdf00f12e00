"""Rows read straight from the pages of an SQLite file, where SQLite itself finds no way to them any more.

A table is a tree of pages whose leaves hold the rows, so a leaf can be read although the way to it is lost. This knows
only as much of the format (https://www.sqlite.org/fileformat2.html) as that takes. To which table a row belongs is not
written in it: whoever reads tells by the number and kinds of its values.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

Value: TypeAlias = int | float | str | bytes | None

_HEADER, _WAL_HEADER, _FRAME_HEADER = 100, 32, 24
_TABLE_LEAF, _INDEX_LEAF, _INDEX_INTERIOR = 0x0D, 0x0A, 0x02
_USUAL_PAGE = 4096
_PAGE_SIZES = (512, 1024, 2048, 4096, 8192, 16384, 32768, 65536)
# More than any row of the chats: a length beyond it is damage.
_LONGEST_ROW = 256 << 20
_WIDTHS = {0: 0, 1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8, 7: 8, 8: 0, 9: 0}


@dataclass(frozen=True, slots=True)
class Row:
    """One row: `number` is its rowid, 0 in tables that have none; of a row with a lost part the rest is there."""

    number: int
    values: tuple[Value, ...]


def rows_in(path: Path) -> Iterator[Row]:
    """Yield every row that is written in any page of the database at `path`, those of its WAL first.

    Raises:
        OSError: the file cannot be read.
    """
    whole = path.read_bytes() if path.exists() else b""
    size = _page_size(whole)
    pages = {place // size + 1: whole[place : place + size] for place in range(0, len(whole), size)}
    wal = path.with_name(path.name + "-wal")
    newer = dict(_frames(wal.read_bytes(), size)) if wal.exists() else {}
    pages |= newer
    for number in (*newer, *(one for one in pages if one not in newer)):
        yield from _rows_of(pages, number, size)


def _page_size(whole: bytes) -> int:
    size = int.from_bytes(whole[16:18], "big")
    size = 1 << 16 if size == 1 else size
    return size if size in _PAGE_SIZES else _USUAL_PAGE


def _frames(wal: bytes, size: int) -> Iterator[tuple[int, bytes]]:
    """Yield the pages in a WAL up to its last complete transaction."""
    salt, waiting = wal[16:24], []
    for place in range(_WAL_HEADER, len(wal) - size - _FRAME_HEADER + 1, size + _FRAME_HEADER):
        number, commit = struct.unpack_from(">II", wal, place)
        if wal[place + 8 : place + 16] != salt:
            return  # of an earlier round of the file
        start = place + _FRAME_HEADER
        waiting.append((number, wal[start : start + size]))
        if commit:
            yield from waiting
            waiting = []


def _rows_of(pages: dict[int, bytes], number: int, size: int) -> Iterator[Row]:
    page, start = pages[number], _HEADER if number == 1 else 0
    if len(page) < start + 12:
        return
    kind, cells = page[start], int.from_bytes(page[start + 3 : start + 5], "big")
    if kind not in (_TABLE_LEAF, _INDEX_LEAF, _INDEX_INTERIOR):
        return
    pointers = start + (12 if kind == _INDEX_INTERIOR else 8)
    for cell in range(min(cells, size // 4)):
        at = int.from_bytes(page[pointers + 2 * cell : pointers + 2 * cell + 2], "big")
        try:
            yield _row_at(pages, page, at, kind, size)
        except (IndexError, ValueError, struct.error):
            continue  # damaged itself


def _row_at(pages: dict[int, bytes], page: bytes, at: int, kind: int, size: int) -> Row:
    at += 4 if kind == _INDEX_INTERIOR else 0
    length, at = _varint(page, at)
    number = 0
    if kind == _TABLE_LEAF:
        number, at = _varint(page, at)
    if not 0 < length <= _LONGEST_ROW:
        raise ValueError(length)
    local = _local_length(length, kind, size)
    data = page[at : at + local]
    if local < length:
        data += _overflow(pages, int.from_bytes(page[at + local : at + local + 4], "big"), length - local, size)
    return Row(number, _values(data))


def _local_length(length: int, kind: int, size: int) -> int:
    """Return how many bytes of a row are in its page; the others are in overflow pages."""
    most = size - 35 if kind == _TABLE_LEAF else (size - 12) * 64 // 255 - 23
    if length <= most:
        return length
    least = (size - 12) * 32 // 255 - 23
    wanted = least + (length - least) % (size - 4)
    return wanted if wanted <= most else least


def _overflow(pages: dict[int, bytes], number: int, length: int, size: int) -> bytes:
    """Return what follows in other pages, as far as they are there."""
    parts: list[bytes] = []
    seen: set[int] = set()
    while length > 0 and number in pages and number not in seen:
        seen.add(number)
        part = pages[number][4:size][:length]
        parts.append(part)
        length -= len(part)
        number = int.from_bytes(pages[number][:4], "big")
    return b"".join(parts)


def _varint(data: bytes, at: int) -> tuple[int, int]:
    """Return the number that begins at `at`, and where it ends."""
    value = 0
    for place in range(8):
        byte = data[at + place]
        value = value << 7 | byte & 0x7F
        if not byte & 0x80:
            return value, at + place + 1
    return value << 8 | data[at + 8], at + 9


def _values(data: bytes) -> tuple[Value, ...]:
    header, at = _varint(data, 0)
    kinds = []
    while at < header:
        kind, at = _varint(data, at)
        kinds.append(kind)
    if at != header:
        raise ValueError(header)
    values: list[Value] = []
    for kind in kinds:
        if kind in (10, 11):
            raise ValueError(kind)
        width = _WIDTHS[kind] if kind < 12 else (kind - 12) // 2
        values.append(_value(kind, data[at : at + width], width))
        at += width
    return tuple(values)


def _value(kind: int, part: bytes, width: int) -> Value:
    if kind >= 12:
        return part.decode("utf-8", "replace") if kind % 2 else part
    if len(part) < width:
        return None  # lost
    if kind == 0:
        return None
    if kind in (8, 9):
        return kind - 8
    if kind == 7:
        return float(struct.unpack(">d", part)[0])
    return int.from_bytes(part, "big", signed=True)
