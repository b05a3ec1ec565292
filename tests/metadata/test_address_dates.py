"""Days in addresses."""

from __future__ import annotations

import pytest

from newsextract.metadata.address_dates import address_date

HOST = "https://news.example.com"


@pytest.mark.parametrize(
    ("path", "day"),
    [
        ("/2011/12/01/boat", "2011-12-01"),
        ("/2011/1/5/boat", "2011-01-05"),
        ("/20111201/boat", "2011-12-01"),
        ("/news/2011-12/01/c_1", "2011-12-01"),
        ("/n1/2024/0424/c1001-40223222.html", "2024-04-24"),
        ("/t20111201_99.htm", "2011-12-01"),
        ("/2011-12-01-boat", "2011-12-01"),
        ("/detail/~02-01-2022-boat", "2022-01-02"),
        ("/08112021-boat", "2021-11-08"),
        ("/2011/12/boat", ""),
        ("/2011/13/01/boat", ""),
        ("/c_1125597921.htm", ""),
        ("/19700101/boat", ""),
        ("/boat?date=2011-12-01", ""),
        ("/20111301-20111201", "2011-12-01"),
        ("", ""),
    ],
)
def test_addresses(path: str, day: str) -> None:
    assert address_date(HOST + path)[0] == day


def test_the_raw_string_and_a_broken_address() -> None:
    assert address_date(HOST + "/2011/12/01/boat") == ("2011-12-01", "2011/12/01")
    assert address_date("http://[") == ("", "")
    assert address_date("") == ("", "")
