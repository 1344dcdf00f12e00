"""The pairs that a person added: written in the format of the catalogue, the whole file at a time."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from app.catalog.model_files import disk_errors
from app.catalog.pair_reader import read_catalogue
from app.paths import make_folder

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.catalog.pair_records import CatalogueFile, CataloguePair
    from app.paths import Paths

_HEADING = "# Pairs that were added on this machine, in the format of the catalogue that comes with Draftlight.\n"
_ESCAPES = {'"': '\\"', "\\": "\\\\"}


def add_pair(paths: Paths, pair: CataloguePair) -> None:
    """Keep `pair`, in place of an earlier one of its key.

    Raises:
        CatalogueError: the file of own pairs is damaged (it is left as it is), or the pair has a field that is wrong.
        StorageError: it cannot be written.
    """
    pairs = _own_pairs(paths)
    pairs[pair.key] = pair
    _write(paths, pairs)


def remove_pair(paths: Paths, key: str) -> bool:
    """Forget the pair `key`; its files stay. Returns whether there was one. Raises as `add_pair`."""
    pairs = _own_pairs(paths)
    if pairs.pop(key, None) is None:
        return False
    _write(paths, pairs)
    return True


def _own_pairs(paths: Paths) -> dict[str, CataloguePair]:
    if not paths.own_pairs.exists():
        return {}
    known, _ = read_catalogue(paths.shipped_pairs)
    return read_catalogue(paths.own_pairs, known=known)[1]


def _write(paths: Paths, pairs: dict[str, CataloguePair]) -> None:
    """Write all, read it back, and only then let it take the place of what was there."""
    make_folder(paths.own_pairs.parent)
    files = {file.key: file for pair in pairs.values() for file in (pair.target, pair.drafter)}
    tables = [_file_table(file) for file in files.values()] + [_pair_table(pair) for pair in pairs.values()]
    with disk_errors(paths.own_pairs, 0):
        handle, name = tempfile.mkstemp(dir=paths.own_pairs.parent, prefix=".pairs-", suffix=".toml")
        part = Path(name)
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as stream:
                stream.write("\n".join((_HEADING, *tables)))
            read_catalogue(part)
            part.replace(paths.own_pairs)
        finally:
            part.unlink(missing_ok=True)


def _file_table(file: CatalogueFile) -> str:
    if file.path is not None:
        return _table("file", {"key": file.key, "path": str(file.path)})
    values = {
        "key": file.key,
        "repository": file.repository,
        "revision": file.revision,
        "file": file.file_name,
        "bytes": file.size,
        **({"sha256": file.sha256} if file.sha256 else {}),
        "licence": file.licence,
        "gated": file.gated,
        "context": file.context,
        "confirmed": file.confirmed,
    }
    return _table("file", values)


def _pair_table(pair: CataloguePair) -> str:
    values = {
        "key": pair.key,
        "name": pair.name,
        "target": pair.target.key,
        "drafter": pair.drafter.key,
        "kind": str(pair.kind),
        "reason": pair.reason,
        "hardware": pair.hardware,
    }
    reports = [
        f"{{ ratio = {report.ratio!r}, detail = {_quoted(report.detail)}, source = {_quoted(report.source)} }}"
        for report in pair.reported
    ]
    return _table("pair", values) + (f"reported = [{', '.join(reports)}]\n" if reports else "")


def _table(kind: str, values: Mapping[str, object]) -> str:
    lines = (f"{name} = {_value(value)}\n" for name, value in values.items())
    return f"[[{kind}]]\n" + "".join(lines)


def _value(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return str(value) if isinstance(value, int) else _quoted(str(value))


def _quoted(text: str) -> str:
    """A text as TOML writes it. What TOML cannot say (half of a surrogate pair) becomes a question mark."""
    text = text.encode("utf-8", "replace").decode("utf-8")
    return '"' + "".join(_ESCAPES.get(c) or (c if c.isprintable() else f"\\U{ord(c):08x}") for c in text) + '"'
