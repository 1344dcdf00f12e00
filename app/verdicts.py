"""What trials of model files found, kept between runs: files that were tried are not tried again, good or bad."""

from __future__ import annotations

import importlib.metadata
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from app.errors import ModelCrashError, ModelHangError
from app.kept_json import read_object, write_object
from app.speeds import pair_key

if TYPE_CHECKING:
    from pathlib import Path

    from app.errors import ModelFileError
    from app.options import PairFiles

_KEPT = 256
_GOOD = "good"
# Only what lies in the file itself: memory may be there the next time.
_LASTING: dict[str, type[ModelFileError]] = {kind.__name__: kind for kind in (ModelCrashError, ModelHangError)}


@dataclass(frozen=True, slots=True)
class Verdicts:
    """A small JSON file: for each pair of files as they are now (path, size, time) what a trial found.

    Another release of llama.cpp may judge otherwise, so its version belongs to the key.
    """

    path: Path

    def find(self, files: PairFiles) -> ModelFileError | bool:
        """Return True for files that were tried and are good, what is wrong with them, or False: never tried."""
        entry = read_object(self.path).get(_key(files))
        return entry == _GOOD or _error_of(entry) or False

    def keep(self, files: PairFiles, error: Exception | None) -> None:
        """Remember what a trial found; what does not lie in the files is not remembered."""
        if error is not None and type(error).__name__ not in _LASTING:
            return
        entries = read_object(self.path)
        key = _key(files)
        entries.pop(key, None)
        entries[key] = _GOOD if error is None else _entry_of(error)
        write_object(self.path, dict(list(entries.items())[-_KEPT:]))


def _entry_of(error: Exception) -> dict[str, Any]:
    fields = getattr(error, "fields", {})
    return {"error": type(error).__name__, "fields": {name: str(value) for name, value in fields.items()}}


def _error_of(entry: object) -> ModelFileError | None:
    if not isinstance(entry, dict):
        return None
    try:
        return _LASTING[entry["error"]](**entry["fields"])
    except (KeyError, TypeError):  # written by hand, or by another version
        return None


def _key(files: PairFiles) -> str:
    return pair_key(
        [one for one in (files.target, files.drafter) if one], importlib.metadata.version("llama-cpp-python")
    )
