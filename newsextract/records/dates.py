"""Dates as journals write them, and what they are in ISO 8601."""

from __future__ import annotations

import re
from datetime import date

_MONTH_NUMBERS = {
    name: number
    for number, names in enumerate(
        ("jan", "feb", "mar mär", "apr", "may mai", "jun", "jul", "aug", "sep", "oct okt", "nov", "dec dez"),
        1,
    )
    for name in names.split()
}
"""The first three letters of the English and German names."""

_MONTH = (
    r"(?:Jan(?:uary|uar)?|Feb(?:ruary|ruar)?|M(?:ar(?:ch)?|ärz)|Apr(?:il)?|Ma[iy]|Jun[ei]?|Jul[iy]?"
    r"|Aug(?:ust)?|Sept?(?:ember)?|O[ck]t(?:ober)?|Nov(?:ember)?|De[cz](?:ember)?)\b\.?"
)
_YEAR = r"(?:1[6-9]|20)\d\d"

DATE = (
    rf"(?:{_YEAR} ?年(?: ?\d{{1,2}} ?月(?: ?\d{{1,2}} ?日)?)?"
    rf"|{_YEAR}[-/.]\d{{1,2}}(?:[-/.]\d{{1,2}})?(?!\d)"
    rf"|{_YEAR} {_MONTH}(?: \d{{1,2}}(?!\d))?"
    rf"|\d{{1,2}}(?:st|nd|rd|th|\.)?[ -](?:of )?{_MONTH},?[ -]{_YEAR}"
    rf"|{_MONTH} \d{{1,2}}(?:st|nd|rd|th)?,? {_YEAR}"
    rf"|{_MONTH},? {_YEAR}"
    rf"|\d{{1,2}}[/.]\d{{1,2}}[/.]{_YEAR}"
    rf"|{_YEAR})(?!\d)"
)
"""A date or part of one, for use inside of other expressions; made for text with folded white space."""

_YEAR_FIRST = re.compile(rf"({_YEAR})(?: ?年 ?|[-/.])(\d{{1,2}})(?: ?月 ?|[-/.])(\d{{1,2}})(?!\d)")
_YEAR_AND_NAME = re.compile(rf"({_YEAR}) ({_MONTH}) (\d{{1,2}})(?!\d)", re.IGNORECASE)
_DAY_FIRST = re.compile(
    rf"(\d{{1,2}})(?:st|nd|rd|th|\.)?[ -](?:of )?({_MONTH}),?[ -]({_YEAR})(?!\d)", re.IGNORECASE
)
_MONTH_FIRST = re.compile(rf"({_MONTH}) (\d{{1,2}})(?:st|nd|rd|th)?,? ({_YEAR})(?!\d)", re.IGNORECASE)


def iso_date(text: str) -> str:
    """The full date at the beginning of a text, as ``2019-03-14``; empty without day, month or year."""
    if found := _YEAR_FIRST.match(text):
        return _valid(found[1], int(found[2]), found[3])
    if found := _YEAR_AND_NAME.match(text):
        return _valid(found[1], _MONTH_NUMBERS[found[2][:3].lower()], found[3])
    if found := _DAY_FIRST.match(text):
        return _valid(found[3], _MONTH_NUMBERS[found[2][:3].lower()], found[1])
    if found := _MONTH_FIRST.match(text):
        return _valid(found[3], _MONTH_NUMBERS[found[1][:3].lower()], found[2])
    return ""


def _valid(year: str, month: int, day: str) -> str:
    try:
        return date(int(year), month, int(day)).isoformat()
    except ValueError:
        return ""
