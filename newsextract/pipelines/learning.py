"""Each site learns from its own pages; pages wait on disk until there is a rule for them."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace
from typing import TYPE_CHECKING

from newsextract.discovery.candidate import ARTICLE
from newsextract.errors import StoreError
from newsextract.extensions.states import PageStates
from newsextract.extensions.workers import Workers
from newsextract.pipelines.page_pipeline import PagePipeline, component_of, reading_of, site_of, sites_of
from newsextract.pipelines.waiting import PageWaits, returned_page, waiting_page
from newsextract.teaching import today
from newsextract.workers.jobs import LessonJob
from newsextract.workers.pool import WorkerDied

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scrapy.crawler import Crawler

    from newsextract.page_item import PageItem
    from newsextract.site.memory import SiteMemory

WAITING = "newsextract/waiting"
"""Stat: pages that wait for a rule now."""

WAITED = "newsextract/waited"
"""Stat: pages that have waited and come back."""

AT_ONCE = 4
"""Pages that come back at the same time."""

logger = logging.getLogger(__name__)


class LearningPipeline(PagePipeline):
    """Hears what pages say of their site, and has a worker learn from it when there is enough.

    A page whose class has not been learned from yet is put into the store and leaves the pipelines. It comes
    back through all of them once: with the page that completes the lesson, or when the crawl ends (see
    ``closing``). Pages that a crawl left behind which was killed come back with those of the next one.
    """

    def __init__(self, crawler: Crawler) -> None:
        super().__init__(crawler)
        plan = getattr(crawler.spider, "plan", None)
        self._most: int | None = plan.max_articles if plan else None
        self._planned = tuple(site.name for site in plan.sites) if plan else ()
        self._spider = crawler.spider.name if crawler.spider else ""
        self._met: set[str] = set()
        self._waiting = 0
        self._in_lesson: set[str] = set()
        self._coming: set[tuple[str, str]] = set()

    async def process_page(self, page: PageItem) -> PageItem:
        """Let a page pass, or put it into the store for later."""
        sites, site = sites_of(self.crawler), site_of(page)
        if not sites.learns or page.has_waited:
            return page
        self._met.add(site)
        with sites.holding(site) as memory:
            waits = self._hear(memory, page)
            if memory.lesson_is_due and site not in self._in_lesson:
                await self._teach(memory)
                await self._bring_back(site, memory)
                return await self._read_again(page) if waits else page
        if not waits or not self._put_aside(page):
            return page
        if self._most is not None and self._waiting + self._articles >= self._most:
            await self.bring_back_all()  # that is all that was asked for
        raise PageWaits(page.response.url)

    @property
    def _articles(self) -> int:
        return component_of(self.crawler, PageStates).articles

    def _hear(self, memory: SiteMemory, page: PageItem) -> bool:
        """Take in what a page says. Whether it has to wait for its class to be learned from."""
        sites, reading, day = sites_of(self.crawler), reading_of(page), today()
        if reading.testimony is None:
            if reading.article.rule:
                sites.tell(memory.name, memory.note_use(reading.article.rule, True, day))
            return False
        sites.tell(memory.name, memory.hear(reading.testimony, page.cluster, day))
        sites.note(memory.name)
        return memory.awaits_lesson(page.cluster)

    async def _teach(self, memory: SiteMemory) -> None:
        """Have a worker learn from what a site's pages have said."""
        sites, day = sites_of(self.crawler), today()
        self._in_lesson.add(memory.name)
        job = LessonJob(memory.name, memory.lesson_pages(), frozenset(memory.stories), day)
        due = memory.due_classes
        try:
            lesson = await component_of(self.crawler, Workers).learn(job)
        except (TimeoutError, WorkerDied) as error:
            logger.error("%s: nothing was learned from its pages (%s)", memory.name, error)
            memory.skip_lesson(due)
        except Exception:  # a fault of ours must not cost the pages
            logger.exception("%s: nothing was learned from its pages", memory.name)
            memory.skip_lesson(due)
        else:
            sites.tell(memory.name, memory.take_in(lesson, day, due))
            sites.save(memory.name)
        finally:
            self._in_lesson.discard(memory.name)

    async def _read_again(self, page: PageItem) -> PageItem:
        """With what has just been learned, unless the first reading is all there is."""
        workers = component_of(self.crawler, Workers)
        reading = await workers.read_response(page.response, page.candidate, testifies=False)
        if reading.article.page_state == ARTICLE:
            page.reading = replace(reading, next_part=reading_of(page).next_part)
        return page

    def _put_aside(self, page: PageItem) -> bool:
        """Put a page into the store; False for one that cannot wait there."""
        sites, site, url = sites_of(self.crawler), site_of(page), page.response.url
        kept = waiting_page(page, spider=self._spider, crawl=sites.crawl)
        try:
            is_kept = sites.store.put_page(kept) or (
                self._is_left_behind(site, url)
                and sites.store.drop_page(site, url)
                and sites.store.put_page(kept)
            )
        except StoreError as error:
            logger.error("%s cannot wait: %s", url, error)
            return False
        if is_kept:
            self._count(1)
        return is_kept

    def _is_left_behind(self, site: str, url: str) -> bool:
        """Whether what waits under an address is of a crawl that was killed: this one has fetched it anew."""
        kept = sites_of(self.crawler).store.get_page(site, url)
        return (
            kept is not None
            and (site, url) not in self._coming
            and kept.about.get("crawl") != sites_of(self.crawler).crawl
            and self._is_ours(kept.about)
        )

    async def _bring_back(self, site: str, memory: SiteMemory) -> None:
        """The waiting pages of the classes that were learned from."""
        urls = sites_of(self.crawler).store.waiting(site)
        await self._bring(site, urls, memory)

    async def bring_back_all(self) -> None:
        """All pages that wait, learned from or not; what they can teach together is learned first."""
        sites = sites_of(self.crawler)
        if not sites.learns:
            return
        for site in dict.fromkeys((*self._planned, *sorted(self._met))):
            urls = sites.store.waiting(site)
            if not urls:
                continue
            with sites.holding(site) as memory:
                if memory.has_news and site not in self._in_lesson:
                    await self._teach(memory)
                await self._bring(site, urls)

    async def _bring(self, site: str, urls: Iterable[str], memory: SiteMemory | None = None) -> None:
        """Send pages through the pipelines again, a few at a time; with a memory only those whose class need
        not wait any more."""
        room = asyncio.Semaphore(AT_ONCE)

        async def one(url: str) -> None:
            async with room:
                await self._bring_one(site, url, memory)

        await asyncio.gather(*map(one, urls))

    async def _bring_one(self, site: str, url: str, memory: SiteMemory | None) -> None:
        store = sites_of(self.crawler).store
        kept = store.get_page(site, url)
        if kept is None or (site, url) in self._coming or not self._is_ours(kept.about):
            return
        if memory is not None and memory.awaits_lesson(kept.cluster):
            return
        try:
            page = returned_page(kept)
        except ValueError as error:
            logger.warning("Waiting page %s was not kept by newsextract (%s); it is left out", url, error)
            store.drop_page(site, url)
            return
        self._coming.add((site, url))
        if kept.about["crawl"] == sites_of(self.crawler).crawl:
            self._count(-1)
        else:  # left behind by a crawl that was killed, and not asked for by this one
            component_of(self.crawler, PageStates).opened(site)
        self.crawler.stats.inc_value(WAITED)
        # After it is through: who is killed before that finds it here again.
        await self.crawler.engine.scraper.start_itemproc_async(page, response=page.response)
        store.drop_page(site, url)
        self._coming.discard((site, url))

    def _is_ours(self, about: dict[str, object]) -> bool:
        """Whether a page waits for this crawl, or was left behind by one of the same spider."""
        sites, crawl = sites_of(self.crawler), about.get("crawl")
        if crawl == sites.crawl:
            return True
        is_left = isinstance(crawl, str) and not sites.crawls.is_under_way(crawl)
        return is_left and about.get("spider") == self._spider

    def _count(self, number: int) -> None:
        self._waiting += number
        self.crawler.stats.inc_value(WAITING, number)
