"""The day that stands in an address: /2011/12/01/, /2011-12/01/, /20111201/, t20111201_99.htm."""

from __future__ import annotations

import re
from datetime import date
from urllib.parse import urlsplit

from newsextract.metadata.dates import EARLIEST_YEAR, LATEST_YEAR

LONGEST_ADDRESS = 2_000

_FORMS = (
    re.compile(r"(?<!\d)(\d{4})[/_.-](\d{1,2})[/_.-](\d{1,2})(?!\d)"),
    re.compile(r"(?<!\d)(\d{4})[/_-]?(\d{2})[/_-]?(\d{2})(?!\d)"),
)
_DAY_FIRST = re.compile(r"(?<!\d)(?<!\d-)(\d{2})([.-]?)(\d{2})\2(\d{4})(?![\d/])")


def address_date(url: str) -> tuple[str, str]:
    """The first full date in the path, as ``2011-12-01``, and as written there; empty without one.

    What stands behind a question mark is no part of it: it is as often the day of the visit.
    """
    try:
        path = urlsplit(url[:LONGEST_ADDRESS]).path
    except ValueError:
        return "", ""
    for form in _FORMS:
        for found in form.finditer(path):
            if day := _valid(int(found[1]), int(found[2]), int(found[3])):
                return day, found.group()
    for found in _DAY_FIRST.finditer(path):
        if day := _valid(int(found[4]), int(found[3]), int(found[1])):
            return day, found.group()
    return "", ""


def _valid(year: int, month: int, day: int) -> str:
    if not EARLIEST_YEAR <= year <= LATEST_YEAR:
        return ""
    try:
        return date(year, month, day).isoformat()
    except ValueError:
        return ""
