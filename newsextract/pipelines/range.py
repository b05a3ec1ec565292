"""Only what was asked for: ``since`` and ``max_articles``."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from scrapy.exceptions import NotConfigured

from newsextract.pipelines.page_pipeline import PagePipeline, article_of, drop, site_of

if TYPE_CHECKING:
    from scrapy.crawler import Crawler

    from newsextract.page_item import PageItem


class RangePipeline(PagePipeline):
    """Drops stories that are too old or too many. Works for a spider that has a ``plan``; see ``spiders``."""

    def __init__(self, crawler: Crawler) -> None:
        super().__init__(crawler)
        plan = getattr(crawler.spider, "plan", None)
        if plan is None:
            raise NotConfigured
        self._most = plan.max_articles
        self._sites = {site.name: site for site in plan.sites}
        self._kept: Counter[str] = Counter()

    async def process_page(self, page: PageItem) -> PageItem:
        """Let pass what is in range, and end the crawl when enough has passed."""
        name = site_of(page)
        site, day = self._sites.get(name), article_of(page).date_published
        if site and site.is_too_old(day):
            raise drop(page, "out of range", f"published {day}, before {site.since}")
        if site and site.max_articles is not None and self._kept[name] >= site.max_articles:
            raise drop(
                page, "out of range", f"beyond the {site.max_articles} articles asked for of this site"
            )
        if self._most is not None and self._kept.total() >= self._most:
            raise drop(page, "out of range", f"beyond the {self._most} articles asked for")
        self._kept[name] += 1
        return page
