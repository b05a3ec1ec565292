"""Real crawls of made-up pages, without a network and without a reactor."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from typing import Any

import pytest
import scrapy
from scrapy.crawler import Crawler
from scrapy.http import Response

from newsextract.discovery.candidate import Candidate
from newsextract.extensions.states import PageDropped, PageStates, page_states
from newsextract.items import Article
from newsextract.page_item import PageItem

Crawl = Callable[..., Crawler]
PAGE_STATES = "newsextract.extensions.states.PageStates"


class PagesSpider(scrapy.Spider):
    """Asks for a page for each (site, outcome); the pipeline below ends it so."""

    name = "pages"
    pages: Sequence[tuple[str, str]] = ()

    async def start(self) -> AsyncIterator[Any]:
        for number, (site, outcome) in enumerate(self.pages):
            yield scrapy.Request(f"data:,{number}", cb_kwargs={"site": site, "outcome": outcome})

    def parse(self, response: Response, **kwargs: Any) -> Any:
        site, outcome = kwargs["site"], kwargs["outcome"]
        page_states(self.crawler).opened(site)
        if outcome == "dict":
            return {"url": response.url}
        return PageItem(response, Candidate(url=response.url, site=site, titles=(outcome,)))


class EndPages:
    """A pipeline that ends each page as its item says."""

    def process_item(self, item: Any) -> Any:
        if not isinstance(item, PageItem) or item.candidate is None:
            return item
        (outcome,), site = item.candidate.titles, item.candidate.site
        if outcome == "raise":
            raise RuntimeError("a pipeline is broken")
        if outcome == "drop":
            raise scrapy.exceptions.DropItem("by a pipeline of someone else's")
        if outcome != "article":
            raise PageDropped(outcome, "it is so", site=site, url=item.response.url)
        return Article(url=item.response.url, site=site, title="A title", text="one\ntwo")


@pytest.fixture(autouse=True)
def _handlers_as_before() -> Iterator[None]:
    """A crawl leaves the handlers of the root logger as they were."""
    before = logging.root.handlers[:]
    yield
    assert logging.root.handlers == before


@pytest.fixture
def crawl() -> Crawl:
    """``crawl([("a.example", "article"), ...], extension, ..., settings={...}, **arguments)``: the crawler,
    when it is done."""

    def run(
        pages: Sequence[tuple[str, str]],
        *extensions: str,
        settings: dict[str, Any] | None = None,
        **arguments: Any,
    ) -> Crawler:
        crawler = Crawler(
            PagesSpider,
            {
                "TWISTED_REACTOR_ENABLED": False,
                "REMOTE_CONTROL_ENABLED": False,
                "TELNETCONSOLE_ENABLED": False,
                "LOG_VERSIONS": [],
                "LOGSTATS_INTERVAL": 0,
                "ITEM_PIPELINES": {EndPages: 1},
                "EXTENSIONS": dict.fromkeys((PAGE_STATES, *extensions), 0),
                **(settings or {}),
            },
        )
        asyncio.run(crawler.crawl_async(pages=pages, **arguments))
        return crawler

    return run


@pytest.fixture
def crawled_states(crawl: Crawl) -> Callable[[Sequence[tuple[str, str]]], PageStates]:
    """The counts after a crawl."""
    return lambda pages: page_states(crawl(pages))
