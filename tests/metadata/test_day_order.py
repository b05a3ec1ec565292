"""Whether the day or the month comes first."""

from __future__ import annotations

import pytest

from newsextract.metadata.day_order import DayOrder, day_order


@pytest.mark.parametrize(
    ("language", "url", "order"),
    [
        ("en-US", "", DayOrder.MONTH_FIRST),
        ("en_US", "", DayOrder.MONTH_FIRST),
        ("de", "", DayOrder.DAY_FIRST),
        ("en-GB", "", DayOrder.DAY_FIRST),
        ("en", "https://example.co.uk/a", DayOrder.DAY_FIRST),
        ("en", "https://example.com/a", DayOrder.UNKNOWN),
        ("en-CA", "https://example.ca/a", DayOrder.UNKNOWN),
        ("", "https://example.com/a", DayOrder.UNKNOWN),
        ("", "http://[", DayOrder.UNKNOWN),
    ],
)
def test_language_and_country(language: str, url: str, order: DayOrder) -> None:
    assert day_order(language, url) == order


@pytest.mark.parametrize(
    ("texts", "days", "order"),
    [
        (["25/12/2011"], set(), DayOrder.DAY_FIRST),
        (["12/25/2011", "03/04/2011"], set(), DayOrder.MONTH_FIRST),
        (["12/25/2011", "25/12/2011"], set(), DayOrder.UNKNOWN),
        (["11/01/2023"], {"2023-11-01"}, DayOrder.MONTH_FIRST),
        (["11/01/2023"], {"2023-01-11"}, DayOrder.DAY_FIRST),
        (["11/01/2023"], {"2023-01-11", "2023-11-01"}, DayOrder.UNKNOWN),
    ],
)
def test_other_dates_of_the_page(texts: list[str], days: set[str], order: DayOrder) -> None:
    assert day_order("en", "", texts, days) == order


def test_other_dates_go_before_the_language() -> None:
    assert day_order("de", "", ["12/25/2011"]) == DayOrder.MONTH_FIRST
