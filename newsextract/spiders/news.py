"""``scrapy crawl news -a url=https://news.example/``: from home pages to articles."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Iterator
from datetime import date
from typing import TYPE_CHECKING, Any, TypeVar

import scrapy
from scrapy import signals
from scrapy.exceptions import DontCloseSpider, NotConfigured

from newsextract.addresses import resolve
from newsextract.discovery.candidate import INDEX, META_KEY, Candidate
from newsextract.extensions.sites import Sites
from newsextract.extensions.states import PageStates
from newsextract.extensions.workers import Workers
from newsextract.middlewares.addresses import OWN_REQUEST
from newsextract.middlewares.candidates import CandidateTitles
from newsextract.middlewares.failures import failure_state
from newsextract.middlewares.robots import RobotsTxt
from newsextract.page_item import PageItem
from newsextract.settings import read
from newsextract.spiders.arguments import CrawlPlan, parse_arguments
from newsextract.spiders.frontier import FEED, ListAddress, SiteFrontier
from newsextract.spiders.parts import PartsReader

if TYPE_CHECKING:
    from scrapy import Request
    from scrapy.crawler import Crawler
    from scrapy.http import Response
    from twisted.python.failure import Failure
    from typing_extensions import Self

    from newsextract.workers.jobs import Reading

logger = logging.getLogger(__name__)

LIST_PRIORITY = 10
"""Pages that name stories come before the stories of other sites."""

HOME_PAGES_READ = "newsextract/home_pages_read"
"""Stat: without any, the crawl has failed."""

Component = TypeVar("Component")


class NewsSpider(scrapy.Spider):
    """Collects the stories that home pages, their sections, feeds and sitemaps name.

    Thin: what to fetch is decided in ``frontier``, what a page is and says by a worker process. See
    ``arguments.HELP`` for what ``-a`` takes.
    """

    name = "news"
    arguments: dict[str, Any]
    """As given; the manifest keeps them."""
    plan: CrawlPlan
    frontiers: dict[str, SiteFrontier]
    """By name of the site."""

    @classmethod
    def from_crawler(cls, crawler: Crawler, *args: Any, **kwargs: Any) -> Self:
        """Check the arguments before anything else. Raises SettingError."""
        plan = parse_arguments(kwargs)
        spider = super().from_crawler(crawler)
        spider.arguments, spider.plan, spider.frontiers = kwargs, plan, {}
        if plan.max_articles is not None:
            crawler.settings.set("CLOSESPIDER_ITEMCOUNT", plan.max_articles, "spider")
        crawler.signals.connect(spider.release_stories, signal=signals.spider_idle)
        return spider

    async def start(self) -> AsyncIterator[Request]:
        """The home pages."""
        book = self.component(CandidateTitles).book
        days, today = read(self.crawler.settings, "NEWSEXTRACT_SITEMAP_DAYS"), date.today()
        self.frontiers = {site.name: SiteFrontier(site, book, days, today) for site in self.plan.sites}
        for frontier in self.frontiers.values():
            for request in self.requests(frontier):
                yield request

    def requests(self, frontier: SiteFrontier, *, at_once: bool = False) -> Iterator[Request]:
        """Requests for what is to be fetched next of a site."""
        for wanted in frontier.next(at_once=at_once):
            yield self.list_request(wanted) if isinstance(wanted, ListAddress) else self.page_request(wanted)

    def page_request(self, candidate: Candidate) -> Request:
        """A request for a page that may be an article or an index."""
        is_list = candidate.kind == INDEX
        return scrapy.Request(
            candidate.url,
            callback=self.parse_page,
            errback=self.page_failed,
            priority=LIST_PRIORITY if is_list else 0,
            dont_filter=is_list,  # the frontier gives each out once, and counts on an answer
            meta={META_KEY: candidate},
        )

    def list_request(self, wanted: ListAddress) -> Request:
        """A request for a feed or sitemap."""
        return scrapy.Request(
            wanted.url,
            callback=self.parse_list,
            errback=self.list_failed,
            priority=LIST_PRIORITY,
            dont_filter=True,
            flags=[OWN_REQUEST],
            cb_kwargs={"wanted": wanted},
        )

    async def parse_page(self, response: Response) -> AsyncIterator[Any]:
        """A page has arrived: an article goes to the pipelines, an index page is read for its links."""
        candidate: Candidate = response.meta[META_KEY]
        frontier, states = self.frontiers[candidate.site], self.component(PageStates)
        states.opened(candidate.site)
        try:
            reading, page = await self.read(response, candidate, frontier)
        except Exception:
            states.settled(candidate.site, "failed", "a fault in the spider", response.url)
            raise
        finally:
            self.page_done(candidate)
        if reading.article.page_state == INDEX:
            self.component(Sites).place(candidate.site, reading)
            states.settled(candidate.site, INDEX, url=response.url)
        else:
            yield page
        for request in self.requests(frontier):
            yield request

    async def read(
        self, response: Response, candidate: Candidate, frontier: SiteFrontier
    ) -> tuple[Reading, PageItem]:
        """What a worker reads off the page, and the page with that. The links of an index page go to the
        frontier, and the further pages of a story come with it."""
        workers, is_home = self.component(Workers), candidate.source == "home"
        if is_home:
            frontier.home = response.url
        reading = await workers.read_response(
            response, candidate, home=frontier.home, is_home=is_home, testifies=True
        )
        if reading.article.page_state == INDEX:
            frontier.add_index(reading, candidate)
            self.crawler.stats.inc_value(HOME_PAGES_READ, int(is_home))
        if is_home and not reading.candidates:
            reason = reading.article.state_reason if reading.article.page_state != INDEX else "no links on it"
            logger.warning("%s: no stories found on this home page (%s)", response.url, reason)
        if is_home and "sitemaps" in frontier.options.sources:
            named = await self.component(RobotsTxt).sitemaps(response.url)
            frontier.add_sitemaps(named or [resolve("/sitemap.xml", response.url)])
        if not reading.next_part:
            return reading, PageItem(response, candidate, reading)
        parts = PartsReader(self.crawler, workers, self.component(PageStates))
        return reading, PageItem(response, candidate, reading, *await parts.read_on(reading, candidate))

    async def page_failed(self, failure: Failure) -> AsyncIterator[Request]:
        """A page did not arrive: it ends in the state that says why."""
        request: Request = failure.request  # type: ignore[attr-defined]  # Scrapy puts it there
        candidate: Candidate = request.meta[META_KEY]
        state, reason = failure_state(_exception(failure))
        states = self.component(PageStates)
        states.opened(candidate.site)
        states.settled(candidate.site, state, reason, request.url)
        if candidate.source == "home":
            logger.error("%s: the home page was not read: %s (%s)", request.url, state, reason)
        self.page_done(candidate)
        for released in self.requests(self.frontiers[candidate.site]):
            yield released

    def page_done(self, candidate: Candidate) -> None:
        """Tell the frontier of a page that was asked for as a list."""
        if candidate.kind == INDEX:
            self.frontiers[candidate.site].list_done()

    async def parse_list(self, response: Response, wanted: ListAddress) -> AsyncIterator[Request]:
        """Stories of a feed or sitemap, with its titles and dates."""
        frontier, workers = self.frontiers[wanted.site], self.component(Workers)
        try:
            if wanted.kind == FEED:
                frontier.add_feed(await workers.read_feed(response), response.url)
            else:
                frontier.add_sitemap(await workers.read_sitemap(response), response.url)
        finally:
            frontier.list_done()
        for request in self.requests(frontier):
            yield request

    async def list_failed(self, failure: Failure) -> AsyncIterator[Request]:
        """A feed or sitemap that does not arrive is no page lost; the log says it."""
        request: Request = failure.request  # type: ignore[attr-defined]  # Scrapy puts it there
        logger.info("%s: not read (%s)", request.url, failure_state(_exception(failure))[1])
        self.crawler.stats.inc_value("newsextract/lists/failed")
        frontier = self.frontiers[request.cb_kwargs["wanted"].site]
        frontier.list_done()
        for released in self.requests(frontier):
            yield released

    def release_stories(self) -> None:
        """Signal: nothing is under way. Stories that still wait for a list, which somebody dropped without a
        word, are fetched now."""
        for frontier in self.frontiers.values():
            for request in self.requests(frontier, at_once=True):
                self.crawler.engine.crawl(request)
        if self.crawler.engine and not self.crawler.engine.spider_is_idle():
            raise DontCloseSpider

    def component(self, kind: type[Component]) -> Component:
        """A part of newsextract that is installed in this crawl."""
        found = self.crawler.get_extension(kind) or self.crawler.get_downloader_middleware(kind)
        if found is None:
            raise NotConfigured(
                f'{kind.__name__} is off: set ADDONS = {{"newsextract.NewsExtractAddon": 300}}'
            )
        return found


def _exception(failure: Failure) -> BaseException:
    return failure.value or RuntimeError("no reason given")
