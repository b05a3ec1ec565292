"""The table at the end."""

from __future__ import annotations

import logging
from collections.abc import Callable

import pytest
from scrapy.crawler import Crawler
from scrapy.exceptions import NotConfigured
from scrapy.utils.test import get_crawler

from newsextract.extensions import summary as summary_module
from newsextract.extensions.summary import Summary, summary_table, unsettled_lines
from newsextract.terminal import display_width

SUMMARY = "newsextract.extensions.summary.Summary"


def test_only_the_states_that_occurred_in_their_order_and_a_total() -> None:
    table = {"b.example": {"failed": 1}, "新闻.example": {"article": 1_200, "index": 34}, "a.example": {}}
    pages = {"b.example": 1, "新闻.example": 1_234, "a.example": 1}
    # Columns: 12 for 新闻.example, then pages (1,235 is the total and the longest: 5), 7, 5 and 6.
    assert summary_table(table, pages).splitlines() == [
        "site          pages  article  index  failed",
        "新闻.example  1,234    1,200     34       0",
        "a.example         1        0      0       0",
        "b.example         1        0      0       1",
        "total         1,236    1,200     34       1",
    ]


def test_a_crawl_without_pages() -> None:
    assert summary_table({}, {}).splitlines() == ["site   pages", "total      0"]


def test_a_long_site_is_cut_and_cannot_colour_the_screen() -> None:
    lines = summary_table({"\x1b[31m" + "新" * 40 + ".example": {"index": 1}}, {}).splitlines()
    # 32 columns: the mark and [31m make 5, then 13 of two columns, and the ellipsis: 5 + 26 + 1.
    assert lines[1].startswith("�[31m" + "新" * 13 + "…  ")
    assert len({display_width(line) for line in lines}) == 1


@pytest.mark.parametrize(
    ("sites", "named", "last"), [(3, 3, "s2"), (4, 2, "2 more sites"), (6, 2, "4 more sites")]
)
def test_the_sites_with_fewest_pages_share_a_row(
    sites: int, named: int, last: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(summary_module, "MAX_ROWS", 3)
    table = {f"s{number}": {"index": 10 - number} for number in range(sites)}
    pages = {f"s{number}": 10 - number for number in range(sites)}
    lines = summary_table(table, pages).splitlines()
    assert [line.split()[0] for line in lines[1 : 1 + named]] == [f"s{number}" for number in range(named)]
    assert lines[3].startswith(last)
    total = sum(10 - number for number in range(sites))
    assert lines[4].split() == ["total", str(total), str(total)]
    assert len(lines) == 5


@pytest.mark.parametrize(
    ("unsettled", "lines"),
    [
        ({}, []),
        ({"a.example": 1_200}, ["a.example: 1,200 pages ended in no state"]),
        ({"a.example": 1}, ["a.example: 1 page ended in no state"]),
        ({"a.example": -2}, ["a.example: 2 more states than pages"]),
    ],
)
def test_what_is_said_of_pages_that_do_not_add_up(unsettled: dict[str, int], lines: list[str]) -> None:
    assert unsettled_lines(unsettled) == lines


def test_it_is_logged_at_the_end(crawl: Callable[..., Crawler], caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO):
        crawl([("a.example", "article"), ("a.example", "index")], SUMMARY)
    (record,) = [record for record in caplog.records if record.name == "newsextract.extensions.summary"]
    assert record.levelno == logging.INFO
    assert record.getMessage().splitlines() == [
        "Pages by site:",
        "site       pages  article  index",
        "a.example      2        1      1",
        "total          2        1      1",
    ]


def test_a_page_without_a_state_is_a_warning(
    crawl: Callable[..., Crawler], caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO):
        crawl([("a.example", "article"), ("a.example", "dict")], SUMMARY)
    warnings = [record for record in caplog.records if record.name == "newsextract.extensions.summary"][1:]
    assert [(record.levelno, record.getMessage()) for record in warnings] == [
        (logging.WARNING, "a.example: 1 page ended in no state")
    ]


def test_it_can_be_switched_off() -> None:
    crawler = get_crawler(settings_dict={"TWISTED_REACTOR_ENABLED": False, "NEWSEXTRACT_SUMMARY": False})
    with pytest.raises(NotConfigured):
        Summary.from_crawler(crawler)
