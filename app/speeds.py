"""What passes of a pair cost on this machine, kept between runs so that they are measured once."""

from __future__ import annotations

import logging
import statistics
from dataclasses import asdict, dataclass, field, replace
from typing import TYPE_CHECKING, Any

from app.kept_json import read_object, write_object

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

_logger = logging.getLogger(__name__)
_KEPT_PAIRS = 64
# A median of fewer tokens says little; of more, nothing of how fast the machine is now.
PLAIN_NEEDED = 8
PLAIN_KEPT = 64


@dataclass(frozen=True, slots=True)
class PairSpeeds:
    """What was measured of a pair with its settings; None: not measured.

    Attributes:
        verify: seconds of the target's pass for each number of positions.
        draft: seconds of one drafted token.
        plain: seconds of each of the last tokens of plain decoding, the latest last.
    """

    verify: dict[int, float]
    draft: float | None = None
    plain: tuple[float, ...] = ()

    @property
    def plain_seconds(self) -> float | None:
        """Seconds of one token of plain decoding; None until enough of them were seen."""
        return statistics.median(self.plain) if len(self.plain) >= PLAIN_NEEDED else None

    def with_plain(self, seconds: Sequence[float]) -> PairSpeeds:
        """Return the speeds after more tokens of plain decoding."""
        return replace(self, plain=(*self.plain, *seconds)[-PLAIN_KEPT:])


@dataclass(frozen=True, slots=True)
class SpeedStore:
    """A small JSON file; one that cannot be read or written costs a second of measuring, not more.

    It is read each time, because other processes measure too.
    """

    path: Path | None
    _unwritten: dict[str, PairSpeeds] = field(default_factory=dict)

    def find(self, key: str) -> PairSpeeds | None:
        """Return what was measured for a pair and its settings."""
        return self._known().get(key)

    def find_any(self, files: list[Path]) -> PairSpeeds | None:
        """Return what was measured last for a pair, with whatever settings: its key begins with its files."""
        try:
            files_key = pair_key(files) + "|"
        except OSError:
            return None
        return next((one for key, one in reversed(self._known().items()) if key.startswith(files_key)), None)

    def keep(self, key: str, speeds: PairSpeeds) -> None:
        """Remember a measurement, the latest 64 pairs."""
        known = self._known()
        known.pop(key, None)
        known[key] = speeds
        entries = {key: asdict(one) for key, one in list(known.items())[-_KEPT_PAIRS:]}
        if self.path is None or not write_object(self.path, entries):
            self._unwritten[key] = speeds

    def _known(self) -> dict[str, PairSpeeds]:
        if self.path is None:
            return dict(self._unwritten)
        try:
            return {key: _checked(entry) for key, entry in read_object(self.path).items()} | self._unwritten
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            _logger.warning("measured speeds are forgotten: %s", error)
            return dict(self._unwritten)


def _checked(entry: dict[str, Any]) -> PairSpeeds:
    """Return one measurement from the file.

    Raises:
        ValueError, TypeError, KeyError, AttributeError: it is not one.
    """
    verify = {int(size): float(seconds) for size, seconds in entry["verify"].items()}
    draft = None if entry["draft"] is None else float(entry["draft"])
    plain = tuple(float(seconds) for seconds in entry.get("plain", ()))[-PLAIN_KEPT:]
    seconds = [*verify.values(), *([] if draft is None else [draft]), *plain]
    if 1 not in verify or min(verify) < 1 or not all(0 < one < 3600 for one in seconds):
        raise ValueError("a measurement is out of range")
    return PairSpeeds(verify, draft, plain)


def pair_key(files: list[Path], *settings: object) -> str:
    """Return what a measurement belongs to: the files as they are now, and the settings that change speeds."""
    parts = [f"{path.resolve()}:{path.stat().st_size}:{path.stat().st_mtime_ns}" for path in files]
    return "|".join([*parts, *map(str, settings)])
