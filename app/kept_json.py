"""Small JSON files of what the app learned: replaced whole, for this person alone, and no loss where they fail."""

from __future__ import annotations

import contextlib
import json
import logging
import os
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path

_logger = logging.getLogger(__name__)


def read_object(path: Path) -> dict[str, Any]:
    """Return the object in a file; an empty one where there is none that can be read."""
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
        return content if isinstance(content, dict) else {}
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, RecursionError) as error:
        _logger.warning("%s is not read: %s", path.name, error)
        return {}


def write_object(path: Path, content: dict[str, Any]) -> bool:
    """Replace the file; where it cannot be written that is logged, and False returned."""
    part = path.with_name(path.name + ".part")
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with open(part, "w", encoding="utf-8", opener=_open_private) as file:
            json.dump(content, file)
        part.replace(path)
    except OSError as error:
        _logger.warning("%s is not kept: %s", path.name, error)
        with contextlib.suppress(OSError):
            part.unlink(missing_ok=True)  # a full disk takes empty files
        return False
    return True


def _open_private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)
