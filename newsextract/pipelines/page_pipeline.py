"""The skeleton of the pipelines."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from newsextract.addresses import site_name
from newsextract.extensions.sites import Sites
from newsextract.extensions.states import PageDropped
from newsextract.page_item import PageItem

if TYPE_CHECKING:
    from scrapy.crawler import Crawler
    from typing_extensions import Self

    from newsextract.items import Article
    from newsextract.workers.jobs import Reading


EXTENSIONS_OFF = "the extensions of newsextract are off: leave them in EXTENSIONS"
OUT_OF_ORDER = "a pipeline of newsextract is missing or out of order: leave ITEM_PIPELINES to the add-on"


Component = TypeVar("Component")


class PagePipeline:
    """A pipeline that pages go through. Items of any other kind pass untouched."""

    def __init__(self, crawler: Crawler) -> None:
        self.crawler = crawler

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """Made by Scrapy."""
        return cls(crawler)

    async def process_item(self, item: Any) -> Any:
        """Called by Scrapy for every item of any spider."""
        return await self.process_page(item) if isinstance(item, PageItem) else item

    async def process_page(self, page: PageItem) -> Any:
        """Take the page one stage on; what is returned goes to the next pipeline."""
        raise NotImplementedError


def site_of(page: PageItem) -> str:
    """The name of the site that a page is counted under."""
    known = page.candidate.site if page.candidate else ""
    return known or site_name(page.response.url)


def reading_of(page: PageItem) -> Reading:
    """What a worker read off the page."""
    if page.reading is None:
        raise RuntimeError(OUT_OF_ORDER)
    return page.reading


def article_of(page: PageItem) -> Article:
    """The article so far."""
    if page.article is None:
        raise RuntimeError(OUT_OF_ORDER)
    return page.article


def drop(page: PageItem, state: str, reason: str) -> PageDropped:
    """The exception that ends a page in a state."""
    return PageDropped(state, reason, site=site_of(page), url=page.response.url)


def sites_of(crawler: Crawler) -> Sites:
    """What is known of the crawl's sites."""
    return component_of(crawler, Sites)


def component_of(crawler: Crawler, kind: type[Component]) -> Component:
    """An extension of ours that is installed in this crawl."""
    found = crawler.get_extension(kind)
    if found is None:
        raise RuntimeError(EXTENSIONS_OFF)
    return found
