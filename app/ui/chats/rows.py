"""The rows of the chat list: headings, chats, and places where a search found something."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from PySide6.QtCore import QCoreApplication, QLocale

from app.chats.records import Chat, SearchHit
from app.chats.titles import DateGroup, Period, date_group

if TYPE_CHECKING:
    from collections.abc import Iterable


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading over chats."""

    text: str


_DAY = 24 * 3600.0

Row: TypeAlias = Heading | Chat | SearchHit


def grouped(chats: Iterable[Chat], now: float) -> tuple[Row, ...]:
    """Return `chats` with a heading over each group: the pinned ones, then by when they were last written in.

    Args:
        chats: as the store lists them.
        now: seconds since the epoch.
    """
    rows: list[Row] = []
    last: str | None = None
    listed = tuple(chats)
    for chat, date in zip(listed, _dates(listed, now), strict=True):
        text = _heading(chat, date, now)
        if text != last:
            rows.append(Heading(text))
            last = text
        rows.append(chat)
    return tuple(rows)


def _dates(chats: tuple[Chat, ...], now: float) -> tuple[float, ...]:
    """Return when each chat was last written in; one is never older than those below it, whatever the clock said."""
    dates: list[float] = []
    newest = 0.0
    for chat in reversed(chats):
        date = chat.updated if chat.updated <= now + _DAY else min(chat.created, now)
        newest = date if chat.pinned or chat.is_private else max(newest, date)
        dates.append(newest)
    return tuple(reversed(dates))


def _heading(chat: Chat, date: float, now: float) -> str:
    if chat.is_private:
        return _text("Not saved: gone when you close")
    return _text("Pinned") if chat.pinned else group_name(date_group(date, now))


def group_name(group: DateGroup) -> str:
    """Return the heading of a group, in the person's language."""
    match group.period:
        case Period.TODAY:
            return _text("Today")
        case Period.YESTERDAY:
            return _text("Yesterday")
        case Period.LAST_7_DAYS:
            return _text("Last 7 days")
        case Period.LAST_30_DAYS:
            return _text("Last 30 days")
    month = QLocale().standaloneMonthName(group.month)
    return _text("{month} {year}").format(month=month, year=group.year)


def _text(source: str) -> str:
    return QCoreApplication.translate("chats", source)
