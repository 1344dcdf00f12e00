"""When to try again."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest

from app.catalog.retry import NO_RETRIES, Retries, parse_retry_after


def test_waits_double_up_to_the_limit() -> None:
    retries = Retries(limit=5, first=1, longest=5)
    assert [retries.seconds_before(attempt, None) for attempt in range(1, 7)] == [1, 2, 4, 5, 5, None]
    assert NO_RETRIES.seconds_before(1, 0) is None


def test_the_server_is_waited_for_unless_it_asks_for_too_much() -> None:
    retries = Retries(limit=2, first=1, longest=60)
    assert [retries.seconds_before(1, asked) for asked in (0, 30, 60, 61)] == [0, 30, 60, None]


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
