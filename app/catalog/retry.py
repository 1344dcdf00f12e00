"""When to try again, and how long to wait before."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Final, TypeVar

from app.catalog.network import is_nameless
from app.catalog.progress import Retry, Stage

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.catalog.progress import Reporter
    from app.errors import DownloadError

T = TypeVar("T")

POLL_SECONDS: Final = 0.05
# Statuses of servers that are busy, restarting or behind a gateway that is.
TRANSIENT: Final = frozenset({408, 429, 500, 502, 503, 504})


class TransientError(Exception):
    """What failed may succeed soon: `error` is what to tell if not, `asked` the seconds the server wants."""

    def __init__(self, error: DownloadError, asked: float | None = None) -> None:
        super().__init__(str(error))
        self.error = error
        self.asked = asked


@dataclass(frozen=True, slots=True)
class Retries:
    """At most `limit` tries in a row that bring nothing, waiting `first` seconds, then twice as long each time.

    A server that asks for more than `longest` seconds is not waited for. With `soon`, one whose name cannot be looked
    up is not asked again before anything came from it.
    """

    limit: int
    first: float = 1.0
    longest: float = 600.0
    soon: bool = False

    def seconds_before(self, attempt: int, asked: float | None) -> float | None:
        """How long to wait after failure number `attempt` (from 1), `asked` being the server's wish; None: give up."""
        if attempt > self.limit or (asked or 0) > self.longest:
            return None
        doubled = self.first * 2.0 ** min(attempt - 1, 16)
        return min(doubled, self.longest) if asked is None else asked


NO_RETRIES: Final = Retries(limit=0)
PATIENT: Final = Retries(limit=6)
# For a terminal, where somebody waits for the answer.
IMPATIENT: Final = Retries(limit=6, soon=True)


def persist(
    attempt: Callable[[], T], retries: Retries, reporter: Reporter, done: Callable[[], int], total: int | None
) -> T:
    """Call `attempt` until it raises no TransientError; tries after which `done()` has grown are not counted.

    Raises:
        DownloadError: the last one, when trying is no use any more.
        CancelledError: a stop came while waiting.
    """
    failures, before = 0, done()
    while True:
        try:
            return attempt()
        except TransientError as transient:
            failures = 1 if done() > before else failures + 1
            before = done()
            seconds = retries.seconds_before(failures, transient.asked)
            if seconds is None or (retries.soon and not before and is_nameless(transient)):
                raise transient.error from transient.__cause__
            wait(seconds, Retry(failures, seconds, _detail(transient)), reporter, before, total)


def _detail(transient: TransientError) -> str:
    detail = transient.error.fields["detail"]
    return detail if isinstance(detail, str) else str(detail)  # a Phrase can be translated


def parse_retry_after(text: str | None) -> float | None:
    """The seconds of a Retry-After header, which may also be a date; None for none or nonsense."""
    if not text:
        return None
    if text.strip().isascii() and text.strip().isdigit():
        return float(text.strip()[:9])
    try:
        then = parsedate_to_datetime(text)
        then = then if then.tzinfo else then.replace(tzinfo=UTC)
        return max(0.0, (then - datetime.now(UTC)).total_seconds())
    except (ValueError, TypeError, OverflowError):
        return None


def wait(seconds: float, retry: Retry, reporter: Reporter, done: int, total: int | None) -> None:
    """Wait, telling how long still and why. Raises CancelledError as soon as a stop comes."""
    deadline = time.monotonic() + seconds
    while (left := deadline - time.monotonic()) > 0:
        reporter.step(Stage.RETRYING, done, total, replace(retry, seconds=left))
        time.sleep(min(POLL_SECONDS, left))
