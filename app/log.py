"""The log: frames, file names and figures for a bug report; never what was written in a chat."""

from __future__ import annotations

import logging
import logging.handlers
from typing import TYPE_CHECKING

from app.errors import NotWritableError
from app.paths import make_folder, open_private

if TYPE_CHECKING:
    from io import TextIOWrapper

    from app.paths import Paths

LOG_FILE = "draftlight.log"
_BYTES, _KEPT = 1 << 20, 3


class _PrivateFile(logging.handlers.RotatingFileHandler):
    """A rotating file for this person alone (0600)."""

    def _open(self) -> TextIOWrapper:
        return open(self.baseFilename, self.mode, encoding=self.encoding, opener=open_private)  # type: ignore[return-value]

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802
        """Do without a line that cannot be written, as on a full disk."""


def start_logging(paths: Paths) -> None:
    """Write what the program logs to a file; where that cannot be written it goes on without."""
    logger = logging.getLogger("app")
    logger.propagate = False
    logger.setLevel(logging.INFO)
    logger.addHandler(_handler(paths))


def _handler(paths: Paths) -> logging.Handler:
    try:
        make_folder(paths.data)
        file = make_folder(paths.logs) / LOG_FILE
        handler: logging.Handler = _PrivateFile(file, maxBytes=_BYTES, backupCount=_KEPT, encoding="utf-8")
    except (NotWritableError, OSError):
        return logging.NullHandler()
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s %(message)s"))
    return handler
