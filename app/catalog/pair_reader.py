"""Reads a list of pairs; what is wrong with an entry is told with its name."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NoReturn, TypeVar

from app.catalog.pair_records import CatalogueFile, CataloguePair, DrafterNeed, Report, local_file
from app.errors import CatalogueError
from app.phrases import Phrase

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

MAX_CATALOGUE_BYTES: Final = 4 * 10**6
_KEY = re.compile(r"[a-z0-9][a-z0-9._-]{0,99}")

_Value = TypeVar("_Value")


def read_catalogue(
    path: Path, known: Mapping[str, CatalogueFile] | None = None
) -> tuple[dict[str, CatalogueFile], dict[str, CataloguePair]]:
    """Read one file of pairs, by their keys; `known` are files that its pairs may name as well.

    Raises:
        CatalogueError: it cannot be read, or names the entry that is wrong and how.
    """
    try:
        if path.stat().st_size > MAX_CATALOGUE_BYTES:
            _refuse(path, Phrase("more than {limit} MB", limit=MAX_CATALOGUE_BYTES // 10**6))
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise CatalogueError(path=path, detail=error.strerror or error) from error
    except (ValueError, RecursionError) as error:
        raise CatalogueError(path=path, detail=str(error).rstrip(".")) from error
    entries = [_Entry(path, kind, values) for kind in ("file", "pair") for values in _tables(path, table, kind)]
    files = _by_key(_read_file(entry) for entry in entries if entry.kind == "file")
    available = {**(known or {}), **files}
    pairs = _by_key(_read_pair(entry, available) for entry in entries if entry.kind == "pair")
    for kind, found in (("file", files), ("pair", pairs)):
        keys = [str(entry.values["key"]) for entry in entries if entry.kind == kind]
        if len(keys) > len(found):
            twice = next(key for key in keys if keys.count(key) > 1)
            _refuse(path, Phrase('{kind} "{twice}" appears twice', kind=kind, twice=twice))
    return files, pairs


class _Entry:
    """One table of a catalogue; every complaint names it and the field."""

    def __init__(self, path: Path, kind: str, values: dict[str, Any]) -> None:
        self.kind = kind
        self.values = values
        self._path = path
        self.key = self.text("key")
        if not _KEY.fullmatch(self.key):
            self.refuse(Phrase("its key may have small letters, digits, dots, dashes and underscores only"))

    def refuse(self, detail: str) -> NoReturn:
        _refuse(self._path, f'{self.kind} "{self.values.get("key", "without a key")}": {detail}')

    def value(self, field: str, kind: type[_Value], default: _Value | None = None) -> _Value:
        value = self.values.get(field, default)
        # To Python a truth value is a whole number too.
        if value is None or not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
            self.refuse(
                Phrase("{field} is missing", field=field)
                if value is None
                else Phrase("{field} is not {words}", field=field, words=_WORDS[kind])
            )
        return value

    def text(self, field: str, default: str | None = None) -> str:
        text = self.value(field, str, default)
        if not text and default is None:
            self.refuse(Phrase("{field} is empty", field=field))
        if not text.isprintable():
            self.refuse(Phrase("{field} has characters that cannot be shown", field=field))
        return text

    def number(self, field: str, low: int, high: int, default: int | None = None) -> int:
        number = self.value(field, int, default)
        if not low <= number <= high:
            self.refuse(
                Phrase("{field} is {number}, not from {low} to {high}", field=field, number=number, low=low, high=high)
            )
        return number


_WORDS: Final = {
    str: Phrase("a text"),
    int: Phrase("a whole number"),
    bool: Phrase("true or false"),
    list: Phrase("a list"),
}


def _refuse(path: Path, detail: str) -> NoReturn:
    raise CatalogueError(path=path, detail=detail)


def _tables(path: Path, table: dict[str, Any], kind: str) -> list[dict[str, Any]]:
    found = table.get(kind, [])
    if not isinstance(found, list) or not all(isinstance(values, dict) for values in found):
        _refuse(path, Phrase("{kind} is not a list of tables: write [[{kind}]]", kind=kind))
    return found


def _by_key(found: Iterable[Any]) -> dict[str, Any]:
    return {one.key: one for one in found}


def _read_file(entry: _Entry) -> CatalogueFile:
    place = entry.text("path", "")
    if place:
        return local_file(entry.key, Path(place))
    file_name, sha256 = entry.text("file"), entry.text("sha256", "")
    if not file_name.endswith(".gguf") or file_name.startswith("/") or "\\" in file_name or ".." in file_name:
        entry.refuse(Phrase("file is not the name of a GGUF file"))
    if "sha256" in entry.values and not re.fullmatch("[0-9a-f]{64}", sha256):
        entry.refuse(Phrase("sha256 is not 64 hexadecimal digits in small letters"))
    repository = entry.text("repository")
    if not re.fullmatch(r"[\w.-]+/[\w.-]+", repository, re.ASCII):
        entry.refuse(Phrase("repository is not of the form owner/name"))
    return CatalogueFile(
        key=entry.key,
        repository=repository,
        revision=entry.text("revision"),
        file_name=file_name,
        size=entry.number("bytes", 1, 1 << 50),
        sha256=sha256,
        licence=entry.text("licence", ""),
        gated=entry.value("gated", bool, default=False),
        context=entry.number("context", 0, 1 << 31, 0),
        confirmed=entry.number("confirmed", 0, 9, 0),
    )


def _read_pair(entry: _Entry, files: Mapping[str, CatalogueFile]) -> CataloguePair:
    names = {role: entry.text(role) for role in ("target", "drafter")}
    for role, name in names.items():
        if name not in files:
            entry.refuse(Phrase('there is no file "{name}" for its {role}', name=name, role=role))
    kind = entry.text("kind", DrafterNeed.MODEL)
    if kind not in set(DrafterNeed):
        entry.refuse(Phrase("kind is {kind!r}, not one of: {allowed}", kind=kind, allowed=", ".join(DrafterNeed)))
    return CataloguePair(
        key=entry.key,
        name=entry.text("name"),
        target=files[names["target"]],
        drafter=files[names["drafter"]],
        kind=DrafterNeed(kind),
        reason=entry.text("reason", ""),
        hardware=entry.text("hardware", ""),
        reported=tuple(_read_report(entry, values) for values in entry.value("reported", list, [])),
    )


def _read_report(entry: _Entry, values: object) -> Report:
    ratio = values.get("ratio") if isinstance(values, dict) else None
    if not isinstance(values, dict) or isinstance(ratio, bool) or not isinstance(ratio, int | float):
        entry.refuse(Phrase("a report is not of the form {{ ratio, detail, source }}"))
    if not 0 < ratio < 100:
        entry.refuse(Phrase("a reported ratio is {ratio}, not from 0 to 100", ratio=ratio))
    texts = [values.get(name) for name in ("detail", "source")]
    detail, source = (text if isinstance(text, str) and text.isprintable() else "" for text in texts)
    if not detail or not source:
        entry.refuse(Phrase("a report has no detail or no source"))
    return Report(float(ratio), detail, source)
