"""Which group of like-built pages of its site a page belongs to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from newsextract.pipelines.page_pipeline import PagePipeline, reading_of, site_of, sites_of

if TYPE_CHECKING:
    from newsextract.page_item import PageItem


class ClusteringPipeline(PagePipeline):
    """Fills in ``PageItem.cluster``. Groups are made as pages arrive, one set of them a site."""

    async def process_page(self, page: PageItem) -> PageItem:
        """Find the page's group by its structure; a page that could not be read has none, and one that has
        waited was put into its group before."""
        if not page.has_waited:
            page.cluster = sites_of(self.crawler).place(site_of(page), reading_of(page))
        return page
