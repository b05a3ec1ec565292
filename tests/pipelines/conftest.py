"""Pages as they come into the pipelines, a crawler around them, and whole crawls of the demo's sites."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from scrapy import Request, Spider, signals
from scrapy.crawler import AsyncCrawlerRunner, Crawler
from scrapy.http import HtmlResponse
from scrapy.utils.test import get_crawler

from newsextract.commands.demo_report import DemoScore, score_demo
from newsextract.demo import DemoSite, build_site
from newsextract.discovery.candidate import Candidate
from newsextract.extensions.sites import Sites
from newsextract.extensions.states import page_states
from newsextract.items import Article
from newsextract.page_item import PageItem
from newsextract.pipelines.page_pipeline import PagePipeline
from newsextract.spiders.news import NewsSpider
from newsextract.workers.jobs import Reading

SETTINGS: dict[str, Any] = {
    "TWISTED_REACTOR_ENABLED": False,
    "ADDONS": {"newsextract.NewsExtractAddon": 300},
    "NEWSEXTRACT_ALLOWED_NETWORKS": "127.0.0.1/32",
    "NEWSEXTRACT_STORE": "",
    "NEWSEXTRACT_WORKERS": 0,
    "NEWSEXTRACT_PROGRESS": False,
    "RETRY_ENABLED": False,
    "REMOTE_CONTROL_ENABLED": False,
    "TELNETCONSOLE_ENABLED": False,
    "LOG_ENABLED": False,
}


@dataclass
class Crawled:
    """What came of a crawl."""

    crawler: Crawler
    articles: list[Article] = field(default_factory=list)
    """In the order they came."""
    keep: Any = None
    """What a test has connected to a signal; nobody else holds it."""

    @property
    def texts(self) -> dict[str, str]:
        """By address; fails where one has two."""
        texts = {article.url: article.text for article in self.articles}
        assert len(texts) == len(self.articles)
        return texts

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

    @property
    def sites(self) -> Sites:
        found = self.crawler.get_extension(Sites)
        assert found is not None
        return found

    def stat(self, name: str) -> Any:
        return self.crawler.stats.get_value(f"newsextract/{name}", 0)


Begin = Callable[..., Coroutine[Any, Any, Crawled]]


@pytest.fixture
def begin_crawl() -> Begin:
    """``await begin_crawl(addresses, settings={...}, spider=..., max_articles=...)``: for several crawls in
    one event loop; ``prepare`` gets what the crawl is going to fill."""

    async def begin(
        addresses: Sequence[str] = (),
        *,
        settings: dict[str, Any] | None = None,
        spider: type[Spider] = NewsSpider,
        prepare: Callable[[Crawled], object] = lambda crawled: None,
        **arguments: Any,
    ) -> Crawled:
        runner = AsyncCrawlerRunner({**SETTINGS, **(settings or {})})
        crawler = runner.create_crawler(spider)
        crawled = Crawled(crawler)
        prepare(crawled)

        def scraped(item: Any) -> None:
            crawled.articles.append(item)

        crawler.signals.connect(scraped, signal=signals.item_scraped)
        if addresses:
            arguments["url"] = ",".join(addresses)
        await runner.crawl(crawler, **arguments)
        return crawled

    return begin


@pytest.fixture
def crawl_site(begin_crawl: Begin) -> Callable[..., Crawled]:
    """The same from its beginning to its end."""
    return lambda *places, **options: asyncio.run(begin_crawl(*places, **options))


@pytest.fixture
def store_file(tmp_path: Path) -> Path:
    """Where the store of a test lies; it is not there yet."""
    return tmp_path / "store" / "sites.db"


@pytest.fixture
def make_pipeline() -> Callable[..., PagePipeline]:
    """A pipeline in a crawler with the add-on's settings and those given on top."""

    def make(kind: type[PagePipeline], spider: Any = None, **settings: Any) -> PagePipeline:
        crawler: Crawler = get_crawler(
            Spider,
            {"ADDONS": {"newsextract.NewsExtractAddon": 300}, "NEWSEXTRACT_STORE": "", **settings},
        )
        crawler.spider = spider or Spider(name="any")
        return kind.from_crawler(crawler)

    return make


@pytest.fixture
def make_page() -> Callable[..., PageItem]:
    """A page that a worker has read; keywords that are fields of an article are put on its article."""

    def make(
        url: str = "https://news.example/story", candidate: Candidate | None = None, **read: Any
    ) -> PageItem:
        values = {name: read.pop(name) for name in list(read) if name in Article.__dataclass_fields__}
        article = Article(url=url, **{"text": "Some text.", **values})
        response = HtmlResponse(url, body=b"<p>Some text.</p>", request=Request(url))
        return PageItem(response, candidate, Reading(article=article, **read), article=article)

    return make


@pytest.fixture
def process() -> Callable[[PagePipeline, Any], Any]:
    """What comes out of a pipeline."""

    def run(pipeline: PagePipeline, item: Any) -> Any:
        return asyncio.run(pipeline.process_item(item))

    return run


@dataclass
class Demo:
    """A demo site on this machine, which can be exchanged for another at the same address."""

    server: Any
    site: DemoSite

    @property
    def home(self) -> list[str]:
        return [self.site.base + self.site.home]

    @property
    def name(self) -> str:
        return str(self.server.root.removeprefix("http://"))

    @property
    def addresses(self) -> set[str]:
        """Of all articles."""
        return set(self.site.gold())

    def show(self, name: str) -> None:
        """Let the server answer as this site from now on."""
        self.site = build_site(name, self.server.root)
        self.server.answers = {
            path: (page.status, {"Content-Type": page.content_type, **page.headers}, page.body)
            for path, page in self.site.pages.items()
        }

    def score(self, crawled: Crawled, keep: Callable[[str], bool] = lambda path: True) -> DemoScore:
        """How a crawl did on the articles whose paths are to be kept."""
        base = self.site.base
        gold = {url: truth for url, truth in self.site.gold().items() if keep(truth.path)}
        copies = {base + copy: base + path for copy, path in self.site.duplicates.items()}
        found = [
            {"url": article.url, "title": article.title, "text": article.text}
            for article in crawled.articles
            if copies.get(article.url, article.url) in gold
        ]
        return score_demo(found, gold, copies)


@pytest.fixture
def serve_demo(serve: Callable[..., Any]) -> Callable[[str], Demo]:
    """``serve_demo("review")``; stops with the test."""

    def start(name: str) -> Demo:
        demo = Demo(serve({}), build_site(name))
        demo.show(name)
        return demo

    return start
