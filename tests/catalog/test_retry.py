"""When to try again."""

from __future__ import annotations

import socket
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest

from app.catalog.progress import Reporter
from app.catalog.retry import NO_RETRIES, Retries, TransientError, parse_retry_after, persist
from app.errors import UnreachableError
from app.speculation.stop import Stop


def test_waits_double_up_to_the_limit() -> None:
    retries = Retries(limit=5, first=1, longest=5)
    assert [retries.seconds_before(attempt, None) for attempt in range(1, 7)] == [1, 2, 4, 5, 5, None]
    assert NO_RETRIES.seconds_before(1, 0) is None


def test_the_server_is_waited_for_unless_it_asks_for_too_much() -> None:
    retries = Retries(limit=2, first=1, longest=60)
    assert [retries.seconds_before(1, asked) for asked in (0, 30, 60, 61)] == [0, 30, 60, None]


@pytest.mark.parametrize(("done", "tries"), [(0, 1), (5, 4)])
def test_a_name_that_is_unknown_is_not_asked_again_where_somebody_waits(done: int, tries: int) -> None:
    asked = []

    def attempt() -> None:
        asked.append(1)
        error = UnreachableError(host="The Hub", detail="its address cannot be found")
        raise TransientError(error) from socket.gaierror(socket.EAI_NONAME, "unknown")

    reporter = Reporter(Stop(), lambda _progress: None, "test")
    with pytest.raises(UnreachableError, match="its address cannot be found"):
        persist(attempt, Retries(limit=3, first=0.001, soon=True), reporter, lambda: done, None)
    assert len(asked) == tries


@pytest.mark.parametrize(
    ("text", "seconds"), [("7", 7), (" 0 ", 0), (None, None), ("", None), ("-3", None), ("soon", None), ("²", None)]
)
def test_retry_after_in_seconds(text: str | None, seconds: float | None) -> None:
    assert parse_retry_after(text) == seconds


def test_retry_after_as_a_date() -> None:
    soon = parse_retry_after(format_datetime(datetime.now(UTC) + timedelta(hours=1), usegmt=True))
    assert soon is not None
    assert 3590 < soon <= 3600
    assert parse_retry_after("Wed, 21 Oct 2015 07:28:00 GMT") == 0
    assert parse_retry_after("Wed, 99 Oct 2015 07:28:00 GMT") is None
