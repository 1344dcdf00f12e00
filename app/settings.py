"""What the person chose in the window, kept as one small JSON file."""

from __future__ import annotations

import dataclasses
import json
import logging
import math
import os
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from app.errors import NotWritableError
from app.paths import make_folder

_LOG = logging.getLogger(__name__)
_MOST_RECENT = 6
# The window's numbers have 32 bits.
_LARGEST = 2**31 - 1
_FARTHEST = 2**24


@dataclass(frozen=True, slots=True)
class PairChoice:
    """A pair that was opened; `drafter` is None for a target that runs alone."""

    name: str
    target: Path
    drafter: Path | None
    note: str = ""


@dataclass(frozen=True, slots=True)
class Geometry:
    """Where the window was, in pixels.

    Raises:
        ValueError: no screen is that large.
    """

    x: int
    y: int
    width: int
    height: int

    def __post_init__(self) -> None:
        if any(abs(value) > _FARTHEST for value in dataclasses.astuple(self)):
            raise ValueError("geometry is out of range")


@dataclass(frozen=True, slots=True)
class Settings:
    """All of it; the sampling fields are those of `app.speculation.sampling`.

    `pair` is loaded at the next start. `recent_pairs` are offered, the latest first. `draft_length` 0 is off, -1
    automatic.

    Raises:
        ValueError: a field is out of its range.
    """

    pair: PairChoice | None = None
    recent_pairs: tuple[PairChoice, ...] = ()
    draft_length: int = -1
    temperature: float = 0.8
    top_k: int = 40
    top_p: float = 0.95
    min_p: float = 0.05
    seed: int | None = None
    show_rejected: bool = False
    geometry: Geometry | None = None

    def __post_init__(self) -> None:
        in_range = {
            "draft_length": -1 <= self.draft_length <= 16,
            "temperature": math.isfinite(self.temperature) and self.temperature >= 0,
            "top_k": 0 <= self.top_k <= _LARGEST,
            "top_p": 0 < self.top_p <= 1,
            "min_p": 0 <= self.min_p <= 1,
            "seed": self.seed is None or self.seed >= 0,
        }
        for name, fits in in_range.items():
            if not fits:
                raise ValueError(f"{name} is out of range")


def with_recent(settings: Settings, pair: PairChoice) -> Settings:
    """Return the settings with `pair` as the present one and the first of the recent ones."""
    files = (pair.target, pair.drafter)
    others = [known for known in settings.recent_pairs if (known.target, known.drafter) != files]
    return dataclasses.replace(settings, pair=pair, recent_pairs=(pair, *others)[:_MOST_RECENT])


_DAMAGES = (OSError, ValueError, KeyError, TypeError, AttributeError, OverflowError, RecursionError)


def load_settings(path: Path) -> Settings:
    """Return the settings at `path`, or the defaults if there are none.

    A damaged file is set aside beside it, so that nothing is lost and the next start is clean.
    """
    try:
        return _decoded(json.loads(path.read_text(encoding="utf-8")))
    except FileNotFoundError:
        return Settings()
    except _DAMAGES as error:
        _LOG.warning("The settings are damaged (%s) and were set aside", type(error).__name__)
        try:
            path.replace(path.with_suffix(".damaged.json"))
        except OSError:
            _LOG.warning("The damaged settings could not be set aside")
        return Settings()


def save_settings(path: Path, settings: Settings) -> None:
    """Write the settings, all or nothing, readable for this person alone.

    Raises:
        NotWritableError: the folder or the disk does not allow it.
    """
    make_folder(path.parent)
    # In ASCII, since the name of a file may have what UTF-8 cannot write.
    text = json.dumps(dataclasses.asdict(settings), default=str, indent=2)
    try:
        handle, name = tempfile.mkstemp(prefix=path.name, dir=path.parent)
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(text)
            Path(name).replace(path)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
    except OSError as error:
        raise NotWritableError(path=path, detail=error.strerror or error) from error


def _decoded(facts: Any) -> Settings:
    """Check what was read, field by field; unknown fields are a newer program's and are left out."""
    if not isinstance(facts, dict):
        raise TypeError("settings")
    known = {field.name: facts[field.name] for field in dataclasses.fields(Settings) if field.name in facts}
    for name, kinds in _KINDS.items():
        value = known.get(name)
        if name in known and (not isinstance(value, kinds) or isinstance(value, bool) is not (kinds is bool)):
            raise TypeError(name)
    known["pair"] = _pair(known["pair"]) if known.get("pair") else None
    known["recent_pairs"] = tuple(_pair(pair) for pair in known.get("recent_pairs", ()))
    known["geometry"] = _geometry(known["geometry"]) if known.get("geometry") else None
    return Settings(**known)


_KINDS: dict[str, Any] = {
    "draft_length": int,
    "temperature": (int, float),
    "top_k": int,
    "top_p": (int, float),
    "min_p": (int, float),
    "seed": (int, type(None)),
    "show_rejected": bool,
}


def _pair(facts: dict[str, Any]) -> PairChoice:
    drafter = facts["drafter"]
    return PairChoice(
        name=str(facts["name"]),
        target=Path(facts["target"]),
        drafter=None if drafter is None else Path(drafter),
        note=str(facts.get("note", "")),
    )


def _geometry(facts: dict[str, Any]) -> Geometry:
    return Geometry(*(int(facts[name]) for name in ("x", "y", "width", "height")))
