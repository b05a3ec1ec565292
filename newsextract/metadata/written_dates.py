"""Dates as people write them, in numbers and in the words of many languages, anywhere in a line of text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple

from newsextract.metadata.dates import EARLIEST_YEAR, LATEST_YEAR
from newsextract.metadata.day_order import DayOrder
from newsextract.metadata.month_names import month_number

# All of these see text with folded white space. Every part is bounded, so that a text is read in time
# proportional to its length, whatever it holds.
_YEAR = r"(?P<year>\d{4})(?!\d)"
_DAY = r"(?<!\d)(?P<day>\d{1,2})(?!\d)"
_NAME = r"(?<![^\W\d_])(?P<name>[^\W\d_]{3,12})(?![^\W\d_])"
_FORMS = tuple(
    re.compile(form, re.IGNORECASE)
    for form in (
        # 2011-12-01, 2011/12/1, 2011. 12. 1, 2011年12月1日, 2011년 12월 1일
        r"(?<![\d/.-])(?P<year>\d{4})(?: ?[年년] ?| ?[-/.] ?)(?P<month>\d{1,2})"
        r"(?: ?[月월] ?| ?[-/.] ?)(?P<day>\d{1,2})(?!\d) ?[日号號일]?",
        # 1 December 2011, 1st of Dec. 2011, 1. Dezember 2011, 1 de diciembre de 2011, 1er décembre 2011
        rf"{_DAY}(?:st|nd|rd|th|er|[.ºª°])?[ -]?(?:of |den? |d['’])?{_NAME}\.?,?[ -]?(?:del? )?{_YEAR}",
        # December 1st, 2011
        rf"{_NAME}\.? ?(?P<day>\d{{1,2}})(?:st|nd|rd|th)?,? {_YEAR}",
        # 2011 Dec 1, 2011. december 1.
        rf"(?<!\d){_YEAR}[.,]? {_NAME}\.? {_DAY}",
        # 01.12.2011, 01.12.11, 1/12/2011, 01-12-2011
        r"(?<![\d/.-])(?P<first>\d{1,2})(?: ?(?P<mark>[./|-]) ?)(?P<second>\d{1,2})(?: ?(?P=mark) ?)"
        r"(?P<year>\d{4}|\d{2})(?![\d/-]|\.\d)",
        # 1 tháng 12 năm 2011, in Vietnamese
        rf"{_DAY} tháng (?P<month>\d{{1,2}}),? (?:năm )?{_YEAR}",
    )
)
_CLOCK = re.compile(
    r",? ?(?:[|–—·•/-] ?)?(?:(?:at|um|kl\.?|klo|às|à|alle|ore|a las|o godz\.|godz\.|g\.|в|о|saat|om|[(@]) ?)?"
    r"(?P<hour>\d{1,2})(?:[:h时時시]|\.(?=\d\d ?(?:uhr|h\b)))(?P<minute>\d{2})(?!\d)"
    r"(?::(?P<second>\d{2})(?!\d))? ?(?:(?P<half>[ap])\.?m\b)?",
    re.IGNORECASE,
)


class WrittenDate(NamedTuple):
    """A date that stands in a text."""

    date: str
    """ISO 8601, with the time when one stands right behind the day; no zone."""
    raw: str
    start: int
    end: int


def written_dates(text: str, order: DayOrder = DayOrder.UNKNOWN) -> list[WrittenDate]:
    """All dates with day, month and year in a text with folded white space, in its order.

    What can be read two ways is read as ``order`` says. What cannot be a day of the web's years is no date.
    """
    found = sorted(_found(text, order), key=lambda date: (date.start, -date.end))
    dates: list[WrittenDate] = []
    for date in found:
        if not dates or date.start >= dates[-1].end:
            dates.append(date)
    return dates


def _found(text: str, order: DayOrder) -> Iterator[WrittenDate]:
    for form in _FORMS:
        for match in form.finditer(text):
            day = _day(match, order)
            if day is not None:
                clock = _CLOCK.match(text, match.end())
                timed = _with_clock(day, clock) if clock else None
                end = clock.end() if clock and timed else match.end()
                raw = text[match.start() : end].strip()
                yield WrittenDate(timed or day.date().isoformat(), raw, match.start(), end)


def _day(match: re.Match[str], order: DayOrder) -> datetime | None:
    found = match.groupdict()
    if "first" in found:
        numbers = _in_order(found, order)
    else:
        month = int(found["month"]) if "month" in found else month_number(found["name"])
        numbers = (int(found["year"]), month, int(found["day"]))
    if numbers is None or not EARLIEST_YEAR <= numbers[0] <= LATEST_YEAR:
        return None
    try:
        return datetime(*numbers)
    except ValueError:
        return None


def _in_order(found: dict[str, str], order: DayOrder) -> tuple[int, int, int] | None:
    """Year, month, day of a date that ends with the year; None when it can be read two ways."""
    first, second, year = int(found["first"]), int(found["second"]), int(found["year"])
    if found["mark"] in ".|" and second <= 12:
        # nobody writes the month first with points, but for those who do it every day
        return (year + 2000 if len(found["year"]) == 2 else year), second, first
    if len(found["year"]) == 2:
        return None
    if first > 12 or first == second or (second <= 12 and order is DayOrder.DAY_FIRST):
        return year, second, first
    if second > 12 or order is DayOrder.MONTH_FIRST:
        return year, first, second
    return None


def _with_clock(day: datetime, clock: re.Match[str]) -> str | None:
    hour, minute = int(clock["hour"]), int(clock["minute"])
    if clock["half"]:
        hour = hour % 12 + (12 if clock["half"].lower() == "p" else 0)
    try:
        return day.replace(hour=hour, minute=minute, second=int(clock["second"] or 0)).isoformat()
    except ValueError:
        return None
