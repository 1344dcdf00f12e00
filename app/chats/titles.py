"""What a chat is called, and under which date it is listed. Pure."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from enum import StrEnum

_TITLE_WORDS, _TITLE_LENGTH = 7, 48


def title_of(text: str) -> str:
    """Return the first words of a message as the title of its chat."""
    words = text.split()
    title = " ".join(words[:_TITLE_WORDS])
    if len(title) > _TITLE_LENGTH:
        cut = title[:_TITLE_LENGTH]
        return (cut.rpartition(" ")[0] or cut[:-1]) + "…"
    return title if len(words) <= _TITLE_WORDS else f"{title}…"


class Period(StrEnum):
    """How long ago, in days as the person counts them."""

    TODAY = "today"
    YESTERDAY = "yesterday"
    LAST_7_DAYS = "last 7 days"
    LAST_30_DAYS = "last 30 days"
    MONTH = "month"


@dataclass(frozen=True, slots=True)
class DateGroup:
    """One heading of the chat list; `year` and `month` (1 to 12) are 0 unless it is a month."""

    period: Period
    year: int = 0
    month: int = 0


# 1970-01-02 and 9998-12-31, so that no zone leads out of the calendar.
_FIRST, _LAST = 86_400.0, 253_370_764_800.0


def date_group(seconds: float, now: float, zone: dt.tzinfo | None = None) -> DateGroup:
    """Return under which heading something is listed that happened at `seconds`.

    Args:
        seconds: since the epoch.
        now: since the epoch.
        zone: whose days they are; None takes the system's, with its summer time on both days.
    """
    then, today = _day(seconds, zone), _day(now, zone)
    days = (today - then).days
    if days <= 0:  # a clock that was ahead
        return DateGroup(Period.TODAY)
    if days == 1:
        return DateGroup(Period.YESTERDAY)
    if days <= 7:
        return DateGroup(Period.LAST_7_DAYS)
    if days <= 30:
        return DateGroup(Period.LAST_30_DAYS)
    return DateGroup(Period.MONTH, then.year, then.month)


def _day(seconds: float, zone: dt.tzinfo | None) -> dt.date:
    # Within the years that a date can have, whatever a clock said when it was written.
    return dt.datetime.fromtimestamp(min(max(seconds, _FIRST), _LAST), dt.UTC).astimezone(zone).date()
