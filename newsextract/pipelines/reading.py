"""A page that somebody else's spider yielded, or that has waited, is read by a worker. The spider ``news``
has done so already with its own."""

from __future__ import annotations

from datetime import datetime, timezone
from typing import TYPE_CHECKING

from newsextract.discovery.candidate import META_KEY, Candidate
from newsextract.extensions.states import PageStates
from newsextract.extensions.workers import Workers
from newsextract.pipelines.page_pipeline import PagePipeline, component_of, site_of

if TYPE_CHECKING:
    from newsextract.page_item import PageItem


class ReadingPipeline(PagePipeline):
    """Fills in ``PageItem.reading``."""

    async def process_page(self, page: PageItem) -> PageItem:
        """Send the page to a worker unless it has been there."""
        page.fetched_at = page.fetched_at or datetime.now(timezone.utc).isoformat(timespec="seconds")
        if page.reading is not None:
            return page
        known = page.response.meta.get(META_KEY) if page.response.request else None
        if page.candidate is None and isinstance(known, Candidate):
            page.candidate = known
        if not page.has_waited:
            component_of(self.crawler, PageStates).opened(site_of(page))
        workers = component_of(self.crawler, Workers)
        testifies = not page.has_waited
        page.reading = await workers.read_response(page.response, page.candidate, testifies=testifies)
        return page
