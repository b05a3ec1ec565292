"""Pages as they come into the pipelines, and a crawler around them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from scrapy import Request, Spider
from scrapy.crawler import Crawler
from scrapy.http import HtmlResponse
from scrapy.utils.test import get_crawler

from newsextract.discovery.candidate import Candidate
from newsextract.items import Article
from newsextract.page_item import PageItem
from newsextract.pipelines.page_pipeline import PagePipeline
from newsextract.workers.jobs import Reading


@pytest.fixture
def make_pipeline() -> Callable[..., PagePipeline]:
    """A pipeline in a crawler with the add-on's settings and those given on top."""

    def make(kind: type[PagePipeline], spider: Any = None, **settings: Any) -> PagePipeline:
        crawler: Crawler = get_crawler(Spider, {"ADDONS": {"newsextract.NewsExtractAddon": 300}, **settings})
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
