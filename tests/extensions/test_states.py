"""Every page ends in exactly one state, counted by site."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from scrapy.crawler import Crawler
from scrapy.http import HtmlResponse
from scrapy.statscollectors import StatsCollector
from scrapy.utils.test import get_crawler

from newsextract.extensions import states as states_module
from newsextract.extensions.states import (
    COVERED_FIELDS,
    NO_SITE,
    OTHER_SITES,
    SITES_WITH_STATS,
    PageDropped,
    PageStates,
    page_states,
)
from newsextract.items import Article
from newsextract.page_item import PageItem
from newsextract.states import STATES

PAGES = [
    ("a.example", "article"),
    ("a.example", "index"),
    ("a.example", "article"),
    ("b.example", "raise"),
    ("b.example", "too large"),
    ("新闻.example", "article"),
]


@pytest.fixture
def stats() -> StatsCollector:
    return get_crawler(settings_dict={"TWISTED_REACTOR_ENABLED": False}).stats


@pytest.fixture
def states(stats: StatsCollector) -> PageStates:
    return PageStates(stats)


def test_a_crawl_is_counted(crawl: Callable[..., Crawler]) -> None:
    crawler = crawl(PAGES)
    states = page_states(crawler)
    assert {site: states.table()[site] for site in sorted(states.table())} == {
        "a.example": {"article": 2, "index": 1},
        "b.example": {"too large": 1, "failed": 1},
        "新闻.example": {"article": 1},
    }
    assert (states.pages(), states.pages("a.example"), states.pages("b.example")) == (6, 3, 2)
    assert (states.articles, states.sites, states.unsettled()) == (3, 3, {})
    ours = {name: n for name, n in crawler.stats.get_stats().items() if name.startswith("newsextract/")}
    assert ours == {
        "newsextract/pages": 6,
        "newsextract/pages/a.example": 3,
        "newsextract/pages/b.example": 2,
        "newsextract/pages/新闻.example": 1,
        "newsextract/states/article": 3,
        "newsextract/states/index": 1,
        "newsextract/states/too large": 1,
        "newsextract/states/failed": 1,
        "newsextract/states/a.example/article": 2,
        "newsextract/states/a.example/index": 1,
        "newsextract/states/b.example/too large": 1,
        "newsextract/states/b.example/failed": 1,
        "newsextract/states/新闻.example/article": 1,
    }


def test_items_and_drops_of_others_are_not_pages_of_ours(
    crawled_states: Callable[[Sequence[tuple[str, str]]], PageStates],
) -> None:
    states = crawled_states([("a.example", "dict"), ("a.example", "drop")])
    assert states.table() == {"a.example": {}}
    assert states.unsettled() == {"a.example": 2}


def test_a_dropped_page_is_no_more_than_a_debug_line(
    crawl: Callable[..., Crawler], caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.DEBUG):
        crawl([("a.example", "index")])
    (record,) = [record for record in caplog.records if record.getMessage().startswith("Dropped: ")]
    assert record.levelno == logging.DEBUG
    assert record.getMessage().startswith("Dropped: index: it is so <data:,0>")


@pytest.mark.parametrize("state", STATES)
def test_every_state_can_be_settled(states: PageStates, state: str) -> None:
    states.opened("a.example")
    states.settled("a.example", state, "why", "https://a.example/")
    assert states.table() == {"a.example": {state: 1}}
    assert states.unsettled() == {}
    assert states.articles == (state == "article")


@pytest.mark.parametrize("state", ["", "Article", "lost"])
def test_a_state_that_does_not_exist_is_refused_and_not_counted(states: PageStates, state: str) -> None:
    with pytest.raises(ValueError, match=f"page state '{state}': not one of article, index"):
        states.settled("a.example", state)
    with pytest.raises(ValueError, match="not one of"):
        PageDropped(state, "", site="a.example", url="")
    assert states.table() == {}


def test_states_come_in_their_order_and_sites_as_they_were_met(states: PageStates) -> None:
    for site, state in [("b.example", "failed"), ("a.example", "index"), ("b.example", "article")]:
        states.settled(site, state)
    assert list(states.table()) == ["b.example", "a.example"]
    assert list(states.table()["b.example"]) == ["article", "failed"]


@pytest.mark.parametrize(
    ("opened", "settled", "expected"),
    [(0, 0, {}), (2, 2, {}), (2, 1, {"a.example": 1}), (1, 2, {"a.example": -1})],
)
def test_unsettled(states: PageStates, opened: int, settled: int, expected: dict[str, int]) -> None:
    for _ in range(opened):
        states.opened("a.example")
    for _ in range(settled):
        states.settled("a.example", "index")
    assert states.unsettled() == expected


def response(url: str) -> HtmlResponse:
    return HtmlResponse(url, body=b"", encoding="utf-8")


@pytest.mark.parametrize(
    ("count", "site"),
    [
        (lambda states: states.item_scraped(Article(url="https://www.n.example/1")), "n.example"),
        (
            lambda states: states.item_scraped(Article(url="https://n.example/1", site="m.example")),
            "m.example",
        ),
        (lambda states: states.item_scraped(Article()), NO_SITE),
        (lambda states: states.item_error(PageItem(response("https://www.n.example:81/"))), "n.example:81"),
        (
            lambda states: states.item_dropped(PageDropped("index", "", site="", url="http://n.example/")),
            "n.example",
        ),
        (lambda states: states.settled("", "index"), NO_SITE),
    ],
)
def test_the_site_of_a_page(states: PageStates, count: Callable[[PageStates], Any], site: str) -> None:
    count(states)
    assert list(states.table()) == [site]


def test_an_item_that_is_no_article_says_so_in_its_own_state(states: PageStates) -> None:
    states.item_scraped(Article(site="a.example", page_state="empty"))
    assert states.table() == {"a.example": {"empty": 1}}
    assert states.coverage()["a.example"]["site"] == 0


def test_coverage_counts_articles_with_a_value(states: PageStates) -> None:
    states.item_scraped(Article(site="a.example", title="t", authors=("A",), confidence=0.0))
    states.item_scraped(Article(site="a.example", title="u"))
    covered = {name: count for name, count in states.coverage()["a.example"].items() if count}
    assert covered == {"site": 2, "title": 2, "authors": 1, "confidence": 1}  # 0.0 is a value
    assert set(states.coverage()["a.example"]) == set(COVERED_FIELDS)


def test_fields_that_are_never_empty_are_not_covered() -> None:
    assert not {"page_state", "truncated", "schema_version", "paragraphs"} & set(COVERED_FIELDS)
    assert {"title", "text", "authors", "date_published", "confidence"} <= set(COVERED_FIELDS)


def test_many_sites_share_stats(states: PageStates, stats: StatsCollector) -> None:
    for number in range(SITES_WITH_STATS + 3):
        states.opened(f"s{number}.example")
        states.settled(f"s{number}.example", "index")
    assert len(states.table()) == SITES_WITH_STATS + 3
    assert stats.get_value(f"newsextract/pages/{OTHER_SITES}") == 3
    assert stats.get_value(f"newsextract/states/{OTHER_SITES}/index") == 3
    assert (
        len([name for name in stats.get_stats() if name.startswith("newsextract/pages/")])
        == SITES_WITH_STATS + 1
    )


def test_very_many_sites_share_counts(states: PageStates, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(states_module, "SITES_COUNTED", 2)
    for site in ("a", "b", "c", "d", "a"):
        states.opened(site)
        states.settled(site, "index")
    assert states.table() == {"a": {"index": 2}, "b": {"index": 1}, OTHER_SITES: {"index": 2}}
    assert (states.pages(OTHER_SITES), states.pages("c"), states.pages()) == (2, 0, 5)
    assert states.unsettled() == {}


def test_without_the_extension_the_counts_are_empty() -> None:
    crawler = get_crawler(settings_dict={"TWISTED_REACTOR_ENABLED": False})
    assert page_states(crawler).table() == {}
