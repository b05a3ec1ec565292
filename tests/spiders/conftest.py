"""Crawls with the real spider and all its parts, in this process, of sites that a test makes up."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest
from scrapy import signals
from scrapy.crawler import AsyncCrawlerRunner, Crawler

from newsextract.extensions.states import page_states
from newsextract.items import Article
from newsextract.spiders.news import NewsSpider

SETTINGS: dict[str, Any] = {
    "TWISTED_REACTOR_ENABLED": False,
    "ADDONS": {"newsextract.NewsExtractAddon": 300},
    "NEWSEXTRACT_ALLOWED_NETWORKS": "127.0.0.1/32",
    "NEWSEXTRACT_STORE": "",
    "NEWSEXTRACT_WORKERS": 0,
    "NEWSEXTRACT_PROGRESS": False,
    "ROBOTSTXT_OBEY": True,
    "RETRY_ENABLED": False,
    "DOWNLOAD_TIMEOUT": 5,
    "REMOTE_CONTROL_ENABLED": False,
    "TELNETCONSOLE_ENABLED": False,
    "LOG_ENABLED": False,
}


@dataclass
class Crawled:
    """What came of a crawl."""

    crawler: Crawler
    articles: dict[str, Article] = field(default_factory=dict)
    """By path."""

    @property
    def states(self) -> dict[str, int]:
        """Pages by state, of all sites together."""
        counts: dict[str, int] = {}
        for states in page_states(self.crawler).table().values():
            for state, count in states.items():
                counts[state] = counts.get(state, 0) + count
        return counts

    @property
    def unsettled(self) -> dict[str, int]:
        return page_states(self.crawler).unsettled()


@pytest.fixture
def crawl_news() -> Callable[..., Crawled]:
    """``crawl_news(url=..., settings={...}, depth=...)``, with the spider's arguments as keywords."""

    def run(settings: dict[str, Any] | None = None, **arguments: Any) -> Crawled:
        async def crawl() -> Crawled:
            runner = AsyncCrawlerRunner({**SETTINGS, **(settings or {})})
            crawler = runner.create_crawler(NewsSpider)
            crawled = Crawled(crawler)

            def scraped(item: Any) -> None:
                path = "/" + item.url.split("/", 3)[3]
                assert path not in crawled.articles
                crawled.articles[path] = item

            crawler.signals.connect(scraped, signal=signals.item_scraped)
            await runner.crawl(crawler, **arguments)
            return crawled

        return asyncio.run(crawl())

    return run
