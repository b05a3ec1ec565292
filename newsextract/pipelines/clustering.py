"""Which group of like-built pages of its site a page belongs to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from newsextract.pipelines.page_pipeline import PagePipeline, site_of
from newsextract.site.clustering import SiteClusters

if TYPE_CHECKING:
    from scrapy.crawler import Crawler

    from newsextract.page_item import PageItem


class ClusteringPipeline(PagePipeline):
    """Fills in ``PageItem.cluster``. Groups are made as pages arrive, one set of them a site."""

    def __init__(self, crawler: Crawler) -> None:
        super().__init__(crawler)
        self.sites: dict[str, SiteClusters] = {}

    async def process_page(self, page: PageItem) -> PageItem:
        """Find the page's group by its structure; a page that could not be read has none."""
        if page.reading and page.reading.structure:
            clusters = self.sites.setdefault(site_of(page), SiteClusters())
            page.cluster = clusters.assign(page.reading.structure)
        return page
