"""What headers say, kept on path, size and time of change, so that only new and changed files are read.

An entry is [size, time of change, whether it was found runnable, values of the fields in order].
"""

from __future__ import annotations

import hashlib
import json
from contextlib import suppress
from dataclasses import fields
from typing import TYPE_CHECKING, Any, Final

from app import __version__
from app.catalog.gguf import GgufHeader, Kind, check_runnable, read_header
from app.errors import ModelFileMissingError, NotWritableError
from app.paths import make_folder
from app.whole_files import write_whole

if TYPE_CHECKING:
    import os
    from pathlib import Path

MAX_CACHE_BYTES: Final = 256 << 20
_FIELDS: Final = tuple(field.name for field in fields(GgufHeader) if field.name != "path")
# Another release may read more out of the same file, or the same otherwise.
_FORMAT: Final = f"{__version__}:{','.join(_FIELDS)}"


class HeaderCache:
    """Headers by path. A cache file that is damaged is as good as none; one that cannot be written costs only time."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._known: dict[str, list[Any]] | None = None
        self._used: dict[str, list[Any]] = {}
        self._changed = False

    def read(self, path: Path) -> GgufHeader:
        """The header of the file at `path`. Raises as `app.catalog.gguf.read_header`; errors are not kept."""
        try:
            stamp = _stamp(path.stat())
        except (OSError, ValueError) as error:
            raise ModelFileMissingError(path=path) from error
        if self._known is None:
            self._known = _load(self._file)
        entry = self._known.get(str(path))
        if entry is not None and entry[:2] == stamp:
            header = _decode(path, entry[3])
        else:
            header = read_header(path)
            entry = [*stamp, False, _encode(header)]
            self._known[str(path)] = entry
            self._changed = True
        self._used[str(path)] = entry
        return header

    def check(self, header: GgufHeader) -> None:
        """Pass what `read` returned if it can run. Raises as `app.catalog.gguf.check_runnable`.

        Of a whole model that is found out once, as it takes a walk over all tokens; a split one may lose its parts.
        """
        entry = self._used[str(header.path)]
        if entry[2]:
            return
        check_runnable(header)
        if header.kind is Kind.MODEL:
            entry[2] = self._changed = True

    def save(self) -> None:
        """Keep what was asked for since the last time; the rest is of files that are gone."""
        changed = self._changed or (self._known or {}) != self._used
        self._known, self._used, self._changed = self._used, {}, False
        if not changed:
            return
        content = json.dumps({"format": _FORMAT, "headers": self._known})
        with suppress(NotWritableError):
            make_folder(self._file.parent)
            write_whole(self._file, f"{_digest(content)}\n{content}\n")


def _stamp(status: os.stat_result) -> list[int]:
    return [status.st_size, status.st_mtime_ns]


def _digest(content: str) -> str:
    return hashlib.sha256(content.encode("ascii")).hexdigest()


def _load(file: Path) -> dict[str, list[Any]]:
    """The headers in `file`, none unless every byte is as it was written."""
    try:
        if file.stat().st_size > MAX_CACHE_BYTES:
            return {}
        digest, content = file.read_text(encoding="ascii").splitlines()
        if digest != _digest(content):
            return {}
        table = json.loads(content)
        headers: dict[str, list[Any]] = table["headers"] if table["format"] == _FORMAT else {}
    except (OSError, ValueError, LookupError, TypeError, RecursionError):
        return {}
    return headers


def _encode(header: GgufHeader) -> list[Any]:
    return [value.value if isinstance(value := getattr(header, name), Kind) else value for name in _FIELDS]


def _decode(path: Path, values: list[Any]) -> GgufHeader:
    named = {name: _tuples(value) for name, value in zip(_FIELDS, values, strict=True)}
    return GgufHeader(path=path, **{**named, "kind": Kind(named["kind"])})


def _tuples(value: Any) -> Any:
    """JSON has lists where the header has tuples."""
    return tuple(_tuples(item) for item in value) if isinstance(value, list) else value
