"""Dates as people write them."""

from __future__ import annotations

from re import _parser  # type: ignore[attr-defined]  # the only way to ask how long a match can be

import pytest

from newsextract.metadata import bylines, day_order, embedded, relative_dates, shown_dates, written_dates
from newsextract.metadata.day_order import DayOrder
from newsextract.metadata.written_dates import written_dates as find


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("2011年12月1日", "2011-12-01"),
        ("2011年12月1日 10:12", "2011-12-01T10:12:00"),
        ("2011-12-01 10:12", "2011-12-01T10:12:00"),
        ("2011-12-01 10:12:05", "2011-12-01T10:12:05"),
        ("2011/12/1", "2011-12-01"),
        ("2011. 12. 1.", "2011-12-01"),
        ("2011년 12월 1일", "2011-12-01"),
        ("1 grudnia 2011", "2011-12-01"),
        ("12 Δεκεμβρίου 2011", "2011-12-12"),
        ("12 ΔΕΚΕΜΒΡΙΟΥ 2011", "2011-12-12"),
        ("Πέμπτη 29 Δεκέμβρη 2011", "2011-12-29"),
        ("1 декабря 2011", "2011-12-01"),
        ("1 декабря 2011 г., 10:12", "2011-12-01"),
        ("1 грудня 2011", "2011-12-01"),
        ("December 1st, 2011", "2011-12-01"),
        ("Dec. 1, 2011 | 10:12 PM", "2011-12-01T22:12:00"),
        ("1st of December 2011", "2011-12-01"),
        ("1-Dec-2011", "2011-12-01"),
        ("2011 Dec 1", "2011-12-01"),
        ("01.12.2011", "2011-12-01"),
        ("01.12.11, 10.12 Uhr", "2011-12-01T10:12:00"),
        ("1. Dezember 2011 um 10:12 Uhr", "2011-12-01T10:12:00"),
        ("26 | 01 | 2022", "2022-01-26"),
        ("1 décembre 2011", "2011-12-01"),
        ("1er décembre 2011 à 10h12", "2011-12-01T10:12:00"),
        ("1 de diciembre de 2011", "2011-12-01"),
        ("1 dicembre 2011", "2011-12-01"),
        ("1 de dezembro de 2011", "2011-12-01"),
        ("1 december 2011", "2011-12-01"),
        ("1 maart 2011", "2011-03-01"),
        ("den 1 maj 2011", "2011-05-01"),
        ("1. desember 2011", "2011-12-01"),
        ("1. prosince 2011", "2011-12-01"),
        ("1 Aralık 2011", "2011-12-01"),
        ("1 tháng 12 năm 2011", "2011-12-01"),
        ("12.16.2025", "2025-12-16"),
    ],
)
def test_languages(text: str, date: str) -> None:
    assert [found.date for found in find(f"Posted: {text}")] == [date]


@pytest.mark.parametrize(
    ("text", "order", "date"),
    [
        ("03/04/2011", DayOrder.DAY_FIRST, "2011-04-03"),
        ("03/04/2011", DayOrder.MONTH_FIRST, "2011-03-04"),
        ("03/04/2011", DayOrder.UNKNOWN, ""),
        ("04/04/2011", DayOrder.UNKNOWN, "2011-04-04"),
        ("25/12/2011", DayOrder.MONTH_FIRST, "2011-12-25"),
        ("12/25/2011", DayOrder.DAY_FIRST, "2011-12-25"),
        ("03.04.2011", DayOrder.MONTH_FIRST, "2011-04-03"),
        ("03/04/11", DayOrder.DAY_FIRST, ""),
    ],
)
def test_the_order_of_day_and_month(text: str, order: DayOrder, date: str) -> None:
    assert "".join(found.date for found in find(text, order)) == date


@pytest.mark.parametrize(
    "text",
    [
        "",
        "2011",
        "December 2011",
        "1 Foo 2011",
        "31.02.2011",
        "1 May 1989",
        "1 May 2101",
        "1.2.3.2011",
        "12:30",
    ],
)
def test_what_is_no_day_of_the_web(text: str) -> None:
    assert find(text) == []


def test_several_dates_stand_in_the_order_of_the_text() -> None:
    found = find("Published May 1, 2011, updated 2011-05-03 10:12 by Ann")
    assert [(date.date, date.raw) for date in found] == [
        ("2011-05-01", "May 1, 2011"),
        ("2011-05-03T10:12:00", "2011-05-03 10:12"),
    ]


@pytest.mark.parametrize(
    "form",
    [
        *written_dates._FORMS,
        written_dates._CLOCK,
        day_order._NUMERIC,
        embedded._DATE,
        *relative_dates._AGO,
        *bylines._CHINESE,
        bylines._TITLE,
        bylines._START,
        shown_dates._MAY_BE_DATE,
        shown_dates._PUBLISHED,
        shown_dates._MODIFIED,
    ],
)
def test_no_expression_can_read_far(form: object) -> None:
    # what is bounded from every place in a text is read in time proportional to the text
    pattern, flags = form.pattern, form.flags  # type: ignore[attr-defined]
    assert _parser.parse(pattern, flags).getwidth()[1] <= 160
