from __future__ import annotations

import datetime as dt
from zoneinfo import ZoneInfo

import pytest

from app.chats.titles import DateGroup, Period, date_group, title_of


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("How does a lighthouse work?", "How does a lighthouse work?"),
        ("  one\ntwo\tthree  ", "one two three"),
        ("one two three four five six seven", "one two three four five six seven"),
        ("one two three four five six seven eight", "one two three four five six seven…"),
        ("Reverse a particularly complicated singly-linked list", "Reverse a particularly complicated…"),
        ("燈" * 60, "燈" * 47 + "…"),
        ("", ""),
    ],
)
def test_a_title_is_the_first_words(text, title):
    assert title_of(text) == title
    assert len(title) <= 48


BERLIN = ZoneInfo("Europe/Berlin")


def at(*when):
    return dt.datetime(*when, tzinfo=BERLIN).timestamp()


@pytest.mark.parametrize(
    ("then", "group"),
    [
        (at(2026, 3, 31, 0, 0), DateGroup(Period.TODAY)),
        (at(2026, 4, 2), DateGroup(Period.TODAY)),  # a clock that was ahead
        (at(2026, 3, 30, 23, 59), DateGroup(Period.YESTERDAY)),
        (at(2026, 3, 30, 0, 0), DateGroup(Period.YESTERDAY)),
        (at(2026, 3, 29, 23, 59), DateGroup(Period.LAST_7_DAYS)),
        (at(2026, 3, 29, 0, 30), DateGroup(Period.LAST_7_DAYS)),  # before that night's summer time
        (at(2026, 3, 24, 0, 0), DateGroup(Period.LAST_7_DAYS)),
        (at(2026, 3, 23, 23, 59), DateGroup(Period.LAST_30_DAYS)),
        (at(2026, 3, 1, 0, 0), DateGroup(Period.LAST_30_DAYS)),
        (at(2026, 2, 28, 23, 59), DateGroup(Period.MONTH, 2026, 2)),
        (at(2025, 12, 31, 23, 59), DateGroup(Period.MONTH, 2025, 12)),
    ],
)
def test_chats_are_grouped_by_local_days(then, group):
    assert date_group(then, at(2026, 3, 31, 0, 5), BERLIN) == group


def test_days_are_those_of_the_zone():
    midnight = dt.datetime(2026, 1, 2, tzinfo=dt.UTC).timestamp()
    assert date_group(midnight - 60, midnight + 60, dt.UTC).period is Period.YESTERDAY
    assert date_group(midnight - 60, midnight + 60, dt.timezone(dt.timedelta(hours=1))).period is Period.TODAY
    assert date_group(midnight, midnight).period is Period.TODAY
