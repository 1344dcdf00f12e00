"""What passes of a pair cost on this machine, kept between runs so that they are measured once."""

from __future__ import annotations

import json
import logging
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path

_logger = logging.getLogger(__name__)
_KEPT_PAIRS = 64


@dataclass(frozen=True, slots=True)
class PairSpeeds:
    """Seconds of the target's pass for each number of positions, and of one drafted token; None: not measured."""

    verify: dict[int, float]
    draft: float | None = None


@dataclass(slots=True)
class SpeedStore:
    """A small JSON file; one that cannot be read or written costs a second of measuring, not more."""

    path: Path | None
    _known: dict[str, PairSpeeds] = field(default_factory=dict)
    _read: bool = False

    def find(self, key: str) -> PairSpeeds | None:
        """Return what was measured for a pair and its settings."""
        self._load()
        return self._known.get(key)

    def keep(self, key: str, speeds: PairSpeeds) -> None:
        """Remember a measurement, the latest 64 pairs."""
        self._load()
        self._known.pop(key, None)
        self._known[key] = speeds
        for oldest in list(self._known)[:-_KEPT_PAIRS]:
            del self._known[oldest]
        self._save()

    def _load(self) -> None:
        if self._read or self.path is None:
            return
        self._read = True
        try:
            entries = json.loads(self.path.read_text(encoding="utf-8"))
            self._known = {key: _checked(entry) for key, entry in entries.items()}
        except FileNotFoundError:
            pass
        except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
            _logger.warning("measured speeds are forgotten: %s", error)

    def _save(self) -> None:
        if self.path is None:
            return
        entries = {key: {"verify": one.verify, "draft": one.draft} for key, one in self._known.items()}
        part = self.path.with_suffix(".part")
        try:
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            part.write_text(json.dumps(entries), encoding="utf-8")
            part.replace(self.path)
        except OSError as error:
            _logger.warning("measured speeds are not kept: %s", error)


def _checked(entry: dict[str, Any]) -> PairSpeeds:
    """Return one measurement from the file.

    Raises:
        ValueError, TypeError, KeyError, AttributeError: it is not one.
    """
    verify = {int(size): float(seconds) for size, seconds in entry["verify"].items()}
    draft = None if entry["draft"] is None else float(entry["draft"])
    seconds = [*verify.values(), *([] if draft is None else [draft])]
    if 1 not in verify or min(verify) < 1 or not all(0 < one < 3600 for one in seconds):
        raise ValueError("a measurement is out of range")
    return PairSpeeds(verify, draft)


def pair_key(files: list[Path], *settings: object) -> str:
    """Return what a measurement belongs to: the files as they are now, and the settings that change speeds."""
    parts = [f"{path.resolve()}:{path.stat().st_size}:{path.stat().st_mtime_ns}" for path in files]
    return "|".join([*parts, *map(str, settings)])
