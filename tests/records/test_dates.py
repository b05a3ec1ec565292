from __future__ import annotations

import re

import pytest

from newsextract.records.dates import DATE, iso_date


@pytest.mark.parametrize(
    ("text", "iso"),
    [
        ("2019-03-14", "2019-03-14"),
        ("2019/3/4", "2019-03-04"),
        ("2019.03.14", "2019-03-14"),
        ("2019-03-14T08:00:00Z", "2019-03-14"),
        ("14 March 2019", "2019-03-14"),
        ("14th of March, 2019", "2019-03-14"),
        ("14-Mar-2019", "2019-03-14"),
        ("March 14, 2019", "2019-03-14"),
        ("Sept. 1 2019", "2019-09-01"),
        ("2019 Mar 14", "2019-03-14"),
        ("2019 Mar", ""),
        ("3. Mai 2019", "2019-05-03"),
        ("1. März 2019", "2019-03-01"),
        ("2011年12月1日", "2011-12-01"),
        ("2011 年 2 月 3 日", "2011-02-03"),
        ("29 February 1996", "1996-02-29"),
        ("29 February 1995", ""),  # no leap year
        ("2019-13-01", ""),
        ("March 2019", ""),
        ("2011年12月", ""),
        ("2019", ""),
        ("03/04/2019", ""),  # April or March
        ("about 14 March 2019", ""),
        ("", ""),
    ],
)
def test_a_full_date_is_read_in_any_order(text: str, iso: str) -> None:
    assert iso_date(text) == iso


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("on 14 March 2019 in", "14 March 2019"),
        ("in March 2019.", "March 2019"),
        ("(2011年 12月)", "2011年 12月"),
        ("2019-03.", "2019-03"),
        ("Salt. 2019 Mar;3(4)", "2019 Mar"),
        ("31/12/2019", "31/12/2019"),
        ("in 2019,", "2019"),
        ("12019", None),  # not the last four digits of a number, nor the first: 1201 is no year either
        ("20190", None),
    ],
)
def test_dates_and_parts_of_dates_are_found(text: str, found: str | None) -> None:
    match = re.search(rf"(?<!\d){DATE}", text, re.IGNORECASE)
    assert (match[0] if match else None) == found
