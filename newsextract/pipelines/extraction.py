"""The article of a page, or the state of a page without one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from newsextract.pipelines.page_pipeline import PagePipeline, drop, reading_of
from newsextract.workers.joining import with_parts

if TYPE_CHECKING:
    from newsextract.page_item import PageItem


class ExtractionPipeline(PagePipeline):
    """Fills in ``PageItem.article`` with what the worker extracted, the further pages of its story joined."""

    async def process_page(self, page: PageItem) -> PageItem:
        """Let articles pass; other pages end here in their state."""
        article = reading_of(page).article
        if article.page_state != "article":
            raise drop(page, article.page_state, article.state_reason)
        page.reading = with_parts(reading_of(page), page.parts, page.missing)
        page.article = page.reading.article
        return page
