"""The worker processes of a crawl: the event loop never waits for a page, and a bad one costs only itself."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from scrapy import signals

from newsextract.addresses import site_name
from newsextract.extensions.sites import Sites
from newsextract.limits import DEFAULT_LIMITS
from newsextract.settings import read
from newsextract.workers.jobs import (
    LessonJob,
    ListJob,
    PageJob,
    Reading,
    failed_reading,
    learn_job,
    read_feed_job,
    read_page_job,
    read_sitemap_job,
)
from newsextract.workers.pool import NoWorkers, WorkerDied, WorkerPool

if TYPE_CHECKING:
    from scrapy.crawler import Crawler
    from scrapy.http import Response
    from scrapy.settings import BaseSettings
    from scrapy.statscollectors import StatsCollector

    from newsextract.discovery.candidate import Candidate
    from newsextract.discovery.feeds import FeedEntry
    from newsextract.discovery.sitemaps import Sitemap
    from newsextract.site.lessons import Lesson

WORKERS = "NEWSEXTRACT_WORKERS"

TIMEOUTS = "newsextract/workers/timeouts"
DIED = "newsextract/workers/died"
WAITED = "newsextract/workers/seconds_waited"
"""Stat: how long pages waited for their reading, all added up."""

logger = logging.getLogger(__name__)


class Workers:
    """Owns the pool. Find it with ``crawler.get_extension(Workers)``."""

    def __init__(
        self,
        settings: BaseSettings,
        stats: StatsCollector,
        sites: Callable[[], Sites | None] = lambda: None,
    ) -> None:
        self._stats = stats
        self._sites = sites
        self._method: str = read(settings, "NEWSEXTRACT_METHOD")
        self._limits = replace(DEFAULT_LIMITS, max_bytes=read(settings, "NEWSEXTRACT_MAX_BYTES"))
        self._pool = WorkerPool(read(settings, WORKERS), read(settings, "NEWSEXTRACT_PAGE_SECONDS"))

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Workers:
        """As Scrapy makes it. Raises SettingError for a wrong method or number."""
        workers = cls(crawler.settings, crawler.stats, partial(crawler.get_extension, Sites))
        crawler.signals.connect(workers.close, signal=signals.spider_closed)
        # A spider that fails to open is never closed, but its engine is stopped.
        crawler.signals.connect(workers.close, signal=signals.engine_stopped)
        return workers

    async def read_response(
        self,
        response: Response,
        candidate: Candidate | None = None,
        *,
        home: str = "",
        is_home: bool = False,
        testifies: bool = False,
    ) -> Reading:
        """Read a fetched page, by the crawl's method and limits, and by what is known of its site."""
        header = response.headers.get("Content-Type")
        site = candidate.site if candidate and candidate.site else site_name(response.url)
        sites = self._sites()
        job = PageJob(
            body=response.body,
            url=response.url,
            content_type=header.decode("latin-1") if header else None,
            candidate=candidate,
            home=home,
            is_home=is_home,
            method=self._method,
            limits=self._limits,
            known=sites.packed_view(site) if sites else None,
            testifies=testifies and sites is not None and sites.learns,
        )
        return await self.read(job)

    async def learn(self, job: LessonJob) -> Lesson:
        """Have a worker learn from a site's pages. Raises what ``WorkerPool.submit`` does."""
        return await asyncio.wrap_future(self._pool.submit(learn_job, job))

    async def read(self, job: PageJob) -> Reading:
        """Have a worker read a page. A page that cannot be read is a reading with a state that says why."""
        began = time.monotonic()
        try:
            return await asyncio.wrap_future(self._pool.submit(read_page_job, job))
        except TimeoutError as error:
            self._stats.inc_value(TIMEOUTS)
            return failed_reading(job, "timeout", str(error))
        except NoWorkers as error:
            logger.error("%s", error)
            return failed_reading(job, "failed", str(error))
        except WorkerDied as error:
            self._stats.inc_value(DIED)
            return failed_reading(job, "timeout", str(error))
        except Exception as error:  # a fault of ours on one page must not cost the others
            logger.exception("Reading <%s> failed", job.url)
            return failed_reading(job, "failed", f"{type(error).__name__}: {error}")
        finally:
            self._stats.inc_value(WAITED, time.monotonic() - began)  # type: ignore[arg-type]  # sums floats as well

    async def read_feed(self, response: Response) -> tuple[FeedEntry, ...]:
        """Have a worker read a feed. Raises what ``WorkerPool.submit`` does."""
        return await asyncio.wrap_future(
            self._pool.submit(read_feed_job, ListJob(response.body, response.url))
        )

    async def read_sitemap(self, response: Response) -> Sitemap:
        """Have a worker read a sitemap. Raises what ``WorkerPool.submit`` does."""
        return await asyncio.wrap_future(
            self._pool.submit(read_sitemap_job, ListJob(response.body, response.url))
        )

    async def close(self) -> None:
        """Finish the pages under way, then end the processes. Any number of times."""
        await asyncio.to_thread(self._pool.close)
