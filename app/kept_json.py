"""Small JSON files of what the app learned: replaced whole, for this person alone, and no loss where they fail."""

from __future__ import annotations

import json
import logging
from typing import TYPE_CHECKING, Any

from app.errors import NotWritableError
from app.paths import make_folder
from app.whole_files import write_whole

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
    try:
        make_folder(path.parent)
        write_whole(path, json.dumps(content))
    except NotWritableError as error:
        _logger.warning("%s is not kept: %s", path.name, error)
        return False
    return True
