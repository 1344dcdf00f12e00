"""Bugs: whatever is not a DraftlightError is caught at the top, logged, and told with its details."""

from __future__ import annotations

import logging
import sys
import traceback
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import TracebackType

_LOG = logging.getLogger(__name__)
_LONGEST_MESSAGE = 300


@dataclass(frozen=True, slots=True)
class Bug:
    """A failure that nobody foresaw: `kind` is the exception's name, `details` what a bug report needs."""

    kind: str
    details: str


def report_bug(error: BaseException) -> Bug:
    """Log where `error` happened and return it for the window.

    The log gets no exception messages, since they may quote the conversation; `details`, which the person copies
    and sees, has them.
    """
    _LOG.error("Bug:\n%s", "".join(_lines(error, messages=False)))
    return Bug(kind=type(error).__name__, details="".join(_lines(error, messages=True)))


def _lines(error: BaseException, messages: bool) -> Iterator[str]:
    """Yield the frames of `error` and of what caused it, the cause first."""
    cause = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    if cause is not None:
        yield from _lines(cause, messages)
        yield "\n"
    yield from traceback.format_tb(error.__traceback__)
    said = f": {str(error)[:_LONGEST_MESSAGE]}" if messages else ""
    yield f"{type(error).__name__}{said}\n"


class BugCatcher(QObject):
    """Stands in for `sys.excepthook`, where exceptions of slots in the window's own thread end.

    Signals:
        bug_found (Bug): one was caught and logged.
    """

    bug_found = Signal(object)

    def install(self) -> None:
        """Catch from now on."""
        sys.excepthook = self._caught

    def uninstall(self) -> None:
        """Give the hook back to Python."""
        sys.excepthook = sys.__excepthook__

    def _caught(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if issubclass(kind, KeyboardInterrupt):
            sys.__excepthook__(kind, error, trace)
            return
        self.bug_found.emit(report_bug(error.with_traceback(trace)))
