"""Dates that are written for machines, and what they are in ISO 8601.

Read are ISO 8601 with its usual slips, the dates of mail and HTTP (RFC 822, 2822, 850), those that C, Java
and JavaScript print, and a day with an English month name. What can be read two ways (``01/12/2011``), a
count of seconds and dates in other words are not: nothing is guessed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import datetime

LONGEST_DATE = 100
"""Characters; JavaScript's, with the name of the zone behind it, has some 70."""

EARLIEST_YEAR = 1990
LATEST_YEAR = 2100
"""Outside of these a date is a default (1970, 0001) or a slip: there was no news on the web before."""

MOST_ZONE_HOURS = 14
"""No zone lies further from Greenwich."""

_ZONES = {
    name: hours
    for hours, names in {
        -8: "pst",
        -7: "pdt mst",
        -6: "mdt cst",
        -5: "cdt est",
        -4: "edt ast",
        -3: "adt",
        0: "z ut utc gmt wet",
        1: "west bst cet mez",
        2: "cest mesz eet",
        3: "eest msk",
        8: "hkt",
        9: "jst kst",
    }.items()
    for name in names.split()
}
"""Hours from Greenwich. The American ones are those of RFC 822. Names that several countries use for several
zones (IST) are not here, and a time with such a name has no zone."""

_MONTHS = "january february march april may june july august september october november december".split()
_MONTH_NUMBERS = {
    name[:length]: number for number, name in enumerate(_MONTHS, 1) for length in range(3, len(name) + 1)
}

# All of these see a short string in lower case, with white space folded to single spaces.
_WEEKDAY = r"(?:[^\W\d_]{1,12}\.?(?:, ?| ))?"
_NAME = r"(?P<name>[a-z]{3,9})\.?"
_DAY = r"(?P<day>[0-9]{1,2})"
_YEAR = r"(?P<year>[0-9]{4})"
_DAYS = tuple(
    re.compile(form)
    for form in (
        rf"{_YEAR}(?P<mark>[-/.])(?P<month>[0-9]{{1,2}})(?P=mark){_DAY}",
        rf"{_YEAR}(?P<month>[0-9]{{2}})(?P<day>[0-9]{{2}})",
        rf"{_WEEKDAY}{_DAY}[ -]{_NAME},?[ -](?P<year>[0-9]{{4}}|[0-9]{{2}})(?![0-9])",
        rf"{_WEEKDAY}{_NAME} {_DAY},? {_YEAR}",
    )
)
_YEAR_LAST = re.compile(
    rf"{_WEEKDAY}([a-z]{{3,9}} [0-9]{{1,2}}) ([0-9:]{{5,8}}( [a-z0-9+:-]{{1,9}})?) ([0-9]{{4}})"
)
_OFFSET = r"(?P<sign>[+-])(?P<zone_hours>[0-9]{1,2})(?::?(?P<zone_minutes>[0-9]{2}))?"
_ZONE = (
    rf"(?P<zone>[a-z]{{1,5}}|[a-z]+/[a-z_/]+)? ?(?:{_OFFSET})?"
    r"(?: ?[(\[][^()\[\]]*[)\]]| [a-z]{1,5})?"  # the zone once more, in words
)
_ZONE_OF_A_DAY = re.compile(rf"(?:z|gmt|utc|{_OFFSET})?")
_TIME = re.compile(
    r"(?:,? ?t|,|_)? ?"
    r"(?P<hour>[0-9]{1,2}):?(?P<minute>[0-9]{2})(?::?(?P<second>[0-9]{2})(?:[.,][0-9]+)?)?"
    rf"(?: ?(?P<half>[ap])\.?m\.?(?![a-z]))? ?{_ZONE}"
)


def iso_date(raw: str) -> str:
    """``2011-12-01``, with ``T10:00:05`` and ``+08:00`` if the string says so; empty if it is no such date.

    Nothing is added that was not written but the seconds of a time in minutes. Fractions of seconds go.
    """
    if len(raw) > LONGEST_DATE:
        return ""
    text = " ".join(raw.lower().split())
    text = _YEAR_LAST.sub(_year_first, text, count=1)
    for form in _DAYS:
        if day := form.match(text):
            return _with_time(day, text[day.end() :].strip())
    return ""


def first_date(values: Iterable[str]) -> tuple[str, str]:
    """The first value that is a date, and the value as written; without one, empty and the first value."""
    first = ""
    for value in values:
        if date := iso_date(value):
            return date, value
        first = first or value[:LONGEST_DATE]
    return "", first


def _year_first(date: re.Match[str]) -> str:
    """C and Java put the year behind the time; the rest of it is as elsewhere."""
    day, time, zone, year = date.groups()
    if zone == " cst":
        # Java's short name of the zone, in China as in Chicago
        time = time.removesuffix(zone)
    return f"{day} {year} {time}"


def _with_time(day: re.Match[str], rest: str) -> str:
    try:
        date = datetime(*_numbers(day))
    except ValueError:
        return ""
    if not EARLIEST_YEAR <= date.year <= LATEST_YEAR:
        return ""
    if _ZONE_OF_A_DAY.fullmatch(rest):
        return date.date().isoformat()
    time = _TIME.fullmatch(rest)
    offset = _offset(time) if time else None
    if time is None or offset is None:
        return ""
    try:
        date = date.replace(hour=_hour(time), minute=int(time["minute"]), second=int(time["second"] or 0))
    except ValueError:
        return ""
    return date.isoformat() + offset


def _numbers(day: re.Match[str]) -> tuple[int, int, int]:
    """Year, month, day; the year of two digits as in RFC 2822, the month 0 for a word that names none."""
    found = day.groupdict()
    year = int(found["year"])
    if len(found["year"]) == 2:
        year += 2000 if year < 50 else 1900
    month = int(found["month"]) if "month" in found else _MONTH_NUMBERS.get(found["name"], 0)
    return year, month, int(found["day"])


def _hour(time: re.Match[str]) -> int:
    hour = int(time["hour"])
    if not time["half"]:
        return hour
    if not 1 <= hour <= 12:
        raise ValueError("no hour of a twelve-hour clock")
    return hour % 12 + (12 if time["half"] == "p" else 0)


def _offset(time: re.Match[str]) -> str | None:
    """The zone as ``+08:00``; empty when none is given or its name not known; None for one that cannot be."""
    if time["sign"]:
        # behind a name ("GMT+0800") the digits count
        hours, minutes = int(time["zone_hours"]), int(time["zone_minutes"] or 0)
        sign = time["sign"] if hours or minutes else "+"
        return f"{sign}{hours:02}:{minutes:02}" if hours <= MOST_ZONE_HOURS and minutes < 60 else None
    known = _ZONES.get(time["zone"] or "")
    return "" if known is None else f"{known:+03}:00"
