"""Whether 03/04/2011 is the third of April or the fourth of March: told by the language and by other
dates."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable
from enum import Enum
from urllib.parse import urlsplit


class DayOrder(Enum):
    """How a page writes days in numbers, with the year last."""

    DAY_FIRST = "day first"
    MONTH_FIRST = "month first"
    UNKNOWN = "unknown"
    """Then a date that can be read two ways is not read."""


_MONTH_FIRST = frozenset({"en-us", "en-ph", "fil"})
_DAY_FIRST_COUNTRIES = frozenset("uk au nz ie in za ng ke gh pk sg my hk mt jm".split())
"""Ends of hosts where English is written with the day first. Canada writes it both ways."""

_NUMERIC = re.compile(r"(?<![\d/.-])(\d{1,2})([/-])(\d{1,2})\2(\d{4})(?!\d)")


def day_order(language: str, url: str, texts: Iterable[str] = (), days: Container[str] = ()) -> DayOrder:
    """The order on a page of this language and address.

    What its own dates show goes before both, as far as they agree: those in ``texts`` with a number above
    12, and those that are one of ``days``, the dates of the page that can be read in one way only, when read
    in one way.
    """
    shown = {_shown(found, days) for text in texts for found in _NUMERIC.finditer(text)} - {DayOrder.UNKNOWN}
    if len(shown) == 1:
        return shown.pop()
    tag = language.lower().replace("_", "-")
    if tag in _MONTH_FIRST:
        return DayOrder.MONTH_FIRST
    if tag and tag != "en" and tag != "en-ca":
        return DayOrder.DAY_FIRST
    return DayOrder.DAY_FIRST if _country(url) in _DAY_FIRST_COUNTRIES else DayOrder.UNKNOWN


def _shown(date: re.Match[str], days: Container[str]) -> DayOrder:
    first, second, year = int(date[1]), int(date[3]), date[4]
    is_day_first = first > 12 or f"{year}-{second:02}-{first:02}" in days
    is_month_first = second > 12 or f"{year}-{first:02}-{second:02}" in days
    if is_day_first is is_month_first:
        return DayOrder.UNKNOWN
    return DayOrder.DAY_FIRST if is_day_first else DayOrder.MONTH_FIRST


def _country(url: str) -> str:
    try:
        return (urlsplit(url).hostname or "").rpartition(".")[2]
    except ValueError:
        return ""
